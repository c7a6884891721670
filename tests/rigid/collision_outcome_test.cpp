// SPDX-License-Identifier: Apache-2.0
// What `collides` says, against `first_contact`, against exact arithmetic, and within its budget.
#include <gtest/gtest.h>

#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "support/effort.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "support/rigid_queries.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/rigid/placed_bodies.hpp"
#include "tocca/rigid/rigid_query.hpp"
#include "tocca/rigid/rigid_world.hpp"

namespace tocca::collision_outcome_test {
namespace {

using boost::multiprecision::cpp_rational;
using Eigen::Vector3d;
using support::at;
using support::effort;
using support::Random;

/// With a budget that lasts, `collides` decides whatever `first_contact` decides: also of bodies with a corner so far out
/// that the threshold cannot be resolved, of which some are proven to cross.
TEST(CollisionOutcome, DecidesWhatTheFirstContactDecides)
{
    std::array<std::size_t, 2> far_out = {};  // decided, undecided
    for (std::size_t i = 0; i < effort(1'000); ++i) {
        support::RigidCase c =
            i % 2 == 0 ? support::mixed_rigid_case(91'000'000'000 + i) : support::random_rigid_case(91'000'000'000 + i);
        Random random(i);
        if (i % 2 == 1) {
            std::vector<Point> positions(c.mesh_a.positions().begin(), c.mesh_a.positions().end());
            positions.push_back({random.pick({1e9, 1e12, -1e12}), 0.3, 0.2});
            std::vector<FaceVertices> faces(c.mesh_a.faces().begin(), c.mesh_a.faces().end());
            faces.push_back({0, 1, static_cast<VertexId>(positions.size() - 1)});
            c.mesh_a = TriangleMesh(positions, faces);
        }
        constexpr std::uint64_t budget = 20'000;
        c.options.budget = budget;
        const RigidBody a(c.mesh_a, {.isolated_vertices = true, .threads = 1}),
            b(c.mesh_b, {.isolated_vertices = true, .threads = 1});
        Statistics work;
        QueryOptions counting = c.options;
        counting.statistics = &work;
        const Answer first = first_contact(a, c.motion_a, b, c.motion_b, counting);
        if (work.node_pairs + work.triangle_tests >= budget) continue;
        if (first.outcome != Outcome::undecided) {
            ASSERT_NE(collision_outcome(a, c.motion_a, b, c.motion_b, c.options), Outcome::undecided)
                << "case " << i << ": first contact " << to_string(first.outcome);
        }
        if (i % 2 == 1 && first.outcome != Outcome::free) ++far_out[first.outcome == Outcome::undecided ? 1 : 0];
    }
    for (const std::size_t count : far_out) EXPECT_GT(count, 0U);
}

TEST(CollisionOutcome, CollidesExactlyWhatIsNotFree)
{
    std::array<std::size_t, 3> seen = {};
    for (std::size_t i = 0; i < effort(1'500); ++i) {
        support::RigidCase c = support::random_rigid_case(90'000'000'000 + i);
        Random random(i);
        if (random.chance(0.2)) c.options.budget = random.below(200);
        if (random.chance(0.2)) c.options.clearance = 0.1 * random.unit();
        const RigidBody a(c.mesh_a, {.isolated_vertices = true, .threads = 1}),
            b(c.mesh_b, {.isolated_vertices = true, .threads = 1});
        const Outcome first = first_contact(a, c.motion_a, b, c.motion_b, c.options).outcome;
        const Outcome whether = collision_outcome(a, c.motion_a, b, c.motion_b, c.options);
        ASSERT_EQ(whether == Outcome::free, first == Outcome::free) << "case " << i;
        ASSERT_EQ(collides(a, c.motion_a, b, c.motion_b, c.options), first != Outcome::free) << "case " << i;
        ++seen[whether == Outcome::free ? 0 : whether == Outcome::contact ? 1 : 2];
    }
    EXPECT_GT(seen[0], 0U);
    EXPECT_GT(seen[1], 0U);
    EXPECT_TRUE(seen[2] > 0 || effort(1'500) < 500);  // one in some hundreds
}

using ExactPoint = std::array<cpp_rational, 3>;

ExactPoint exact_sum(const Point& p, const Vector3d& by)
{
    return {cpp_rational(p[0]) + cpp_rational(by.x()), cpp_rational(p[1]) + cpp_rational(by.y()),
            cpp_rational(p[2]) + cpp_rational(by.z())};
}

int side_of(const std::array<ExactPoint, 3>& face, const ExactPoint& point)
{
    std::array<ExactPoint, 3> rows;
    for (std::size_t k = 0; k < 3; ++k) {
        rows[0][k] = face[1][k] - face[0][k];
        rows[1][k] = face[2][k] - face[0][k];
        rows[2][k] = point[k] - face[0][k];
    }
    const cpp_rational determinant = rows[0][0] * (rows[1][1] * rows[2][2] - rows[1][2] * rows[2][1]) -
                                     rows[0][1] * (rows[1][0] * rows[2][2] - rows[1][2] * rows[2][0]) +
                                     rows[0][2] * (rows[1][0] * rows[2][1] - rows[1][1] * rows[2][0]);
    return determinant.sign();
}

/// The tip of a spike comes through a face, or not, by less than the sums of vertices and translations round.
TEST(CollisionOutcome, FalseHoldsForTheSumsThatDoublesDoNotHold)
{
    Random random(5);
    std::size_t through = 0;
    for (std::size_t i = 0; i < effort(2'000); ++i) {
        const auto vector = [&](double size) -> Vector3d {
            return size * Vector3d(random.signed_unit(), random.signed_unit(), random.signed_unit());
        };
        const auto point = [](const Vector3d& v) -> Point { return {v.x(), v.y(), v.z()}; };
        const Vector3d to_face = vector(3.0), to_spike = vector(3.0);
        const std::array<Point, 3> face = {point(Vector3d(1, 0, 0) + vector(0.2)),
                                           point(Vector3d(0, 1, 0) + vector(0.2)),
                                           point(Vector3d(-1, -1, 0) + vector(0.2))};
        Vector3d middle = Vector3d::Zero();
        for (const Point& corner : face) middle += Vector3d(corner[0], corner[1], corner[2]) / 3.0;
        const Vector3d tip = middle + to_face - to_spike;
        const std::array<Point, 3> spike = {point(tip), point(tip + Vector3d(0.1, 0.05, 1) + vector(0.05)),
                                            point(tip + Vector3d(-0.1, 0.02, 1) + vector(0.05))};
        std::array<ExactPoint, 3> exact_face;
        for (std::size_t k = 0; k < 3; ++k) exact_face[k] = exact_sum(face[k], to_face);
        const int of_tip = side_of(exact_face, exact_sum(spike[0], to_spike));
        const int of_end = side_of(exact_face, exact_sum(spike[1], to_spike));
        if (of_tip == of_end) continue;
        ++through;
        const RigidBody a(TriangleMesh({face[0], face[1], face[2]}, {{0, 1, 2}}), {.threads = 1});
        const RigidBody b(TriangleMesh({spike[0], spike[1], spike[2]}, {{0, 1, 2}}), {.threads = 1});
        const Eigen::Isometry3d pose_a = at(to_face.x(), to_face.y(), to_face.z());
        const Eigen::Isometry3d pose_b = at(to_spike.x(), to_spike.y(), to_spike.z());
        ASSERT_TRUE(collides(a, at_rest(pose_a), b, at_rest(pose_b))) << i;
        ASSERT_TRUE(collides(b, translation(pose_b, {0, 0, 1}), a, at_rest(pose_a))) << i;
        ASSERT_TRUE(intersects(a, pose_a, b, pose_b)) << i;
        ASSERT_EQ(distance(a, pose_a, b, pose_b).lower, 0.0) << i;
        rigid::RigidWorld world;
        world.add(std::make_shared<const RigidBody>(a), at_rest(pose_a));
        world.add(std::make_shared<const RigidBody>(b), at_rest(pose_b));
        ASSERT_TRUE(collides(world)) << i;
    }
    EXPECT_GT(through, effort(2'000) / 5);
}

TEST(CollisionOutcome, EveryVerbEndsWithItsBudget)
{
    // A cylinder that spins at a hair's breadth: every step is short.
    const RigidBody a(cylinder({.radius = 1.0, .height = 2.0}).mesh()), b(box({.lengths = {1, 1, 1}}).mesh());
    const RigidMotion spins = turn(at(0, 0, 0), Vector3d::Zero(), {0, 0, 6e5 * std::numbers::pi / 180.0});
    const RigidMotion rest = at_rest(at(1.5001, 0, 0));
    const QueryOptions options = {.budget = 1000};
    EXPECT_EQ(collision_outcome(a, spins, b, rest, options), Outcome::undecided);
    EXPECT_TRUE(collides(a, spins, b, rest, options));
    Statistics work;
    const Answer first = first_contact(a, spins, b, rest, {.budget = 1000, .statistics = &work});
    EXPECT_EQ(first.outcome, Outcome::undecided);
    EXPECT_LE(work.node_pairs + work.triangle_tests, 1001U);
    rigid::RigidWorld world;
    world.add(std::make_shared<const RigidBody>(a), spins);
    world.add(std::make_shared<const RigidBody>(b), rest);
    EXPECT_EQ(collision_outcome(world, options), Outcome::undecided);
    EXPECT_TRUE(collides(world, options));
    EXPECT_EQ(first_contact(world, options).outcome, Outcome::undecided);
    EXPECT_EQ(all_contacts(world, options).outcome, Outcome::undecided);
    // A contact elsewhere is known all the same.
    world.add(std::make_shared<const RigidBody>(b), at_rest(at(1.5001, 0, 0.5)));
    EXPECT_EQ(collision_outcome(world, options), Outcome::contact);
}

TEST(CollisionOutcome, ASpentBudgetIsNotCalledNear)
{
    // As above, and nearer than the clearance: whether they come nearer still is not known within the budget.
    const RigidBody a(cylinder({.radius = 1.0, .height = 2.0}).mesh()), b(box({.lengths = {1, 1, 1}}).mesh());
    const RigidMotion spins = turn(at(0, 0, 0), Vector3d::Zero(), {0, 0, 6e5 * std::numbers::pi / 180.0});
    const RigidMotion rest = at_rest(at(1.5001, 0, 0));
    const QueryOptions options = {.clearance = 0.001, .budget = 1000};
    const Answer first = first_contact(a, spins, b, rest, options);
    EXPECT_EQ(first.outcome, Outcome::undecided);
    EXPECT_TRUE(first.start.near);
    EXPECT_LT(first.safe_until, 1.0);
    EXPECT_TRUE(collides(a, spins, b, rest, options));
    rigid::RigidWorld world;
    world.add(std::make_shared<const RigidBody>(a), spins);
    world.add(std::make_shared<const RigidBody>(b), rest);
    EXPECT_EQ(first_contact(world, options).outcome, Outcome::undecided);
    EXPECT_EQ(all_contacts(world, options).outcome, Outcome::undecided);
    EXPECT_TRUE(first_contact(world, options).start.near);
}

/// A unit cube with one corner far away, and one beside it.
TEST(CollisionOutcome, OneVertexFarAwayIsNoContact)
{
    const TriangleMesh unit = box({.lengths = {1, 1, 1}}).mesh();
    const RigidBody cube(unit);
    for (double far = 1e3; far <= 1e15; far *= 10.0) {
        std::vector<Point> positions(unit.positions().begin(), unit.positions().end());
        for (Point& p : positions) {
            if (p[0] < 0.0 && p[1] < 0.0 && p[2] < 0.0) p = {-far, -far, -far};
        }
        const RigidBody spiked(TriangleMesh(positions, {unit.faces().begin(), unit.faces().end()}));
        const RigidMotion rest = at_rest(at(0, 0, 0));
        const Answer apart = first_contact(spiked, rest, cube, at_rest(at(3.96, 0, 0)));
        EXPECT_TRUE(apart.outcome == Outcome::free || apart.outcome == Outcome::undecided) << far;
        if (far <= 1e12) {
            EXPECT_EQ(apart.outcome, Outcome::free) << far;
        }
        EXPECT_GE(apart.threshold, 1e-5 * cube.diameter());
        if (far <= 1e8) {
            EXPECT_DOUBLE_EQ(apart.threshold, 1e-5 * cube.diameter()) << far;
        }
        const RigidMotion comes = translation(at(3.96, 0, 0), {-2.9, 0, 0});
        const Answer near = first_contact(spiked, rest, cube, comes);
        if (near.threshold < 0.05) {
            EXPECT_EQ(near.outcome, Outcome::free) << far;
        }
        if (near.outcome == Outcome::contact) {
            EXPECT_LE(near.contact->distance, near.threshold) << far;
        }
        EXPECT_NE(near.outcome, Outcome::touching_at_start) << far;
        const Answer hits = first_contact(spiked, rest, cube, translation(at(3.96, 0, 0), {-3.5, 0.1, 0.1}));
        EXPECT_NE(hits.outcome, Outcome::free) << far;
        EXPECT_LE(hits.safe_until, 2.96 / 3.5) << far;
        if (far <= 1e10) {
            EXPECT_EQ(hits.outcome, Outcome::contact) << far;
        }
        EXPECT_TRUE(collides(spiked, rest, cube, translation(at(3.96, 0, 0), {-3.5, 0.1, 0.1}))) << far;
    }
}

}  // namespace
}  // namespace tocca::collision_outcome_test
