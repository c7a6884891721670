// SPDX-License-Identifier: Apache-2.0
#include "tocca/geometry/triangle_intersection.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "geometry/hulls_meet.hpp"
#include "geometry/random_points.hpp"
#include "support/effort.hpp"
#include "support/random.hpp"

namespace tocca::triangle_intersection_test {
namespace {

using support::effort;
using support::Random;

constexpr TrianglePoints unit_triangle = {Point{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};

TEST(TriangleIntersection, a_segment_through_beside_and_onto_a_triangle)
{
    EXPECT_TRUE(segment_meets_triangle({Point{0.2, 0.2, -1}, {0.2, 0.2, 1}}, unit_triangle));
    EXPECT_FALSE(segment_meets_triangle({Point{0.7, 0.7, -1}, {0.7, 0.7, 1}}, unit_triangle));
    EXPECT_TRUE(segment_meets_triangle({Point{0.5, 0.5, -1}, {0.5, 0.5, 1}}, unit_triangle));
    EXPECT_TRUE(segment_meets_triangle({Point{0, 0, 0}, {0, 0, 1}}, unit_triangle));
    EXPECT_FALSE(segment_meets_triangle({Point{0.2, 0.2, 0x1p-1074}, {0.2, 0.2, 1}}, unit_triangle));
}

TEST(TriangleIntersection, a_segment_in_the_plane_of_a_triangle)
{
    EXPECT_TRUE(segment_meets_triangle({Point{0.1, 0.1, 0}, {0.2, 0.2, 0}}, unit_triangle));
    EXPECT_TRUE(segment_meets_triangle({Point{-1, 0.2, 0}, {2, 0.2, 0}}, unit_triangle));
    EXPECT_TRUE(segment_meets_triangle({Point{1, 0, 0}, {2, -1, 0}}, unit_triangle));
    EXPECT_FALSE(segment_meets_triangle({Point{0.75, 0.5, 0}, {0.5, 0.75, 0}}, unit_triangle));
    EXPECT_TRUE(segment_meets_triangle({Point{0.25, 0.25, 0}, {0.25, 0.25, 0}}, unit_triangle));
    EXPECT_FALSE(segment_meets_triangle({Point{0.75, 0.75, 0}, {0.75, 0.75, 0}}, unit_triangle));
}

TEST(TriangleIntersection, one_triangle_within_another)
{
    EXPECT_TRUE(triangles_meet(unit_triangle, {Point{0.1, 0.1, 0}, {0.2, 0.1, 0}, {0.1, 0.2, 0}}));
    EXPECT_TRUE(triangles_meet(unit_triangle, unit_triangle));
    EXPECT_FALSE(triangles_meet(unit_triangle, {Point{0.1, 0.1, 1}, {0.2, 0.1, 1}, {0.1, 0.2, 1}}));
}

TEST(TriangleIntersection, collapsed_triangles)
{
    const Point p = {0.25, 0.25, 0}, q = {0.25, 0.25, 1};
    EXPECT_TRUE(triangles_meet(unit_triangle, {p, p, p}));
    EXPECT_TRUE(triangles_meet({p, p, p}, {p, p, p}));
    EXPECT_FALSE(triangles_meet({q, q, q}, {p, p, p}));
    EXPECT_TRUE(triangles_meet(unit_triangle, {q, p, q}));
    EXPECT_TRUE(segments_meet({p, p}, {p, q}));
    EXPECT_TRUE(segments_meet({Point{0, 0, 0}, {2, 2, 2}}, {Point{1, 1, 1}, {3, 3, 3}}));
    EXPECT_FALSE(segments_meet({Point{0, 0, 0}, {1, 1, 1}}, {Point{2, 2, 2}, {3, 3, 3}}));
    EXPECT_TRUE(segments_meet({Point{0, 0, 0}, {3, 3, 3}}, {Point{1, 1, 1}, {1, 1, 2}}));
}

/// Both answers must come often, or the comparison shows little.
struct Tally {
    std::array<int, 2> seen = {};
    void see(bool answer) { ++seen[answer ? 1 : 0]; }
    ~Tally()
    {
        const int least = std::min(seen[0], seen[1]);
        EXPECT_GT(least, (seen[0] + seen[1]) / 20);
    }
};

TEST(TriangleIntersection, equals_rationals_on_points_of_every_sort)
{
    Random random(31);
    Tally segments, mixed, triangles;
    for (std::size_t i = 0; i < effort(12'000); ++i) {
        std::array<Point, 6> x;
        draw_points(random, x);
        const std::span<const Point> all(x);

        const bool ss = hulls_meet(all.subspan(0, 2), all.subspan(2, 2));
        ASSERT_EQ(segments_meet({x[0], x[1]}, {x[2], x[3]}), ss) << i;
        ASSERT_EQ(segments_meet({x[3], x[2]}, {x[0], x[1]}), ss) << i;
        segments.see(ss);

        const bool st = hulls_meet(all.subspan(0, 2), all.subspan(2, 3));
        ASSERT_EQ(segment_meets_triangle({x[0], x[1]}, {x[2], x[3], x[4]}), st) << i;
        ASSERT_EQ(segment_meets_triangle({x[1], x[0]}, {x[4], x[3], x[2]}), st) << i;
        mixed.see(st);

        const bool tt = hulls_meet(all.subspan(0, 3), all.subspan(3, 3));
        ASSERT_EQ(triangles_meet({x[0], x[1], x[2]}, {x[3], x[4], x[5]}), tt) << i;
        ASSERT_EQ(triangles_meet({x[5], x[3], x[4]}, {x[1], x[0], x[2]}), tt) << i;
        triangles.see(tt);
    }
}

/// Every triangle of a 2 x 2 x 2 grid against every other: all ways in which triangles coincide, touch and collapse.
TEST(TriangleIntersection, equals_rationals_on_the_whole_of_a_tiny_grid)
{
    std::vector<Point> corners;
    for (int i = 0; i < 8; ++i) corners.push_back({double(i & 1), double((i >> 1) & 1), double(i >> 2)});
    std::vector<TrianglePoints> all;
    for (std::size_t a = 0; a < 8; ++a)
        for (std::size_t b = a; b < 8; ++b)
            for (std::size_t c = b; c < 8; ++c) all.push_back({corners[a], corners[b], corners[c]});
    const std::size_t stride = support::slow_build ? 7 : 1;
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t j = i; j < all.size(); j += stride)
            ASSERT_EQ(triangles_meet(all[i], all[j]), hulls_meet(all[i], all[j])) << i << ' ' << j;
    }
}

}  // namespace
}  // namespace tocca::triangle_intersection_test
