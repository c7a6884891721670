// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/pair_judge.hpp"

#include <cmath>

#include "tocca/base/error.hpp"
#include "tocca/elementary/contact_place.hpp"

namespace tocca::deformable::detail {
namespace {

/// The options, checked.
const QueryOptions& checked(const QueryOptions& options, Subject subject)
{
    check_options(options, subject);
    return options;
}

}  // namespace

PairJudge::PairJudge(const MovingScene& scene, const QueryOptions& options, bool timed, Subject subject)
    : step_(&scene.tree()),
      clearance_(checked(options, subject).clearance),
      near_fraction_(options.near_fraction.value_or(default_near_fraction)),
      until_(options.until),
      k_(grid_exponent(bracket_width(options))),
      timed_(timed || until_ < 1.0),
      kernel_(&elementary::filter_kernel(options.target)),
      max_gap_(clearance_)
{
    for (ObjectId object = 0; object < scene.object_count(); ++object) {
        const double thickness = scene.object(object).options.thickness;
        thickness_.push_back(thickness);
        max_gap_ = std::max(max_gap_, clearance_ + 0.5 * (thickness + thickness));
    }
    require(std::isfinite(max_gap_), "clearance and thickness must add up to a finite number");
}

double PairJudge::gap_of(const Candidate& ordered, PairKind kind) const
{
    const auto thickness = [&](std::size_t corner) {
        return thickness_[step_->object_of(step_->number(ordered[corner]))];
    };
    return clearance_ + 0.5 * (thickness(0) + thickness(kind == PairKind::vertex_face ? 1 : 2));
}

Contact PairJudge::contact(const Candidate& ordered, PairKind kind, const elementary::Approach& approach) const
{
    Contact contact = elementary::contact_of(step_->rows(ordered), kind, approach.decision.bracket, approach.gap);
    step_->name(ordered, kind, contact);
    return contact;
}

}  // namespace tocca::deformable::detail
