// SPDX-License-Identifier: Apache-2.0
// Bodies with features of very different sizes: a triangle of 1e-162 in an ordinary body, one long side beside short ones.
// Distances and intersections against exact arithmetic, first contacts against paths that are known to hit.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "geometry/hulls_meet.hpp"
#include "support/effort.hpp"
#include "support/exact_distance.hpp"
#include "support/mixed_sizes.hpp"
#include "support/rigid_reference.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/rigid/placed_bodies.hpp"
#include "tocca/rigid/rigid_query.hpp"

namespace tocca::mixed_sizes_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using support::effort;
using support::ExactPoint;
using support::Random;
using support::Rational;

/// Triangles that share no vertex.
struct Soup {
    std::vector<Point> positions;
    std::vector<FaceVertices> faces;

    void add(const std::array<Point, 3>& corners)
    {
        const auto first = static_cast<VertexId>(positions.size());
        positions.insert(positions.end(), corners.begin(), corners.end());
        faces.push_back({first, first + 1, first + 2});
    }
    [[nodiscard]] RigidBody body() const { return RigidBody(TriangleMesh(positions, faces), {.threads = 1}); }
};

Point random_point(Random& random, double reach)
{
    return {reach * random.signed_unit(), reach * random.signed_unit(), reach * random.signed_unit()};
}

/// Ordinary triangles of about `size` among which are some of any other size, near the origin or at a corner.
Soup mixed_soup(Random& random, double size, std::size_t most)
{
    Soup soup;
    const std::size_t count = 1 + random.below(most);
    for (std::size_t i = 0; i < count; ++i) {
        const bool odd = random.chance(0.5);
        const double own = odd ? std::min(size, support::telling_size(random)) : size;
        Point at = random_point(random, random.pick({0.0, size, 2.0 * size}));
        if (odd && !soup.positions.empty() && random.chance(0.3))
            at = soup.positions[random.below(soup.positions.size())];
        soup.add(support::mixed_triangle(random, at, own));
    }
    return soup;
}

ExactPoint exact(const Point& p) { return {Rational(p[0]), Rational(p[1]), Rational(p[2])}; }

/// The square of the greatest gap along an axis: the squared distance is not less.
Rational squared_box_gap(const TrianglePoints& x, const TrianglePoints& y)
{
    Rational greatest = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        const auto [low, high] = std::minmax({x[0][k], x[1][k], x[2][k]});
        const auto [other_low, other_high] = std::minmax({y[0][k], y[1][k], y[2][k]});
        greatest = std::max(
            {greatest, Rational(Rational(other_low) - Rational(high)), Rational(Rational(low) - Rational(other_high))});
    }
    return greatest * greatest;
}

/// The squared distance of two triangles by all pairs of features; 0 where they meet.
Rational exact_squared(const TrianglePoints& x, const TrianglePoints& y)
{
    if (squared_box_gap(x, y) == 0 && hulls_meet(x, y)) return 0;
    Rational least = support::squared_segments({exact(x[0]), exact(x[1]), exact(y[0]), exact(y[1])});
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t i2 = (i + 1) % 3;
        for (std::size_t j = 0; j < 3; ++j) {
            const ExactPoint c = exact(y[j]), d = exact(y[(j + 1) % 3]);
            least = std::min(least, support::squared_segments({exact(x[i]), exact(x[i2]), c, d}));
        }
        least = std::min(least, support::squared_point_triangle({exact(x[i]), exact(y[0]), exact(y[1]), exact(y[2])}));
        least = std::min(least, support::squared_point_triangle({exact(y[i]), exact(x[0]), exact(x[1]), exact(x[2])}));
    }
    return least;
}

TrianglePoints corners(const RigidBody& body, std::size_t primitive)
{
    const FaceVertices& face = body.primitives()[primitive];
    const auto positions = body.mesh().positions();
    return {positions[face[0]], positions[face[1]], positions[face[2]]};
}

Rational exact_squared(const RigidBody& a, const RigidBody& b)
{
    Rational least = -1;
    for (std::size_t i = 0; i < a.primitives().size(); ++i) {
        for (std::size_t j = 0; j < b.primitives().size(); ++j) {
            if (least >= 0 && squared_box_gap(corners(a, i), corners(b, j)) >= least) continue;
            const Rational square = exact_squared(corners(a, i), corners(b, j));
            if (least < 0 || square < least) least = square;
        }
    }
    return least;
}

double greatest_coordinate(const Soup& soup)
{
    double greatest = 0.0;
    for (const Point& p : soup.positions) {
        for (const double x : p) greatest = std::max(greatest, std::abs(x));
    }
    return greatest;
}

Soup moved(Soup soup, const Point& by)
{
    for (Point& p : soup.positions) {
        for (std::size_t k = 0; k < 3; ++k) p[k] += by[k];
    }
    return soup;
}

TEST(RigidMixedSizes, DistanceAndIntersectsHoldInExactArithmetic)
{
    Random random(31);
    std::size_t meet = 0, apart = 0;
    for (std::size_t i = 0; i < effort(400); ++i) {
        const double size = random.pick({1.0, 1.0, 1e-3, 1e6, 1e-20, support::telling_size(random)});
        const double other = random.pick({size, size, std::min(1e3 * size, 1e13), support::telling_size(random)});
        const Soup x = mixed_soup(random, size, 4);
        Soup y = mixed_soup(random, other, 4);
        const double away = std::max(size, other) * random.pick({0.0, 1.0, 3.0});
        y = moved(y, random_point(random, away));
        if (random.chance(0.1))
            y.positions[random.below(y.positions.size())] = x.positions[random.below(x.positions.size())];
        const RigidBody a = x.body(), b = y.body();

        const Isometry3d here = Isometry3d::Identity();
        const Rational square = exact_squared(a, b);
        const BodyDistance found = distance(a, here, b, here);
        ASSERT_LE(Rational(found.lower) * Rational(found.lower), square) << i;
        ASSERT_GE(Rational(found.upper) * Rational(found.upper), square) << i;
        const double scale = std::max(greatest_coordinate(x), greatest_coordinate(y));
        ASSERT_LE(found.upper - found.lower, 0x1p-29 * found.upper + 0x1p-42 * scale + 0x1p-456) << i;
        // What meets is never missed; what is told to meet is nearer than rounding can tell.
        const bool told = intersects(a, here, b, here);
        ASSERT_TRUE(told || square > 0) << i;
        ASSERT_TRUE(!told || found.lower <= 0.0) << i;
        (square == 0 ? meet : apart) += 1;
    }
    EXPECT_GT(meet, effort(400) / 20);
    EXPECT_GT(apart, effort(400) / 4);
}

/// A body flies so that one corner of one of its triangles, the tiny one, passes through the middle of a face of another
/// body, from a point on one side of the face to one on the other.
struct AimedShot {
    RigidBody a, b;
    RigidMotion motion;
    double hit;  ///< a time at which the corner is on the other side, or on the face
};

AimedShot aimed_shot(Random& random, const RigidMotion& turning)
{
    const double size = random.pick({1.0, 1.0, 1e-4, 1e4});
    Soup flying;
    const double tiny = size * random.pick({1e-162, 2.6e-162, 4e-162, 1e-160, 1e-155, 1e-150, 1e-108, 1e-105, 1e-80,
                                            1e-40, 1e-20, 1e-10, 0x1p-1060, 1e-3});
    // At the origin, where doubles tell its corners from each other; or anywhere, where they are all one.
    const Point at = random.chance(0.7) ? Point{0.0, 0.0, 0.0} : random_point(random, size);
    flying.add(support::mixed_triangle(random, at, tiny));
    const std::size_t more = random.below(4) * random.below(3);
    for (std::size_t i = 0; i < more; ++i) {
        // Behind, so that the tiny one comes first.
        Point behind = random_point(random, size);
        behind[2] = 4.0 * size + std::abs(behind[2]);
        flying.add(support::mixed_triangle(random, behind, size));
    }
    Soup target;
    const std::size_t faces = 1 + random.below(5);
    for (std::size_t i = 0; i < faces; ++i) {
        const double reach = i == 0 ? 0.0 : 6.0 * size;
        target.add(support::mixed_triangle(random, random_point(random, reach),
                                           i == 0 ? 0.0 : std::min(size, support::telling_size(random))));
    }
    // The face to hit is a fair one.
    target.positions[0] = {-3.0 * size, -2.0 * size, 0.1 * size * random.signed_unit()};
    target.positions[1] = {3.0 * size, -2.0 * size, 0.1 * size * random.signed_unit()};
    target.positions[2] = {0.0, 3.0 * size, 0.1 * size * random.signed_unit()};

    const Vector3d corner(flying.positions[0][0], flying.positions[0][1], flying.positions[0][2]);
    const Vector3d through(0.3 * size * random.signed_unit(), 0.3 * size * random.signed_unit(), 0.0);
    const Vector3d way(0.2 * size * random.signed_unit(), 0.2 * size * random.signed_unit(), -2.0 * size);
    const double time = 0.2 + 0.6 * random.unit();
    RigidMotion motion = turning;
    motion.reference = corner;
    motion.from.translation() = (through - time * way) - motion.from.linear() * corner;
    motion.to = motion.from;
    motion.to.translation() += way;
    // The face is within 0.1 size of z = 0, the way takes 2 size.
    return {flying.body(), target.body(), motion, time + 0.06};
}

void expect_hit(const AimedShot& shot, const QueryOptions& options, std::size_t i)
{
    const RigidMotion rest = at_rest(Isometry3d::Identity());
    for (const bool swapped : {false, true}) {
        const Answer answer = swapped ? first_contact(shot.b, rest, shot.a, shot.motion, options)
                                      : first_contact(shot.a, shot.motion, shot.b, rest, options);
        ASSERT_NE(answer.outcome, Outcome::free) << i;
        ASSERT_LE(answer.safe_until, shot.hit) << i;
        ASSERT_TRUE(swapped ? collides(shot.b, rest, shot.a, shot.motion, options)
                            : collides(shot.a, shot.motion, shot.b, rest, options))
            << i;
    }
    // Beside a needle with one corner far out no double shows the direction of a small gap: contact is told early.
    if (shot.a.diameter() > 1e3 * shot.b.diameter()) return;
    const support::RigidQuestion question = {shot.a, shot.motion, shot.b, rest, options};
    const Answer answer = first_contact(shot.a, shot.motion, shot.b, rest, options);
    ASSERT_EQ(support::find_fault(question, answer, 16).value_or(""), "") << i;
}

TEST(RigidMixedSizes, ATinyTriangleDoesNotPassThroughAFace)
{
    Random random(32);
    for (std::size_t i = 0; i < effort(2'000); ++i) {
        const AimedShot shot = aimed_shot(random, {});
        expect_hit(shot, {}, i);
        if (HasFatalFailure()) return;
    }
}

TEST(RigidMixedSizes, ATinyTriangleThatTurnsDoesNotPassThroughAFace)
{
    Random random(33);
    for (std::size_t i = 0; i < effort(1'000); ++i) {
        RigidMotion turning;
        const Vector3d axis(random.signed_unit(), random.signed_unit(), 0.1 + random.unit());
        turning.from.linear() = Eigen::AngleAxisd(3.0 * random.unit(), axis.normalized()).toRotationMatrix();
        turning.rotation = random.pick({1e-200, 1e-20, 1.0, 7.0}) * axis;
        const AimedShot shot = aimed_shot(random, turning);
        expect_hit(shot, {}, i);
        if (HasFatalFailure()) return;
    }
}

TEST(RigidMixedSizes, ATinyTriangleFliesIntoABallWhereItsSurfaceIs)
{
    const RigidBody ball(ico_sphere({.radius = 5.0, .subdivisions = 3}).mesh());
    const Isometry3d right(Eigen::Translation3d(10.0, 0.01, 0.02)), left(Eigen::Translation3d(-10.0, 0.01, 0.02));
    const std::array<Point, 3> shape = {{{0.0, 0.0, 0.0}, {1.0, 0.2, 0.0}, {0.3, 0.9, 0.4}}};
    for (double size = 1e-150; size > 0.0; size *= 0.5) {
        Soup soup;
        std::array<Point, 3> corners = shape;
        for (Point& p : corners) {
            for (double& x : p) x *= size;
        }
        soup.add(corners);
        const Answer answer =
            first_contact(soup.body(), {.from = right, .to = left}, ball, at_rest(Isometry3d::Identity()));
        ASSERT_EQ(answer.outcome, Outcome::contact) << size;
        ASSERT_NEAR(answer.safe_until, 0.25, 0.002) << size;
    }
}

/// Two small boxes pass each other at a known distance, with a clearance a little more or a little less than that and a
/// threshold of any size, also below the last digit of the clearance.
TEST(RigidClearance, IsKeptWhateverTheThreshold)
{
    Random random(34);
    for (std::size_t i = 0; i < effort(2'000); ++i) {
        const double size = random.pick({1.0, 1e-9, 1e9, 1e-80}), side = size * random.pick({1e-3, 1e-2, 0.3});
        const double clearance = size * random.pick({0.1, 1.0, 0.7, 1e-2});
        const double threshold = clearance * std::pow(10.0, -30.0 * random.unit());
        const bool within = random.chance(0.5);
        const double part = within ? random.pick({1e-2, 1e-4, 1e-8, 1e-11}) : random.pick({1e-2, 1e-4, 1e-7});
        const double gap = within ? clearance * (1.0 - part) : (clearance + threshold) * (1.0 + part);
        const RigidBody box_a(box({.lengths = {side, side, side}}).mesh()), box_b = box_a;
        Isometry3d from = Isometry3d::Identity(), to = from;
        from.translation() = Vector3d(-30.0 * size, side + gap, 0.2 * side * random.signed_unit());
        to.translation() = Vector3d(30.0 * size, side + gap, 0.2 * side * random.signed_unit());
        RigidMotion motion = {.from = from, .to = to};
        if (random.chance(0.3)) motion.rotation = Vector3d(1e-13 * random.signed_unit(), 0.0, 0.0);
        const RigidMotion rest = at_rest(Isometry3d::Identity());
        const QueryOptions options = {.clearance = clearance, .threshold = threshold};
        const Answer answer = first_contact(box_a, motion, box_b, rest, options);
        ASSERT_EQ(answer.outcome, within ? Outcome::contact : Outcome::free)
            << i << ": gap " << gap << ", clearance " << clearance << ", threshold " << threshold;
        if (within) {
            ASSERT_TRUE(collides(box_a, motion, box_b, rest, options)) << i;
        }
        ASSERT_EQ(support::find_fault({box_a, motion, box_b, rest, options}, answer, 16).value_or(""), "") << i;
    }
}

}  // namespace
}  // namespace tocca::mixed_sizes_test
