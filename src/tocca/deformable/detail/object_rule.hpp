// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tocca/bvh/detail/pair_kernel.hpp"
#include "tocca/deformable/mesh_query.hpp"

namespace tocca::detail {

/// Which objects of a scene may meet by a filter, as a rule of tags: the tags of a scene's tree are its objects.
///
/// Assumes: the scene and the filter outlive it.
class ObjectRule {
public:
    ObjectRule(const MovingScene& scene, const ContactFilter& filter);
    ObjectRule(const ObjectRule&) = delete;
    ObjectRule& operator=(const ObjectRule&) = delete;

    [[nodiscard]] const TagRule& tags() const { return tags_; }

private:
    std::vector<std::uint8_t> self_;  ///< by object: whether it may meet itself
    TagRule tags_;
};

}  // namespace tocca::detail
