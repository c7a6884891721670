// SPDX-License-Identifier: Apache-2.0
// First contacts of random bodies against brute force, and against the exact queries where nothing turns.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "support/effort.hpp"
#include "support/random.hpp"
#include "support/rigid_queries.hpp"
#include "support/rigid_reference.hpp"
#include "tocca/bvh/rss_tree.hpp"
#include "tocca/elementary/batch.hpp"
#include "tocca/elementary/collides.hpp"
#include "tocca/elementary/first_contact.hpp"
#include "tocca/rigid/contact_search.hpp"
#include "tocca/rigid/named_contact.hpp"

namespace tocca::agreement_test {
namespace {

using support::effort;
using support::Random;
using support::RigidCase;
using support::RigidQuestion;

constexpr std::uint64_t first_seed = 70'000'000'000;

TEST(RigidAgreement, NoPoseUpToSafeUntilShowsAnythingNearer)
{
    std::size_t contacts = 0;
    const std::size_t count = effort(2'000);
    for (std::size_t i = 0; i < count; ++i) {
        const RigidCase c = support::random_rigid_case(first_seed + i);
        const RigidBody a(c.mesh_a, {.isolated_vertices = true, .threads = 1}),
            b(c.mesh_b, {.isolated_vertices = true, .threads = 1});
        const RigidQuestion question = {a, c.motion_a, b, c.motion_b, c.options};
        const Answer answer = first_contact(a, c.motion_a, b, c.motion_b, c.options);
        contacts += answer.outcome == Outcome::contact ? 1 : 0;
        ASSERT_EQ(support::find_fault(question, answer, 64).value_or(""), "") << "case " << i;
    }
    EXPECT_GT(contacts, count / 10);
}

TEST(RigidAgreement, TheFirstContactIsTheLeastOfAllPairsToTheLastBit)
{
    std::size_t compared = 0, contacts = 0;
    for (std::size_t i = 0; i < effort(2'000); ++i) {
        const RigidCase c = support::random_rigid_case(first_seed + 100'000 + i);
        const RigidBody a(c.mesh_a, {.isolated_vertices = true, .threads = 1}),
            b(c.mesh_b, {.isolated_vertices = true, .threads = 1});
        if (a.primitives().size() * b.primitives().size() > 200) continue;
        const Answer answer = first_contact(a, c.motion_a, b, c.motion_b, c.options);
        if (answer.outcome == Outcome::undecided) continue;
        const Answer all = support::brute_force_first_contact({a, c.motion_a, b, c.motion_b, c.options});
        ASSERT_EQ(support::find_difference(answer, all).value_or(""), "") << "case " << i;
        ++compared;
        contacts += answer.outcome == Outcome::contact ? 1 : 0;
    }
    EXPECT_GT(compared, effort(2'000) / 2);
    EXPECT_GT(contacts, effort(2'000) / 20);
}

TEST(RigidAgreement, AllTargetsAndAllHistoriesGiveTheSameAnswer)
{
    const std::vector<std::string> targets = simd_targets();
    Random random(1);
    for (std::size_t i = 0; i < effort(300); ++i) {
        RigidCase c = support::random_rigid_case(first_seed + 200'000 + i);
        c.options.budget = 1'000'000;
        const RigidBody a(c.mesh_a, {.isolated_vertices = true, .threads = 1}),
            b(c.mesh_b, {.isolated_vertices = true, .threads = 1});
        Statistics work;
        c.options.statistics = &work;
        const Answer expected = first_contact(a, c.motion_a, b, c.motion_b, c.options);
        for (const std::string& target : targets) {
            Statistics work_of_target;
            c.options.target = target;
            c.options.statistics = &work_of_target;
            const Answer answer = first_contact(a, c.motion_a, b, c.motion_b, c.options);
            ASSERT_EQ(support::find_difference(answer, expected).value_or(""), "") << "case " << i << ", " << target;
            ASSERT_EQ(work_of_target.triangle_tests, work.triangle_tests);
        }
        c.options.statistics = nullptr;
        // A pair that remembers another motion.
        RigidPair pair(a, b);
        (void)pair.first_contact(c.motion_b, c.motion_a, c.options);
        for (int again = 0; again < 2; ++again) {
            const Answer answer = pair.first_contact(c.motion_a, c.motion_b, c.options);
            ASSERT_EQ(support::find_difference(answer, expected).value_or(""), "") << "case " << i;
        }
        const SafeStep step = safe_step(a, c.motion_a, b, c.motion_b, c.options);
        EXPECT_EQ(step.step, expected.safe_until);
        ASSERT_EQ(support::find_difference(step, expected).value_or(""), "") << "case " << i;
    }
}

/// Everything longer by a power of two, which rounds nothing.
RigidCase scaled(RigidCase c, int exponent)
{
    const double by = std::ldexp(1.0, exponent);
    c.mesh_a = support::moved(c.mesh_a, by, {});
    c.mesh_b = support::moved(c.mesh_b, by, {});
    for (RigidMotion* motion : {&c.motion_a, &c.motion_b}) {
        motion->from.translation() *= by;
        motion->to.translation() *= by;
        motion->reference *= by;
    }
    if (c.options.threshold) *c.options.threshold *= by;
    c.options.clearance *= by;
    return c;
}

TEST(RigidAgreement, TheScaleDoesNotMatter)
{
    Random random(4);
    for (std::size_t i = 0; i < effort(1'000); ++i) {
        const RigidCase c = support::random_rigid_case(first_seed + 600'000 + i);
        const int exponent = -30 - static_cast<int>(random.below(270));
        const RigidCase small = scaled(c, exponent);
        const RigidBody a(c.mesh_a, {.isolated_vertices = true, .threads = 1}),
            b(c.mesh_b, {.isolated_vertices = true, .threads = 1});
        const RigidBody small_a(small.mesh_a, {.isolated_vertices = true, .threads = 1}),
            small_b(small.mesh_b, {.isolated_vertices = true, .threads = 1});
        const Answer expected = first_contact(a, c.motion_a, b, c.motion_b, c.options);
        const Answer answer = first_contact(small_a, small.motion_a, small_b, small.motion_b, small.options);
        // Distances of very small triangles are found in another way, and differ in their last bits.
        ASSERT_EQ(answer.outcome, expected.outcome) << "case " << i << ", 2^" << exponent;
        ASSERT_NEAR(answer.safe_until, expected.safe_until, 1e-6) << "case " << i << ", 2^" << exponent;
        ASSERT_EQ(collides(small_a, small.motion_a, small_b, small.motion_b, small.options),
                  collides(a, c.motion_a, b, c.motion_b, c.options))
            << "case " << i << ", 2^" << exponent;
    }
}

TEST(RigidAgreement, AnyHintsGiveTheSameAnswer)
{
    Random random(2);
    std::size_t contacts = 0, compared = 0;
    for (std::size_t i = 0; i < effort(300); ++i) {
        const RigidCase c = support::random_rigid_case(first_seed + 300'000 + i);
        const RigidBody a(c.mesh_a, {.isolated_vertices = true, .threads = 1}),
            b(c.mesh_b, {.isolated_vertices = true, .threads = 1});
        if (a.tree().empty() || b.tree().empty()) continue;
        const auto motion = [](const RigidBody& body, const RigidMotion& m) {
            return rigid::RigidBodyMotion(m, body.radius_about(m.reference), body.middle());
        };
        const rigid::RigidBodyMotion motion_a = motion(a, c.motion_a), motion_b = motion(b, c.motion_b);
        const rigid::MovingBodies bodies = {
            {a, motion_a}, {b, motion_b}, motion_a.position_error() + motion_b.position_error()};
        const rigid::ContactLevels levels = {.threshold = 1e-5 * std::max(a.diameter(), b.diameter())};
        if (!(levels.threshold > 4.0 * bodies.error)) continue;
        rigid::ContactSearch search(bodies, levels, rigid::rss_kernel(""));
        const rigid::SearchLimits limits = {.budget = 1'000'000};
        const rigid::SearchResult expected = search.run(limits);
        std::vector<rigid::TrianglePair> hints(1 + random.below(5));
        for (rigid::TrianglePair& hint : hints) {
            hint = {static_cast<std::uint32_t>(random.below(a.primitives().size())),
                    static_cast<std::uint32_t>(random.below(b.primitives().size()))};
        }
        const rigid::SearchResult hinted = search.run(limits, hints);
        ASSERT_EQ(hinted.safe_until, expected.safe_until) << "case " << i;
        ASSERT_EQ(hinted.found.has_value(), expected.found.has_value());
        ++compared;
        if (!expected.found) continue;
        ++contacts;
        const auto named = rigid::named_contact(bodies, levels, *expected.found);
        const auto named_after_hints = rigid::named_contact(bodies, levels, *hinted.found);
        ASSERT_EQ(named_after_hints.pair.a, named.pair.a) << "case " << i;
        ASSERT_EQ(named_after_hints.pair.b, named.pair.b) << "case " << i;
        ASSERT_EQ(named_after_hints.when.distance, named.when.distance) << "case " << i;
    }
    EXPECT_GT(compared, effort(300) / 2);
    EXPECT_GT(contacts, effort(300) / 20);
}

/// The mesh with its faces in another order.
TriangleMesh shuffled(const TriangleMesh& mesh, Random& random)
{
    std::vector<FaceVertices> faces(mesh.faces().begin(), mesh.faces().end());
    for (std::size_t i = faces.size(); i > 1; --i) std::swap(faces[i - 1], faces[random.below(i)]);
    std::vector<EdgeVertices> loose;
    for (const EdgeId edge : mesh.loose_edges()) loose.push_back(mesh.edges()[edge]);
    return {{mesh.positions().begin(), mesh.positions().end()}, std::move(faces), std::move(loose)};
}

TEST(RigidAgreement, NeitherTheOrderOfFacesNorThatOfBodiesMatters)
{
    Random random(3);
    for (std::size_t i = 0; i < effort(500); ++i) {
        RigidCase c = support::random_rigid_case(first_seed + 400'000 + i);
        c.options.budget = 1'000'000;
        const RigidBody a(c.mesh_a, {.isolated_vertices = true, .threads = 1}),
            b(c.mesh_b, {.isolated_vertices = true, .threads = 1});
        const Answer answer = first_contact(a, c.motion_a, b, c.motion_b, c.options);

        const RigidBody other_a(shuffled(c.mesh_a, random), {.isolated_vertices = true}),
            other_b(shuffled(c.mesh_b, random), {.isolated_vertices = true});
        const Answer other = first_contact(other_a, c.motion_a, other_b, c.motion_b, c.options);
        ASSERT_EQ(other.outcome, answer.outcome) << "case " << i;
        ASSERT_EQ(other.safe_until, answer.safe_until) << "case " << i;

        const Answer swapped = first_contact(b, c.motion_b, a, c.motion_a, c.options);
        ASSERT_EQ(swapped.outcome, answer.outcome) << "case " << i;
        ASSERT_NEAR(swapped.safe_until, answer.safe_until, 1e-7) << "case " << i;
    }
}

MovingPoint moving(const Point& p, const Eigen::Vector3d& from, const Eigen::Vector3d& by)
{
    const Eigen::Vector3d start = Eigen::Vector3d(p[0], p[1], p[2]) + from;
    return {start, start + by};
}

/// The first contact of all vertex-face and edge-edge pairs of two bodies that only translate.
struct Elementary {
    bool touches = false;
    double latest_start = 1.0;  ///< the greatest time at which the first contact may begin
};

Elementary elementary_contact(const RigidBody& a, const std::array<Eigen::Vector3d, 2>& from_by_a, const RigidBody& b,
                              const std::array<Eigen::Vector3d, 2>& from_by_b)
{
    Elementary result;
    const auto hold = [&](const Answer& first) {
        if (!first.contact) return;
        result.touches = true;
        result.latest_start = std::min(result.latest_start, first.contact->toc.upper);
    };
    const auto corners = [](const RigidBody& body, const FaceVertices& face, const auto& from_by) {
        std::array<MovingPoint, 3> points;
        for (std::size_t k = 0; k < 3; ++k) {
            points[k] = moving(body.mesh().positions()[face[k]], from_by[0], from_by[1]);
        }
        return points;
    };
    for (const FaceVertices& face_a : a.primitives()) {
        for (const FaceVertices& face_b : b.primitives()) {
            const std::array<MovingPoint, 3> x = corners(a, face_a, from_by_a), y = corners(b, face_b, from_by_b);
            for (std::size_t i = 0; i < 3; ++i) {
                hold(first_contact(VertexFace{x[i], y[0], y[1], y[2]}));
                hold(first_contact(VertexFace{y[i], x[0], x[1], x[2]}));
                for (std::size_t j = 0; j < 3; ++j) {
                    hold(first_contact(EdgeEdge{x[i], x[(i + 1) % 3], y[j], y[(j + 1) % 3]}));
                }
            }
        }
    }
    return result;
}

TEST(RigidAgreement, TranslationsAgreeWithTheExactQueries)
{
    Random random(4);
    std::size_t touching = 0, free = 0;
    for (std::size_t i = 0; i < effort(1'200); ++i) {
        // On a grid, so that places are exact and many contacts are degenerate.
        const auto grid = [&](double size) -> Eigen::Vector3d {
            return Eigen::Vector3d(random.between(-8, 8), random.between(-8, 8), random.between(-8, 8)) * size;
        };
        const auto body = [&] {
            const TriangleMesh mesh = support::random_body_mesh(random, 4);
            std::vector<Point> positions(mesh.positions().begin(), mesh.positions().end());
            for (Point& p : positions) {
                for (double& x : p) x = std::round(16.0 * x) / 16.0;
            }
            return RigidBody(TriangleMesh(positions, {mesh.faces().begin(), mesh.faces().end()}),
                             {.isolated_vertices = true});
        };
        const RigidBody a = body(), b = body();
        const std::array<Eigen::Vector3d, 2> way_a = {grid(0.125), grid(0.25)}, way_b = {grid(0.125), grid(0.125)};
        Eigen::Isometry3d pose_a = Eigen::Isometry3d::Identity(), pose_b = pose_a;
        pose_a.translation() = way_a[0];
        pose_b.translation() = way_b[0];
        const RigidMotion motion_a = translation(pose_a, way_a[1]), motion_b = translation(pose_b, way_b[1]);

        const Elementary exact = elementary_contact(a, way_a, b, way_b);
        const bool meets = support::brute_force_meet({a, motion_a, b, motion_b}, 0.0);
        const bool expected = exact.touches || meets;
        ++(expected ? touching : free);
        // Less than what is not exact on the grid.
        ASSERT_EQ(collides(a, motion_a, b, motion_b, {.threshold = 1e-9}), expected) << "case " << i;

        const Answer answer = first_contact(a, motion_a, b, motion_b);
        if (meets) {
            ASSERT_EQ(answer.outcome, Outcome::touching_at_start) << "case " << i;
        } else if (exact.touches) {
            ASSERT_NE(answer.outcome, Outcome::free) << "case " << i;
            ASSERT_LE(answer.safe_until, exact.latest_start) << "case " << i;
        }
        ASSERT_EQ(support::find_fault({a, motion_a, b, motion_b}, answer, 32).value_or(""), "") << "case " << i;
    }
    EXPECT_GT(touching, effort(1'200) / 8);
    EXPECT_GT(free, effort(1'200) / 8);
}

TEST(RigidAgreement, CollidesIsTrueWhereBodiesCrossAndFalseWhereTheyStayApart)
{
    std::size_t crossing = 0, apart = 0;
    for (std::size_t i = 0; i < effort(400); ++i) {
        RigidCase c = support::random_rigid_case(first_seed + 500'000 + i);
        c.options = {};
        const RigidBody a(c.mesh_a, {.isolated_vertices = true, .threads = 1}),
            b(c.mesh_b, {.isolated_vertices = true, .threads = 1});
        const RigidQuestion question = {a, c.motion_a, b, c.motion_b};
        const bool answer = collides(a, c.motion_a, b, c.motion_b);
        double nearest = std::numeric_limits<double>::infinity();
        for (int k = 0; k <= 64; ++k) nearest = std::min(nearest, support::brute_force_distance(question, k / 64.0));
        if (nearest == 0.0) {
            ++crossing;
            ASSERT_TRUE(answer) << "case " << i;
        }
        if (first_contact(a, c.motion_a, b, c.motion_b).outcome == Outcome::free) {
            ++apart;
            ASSERT_FALSE(answer) << "case " << i;
        }
    }
    EXPECT_GT(crossing, effort(400) / 10);
    EXPECT_GT(apart, effort(400) / 10);
}

}  // namespace
}  // namespace tocca::agreement_test
