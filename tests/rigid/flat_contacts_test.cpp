// SPDX-License-Identifier: Apache-2.0
// Faces that meet faces: thousands of pairs of triangles come into contact at once. The answers are known in closed form.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "support/poses.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/rigid/rigid_query.hpp"
#include "tocca/rigid/rigid_world.hpp"

namespace tocca::flat_contacts_test {
namespace {

using Eigen::AngleAxisd;
using Eigen::Isometry3d;
using Eigen::Vector3d;
using support::at;

constexpr double width = 10.0;

RigidBody plate(std::size_t cells)
{
    return RigidBody(sheet({.columns = cells, .rows = cells, .width = width, .depth = width}).mesh(), {.threads = 1});
}

/// A falls along z by `fall` from `height` above b; both are level, and nothing else is to change what is known.
void expect_level_contact(const Answer& answer, double height, double fall, const std::string& what)
{
    ASSERT_EQ(answer.outcome, Outcome::contact) << what;
    const double threshold = answer.threshold;
    EXPECT_GE(answer.contact->distance, 0.5 * threshold) << what;
    EXPECT_LE(answer.contact->distance, threshold) << what;
    EXPECT_NEAR(height - fall * answer.safe_until, answer.contact->distance, 1e-12) << what;
    EXPECT_NEAR(std::abs(answer.contact->normal.z()), 1.0, 1e-9) << what;
}

TEST(FlatContacts, PlatesOfAnySizeMeetInFewSteps)
{
    for (const std::size_t cells : {1U, 3U, 20U, 80U, 200U}) {
        const RigidBody a = plate(cells), b = plate(cells + cells / 3);
        const RigidMotion rest = at_rest(at(0, 0, 0));
        const auto ask = [&](const RigidMotion& motion, const std::string& what) {
            Statistics work;
            const Answer answer = first_contact(a, motion, b, rest, {.statistics = &work});
            expect_level_contact(answer, 1.0, 2.0, what + " " + std::to_string(cells));
            // Following every pair would take more than a million for the largest; what turns is bounded in floats alone.
            if (!motion.rotation) {
                EXPECT_LT(work.node_pairs + work.triangle_tests, 30'000U) << what << cells;
            }
            EXPECT_TRUE(collides(a, motion, b, rest)) << what;
            EXPECT_EQ(collision_outcome(a, motion, b, rest), Outcome::contact) << what;
        };
        ask(translation(at(0, 0, 1), {0, 0, -2}), "congruent");
        ask(translation(at(0.37, -0.21, 1), {0.3, 0.1, -2}), "aslant");
        ask(translation(at(0.8 * width, 0.7 * width, 1), {0, 0, -2}), "by a corner");
        Isometry3d turned = at(0.2, 0.4, 1);
        turned.linear() = AngleAxisd(0.5, Vector3d::UnitZ()).toRotationMatrix();
        ask(translation(turned, {0, 0, -2}), "turned in its plane");
        RigidMotion spins = translation(turned, {0, 0, -2});
        spins.rotation = Vector3d(0, 0, 1.0);
        ask(spins, "turning in its plane");
    }
}

TEST(FlatContacts, PlatesThatDoNotMeetAreFree)
{
    const RigidBody a = plate(80), b = plate(60);
    const RigidMotion rest = at_rest(at(0, 0, 0));
    const double threshold = first_contact(a, at_rest(at(0, 0, 1)), b, rest).threshold;
    for (const double left : {1.01 * threshold, 10.0 * threshold, 0.1}) {
        const RigidMotion motion = translation(at(0.3, 0.1, 1), {0, 0, left - 1.0});
        const Answer answer = first_contact(a, motion, b, rest);
        EXPECT_EQ(answer.outcome, Outcome::free) << left;
        EXPECT_FALSE(collides(a, motion, b, rest)) << left;
    }
    // Side by side in one plane.
    EXPECT_EQ(first_contact(a, translation(at(width + 0.01, 0, 1), {0, 0, -2}), b, rest).outcome, Outcome::free);
}

TEST(FlatContacts, CubesOnCubes)
{
    const RigidBody cube(box({.lengths = {1, 1, 1}}).mesh());
    for (const double angle : {0.0, 0.3, std::numbers::pi / 4.0}) {
        Isometry3d above = at(0.1, 0.2, 2);
        above.linear() = AngleAxisd(angle, Vector3d::UnitZ()).toRotationMatrix();
        const Answer answer = first_contact(cube, translation(above, {0, 0, -2}), cube, at_rest(at(0, 0, 0)));
        expect_level_contact(answer, 1.0, 2.0, "cube");
    }
    // A stack of plates in a world: the lowest gap closes first.
    rigid::RigidWorld world;
    const auto sheet_body = std::make_shared<const RigidBody>(plate(40));
    for (int i = 0; i < 5; ++i) {
        const double height = 0.5 * i + 0.01 * i * i;
        world.add(sheet_body, translation(at(0.1 * i, 0, height), {0, 0, -0.9 * height}));
    }
    const Answer free = first_contact(world);
    EXPECT_EQ(free.outcome, Outcome::free);
    world.move(4, translation(at(0.4, 0, 2.16), {0, 0, -3}));
    const Answer first = first_contact(world);
    ASSERT_EQ(first.outcome, Outcome::contact);
    EXPECT_EQ(first.pair->objects, (std::array<rigid::BodyId, 2>{3, 4}));
    EXPECT_GE(first.contact->distance, 0.5 * first.threshold);
    EXPECT_LE(first.contact->distance, first.threshold);
}

/// Which of the many is named, and when, is a matter of the question alone.
TEST(FlatContacts, TheAnswerDoesNotDependOnWhatWasAskedBefore)
{
    const RigidBody a = plate(50), b = plate(37);
    const RigidMotion rest = at_rest(at(0, 0, 0)), falls = translation(at(0.3, 0.1, 1), {0.2, 0, -2});
    const Answer expected = first_contact(a, falls, b, rest);
    RigidPair pair(a, b);
    for (const double x : {0.0, 3.0, -4.0}) {
        (void)pair.first_contact(translation(at(x, 0.5 * x, 1), {0, 0, -2}), rest);
        const Answer again = pair.first_contact(falls, rest);
        EXPECT_EQ(again.safe_until, expected.safe_until);
        EXPECT_EQ(again.contact->distance, expected.contact->distance);
        EXPECT_EQ(again.contact->vertices, expected.contact->vertices);
        EXPECT_EQ(again.contact->weights, expected.contact->weights);
    }
    for (const double until : {0.51, 0.75, 0.999}) {
        const Answer again = first_contact(a, falls, b, rest, {.until = until});
        EXPECT_EQ(again.safe_until, expected.safe_until);
        EXPECT_EQ(again.contact->vertices, expected.contact->vertices);
    }
}

TEST(FlatContacts, ASpentBudgetGivesTheTimeProven)
{
    const RigidBody a = plate(60), b = plate(60);
    const RigidMotion rest = at_rest(at(0, 0, 0)), falls = translation(at(0.3, 0.1, 1), {0, 0, -2});
    const Answer whole = first_contact(a, falls, b, rest);
    std::size_t undecided = 0;
    for (const std::uint64_t budget : {1U, 5U, 10U, 20U, 40U}) {
        const Answer answer = first_contact(a, falls, b, rest, {.budget = budget});
        if (answer.outcome == Outcome::contact) {
            EXPECT_EQ(answer.safe_until, whole.safe_until) << budget;
            continue;
        }
        EXPECT_EQ(answer.outcome, Outcome::undecided) << budget;
        ++undecided;
        EXPECT_LE(answer.safe_until, whole.safe_until) << budget;
        // Two volumes as flat as these say nearly all at once.
        if (budget >= 5) {
            EXPECT_GT(answer.safe_until, 0.4) << budget;
        }
        EXPECT_TRUE(collides(a, falls, b, rest, {.budget = budget})) << budget;
    }
    EXPECT_GE(undecided, 2U);
}

/// Every pair of such plates is near from the start, and has a level of its own: what is not decided within the budget is
/// free as far as the least that was proven of any.
TEST(FlatContacts, PlatesThatStartNearEachOther)
{
    const RigidBody a = plate(12), b = plate(9);
    const RigidMotion rest = at_rest(at(0, 0, 0));
    const double gap = 1e-5;
    EXPECT_EQ(first_contact(a, translation(at(0, 0, gap), {0, 0, 3}), b, rest).outcome, Outcome::free);
    const Answer pressed = first_contact(a, translation(at(0, 0, gap), {0, 0, -3}), b, rest);
    ASSERT_EQ(pressed.outcome, Outcome::contact);
    EXPECT_GE(gap - 3.0 * pressed.safe_until, 0.25 * gap);
    EXPECT_LE(gap - 3.0 * pressed.safe_until, 0.5 * gap + 1e-13);
}

}  // namespace
}  // namespace tocca::flat_contacts_test
