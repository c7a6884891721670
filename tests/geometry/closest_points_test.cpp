// SPDX-License-Identifier: Apache-2.0
#include "tocca/geometry/closest_points.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "support/exact_distance.hpp"

namespace tocca::closest_points_test {
namespace {

using Eigen::Vector3d;
using Points = std::array<Vector3d, 4>;

ClosestPoints point_triangle(const Points& x) { return closest_points(x[0], Triangle{x[1], x[2], x[3]}); }
ClosestPoints segments(const Points& x) { return closest_points(Segment{x[0], x[1]}, Segment{x[2], x[3]}); }

double exact_distance(const Points& x, bool face)
{
    support::ExactPoints exact;
    for (std::size_t i = 0; i < 4; ++i) exact[i] = {x[i].x(), x[i].y(), x[i].z()};
    return std::sqrt(
        static_cast<double>(face ? support::squared_point_triangle(exact) : support::squared_segments(exact)));
}

/// The greatest difference of two coordinates along an axis.
double spread(const Points& x)
{
    double most = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        const auto [low, high] = std::minmax({x[0][axis], x[1][axis], x[2][axis], x[3][axis]});
        most = std::max(most, high - low);
    }
    return most;
}

/// Points of every sort: general, on a grid, near each other's features within a few units of rounding, collapsed.
class RandomPoints {
public:
    explicit RandomPoints(unsigned seed) : engine_(seed) {}

    Points next()
    {
        const int sort = below(6);
        Points x;
        for (Vector3d& v : x) v = sort == 1 ? grid() : Vector3d(unit(), unit(), unit());
        if (sort == 2) x[3] = x[1] + unit() * (x[2] - x[1]);                    // thin triangle
        if (sort == 3) x[3] = x[2] + (x[1] - x[0]) * (1.0 + 0x1p-50 * unit());  // nearly parallel segments
        if (sort == 4) x[0] = (x[1] + x[2] + x[3]) / 3.0 + 0x1p-40 * Vector3d(unit(), unit(), unit());
        if (sort == 5) x[static_cast<std::size_t>(below(4))] = x[static_cast<std::size_t>(below(4))];
        if (below(3) == 0) {
            const Vector3d far = 1000.0 * Vector3d(unit(), unit(), unit());
            for (Vector3d& v : x) v += far;
        }
        return x;
    }

    int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(engine_); }
    double unit() { return std::uniform_real_distribution<double>(-1.0, 1.0)(engine_); }

private:
    Vector3d grid() { return {double(below(5) - 2), double(below(5) - 2), double(below(5) - 2)}; }

    std::mt19937_64 engine_;
};

void expect_weights(const ClosestPoints& found, bool face)
{
    for (const double w : found.weights) EXPECT_TRUE(w >= 0.0 && w <= 1.0) << w;
    const auto& w = found.weights;
    if (face) {
        EXPECT_EQ(w[0], 1.0);
        EXPECT_NEAR(w[1] + w[2] + w[3], 1.0, 0x1p-51);
    } else {
        EXPECT_NEAR(w[0] + w[1], 1.0, 0x1p-52);
        EXPECT_NEAR(w[2] + w[3], 1.0, 0x1p-52);
    }
    EXPECT_TRUE(found.difference.allFinite());
}

TEST(ClosestPoints, OfAPointAboveTheInsideASideAndACorner)
{
    const Triangle triangle{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const ClosestPoints inside = closest_points(Vector3d(1, 1, 3), triangle);
    EXPECT_EQ(inside.weights, (std::array{1.0, 0.5, 0.25, 0.25}));
    EXPECT_EQ(inside.difference, Vector3d(0, 0, 3));
    EXPECT_EQ(inside.squared_distance, 9.0);

    const ClosestPoints side = closest_points(Vector3d(1, -2, 0), triangle);
    EXPECT_EQ(side.weights, (std::array{1.0, 0.75, 0.25, 0.0}));
    EXPECT_EQ(side.squared_distance, 4.0);

    const ClosestPoints corner = closest_points(Vector3d(7, -4, 0), triangle);
    EXPECT_EQ(corner.weights, (std::array{1.0, 0.0, 1.0, 0.0}));
    EXPECT_EQ(corner.squared_distance, 25.0);
}

TEST(ClosestPoints, OfCrossingSegmentsAndOfSegmentsEndToEnd)
{
    const ClosestPoints crossing = closest_points(Segment{{-1, 0, 1}, {3, 0, 1}}, Segment{{0, -1, 0}, {0, 1, 0}});
    EXPECT_EQ(crossing.weights, (std::array{0.75, 0.25, 0.5, 0.5}));
    EXPECT_EQ(crossing.difference, Vector3d(0, 0, 1));

    const ClosestPoints in_line = closest_points(Segment{{0, 0, 0}, {1, 0, 0}}, Segment{{3, 0, 0}, {5, 0, 0}});
    EXPECT_EQ(in_line.weights, (std::array{0.0, 1.0, 1.0, 0.0}));
    EXPECT_EQ(in_line.difference, Vector3d(-2, 0, 0));
}

TEST(ClosestPoints, OfParallelSegments)
{
    const ClosestPoints found = closest_points(Segment{{0, 0, 0}, {2, 0, 0}}, Segment{{1, 1, 0}, {3, 1, 0}});
    expect_weights(found, false);
    EXPECT_EQ(found.difference, Vector3d(0, -1, 0));
}

TEST(ClosestPoints, OfFeaturesCollapsedToSegmentsAndPoints)
{
    const Vector3d p(0, 3, 4), q(0, 0, 0), r(1, 0, 0);
    for (const Points& x : {Points{p, q, q, q}, Points{p, q, q, r}, Points{p, r, q, q}, Points{p, q, r, q}}) {
        const ClosestPoints found = point_triangle(x);
        expect_weights(found, true);
        EXPECT_EQ(found.squared_distance, 25.0);
    }
    for (const Points& x : {Points{p, p, q, q}, Points{p, p, q, r}, Points{r, q, p, p}}) {
        const ClosestPoints found = segments(x);
        expect_weights(found, false);
        EXPECT_EQ(found.squared_distance, 25.0);
    }
    EXPECT_EQ(point_triangle({q, q, q, q}).squared_distance, 0.0);
    EXPECT_EQ(segments({q, q, q, q}).squared_distance, 0.0);
}

TEST(ClosestPoints, KeepTheDistanceOfTheExactOnes)
{
    RandomPoints random(20260101);
    for (int i = 0; i < 20'000; ++i) {
        const Points x = random.next();
        const double allowed = 0x1p-48 * spread(x);
        const ClosestPoints face = point_triangle(x), edges = segments(x);
        expect_weights(face, true);
        expect_weights(edges, false);
        const double face_exact = exact_distance(x, true);
        const double edges_exact = exact_distance(x, false);
        ASSERT_NEAR(face.difference.norm(), face_exact, allowed) << i;
        ASSERT_NEAR(edges.difference.norm(), edges_exact, allowed) << i;
        ASSERT_NEAR(std::sqrt(face.squared_distance), face.difference.norm(), 1e-15 * face_exact) << i;
    }
}

TEST(ClosestPoints, HoldForTheThinnestTriangles)
{
    // Heights from 1 to 2^-60 of the base, distances likewise: the direction of the height is lost on the way.
    RandomPoints random(7);
    for (int height = 0; height >= -60; --height) {
        for (int gap = 0; gap >= -60; --gap) {
            Points x = {Vector3d(random.unit(), random.unit(), random.unit()), {}, {}, {}};
            x[1] = x[0] + std::ldexp(1.0, gap) * Vector3d(random.unit(), random.unit(), random.unit());
            x[2] = x[1] + Vector3d(random.unit(), random.unit(), random.unit());
            x[3] = x[1] + random.unit() * (x[2] - x[1]) +
                   std::ldexp(1.0, height) * Vector3d(random.unit(), random.unit(), random.unit());
            const double allowed = 0x1p-48 * spread(x);
            ASSERT_NEAR(point_triangle(x).difference.norm(), exact_distance(x, true), allowed) << height << ' ' << gap;
            // The same points as two segments at a small angle.
            const Points y = {x[1], x[2], x[0], x[0] + (x[3] - x[1])};
            ASSERT_NEAR(segments(y).difference.norm(), exact_distance(y, false), allowed) << height << ' ' << gap;
        }
    }
}

TEST(ClosestPoints, HaveNoSampleNearer)
{
    RandomPoints random(3);
    for (int i = 0; i < 500; ++i) {
        const Points x = random.next();
        const double face = point_triangle(x).difference.norm(), edges = segments(x).difference.norm();
        const double allowed = 0x1p-40 * spread(x);
        constexpr int steps = 12;
        for (int j = 0; j <= steps; ++j) {
            for (int k = 0; k <= steps; ++k) {
                const double s = double(j) / steps, r = double(k) / steps;
                if (j + k <= steps) {
                    const Vector3d on_face = x[1] + s * (x[2] - x[1]) + r * (x[3] - x[1]);
                    EXPECT_GE((x[0] - on_face).norm(), face - allowed);
                }
                const Vector3d between = x[0] + s * (x[1] - x[0]) - x[2] - r * (x[3] - x[2]);
                EXPECT_GE(between.norm(), edges - allowed);
            }
        }
    }
}

TEST(ClosestPoints, DoNotDependOnOrderOrSides)
{
    RandomPoints random(11);
    for (int i = 0; i < 5'000; ++i) {
        const Points x = random.next();
        const double allowed = 0x1p-48 * spread(x);
        const double face = point_triangle(x).difference.norm();
        EXPECT_NEAR(point_triangle({x[0], x[2], x[3], x[1]}).difference.norm(), face, allowed);
        EXPECT_NEAR(point_triangle({x[0], x[2], x[1], x[3]}).difference.norm(), face, allowed);
        const ClosestPoints edges = segments(x), swapped = segments({x[2], x[3], x[0], x[1]});
        EXPECT_NEAR(swapped.difference.norm(), edges.difference.norm(), allowed);
        EXPECT_NEAR(segments({x[1], x[0], x[2], x[3]}).difference.norm(), edges.difference.norm(), allowed);
    }
}

TEST(ClosestPoints, ScaleExactlyByPowersOfTwo)
{
    RandomPoints random(13);
    for (int i = 0; i < 2'000; ++i) {
        const Points x = random.next();
        const ClosestPoints face = point_triangle(x), edges = segments(x);
        for (const int exponent : {-900, -501, -200, -3, 4, 200, 501, 900}) {
            Points y = x;
            for (Vector3d& v : y) v *= std::ldexp(1.0, exponent);
            const ClosestPoints scaled_face = point_triangle(y), scaled_edges = segments(y);
            EXPECT_EQ(scaled_face.weights, face.weights);
            EXPECT_EQ(scaled_face.difference, Vector3d(face.difference * std::ldexp(1.0, exponent)));
            EXPECT_EQ(scaled_edges.weights, edges.weights);
            EXPECT_EQ(scaled_edges.difference, Vector3d(edges.difference * std::ldexp(1.0, exponent)));
        }
    }
}

TEST(ClosestPoints, AreFiniteAtTheEndsOfTheRange)
{
    RandomPoints random(17);
    const std::array<double, 9> sizes = {0.0, 0x1p-1074, 1e-300, 1e-160, 1.0, 1e160, 1e300, 1.7e308, -1.7e308};
    for (int i = 0; i < 20'000; ++i) {
        Points x;
        for (Vector3d& v : x)
            for (double& c : v) c = sizes[static_cast<std::size_t>(random.below(9))];
        expect_weights(point_triangle(x), true);
        expect_weights(segments(x), false);
        EXPECT_FALSE(std::isnan(point_triangle(x).squared_distance));
        EXPECT_FALSE(std::isnan(segments(x).squared_distance));
    }
}

}  // namespace
}  // namespace tocca::closest_points_test
