// SPDX-License-Identifier: Apache-2.0
// Volumes about points of any size and of very different sizes, judged in exact arithmetic.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <vector>

#include "support/effort.hpp"
#include "support/mixed_sizes.hpp"
#include "tocca/bounds/oriented_box.hpp"
#include "tocca/bounds/rss.hpp"

namespace tocca::rss_sizes_test {
namespace {

using Eigen::Vector3d;
using support::effort;
using support::ExactRss;
using support::ExactVector;
using support::Random;
using support::Rational;

ExactVector exact(const Vector3d& v) { return {Rational(v.x()), Rational(v.y()), Rational(v.z())}; }

ExactRss exact(const Rss& rss)
{
    return {exact(rss.centre),    exact(rss.u),         exact(rss.v),
            Rational(rss.half_u), Rational(rss.half_v), Rational(rss.radius)};
}

/// Points of a triangle or of a cloud: all of one size, each of a size of its own, or a small cluster beside others.
std::vector<Vector3d> mixed_points(Random& random)
{
    const auto vector = [](const Point& p) { return Vector3d(p[0], p[1], p[2]); };
    std::vector<Vector3d> points;
    if (random.chance(0.6)) {
        const double size = support::telling_size(random);
        const double away = random.pick({0.0, 0.0, size, support::telling_size(random)});
        const Point at = {away * random.signed_unit(), away * random.signed_unit(), away * random.signed_unit()};
        for (const Point& p : support::mixed_triangle(random, at, size)) points.push_back(vector(p));
        return points;
    }
    const std::size_t count = 1 + random.below(12);
    for (std::size_t i = 0; i < count; ++i) {
        points.push_back(
            {support::any_size(random, 1e15), support::any_size(random, 1e15), support::any_size(random, 1e15)});
    }
    return points;
}

TEST(RssOfAnySize, HoldsItsPointsAndHasOrthonormalAxes)
{
    Random random(11);
    for (std::size_t i = 0; i < effort(2'000); ++i) {
        const std::vector<Vector3d> points = mixed_points(random);
        Rss fit = fit_rss(points);
        ASSERT_TRUE(support::is_orthonormal(exact(fit.u), exact(fit.v), 48)) << i;
        fit.radius = radius_about(fit, points);
        ASSERT_TRUE(std::isfinite(fit.radius));
        const ExactRss volume = exact(fit);
        for (const Vector3d& point : points) ASSERT_TRUE(volume.holds(exact(point))) << i;
        // Not wider than the points reach, or the tree would be of no use.
        double reach = 0.0;
        for (const Vector3d& point : points) reach = std::max(reach, (point - points[0]).cwiseAbs().maxCoeff());
        const double far = points[0].cwiseAbs().maxCoeff();
        ASSERT_LE(fit.radius, 4.0 * reach + 0x1p-40 * far + 0x1p-1060) << i;
    }
}

TEST(RssOfAnySize, SizeHoldsItsCorners)
{
    Random random(12);
    for (std::size_t i = 0; i < effort(500); ++i) {
        Rss rss = fit_rss(mixed_points(random));
        rss.half_u = std::abs(support::any_size(random, 1e15));
        rss.half_v = std::abs(support::any_size(random, 1e15));
        rss.radius = std::abs(support::any_size(random, 1e15));
        const ExactRss volume = exact(rss);
        const ExactVector d = support::exact_difference(volume.at(volume.half_u, volume.half_v), volume.centre);
        const Rational beyond = Rational(rss.size()) - volume.radius;
        ASSERT_GE(beyond, 0);
        ASSERT_GE(beyond * beyond, support::exact_dot(d, d)) << i;
    }
}

TEST(RssOfAnySize, NoBoundPassesTheExactDistance)
{
    Random random(13);
    std::size_t proven = 0;
    for (std::size_t i = 0; i < effort(1'000); ++i) {
        const auto draw = [&] {
            const std::vector<Vector3d> points = mixed_points(random);
            Rss rss = fit_rss(points);
            rss.radius = radius_about(rss, points);
            return rss;
        };
        const Rss a = draw(), b = draw();
        const double scale = support::telling_size(random);
        const Vector3d direction(scale * random.signed_unit(), scale * random.signed_unit(),
                                 random.chance(0.3) ? 0.0 : scale * random.signed_unit());
        const double bound =
            std::max({lower_distance(a, b), separation_along(direction, a, b), separation_along(-direction, a, b)});
        if (!(bound > 0.0)) continue;
        ++proven;
        // Any two points are at least that far apart: those found by going to and fro, and the corners.
        const ExactRss x = exact(a), y = exact(b);
        const Rational least = Rational(bound) + x.radius + y.radius;
        const auto check = [&](const ExactVector& p, const ExactVector& q) {
            const ExactVector d = support::exact_difference(p, q);
            ASSERT_LE(least * least, support::exact_dot(d, d)) << i;
        };
        ExactVector on_x = x.centre, on_y = y.near(on_x);
        for (int round = 0; round < 4; ++round) {
            on_x = x.near(on_y);
            check(on_x, on_y);
            on_y = y.near(on_x);
            check(on_x, on_y);
        }
        for (const int s : {-1, 1}) {
            for (const int t : {-1, 1}) {
                const ExactVector corner = x.at(s * x.half_u, t * x.half_v), other = y.at(s * y.half_u, t * y.half_v);
                check(corner, y.near(corner));
                check(x.near(other), other);
            }
        }
    }
    EXPECT_GT(proven, effort(1'000) / 4);
}

TEST(OrientedBoxOfAnySize, HoldsItsPoints)
{
    Random random(14);
    for (std::size_t i = 0; i < effort(500); ++i) {
        const std::vector<Vector3d> points = mixed_points(random);
        const OrientedBox box = fit_oriented_box(points);
        const std::array<ExactVector, 3> axes = {exact(box.axes.col(0)), exact(box.axes.col(1)),
                                                 exact(box.axes.col(2))};
        ASSERT_TRUE(support::is_orthonormal(axes[0], axes[1], 48));
        ASSERT_TRUE(support::is_orthonormal(axes[1], axes[2], 48));
        ASSERT_TRUE(support::is_orthonormal(axes[2], axes[0], 48));
        // A point is centre + axes y for one y, by Cramer's rule.
        const auto cross = [](const ExactVector& a, const ExactVector& b) -> ExactVector {
            return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
        };
        const Rational volume = support::exact_dot(axes[0], cross(axes[1], axes[2]));
        for (const Vector3d& point : points) {
            const ExactVector offset = support::exact_difference(exact(point), exact(box.centre));
            for (std::size_t k = 0; k < 3; ++k) {
                const Rational y = support::exact_dot(offset, cross(axes[(k + 1) % 3], axes[(k + 2) % 3])) / volume;
                const Rational half(box.half_lengths[static_cast<Eigen::Index>(k)]);
                ASSERT_TRUE(y <= half && -y <= half) << i << ", axis " << k;
            }
        }
    }
}

}  // namespace
}  // namespace tocca::rss_sizes_test
