// SPDX-License-Identifier: Apache-2.0
#include "tocca/geometry/triangle_distance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

#include "geometry/hulls_meet.hpp"
#include "geometry/random_points.hpp"
#include "support/effort.hpp"
#include "support/exact_distance.hpp"
#include "support/random.hpp"

namespace tocca::triangle_distance_test {
namespace {

using support::Rational;
using Real = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>, boost::multiprecision::et_off>;

struct Triangles {
    TrianglePoints first, second;
};

support::ExactPoint exact(const Point& p) { return {Rational(p[0]), Rational(p[1]), Rational(p[2])}; }

/// By all pairs of features, and none where the triangles have a common point.
Rational exact_squared(const Triangles& x)
{
    if (hulls_meet(x.first, x.second)) return 0;
    Rational least =
        support::squared_segments({exact(x.first[0]), exact(x.first[1]), exact(x.second[0]), exact(x.second[1])});
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            least = std::min(least, support::squared_segments({exact(x.first[i]), exact(x.first[(i + 1) % 3]),
                                                               exact(x.second[j]), exact(x.second[(j + 1) % 3])}));
        }
        least = std::min(least, support::squared_point_triangle(
                                    {exact(x.first[i]), exact(x.second[0]), exact(x.second[1]), exact(x.second[2])}));
        least = std::min(least, support::squared_point_triangle(
                                    {exact(x.second[i]), exact(x.first[0]), exact(x.first[1]), exact(x.first[2])}));
    }
    return least;
}

Real root(const Rational& square) { return sqrt(Real(numerator(square)) / Real(denominator(square))); }

/// The greatest difference of two coordinates along an axis.
Real spread(const Triangles& x)
{
    Real most = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto [low, high] = std::minmax({x.first[0][axis], x.first[1][axis], x.first[2][axis], x.second[0][axis],
                                              x.second[1][axis], x.second[2][axis]});
        const Real difference = Real(high) - Real(low);
        most = difference > most ? difference : most;
    }
    return most;
}

void expect_weights(const std::array<double, 3>& weights)
{
    for (const double w : weights) EXPECT_TRUE(w >= 0.0 && w <= 1.0) << w;
    EXPECT_NEAR(weights[0] + weights[1] + weights[2], 1.0, 0x1p-50);
}

/// Whether the features named are those that carry weight.
void expect_features(const TriangleDistance& found)
{
    const auto& a = found.first_weights;
    const auto& b = found.second_weights;
    ASSERT_LT(found.first_index, 3U);
    ASSERT_LT(found.second_index, 3U);
    switch (found.features) {
        case NearestFeatures::vertex_face: EXPECT_EQ(a[found.first_index], 1.0); break;
        case NearestFeatures::face_vertex: EXPECT_EQ(b[found.second_index], 1.0); break;
        case NearestFeatures::edge_edge:
            EXPECT_EQ(a[(found.first_index + 2) % 3], 0.0);
            EXPECT_EQ(b[(found.second_index + 2) % 3], 0.0);
            break;
        case NearestFeatures::crossing: EXPECT_EQ(found.distance, 0.0); break;
    }
}

/// Everything that holds of any two triangles. The direction is to prove the distance where that is at least so small a
/// part of the spread.
void expect_right(const Triangles& x, double least_part = 0x1p-20)
{
    const TriangleDistance found = triangle_distance(x.first, x.second);
    expect_weights(found.first_weights);
    expect_weights(found.second_weights);
    expect_features(found);
    for (const Point& p : {found.first, found.second, found.direction})
        for (const double c : p) ASSERT_TRUE(std::isfinite(c));
    ASSERT_TRUE(std::isfinite(found.distance));

    const Rational square = exact_squared(x);
    const Real distance = root(square), length = spread(x);
    const Real least = std::numeric_limits<double>::denorm_min(), most = std::numeric_limits<double>::max();
    const Real allowed = length * 0x1p-46 + distance * 0x1p-30 + 4 * least;
    if (distance > 0) {
        EXPECT_LE(Real(found.distance), distance + allowed);
        EXPECT_GE(Real(found.distance), (distance > most ? most : distance) - allowed);
    }
    const double proven = separation_along(found.direction, x.first, x.second);
    if (proven > 0.0) {
        EXPECT_LE(Rational(proven) * Rational(proven), square);
    }
    if (distance > length * least_part && distance < 0x1p1000 && distance > 0x1p-1000) {
        EXPECT_GE(Real(proven), distance * (1 - 0x1p-20) - length * 0x1p-44) << "a direction that proves little";
    }
}

TrianglePoints draw_triangle(support::Random& random, double size)
{
    TrianglePoints t;
    for (Point& p : t)
        for (double& c : p) c = size * random.signed_unit();
    return t;
}

TrianglePoints moved(TrianglePoints t, const Point& by)
{
    for (Point& p : t)
        for (std::size_t k = 0; k < 3; ++k) p[k] += by[k];
    return t;
}

TEST(TriangleDistance, OfACornerOverAFace)
{
    const TrianglePoints floor = {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
    const TrianglePoints above = {{{1, 1, 3}, {5, 5, 9}, {-2, 1, 8}}};
    const TriangleDistance found = triangle_distance(above, floor);
    EXPECT_EQ(found.distance, 3.0);
    EXPECT_EQ(found.features, NearestFeatures::vertex_face);
    EXPECT_EQ(found.first_index, 0U);
    EXPECT_EQ(found.first, (Point{1, 1, 3}));
    EXPECT_EQ(found.second, (Point{1, 1, 0}));
    EXPECT_EQ(found.second_weights, (std::array{0.5, 0.25, 0.25}));
    EXPECT_LT(found.direction[2], 0.0);

    const TriangleDistance swapped = triangle_distance(floor, above);
    EXPECT_EQ(swapped.distance, 3.0);
    EXPECT_EQ(swapped.features, NearestFeatures::face_vertex);
    EXPECT_EQ(swapped.second_index, 0U);
    EXPECT_GT(swapped.direction[2], 0.0);
}

TEST(TriangleDistance, OfSidesAcrossEachOther)
{
    const TrianglePoints first = {{{-1, 0, 0}, {0, 0, -5}, {1, 0, 0}}};
    const TrianglePoints second = {{{0, 1, 2}, {0, -1, 2}, {0, 0, 6}}};
    const TriangleDistance found = triangle_distance(first, second);
    EXPECT_EQ(found.distance, 2.0);
    EXPECT_EQ(found.features, NearestFeatures::edge_edge);
    EXPECT_EQ(found.first_index, 2U);
    EXPECT_EQ(found.second_index, 0U);
    EXPECT_EQ(found.first, (Point{0, 0, 0}));
    EXPECT_EQ(found.second, (Point{0, 0, 2}));
    EXPECT_EQ(separation_along({0, 0, 1}, first, second), separation_along({0, 0, 7}, first, second));
    EXPECT_NEAR(separation_along({0, 0, 1}, first, second), 2.0, 1e-14);
}

TEST(TriangleDistance, OfCornersAndOfACornerBesideASide)
{
    const TrianglePoints a = {{{0, 0, 0}, {-1, 0, 0}, {0, -1, 0}}};
    const TrianglePoints b = {{{3, 4, 0}, {9, 4, 0}, {3, 9, 1}}};
    EXPECT_EQ(triangle_distance(a, b).distance, 5.0);
    EXPECT_EQ(triangle_distance(a, b).features, NearestFeatures::edge_edge);
    const TrianglePoints c = {{{2, -3, 0}, {2, 3, 0}, {5, 0, 0}}};
    EXPECT_EQ(triangle_distance(a, c).distance, 2.0);
}

TEST(TriangleDistance, OfCrossingAndTouchingTrianglesIsZero)
{
    const TrianglePoints floor = {{{-2, -2, 0}, {4, -2, 0}, {-2, 4, 0}}};
    const TrianglePoints through = {{{0, 0, 1}, {0, 0, -3}, {9, 9, 0}}};
    for (const auto& [first, second] : {Triangles{floor, through}, Triangles{through, floor}}) {
        const TriangleDistance found = triangle_distance(first, second);
        EXPECT_EQ(found.distance, 0.0);
        EXPECT_EQ(found.features, NearestFeatures::crossing);
        EXPECT_EQ(found.direction, (Point{0, 0, 0}));
        for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(found.first[k], found.second[k], 1e-15);
    }
    const TrianglePoints corner = {{{4, -2, 0}, {9, 1, 1}, {9, 0, 3}}};
    EXPECT_EQ(triangle_distance(floor, corner).distance, 0.0);
    EXPECT_EQ(triangle_distance(floor, floor).distance, 0.0);
}

TEST(TriangleDistance, TellsRandomCrossings)
{
    support::Random random(11);
    int crossings = 0;
    for (int i = 0; i < 5000; ++i) {
        const Triangles x{draw_triangle(random, 1.0), draw_triangle(random, 1.0)};
        const bool meet = triangles_meet(x.first, x.second);
        const TriangleDistance found = triangle_distance(x.first, x.second);
        ASSERT_EQ(found.distance == 0.0, meet) << i;
        crossings += meet ? 1 : 0;
    }
    EXPECT_GT(crossings, 500);
}

TEST(TriangleDistance, IsRightForRandomTriangles)
{
    support::Random random(12);
    for (std::size_t i = 0; i < support::effort(2000); ++i) {
        Triangles x{draw_triangle(random, 1.0), draw_triangle(random, random.pick({1.0, 0.1, 1e-5}))};
        x.second = moved(x.second, {3.0 * random.signed_unit(), random.signed_unit(), random.signed_unit()});
        expect_right(x, 0x1p-40);
        if (testing::Test::HasFailure()) FAIL() << "pair " << i;
    }
}

TEST(TriangleDistance, IsRightForDegenerateTrianglesOfAllSizes)
{
    support::Random random(13);
    for (std::size_t i = 0; i < support::effort(1200); ++i) {
        std::array<Point, 6> points;
        draw_points(random, points);
        expect_right({{points[0], points[1], points[2]}, {points[3], points[4], points[5]}});
        if (testing::Test::HasFailure()) FAIL() << "pair " << i;
    }
}

TEST(TriangleDistance, IsRightForNeedlesAndParallelSides)
{
    support::Random random(14);
    for (std::size_t i = 0; i < support::effort(1500); ++i) {
        Triangles x{draw_triangle(random, 1.0), draw_triangle(random, 1.0)};
        const double thin = std::exp2(-60.0 * random.unit()), s = random.unit();
        for (std::size_t k = 0; k < 3; ++k) {
            x.first[2][k] = x.first[0][k] + s * (x.first[1][k] - x.first[0][k]) + thin * random.signed_unit();
            if (i % 3 == 0) x.second[1][k] = x.second[0][k] + x.first[1][k] - x.first[0][k];
            if (i % 3 == 1) x.second[1][k] = x.second[0][k] + (x.first[1][k] - x.first[0][k]) + thin * random.unit();
            if (i % 5 == 0) x.second[2][k] = x.second[1][k] + thin * random.signed_unit();
        }
        expect_right(x);
        if (testing::Test::HasFailure()) FAIL() << "pair " << i;
    }
}

TEST(TriangleDistance, SeparatesNeedlesFromWhatIsBesideThem)
{
    // A triangle collapsed to a segment, one corner far out, and another beside it, some of them a point: the direction
    // from one to the other must be at right angles to the segment, far better than the difference of two points is.
    support::Random random(21);
    for (std::size_t i = 0; i < support::effort(3000); ++i) {
        const double far = std::exp2(50.0 * random.unit());
        const Point p = draw_triangle(random, 1.0)[0], q = draw_triangle(random, far)[0];
        const Point r = draw_triangle(random, 20.0)[0];
        TrianglePoints needle = random.pick<TrianglePoints>({{p, p, q}, {p, q, q}, {q, p, p}, {p, q, p}});
        const TrianglePoints beside = random.chance(0.5) ? TrianglePoints{r, r, r} : draw_triangle(random, 20.0);
        for (const auto& [first, second] : {std::pair(needle, beside), std::pair(beside, needle)}) {
            const TriangleDistance found = triangle_distance(first, second);
            if (found.distance < 1e-3) continue;
            EXPECT_GE(separation_along(found.direction, first, second), found.distance * (1.0 - 1e-9) - 0x1p-44 * far)
                << "pair " << i << " at " << found.distance << ", " << far << " long";
        }
        if (testing::Test::HasFailure()) FAIL() << "pair " << i;
    }
}

/// Two sides of a triangle with one corner far out are nearly parallel and equally long; what is beside it is told apart
/// along a direction at right angles to the side that is near, and to no other.
TEST(TriangleDistance, SeparatesWhatIsBesideTheMiddleOfALongTriangle)
{
    support::Random random(23);
    const std::size_t count = support::effort(1500);
    std::size_t asked = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double far = std::exp2(5.0 + 30.0 * random.unit()), part = random.unit();
        TrianglePoints needle = draw_triangle(random, 1.0);
        needle[2] = draw_triangle(random, far)[0];
        std::rotate(needle.begin(), needle.begin() + random.between(0, 2), needle.end());
        const auto [from, to] = random.pick<std::pair<std::size_t, std::size_t>>({{0, 1}, {1, 2}, {2, 0}});
        Point middle;
        for (std::size_t k = 0; k < 3; ++k) middle[k] = (1.0 - part) * needle[from][k] + part * needle[to][k];
        const Triangles x{needle, moved(draw_triangle(random, 1.0), middle)};
        const auto distance = static_cast<double>(root(exact_squared(x)));
        if (distance < 1e-3) continue;
        ++asked;
        for (const auto& [first, second] : {std::pair(x.first, x.second), std::pair(x.second, x.first)}) {
            const TriangleDistance found = triangle_distance(first, second);
            EXPECT_GE(separation_along(found.direction, first, second), 0.999 * distance - 0x1p-44 * far)
                << "pair " << i << " at " << distance << ", " << far << " long";
        }
        if (testing::Test::HasFailure()) FAIL() << "pair " << i;
    }
    EXPECT_GT(4 * asked, count);
}

/// The normal of a thin triangle has few true digits when computed in doubles, and only its plane tells the triangle from
/// what hovers over the plane far beside it.
TEST(TriangleDistance, SeparatesThinTrianglesFromWhatHoversOverTheirPlanes)
{
    support::Random random(22);
    for (std::size_t i = 0; i < support::effort(1500); ++i) {
        const std::array<Point, 3> drawn_points = draw_triangle(random, 1.0);
        const Point &p = drawn_points[0], &along = drawn_points[1], &aside = drawn_points[2];
        const double thin = std::exp2(-10.0 - 30.0 * random.unit()), gap = std::exp2(-25.0 - 15.0 * random.unit());
        const Point up = {along[1] * aside[2] - along[2] * aside[1], along[2] * aside[0] - along[0] * aside[2],
                          along[0] * aside[1] - along[1] * aside[0]};
        const auto at = [&](double a, double b, double c) {
            Point x = p;
            for (std::size_t k = 0; k < 3; ++k) x[k] += a * along[k] + b * aside[k] + c * up[k];
            return x;
        };
        const auto drawn = [&] { return 4.0 * random.unit() - 2.0; };
        if (random.chance(0.2)) {  // in the plane, beside the long side
            const Triangles flat{{at(0.0, 0.0, 0.0), at(1.0, 0.0, 0.0), at(drawn(), thin, 0.0)},
                                 {at(drawn(), -gap, 0.0), at(drawn(), -gap, 0.0), at(drawn(), -1.0, 0.0)}};
            const auto distance = static_cast<double>(root(exact_squared(flat)));
            const TriangleDistance found = triangle_distance(flat.first, flat.second);
            EXPECT_GE(separation_along(found.direction, flat.first, flat.second), 0.99 * distance - 0x1p-46)
                << "pair " << i << " in a plane, " << thin << " thin, at " << distance;
        }
        const auto height = [&] { return gap * (1.0 + random.unit()); };
        const Point over = random.chance(0.5) ? at(drawn(), drawn(), gap) : at(0.4, 0.3 * thin, gap);
        const Triangles x{{at(0.0, 0.0, 0.0), at(1.0, 0.0, 0.0), at(0.5, thin, 0.0)},
                          {over, at(drawn(), drawn(), height()), at(drawn(), drawn(), height())}};
        const auto distance = static_cast<double>(root(exact_squared(x)));
        for (const auto& [first, second] : {std::pair(x.first, x.second), std::pair(x.second, x.first)}) {
            const TriangleDistance found = triangle_distance(first, second);
            EXPECT_GE(separation_along(found.direction, first, second), 0.99 * distance - 0x1p-46)
                << "pair " << i << ", " << thin << " thin, at " << distance;
        }
        if (testing::Test::HasFailure()) FAIL() << "pair " << i;
    }
}

TEST(TriangleDistance, IsRightForTrianglesCloseToEachOther)
{
    support::Random random(15);
    for (std::size_t i = 0; i < support::effort(1500); ++i) {
        Triangles x{draw_triangle(random, 1.0), draw_triangle(random, 1.0)};
        const double gap = std::exp2(-45.0 * random.unit());
        x.first[0][2] = x.first[1][2] = 0.0;
        for (Point& p : x.first) p[2] = -std::abs(p[2]);
        for (Point& p : x.second) p[2] = gap + std::abs(p[2]);
        x.second[0][2] = x.second[i % 2 == 0 ? 1 : 0][2] = gap;
        expect_right(x, 0x1p-40);
        if (testing::Test::HasFailure()) FAIL() << "pair " << i;
    }
}

TEST(TriangleDistance, ScalesWithPowersOfTwo)
{
    support::Random random(16);
    for (int i = 0; i < 500; ++i) {
        Triangles x{draw_triangle(random, 1.0), draw_triangle(random, 1.0)};
        x.second = moved(x.second, {1.0, 0.0, 0.0});
        const double distance = triangle_distance(x.first, x.second).distance;
        for (const int exponent : {-1000, -500, -300, -60, 60, 300, 500, 1000}) {
            Triangles y = x;
            for (TrianglePoints* triangle : {&y.first, &y.second})
                for (Point& p : *triangle)
                    for (double& c : p) c = std::ldexp(c, exponent);
            const TriangleDistance found = triangle_distance(y.first, y.second);
            ASSERT_NEAR(std::ldexp(found.distance, -exponent), distance, 1e-14) << exponent;
            const double proven = separation_along(found.direction, y.first, y.second);
            ASSERT_NEAR(std::ldexp(proven, -exponent), distance, distance > 0.0 ? 1e-12 : 1e9) << exponent;
        }
    }
}

/// A tiny triangle beside one of ordinary size, at any distance from it.
TEST(TriangleDistance, IsRightForTrianglesOfMixedSizes)
{
    support::Random random(21);
    for (std::size_t i = 0; i < support::effort(1500); ++i) {
        Triangles x{draw_triangle(random, 1.0), draw_triangle(random, std::exp2(-1074.0 * random.unit()))};
        const double gap = random.chance(0.2) ? 0.0 : std::exp2(-60.0 * random.unit());
        const double s = random.unit(), t = random.unit() * (1.0 - s);
        Point at;
        for (std::size_t k = 0; k < 3; ++k) {
            at[k] = x.first[0][k] + s * (x.first[1][k] - x.first[0][k]) + t * (x.first[2][k] - x.first[0][k]);
        }
        // Half of them about the origin, where doubles tell the corners of the tiny one from each other.
        if (i % 2 == 0) {
            x.first = moved(x.first, {-at[0], -at[1], gap - at[2]});
        } else {
            x.second = moved(x.second, {at[0], at[1], at[2] + gap});
        }
        if (i % 3 == 0) std::swap(x.first, x.second);
        expect_right(x);
        const TriangleDistance found = triangle_distance(x.first, x.second);
        if (found.features == NearestFeatures::crossing) {
            EXPECT_TRUE(hulls_meet(x.first, x.second));
        }
        if (testing::Test::HasFailure()) FAIL() << "pair " << i;
    }
}

TEST(TriangleDistance, DoesNotDependOnTheOrder)
{
    support::Random random(17);
    for (int i = 0; i < 2000; ++i) {
        const Triangles x{draw_triangle(random, 1.0), moved(draw_triangle(random, 1.0), {1, 0, 0})};
        const double distance = triangle_distance(x.first, x.second).distance;
        ASSERT_NEAR(triangle_distance(x.second, x.first).distance, distance, 1e-14);
        const auto& [a, b, c] = x.first;
        for (const TrianglePoints& first : {TrianglePoints{b, c, a}, TrianglePoints{c, a, b}, TrianglePoints{c, b, a}})
            ASSERT_NEAR(triangle_distance(first, x.second).distance, distance, 1e-14);
    }
}

TEST(TriangleDistance, OfSegmentsAndPointsAsTriangles)
{
    const Point o = {0, 0, 0}, p = {0, 3, 4}, q = {1, 0, 0}, r = {2, 3, 4};
    const std::array<TrianglePoints, 3> points = {{{p, p, p}, {p, r, p}, {p, r, r}}};
    const std::array<TrianglePoints, 4> others = {{{o, o, o}, {o, q, q}, {o, q, o}, {q, o, q}}};
    for (const TrianglePoints& a : points) {
        for (const TrianglePoints& b : others) {
            EXPECT_EQ(triangle_distance(a, b).distance, 5.0);
            EXPECT_EQ(triangle_distance(b, a).distance, 5.0);
        }
    }
    EXPECT_EQ(triangle_distance({o, o, o}, {o, o, o}).distance, 0.0);
}

TEST(SeparationAlong, NeverPassesTheDistance)
{
    support::Random random(18);
    std::size_t positive = 0;
    for (std::size_t i = 0; i < support::effort(4000); ++i) {
        std::array<Point, 7> points;
        draw_points(random, points);
        Point direction = points[6];
        if (i % 2 == 0) {
            const double scale = std::exp2(random.between(-1070, 1020));
            for (double& c : direction) c = scale * random.signed_unit();
        }
        const Triangles x{{points[0], points[1], points[2]}, {points[3], points[4], points[5]}};
        for (const double sign : {1.0, -1.0}) {
            const double proven =
                separation_along({sign * direction[0], sign * direction[1], sign * direction[2]}, x.first, x.second);
            ASSERT_FALSE(std::isnan(proven));
            if (!(proven > 0.0)) continue;
            ++positive;
            ASSERT_LE(Rational(proven) * Rational(proven), exact_squared(x)) << i;
        }
    }
    EXPECT_GT(positive, support::effort(200));
}

TEST(SeparationAlong, OfTouchingTrianglesAlongAnyDirectionProvesNothing)
{
    support::Random random(19);
    for (int i = 0; i < 20'000; ++i) {
        TrianglePoints first = draw_triangle(random, 1.0), second = draw_triangle(random, 1.0);
        const Point far = {1e3 * random.signed_unit(), 1e3 * random.signed_unit(), 1e3 * random.signed_unit()};
        first = moved(first, far), second = moved(second, far);
        second[random.below(3)] = first[random.below(3)];
        const Point direction = {random.signed_unit(), random.signed_unit(), random.signed_unit()};
        ASSERT_LE(separation_along(direction, first, second), 0.0);
    }
}

TEST(SeparationAlong, WithoutADirectionIsZero)
{
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const TrianglePoints a = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, b = moved(a, {0, 0, 1});
    for (const Point& direction : {Point{0, 0, 0}, Point{nan, 0, 1}, Point{0, nan, 1}, Point{0, 0, infinite}})
        EXPECT_LE(separation_along(direction, a, b), 0.0);
}

}  // namespace
}  // namespace tocca::triangle_distance_test
