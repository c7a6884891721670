// SPDX-License-Identifier: Apache-2.0
// First contacts of random meshes with random bodies against brute force and against what else there is.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "scene/mixed_case.hpp"
#include "scene/mixed_judge.hpp"
#include "support/effort.hpp"
#include "support/poses.hpp"
#include "support/rigid_queries.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/elementary/batch.hpp"

namespace tocca::mixed_agreement_test {
namespace {

using scene::detail::MixedQuestion;
using support::effort;
using support::first_contact_of;
using support::MixedCase;
using support::MixedSetup;
using support::Random;

constexpr std::uint64_t first_seed = 90'000'000'000;

TEST(MixedAgreement, NoTimeUpToSafeUntilShowsAnythingNearer)
{
    std::size_t contacts = 0, free = 0;
    const std::size_t count = effort(1'800);
    for (std::size_t i = 0; i < count; ++i) {
        const MixedCase c = support::random_mixed_case(first_seed + i);
        const Answer answer = first_contact_of(c);
        contacts += answer.outcome == Outcome::contact ? 1 : 0;
        free += answer.outcome == Outcome::free ? 1 : 0;
        ASSERT_EQ(support::find_fault(c, answer, i % 8 == 0 ? 2'000 : 64).value_or(""), "") << "case " << i;
    }
    EXPECT_GT(contacts, count / 10);
    EXPECT_GT(free, count / 10);
}

TEST(MixedAgreement, NorWithFeaturesOfOtherSizes)
{
    std::size_t told = 0;
    const std::size_t count = effort(1'800);
    for (std::size_t i = 0; i < count; ++i) {
        const MixedCase c = support::mixed_sizes_case(first_seed + 100'000 + i);
        const Answer answer = first_contact_of(c);
        told += answer.outcome != Outcome::free && answer.outcome != Outcome::undecided ? 1 : 0;
        ASSERT_EQ(support::find_fault(c, answer, i % 8 == 0 ? 2'000 : 64).value_or(""), "") << "case " << i;
    }
    EXPECT_GT(told, count / 4);
}

/// Whether which of two outcomes it is may be a matter of rounding: they come within the threshold and not within half.
bool may_be_either(const MixedCase& c, double threshold)
{
    double least = support::judged_distance(c, 0.0);
    for (int i = 1; i <= 4'000; ++i) least = std::min(least, support::judged_distance(c, i / 4'000.0));
    return least > 0.3 * threshold;
}

TEST(MixedAgreement, AMeshThatOnlyShiftsIsABody)
{
    Random random(7);
    std::size_t contacts = 0, compared = 0;
    for (std::size_t i = 0; i < effort(1'500); ++i) {
        MixedCase c = support::random_mixed_case(first_seed + 200'000 + i);
        c.options.object_padding = c.options.body_padding = 0.0;
        c.options.query.budget = 10'000'000;
        const auto positions = c.mesh.positions();
        if (positions.empty()) continue;
        // As the first vertex goes.
        Eigen::Vector3d way;
        for (std::size_t k = 0; k < 3; ++k) way[static_cast<Eigen::Index>(k)] = c.end[0][k] - positions[0][k];
        for (std::size_t v = 0; v < c.end.size(); ++v) {
            for (std::size_t k = 0; k < 3; ++k) c.end[v][k] = positions[v][k] + way[static_cast<Eigen::Index>(k)];
        }
        const Answer answer = first_contact_of(c);
        const RigidBody a(c.mesh, {.isolated_vertices = true, .threads = 1});
        const RigidBody b(c.body_mesh, {.isolated_vertices = true, .threads = 1});
        const Answer of_bodies =
            first_contact(a, translation(Eigen::Isometry3d::Identity(), way), b, c.motion, c.options.query);
        // Far from the origin rounding makes the thresholds differ.
        if (std::abs(answer.threshold - of_bodies.threshold) > 1e-9 * of_bodies.threshold) continue;
        ++compared;
        const double threshold = c.options.query.clearance + of_bodies.threshold;
        if (answer.outcome != of_bodies.outcome) {
            ASSERT_TRUE(may_be_either(c, threshold))
                << "case " << i << ": " << to_string(answer.outcome) << ", not " << to_string(of_bodies.outcome);
            continue;
        }
        contacts += answer.outcome == Outcome::contact ? 1 : 0;
        EXPECT_EQ(answer.start.near, of_bodies.start.near);
        if (std::abs(answer.safe_until - of_bodies.safe_until) > 1e-6) {
            // Where they graze, a distance of a threshold, to rounding, may last long.
            EXPECT_NEAR(support::judged_distance(c, answer.safe_until),
                        support::judged_distance(c, of_bodies.safe_until), 0.5 * of_bodies.threshold)
                << "case " << i << ": " << answer.safe_until << ", not " << of_bodies.safe_until;
        }
    }
    EXPECT_GT(compared, effort(1'500) / 2);
    EXPECT_GT(contacts, effort(1'500) / 10);
}

TEST(MixedAgreement, ABodyThatOnlyShiftsIsADeformingMesh)
{
    std::size_t contacts = 0, free = 0;
    for (std::size_t i = 0; i < effort(2'000); ++i) {
        MixedCase c = support::random_mixed_case(first_seed + 300'000 + i);
        c.options = {};
        // The body in place, its coordinates those of the world, and a shift without rounding.
        const RigidPath path(c.motion);
        std::vector<Point> start, end;
        for (const Point& p : c.body_mesh.positions()) {
            const Eigen::Vector3d at = path.at(0.0).rotation * Eigen::Vector3d(p[0], p[1], p[2]) + path.at(0.0).origin;
            start.push_back({at.x(), at.y(), at.z()});
        }
        Eigen::Vector3d way = path.velocity();
        for (double& x : way) x = std::ldexp(std::round(std::ldexp(x, 20)), -20);
        std::vector<EdgeVertices> loose;
        for (const EdgeId edge : c.body_mesh.loose_edges()) loose.push_back(c.body_mesh.edges()[edge]);
        c.body_mesh = TriangleMesh(start, {c.body_mesh.faces().begin(), c.body_mesh.faces().end()}, loose);
        c.motion = translation(Eigen::Isometry3d::Identity(), way);
        for (const Point& p : start) end.push_back({p[0] + way.x(), p[1] + way.y(), p[2] + way.z()});

        const Answer answer = first_contact_of(c);
        deformable::MovingScene exact(std::vector<deformable::SceneObject>{{c.mesh, {}}, {c.body_mesh, {}}}, 1);
        exact.move_to({std::span(c.end), std::span(end)}, 1);
        QueryOptions options;
        options.self = false;
        options.threads = 1;
        const Answer expected = first_contact(exact, options);
        if (answer.outcome == Outcome::undecided) continue;
        if (expected.outcome == Outcome::free) {
            ++free;
        } else if (is_at_start(expected.outcome)) {
            EXPECT_EQ(answer.outcome, Outcome::touching_at_start) << "case " << i;
        } else {
            ++contacts;
            EXPECT_NE(answer.outcome, Outcome::free) << "case " << i;
            EXPECT_LE(answer.safe_until, expected.contact->toc.upper) << "case " << i;
        }
    }
    EXPECT_GT(contacts, effort(2'000) / 10);
    EXPECT_GT(free, effort(2'000) / 10);
}

/// The same with vertices and faces in another order.
MixedCase shuffled(Random& random, const MixedCase& c)
{
    const auto order = [&](std::size_t count) {
        std::vector<std::uint32_t> result(count);
        std::iota(result.begin(), result.end(), 0U);
        for (std::size_t i = count; i > 1; --i) std::swap(result[i - 1], result[random.below(i)]);
        return result;
    };
    const std::vector<std::uint32_t> place = order(c.end.size()), face_order = order(c.mesh.faces().size());
    std::vector<Point> positions(c.end.size()), end(c.end.size());
    for (std::size_t v = 0; v < c.end.size(); ++v) {
        positions[place[v]] = c.mesh.positions()[v];
        end[place[v]] = c.end[v];
    }
    std::vector<FaceVertices> faces;
    for (const std::uint32_t f : face_order) {
        const FaceVertices& face = c.mesh.faces()[f];
        faces.push_back({place[face[0]], place[face[1]], place[face[2]]});
    }
    std::vector<EdgeVertices> loose;
    for (const EdgeId edge : c.mesh.loose_edges())
        loose.push_back({place[c.mesh.edges()[edge][0]], place[c.mesh.edges()[edge][1]]});
    MixedCase result = c;
    result.mesh = TriangleMesh(positions, faces, loose);
    result.end = end;
    return result;
}

TEST(MixedAgreement, TheOrderOfVerticesAndFacesDoesNotMatter)
{
    Random random(8);
    for (std::size_t i = 0; i < effort(1'500); ++i) {
        const MixedCase c = support::random_mixed_case(first_seed + 400'000 + i);
        // The ends of an edge are sorted, which rounds otherwise.
        if (!c.mesh.loose_edges().empty()) continue;
        const Answer x = first_contact_of(c), y = first_contact_of(shuffled(random, c));
        if (x.outcome == Outcome::undecided || y.outcome == Outcome::undecided) continue;
        EXPECT_EQ(x.outcome, y.outcome) << "case " << i;
        EXPECT_EQ(x.safe_until, y.safe_until) << "case " << i;
    }
}

/// The scene of a case after steps that bend its tree out of shape, built at other positions and beside other objects.
deformable::MovingScene with_a_past(Random& random, const MixedCase& c)
{
    const auto scattered = [&] {
        std::vector<Point> points;
        for (std::size_t v = 0; v < c.end.size(); ++v)
            points.push_back({random.signed_unit(), random.signed_unit(), random.signed_unit()});
        return points;
    };
    std::vector<EdgeVertices> loose;
    for (const EdgeId edge : c.mesh.loose_edges()) loose.push_back(c.mesh.edges()[edge]);
    const TriangleMesh built(scattered(), {c.mesh.faces().begin(), c.mesh.faces().end()}, loose);
    deformable::MovingScene scene(std::vector<deformable::SceneObject>{{built, {}}, {c.body_mesh, {}}}, 1);
    const std::vector<Point> past = scattered();
    scene.move_to({std::span(past), std::span<const Point>()}, 1);
    const std::array<std::span<const Point>, 2> start = {c.mesh.positions(), {}}, end = {std::span(c.end), {}};
    scene.set_step(start, end, 1);
    return scene;
}

TEST(MixedAgreement, TreesTargetsAndThePastDoNotMatter)
{
    Random random(9);
    const std::vector<std::string> targets = simd_targets();
    for (std::size_t i = 0; i < effort(1'500); ++i) {
        MixedCase c = i % 2 == 0 ? support::random_mixed_case(first_seed + 500'000 + i)
                                 : support::mixed_sizes_case(first_seed + 500'000 + i);
        c.options.query.budget = 10'000'000;
        const Answer expected = first_contact_of(c);
        if (c.end.empty()) continue;
        for (const std::string& target : targets) {
            c.options.query.target = target;
            const MixedSetup setup(c, with_a_past(random, c));
            const Answer found = setup.first_contact();
            ASSERT_EQ(found.outcome, expected.outcome) << "case " << i << ", " << target;
            // How far a spent budget leads depends on the tree.
            if (expected.outcome == Outcome::undecided) continue;
            ASSERT_EQ(support::find_difference_of(found, expected).value_or(""), "") << "case " << i << ", " << target;
        }
    }
}

TEST(MixedAgreement, TheVerbsAgree)
{
    for (std::size_t i = 0; i < effort(3'000); ++i) {
        const MixedCase c = i % 2 == 0 ? support::random_mixed_case(first_seed + 600'000 + i)
                                       : support::mixed_sizes_case(first_seed + 600'000 + i);
        const MixedSetup setup(c);
        const Outcome outcome = setup.question().collision_outcome();
        const Answer first = setup.first_contact();
        if (c.options.query.budget < 1'000) continue;
        EXPECT_EQ(outcome == Outcome::free, first.outcome == Outcome::free) << "case " << i;
        EXPECT_EQ(outcome == Outcome::undecided, first.outcome == Outcome::undecided) << "case " << i;
    }
}

}  // namespace
}  // namespace tocca::mixed_agreement_test
