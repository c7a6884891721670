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
      gaps_(scene, checked(options, subject).clearance),
      near_fraction_(options.near_fraction.value_or(default_near_fraction)),
      until_(options.until),
      k_(grid_exponent(bracket_width(options))),
      timed_(timed || until_ < 1.0),
      kernel_(&elementary::filter_kernel(options.target)),
      filter_(*step_, options.target)
{}

Contact PairJudge::contact(const Candidate& ordered, PairKind kind, const elementary::Approach& approach) const
{
    Contact contact = elementary::contact_of(step_->rows(ordered), kind, approach.decision.bracket, approach.gap);
    step_->name(ordered, kind, contact);
    return contact;
}

}  // namespace tocca::deformable::detail
