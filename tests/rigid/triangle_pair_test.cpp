// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/triangle_pair.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/effort.hpp"
#include "support/random.hpp"
#include "support/rigid_queries.hpp"
#include "support/rigid_reference.hpp"
#include "tocca/geometry/triangle_distance.hpp"

namespace tocca::rigid::detail::triangle_pair_test {
namespace {

using support::effort;
using support::Random;

/// Two bodies on their way, and two of their triangles.
struct PairCase {
    explicit PairCase(std::uint64_t seed)
        : drawn(support::random_rigid_case(seed)),
          a(drawn.mesh_a, {.isolated_vertices = true, .threads = 1}),
          b(drawn.mesh_b, {.isolated_vertices = true, .threads = 1}),
          motion_a(drawn.motion_a, a.radius_about(drawn.motion_a.reference), a.middle()),
          motion_b(drawn.motion_b, b.radius_about(drawn.motion_b.reference), b.middle()),
          reference_a(drawn.motion_a),
          reference_b(drawn.motion_b),
          bodies{{a, motion_a}, {b, motion_b}, motion_a.position_error() + motion_b.position_error()}
    {
        Random random(seed);
        pair = {static_cast<std::uint32_t>(random.below(a.primitives().size())),
                static_cast<std::uint32_t>(random.below(b.primitives().size()))};
        time = random.chance(0.3) ? 0.0 : random.unit();
    }
    PairCase(const PairCase&) = delete;
    PairCase& operator=(const PairCase&) = delete;

    [[nodiscard]] PlacedPair placed(double t) const { return place(bodies, pair, motion_a.at(t), motion_b.at(t)); }

    /// The distance of the exact triangles, to rounding.
    [[nodiscard]] double distance_at(double t) const
    {
        const auto triangle = [t](const support::ReferenceMotion& motion, const RigidBody& body, std::uint32_t number) {
            TrianglePoints points;
            for (std::size_t k = 0; k < 3; ++k) {
                points[k] = motion.place(body.mesh().positions()[body.primitives()[number][k]], t);
            }
            return points;
        };
        const TrianglePoints x = triangle(reference_a, a, pair.a), y = triangle(reference_b, b, pair.b);
        return triangles_meet(x, y) ? 0.0 : triangle_distance(x, y).distance;
    }

    support::RigidCase drawn;
    RigidBody a, b;
    RigidBodyMotion motion_a, motion_b;
    support::ReferenceMotion reference_a, reference_b;
    MovingBodies bodies;
    TrianglePair pair;
    double time = 0.0;
};

constexpr std::uint64_t first_seed = 80'000'000'000;

TEST(TrianglePair, BoundsHoldTheExactDistance)
{
    for (std::size_t i = 0; i < effort(5'000); ++i) {
        const PairCase c(first_seed + i);
        const double exact = c.distance_at(c.time);
        const double rounding = 0x1p-44 * support::rounding_margin({c.a, c.drawn.motion_a, c.b, c.drawn.motion_b});
        const PairState state = examine(c.bodies, c.placed(c.time));
        ASSERT_LE(state.lower, exact + rounding) << "case " << i;
        ASSERT_GE(state.upper, exact - rounding) << "case " << i;
        ASSERT_LE(glance(c.bodies, c.placed(c.time)).lower, exact + rounding) << "case " << i;
    }
}

TEST(TrianglePair, StepsAreNeverTooLong)
{
    std::size_t long_steps = 0, cut_short = 0;
    const std::size_t count = effort(4'000);
    for (std::size_t i = 0; i < count; ++i) {
        const PairCase c(first_seed + 100'000 + i);
        const PlacedPair placed = c.placed(c.time);
        const PairState state = i % 4 == 0 ? glance(c.bodies, placed) : examine(c.bodies, placed);
        // Levels that leave much, little and hardly any room.
        const double level = state.lower * (i % 3 == 0 ? 0.0 : i % 3 == 1 ? 0.9 : 0.999999);
        const MovingFrame frame_a = c.motion_a.at(c.time), frame_b = c.motion_b.at(c.time);
        const double step = free_step(placed, state, frame_a, frame_b, level);
        ASSERT_GE(step, 0.0);
        if (!(state.lower > level)) {
            ASSERT_EQ(step, 0.0);
            continue;
        }
        const double end = std::min(1.0, c.time + step);
        long_steps += end - c.time > 0.01 ? 1 : 0;
        cut_short += end < 1.0 ? 1 : 0;
        const double rounding = 0x1p-44 * c.distance_at(c.time) + 0x1p-52 * c.bodies.error;
        for (int k = 1; k <= 20; ++k) {
            const double t = c.time + (end - c.time) * k / 20.0;
            ASSERT_GE(c.distance_at(t), level - rounding) << "case " << i << ", after " << t - c.time;
        }
    }
    EXPECT_GT(long_steps, count / 10);
    EXPECT_GT(cut_short, count / 10);
}

TEST(TrianglePair, AFaceThatTiltsTowardsAVertexIsNotBoundedByItsFarCorner)
{
    // Turns about the y axis; the vertex hovers near the axis, where hardly anything moves.
    const RigidBody face(TriangleMesh({{0.0, -1.0, 0.0}, {0.0, 1.0, 0.0}, {-100.0, 0.0, 0.0}}, {{0, 1, 2}}));
    const RigidBody vertex(TriangleMesh({{-0.01, 0.0, 0.001}}, {}), {.isolated_vertices = true});
    const RigidMotion turning = turn(Eigen::Isometry3d::Identity(), {0.0, 0.0, 0.0}, {0.0, 0.05, 0.0});
    const RigidMotion resting = at_rest(Eigen::Isometry3d::Identity());
    Statistics work;
    const Answer answer = first_contact(face, turning, vertex, resting, {.threshold = 1e-5, .statistics = &work});
    EXPECT_EQ(answer.outcome, Outcome::free);
    EXPECT_LE(work.triangle_tests, 10U);
}

TEST(TrianglePair, StepsBesideABodyThatTurnsReckonWithAnAccelerationOfTheOther)
{
    // The face turns as good as not at all; the triangle above it is at rest, and may be pulled down or tipped over.
    MovingFrame face = {.rotation = Eigen::Matrix3d::Identity(),
                        .origin = Eigen::Vector3d::Zero(),
                        .pivot = Eigen::Vector3d::Zero(),
                        .velocity = Eigen::Vector3d::Zero(),
                        .angular_velocity = {1e-9, 0.0, 0.0},
                        .drift = Eigen::Vector3d::Zero(),
                        .speed = 1e-9,
                        .acceleration = 1e-18,
                        .uniform = true};
    MovingFrame above = face;
    above.angular_velocity.setZero();
    above.speed = above.acceleration = 0.0;
    above.uniform = false;
    const PlacedPair placed = {.a = {Point{-1, -1, 0}, Point{1, -1, 0}, Point{0, 1, 0}},
                               .b = {Point{0, 0, 0.5}, Point{0.1, 0, 0.5}, Point{0, 0.1, 0.5}}};
    const PairState state = examine(placed, 0.0);
    const auto step_with = [&](const MovingFrame& frame) {
        const double step = free_step(placed, state, face, frame, 0.0);
        EXPECT_EQ(step, free_step({placed.b, placed.a}, examine({placed.b, placed.a}, 0.0), frame, face, 0.0));
        return step;
    };
    MovingFrame pulled = above, jerked = above, tipped = above, twisted = above;
    pulled.pivot_speed = pulled.pivot_acceleration = 100.0;  // falls by 50 t^2
    jerked.pivot_speed = jerked.pivot_jerk = 3'000.0;        // by 500 t^3
    tipped.pivot = {0.0, -10.0, 0.5};
    tipped.speed = tipped.acceleration = 10.0;  // by 50 t^2 and more
    twisted.pivot = {0.0, -10.0, 0.5};
    twisted.speed = twisted.jerk = 300.0;  // by 500 t^3 and more
    EXPECT_GT(step_with(above), 0.9);
    EXPECT_LE(step_with(pulled), 0.1);
    EXPECT_LE(step_with(jerked), 0.1);
    EXPECT_LE(step_with(tipped), 0.1);
    EXPECT_LE(step_with(twisted), 0.1);
}

TEST(TrianglePair, ProvenCrossingsCross)
{
    std::size_t proven = 0, meeting = 0;
    for (std::size_t i = 0; i < effort(5'000); ++i) {
        const PairCase c(first_seed + 200'000 + i);
        const bool meets = c.distance_at(c.time) == 0.0;
        const bool crosses = proven_crossing(c.placed(c.time), c.bodies.error);
        ASSERT_LE(crosses, meets) << "case " << i;
        proven += crosses ? 1 : 0;
        meeting += meets ? 1 : 0;
    }
    EXPECT_GT(proven, 0U);
    EXPECT_GE(proven + 3, meeting / 2);
}

TEST(TrianglePair, WalksEndWithTheirBudget)
{
    const PairCase c(first_seed);
    const ContactLevels levels = {.threshold = 1e-6 * std::max(c.a.diameter(), 1e-300)};
    const WalkResult none = walk(c.bodies, c.pair, levels, {.steps = 0});
    EXPECT_EQ(none.steps, 0U);
    EXPECT_EQ(none.spent.value_or(-1.0), 0.0);
    const WalkResult whole = walk(c.bodies, c.pair, levels, {.steps = 1'000'000});
    EXPECT_FALSE(whole.spent.has_value());
    const WalkResult part = walk(c.bodies, c.pair, levels, {.steps = std::max<std::uint64_t>(whole.steps, 2) - 1});
    EXPECT_LE(part.steps, whole.steps);
}

}  // namespace
}  // namespace tocca::rigid::detail::triangle_pair_test
