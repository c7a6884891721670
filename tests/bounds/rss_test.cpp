// SPDX-License-Identifier: Apache-2.0
#include "tocca/bounds/rss.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "support/effort.hpp"
#include "support/random.hpp"
#include "support/rss_distance.hpp"

namespace tocca::rss_test {
namespace {

using Eigen::Vector3d;
using support::effort;
using support::Random;

using Real = long double;
using RealVector = Eigen::Matrix<Real, 3, 1>;

Vector3d random_vector(Random& random) { return {random.signed_unit(), random.signed_unit(), random.signed_unit()}; }

/// A point of the rectangle, |a|, |b| <= 1, in extended precision.
RealVector rectangle_point(const Rss& rss, double a, double b)
{
    return rss.centre.cast<Real>() + static_cast<Real>(a) * static_cast<Real>(rss.half_u) * rss.u.cast<Real>() +
           static_cast<Real>(b) * static_cast<Real>(rss.half_v) * rss.v.cast<Real>();
}

/// The distance of a point from the rectangle by minimising over both coordinates in turn, in extended precision: the
/// distance is convex, so this comes as near as one likes unless the axes are far from orthogonal.
Real distance_from_rectangle(const Rss& rss, const Vector3d& point)
{
    const RealVector u = rss.u.cast<Real>(), v = rss.v.cast<Real>();
    Real a = 0.0L, b = 0.0L;
    const RealVector offset = point.cast<Real>() - rss.centre.cast<Real>();
    for (int round = 0; round < 8; ++round) {
        a = std::clamp((offset - b * v).dot(u) / u.squaredNorm(), -static_cast<Real>(rss.half_u),
                       static_cast<Real>(rss.half_u));
        b = std::clamp((offset - a * u).dot(v) / v.squaredNorm(), -static_cast<Real>(rss.half_v),
                       static_cast<Real>(rss.half_v));
    }
    return (offset - a * u - b * v).norm();
}

double exact_distance(const Rss& a, const Rss& b) { return std::max(0.0, support::rss_distance(a, b)); }

double scale_of(const Rss& rss) { return rss.centre.cwiseAbs().sum() + rss.half_u + rss.half_v + rss.radius; }

Rss random_rss(Random& random, double scale)
{
    const Eigen::Matrix3d axes =
        Eigen::Quaterniond(random.signed_unit(), random.signed_unit(), random.signed_unit(), 0.1 + random.unit())
            .normalized()
            .toRotationMatrix();
    const auto length = [&] { return random.chance(0.1) ? 0.0 : scale * random.unit(); };
    return {.centre = scale * 2.0 * random_vector(random),
            .u = axes.col(0),
            .v = axes.col(1),
            .half_u = length(),
            .half_v = length(),
            .radius = 0.3 * length()};
}

/// Clouds of all kinds: solid, flat, on a line, in one place, a triangle.
std::vector<Vector3d> random_cloud(Random& random, double scale)
{
    std::vector<Vector3d> points(random.chance(0.3) ? 3 : 1 + random.below(40));
    const Vector3d centre = random.pick({0.0, 1.0, 1e6}) * scale * random_vector(random);
    const Vector3d x = random_vector(random), y = random_vector(random), z = random_vector(random);
    const std::size_t dimensions = random.below(4);
    for (Vector3d& point : points) {
        point = centre;
        if (dimensions > 0) point += scale * random.signed_unit() * x;
        if (dimensions > 1) point += scale * random.signed_unit() * y;
        if (dimensions > 2) point += scale * random.signed_unit() * z;
    }
    return points;
}

constexpr std::array scales{1e-6, 1.0, 1e6, 1e9};

TEST(Rss, HoldsThePointsItIsFittedTo)
{
    Random random(1);
    for (std::size_t i = 0; i < effort(4'000); ++i) {
        const double scale = scales[i % scales.size()];
        const std::vector<Vector3d> points = random_cloud(random, scale);
        const Rss fit = fit_rss(points);
        const double radius = radius_about(fit, points);
        Real farthest = 0.0L;
        for (const Vector3d& point : points) farthest = std::max(farthest, distance_from_rectangle(fit, point));
        // Proven, and without waste.
        ASSERT_LE(farthest, static_cast<Real>(radius));
        const double rounding = 0x1p-46 * (scale_of(fit) + scale);
        ASSERT_LE(radius, static_cast<double>(farthest) * (1.0 + 1e-9) + rounding);
        // The fit is one that holds the points, to rounding.
        ASSERT_LE(radius, fit.radius * (1.0 + 1e-9) + 64.0 * rounding);
        ASSERT_GE(fit.half_u, 0.0);
        ASSERT_GE(fit.half_v, 0.0);
        ASSERT_NEAR(fit.u.norm(), 1.0, 1e-14);
        ASSERT_NEAR(fit.v.norm(), 1.0, 1e-14);
        ASSERT_NEAR(fit.u.dot(fit.v), 0.0, 1e-14);
    }
}

TEST(Rss, OfAPointASegmentAndATriangle)
{
    const std::vector<Vector3d> point = {{1.0, 2.0, 3.0}};
    const Rss one = fit_rss(point);
    EXPECT_EQ(one.centre, point[0]);
    EXPECT_EQ(one.half_u + one.half_v + one.radius, 0.0);
    EXPECT_LT(radius_about(one, point), 1e-13);

    const Rss line = fit_rss(std::vector<Vector3d>{{-2.0, 0.0, 0.0}, {2.0, 0.0, 0.0}, {1.0, 0.0, 0.0}});
    EXPECT_NEAR(line.half_u, 2.0, 1e-14);
    EXPECT_NEAR(line.half_v, 0.0, 1e-14);
    EXPECT_NEAR(line.radius, 0.0, 1e-14);

    // It stands on the longest side.
    const Rss triangle = fit_rss(std::vector<Vector3d>{{0.0, 0.0, 0.0}, {4.0, 0.0, 0.0}, {1.0, 1.0, 0.0}});
    EXPECT_NEAR(triangle.half_u, 2.0, 1e-14);
    EXPECT_NEAR(triangle.half_v, 0.5, 1e-14);
    EXPECT_NEAR(triangle.radius, 0.0, 1e-14);
}

TEST(Rss, TakesTheLargestCoordinatesOfABody)
{
    Random random(2);
    for (std::size_t i = 0; i < effort(500); ++i) {
        std::vector<Vector3d> points(8);
        for (Vector3d& point : points) point = 1e15 * random_vector(random);
        const Rss fit = fit_rss(points);
        const double radius = radius_about(fit, points);
        ASSERT_TRUE(std::isfinite(radius));
        for (const Vector3d& point : points) {
            ASSERT_LE(distance_from_rectangle(fit, point), static_cast<Real>(radius));
        }
    }
}

TEST(Rss, SizeHoldsItsCorners)
{
    Random random(3);
    for (std::size_t i = 0; i < effort(1'000); ++i) {
        const Rss rss = random_rss(random, 1.0);
        const double corner = (rectangle_point(rss, 1.0, 1.0) - rss.centre.cast<Real>()).cast<double>().norm();
        ASSERT_GE(rss.size(), corner + rss.radius);
    }
}

TEST(Rss, LowerDistanceIsNeverTooMuchAndMostlyAllOfIt)
{
    Random random(4);
    std::size_t apart = 0, tight = 0;
    for (std::size_t i = 0; i < effort(20'000); ++i) {
        const double scale = scales[i % scales.size()];
        const Rss a = random_rss(random, scale), b = random_rss(random, scale);
        const double exact = exact_distance(a, b), lower = lower_distance(a, b);
        const double rounding = 0x1p-44 * (scale_of(a) + scale_of(b));
        ASSERT_GE(lower, 0.0);
        ASSERT_LE(lower, exact + rounding);
        ASSERT_EQ(lower > 0.0, lower_distance(b, a) > 0.0);
        if (exact < 1e-3 * scale) continue;
        ++apart;
        if (lower >= exact * (1.0 - 1e-6)) ++tight;
        ASSERT_GE(lower, 0.9 * exact - rounding);
    }
    EXPECT_GT(apart, effort(20'000) / 4);
    EXPECT_GT(static_cast<double>(tight), 0.99 * static_cast<double>(apart));
}

TEST(Rss, NoDirectionShowsMoreThanTheDistance)
{
    Random random(5);
    for (std::size_t i = 0; i < effort(10'000); ++i) {
        const Rss a = random_rss(random, 1.0), b = random_rss(random, 1.0);
        const Vector3d direction = random.pick({1e-150, 1.0, 1e150}) * random_vector(random);
        ASSERT_LE(separation_along(direction, a, b), exact_distance(a, b) + 1e-13);
    }
    const Rss a = random_rss(random, 1.0), b = random_rss(random, 1.0);
    EXPECT_LE(separation_along(Vector3d::Zero(), a, b), 0.0);
    EXPECT_LE(separation_along(Vector3d::Constant(std::numeric_limits<double>::quiet_NaN()), a, b), 0.0);
    EXPECT_LE(separation_along(Vector3d::Constant(std::numeric_limits<double>::infinity()), a, b), 0.0);
}

TEST(Rss, ParallelRectanglesAboveEachOther)
{
    const Rss lower = {.half_u = 1.0, .half_v = 1.0, .radius = 0.25};
    for (const double height : {0.6, 1.0, 1e3}) {
        for (const double aside : {0.0, 0.5, 1.9}) {
            Rss upper = lower;
            upper.centre = {aside, 0.0, height};
            EXPECT_NEAR(lower_distance(lower, upper), height - 0.5, 1e-12 * height);
        }
    }
    Rss upper = lower;
    upper.centre = {0.0, 0.0, 0.5};
    EXPECT_LT(lower_distance(lower, upper), 1e-12);
    EXPECT_EQ(lower_distance(lower, lower), 0.0);
}

}  // namespace
}  // namespace tocca::rss_test
