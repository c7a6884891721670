// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/mesh_query.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>

#include "deformable/gap_reference.hpp"
#include "support/brute_force_intersections.hpp"
#include "support/effort.hpp"
#include "tocca/deformable/moving_mesh.hpp"
#include "tocca/deformable/safe_step.hpp"
#include "tocca/elementary/batch.hpp"

namespace tocca::clearance_test {
namespace {

using support::draw_moving;
using support::effort;
using support::moving_families;
using support::MovingFamily;
using support::MovingInstance;
using support::Random;
using support::same;
using support::scene_of;

void expect_same(const std::vector<Contact>& found, const std::vector<Contact>& wanted)
{
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_TRUE(same(found[i], wanted[i])) << "contact " << i << " of kind " << to_string(wanted[i].kind);
    }
}

void expect_same_near_pairs(const Start& found, const Start& wanted)
{
    EXPECT_EQ(found.near, wanted.near);
    EXPECT_EQ(found.near_count, wanted.near_count);
    ASSERT_EQ(found.near_pairs.size(), wanted.near_pairs.size());
    for (std::size_t i = 0; i < found.near_pairs.size(); ++i) {
        EXPECT_TRUE(same_pair(found.near_pairs[i], wanted.near_pairs[i]));
        EXPECT_EQ(found.near_pairs[i].distance, wanted.near_pairs[i].distance);
        EXPECT_EQ(found.near_pairs[i].gap, wanted.near_pairs[i].gap);
    }
}

/// What first_contact must answer, given all contacts.
const Contact* first_of(const std::vector<Contact>& contacts)
{
    const auto earlier = [](const Contact& a, const Contact& b) {
        return std::tie(a.toc.lower, a.toc.upper) < std::tie(b.toc.lower, b.toc.upper);
    };
    const auto first = std::min_element(contacts.begin(), contacts.end(), earlier);
    return first == contacts.end() ? nullptr : &*first;
}

void expect_all_verbs(const deformable::MovingScene& scene, const QueryOptions& options)
{
    const Answers all = all_contacts(scene, options);
    const std::vector<Contact> wanted = brute_force_approaches(scene, options, all.start);
    expect_same(all.contacts, wanted);
    // The near pairs reported are checked one by one by brute_force_approaches.
    const std::vector<Intersection> crossings = support::brute_force_crossings(scene, options);
    const Outcome outcome = support::outcome_of(wanted, !crossings.empty(), all.start.near_count > 0);
    EXPECT_EQ(collides(scene, options), outcome != Outcome::free);
    const Answer first = first_contact(scene, options);
    expect_same_near_pairs(first.start, all.start);
    const Contact* const expected = first_of(wanted);
    ASSERT_EQ(first.contact.has_value(), expected != nullptr);
    EXPECT_EQ(first.outcome, outcome);
    EXPECT_EQ(all.outcome, outcome);
    EXPECT_EQ(first.start.crossings, crossings);
    EXPECT_EQ(all.start.crossings, crossings);
    const double safe_until = !crossings.empty() ? 0.0 : expected == nullptr ? 1.0 : expected->toc.lower;
    EXPECT_EQ(first.safe_until, safe_until);
    EXPECT_EQ(all.safe_until, safe_until);
    if (expected != nullptr) {
        EXPECT_TRUE(same(*first.contact, *expected));
    }
}

class MeshClearanceFamily : public testing::TestWithParam<MovingFamily> {};

TEST_P(MeshClearanceFamily, EqualsBruteForceOverAllPairs)
{
    Random random(41);
    // Coordinates of mixed magnitude take the exact stage a hundred times as long.
    const std::size_t draws = effort(GetParam() == MovingFamily::far_and_wide ? 2 : 40);
    for (std::size_t i = 0; i < draws; ++i) {
        SCOPED_TRACE(i);
        const deformable::MovingScene scene = scene_of(draw_moving(random, GetParam()));
        expect_all_verbs(
            scene, {.clearance = draw_clearance(random, scene), .near_fraction = random.pick({0.0, 0.25, 0.25, 0.9})});
    }
}

TEST_P(MeshClearanceFamily, EqualsBruteForceOverThickObjects)
{
    Random random(42);
    for (std::size_t i = 0; i < effort(GetParam() == MovingFamily::far_and_wide ? 1 : 6); ++i) {
        SCOPED_TRACE(i);
        const deformable::MovingScene scene = draw_thick_scene(random, GetParam(), random.pick({0.01, 0.3}));
        expect_all_verbs(scene, {.clearance = random.pick({0.0, 0.02, 0.2})});
    }
}

TEST_P(MeshClearanceFamily, EveryTargetAndNumberOfThreadsGivesTheSameBits)
{
    Random random(43);
    for (std::size_t i = 0; i < effort(GetParam() == MovingFamily::far_and_wide ? 1 : 4); ++i) {
        const deformable::MovingScene scene = draw_thick_scene(random, GetParam(), 0.1);
        const auto options = [](int threads, const std::string& target) {
            return QueryOptions{.clearance = 0.05, .threads = threads, .target = target};
        };
        const Answers wanted = all_contacts(scene, options(1, ""));
        for (const std::string& target : simd_targets()) {
            for (const int threads : {1, 2, 5}) {
                const Answers found = all_contacts(scene, options(threads, target));
                expect_same(found.contacts, wanted.contacts);
                expect_same_near_pairs(found.start, wanted.start);
                const Answer first = first_contact(scene, options(threads, target));
                expect_same_near_pairs(first.start, wanted.start);
                const Contact* const expected = first_of(wanted.contacts);
                ASSERT_EQ(first.contact.has_value(), expected != nullptr);
                if (expected != nullptr) {
                    EXPECT_TRUE(same(*first.contact, *expected));
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Deformable, MeshClearanceFamily, testing::ValuesIn(moving_families),
                         [](const auto& family) { return std::string(to_string(family.param)); });

/// A mesh scaled by a power of two, its motion with it.
deformable::MovingScene scaled(const MovingInstance& instance, double factor)
{
    const auto times = [&](std::span<const Point> points) {
        std::vector<Point> result(points.begin(), points.end());
        for (Point& point : result) {
            for (double& x : point) x *= factor;
        }
        return result;
    };
    std::vector<EdgeVertices> loose;
    for (const EdgeId edge : instance.mesh.loose_edges()) loose.push_back(instance.mesh.edges()[edge]);
    const auto faces = instance.mesh.faces();
    return scene_of(
        {TriangleMesh(times(instance.mesh.positions()), {faces.begin(), faces.end()}, loose), times(instance.end)});
}

TEST(MeshClearance, DoesNotDependOnTheUnitOfLength)
{
    Random random(44);
    for (std::size_t i = 0; i < effort(40); ++i) {
        const MovingInstance instance = draw_moving(random, random.pick({MovingFamily::soup, MovingFamily::sheet}));
        const Answers wanted = all_contacts(scene_of(instance), QueryOptions{.clearance = 0.1});
        for (const double factor : {0x1p-40, 0x1p30}) {
            const Answers found = all_contacts(scaled(instance, factor), QueryOptions{.clearance = 0.1 * factor});
            ASSERT_EQ(found.contacts.size(), wanted.contacts.size());
            for (std::size_t c = 0; c < found.contacts.size(); ++c) {
                EXPECT_EQ(found.contacts[c].toc, wanted.contacts[c].toc);
                EXPECT_EQ(found.contacts[c].vertices, wanted.contacts[c].vertices);
            }
            EXPECT_EQ(found.start.near_count, wanted.start.near_count);
        }
    }
}

/// A triangle one unit above another falls to a height, by default onto it and half a unit on.
deformable::MovingScene falling_triangle(double thickness_below = 0.0, double thickness_above = 0.0,
                                         double height = -0.5)
{
    deformable::MovingScene scene(
        {{TriangleMesh({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {{0, 1, 2}}), {.thickness = thickness_below}},
         {TriangleMesh({{1, 1, 1}, {2, 1, 1}, {1, 2, 1}}, {{0, 1, 2}}), {.thickness = thickness_above}}});
    const std::vector<Point> end{{1, 1, height}, {2, 1, height}, {1, 2, height}};
    const std::array<std::span<const Point>, 2> ends{std::span<const Point>(), end};
    scene.move_to(ends);
    return scene;
}

TEST(MeshClearance, IsReachedBeforeTheContact)
{
    const Answer first = first_contact(falling_triangle(), QueryOptions{.clearance = 0.25});
    EXPECT_EQ(first.outcome, Outcome::contact);
    EXPECT_NEAR(first.safe_until, 0.5, 1e-9);  // 1 - 1.5 t = 0.25
    ASSERT_TRUE(first.contact);
    EXPECT_NEAR(first.contact->point[2], 0.125, 1e-8);
    EXPECT_GT(first.contact->normal[2], 0.99);
    EXPECT_EQ(first.start.near_count, 0U);
}

TEST(MeshClearance, AddsHalfTheThicknessOfEachObject)
{
    const deformable::MovingScene scene = falling_triangle(0.125, 0.375);
    EXPECT_NEAR(first_contact(scene, QueryOptions{}).safe_until, 0.5, 1e-9);
    EXPECT_NEAR(first_contact(scene, QueryOptions{.clearance = 0.25}).safe_until, 1.0 / 3.0, 1e-9);
}

TEST(MeshClearance, ThicknessCountsWithoutAClearanceToo)
{
    const deformable::MovingScene thin = falling_triangle(), thick = falling_triangle(0.125, 0.375);
    EXPECT_NEAR(first_contact(thin).safe_until, 2.0 / 3.0, 1e-9);
    EXPECT_NEAR(first_contact(thick).safe_until, 0.5, 1e-9);
    EXPECT_EQ(all_contacts(thick).safe_until, first_contact(thick).safe_until);

    // They end a quarter apart, which is within the thickness only.
    const auto above = [](double thickness) { return falling_triangle(thickness, thickness, 0.25); };
    EXPECT_FALSE(collides(above(0.0)));
    EXPECT_FALSE(collides(above(0.2)));
    EXPECT_TRUE(collides(above(0.25)));
    EXPECT_TRUE(collides(above(0.3)));
    EXPECT_EQ(first_contact(above(2.0)).outcome, Outcome::contact);
    // Half of the least double is no distance.
    EXPECT_FALSE(collides(above(std::numeric_limits<double>::denorm_min())));
}

TEST(MeshClearance, APairThatStartsNearerKeepsAFractionOfItsDistance)
{
    const deformable::MovingScene scene = falling_triangle();
    const Answer first = first_contact(scene, QueryOptions{.clearance = 2.0, .near_fraction = 0.25});
    EXPECT_EQ(first.outcome, Outcome::contact);
    EXPECT_NEAR(first.safe_until, 0.5, 1e-9);
    ASSERT_GT(first.start.near_count, 0U);
    const auto& pairs = first.start.near_pairs;
    const auto vertex_above = std::find_if(pairs.begin(), pairs.end(), [](const Start::NearPair& near) {
        return near.kind == PairKind::vertex_face && near.objects == std::array<deformable::ObjectId, 2>{1, 0};
    });
    ASSERT_NE(vertex_above, pairs.end());
    EXPECT_EQ(vertex_above->distance, 1.0);
    EXPECT_EQ(vertex_above->gap, 0.25);

    const Answer counted = first_contact(scene, QueryOptions{.clearance = 2.0, .list_start = false});
    EXPECT_EQ(counted.start.near_count, first.start.near_count);
    EXPECT_TRUE(counted.start.near_pairs.empty());

    const Answer touch = first_contact(scene, QueryOptions{.clearance = 2.0, .near_fraction = 0.0});
    EXPECT_NEAR(touch.safe_until, 2.0 / 3.0, 1e-9);
}

/// A flat sheet of n x n squares of this side, cut into triangles.
TriangleMesh flat_sheet(int n, double side)
{
    std::vector<Point> positions;
    for (int i = 0; i <= n; ++i) {
        for (int j = 0; j <= n; ++j) positions.push_back({side * i, side * j, 0.0});
    }
    std::vector<FaceVertices> faces;
    const auto id = [n](int i, int j) { return static_cast<VertexId>(i * (n + 1) + j); };
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            faces.push_back({id(i, j), id(i + 1, j), id(i + 1, j + 1)});
            faces.push_back({id(i, j), id(i + 1, j + 1), id(i, j + 1)});
        }
    }
    return {std::move(positions), std::move(faces)};
}

/// The sheet shrinks to a fraction of its size while it rises.
deformable::MovingScene shrinking_sheet(int n, double side, double fraction)
{
    MovingMesh sheet(flat_sheet(n, side));
    std::vector<Point> end(sheet.mesh().positions().begin(), sheet.mesh().positions().end());
    for (Point& point : end) point = {fraction * point[0], fraction * point[1], point[2] + 1.0};
    sheet.move_to(end);
    return sheet.scene();
}

TEST(MeshClearance, NeighboursInAFineMeshDoNotStopIt)
{
    // Neighbours are one side apart and less, the next pairs the diagonal of a square.
    const double side = 1.0 / 32;
    const Answer first = first_contact(shrinking_sheet(20, side, 0.875), QueryOptions{.clearance = 1.2 * side});
    EXPECT_EQ(first.outcome, Outcome::near_at_start);
    EXPECT_EQ(first.safe_until, 1.0);
    EXPECT_GT(first.start.near_count, 20U * 20U);
    // Near is not free, but may move.
    const QueryOptions options{.clearance = 1.2 * side};
    EXPECT_TRUE(collides(shrinking_sheet(20, side, 0.875), options));
    EXPECT_EQ(safe_step(shrinking_sheet(20, side, 0.875), options).step, 1.0);
}

TEST(MeshClearance, NeighboursKeepAFractionOfTheirDistances)
{
    // Every pair starts nearer than the clearance, and all shrink alike: 1 - 0.8 t = 0.25.
    const Answer first = first_contact(shrinking_sheet(4, 1.0 / 32, 0.2), QueryOptions{.clearance = 1.0});
    EXPECT_EQ(first.outcome, Outcome::contact);
    EXPECT_NEAR(first.safe_until, 0.9375, 1e-8);
    EXPECT_EQ(first.start.near_count, support::all_feature_pairs(shrinking_sheet(4, 1.0 / 32, 0.2)).size());
}

TEST(MeshClearance, TouchingAtTheStartIsNotBeingNear)
{
    // A vertex on a face, drawing away; others near.
    MovingMesh mesh(
        TriangleMesh({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 0}, {2, 1, 1}, {1, 2, 1}}, {{0, 1, 2}, {3, 4, 5}}));
    std::vector<Point> end(mesh.mesh().positions().begin(), mesh.mesh().positions().end());
    for (std::size_t v = 3; v < 6; ++v) end[v][2] += 1.0;
    mesh.move_to(end);
    const Answer first = first_contact(mesh, QueryOptions{.clearance = 0.5});
    EXPECT_EQ(first.outcome, Outcome::touching_at_start);
    EXPECT_EQ(first.safe_until, 0.0);
    ASSERT_EQ(first.start.near_count, 1U);  // everything else is farther than 0.5
    EXPECT_EQ(first.start.near_pairs[0].distance, 0.0);
    EXPECT_EQ(first.start.near_pairs[0].gap, 0.0);
}

TEST(MeshClearance, WithoutAnyGapIsContact)
{
    // A thick object far away: pairs of the others are asked about with a gap of 0.
    const deformable::MovingScene thin = falling_triangle();
    deformable::MovingScene thick(
        {thin.object(0),
         thin.object(1),
         {TriangleMesh({{90, 0, 0}, {94, 0, 0}, {90, 4, 0}}, {{0, 1, 2}}), {.thickness = 1.0}}});
    const std::vector<Point> end = positions_at(thin, 1, 1.0);
    const std::array<std::span<const Point>, 3> ends{std::span<const Point>(), end, std::span<const Point>()};
    thick.move_to(ends);
    const Answer with = first_contact(thick, {.near_fraction = 0.5});
    const Answer without = first_contact(thin);
    ASSERT_TRUE(with.contact && without.contact);
    EXPECT_TRUE(same(*with.contact, *without.contact));
    EXPECT_EQ(with.start.near_count, 0U);
    expect_same(all_contacts(thick).contacts, all_contacts(thin).contacts);
}

TEST(MeshClearance, AnEmptySceneIsFree)
{
    EXPECT_FALSE(collides(deformable::MovingScene{}, QueryOptions{.clearance = 1.0}));
    EXPECT_EQ(first_contact(deformable::MovingScene{}, QueryOptions{.clearance = 1.0}).safe_until, 1.0);
}

TEST(MeshClearance, RefusesBadOptions)
{
    const deformable::MovingScene scene = falling_triangle();
    const double infinity = std::numeric_limits<double>::infinity(), greatest = std::numeric_limits<double>::max();
    for (const double clearance : {-1.0, infinity, std::numeric_limits<double>::quiet_NaN()})
        EXPECT_THROW((void)collides(scene, QueryOptions{.clearance = clearance}), std::invalid_argument);
    for (const double fraction : {-0.5, 1.0, std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_THROW((void)all_contacts(scene, QueryOptions{.clearance = 1.0, .near_fraction = fraction}),
                     std::invalid_argument);
    }
    EXPECT_THROW((void)first_contact(falling_triangle(greatest, greatest), QueryOptions{.clearance = greatest}),
                 std::invalid_argument);
    EXPECT_THROW((void)first_contact(scene, QueryOptions{.clearance = 1.0, .tolerance = 0.0}), std::invalid_argument);
}

}  // namespace
}  // namespace tocca::clearance_test
