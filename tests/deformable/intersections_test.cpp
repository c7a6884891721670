// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/intersections.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <stop_token>
#include <string>
#include <tuple>
#include <vector>

#include "io/published_data.hpp"
#include "support/brute_force_intersections.hpp"
#include "support/effort.hpp"
#include "support/moving_families.hpp"
#include "tocca/base/error.hpp"
#include "tocca/deformable/detail/instant_pair.hpp"
#include "tocca/deformable/moving_mesh.hpp"
#include "tocca/io/load_mesh.hpp"
#include "tocca/mesh/adjacency.hpp"

namespace tocca::intersections_test {
namespace {

using deformable::MovingVertex;
using deformable::detail::EdgeAndFace;
using deformable::detail::Meeting;
using support::brute_force_intersections;
using support::draw_moving;
using support::effort;
using support::judge_meeting;
using support::moving_families;
using support::MovingFamily;
using support::Random;
using support::Rational;
using support::scene_of;

class IntersectionsFamily : public testing::TestWithParam<MovingFamily> {};

TEST_P(IntersectionsFamily, EqualBruteForceOverAllEdgesAndFaces)
{
    Random random(61);
    for (std::size_t i = 0; i < effort(12); ++i) {
        SCOPED_TRACE(i);
        const deformable::MovingScene scene =
            i % 3 == 1 ? support::draw_scene(random, GetParam()).scene() : scene_of(draw_moving(random, GetParam()));
        for (const double time : {0.0, 1.0, random.pick({0.5, 0.75, 0x1p-40}), random.unit()}) {
            SCOPED_TRACE(time);
            const std::vector<Intersection> wanted = brute_force_intersections(scene, time);
            EXPECT_EQ(intersections(scene, time), wanted);
            EXPECT_EQ(intersects(scene, time), !wanted.empty());
            for (const int threads : {1, 2, 5}) EXPECT_EQ(intersections(scene, time, {.threads = threads}), wanted);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Deformable, IntersectionsFamily, testing::ValuesIn(moving_families),
                         [](const auto& family) { return std::string(to_string(family.param)); });

TEST(InstantPair, FiltersAgreeWithIntegersAndRationals)
{
    Random random(62);
    for (std::size_t i = 0; i < effort(5'000); ++i) {
        EdgeAndFace pair;
        std::array<MovingVertex*, 5> vertices{pair.edge.data(), pair.edge.data() + 1, pair.face.data(),
                                              pair.face.data() + 1, pair.face.data() + 2};
        const bool grid = random.chance(0.5);
        const int exponent = random.pick({0, 0, 0, 400, -400, 1000, -1000});
        const auto coordinate = [&] {
            return std::ldexp(grid ? static_cast<double>(random.between(-2, 2)) : random.signed_unit(), exponent);
        };
        for (MovingVertex* vertex : vertices) {
            for (double& x : vertex->start) x = coordinate();
            for (double& x : vertex->end) x = coordinate();
        }
        const double t = random.pick({0.0, 1.0, 0.5, 0.25, random.unit(), 0x1p-1074, 1.0 - 0x1p-53});
        if (random.chance(0.3)) {
            // An end of the edge on, or next to, a side of the face at that time.
            const Point &a = pair.face[0].start, &b = pair.face[1].start;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                pair.edge[0].start[axis] = random.nudged(0.5 * a[axis] + 0.5 * b[axis], 1);
                pair.edge[0].end[axis] = 0.5 * pair.face[0].end[axis] + 0.5 * pair.face[1].end[axis];
            }
        }
        const Meeting wanted = judge_meeting(pair, Rational(t));
        EXPECT_EQ(deformable::detail::meeting_at(pair, t), wanted) << i;
        EXPECT_EQ(deformable::detail::meeting_at_exact(pair, t), wanted) << i;
    }
}

/// A needle through a triangle, which it leaves during the step.
deformable::MovingScene needle()
{
    deformable::MovingScene scene({{TriangleMesh({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {{0, 1, 2}}), {}},
                                   {TriangleMesh({{1, 1, -1}, {1, 1, 1}}, {}, {{0, 1}}), {.group = 7}}});
    const std::vector<Point> end{{1, 1, 1}, {1, 1, 3}};
    const std::array<std::span<const Point>, 2> ends{std::span<const Point>(), end};
    scene.move_to(ends);
    return scene;
}

TEST(Intersections, AreToldAtAnyTime)
{
    const deformable::MovingScene scene = needle();
    EXPECT_TRUE(intersects(scene, 0.0));
    EXPECT_TRUE(intersects(scene, 0.499999));
    EXPECT_TRUE(intersects(scene, 0.5));  // its point leaves the face
    EXPECT_FALSE(intersects(scene, 0.500001));
    EXPECT_FALSE(intersects(scene, 1.0));
    const std::vector<Intersection> at_start = intersections(scene, 0.0), leaving = intersections(scene, 0.5);
    ASSERT_EQ(at_start.size(), 1U);
    EXPECT_EQ(at_start[0], (Intersection{{0, 1}, {0, 1, 2}, {1, 0}, true}));
    ASSERT_EQ(leaving.size(), 1U);
    EXPECT_FALSE(leaving[0].crosses);
}

TEST(Intersections, EqualBruteForceWhereAllIsNear)
{
    // Triangles, loose edges and single vertices around one place: more pairs than go into a block.
    Random random(63);
    const auto anywhere = [&]() -> Point { return {random.signed_unit(), random.signed_unit(), random.signed_unit()}; };
    std::vector<Point> start(130), end(130);
    for (Point& point : start) point = anywhere();
    for (Point& point : end) point = anywhere();
    std::vector<FaceVertices> faces;
    std::vector<EdgeVertices> edges;
    for (VertexId v = 0; v < 90; v += 3) faces.push_back({v, v + 1, v + 2});
    for (VertexId v = 0; v < 30; v += 3) faces.push_back({v, v + 4, v + 8});  // with one common vertex
    faces.push_back({0, 0, 5});
    faces.push_back({1, 0, 2});
    for (VertexId v = 90; v < 120; v += 2) edges.push_back({v, v + 1});
    MovingMesh mesh(TriangleMesh(start, faces, edges));
    mesh.move_to(end);
    for (const double time : {0.0, 1.0, 0.3}) {
        const std::vector<Intersection> wanted = brute_force_intersections(mesh, time);
        EXPECT_GT(wanted.size(), 100U);
        for (const char* target : {"", "EMU128"})
            EXPECT_EQ(intersections(mesh, time, {.threads = 2, .target = target}), wanted);
    }
}

TEST(Intersections, AtTheStartAreNoContacts)
{
    // The needle is in the face from the start; the only contact of the step is that of its point, as it leaves.
    const Answers contacts = all_contacts(needle());
    ASSERT_EQ(contacts.contacts.size(), 1U);
    EXPECT_EQ(contacts.contacts[0].kind, PairKind::vertex_face);
    EXPECT_NEAR(contacts.contacts[0].toc.upper, 0.5, 1e-9);
    // But the start is not free, and the crossing is told apart.
    EXPECT_EQ(contacts.outcome, Outcome::crossing_at_start);
    EXPECT_EQ(contacts.safe_until, 0.0);
    EXPECT_EQ(contacts.start.crossing_count, 1U);
    EXPECT_EQ(contacts.start.crossings, intersections(needle(), 0.0));
}

TEST(Intersections, HeedTheFilter)
{
    EXPECT_FALSE(intersects(needle(), 0.0, {.between = false}));
    EXPECT_TRUE(intersects(needle(), 0.0, {.self = false}));
    EXPECT_FALSE(intersects(needle(), 0.0, {.ignored_pairs = {{1, 0}}}));
    EXPECT_FALSE(intersects(needle(), 0.0, {.ignored_groups = {{0, 7}}}));
}

TEST(Intersections, OfNeighboursAreThoseWithoutACommonVertex)
{
    // Two triangles with a common vertex, each other's sectors crossing: the far side of the one is in the other.
    const MovingMesh fan(
        TriangleMesh({{0, 0, 0}, {2, -1, 0}, {2, 1, 0}, {1, 0, -1}, {1, 0, 1}}, {{0, 1, 2}, {0, 3, 4}}));
    const std::vector<Intersection> crossing = intersections(fan, 0.0);
    ASSERT_EQ(crossing.size(), 1U);
    EXPECT_EQ(crossing[0].edge, (EdgeVertices{3, 4}));
    // A fold that is closed flat has no edge and face without a common vertex: it is a contact.
    const MovingMesh fold(TriangleMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {{0, 1, 2}, {1, 0, 3}}));
    EXPECT_FALSE(intersects(fold, 0.0));
    EXPECT_TRUE(collides(fold));
}

TEST(Intersections, OfAnEmptySceneAreNone)
{
    EXPECT_FALSE(intersects(deformable::MovingScene{}, 0.5));
    EXPECT_TRUE(intersections(deformable::MovingScene{}, 0.0).empty());
}

TEST(Intersections, RefuseBadTimesAndHearARequestToStop)
{
    for (const double time : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()})
        EXPECT_THROW((void)intersects(needle(), time), std::invalid_argument);
    EXPECT_THROW((void)intersections(needle(), 0.0, {.threads = -1}), std::invalid_argument);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW((void)intersections(needle(), 0.0, {.stop = stop.get_token()}), Error);
}

/// Pairs of triangles without a common vertex that cross, by the edges of the one that cross the other.
std::size_t crossing_triangles(const TriangleMesh& mesh)
{
    const Incidence faces = faces_of_edges(mesh);
    const Incidence at_vertex = faces_of_vertices(mesh);
    std::set<std::array<FaceId, 2>> pairs;
    for (const Intersection& x : intersections(MovingMesh(mesh), 0.0)) {
        if (!x.crosses) continue;
        const auto found = std::lower_bound(mesh.edges().begin(), mesh.edges().end(), x.edge);
        const auto edge = static_cast<EdgeId>(found - mesh.edges().begin());
        for (const FaceId face : at_vertex.of(x.face[0])) {
            if (mesh.faces()[face] != x.face) continue;
            for (const FaceId other : faces.of(edge)) {
                const FaceVertices& corners = mesh.faces()[other];
                const bool shared = std::any_of(corners.begin(), corners.end(), [&](VertexId v) {
                    return std::find(x.face.begin(), x.face.end(), v) != x.face.end();
                });
                if (!shared) pairs.insert({std::min(face, other), std::max(face, other)});
            }
        }
    }
    return pairs.size();
}

TEST(Intersections, OfPublishedMeshesAreAsManyAsPublished)
{
    // Counted in doubles there: triangles without a common vertex that properly cross.
    const std::array<std::tuple<const char*, const char*, std::size_t>, 5> published{{
        {"meshes", "cow_6k.obj", 71},
        {"meshes", "happy_buddha_20k.obj", 41},
        {"meshes", "knot1.off", 0},
        {"sequences/human-kick", "kick_056.obj", 495},
        {"sequences/cloth-ball", "cloth_ball92.ply", 61530},
    }};
    for (const auto& [folder, file, count] : published) {
        const auto data = support::published_data(folder);
        if (!data) GTEST_SKIP() << support::without_data(folder);
        EXPECT_EQ(crossing_triangles(load_mesh(*data / file)), count) << file;
    }
}

}  // namespace
}  // namespace tocca::intersections_test
