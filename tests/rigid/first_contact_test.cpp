// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <stop_token>
#include <vector>

#include "support/effort.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "support/rigid_queries.hpp"
#include "support/rigid_reference.hpp"
#include "tocca/base/error.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/rigid/rigid_query.hpp"

namespace tocca::first_contact_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using support::at;
using support::effort;
using support::Random;

RigidBody cube(double length = 1.0) { return RigidBody(box({.lengths = {length, length, length}}).mesh()); }

RigidBody triangle()
{
    return RigidBody(TriangleMesh({{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}}, {{0, 1, 2}}));
}

/// The answer, after it was checked by brute force.
Answer checked(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b, const RigidMotion& motion_b,
               const QueryOptions& options = {})
{
    Answer answer = first_contact(a, motion_a, b, motion_b, options);
    EXPECT_EQ(support::find_fault({a, motion_a, b, motion_b, options}, answer, 100).value_or(""), "");
    return answer;
}

TEST(RigidFirstContact, TwoCubesHeadOn)
{
    const RigidBody a = cube(), b = cube();
    const Answer answer =
        checked(a, translation(at(0, 0, 0), {4, 0, 0}), b, at_rest(at(3, 0.1, 0.2)), {.threshold = 1e-6});
    ASSERT_EQ(answer.outcome, Outcome::contact);
    EXPECT_NEAR(answer.safe_until, 0.5, 1e-6);
    EXPECT_LE(answer.contact->distance, 1e-6);
    EXPECT_GE(answer.contact->distance, 0.5e-6);
    EXPECT_NEAR(std::abs(answer.contact->normal.x()), 1.0, 1e-6);
    EXPECT_NEAR(answer.contact->point.x(), 2.5, 1e-5);
    ASSERT_TRUE(answer.contact->crosses_at.has_value());
    EXPECT_GT(*answer.contact->crosses_at, 0.5);
    EXPECT_TRUE(support::brute_force_meet({a, translation(at(0, 0, 0), {4, 0, 0}), b, at_rest(at(3, 0.1, 0.2))},
                                          *answer.contact->crosses_at));
}

TEST(RigidFirstContact, ABarThatTurnsHitsAPost)
{
    const RigidBody bar(box({.lengths = {10.0, 0.2, 0.2}}).mesh());
    const RigidBody post(box({.lengths = {0.2, 0.2, 4.0}}).mesh());
    const RigidMotion turning = turn(at(0, 0, 0), Vector3d::Zero(), {0, 0, std::numbers::pi});
    const Answer answer = checked(bar, turning, post, at_rest(at(0, 4, 0)));
    ASSERT_EQ(answer.outcome, Outcome::contact);
    // The leading side of the bar comes to the post's corner at (0.1, 3.9) just before a quarter turn.
    EXPECT_GT(answer.safe_until, 0.45);
    EXPECT_LT(answer.safe_until, 0.5);
    // The same post beyond the bar's reach, and one turned around eleven times.
    EXPECT_EQ(checked(bar, turning, post, at_rest(at(0, 5.2, 0))).outcome, Outcome::free);
    const RigidMotion eleven_turns = turn(at(0, 0, 0), Vector3d::Zero(), {0, 0, 22.0 * std::numbers::pi});
    EXPECT_EQ(checked(bar, eleven_turns, post, at_rest(at(0, 5.2, 0))).outcome, Outcome::free);
    EXPECT_NEAR(checked(bar, eleven_turns, post, at_rest(at(0, 4, 0))).safe_until, answer.safe_until / 22.0, 1e-5);
}

TEST(RigidFirstContact, NoMotionOfAnyKindIsFreeWhereBodiesAreApart)
{
    const RigidBody a = cube(), b = cube();
    EXPECT_EQ(checked(a, at_rest(at(0, 0, 0)), b, at_rest(at(1.5, 0, 0))).outcome, Outcome::free);
    EXPECT_EQ(checked(a, translation(at(0, 0, 0), {1e-300, 0, 0}), b, at_rest(at(1.5, 0, 0))).outcome, Outcome::free);
    EXPECT_EQ(checked(a, translation(at(0, 0, 0), {1, 1, 1}), b, translation(at(1.5, 0, 0), {1, 1, 1})).outcome,
              Outcome::free);
    Statistics work;
    const Answer far =
        checked(a, at_rest(at(0, 0, 0)), b, translation(at(1e9, 0, 0), {0, 1e9, 0}), {.statistics = &work});
    EXPECT_EQ(far.outcome, Outcome::free);
    EXPECT_EQ(far.safe_until, 1.0);
    EXPECT_EQ(work.node_pairs, 0U);
}

TEST(RigidFirstContact, TouchingAndOverlappingAtTheStart)
{
    const RigidBody a = cube(), b = cube();
    for (const double x : {1.0, 0.5, 0.0}) {
        const Answer answer = checked(a, translation(at(0, 0, 0), {-3, 0, 0}), b, at_rest(at(x, 0, 0)));
        EXPECT_EQ(answer.outcome, Outcome::touching_at_start) << x;
        EXPECT_EQ(answer.safe_until, 0.0);
        ASSERT_TRUE(answer.contact.has_value());
        EXPECT_EQ(answer.contact->toc.upper, 0.0);
        EXPECT_TRUE(collides(a, translation(at(0, 0, 0), {-3, 0, 0}), b, at_rest(at(x, 0, 0))));
    }
}

TEST(RigidFirstContact, BodiesThatLieNearEachOtherMayPart)
{
    const RigidBody a = cube(), b = cube();
    const QueryOptions options = {.threshold = 1e-3};
    // Within the threshold from the start: sliding and parting are free, and so is coming nearer by less than half.
    const Isometry3d start = at(1.0 + 1e-4, 0, 0);
    EXPECT_EQ(checked(a, at_rest(at(0, 0, 0)), b, translation(start, {0, 0.3, 0.2}), options).outcome, Outcome::free);
    EXPECT_EQ(checked(a, at_rest(at(0, 0, 0)), b, translation(start, {2, 0, 0}), options).outcome, Outcome::free);
    EXPECT_EQ(checked(a, at_rest(at(0, 0, 0)), b, translation(start, {-3e-5, 0, 0}), options).outcome, Outcome::free);
    EXPECT_EQ(checked(a, at_rest(at(0, 0, 0)), b, translation(start, {-2e-4, 0, 0}), options).outcome,
              Outcome::contact);
}

TEST(RigidFirstContact, FacesSlideAtADistanceOfOneThreshold)
{
    const RigidBody a = cube(), b = cube();
    for (const double scale : {1e-6, 1.0, 1e6}) {
        const RigidBody small_a(support::moved(a.mesh(), scale, {0, 0, 0}));
        const RigidBody small_b(support::moved(b.mesh(), scale, {0, 0, 0}));
        for (const double part : {0.99, 1.01}) {
            Statistics work;
            const QueryOptions options = {.threshold = 1e-4 * scale, .statistics = &work};
            const double height = (1.0 + part * 1e-4) * scale;
            const Answer answer =
                checked(small_a, at_rest(at(0, 0, 0)), small_b,
                        translation(at(-2.0 * scale, 0.1 * scale, height), {4.0 * scale, 0, 0}), options);
            EXPECT_EQ(answer.outcome, part < 1.0 ? Outcome::contact : Outcome::free) << scale << ' ' << part;
            EXPECT_LE(work.node_pairs + work.triangle_tests, 2'000U);
        }
    }
}

TEST(RigidFirstContact, SurfacesWithinEachOtherAreFree)
{
    const RigidBody shell = cube(4.0), core = cube(1.0);
    const RigidMotion inside = {.from = at(0, 0, 0), .to = at(0.5, 0, 0), .rotation = Vector3d(1, 2, 3)};
    EXPECT_EQ(checked(core, inside, shell, at_rest(at(0, 0, 0))).outcome, Outcome::free);
    EXPECT_FALSE(collides(core, inside, shell, at_rest(at(0, 0, 0))));
    EXPECT_EQ(checked(core, translation(at(0, 0, 0), {5, 0, 0}), shell, at_rest(at(0, 0, 0))).outcome,
              Outcome::contact);
    // A solid knows its inside.
    const RigidBody solid(box({.lengths = {4.0, 4.0, 4.0}}).mesh(), {.solid = true});
    const Answer answer = first_contact(core, inside, solid, at_rest(at(0, 0, 0)));
    EXPECT_EQ(answer.outcome, Outcome::inside);
    EXPECT_EQ(answer.safe_until, 0.0);
    EXPECT_FALSE(answer.contact.has_value());
    EXPECT_EQ(first_contact(core, at_rest(at(9, 0, 0)), solid, at_rest(at(0, 0, 0))).outcome, Outcome::free);
}

TEST(RigidFirstContact, BodiesOfAnyTriangles)
{
    const RigidMotion falling = translation(at(0.2, 0.2, 2), {0, 0, -4}), resting = at_rest(at(0, 0, 0));
    const RigidBody ground = triangle();
    const RigidBody point(TriangleMesh({{0, 0, 0}}, {}), {.isolated_vertices = true});
    const RigidBody segment(TriangleMesh({{0, 0, 0}, {0, 0.1, 0.1}}, {}, {{0, 1}}));
    const RigidBody needle(TriangleMesh({{0, 0, 0}, {0, 0, 1}, {1e-12, 0, 0.5}}, {{0, 1, 2}}));
    const RigidBody collapsed(TriangleMesh({{0, 0, 0}, {0.1, 0, 0}}, {{0, 1, 1}, {0, 0, 0}}));
    const RigidBody repeated(TriangleMesh({{0, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0.1}}, {{0, 1, 2}, {0, 1, 2}, {2, 1, 0}}));
    for (const RigidBody* body : {&ground, &point, &segment, &needle, &collapsed, &repeated}) {
        const Answer answer = checked(*body, falling, ground, resting);
        EXPECT_EQ(answer.outcome, Outcome::contact);
        EXPECT_NEAR(answer.safe_until, 0.5, 1e-4);
        EXPECT_TRUE(collides(*body, falling, ground, resting));
        EXPECT_EQ(checked(*body, translation(at(0.9, 0.9, 2), {0, 0, -4}), ground, resting).outcome, Outcome::free);
    }
    // A vertex on a vertex: only the exact way meets.
    EXPECT_TRUE(collides(point, translation(at(0, 0, 1), {0, 0, -2}), point, resting));
    EXPECT_FALSE(collides(point, translation(at(1e-9, 0, 1), {0, 0, -2}), point, resting));
}

TEST(RigidFirstContact, EmptyBodiesAreFree)
{
    const RigidBody nothing{TriangleMesh()}, body = cube();
    const Answer answer = first_contact(nothing, at_rest(at(0, 0, 0)), body, at_rest(at(0, 0, 0)));
    EXPECT_EQ(answer.outcome, Outcome::free);
    EXPECT_EQ(answer.safe_until, 1.0);
    EXPECT_FALSE(collides(nothing, at_rest(at(0, 0, 0)), nothing, at_rest(at(0, 0, 0))));
}

TEST(RigidFirstContact, ScalesAndOffsets)
{
    for (const double scale : {1e-6, 1.0, 1e6}) {
        for (const double offset : {0.0, 1.0, 1e4}) {
            const double away = offset * scale;
            const RigidBody a(support::moved(cube().mesh(), scale, {away, -away, away}));
            const RigidBody b(support::moved(cube().mesh(), scale, {-away, away, 0}));
            const Vector3d back_a(-away, away, -away), back_b(away, -away, 0);
            RigidMotion motion_a = translation(at(0, 0, 0), {4.0 * scale, 0, 0});
            motion_a.from.translation() = back_a;
            motion_a.to.translation() = back_a + Vector3d(4.0 * scale, 0, 0);
            const RigidMotion motion_b =
                at_rest(Isometry3d(Eigen::Translation3d(back_b + Vector3d(3.0 * scale, 0, 0))));
            const Answer answer = checked(a, motion_a, b, motion_b);
            ASSERT_EQ(answer.outcome, Outcome::contact) << scale << ' ' << offset;
            EXPECT_NEAR(answer.safe_until, 0.5, 1e-4);
        }
    }
}

/// A ball flies through a hollow one, which it touches where it enters and where it leaves. Lengths may be too small for
/// the volumes of trees, which then tell nothing and cost steps, or so small that their squares are lost and bodies count
/// as touching from the start; nowhere is a span free that is not.
TEST(RigidFirstContact, BodiesOfAnySizeAreNotMissed)
{
    for (int exponent = 45; exponent > -1062; exponent -= 5) {
        const double scale = std::ldexp(1.0, exponent);
        const RigidBody hollow(support::moved(ico_sphere({.radius = 1.0, .subdivisions = 2}).mesh(), scale, {}));
        const RigidBody ball(support::moved(ico_sphere({.radius = 0.125, .subdivisions = 0}).mesh(), scale, {}));
        for (const bool turns : {false, true}) {
            RigidMotion motion = translation(at(0, 0, 9 * scale), {0, 0, -18 * scale});
            if (turns) motion.rotation = Vector3d(0.1, 0.2, 0.3);
            const Answer answer = first_contact(ball, motion, hollow, at_rest(at(0, 0, 0)), {.budget = 5000});
            EXPECT_NE(answer.outcome, Outcome::free) << exponent;
            EXPECT_LT(answer.safe_until, 0.4445) << exponent;
            EXPECT_EQ(answer.outcome == Outcome::contact && answer.safe_until > 0.43, exponent > -455) << exponent;
            EXPECT_EQ(answer.outcome == Outcome::touching_at_start, exponent < -460) << exponent;
        }
    }
}

TEST(RigidFirstContact, ClearanceIsKept)
{
    const RigidBody a = cube(), b = cube();
    const RigidMotion passing = translation(at(-3, 1.2, 0), {6, 0, 0}), resting = at_rest(at(0, 0, 0));
    EXPECT_EQ(checked(a, passing, b, resting).outcome, Outcome::free);
    EXPECT_EQ(checked(a, passing, b, resting, {.clearance = 0.19}).outcome, Outcome::free);
    const Answer answer = checked(a, passing, b, resting, {.clearance = 0.21});
    EXPECT_EQ(answer.outcome, Outcome::contact);
    EXPECT_GT(answer.contact->distance, 0.21);
    EXPECT_TRUE(collides(a, passing, b, resting, {.clearance = 0.21}));
    EXPECT_FALSE(collides(a, passing, b, resting, {.clearance = 0.19}));
}

TEST(RigidFirstContact, StartsWithinAClearanceAreTold)
{
    const RigidBody a = cube(), b = cube();
    const RigidMotion resting = at_rest(at(0, 0, 0)), beside = at_rest(at(1.25, 0, 0));
    const RigidMotion leaving = translation(at(1.25, 0, 0), {1, 0, 0});
    for (const RigidMotion& motion : {beside, leaving}) {
        const Answer near = checked(a, motion, b, resting, {.clearance = 0.3});
        EXPECT_EQ(near.outcome, Outcome::near_at_start);
        EXPECT_EQ(near.safe_until, 1.0);
        EXPECT_TRUE(near.start.near);
        EXPECT_TRUE(collides(a, motion, b, resting, {.clearance = 0.3}));
        EXPECT_FALSE(checked(a, motion, b, resting, {.clearance = 0.2}).start.near);
        EXPECT_FALSE(collides(a, motion, b, resting, {.clearance = 0.2}));
    }
    EXPECT_FALSE(checked(a, beside, b, resting, {}).start.near);
}

TEST(RigidFirstContact, UntilEndsTheQuestion)
{
    const RigidBody a = cube(), b = cube();
    const RigidMotion moving = translation(at(0, 0, 0), {4, 0, 0}), resting = at_rest(at(3, 0, 0));
    const Answer early = checked(a, moving, b, resting, {.until = 0.25});
    EXPECT_EQ(early.outcome, Outcome::free);
    EXPECT_EQ(early.safe_until, 0.25);
    EXPECT_EQ(checked(a, moving, b, resting, {.until = 0.75}).outcome, Outcome::contact);
    EXPECT_EQ(checked(a, moving, b, resting, {.until = 0.0}).outcome, Outcome::free);
    EXPECT_FALSE(collides(a, moving, b, resting, {.until = 0.25}));
}

TEST(RigidFirstContact, ASpentBudgetSaysWhatIsSafe)
{
    const RigidBody a(ico_sphere({.radius = 1.0, .subdivisions = 2}).mesh()), b = a;
    const RigidMotion moving = {.from = at(0, 0, 0), .to = at(4, 0.3, 0), .rotation = Vector3d(3, 1, 0)};
    const RigidMotion resting = at_rest(at(3, 0, 0));
    const Answer whole = checked(a, moving, b, resting);
    ASSERT_EQ(whole.outcome, Outcome::contact);
    double before = -1.0;
    for (const std::uint64_t budget : {0U, 1U, 2U, 5U, 10U, 20U, 40U, 80U, 200U}) {
        Statistics work;
        const Answer answer = checked(a, moving, b, resting, {.budget = budget, .statistics = &work});
        if (answer.outcome == Outcome::undecided) {
            EXPECT_LE(answer.safe_until, whole.safe_until);
            EXPECT_GE(answer.safe_until, before);
            EXPECT_LE(work.node_pairs + work.triangle_tests, budget + 1);
            before = answer.safe_until;
        } else {
            EXPECT_EQ(support::find_difference(answer, whole).value_or(""), "");
        }
    }
    EXPECT_GT(before, 0.0);
}

TEST(RigidFirstContact, ATimeToleranceTakesCrossingsSoonAfter)
{
    const RigidBody a = cube(), b = cube();
    const Answer answer = checked(a, translation(at(0, 0, 0), {4, 0, 0}), b, at_rest(at(3, 0.1, 0.2)),
                                  {.threshold = 1e-12, .tolerance = 0.01});
    ASSERT_EQ(answer.outcome, Outcome::contact);
    EXPECT_LE(answer.contact->toc.lower, 0.5);
    EXPECT_LE(answer.contact->toc.upper - answer.contact->toc.lower, 0.0100001);
}

TEST(RigidFirstContact, AStopRequestEndsTheCall)
{
    std::stop_source source;
    source.request_stop();
    const RigidBody a = cube(), b = cube();
    try {
        (void)first_contact(a, translation(at(0, 0, 0), {4, 0, 0}), b, at_rest(at(3, 0, 0)),
                            {.stop = source.get_token()});
        FAIL() << "not stopped";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::interrupted);
    }
}

TEST(RigidFirstContact, RefusesBadOptionsAndBadPoses)
{
    const RigidBody body = cube();
    const RigidMotion rest = at_rest(at(0, 0, 0));
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    const auto ask = [&](const QueryOptions& options) { (void)first_contact(body, rest, body, rest, options); };
    for (const double bad : {0.0, -1.0, nan}) EXPECT_THROW(ask({.threshold = bad}), std::invalid_argument) << bad;
    for (const double bad : {-1.0, nan, infinity}) {
        EXPECT_THROW(ask({.clearance = bad}), std::invalid_argument) << bad;
    }
    for (const double bad : {-1.0, nan}) EXPECT_THROW(ask({.tolerance = bad}), std::invalid_argument) << bad;
    for (const double bad : {-0.1, 1.1, nan}) EXPECT_THROW(ask({.until = bad}), std::invalid_argument) << bad;
    EXPECT_THROW(ask({.target = "no such target"}), std::invalid_argument);
    EXPECT_THROW((void)first_contact(body, at_rest(at(nan, 0, 0)), body, rest), Error);
    EXPECT_THROW((void)first_contact(body, at_rest(at(1e16, 0, 0)), body, rest), Error);
    RigidMotion mirrored = rest;
    mirrored.from.linear()(0, 0) = -1.0;
    EXPECT_THROW((void)collides(body, mirrored, body, rest), Error);
    EXPECT_THROW(RigidBody(TriangleMesh({{2e15, 0, 0}, {0, 0, 0}}, {}, {{0, 1}})), Error);
}

TEST(RigidFirstContact, RefusesOptionsThatDoNotApply)
{
    const RigidBody body = cube();
    const RigidMotion rest = at_rest(at(0, 0, 0)), away = at_rest(at(9, 0, 0));
    const auto refused = [&](const QueryOptions& options) {
        EXPECT_THROW((void)first_contact(body, rest, body, away, options), std::invalid_argument);
        EXPECT_THROW((void)collides(body, rest, body, away, options), std::invalid_argument);
        EXPECT_THROW((void)safe_step(body, rest, body, away, options), std::invalid_argument);
    };
    refused({.near_fraction = 0.5});
    refused({.self = false});
    refused({.between = false});
    refused({.ignored_pairs = {{0, 1}}});
    refused({.ignored_groups = {{0, 1}}});
    refused({.accept = [](const FeaturePair&) { return true; }});
    refused({.accept_objects = [](std::uint32_t, std::uint32_t) { return true; }});
    refused({.assume_start_free = true});
    refused({.check_limits = true});
}

TEST(RigidFirstContact, TwoHundredCubesDoNotPassThroughAThinPlate)
{
    const RigidBody plate(sheet({.columns = 4, .rows = 4, .width = 20.0, .depth = 20.0}).mesh());
    const RigidBody shot = cube(0.5);
    Random random(1);
    const Isometry3d plate_pose = at(-10, -10, 0);
    for (std::size_t i = 0; i < effort(200); ++i) {
        RigidMotion motion = {.from = support::random_pose(random, 0.0), .to = support::random_pose(random, 0.0)};
        const double speed = std::pow(10.0, 1.0 + 4.0 * random.unit());
        motion.from.translation() = Vector3d(8.0 * random.signed_unit(), 8.0 * random.signed_unit(), 1.0 + speed);
        motion.to.translation() = Vector3d(8.0 * random.signed_unit(), 8.0 * random.signed_unit(), -1.0 - speed);
        if (random.chance(0.5)) motion.rotation = 20.0 * Vector3d(random.signed_unit(), random.signed_unit(), 1.0);
        const Answer answer = checked(shot, motion, plate, at_rest(plate_pose));
        ASSERT_EQ(answer.outcome, Outcome::contact) << i;
        EXPECT_LT(answer.safe_until, 0.5);
        EXPECT_TRUE(collides(shot, motion, plate, at_rest(plate_pose)));
    }
}

}  // namespace
}  // namespace tocca::first_contact_test
