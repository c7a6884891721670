// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/step_judge.hpp"

#include <cmath>

#include "tocca/base/error.hpp"

namespace tocca::deformable::detail {

StepJudge::StepJudge(const MovingScene& scene, const QueryOptions& options, double margin)
    : step_(&scene.tree()),
      options_(&options),
      contacts_(scene, options, true, Subject::mesh_step),
      margin_(margin),
      until_(options.until),
      k_(grid_exponent(bracket_width(options))),
      largest_(rule_of(contacts_.max_gap()))
{
    require(std::isfinite(max_gap()), "clearance, thickness and `reach` must add up to a finite number");
}

elementary::KeepRule StepJudge::rule_of(double gap) const
{
    return {.least = {gap, options_->near_fraction.value_or(default_near_fraction)},
            .near_keep = options_->near_fraction.value_or(default_near_keep),
            .keep = options_->keep.value_or(default_keep),
            .reach = options_->reach.value_or(gap),
            .margin = margin_};
}

}  // namespace tocca::deformable::detail
