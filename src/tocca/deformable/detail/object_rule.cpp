// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/object_rule.hpp"

#include <algorithm>
#include <array>

namespace tocca::detail {
namespace {

bool is_listed(const std::vector<std::array<std::uint32_t, 2>>& pairs, std::uint32_t a, std::uint32_t b)
{
    return std::any_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
        return (pair[0] == a && pair[1] == b) || (pair[0] == b && pair[1] == a);
    });
}

/// Whether an object may meet itself.
bool may_meet_itself(const MovingScene& scene, ObjectId object, const ContactFilter& filter)
{
    const ObjectOptions& options = scene.object(object).options;
    return filter.self && options.self && !is_listed(filter.skipped_objects, object, object) &&
           !is_listed(filter.skipped_groups, options.group, options.group);
}

}  // namespace

ObjectRule::ObjectRule(const MovingScene& scene, const ContactFilter& filter)
{
    tags_.everything = filter.between && filter.skipped_objects.empty() && filter.skipped_groups.empty();
    for (ObjectId object = 0; object < scene.object_count(); ++object) {
        self_.push_back(may_meet_itself(scene, object, filter) ? 1 : 0);
        if (self_.back() == 0) tags_.everything = false;
    }
    tags_.between = filter.between;
    tags_.self = self_;
    if (filter.skipped_objects.empty() && filter.skipped_groups.empty()) return;
    tags_.pair = [&scene, &filter](ObjectId a, ObjectId b) {
        return !is_listed(filter.skipped_objects, a, b) &&
               !is_listed(filter.skipped_groups, scene.object(a).options.group, scene.object(b).options.group);
    };
}

}  // namespace tocca::detail
