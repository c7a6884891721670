// SPDX-License-Identifier: Apache-2.0
#include "tocca/scene/detail/mixed_question.hpp"

#include "tocca/base/error.hpp"
#include "tocca/bvh/rss_tree.hpp"
#include "tocca/scene/detail/start_state.hpp"

namespace tocca::scene::detail {

MixedQuestion::MixedQuestion(const DeformingObject& object, const rigid::PaddedBody& body, const QueryOptions& options,
                             double object_padding)
    : PairQuestion({object.diameter(), object.position_error(), object_padding},
                   {body.body.body.diameter(), body.body.motion.position_error(), body.padding}, options),
      pair_(object, body.body)
{
    require(!body.body.body.moved_from(), "a rigid body was moved from");
}

bool MixedQuestion::nothing_to_ask() const { return !pair_.object.root() || pair_.body.body.tree().empty(); }

rigid::SearchResult MixedQuestion::search(const rigid::SearchLimits& limits) const
{
    MixedSearch search(pair_, levels(), kernel());
    rigid::SearchResult result = search.run(limits);
    if (!limits.any && !result.undecided) result.found = search.named();
    return result;
}

bool MixedQuestion::starts_within(double level) const { return detail::starts_within(pair_, level); }
bool MixedQuestion::starts_inside() const { return detail::starts_inside(pair_); }

std::optional<double> MixedQuestion::penetration_after(const rigid::FoundContact& found) const
{
    return detail::penetration_after(pair_, found, levels().threshold);
}

}  // namespace tocca::scene::detail
