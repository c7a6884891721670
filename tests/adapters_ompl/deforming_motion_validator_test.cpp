// SPDX-License-Identifier: Apache-2.0
#include "adapters/ompl/deforming_motion_validator.hpp"

#include <gtest/gtest.h>
#include <ompl/base/DiscreteMotionValidator.h>
#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "adapters_ompl/deforming_blocks.hpp"
#include "scenes/seeded_random.hpp"
#include "support/effort.hpp"
#include "tocca/base/error.hpp"
#include "tocca/geometry/triangle_intersection.hpp"
#include "tocca/scene/scene_query.hpp"

namespace tocca::planning::deforming_motion_validator_test {
namespace {

namespace ob = ::ompl::base;
using Eigen::Vector2d;
using Eigen::VectorXd;
using tests::cube_and_plate;
using tests::mode_of;
using tests::sliding_cube;

/// A world in OMPL, with states to ask about.
struct Setting {
    explicit Setting(const std::shared_ptr<const DeformingWorld>& world, const QueryOptions& options = {})
        : prover(std::make_shared<const DeformingProver>(world, options)),
          information(std::make_shared<ob::SpaceInformation>(deforming_state_space(*world))),
          validator(prove_motions(information, prover)),
          from(information),
          to(information),
          last(information)
    {
        information->setup();
    }

    void set(const VectorXd& a, const VectorXd& b)
    {
        write_values(a, from.get());
        write_values(b, to.get());
    }

    bool check(const VectorXd& a, const VectorXd& b)
    {
        set(a, b);
        return information->checkMotion(from.get(), to.get());
    }

    bool valid(const VectorXd& a)
    {
        write_values(a, from.get());
        return information->isValid(from.get());
    }

    [[nodiscard]] VectorXd values(const ob::ScopedState<>& state) const
    {
        return values_of(*information->getStateSpace(), state.get());
    }

    std::shared_ptr<const DeformingProver> prover;
    ob::SpaceInformationPtr information;
    std::shared_ptr<DeformingMotionValidator> validator;
    ob::ScopedState<> from, to, last;
};

TEST(DeformingMotionValidator, SpaceHasTheValuesAndBounds)
{
    const auto world = sliding_cube(0.1);
    const ob::StateSpacePtr space = deforming_state_space(*world);
    const auto* real = space->as<ob::RealVectorStateSpace>();
    ASSERT_EQ(real->getDimension(), 2U);
    EXPECT_EQ(real->getDimensionName(0), "x");
    EXPECT_EQ(real->getBounds().low[1], -0.5);
    EXPECT_EQ(real->getBounds().high[0], 10.0);
}

TEST(DeformingMotionValidator, SeesAThinPlate)
{
    Setting setting(sliding_cube(1e-4));
    EXPECT_TRUE(setting.check(Vector2d(-9, 0), Vector2d(4.4, 0)));
    EXPECT_FALSE(setting.check(Vector2d(4.4, 0), Vector2d(5.6, 0)));
    EXPECT_FALSE(setting.check(Vector2d(-9, 0.1), Vector2d(9, 0)));
    EXPECT_FALSE(setting.check(Vector2d(9, 0), Vector2d(-9, 0.1)));
    EXPECT_TRUE(setting.check(Vector2d(9, 0), Vector2d(5.6, 0)));
    EXPECT_TRUE(setting.check(Vector2d(2, 0), Vector2d(2, 0)));
    EXPECT_EQ(setting.validator->tally().proven, 3U);
    EXPECT_EQ(setting.validator->tally().refused, 3U);
    EXPECT_EQ(setting.validator->getValidMotionCount(), 3U);
    EXPECT_EQ(setting.validator->getInvalidMotionCount(), 3U);
    EXPECT_EQ(setting.prover->tally().queries, 6U);
    EXPECT_GT(setting.prover->tally().seconds, 0.0);
}

/// The cube reaches the plate by growing alone, and touching counts.
TEST(DeformingMotionValidator, SeesWhatGrowsIntoAnother)
{
    Setting setting(sliding_cube(0.1));
    EXPECT_TRUE(setting.check(Vector2d(4.25, 0), Vector2d(4.25, 0.2)));
    EXPECT_FALSE(setting.check(Vector2d(4.25, 0), Vector2d(4.25, 0.3)));
    EXPECT_TRUE(setting.valid(Vector2d(4.25, 0.2499)));
    EXPECT_FALSE(setting.valid(Vector2d(4.25, 0.25))) << "a touch, exactly";
}

/// OMPL's own validator looks at states some way apart, between which a cube passes through a plate.
TEST(DeformingMotionValidator, SeesWhatSamplesMiss)
{
    std::vector<DeformingBody> bodies = cube_and_plate(1e-3);
    DeformingBody& plate = bodies[0];
    plate.mesh = box({.lengths = {1e-3, 1, 1}}).mesh();
    plate.modes = {mode_of(0, plate.mesh, [](const Point&) { return Point{1, 0, 0}; })};
    Setting setting(std::make_shared<const DeformingWorld>(bodies, std::vector<StateValue>{{"x", -10, 10}}));
    const VectorXd from = VectorXd::Constant(1, -9.05), to = VectorXd::Constant(1, 8.95);
    EXPECT_FALSE(setting.check(from, to));
    setting.information->setMotionValidator(std::make_shared<ob::DiscreteMotionValidator>(setting.information));
    EXPECT_TRUE(setting.check(from, to));
}

TEST(DeformingMotionValidator, LastValidIsTheFreePart)
{
    Setting setting(sliding_cube(0.1));
    setting.set(Vector2d(-5.5, 0), Vector2d(8.5, 0));
    std::pair<ob::State*, double> last = {setting.last.get(), -1.0};
    EXPECT_FALSE(setting.information->checkMotion(setting.from.get(), setting.to.get(), last));
    const double touches = 10.0 / 14.0;  // the cube's face reaches x = 5
    EXPECT_LT(last.second, touches);
    EXPECT_GT(last.second, touches - 1e-5);
    const VectorXd at = setting.values(setting.last);
    EXPECT_TRUE(setting.information->isValid(setting.last.get()));
    EXPECT_TRUE(setting.information->checkMotion(setting.from.get(), setting.last.get()));
    EXPECT_TRUE(setting.information->checkMotion(setting.last.get(), setting.from.get()));

    // The state is the one that OMPL finds at that time.
    const double time = last.second;
    setting.information->getStateSpace()->interpolate(setting.from.get(), setting.to.get(), time, setting.last.get());
    EXPECT_EQ(setting.values(setting.last), at);

    // Nothing to write to; and written over an end of the motion.
    last = {nullptr, -1.0};
    EXPECT_FALSE(setting.information->checkMotion(setting.from.get(), setting.to.get(), last));
    EXPECT_EQ(last.second, time);
    last = {setting.to.get(), -1.0};
    EXPECT_FALSE(setting.information->checkMotion(setting.from.get(), setting.to.get(), last));
    EXPECT_EQ(setting.values(setting.to), at);
}

TEST(DeformingMotionValidator, LastValidOfAFreeMotionIsLeftAlone)
{
    Setting setting(sliding_cube(0.1));
    setting.set(Vector2d(-5, 0), Vector2d(4, 0.1));
    write_values(Vector2d(7, 0.5), setting.last.get());
    std::pair<ob::State*, double> last = {setting.last.get(), -1.0};
    EXPECT_TRUE(setting.information->checkMotion(setting.from.get(), setting.to.get(), last));
    EXPECT_EQ(last.second, -1.0);
    EXPECT_EQ(setting.values(setting.last), Vector2d(7, 0.5));
}

TEST(DeformingMotionValidator, ContactAtTheStartLeavesTheStart)
{
    Setting setting(sliding_cube(0.1));
    for (const double x : {4.5, 5.0}) {  // touches; crosses
        setting.set(Vector2d(x, 0), Vector2d(9, 0));
        std::pair<ob::State*, double> last = {setting.last.get(), -1.0};
        EXPECT_FALSE(setting.information->checkMotion(setting.from.get(), setting.to.get(), last));
        EXPECT_EQ(last.second, 0.0);
        EXPECT_EQ(setting.values(setting.last), Vector2d(x, 0));
        EXPECT_FALSE(setting.valid(Vector2d(x, 0)));
    }
}

TEST(DeformingMotionValidator, BoundsAreKept)
{
    Setting setting(sliding_cube(0.1));
    EXPECT_FALSE(setting.check(Vector2d(-9, 0), Vector2d(-11, 0)));
    EXPECT_FALSE(setting.valid(Vector2d(-9, 0.6)));
    setting.set(Vector2d(-9, 0), Vector2d(-9, -0.6));
    std::pair<ob::State*, double> last = {setting.last.get(), -1.0};
    EXPECT_FALSE(setting.information->checkMotion(setting.from.get(), setting.to.get(), last));
    EXPECT_EQ(last.second, 0.0);
    EXPECT_EQ(setting.values(setting.last), Vector2d(-9, 0));
    EXPECT_EQ(setting.prover->tally().queries, 0U) << "what is out of bounds needs no proof";
}

/// A small cube that appears within a hollow large one touches nothing, and yet is inside.
TEST(DeformingMotionValidator, WhatIsInsideIsNotFree)
{
    std::vector<DeformingBody> bodies = cube_and_plate(0.1);
    bodies[1].mesh = translated(box({.lengths = {4, 4, 4}}), {5, 0, 0}).mesh();
    const std::vector<StateValue> values = {{"x", -10.0, 10.0}, {"stretch", -0.5, 0.5}};
    Setting solid(std::make_shared<const DeformingWorld>(bodies, values));
    EXPECT_FALSE(solid.valid(Vector2d(5, 0)));
    EXPECT_FALSE(solid.check(Vector2d(5, 0), Vector2d(5.1, 0)));
    EXPECT_TRUE(solid.valid(Vector2d(0, 0)));
    bodies[1].solid = false;
    Setting hollow(std::make_shared<const DeformingWorld>(bodies, values));
    EXPECT_TRUE(hollow.valid(Vector2d(5, 0)));
    EXPECT_FALSE(hollow.check(Vector2d(5, 0), Vector2d(0, 0)));
}

/// A strip that folds until its ends meet.
TEST(DeformingMotionValidator, SelfContactCounts)
{
    DeformingBody strip = {
        .name = "strip", .mesh = sheet({.columns = 8, .rows = 1, .width = 4, .depth = 1}).mesh(), .solid = false};
    // The left quarter goes over to the right, above the rest, the right half up through it.
    strip.modes.push_back(mode_of(0, strip.mesh, [](const Point& at) {
        return at[0] < 1 ? Point{3.2 - 2 * at[0], 0, 1.5 - 0.5 * at[0]} : Point{0, 0, 0};
    }));
    strip.modes.push_back(mode_of(1, strip.mesh, [](const Point& at) {
        return Point{0, 0, at[0] > 2 ? 2 * (at[0] - 2) : 0.0};
    }));
    std::vector<DeformingBody> bodies = {strip};
    const std::vector<StateValue> values = {{"fold", 0.0, 1.0}, {"lift", 0.0, 1.0}};
    Setting setting(std::make_shared<const DeformingWorld>(bodies, values));
    EXPECT_TRUE(setting.check(Vector2d(0, 0), Vector2d(1, 0)));
    EXPECT_FALSE(setting.check(Vector2d(1, 0), Vector2d(1, 1)));
    bodies[0].self = false;
    Setting careless(std::make_shared<const DeformingWorld>(bodies, values));
    EXPECT_TRUE(careless.check(Vector2d(1, 0), Vector2d(1, 1)));
}

/// Obstacles that arrive follow a time, which does not run backwards.
TEST(DeformingMotionValidator, TimeOnlyIncreases)
{
    std::vector<DeformingBody> bodies = cube_and_plate(0.1);
    bodies[0].modes.pop_back();
    bodies[1].modes.push_back(mode_of(1, bodies[1].mesh, [](const Point&) { return Point{-4, 0, 0}; }));
    Setting setting(std::make_shared<const DeformingWorld>(
        bodies, std::vector<StateValue>{{"x", -10.0, 10.0}, {"time", 0.0, 1.0, true}}));
    EXPECT_TRUE(setting.check(Vector2d(0, 0), Vector2d(0, 0.1)));
    EXPECT_TRUE(setting.check(Vector2d(0, 0.1), Vector2d(-1, 0.1)));
    EXPECT_FALSE(setting.check(Vector2d(0, 0.1), Vector2d(0, 0)));
    EXPECT_FALSE(setting.check(Vector2d(2, 0), Vector2d(2, 1))) << "the plate comes to x = 1";
    EXPECT_TRUE(setting.check(Vector2d(2, 0), Vector2d(0, 1)));
    setting.set(Vector2d(0, 0.1), Vector2d(0, 0));
    std::pair<ob::State*, double> last = {setting.last.get(), -1.0};
    EXPECT_FALSE(setting.information->checkMotion(setting.from.get(), setting.to.get(), last));
    EXPECT_EQ(last.second, 0.0);
    EXPECT_EQ(setting.values(setting.last), Vector2d(0, 0.1));
}

TEST(DeformingMotionValidator, StopRefuses)
{
    std::stop_source stop;
    Setting setting(sliding_cube(0.1), {.stop = stop.get_token()});
    EXPECT_TRUE(setting.check(Vector2d(-5, 0), Vector2d(4, 0)));
    stop.request_stop();
    EXPECT_FALSE(setting.check(Vector2d(-5, 0), Vector2d(4, 0)));
    EXPECT_FALSE(setting.valid(Vector2d(-5, 0)));
    std::pair<ob::State*, double> last = {setting.last.get(), -1.0};
    EXPECT_FALSE(setting.information->checkMotion(setting.from.get(), setting.to.get(), last));
    EXPECT_EQ(last.second, 0.0);
    EXPECT_EQ(setting.values(setting.last), Vector2d(-5, 0));
    EXPECT_EQ(setting.validator->tally().proven, 1U);
    EXPECT_EQ(setting.validator->tally().refused, 2U);
    EXPECT_EQ(setting.validator->tally().interrupted, 2U);
}

TEST(DeformingMotionValidator, RefusesBadInput)
{
    const auto world = sliding_cube(0.1);
    Setting setting(world);
    EXPECT_THROW((void)setting.check(Vector2d(0, 0), Vector2d(std::nan(""), 0)), Error);
    EXPECT_TRUE(setting.check(Vector2d(0, 0), Vector2d(1, 0))) << "the next question is answered";
    EXPECT_THROW((void)setting.prover->collides(Vector2d(0, 0), VectorXd::Zero(3)), std::invalid_argument);
    EXPECT_THROW(DeformingProver(nullptr), std::invalid_argument);

    const auto other = std::make_shared<ob::SpaceInformation>(std::make_shared<ob::RealVectorStateSpace>(3));
    EXPECT_THROW((void)prove_motions(other, setting.prover), std::invalid_argument);
    const auto unnamed = std::make_shared<ob::SpaceInformation>(std::make_shared<ob::RealVectorStateSpace>(2));
    EXPECT_THROW((void)prove_motions(unnamed, setting.prover), std::invalid_argument);
    EXPECT_THROW((void)prove_motions(setting.information, nullptr), std::invalid_argument);

    Statistics work;
    for (const QueryOptions& options :
         {QueryOptions{.clearance = 0.1}, QueryOptions{.near_fraction = 0.5}, QueryOptions{.until = 0.5},
          QueryOptions{.self = false}, QueryOptions{.between = false},
          QueryOptions{.accept = [](const FeaturePair&) { return true; }}, QueryOptions{.assume_start_free = true},
          QueryOptions{.threads = -1}, QueryOptions{.statistics = &work}}) {
        EXPECT_THROW(DeformingProver(world, options), std::invalid_argument);
    }
}

/// A bar that moves, bends and can be pinched until it goes through itself, and a ball that swells and moves with time; the
/// bar fits into the ball.
std::shared_ptr<const DeformingWorld> bar_and_ball()
{
    DeformingBody bar = {.name = "bar", .mesh = box({.lengths = {0.3, 0.3, 1.2}, .cells = {2, 2, 5}}).mesh()};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        bar.modes.push_back(mode_of(axis, bar.mesh, [axis](const Point&) {
            Point direction = {0, 0, 0};
            direction[axis] = 1;
            return direction;
        }));
    }
    bar.modes.push_back(mode_of(3, bar.mesh, [](const Point& at) { return Point{at[2] * at[2], 0, 0}; }));
    bar.modes.push_back(mode_of(4, bar.mesh, [](const Point& at) {
        return Point{0, -at[1] * (1 - at[2] * at[2] / 0.36), 0};
    }));
    DeformingBody ball = {.name = "ball", .mesh = ico_sphere({.radius = 1.0, .subdivisions = 1}).mesh()};
    ball.modes.push_back(mode_of(5, ball.mesh, [](const Point& at) {
        return Point{0.3 * at[0] + 0.5, 0.3 * at[1], 0.3 * at[2]};
    }));
    return std::make_shared<const DeformingWorld>(
        std::vector<DeformingBody>{bar, ball},
        std::vector<StateValue>{
            {"x", -3, 3}, {"y", -2, 2}, {"z", -2, 2}, {"bow", -1, 1}, {"pinch", -0.2, 1.1}, {"time", 0, 1, true}});
}

using Triangles = std::vector<TrianglePoints>;

Triangles triangles_at(const DeformingBody& body, const std::vector<Point>& from, const std::vector<Point>& to,
                       double t)
{
    const auto at = [&](VertexId v) {
        Point p = {};
        for (std::size_t axis = 0; axis < 3; ++axis) p[axis] = (1 - t) * from[v][axis] + t * to[v][axis];
        return p;
    };
    Triangles triangles;
    for (const FaceVertices& face : body.mesh.faces()) triangles.push_back({at(face[0]), at(face[1]), at(face[2])});
    return triangles;
}

bool share_a_vertex(const FaceVertices& a, const FaceVertices& b)
{
    return std::ranges::any_of(a, [&](VertexId v) { return std::ranges::find(b, v) != b.end(); });
}

/// Whether any two triangles of the bar and the ball meet, those with a common vertex left out, or the bar is inside; of all
/// pairs, one after the other.
bool meet_by_brute_force(const DeformingWorld& world, const WorldPositions& from, const WorldPositions& to, double t)
{
    const Triangles bar = triangles_at(world.bodies()[0], from[0], to[0], t);
    const Triangles ball = triangles_at(world.bodies()[1], from[1], to[1], t);
    const auto faces = world.bodies()[0].mesh.faces();
    for (std::size_t i = 0; i < bar.size(); ++i) {
        if (std::ranges::any_of(ball, [&](const TrianglePoints& other) { return triangles_meet(bar[i], other); }))
            return true;
        for (std::size_t j = 0; j < i; ++j) {
            if (!share_a_vertex(faces[i], faces[j]) && triangles_meet(bar[i], bar[j])) return true;
        }
    }
    // The ball's middle is its vertices' mean, and its faces are further than 0.8 of its radius away from it.
    Eigen::Vector3d middle = Eigen::Vector3d::Zero();
    for (const TrianglePoints& face : ball) {
        for (const Point& corner : face) middle += Eigen::Vector3d(corner[0], corner[1], corner[2]);
    }
    middle /= 3.0 * static_cast<double>(ball.size());
    const auto from_middle = [&](const Point& p) { return (Eigen::Vector3d(p[0], p[1], p[2]) - middle).norm(); };
    const double radius = from_middle(ball[0][0]);
    return std::ranges::any_of(bar, [&](const TrianglePoints& face) { return from_middle(face[0]) < 0.8 * radius; });
}

VectorXd random_state(const DeformingWorld& world, scenes::SeededRandom& random)
{
    VectorXd state(static_cast<Eigen::Index>(world.values().size()));
    for (Eigen::Index i = 0; i < state.size(); ++i) {
        const StateValue& value = world.values()[static_cast<std::size_t>(i)];
        state[i] = random.between(value.lower, value.upper);
    }
    return state;
}

/// A state that is called valid, or a motion, or the part of one up to the last valid state, never meets anything when it is
/// sampled; and a sample that meets something makes it invalid.
TEST(DeformingMotionValidator, NothingMeetsWhenSampled)
{
    const auto world = bar_and_ball();
    Setting setting(world);
    scenes::SeededRandom random(17);
    std::size_t valid = 0, cut = 0;
    const std::size_t motions = support::effort(240);
    for (std::size_t i = 0; i < motions; ++i) {
        VectorXd a = random_state(*world, random);
        VectorXd b = a + 0.35 * (random_state(*world, random) - a);
        if (b[5] < a[5]) std::swap(a, b);
        const WorldPositions from = world->positions(a), to = world->positions(b);
        EXPECT_EQ(setting.valid(a), !meet_by_brute_force(*world, from, from, 0.0)) << i;
        setting.set(a, b);
        std::pair<ob::State*, double> last = {setting.last.get(), 1.0};
        const bool free = setting.information->checkMotion(setting.from.get(), setting.to.get(), last);
        EXPECT_EQ(setting.information->checkMotion(setting.from.get(), setting.to.get()), free);
        EXPECT_EQ(!setting.prover->collides(b, a), free) << "the same backwards";
        valid += free ? 1 : 0;
        cut += !free && last.second > 0.0 ? 1 : 0;
        if (!free && last.second == 0.0) continue;
        const VectorXd reached = free ? b : setting.values(setting.last);
        const WorldPositions until = world->positions(reached);
        for (int step = 0; step <= 20; ++step)
            ASSERT_FALSE(meet_by_brute_force(*world, from, until, 0.05 * step)) << i << " " << step;
        EXPECT_TRUE(setting.prover->first_contact(a, reached).outcome == Outcome::free) << i;
    }
    EXPECT_GT(valid, motions / 20);
    EXPECT_GT(cut, motions / 20);
    EXPECT_LT(valid + cut, motions) << "some begin in contact";
}

/// What meets at a sample is never called valid.
TEST(DeformingMotionValidator, WhatMeetsAtASampleIsRefused)
{
    const auto world = bar_and_ball();
    Setting setting(world);
    scenes::SeededRandom random(29);
    std::size_t met = 0;
    for (std::size_t i = 0; i < support::effort(240); ++i) {
        VectorXd a = random_state(*world, random), b = random_state(*world, random);
        if (b[5] < a[5]) std::swap(a, b);
        const WorldPositions from = world->positions(a), to = world->positions(b);
        bool meets = false;
        for (int step = 0; step <= 8 && !meets; ++step) meets = meet_by_brute_force(*world, from, to, 0.125 * step);
        met += meets ? 1 : 0;
        EXPECT_FALSE(meets && setting.check(a, b)) << i;
    }
    EXPECT_GT(met, 0U);
}

TEST(DeformingMotionValidator, ManyThreadsGetTheSameAnswers)
{
    const auto world = bar_and_ball();
    Setting setting(world, {.threads = 1});
    Setting shared(world, {.threads = 2});
    scenes::SeededRandom random(5);
    std::vector<VectorXd> states;
    for (int i = 0; i < 10; ++i) states.push_back(random_state(*world, random));
    const auto ask_all = [&states](const DeformingProver& prover) {
        std::vector<double> answers;
        for (std::size_t i = 0; i < states.size(); ++i) {
            for (std::size_t j = 0; j <= i; ++j) {
                answers.push_back(prover.collides(states[i], states[j]) ? 1.0 : 0.0);
                answers.push_back(prover.first_contact(states[i], states[j]).safe_until);
            }
        }
        return answers;
    };
    const std::vector<double> alone = ask_all(*setting.prover);
    std::vector<std::vector<double>> answers(4);
    {
        std::vector<std::jthread> threads;
        for (std::vector<double>& mine : answers) threads.emplace_back([&] { mine = ask_all(*setting.prover); });
    }
    for (const std::vector<double>& others : answers) EXPECT_EQ(others, alone);
    EXPECT_EQ(ask_all(*shared.prover), alone);
    EXPECT_EQ(setting.prover->tally().queries, 5 * alone.size());
}

}  // namespace
}  // namespace tocca::planning::deforming_motion_validator_test
