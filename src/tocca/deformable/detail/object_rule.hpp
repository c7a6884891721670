// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tocca/bvh/pair_kernel.hpp"
#include "tocca/deformable/mesh_query.hpp"

namespace tocca::deformable::detail {

/// A set of unordered pairs of numbers.
class NumberPairs {
public:
    explicit NumberPairs(std::vector<std::array<std::uint32_t, 2>> pairs);

    [[nodiscard]] bool empty() const { return pairs_.empty(); }
    /// Cost: logarithmic.
    [[nodiscard]] bool contains(std::uint32_t a, std::uint32_t b) const;

private:
    std::vector<std::array<std::uint32_t, 2>> pairs_;  ///< the lesser number first, sorted
};

/// Which objects of a scene may meet, as a rule of tags: the tags of a scene's tree are its objects.
class ObjectRule {
public:
    ObjectRule(const MovingScene& scene, const QueryOptions& query);
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
