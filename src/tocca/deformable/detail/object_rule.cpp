// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/object_rule.hpp"

#include <algorithm>
#include <utility>

namespace tocca::deformable::detail {

NumberPairs::NumberPairs(std::vector<std::array<std::uint32_t, 2>> pairs) : pairs_(std::move(pairs))
{
    for (auto& [first, second] : pairs_) {
        if (second < first) std::swap(first, second);
    }
    std::sort(pairs_.begin(), pairs_.end());
}

bool NumberPairs::contains(std::uint32_t a, std::uint32_t b) const
{
    return std::binary_search(pairs_.begin(), pairs_.end(), std::array{std::min(a, b), std::max(a, b)});
}

ObjectRule::ObjectRule(const MovingScene& scene, const ContactFilter& filter)
    : skipped_objects_(filter.skipped_objects), skipped_groups_(filter.skipped_groups)
{
    const bool exceptions = !skipped_objects_.empty() || !skipped_groups_.empty();
    tags_.everything = filter.between && !exceptions;
    for (ObjectId object = 0; object < scene.object_count(); ++object) {
        const ObjectOptions& options = scene.object(object).options;
        groups_.push_back(options.group);
        const bool self = filter.self && options.self && allows(object, object);
        self_.push_back(self ? 1 : 0);
        if (!self) tags_.everything = false;
    }
    tags_.between = filter.between;
    tags_.self = self_;
    if (exceptions) tags_.pair = [this](ObjectId a, ObjectId b) { return allows(a, b); };
}

bool ObjectRule::allows(ObjectId a, ObjectId b) const
{
    return !skipped_objects_.contains(a, b) && !skipped_groups_.contains(groups_[a], groups_[b]);
}

}  // namespace tocca::deformable::detail
