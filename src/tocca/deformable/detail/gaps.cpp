// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/gaps.hpp"

#include <algorithm>
#include <cmath>

#include "tocca/base/error.hpp"

namespace tocca::deformable::detail {

Gaps::Gaps(const MovingScene& scene, double distance) : step_(&scene.tree()), distance_(distance), largest_(distance)
{
    for (ObjectId object = 0; object < scene.object_count(); ++object) {
        const double thickness = scene.object(object).options.thickness;
        thickness_.push_back(thickness);
        largest_ = std::max(largest_, distance + 0.5 * (thickness + thickness));
    }
    require(std::isfinite(largest_), "clearance and thickness must add up to a finite number");
}

double Gaps::of(const Candidate& candidate, PairKind kind) const
{
    const auto thickness = [&](std::size_t corner) {
        return thickness_[step_->object_of(step_->number(candidate[corner]))];
    };
    return distance_ + 0.5 * (thickness(0) + thickness(kind == PairKind::vertex_face ? 1 : 2));
}

}  // namespace tocca::deformable::detail
