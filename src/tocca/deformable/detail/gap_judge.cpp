// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/gap_judge.hpp"

#include <algorithm>
#include <cmath>

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/deformable/detail/events.hpp"
#include "tocca/elementary/clearance.hpp"
#include "tocca/elementary/clearance_filter.hpp"
#include "tocca/elementary/contact_place.hpp"
#include "tocca/elementary/decide.hpp"
#include "tocca/elementary/exact_clearance.hpp"

namespace tocca::deformable::detail {
namespace {

void count(Statistics::StageCounts& stages, Stage stage) { ++stages[static_cast<std::size_t>(stage)]; }

}  // namespace

GapJudge::GapJudge(const MovingScene& scene, const QueryOptions& options)
    : step_(scene.tree()),
      clearance_(options.clearance),
      near_fraction_(options.near_fraction.value_or(default_near_fraction)),
      until_(options.until),
      k_(grid_exponent(bracket_width(options)))
{
    for (ObjectId object = 0; object < scene.object_count(); ++object)
        thickness_.push_back(scene.object(object).options.thickness);
    require(std::isfinite(max_gap()), "clearance and thickness must add up to a finite number");
}

double GapJudge::max_gap() const
{
    const auto greatest = std::max_element(thickness_.begin(), thickness_.end());
    return greatest == thickness_.end() ? clearance_ : gap_between(clearance_, *greatest, *greatest);
}

double GapJudge::gap_of(const Candidate& ordered, PairKind kind) const
{
    const std::size_t second = kind == PairKind::vertex_face ? 1 : 2;
    return gap_between(clearance_, thickness_[step_.object_of(step_.number(ordered[0]))],
                       thickness_[step_.object_of(step_.number(ordered[second]))]);
}

std::optional<DyadicBracket> GapJudge::first_within(const PairRows& rows, PairKind kind, double gap, double until,
                                                    Statistics::StageCounts& stages) const
{
    if (gap == 0.0) {
        const elementary::Decision decision = elementary::decide(rows, kind, k_);
        count(stages, decision.stage);
        return decision.contact ? std::optional(decision.bracket) : std::nullopt;
    }
    if (until < 1.0) {
        const elementary::ClearanceFilter filter(rows, kind, gap);
        if (filter.in_range() && filter.certainly_apart({0.0, until}, filter.closest_at(0.0).difference)) {
            count(stages, Stage::subdivision);
            return std::nullopt;
        }
    }
    const elementary::FilteredClearance filtered = elementary::first_within_filtered(rows, kind, gap, k_);
    count(stages, filtered.decided ? Stage::subdivision : Stage::exact);
    return filtered.decided ? filtered.first : elementary::first_within_exact(rows, kind, gap, k_);
}

GapJudgement GapJudge::judge(const Candidate& ordered, PairKind kind, double until,
                             Statistics::StageCounts& stages) const
{
    GapJudgement result = whole_step(ordered, kind, until, stages);
    if (result.first && !begins_by(result.first->lower, result.first->upper, until_)) result.first.reset();
    return result;
}

GapJudgement GapJudge::whole_step(const Candidate& ordered, PairKind kind, double until,
                                  Statistics::StageCounts& stages) const
{
    const PairRows rows = step_.rows(ordered);
    GapJudgement result{.gap = gap_of(ordered, kind)};
    result.first = first_within(rows, kind, result.gap, until, stages);
    const auto at_start = [&] { return result.first && result.first->upper == 0.0; };
    if (result.gap == 0.0 || !at_start()) return result;

    Start::NearPair near;
    near.distance = start_distance(rows, kind, result.gap);
    result.gap = near_fraction_ * near.distance;
    result.first = first_within(rows, kind, result.gap, until, stages);
    if (result.gap > 0.0 && at_start()) {
        result.gap = 0.0;
        result.first = first_within(rows, kind, result.gap, until, stages);
    }
    near.gap = result.gap;
    Contact named;
    step_.name(ordered, kind, named);
    near.kind = kind;
    near.vertices = named.vertices;
    near.objects = named.objects;
    result.near = near;
    return result;
}

Contact GapJudge::contact(const Candidate& ordered, PairKind kind, const GapJudgement& judgement) const
{
    Contact contact{.toc = {judgement.first->lower, judgement.first->upper},
                    .sooner_than_any_double = judgement.first->below_least_double};
    const PairRows rows = step_.rows(ordered);
    if (judgement.gap > 0.0)
        elementary::place_approach(rows, kind, contact);
    else
        elementary::place_contact(rows, kind, contact);
    step_.name(ordered, kind, contact);
    return contact;
}

}  // namespace tocca::deformable::detail
