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

namespace tocca::rigid_world_test {
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

rigid::RigidWorld random_world(Random& random, const Cloud& cloud)
{
    const Bodies kinds = all_kinds(cloud.size);
    rigid::RigidWorld world;
    for (std::size_t i = 0; i < cloud.bodies; ++i) {
        const std::size_t kind = std::min(random.below(3), random.below(kinds.size()));
        world.add(kinds[kind], random_motion(random, cloud.reach, cloud.way),
                  {.group = static_cast<std::uint32_t>(random.below(3))});
    }
    return world;
}

bool left_out(const rigid::RigidWorld& world, const QueryOptions& options, rigid::BodyId a, rigid::BodyId b)
{
    const auto either = [](const auto& pairs, std::uint32_t x, std::uint32_t y) {
        return std::any_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
            return pair == std::array{x, y} || pair == std::array{y, x};
        });
    };
    return either(options.ignored_groups, world.options(a).group, world.options(b).group) ||
           either(options.ignored_pairs, a, b) || (options.accept_objects && !options.accept_objects(a, b));
}

/// What of a world's options two bodies by themselves are asked with.
QueryOptions of_two_bodies(const QueryOptions& options)
{
    return {.clearance = options.clearance,
            .threshold = options.threshold,
            .tolerance = options.tolerance,
            .until = options.until,
            .budget = options.budget};
}

/// The answer about two bodies by themselves, with their numbers in the world.
struct PairInTurn {
    std::array<rigid::BodyId, 2> bodies = {};
    Answer first;
};

/// Every pair of bodies that is not free, in turn, without boxes; in the order that the world promises.
std::vector<PairInTurn> pairs_in_turn(const rigid::RigidWorld& world, const QueryOptions& options)
{
    std::vector<PairInTurn> pairs;
    for (rigid::BodyId a = 0; a < world.body_count(); ++a) {
        for (rigid::BodyId b = a + 1; b < world.body_count(); ++b) {
            if (left_out(world, options, a, b)) continue;
            Answer first =
                first_contact(*world.body(a), world.motion(a), *world.body(b), world.motion(b), of_two_bodies(options));
            if (first.outcome == Outcome::free) continue;
            if (first.contact) {
                for (std::uint32_t& object : first.contact->objects) object = object == 0 ? a : b;
            }
            pairs.push_back({{a, b}, first});
        }
    }
    std::stable_sort(pairs.begin(), pairs.end(), [](const PairInTurn& x, const PairInTurn& y) {
        const auto start = [](Outcome outcome) {
            return outcome == Outcome::touching_at_start || outcome == Outcome::inside;
        };
        const auto rank = [&](const Answer& first) {
            return first.contact || start(first.outcome) ? 0 : first.outcome == Outcome::near_at_start ? 1 : 2;
        };
        if (start(x.first.outcome) != start(y.first.outcome)) return start(x.first.outcome);
        if (x.first.safe_until != y.first.safe_until) return x.first.safe_until < y.first.safe_until;
        return rank(x.first) < rank(y.first);
    });
    return pairs;
}

bool collides_in_turn(const rigid::RigidWorld& world, const QueryOptions& options)
{
    for (rigid::BodyId a = 0; a < world.body_count(); ++a) {
        for (rigid::BodyId b = a + 1; b < world.body_count(); ++b) {
            if (!left_out(world, options, a, b) &&
                collides(*world.body(a), world.motion(a), *world.body(b), world.motion(b), of_two_bodies(options))) {
                return true;
            }
        }
    }
    return false;
}

/// The pairs that start within the clearance, by the distances at the start alone.
std::vector<std::array<rigid::BodyId, 2>> near_at_start(const rigid::RigidWorld& world, const QueryOptions& options)
{
    std::vector<std::array<rigid::BodyId, 2>> near;
    for (rigid::BodyId a = 0; a < world.body_count(); ++a) {
        for (rigid::BodyId b = a + 1; b < world.body_count(); ++b) {
            if (left_out(world, options, a, b)) continue;
            const BodyDistance apart =
                distance(*world.body(a), world.motion(a).from, *world.body(b), world.motion(b).from);
            if (apart.upper < options.clearance) near.push_back({a, b});
        }
    }
    return near;
}

std::vector<std::array<rigid::BodyId, 2>> objects_of(const std::vector<ObjectPair>& pairs)
{
    std::vector<std::array<rigid::BodyId, 2>> objects;
    for (const ObjectPair& pair : pairs) {
        EXPECT_EQ(pair.shapes, (std::array<std::uint32_t, 2>{0, 0}));
        objects.push_back(pair.objects);
    }
    return objects;
}

void expect_same(const Contact& found, const Contact& expected)
{
    EXPECT_EQ(found.toc, expected.toc);
    EXPECT_EQ(found.kind, expected.kind);
    EXPECT_EQ(found.vertices, expected.vertices);
    EXPECT_EQ(found.objects, expected.objects);
    EXPECT_EQ(found.weights, expected.weights);
    EXPECT_EQ(found.point, expected.point);
    EXPECT_EQ(found.normal, expected.normal);
    EXPECT_EQ(found.proof, expected.proof);
    EXPECT_EQ(found.sooner_than_any_double, expected.sooner_than_any_double);
    EXPECT_EQ(found.shapes, expected.shapes);
    EXPECT_EQ(found.distance, expected.distance);
    EXPECT_EQ(found.threshold, expected.threshold);
    EXPECT_EQ(found.crosses_at, expected.crosses_at);
}

void expect_same(const Answer& found, const Answer& expected)
{
    EXPECT_EQ(found.outcome, expected.outcome);
    EXPECT_EQ(found.safe_until, expected.safe_until);
    EXPECT_EQ(found.threshold, expected.threshold);
    ASSERT_EQ(found.contact.has_value(), expected.contact.has_value());
    if (found.contact && expected.contact) expect_same(*found.contact, *expected.contact);
}

/// That an answer about the world is the one about the first of all pairs.
void expect_first(const Answer& found, const std::vector<PairInTurn>& expected, double until)
{
    ASSERT_EQ(found.pair.has_value(), !expected.empty());
    if (found.pair) {
        EXPECT_EQ(*found.pair, (ObjectPair{.objects = expected[0].bodies}));
        expect_same(found, expected[0].first);
    } else {
        EXPECT_EQ(found.outcome, Outcome::free);
        EXPECT_EQ(found.safe_until, until);
        EXPECT_EQ(found.threshold, 0.0);
        EXPECT_FALSE(found.contact.has_value());
    }
}

/// That all_contacts lists every pair of bodies with what the two have by themselves, and in order.
void expect_all_in_turn(const Answers& all, const std::vector<PairInTurn>& expected)
{
    std::vector<Contact> contacts;
    std::vector<std::array<rigid::BodyId, 2>> inside, near;
    std::vector<Answers::UndecidedPair> undecided;
    for (const PairInTurn& pair : expected) {
        if (pair.first.contact) contacts.push_back(*pair.first.contact);
        if (pair.first.outcome == Outcome::inside) inside.push_back(pair.bodies);
        if (pair.first.outcome == Outcome::undecided)
            undecided.push_back({{.objects = pair.bodies}, pair.first.safe_until});
        if (pair.first.start.near) near.push_back(pair.bodies);
    }
    ASSERT_EQ(all.contacts.size(), contacts.size());
    for (std::size_t i = 0; i < contacts.size(); ++i) expect_same(all.contacts[i], contacts[i]);
    EXPECT_EQ(objects_of(all.start.inside), inside);
    std::sort(near.begin(), near.end());
    EXPECT_EQ(objects_of(all.start.near_objects), near);
    EXPECT_EQ(all.undecided, undecided);
}

void expect_as_in_turn(const rigid::RigidWorld& world, const QueryOptions& asked)
{
    const std::vector<PairInTurn> expected = pairs_in_turn(world, asked);
    const bool touches = collides_in_turn(world, asked);
    const std::vector<std::array<rigid::BodyId, 2>> near = near_at_start(world, asked);
    for (const int threads : {1, 2, 8}) {
        QueryOptions options = asked;
        options.threads = threads;
        const Answers all = all_contacts(world, options);
        expect_first(all, expected, asked.until);
        expect_all_in_turn(all, expected);
        EXPECT_EQ(all.start.near, !near.empty());
        EXPECT_EQ(objects_of(all.start.near_objects), near);

        const Answer first = first_contact(world, options);
        expect_first(first, expected, asked.until);
        EXPECT_EQ(first.start.near, !near.empty());
        const SafeStep step = safe_step(world, options);
        expect_first(step, expected, asked.until);
        EXPECT_EQ(step.step, expected.empty() ? asked.until : expected[0].first.safe_until);
        EXPECT_EQ(collides(world, options), touches);
    }
}

TEST(RigidWorld, SaysThatNothingWasChecked)
{
    rigid::RigidWorld world;
    expect_as_in_turn(world, {});
    EXPECT_TRUE(first_contact(world).nothing_checked);
    EXPECT_TRUE(all_contacts(world).nothing_checked);
    EXPECT_EQ(first_contact(world).safe_until, 1.0);
    Statistics work;
    (void)first_contact(world, {.statistics = &work});
    EXPECT_EQ(work.near_pairs, 0U);

    EXPECT_EQ(world.add(all_kinds(1.0)[0], at_rest(Isometry3d::Identity())), 0U);
    expect_as_in_turn(world, {});  // never against itself
    for (int i = 0; i < 3; ++i) world.add(body(TriangleMesh()), at_rest(Isometry3d::Identity()));
    EXPECT_FALSE(world.moving_box(3).has_value());
    expect_as_in_turn(world, {});
    EXPECT_EQ(safe_step(world, {.until = 0.25}).step, 0.25);
    EXPECT_TRUE(first_contact(world).nothing_checked);

    // Far away is checked, and free; unless a filter leaves it out.
    Isometry3d far = Isometry3d::Identity();
    far.translation().x() = 1e6;
    const rigid::BodyId other = world.add(all_kinds(1.0)[0], at_rest(far));
    EXPECT_FALSE(first_contact(world).nothing_checked);
    EXPECT_FALSE(all_contacts(world).nothing_checked);
    EXPECT_EQ(first_contact(world).outcome, Outcome::free);
    EXPECT_TRUE(first_contact(world, {.ignored_pairs = {{0, other}}}).nothing_checked);
    EXPECT_TRUE(all_contacts(world, {.ignored_groups = {{0, 0}}}).nothing_checked);
}

TEST(RigidWorld, AtRestIsFreeOrTouches)
{
    const auto ball = all_kinds(1.0)[0];
    rigid::RigidWorld world;
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
    const Answer first = first_contact(world);
    EXPECT_EQ(first.outcome, Outcome::touching_at_start);
    ASSERT_TRUE(first.pair.has_value());
    EXPECT_EQ(first.pair->objects, (std::array<rigid::BodyId, 2>{4, 5}));
    EXPECT_EQ(first.safe_until, 0.0);
}

TEST(RigidWorld, CopiesInOnePlaceAreAskedOnce)
{
    // Copies of two moving bodies, one that differs from them by its motion and one by its RigidBody.
    const Bodies kinds = all_kinds(1.0);
    const RigidMotion down = translation(Isometry3d::Identity(), {0.0, 0.0, -3.0});
    RigidMotion turning = down;
    turning.rotation = Vector3d(0.0, 0.0, 7.0);
    rigid::RigidWorld world;
    Isometry3d below = Isometry3d::Identity();
    below.translation().z() = -2.5;
    for (int i = 0; i < 6; ++i) {
        world.add(kinds[0], down);
        world.add(kinds[1], at_rest(below));
    }
    world.add(kinds[0], turning);
    world.add(all_kinds(1.0)[0], down);
    expect_as_in_turn(world, {});
    expect_as_in_turn(world, {.clearance = 0.1, .until = 0.5});
    Statistics work;
    (void)all_contacts(world, {.statistics = &work});
    EXPECT_EQ(work.near_pairs, 14U * 13U / 2U);
    // Of two kinds of copies 4 ordered pairs, with each of the two others 2; and those two.
    EXPECT_LE(work.searched_pairs, 4U + 2U * 2U + 1U);
}

TEST(RigidWorld, ListsAllPairsOrRefuses)
{
    const auto ball = all_kinds(1.0)[0];
    rigid::RigidWorld world;
    for (int i = 0; i < 50; ++i) world.add(ball, at_rest(Isometry3d::Identity()));
    EXPECT_EQ(all_contacts(world, {.max_contacts = 50 * 49 / 2}).contacts.size(), 50U * 49U / 2U);
    const QueryOptions one_less{.max_contacts = 50 * 49 / 2 - 1};
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
        const rigid::RigidWorld world = random_world(
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
        const rigid::RigidWorld world = random_world(random, {.bodies = 12, .reach = 8.0, .way = 8.0});
        QueryOptions options;
        options.clearance = random.pick({0.0, 0.0, 0.1, 1.0});
        if (random.chance(0.5)) options.threshold = random.pick({1e-9, 1e-3, 0.3});
        options.tolerance = random.pick({0.0, 0.0, 0.01, 0.5, 2.0});
        options.until = random.pick({1.0, 1.0, 0.3, 0.0});
        if (random.chance(0.5)) options.ignored_groups = {{0, 0}, {2, 1}};
        if (random.chance(0.5)) options.ignored_pairs = {{0, 1}, {5, 4}, {3, 3}, {11, 700}};
        if (random.chance(0.3))
            options.accept_objects = [](rigid::BodyId a, rigid::BodyId b) { return (a + b) % 3 != 0; };
        expect_as_in_turn(world, options);
        if (HasFailure()) FAIL() << "world " << i;
    }
}

TEST(RigidWorld, AsPairsInTurnAtAnyScale)
{
    Random random(4);
    for (std::size_t i = 0; i < support::effort(60); ++i) {
        const double size = random.pick({1e-120, 1e-60, 1e-28, 1e-24, 1e-9, 1e-6, 1e6, 1e12});
        const rigid::RigidWorld world = random_world(
            random, {.bodies = 8, .size = size, .reach = random.pick({4.0, 8.0}) * size, .way = 6.0 * size});
        expect_as_in_turn(world, {});
        if (HasFailure()) FAIL() << "world " << i;
    }
}

TEST(RigidWorld, SolidsInside)
{
    const auto shell = body(ico_sphere({.radius = 3.0, .subdivisions = 2}).mesh(), true);
    const auto ball = body(ico_sphere({.radius = 0.5, .subdivisions = 1}).mesh());
    rigid::RigidWorld world;
    Isometry3d aside = Isometry3d::Identity();
    aside.translation() = Vector3d(4.0, 0.0, 0.0);
    world.add(ball, translation(aside, {-4.0, 0.0, 0.0}));
    world.add(shell, at_rest(Isometry3d::Identity()));
    expect_as_in_turn(world, {});
    EXPECT_EQ(first_contact(world).outcome, Outcome::contact);
    world.add(ball, at_rest(Isometry3d::Identity()));
    expect_as_in_turn(world, {});
    EXPECT_EQ(first_contact(world).outcome, Outcome::inside);
    EXPECT_EQ(first_contact(world).pair, (ObjectPair{.objects = {1, 2}}));
}

TEST(RigidWorld, MovesOn)
{
    Random random(5);
    rigid::RigidWorld world = random_world(random, {.bodies = 10, .reach = 8.0});
    for (std::size_t step = 0; step < support::effort(20); ++step) {
        for (rigid::BodyId id = 0; id < world.body_count(); ++id) {
            if (random.chance(0.5)) world.move(id, random_motion(random, 8.0, 4.0));
        }
        expect_as_in_turn(world, {});
    }
}

/// A world knows more than pairs in turn when budgets are spent: those whose boxes never meet are free. Leaves out the pairs
/// that it does not list, which must be free with all the budget they need.
std::vector<PairInTurn> without_far_pairs(const rigid::RigidWorld& world, const std::vector<PairInTurn>& in_turn,
                                          const Answers& all)
{
    std::vector<PairInTurn> near;
    for (const PairInTurn& pair : in_turn) {
        const bool listed =
            std::any_of(all.undecided.begin(), all.undecided.end(),
                        [&](const Answers::UndecidedPair& other) { return other.objects == pair.bodies; });
        if (listed || pair.first.outcome != Outcome::undecided) {
            near.push_back(pair);
            continue;
        }
        const auto [a, b] = pair.bodies;
        EXPECT_EQ(first_contact(*world.body(a), world.motion(a), *world.body(b), world.motion(b)).outcome,
                  Outcome::free);
    }
    return near;
}

TEST(RigidWorld, SpentBudgetsAreUndecidedOnAnyNumberOfThreads)
{
    Random random(6);
    std::size_t undecided = 0, listed = 0;
    for (std::size_t i = 0; i < support::effort(60); ++i) {
        const rigid::RigidWorld world = random_world(random, {.bodies = 12, .reach = 5.0});
        QueryOptions options;
        options.budget = random.pick<std::uint64_t>({0, 1, 5, 20});
        const double truth = safe_step(world).step;
        const std::vector<PairInTurn> in_turn = pairs_in_turn(world, options);
        Statistics work;
        options.threads = 1;
        options.statistics = &work;
        const Answer one = first_contact(world, options);
        for (const int threads : {2, 8}) {
            Statistics work_of_many;
            options.threads = threads;
            options.statistics = &work_of_many;
            const Answer many = first_contact(world, options);
            expect_same(many, one);
            EXPECT_EQ(many.pair, one.pair);
            EXPECT_EQ(work_of_many.searched_pairs, work.searched_pairs);
            EXPECT_EQ(work_of_many.node_tests, work.node_tests);
            options.statistics = nullptr;
            const Answers all = all_contacts(world, options);
            const std::vector<PairInTurn> near = without_far_pairs(world, in_turn, all);
            expect_first(all, near, 1.0);
            expect_all_in_turn(all, near);
            listed += all.undecided.size();
        }
        if (one.outcome == Outcome::undecided) {
            ++undecided;
            EXPECT_FALSE(one.contact.has_value());
            EXPECT_LE(one.safe_until, truth);
        }
        EXPECT_LE(all_contacts(world, options).safe_until, one.safe_until);
    }
    EXPECT_GT(undecided, 0U);
    EXPECT_GT(listed, 0U);
}

TEST(RigidWorld, FiltersAreAskedLastAndOnce)
{
    const auto ball = all_kinds(1.0)[0];
    rigid::RigidWorld world;
    Isometry3d pose = Isometry3d::Identity();
    for (std::uint32_t i = 0; i < 4; ++i) {
        pose.translation().x() = 1.0 * i;
        world.add(ball, at_rest(pose), {.group = i / 2});
    }
    pose.translation().x() = 100.0;
    world.add(ball, at_rest(pose));
    std::vector<std::array<rigid::BodyId, 2>> asked;
    QueryOptions options;
    options.ignored_groups = {{1, 1}};
    options.ignored_pairs = {{1, 0}};
    options.accept_objects = [&](rigid::BodyId a, rigid::BodyId b) {
        asked.push_back({a, b});
        return false;
    };
    Statistics work;
    options.statistics = &work;
    const Answers all = all_contacts(world, options);
    EXPECT_EQ(all.outcome, Outcome::free);
    EXPECT_EQ(work.near_pairs, 0U);
    std::sort(asked.begin(), asked.end());
    // 0 and 3 are apart by 3, more than two radii.
    EXPECT_EQ(asked, (std::vector<std::array<rigid::BodyId, 2>>{{0, 2}, {1, 2}, {1, 3}}));
}

TEST(RigidWorld, StopsAndTellsHowFarItIs)
{
    Random random(7);
    const rigid::RigidWorld world = random_world(random, {.bodies = 60, .reach = 6.0, .way = 1.0});
    QueryOptions options;
    std::vector<double> told;
    options.progress = [&](double fraction) { told.push_back(fraction); };
    (void)all_contacts(world, options);
    (void)first_contact(world, {.clearance = 0.0});
    ASSERT_FALSE(told.empty());
    EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
    EXPECT_LE(told.back(), 1.0);

    const auto expect_interrupted = [&](const QueryOptions& with) {
        for (const auto& verb : {+[](const rigid::RigidWorld&w, const QueryOptions&o) { (void)first_contact(w, o); },
                                 +[](const rigid::RigidWorld&w, const QueryOptions&o) { (void)all_contacts(w, o); },
                                 +[](const rigid::RigidWorld&w, const QueryOptions&o) { (void)collides(w, o); }}) {
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
}

TEST(RigidWorld, RefusesWhatCannotBe)
{
    rigid::RigidWorld world;
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
    EXPECT_THROW((void)first_contact(world, {.threshold = -1.0}), std::invalid_argument);
    EXPECT_THROW((void)all_contacts(world, {.clearance = -1.0}), std::invalid_argument);
    EXPECT_THROW((void)collides(world, {.until = 2.0}), std::invalid_argument);
    EXPECT_THROW((void)safe_step(world, {.target = "abacus"}), std::invalid_argument);
    // What worlds have no use for.
    EXPECT_THROW((void)first_contact(world, {.near_fraction = 0.5}), std::invalid_argument);
    EXPECT_THROW((void)all_contacts(world, {.accept = [](const FeaturePair&) { return true; }}), std::invalid_argument);
    EXPECT_THROW((void)collides(world, {.self = false}), std::invalid_argument);
    EXPECT_THROW((void)safe_step(world, {.check_limits = true}), std::invalid_argument);
}

}  // namespace
}  // namespace tocca::rigid_world_test
