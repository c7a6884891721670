// SPDX-License-Identifier: Apache-2.0
#include "study/convex_hull.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include "support/effort.hpp"
#include "support/random.hpp"
#include "tocca/geometry/orientation.hpp"

namespace tocca::study::convex_hull_test {
namespace {

using support::effort;
using support::Random;

Point any_point(Random& random) { return {random.signed_unit(), random.signed_unit(), random.signed_unit()}; }

std::vector<Point> transformed(Random& random, const std::vector<Point>& points, double scale, double offset)
{
    const Point axis = any_point(random), move = any_point(random);
    const Eigen::Matrix3d turn =
        Eigen::AngleAxisd(3.0 * random.signed_unit(), Eigen::Vector3d(axis.data()).normalized()).toRotationMatrix();
    std::vector<Point> result;
    for (const Point& point : points) {
        const Eigen::Vector3d x =
            scale * (turn * Eigen::Vector3d(point.data()) + offset * Eigen::Vector3d(move.data()));
        result.push_back({x.x(), x.y(), x.z()});
    }
    return result;
}

/// How far the point lies in front of the face furthest in front of which it lies.
long double greatest_excess(const Shape& shape, const Point& point)
{
    using Vector = Eigen::Matrix<long double, 3, 1>;
    const auto vector = [](const Point& p) -> Vector { return Eigen::Vector3d(p.data()).cast<long double>(); };
    long double greatest = -std::numeric_limits<long double>::infinity();
    for (const FaceVertices& face : shape.faces) {
        const Vector a = vector(shape.positions[face[0]]), b = vector(shape.positions[face[1]]),
                     c = vector(shape.positions[face[2]]);
        const Vector normal = (b - a).cross(c - a);
        // What is all but a segment has no side.
        if (normal.norm() < 1e-7L * (b - a).norm() * (c - a).norm()) continue;
        greatest = std::max(greatest, normal.dot(vector(point) - a) / normal.norm());
    }
    return greatest;
}

/// Closed, outward, of the points given, about them all, and `outside` is small.
void check(const std::vector<Point>& points, const ConvexHull& hull, double scale)
{
    const Shape& shape = hull.shape;
    std::map<std::pair<VertexId, VertexId>, int> sides;
    for (const FaceVertices& face : shape.faces) {
        for (std::size_t i = 0; i < 3; ++i) ++sides[{face[i], face[(i + 1) % 3]}];
    }
    for (const auto& [side, count] : sides) {
        ASSERT_EQ(count, 1);
        ASSERT_TRUE(sides.contains({side.second, side.first}));
    }
    ASSERT_EQ(shape.faces.size() + 4, 2 * shape.positions.size()) << "Euler's formula";
    const std::set<Point> given(points.begin(), points.end());
    for (const Point& vertex : shape.positions) ASSERT_TRUE(given.contains(vertex));
    ASSERT_LE(hull.outside, 1e-11 * scale);
    // Beyond a face by more than that is beyond the solid by more than that.
    for (const Point& point : points) {
        ASSERT_LE(greatest_excess(shape, point),
                  static_cast<long double>(hull.outside) + 1e-10L * static_cast<long double>(scale));
    }
}

TEST(ConvexHull, OfATetrahedronAndACube)
{
    const auto tetrahedron =
        convex_hull(std::vector<Point>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.1, 0.1, 0.1}, {0, 0, 0}});
    ASSERT_TRUE(tetrahedron);
    EXPECT_EQ(tetrahedron->shape.positions.size(), 4U);
    EXPECT_EQ(tetrahedron->shape.faces.size(), 4U);
    EXPECT_EQ(tetrahedron->outside, 0.0);
    for (const FaceVertices& face : tetrahedron->shape.faces) {
        const auto& p = tetrahedron->shape.positions;
        EXPECT_EQ(orientation(p[face[0]], p[face[1]], p[face[2]], {0.2, 0.2, 0.2}), Sign::negative);
    }

    // Every side has a grid of points on it.
    const std::vector<Point> points = box({.cells = {5, 6, 7}}).positions;
    const auto cube = convex_hull(points);
    ASSERT_TRUE(cube);
    EXPECT_EQ(cube->shape.positions.size(), 8U);
    check(points, *cube, 1.0);
}

TEST(ConvexHull, HoldsShapesOfAllKinds)
{
    Random random(1);
    for (std::size_t round = 0; round < effort(400); ++round) {
        std::vector<Point> points;
        switch (random.between(0, 7)) {
            case 0: points = box({.cells = {4, 3, 5}}).positions; break;
            case 1: points = cylinder({.segments = 24, .rings = 5}).positions; break;
            case 2: points = uv_sphere({.segments = 16, .rings = 9}).positions; break;
            case 3: points = torus({.segments = 24, .sides = 8}).positions; break;
            case 4: points = capsule({.segments = 16, .rings = 4}).positions; break;
            case 5:
                // A grid of small integers: many points on every plane and line.
                for (int i = 0; i < 100; ++i) {
                    points.push_back(
                        {random.between(-2, 2) / 4.0, random.between(-2, 2) / 4.0, random.between(-2, 2) / 4.0});
                }
                break;
            case 6:
                // Points in a box, many of them on the sides.
                for (int i = 0; i < 200; ++i) {
                    points.push_back(any_point(random));
                    if (random.chance(0.8)) points.back()[random.below(3)] = random.pick({-1.0, 1.0});
                    if (random.chance(0.5)) points.back()[random.below(3)] = random.pick({-1.0, 1.0});
                }
                break;
            default:
                for (int i = 0; i < random.between(4, 60); ++i) points.push_back(any_point(random));
        }
        const double scale = random.pick({1e-3, 1.0, 1e6});
        const bool exact = random.chance(0.2);
        if (!exact) points = transformed(random, points, scale, random.pick({0.0, 1.0, 20.0}));
        const auto hull = convex_hull(points);
        ASSERT_TRUE(hull) << "round " << round;
        check(points, *hull, exact ? 1.0 : 100.0 * scale);
        if (HasFatalFailure()) FAIL() << "round " << round;
    }
}

TEST(ConvexHull, OutsideIsNoLessThanWhatIsOutside)
{
    // Points that differ from those of a plane by rounding: some stay outside of any choice of vertices.
    Random random(2);
    std::size_t beyond = 0;
    for (std::size_t round = 0; round < 20; ++round) {
        const std::vector<Point> points =
            transformed(random, cylinder({.segments = 40, .rings = 6}).positions, 1.0, random.pick({0.0, 1.0}));
        const auto hull = convex_hull(points);
        ASSERT_TRUE(hull);
        // The ray from the mean of the vertices decides which face a point lies in front of: there it is no further than
        // `outside`, so its excess over that plane is not either.
        const Point centre = [&] {
            Point mean{};
            for (const Point& p : hull->shape.positions) {
                for (std::size_t i = 0; i < 3; ++i) mean[i] += p[i] / static_cast<double>(hull->shape.positions.size());
            }
            return mean;
        }();
        for (const FaceVertices& face : hull->shape.faces) {
            const Point &a = hull->shape.positions[face[0]], &b = hull->shape.positions[face[1]],
                        &c = hull->shape.positions[face[2]];
            ASSERT_NE(orientation(a, b, c, centre), Sign::positive);
            for (const Point& point : points) {
                if (orientation(a, b, c, point) != Sign::positive) continue;
                if (orientation(centre, a, b, point) == Sign::negative ||
                    orientation(centre, b, c, point) == Sign::negative ||
                    orientation(centre, c, a, point) == Sign::negative) {
                    continue;
                }
                ++beyond;
                ASSERT_GT(hull->outside, 0.0);
                ASSERT_LE(greatest_excess({{a, b, c}, {{0, 1, 2}}}, point), static_cast<long double>(hull->outside));
            }
        }
    }
    EXPECT_GT(beyond, 0U);
}

TEST(ConvexHull, OfNoSolidIsNothing)
{
    EXPECT_FALSE(convex_hull({}));
    EXPECT_FALSE(convex_hull(std::vector<Point>(1)));
    EXPECT_FALSE(convex_hull(std::vector<Point>(100)));
    EXPECT_FALSE(convex_hull(std::vector<Point>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
    Random random(3);
    std::vector<Point> plane, line, tiny, far;
    for (int i = 0; i < 50; ++i) {
        const double x = random.signed_unit(), y = random.signed_unit();
        plane.push_back({x, y, 0.0});
        line.push_back({x, 2.0 * x, 3.0 * x});
        tiny.push_back({1e-200 * x, 1e-200 * y, 1e-200 * random.unit()});
        far.push_back({1e150 * x, 1e150 * y, 1e150 * random.unit()});
    }
    EXPECT_FALSE(convex_hull(plane));
    EXPECT_FALSE(convex_hull(line));
    EXPECT_FALSE(convex_hull(tiny));
    EXPECT_FALSE(convex_hull(far));
    // Turned, they are within rounding of a plane: nothing, or a sound hull.
    for (std::size_t round = 0; round < effort(50); ++round) {
        for (const std::vector<Point>& points :
             {transformed(random, plane, 1.0, 1.0), transformed(random, line, 1.0, 1.0)}) {
            const auto hull = convex_hull(points);
            if (!hull) continue;
            EXPECT_LT(hull->outside, 1e-6);
        }
    }
}

TEST(ConvexHull, SaysNothing)
{
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    (void)convex_hull(std::vector<Point>(10));
    (void)convex_hull(std::vector<Point>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.5, 0.5, 0.0}});
    (void)convex_hull(box({}).positions);
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace tocca::study::convex_hull_test
