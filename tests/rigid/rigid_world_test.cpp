// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/rigid_world.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <tuple>

#include "rigid/random_motions.hpp"
#include "support/effort.hpp"
#include "support/random.hpp"
#include "tocca/base/error.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/rigid/placed_bodies.hpp"

namespace tocca {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using support::all_kinds;
using support::Bodies;
using support::body;
using support::Random;
using support::random_motion;

struct Cloud {
    std::size_t bodies = 20;
    double size = 1.0;
    double reach = 4.0;
    double way = 4.0;
};

RigidWorld random_world(Random& random, const Cloud& cloud)
{
    const Bodies kinds = all_kinds(cloud.size);
    RigidWorld world;
    for (std::size_t i = 0; i < cloud.bodies; ++i) {
        const std::size_t kind = std::min(random.below(3), random.below(kinds.size()));
        world.add(kinds[kind], random_motion(random, cloud.reach, cloud.way),
                  {.group = static_cast<std::uint32_t>(random.below(3))});
    }
    return world;
}

bool left_out(const RigidWorld& world, const WorldQueryOptions& options, BodyId a, BodyId b)
{
    const auto either = [](const auto& pairs, std::uint32_t x, std::uint32_t y) {
        return std::any_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
            return pair == std::array{x, y} || pair == std::array{y, x};
        });
    };
    return either(options.skipped_groups, world.options(a).group, world.options(b).group) ||
           either(options.skipped_pairs, a, b) || (options.accept && !options.accept(a, b));
}

/// Every pair of bodies, in turn, without boxes.
WorldContacts pairs_in_turn(const RigidWorld& world, const WorldQueryOptions& options)
{
    WorldContacts result;
    result.safe_until = options.pair.until;
    for (BodyId a = 0; a < world.body_count(); ++a) {
        for (BodyId b = a + 1; b < world.body_count(); ++b) {
            if (left_out(world, options, a, b)) continue;
            RigidFirstContact first =
                first_contact(*world.body(a), world.motion(a), *world.body(b), world.motion(b), options.pair);
            if (first.outcome == Outcome::free) continue;
            if (first.contact) {
                for (std::uint32_t& object : first.contact->objects) object = object == 0 ? a : b;
            }
            result.pairs.push_back({{a, b}, first});
        }
    }
    std::stable_sort(result.pairs.begin(), result.pairs.end(), [](const auto& x, const auto& y) {
        const auto start = [](Outcome outcome) {
            return outcome == Outcome::touching_at_start || outcome == Outcome::inside;
        };
        const auto rank = [&](const RigidFirstContact& first) {
            return first.contact || start(first.outcome) ? 0 : first.outcome == Outcome::near_at_start ? 1 : 2;
        };
        if (start(x.first.outcome) != start(y.first.outcome)) return start(x.first.outcome);
        if (x.first.safe_until != y.first.safe_until) return x.first.safe_until < y.first.safe_until;
        return rank(x.first) < rank(y.first);
    });
    if (result.pairs.empty()) return result;
    result.outcome = result.pairs[0].first.outcome;
    result.safe_until = result.pairs[0].first.safe_until;
    return result;
}

bool collides_in_turn(const RigidWorld& world, const WorldQueryOptions& options)
{
    for (BodyId a = 0; a < world.body_count(); ++a) {
        for (BodyId b = a + 1; b < world.body_count(); ++b) {
            if (!left_out(world, options, a, b) &&
                collides(*world.body(a), world.motion(a), *world.body(b), world.motion(b), options.pair)) {
                return true;
            }
        }
    }
    return false;
}

/// By the distances at the start alone.
bool starts_near(const RigidWorld& world, const WorldQueryOptions& options)
{
    for (BodyId a = 0; a < world.body_count(); ++a) {
        for (BodyId b = a + 1; b < world.body_count(); ++b) {
            if (left_out(world, options, a, b)) continue;
            const BodyDistance apart =
                distance(*world.body(a), world.motion(a).from, *world.body(b), world.motion(b).from);
            if (apart.upper < options.pair.clearance) return true;
        }
    }
    return false;
}

void expect_same(const FirstContact& found, const FirstContact& expected)
{
    EXPECT_EQ(found.outcome, expected.outcome);
    EXPECT_EQ(found.safe_until, expected.safe_until);
    ASSERT_EQ(found.contact.has_value(), expected.contact.has_value());
    if (found.contact && expected.contact) {
        EXPECT_EQ(found.contact->toc, expected.contact->toc);
        EXPECT_EQ(found.contact->kind, expected.contact->kind);
        EXPECT_EQ(found.contact->vertices, expected.contact->vertices);
        EXPECT_EQ(found.contact->objects, expected.contact->objects);
        EXPECT_EQ(found.contact->weights, expected.contact->weights);
        EXPECT_EQ(found.contact->point, expected.contact->point);
        EXPECT_EQ(found.contact->normal, expected.contact->normal);
    }
}

void expect_as_in_turn(const RigidWorld& world, const WorldQueryOptions& asked)
{
    const WorldContacts expected = pairs_in_turn(world, asked);
    const bool touches = collides_in_turn(world, asked);
    const bool near = starts_near(world, asked);
    for (const int threads : {1, 2, 8}) {
        WorldQueryOptions options = asked;
        options.threads = threads;
        const WorldContacts all = all_contacts(world, options);
        EXPECT_EQ(all.outcome, expected.outcome);
        EXPECT_EQ(all.safe_until, expected.safe_until);
        EXPECT_EQ(all.starts_within_clearance, near);
        ASSERT_EQ(all.pairs.size(), expected.pairs.size());
        for (std::size_t i = 0; i < all.pairs.size(); ++i) {
            EXPECT_EQ(all.pairs[i].bodies, expected.pairs[i].bodies);
            EXPECT_EQ(all.pairs[i].first.distance, expected.pairs[i].first.distance);
            EXPECT_EQ(all.pairs[i].first.penetrates_at, expected.pairs[i].first.penetrates_at);
            expect_same(all.pairs[i].first, expected.pairs[i].first);
        }

        const WorldFirstContact first = first_contact(world, options);
        EXPECT_EQ(first.starts_within_clearance, near);
        ASSERT_EQ(first.bodies.has_value(), !expected.pairs.empty());
        if (first.bodies) {
            EXPECT_EQ(*first.bodies, expected.pairs[0].bodies);
            EXPECT_EQ(first.distance, expected.pairs[0].first.distance);
            EXPECT_EQ(first.penetrates_at, expected.pairs[0].first.penetrates_at);
            expect_same(first, expected.pairs[0].first);
        } else {
            EXPECT_EQ(first.outcome, Outcome::free);
            EXPECT_EQ(first.safe_until, asked.pair.until);
        }
        EXPECT_EQ(safe_step(world, options), expected.safe_until);
        EXPECT_EQ(collides(world, options), touches);
    }
}

TEST(RigidWorld, SaysThatNothingWasChecked)
{
    RigidWorld world;
    expect_as_in_turn(world, {});
    EXPECT_TRUE(first_contact(world).nothing_checked);
    EXPECT_TRUE(all_contacts(world).nothing_checked);
    EXPECT_EQ(first_contact(world).safe_until, 1.0);
    EXPECT_EQ(first_contact(world).statistics.candidates, 0U);

    EXPECT_EQ(world.add(all_kinds(1.0)[0], at_rest(Isometry3d::Identity())), 0U);
    expect_as_in_turn(world, {});  // never against itself
    for (int i = 0; i < 3; ++i) world.add(body(TriangleMesh()), at_rest(Isometry3d::Identity()));
    EXPECT_FALSE(world.swept_box(3).has_value());
    expect_as_in_turn(world, {});
    EXPECT_EQ(safe_step(world, {.pair = {.until = 0.25}}), 0.25);
    EXPECT_TRUE(first_contact(world).nothing_checked);

    // Far away is checked, and free; unless a filter leaves it out.
    Isometry3d far = Isometry3d::Identity();
    far.translation().x() = 1e6;
    const BodyId other = world.add(all_kinds(1.0)[0], at_rest(far));
    EXPECT_FALSE(first_contact(world).nothing_checked);
    EXPECT_FALSE(all_contacts(world).nothing_checked);
    EXPECT_EQ(first_contact(world).outcome, Outcome::free);
    EXPECT_TRUE(first_contact(world, {.skipped_pairs = {{0, other}}}).nothing_checked);
    EXPECT_TRUE(all_contacts(world, {.skipped_groups = {{0, 0}}}).nothing_checked);
}

TEST(RigidWorld, AtRestIsFreeOrTouches)
{
    const auto ball = all_kinds(1.0)[0];
    RigidWorld world;
    Isometry3d pose = Isometry3d::Identity();
    for (int i = 0; i < 5; ++i) {
        pose.translation().x() = 2.5 * i;
        world.add(ball, at_rest(pose));
    }
    expect_as_in_turn(world, {});
    EXPECT_EQ(first_contact(world).outcome, Outcome::free);
    world.add(ball, at_rest(pose));  // where another one is
    world.add(ball, translation(pose, {3.0, 0.0, 0.0}));
    expect_as_in_turn(world, {});
    const WorldFirstContact first = first_contact(world);
    EXPECT_EQ(first.outcome, Outcome::touching_at_start);
    EXPECT_EQ(first.bodies, (std::array<BodyId, 2>{4, 5}));
    EXPECT_EQ(first.safe_until, 0.0);
}

TEST(RigidWorld, CopiesInOnePlaceAreAskedOnce)
{
    // Copies of two moving bodies, one that differs from them by its motion and one by its RigidBody.
    const Bodies kinds = all_kinds(1.0);
    const RigidMotion down = translation(Isometry3d::Identity(), {0.0, 0.0, -3.0});
    RigidMotion turning = down;
    turning.rotation = Vector3d(0.0, 0.0, 7.0);
    RigidWorld world;
    Isometry3d below = Isometry3d::Identity();
    below.translation().z() = -2.5;
    for (int i = 0; i < 6; ++i) {
        world.add(kinds[0], down);
        world.add(kinds[1], at_rest(below));
    }
    world.add(kinds[0], turning);
    world.add(all_kinds(1.0)[0], down);
    expect_as_in_turn(world, {});
    expect_as_in_turn(world, {.pair = {.clearance = 0.1, .until = 0.5}});
    const WorldContacts all = all_contacts(world);
    EXPECT_EQ(all.statistics.candidates, 14U * 13U / 2U);
    // Of two kinds of copies 4 ordered pairs, with each of the two others 2; and those two.
    EXPECT_LE(all.statistics.asked, 4U + 2U * 2U + 1U);
}

TEST(RigidWorld, ListsAllPairsOrRefuses)
{
    const auto ball = all_kinds(1.0)[0];
    RigidWorld world;
    for (int i = 0; i < 50; ++i) world.add(ball, at_rest(Isometry3d::Identity()));
    EXPECT_EQ(all_contacts(world, {.max_contacts = 50 * 49 / 2}).pairs.size(), 50U * 49U / 2U);
    const WorldQueryOptions one_less{.max_contacts = 50 * 49 / 2 - 1};
    EXPECT_EQ(first_contact(world, one_less).outcome, Outcome::touching_at_start);
    try {
        (void)all_contacts(world, one_less);
        ADD_FAILURE() << "a list that is too long";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::too_many_contacts);
    }
}

TEST(RigidWorld, AsPairsInTurn)
{
    Random random(2);
    std::size_t free = 0, contact = 0, touching = 0;
    for (std::size_t i = 0; i < support::effort(100); ++i) {
        const RigidWorld world = random_world(
            random,
            {.bodies = random.below(18), .reach = random.pick({4.0, 12.0, 20.0}), .way = random.pick({0.5, 6.0})});
        expect_as_in_turn(world, {});
        const Outcome outcome = first_contact(world).outcome;
        free += outcome == Outcome::free ? 1 : 0;
        contact += outcome == Outcome::contact ? 1 : 0;
        touching += outcome == Outcome::touching_at_start ? 1 : 0;
        if (HasFailure()) FAIL() << "world " << i;
    }
    EXPECT_GT(free, support::effort(100) / 20);
    EXPECT_GT(contact, support::effort(100) / 10);
    EXPECT_GT(touching, support::effort(100) / 20);
}

TEST(RigidWorld, AsPairsInTurnWithOptions)
{
    Random random(3);
    for (std::size_t i = 0; i < support::effort(40); ++i) {
        const RigidWorld world = random_world(random, {.bodies = 12, .reach = 8.0, .way = 8.0});
        WorldQueryOptions options;
        options.pair.clearance = random.pick({0.0, 0.0, 0.1, 1.0});
        if (random.chance(0.5)) options.pair.threshold = random.pick({1e-9, 1e-3, 0.3});
        options.pair.time_tolerance = random.pick({0.0, 0.0, 0.01, 0.5, 2.0});
        options.pair.until = random.pick({1.0, 1.0, 0.3, 0.0});
        if (random.chance(0.5)) options.skipped_groups = {{0, 0}, {2, 1}};
        if (random.chance(0.5)) options.skipped_pairs = {{0, 1}, {5, 4}, {3, 3}, {11, 700}};
        if (random.chance(0.3)) options.accept = [](BodyId a, BodyId b) { return (a + b) % 3 != 0; };
        expect_as_in_turn(world, options);
        if (HasFailure()) FAIL() << "world " << i;
    }
}

TEST(RigidWorld, AsPairsInTurnAtAnyScale)
{
    Random random(4);
    for (std::size_t i = 0; i < support::effort(60); ++i) {
        const double size = random.pick({1e-120, 1e-60, 1e-28, 1e-24, 1e-9, 1e-6, 1e6, 1e12});
        const RigidWorld world = random_world(
            random, {.bodies = 8, .size = size, .reach = random.pick({4.0, 8.0}) * size, .way = 6.0 * size});
        expect_as_in_turn(world, {});
        if (HasFailure()) FAIL() << "world " << i;
    }
}

TEST(RigidWorld, SolidsInside)
{
    const auto shell = body(ico_sphere({.radius = 3.0, .subdivisions = 2}).mesh(), true);
    const auto ball = body(ico_sphere({.radius = 0.5, .subdivisions = 1}).mesh());
    RigidWorld world;
    Isometry3d aside = Isometry3d::Identity();
    aside.translation() = Vector3d(4.0, 0.0, 0.0);
    world.add(ball, translation(aside, {-4.0, 0.0, 0.0}));
    world.add(shell, at_rest(Isometry3d::Identity()));
    expect_as_in_turn(world, {});
    EXPECT_EQ(first_contact(world).outcome, Outcome::contact);
    world.add(ball, at_rest(Isometry3d::Identity()));
    expect_as_in_turn(world, {});
    EXPECT_EQ(first_contact(world).outcome, Outcome::inside);
    EXPECT_EQ(first_contact(world).bodies, (std::array<BodyId, 2>{1, 2}));
}

TEST(RigidWorld, MovesOn)
{
    Random random(5);
    RigidWorld world = random_world(random, {.bodies = 10, .reach = 8.0});
    for (std::size_t step = 0; step < support::effort(20); ++step) {
        for (BodyId id = 0; id < world.body_count(); ++id) {
            if (random.chance(0.5)) world.move(id, random_motion(random, 8.0, 4.0));
        }
        expect_as_in_turn(world, {});
    }
}

TEST(RigidWorld, SpentBudgetsAreUndecidedOnAnyNumberOfThreads)
{
    Random random(6);
    std::size_t undecided = 0;
    for (std::size_t i = 0; i < support::effort(60); ++i) {
        const RigidWorld world = random_world(random, {.bodies = 12, .reach = 5.0});
        WorldQueryOptions options;
        options.pair.budget = random.pick<std::uint64_t>({0, 1, 5, 20});
        const double truth = safe_step(world);
        options.threads = 1;
        const WorldFirstContact one = first_contact(world, options);
        for (const int threads : {2, 8}) {
            options.threads = threads;
            const WorldFirstContact many = first_contact(world, options);
            expect_same(many, one);
            EXPECT_EQ(many.bodies, one.bodies);
            EXPECT_EQ(many.statistics.asked, one.statistics.asked);
            EXPECT_EQ(many.statistics.pairs.node_tests, one.statistics.pairs.node_tests);
        }
        if (one.outcome == Outcome::undecided) {
            ++undecided;
            EXPECT_FALSE(one.contact.has_value());
            EXPECT_LE(one.safe_until, truth);
        }
        EXPECT_LE(all_contacts(world, options).safe_until, one.safe_until);
    }
    EXPECT_GT(undecided, 0U);
}

TEST(RigidWorld, FiltersAreAskedLastAndOnce)
{
    const auto ball = all_kinds(1.0)[0];
    RigidWorld world;
    Isometry3d pose = Isometry3d::Identity();
    for (std::uint32_t i = 0; i < 4; ++i) {
        pose.translation().x() = 1.0 * i;
        world.add(ball, at_rest(pose), {.group = i / 2});
    }
    pose.translation().x() = 100.0;
    world.add(ball, at_rest(pose));
    std::vector<std::array<BodyId, 2>> asked;
    WorldQueryOptions options;
    options.skipped_groups = {{1, 1}};
    options.skipped_pairs = {{1, 0}};
    options.accept = [&](BodyId a, BodyId b) {
        asked.push_back({a, b});
        return false;
    };
    const WorldContacts all = all_contacts(world, options);
    EXPECT_EQ(all.outcome, Outcome::free);
    EXPECT_EQ(all.statistics.candidates, 0U);
    std::sort(asked.begin(), asked.end());
    // 0 and 3 are apart by 3, more than two radii.
    EXPECT_EQ(asked, (std::vector<std::array<BodyId, 2>>{{0, 2}, {1, 2}, {1, 3}}));
}

TEST(RigidWorld, StopsAndTellsHowFarItIs)
{
    Random random(7);
    const RigidWorld world = random_world(random, {.bodies = 60, .reach = 6.0, .way = 1.0});
    WorldQueryOptions options;
    std::vector<double> told;
    options.progress = [&](double fraction) { told.push_back(fraction); };
    (void)all_contacts(world, options);
    (void)first_contact(world, {.pair = {.clearance = 0.0}});
    ASSERT_FALSE(told.empty());
    EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
    EXPECT_LE(told.back(), 1.0);

    const auto expect_interrupted = [&](const WorldQueryOptions& with) {
        for (const auto& verb : {+[](const RigidWorld&w, const WorldQueryOptions&o) { (void)first_contact(w, o); },
                                 +[](const RigidWorld&w, const WorldQueryOptions&o) { (void)all_contacts(w, o); },
                                 +[](const RigidWorld&w, const WorldQueryOptions&o) { (void)collides(w, o); }}) {
            try {
                verb(world, with);
                ADD_FAILURE() << "was not interrupted";
            } catch (const Error& error) {
                EXPECT_EQ(error.code(), ErrorCode::interrupted);
            }
        }
    };
    std::stop_source source;
    source.request_stop();
    expect_interrupted({.stop = source.get_token()});
    expect_interrupted({.pair = {.stop = source.get_token()}});
}

TEST(RigidWorld, RefusesWhatCannotBe)
{
    RigidWorld world;
    EXPECT_THROW(world.add(nullptr, {}), std::invalid_argument);
    EXPECT_THROW(world.move(0, {}), std::out_of_range);
    const auto ball = all_kinds(1.0)[0];
    RigidMotion bad;
    bad.to.translation().x() = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(world.add(ball, bad), Error);
    bad.to.translation().x() = 2e15;
    EXPECT_THROW(world.add(ball, bad), Error);
    EXPECT_EQ(world.body_count(), 0U);

    world.add(ball, {});
    const MovingBox before = *world.moving_box(0);
    EXPECT_THROW(world.move(0, bad), Error);
    EXPECT_TRUE(contains(before, *world.moving_box(0)));
    EXPECT_EQ(world.motion(0).to.translation(), Vector3d::Zero());

    // Also where there are no two bodies to ask about.
    EXPECT_THROW((void)first_contact(world, {.threads = -1}), std::invalid_argument);
    EXPECT_THROW((void)first_contact(world, {.pair = {.threshold = -1.0}}), std::invalid_argument);
    EXPECT_THROW((void)all_contacts(world, {.pair = {.clearance = -1.0}}), std::invalid_argument);
    EXPECT_THROW((void)collides(world, {.pair = {.until = 2.0}}), std::invalid_argument);
    EXPECT_THROW((void)safe_step(world, {.pair = {.target = "abacus"}}), std::invalid_argument);
}

}  // namespace
}  // namespace tocca
