// SPDX-License-Identifier: Apache-2.0
#include "study/whole_bodies.hpp"

#include <gtest/gtest.h>

#include "scenes/rigid_models.hpp"
#include "scenes/rigid_shots.hpp"
#include "support/effort.hpp"
#include "support/rigid_queries.hpp"
#include "support/rigid_reference.hpp"

namespace tocca::study::whole_bodies_test {
namespace {

using support::effort;
using support::find_difference;
using support::RigidCase;

TEST(WholeBodies, GiveTheAnswerOfTheHeapToTheLastBit)
{
    std::size_t compared = 0, contacts = 0;
    const std::size_t count = effort(600);
    for (std::size_t i = 0; i < count; ++i) {
        RigidCase c = support::random_rigid_case(71'000'000'000 + i);
        c.options.budget = 1'000'000;
        const RigidBody a(c.mesh_a, {.isolated_vertices = true, .threads = 1}),
            b(c.mesh_b, {.isolated_vertices = true, .threads = 1});
        const Answer expected = first_contact(a, c.motion_a, b, c.motion_b, c.options);
        const Answer found = first_contact_of_whole_bodies(a, c.motion_a, b, c.motion_b, {.query = c.options});
        if (expected.outcome == Outcome::undecided || found.outcome == Outcome::undecided) continue;
        ASSERT_EQ(find_difference(found, expected).value_or(""), "") << "case " << i;
        ++compared;
        contacts += expected.outcome == Outcome::contact ? 1 : 0;
    }
    EXPECT_GT(compared, count / 2);
    EXPECT_GT(contacts, count / 20);
}

TEST(WholeBodies, TakeMoreStepsThanTheHeap)
{
    const RigidBody knot(scenes::scaled_to_radius(scenes::trefoil_knot(2'000), 50.0));
    Statistics whole, heap;
    const std::vector<scenes::RigidShot> shots = scenes::rigid_shots();
    for (std::size_t i = 0; i < 20; ++i) {
        const Answer expected =
            first_contact(knot, shots[i].moving, knot, shots[i].resting, {.threshold = 0.001, .statistics = &heap});
        const Answer found = first_contact_of_whole_bodies(knot, shots[i].moving, knot, shots[i].resting,
                                                           {.query = {.threshold = 0.001, .statistics = &whole}});
        EXPECT_EQ(find_difference(found, expected).value_or(""), "") << "shot " << i;
    }
    EXPECT_GT(heap.node_pairs, 0U);
    EXPECT_GT(whole.node_pairs, heap.node_pairs);
}

TEST(WholeBodies, ASpentBudgetLeavesTheAnswerOpen)
{
    const RigidBody knot(scenes::scaled_to_radius(scenes::trefoil_knot(2'000), 50.0));
    for (const scenes::RigidShot& shot : scenes::rigid_shots()) {
        const Answer whole = first_contact(knot, shot.moving, knot, shot.resting, {.threshold = 0.001});
        if (whole.outcome != Outcome::contact) continue;
        const Answer found = first_contact_of_whole_bodies(knot, shot.moving, knot, shot.resting,
                                                           {.query = {.threshold = 0.001, .budget = 3}});
        EXPECT_EQ(found.outcome, Outcome::undecided);
        EXPECT_LE(found.safe_until, whole.safe_until);
        return;
    }
    FAIL() << "no shot has a contact";
}

}  // namespace
}  // namespace tocca::study::whole_bodies_test
