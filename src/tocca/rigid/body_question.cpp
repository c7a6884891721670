// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/body_question.hpp"

#include "tocca/base/error.hpp"
#include "tocca/bvh/rss_tree.hpp"
#include "tocca/rigid/contact_search.hpp"
#include "tocca/rigid/crossing.hpp"
#include "tocca/rigid/named_contact.hpp"

namespace tocca::rigid {

BodyQuestion::BodyQuestion(const PaddedBody& a, const PaddedBody& b, const QueryOptions& options)
    : PairQuestion({a.body.body.diameter(), a.body.motion.position_error(), a.padding},
                   {b.body.body.diameter(), b.body.motion.position_error(), b.padding}, options),
      bodies_{a.body, b.body, a.body.motion.position_error() + b.body.motion.position_error() + least_length}
{
    require(!a.body.body.moved_from() && !b.body.body.moved_from(), "a rigid body was moved from");
}

bool BodyQuestion::nothing_to_ask() const { return bodies_.a.body.tree().empty() || bodies_.b.body.tree().empty(); }

SearchResult BodyQuestion::named(SearchResult result) const
{
    if (result.found && !result.undecided) result.found = named_contact(bodies_, levels(), *result.found);
    return result;
}

SearchResult BodyQuestion::search(const SearchLimits& limits) const
{
    const SearchResult result = ContactSearch(bodies_, levels(), kernel()).run(limits);
    return limits.any ? result : named(result);
}

bool BodyQuestion::crosses_sometime() const
{
    // Bodies that pass through each other mostly do so here; a miss costs next to nothing.
    for (const double time : {0.5, 0.25, 0.75, 1.0, 0.0}) {
        if (time <= options().until && crosses_at(bodies_, time, 64)) return true;
    }
    return false;
}

bool BodyQuestion::starts_within(double level) const { return rigid::starts_within(bodies_, level); }
bool BodyQuestion::starts_inside() const { return rigid::starts_inside(bodies_); }

std::optional<double> BodyQuestion::penetration_after(const FoundContact& found) const
{
    return rigid::penetration_after(bodies_, found, levels().threshold);
}

}  // namespace tocca::rigid
