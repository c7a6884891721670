// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/rigid_query.hpp"

#include <optional>

#include "tocca/answer/option_rules.hpp"
#include "tocca/rigid/contact_search.hpp"
#include "tocca/rigid/detail/rigid_question.hpp"

namespace tocca {

namespace {

using rigid::ContactSearch;
using rigid::SearchResult;
using rigid::TrianglePair;
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
    return question.collision_outcome(question.from());
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
    SearchResult found = {.safe_until = options.until};
    if (const std::optional<double> from = question.from()) {
        std::vector<TrianglePair> hints;
        if (touched_last_) hints.push_back({(*touched_last_)[0], (*touched_last_)[1]});
        found =
            ContactSearch(question.bodies(), question.levels(), question.kernel()).run(question.limits(*from), hints);
    }
    add_work(options, found.statistics);
    if (found.found) touched_last_ = {found.found->pair.a, found.found->pair.b};
    return question.answer(question.named(found));
}

}  // namespace tocca
