// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tocca/answer/number_pairs.hpp"
#include "tocca/bvh/pair_kernel.hpp"
#include "tocca/deformable/mesh_query.hpp"

namespace tocca::deformable::detail {

/// Which objects of a scene may meet, as a rule of tags: the tags of a scene's tree are its objects. With marks, only pairs
/// of nodes of which one is marked.
class ObjectRule {
public:
    /// Assumes: the marks outlive it.
    ObjectRule(const MovingScene& scene, const QueryOptions& query, std::span<const std::uint8_t> marks = {});
    ObjectRule(const ObjectRule&) = delete;
    ObjectRule& operator=(const ObjectRule&) = delete;

    [[nodiscard]] const bvh::TagRule& tags() const { return tags_; }

private:
    /// Whether neither the two objects nor their groups are ignored.
    [[nodiscard]] bool allows(ObjectId a, ObjectId b) const;

    NumberPairs ignored_pairs_;
    NumberPairs ignored_groups_;
    std::vector<std::uint32_t> groups_;  ///< by object
    std::vector<std::uint8_t> self_;     ///< by object: whether it may meet itself
    bvh::TagRule tags_;
};

}  // namespace tocca::deformable::detail
