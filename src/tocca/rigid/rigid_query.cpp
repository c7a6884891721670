// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/rigid_query.hpp"

#include <optional>

#include "tocca/rigid/detail/crossing.hpp"
#include "tocca/rigid/detail/rigid_question.hpp"

namespace tocca {

namespace {

using rigid::ContactLevels;
using rigid::SearchLimits;
using rigid::SearchResult;
using rigid::TrianglePair;
using rigid::detail::ContactSearch;
using rigid::detail::RigidQuestion;

}  // namespace

bool collides(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b, const RigidMotion& motion_b,
              const QueryOptions& options)
{
    return collision_outcome(a, motion_a, b, motion_b, options) != Outcome::free;
}

Outcome collision_outcome(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b,
                          const RigidMotion& motion_b, const QueryOptions& options)
{
    const RigidQuestion question(a, motion_a, b, motion_b, options);
    // Bodies that pass through each other mostly do so here; a miss costs next to nothing.
    for (const double time : {0.5, 0.25, 0.75, 1.0, 0.0}) {
        if (time <= options.until && rigid::detail::crosses_at(question.bodies(), time, 64)) return Outcome::contact;
    }
    if (options.clearance > 0.0 && rigid::detail::starts_within(question.bodies(), options.clearance))
        return Outcome::contact;
    if (rigid::detail::starts_inside(question.bodies())) return Outcome::contact;
    const ContactLevels levels = question.levels();
    std::optional<SearchLimits> limits = question.limits(levels);
    if (!limits) return Outcome::free;
    limits->any = true;
    ContactSearch search(question.bodies(), levels, question.kernel());
    const SearchResult result = search.run(*limits);
    add_work(options, result.statistics);
    if (!result.found) return result.undecided ? Outcome::undecided : Outcome::free;
    if (question.resolved()) return Outcome::contact;
    // What rounding leaves open is a contact if the bodies are proven to cross after the first, not after any.
    limits->any = false;
    ContactSearch first(question.bodies(), levels, question.kernel());
    const SearchResult first_result = first.run(*limits);
    add_work(options, first_result.statistics);
    const bool undecided = question.answer(first_result, levels).outcome == Outcome::undecided;
    return undecided ? Outcome::undecided : Outcome::contact;
}

Answer first_contact(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b, const RigidMotion& motion_b,
                     const QueryOptions& options)
{
    return RigidPair(a, b).first_contact(motion_a, motion_b, options);
}

SafeStep safe_step(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b, const RigidMotion& motion_b,
                   const QueryOptions& options)
{
    SafeStep result{first_contact(a, motion_a, b, motion_b, options)};
    result.step = result.safe_until;
    return result;
}

Answer RigidPair::first_contact(const RigidMotion& motion_a, const RigidMotion& motion_b, const QueryOptions& options)
{
    const RigidQuestion question(a_, motion_a, b_, motion_b, options);
    const ContactLevels levels = question.levels();
    SearchResult found = {.safe_until = options.until};
    if (const std::optional<SearchLimits> limits = question.limits(levels)) {
        std::vector<TrianglePair> hints;
        if (touched_last_) hints.push_back({(*touched_last_)[0], (*touched_last_)[1]});
        ContactSearch search(question.bodies(), levels, question.kernel());
        found = search.run(*limits, hints);
    }
    add_work(options, found.statistics);
    if (found.found) touched_last_ = {found.found->pair.a, found.found->pair.b};
    return question.answer(found, levels);
}

}  // namespace tocca
