// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/detail/facing_volumes.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <vector>

#include "support/effort.hpp"
#include "support/mixed_sizes.hpp"
#include "support/random.hpp"

namespace tocca::facing_volumes_test {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using rigid::MovingFrame;
using rigid::detail::facing_step;
using support::exact_difference;
using support::exact_dot;
using support::ExactVector;
using support::Random;
using support::Rational;

/// A quarter turn about some axis, or none: a rotation that doubles hold exactly, so that R x + o + t v is the exact motion.
Matrix3d exact_rotation(Random& random)
{
    const Vector3d axis = Vector3d::Unit(random.between(0, 2));
    const Matrix3d turned = Eigen::AngleAxisd(0.5 * std::numbers::pi * random.between(0, 3), axis).toRotationMatrix();
    return turned.unaryExpr([](double x) { return std::round(x); });
}

MovingFrame straight(Random& random, const Vector3d& origin, const Vector3d& velocity)
{
    return {.rotation = exact_rotation(random),
            .origin = origin,
            .pivot = origin,
            .velocity = velocity,
            .angular_velocity = Vector3d::Zero(),
            .drift = velocity,
            .uniform = true};
}

/// Where a point of a body is `step` later.
ExactVector place(const MovingFrame& frame, const ExactVector& point, const Rational& step)
{
    ExactVector placed;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto row = static_cast<Eigen::Index>(i);
        placed[i] = Rational(frame.origin[row]) + step * Rational(frame.velocity[row]);
        for (std::size_t j = 0; j < 3; ++j)
            placed[i] += Rational(frame.rotation(row, static_cast<Eigen::Index>(j))) * point[j];
    }
    return placed;
}

/// Corners of the rectangle and points in it, each moved by the radius along an axis and not at all.
std::vector<ExactVector> points_of(const Rss& rss)
{
    std::vector<ExactVector> points;
    for (const double p : {-1.0, 0.0, 1.0}) {
        for (const double q : {-1.0, 0.0, 1.0}) {
            ExactVector corner;
            for (std::size_t k = 0; k < 3; ++k) {
                const auto axis = static_cast<Eigen::Index>(k);
                corner[k] = Rational(rss.centre[axis]) + Rational(p) * Rational(rss.half_u) * Rational(rss.u[axis]) +
                            Rational(q) * Rational(rss.half_v) * Rational(rss.v[axis]);
            }
            points.push_back(corner);
            for (std::size_t k = 0; k < 3; ++k) {
                for (const int sign : {-1, 1}) {
                    points.push_back(corner);
                    points.back()[k] += sign * Rational(rss.radius);
                }
            }
        }
    }
    return points;
}

struct Facing {
    Rss a = {}, b = {};
    MovingFrame frame_a = {}, frame_b = {};
    double level = 0.0;
};

/// Two flat volumes one above the other in the world along some axis, of bodies whose own origins may be far away.
Facing random_facing(std::uint64_t seed)
{
    Random random(seed);
    const double size = random.pick({1.0, 1e-6, 1e6, 1e-150}), far = size * random.pick({0.0, 1.0, 1e3, 1e9});
    const auto vector = [&](double length) -> Vector3d {
        return {length * random.signed_unit(), length * random.signed_unit(), length * random.signed_unit()};
    };
    const Vector3d up = Vector3d::Unit(random.between(0, 2)) * random.pick({-1.0, 1.0});
    const double gap = size * random.pick({1e-12, 1e-6, 1e-2, 1.0});
    const auto volume = [&](const Vector3d& centre, const MovingFrame& frame) {
        const Matrix3d back = frame.rotation.transpose();
        // Nearly orthonormal, with a tilt now and then.
        const Vector3d tilt =
            random.chance(0.5) ? Vector3d(Vector3d::Zero()) : vector(random.pick({1e-17, 1e-9, 1e-3}));
        const Vector3d u = (up.unitOrthogonal() + tilt).normalized(), v = up.cross(u).normalized();
        Rss rss = {.u = back * u, .v = back * v};
        rss.half_u = size * random.unit();
        rss.half_v = size * random.unit();
        rss.radius = random.chance(0.5) ? 0.0 : 1e-3 * size * random.unit();
        rss.centre = back * (centre - frame.origin);
        return rss;
    };
    Facing facing;
    facing.frame_a = straight(random, vector(far), vector(size * random.pick({0.0, 1.0, 1e3})));
    facing.frame_b = straight(random, vector(far), vector(size * random.pick({1.0, 1e3})));
    facing.level = size * random.pick({0.0, 1e-13, 1e-3});
    facing.a = volume(Vector3d::Zero(), facing.frame_a);
    facing.b = volume(up * (gap + facing.level), facing.frame_b);
    return facing;
}

TEST(FacingVolumes, StayApartForTheStep)
{
    std::size_t proven = 0, limited = 0;
    for (std::uint64_t seed = 0; seed < support::effort(1'200); ++seed) {
        const auto [a, b, frame_a, frame_b, level] = random_facing(seed);
        const double step = facing_step({a, frame_a}, {b, frame_b}, level, 0.0);
        ASSERT_GE(step, 0.0) << seed;
        ASSERT_LE(step, 2.0) << seed;
        proven += step > 0.0 ? 1 : 0;
        limited += step > 0.0 && step < 2.0 ? 1 : 0;
        if (step == 0.0) continue;
        const std::vector<ExactVector> of_a = points_of(a), of_b = points_of(b);
        for (const Rational& time : {Rational(0), Rational(step) / 2, Rational(step)}) {
            std::vector<ExactVector> placed;
            for (const ExactVector& point : of_b) placed.push_back(place(frame_b, point, time));
            for (const ExactVector& point : of_a) {
                const ExactVector here = place(frame_a, point, time);
                for (const ExactVector& other : placed) {
                    const ExactVector apart = exact_difference(here, other);
                    ASSERT_GT(exact_dot(apart, apart), Rational(level) * Rational(level)) << "seed " << seed;
                }
            }
        }
    }
    EXPECT_GT(proven, support::effort(1'200) / 4);
    EXPECT_GT(limited, support::effort(1'200) / 20);
}

TEST(FacingVolumes, AreFollowedToTheLevel)
{
    const Rss plate = {.half_u = 3.0, .half_v = 2.0};
    MovingFrame falls = {.rotation = Matrix3d::Identity(),
                         .origin = {0, 0, 1},
                         .pivot = {0, 0, 1},
                         .velocity = {0.5, 0, -2},
                         .angular_velocity = Vector3d::Zero(),
                         .drift = {0.5, 0, -2},
                         .uniform = true};
    MovingFrame rests = falls;
    rests.origin = rests.pivot = rests.velocity = rests.drift = Vector3d::Zero();
    EXPECT_NEAR(facing_step({plate, falls}, {plate, rests}, 0.0, 0.0), 0.5, 1e-9);
    EXPECT_NEAR(facing_step({plate, falls}, {plate, rests}, 0.5, 0.0), 0.25, 1e-9);
    EXPECT_NEAR(facing_step({plate, falls}, {plate, rests}, 0.25, 0.25), 0.25, 1e-9);
    EXPECT_EQ(facing_step({plate, falls}, {plate, rests}, 1.0, 0.0), 0.0);
    EXPECT_EQ(facing_step({plate, rests}, {plate, rests}, 0.0, 0.0), 0.0);
    falls.velocity.z() = 1.0;
    EXPECT_EQ(facing_step({plate, falls}, {plate, rests}, 0.0, 0.0), 2.0);
    // What turns is not looked at.
    falls.speed = 1e-300;
    EXPECT_EQ(facing_step({plate, falls}, {plate, rests}, 0.0, 0.0), 0.0);
}

}  // namespace
}  // namespace tocca::facing_volumes_test
