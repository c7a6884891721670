// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/object_rule.hpp"

namespace tocca::deformable::detail {

ObjectRule::ObjectRule(const MovingScene& scene, const QueryOptions& query, std::span<const std::uint8_t> marks)
    : ignored_pairs_(query.ignored_pairs), ignored_groups_(query.ignored_groups)
{
    const bool exceptions = !ignored_pairs_.empty() || !ignored_groups_.empty();
    tags_.everything = query.between && !exceptions && marks.empty();
    tags_.marks = marks;
    for (ObjectId object = 0; object < scene.object_count(); ++object) {
        const ObjectOptions& options = scene.object(object).options;
        groups_.push_back(options.group);
        const bool self = query.self && options.self && allows(object, object);
        self_.push_back(self ? 1 : 0);
        if (!self) tags_.everything = false;
    }
    tags_.between = query.between;
    tags_.self = self_;
    if (exceptions) tags_.pair = [this](ObjectId a, ObjectId b) { return allows(a, b); };
}

bool ObjectRule::allows(ObjectId a, ObjectId b) const
{
    return !ignored_pairs_.contains(a, b) && !ignored_groups_.contains(groups_[a], groups_[b]);
}

}  // namespace tocca::deformable::detail
