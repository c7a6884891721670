// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/mesh_query.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <tuple>

#include "deformable/falling_triangle.hpp"
#include "support/brute_force_contacts.hpp"
#include "support/brute_force_intersections.hpp"
#include "support/effort.hpp"
#include "support/moving_families.hpp"
#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/deformable/intersections.hpp"
#include "tocca/deformable/moving_mesh.hpp"
#include "tocca/deformable/step_tree.hpp"
#include "tocca/elementary/batch.hpp"

namespace tocca::mesh_query_test {
namespace {

using support::brute_force_contacts;
using support::draw_moving;
using support::draw_scene;
using support::effort;
using support::moving_families;
using support::MovingFamily;
using support::MovingInstance;
using support::Random;
using support::same;
using support::scene_of;

/// What first_contact must answer, given all contacts.
const Contact* first_of(const std::vector<Contact>& contacts)
{
    const auto earlier = [](const Contact& a, const Contact& b) {
        return std::tie(a.toc.lower, a.toc.upper) < std::tie(b.toc.lower, b.toc.upper);
    };
    const auto first = std::min_element(contacts.begin(), contacts.end(), earlier);
    return first == contacts.end() ? nullptr : &*first;
}

std::vector<Intersection> crossings_of(const deformable::MovingScene& scene, const QueryOptions& options)
{
    std::vector<Intersection> crossings = intersections(scene, 0.0,
                                                        {.self = options.self,
                                                         .between = options.between,
                                                         .ignored_pairs = options.ignored_pairs,
                                                         .ignored_groups = options.ignored_groups});
    std::erase_if(crossings, [](const Intersection& x) { return !x.crosses; });
    return crossings;
}

void expect_all_verbs(const deformable::MovingScene& scene, const QueryOptions& options = {})
{
    const std::vector<Contact> wanted = brute_force_contacts(scene, options, bracket_width(options));
    // Rationals take long: of every eighth scene crossings are judged by them, of the others told by `intersections`.
    static std::size_t asked = 0;
    const bool judged = asked++ % 8 == 0 || options.accept;
    const std::vector<Intersection> crossings =
        judged ? support::brute_force_crossings(scene, options) : crossings_of(scene, options);
    const Outcome outcome = support::outcome_of(wanted, !crossings.empty());
    const Contact* const expected = first_of(wanted);
    const double safe_until = !crossings.empty() ? 0.0 : expected == nullptr ? 1.0 : expected->toc.lower;

    const Answers all = all_contacts(scene, options);
    expect_same(all.contacts, wanted);
    EXPECT_EQ(all.outcome, outcome);
    EXPECT_EQ(all.safe_until, safe_until);
    EXPECT_EQ(all.start.crossings, crossings);
    EXPECT_EQ(all.start.crossing_count, crossings.size());
    EXPECT_EQ(collides(scene, options), outcome != Outcome::free);
    const Answer first = first_contact(scene, options);
    EXPECT_EQ(first.outcome, outcome);
    EXPECT_EQ(first.safe_until, safe_until);
    EXPECT_EQ(first.start.crossings, crossings);
    ASSERT_EQ(first.contact.has_value(), expected != nullptr);
    if (expected != nullptr) {
        EXPECT_TRUE(same(*first.contact, *expected));
    }
}

TEST(MeshQuery, TellsWhenAndWhereATriangleFallsThroughAnother)
{
    const MovingMesh mesh = falling_triangle();
    EXPECT_TRUE(collides(mesh));
    const Answer first = first_contact(mesh);
    EXPECT_EQ(first.outcome, Outcome::contact);
    EXPECT_LT(first.safe_until, 0.5);
    EXPECT_GT(first.safe_until, 0.5 - 1e-9);
    ASSERT_TRUE(first.contact);
    EXPECT_EQ(first.contact->kind, PairKind::vertex_face);
    EXPECT_EQ(first.contact->vertices, (std::array<std::uint32_t, 4>{3, 0, 1, 2}));
    EXPECT_NEAR(first.contact->point[2], 0.0, 1e-9);
    EXPECT_GT(first.contact->normal[2], 0.99);
    EXPECT_EQ(all_contacts(mesh).contacts.size(), 3U);
}

TEST(MeshQuery, FindsNothingWhereNothingMoves)
{
    MovingMesh mesh(TriangleMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2}, {0, 2, 3}}));
    EXPECT_FALSE(collides(mesh));
    EXPECT_EQ(first_contact(mesh).outcome, Outcome::free);
    EXPECT_EQ(all_contacts(mesh).outcome, Outcome::free);
}

TEST(MeshQuery, SaysThatNothingWasChecked)
{
    const auto nothing_checked = [](const deformable::MovingScene& scene, const QueryOptions& filter = {}) {
        const Answer first = first_contact(scene, filter);
        EXPECT_EQ(all_contacts(scene, filter).nothing_checked, first.nothing_checked);
        QueryOptions near = filter;
        near.clearance = 0.1;
        EXPECT_EQ(first_contact(scene, near).nothing_checked, first.nothing_checked);
        if (first.nothing_checked) {
            EXPECT_EQ(first.outcome, Outcome::free);
            EXPECT_EQ(first.safe_until, 1.0);
            EXPECT_FALSE(collides(scene, filter));
        }
        return first.nothing_checked;
    };
    EXPECT_TRUE(nothing_checked(deformable::MovingScene{}));
    EXPECT_TRUE(all_contacts(deformable::MovingScene{}).contacts.empty());
    const TriangleMesh triangle({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
    EXPECT_TRUE(nothing_checked(MovingMesh(triangle).scene()));
    EXPECT_TRUE(nothing_checked(MovingMesh(TriangleMesh({{0, 0, 0}}, {})).scene()));
    // A vertex that no face uses is met by the triangle; what is far away is checked, and free.
    EXPECT_FALSE(
        nothing_checked(MovingMesh(TriangleMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {9, 9, 9}}, {{0, 1, 2}})).scene()));
    const deformable::MovingScene two(
        {{triangle, {}}, {TriangleMesh({{0, 0, 1e6}, {1, 0, 1e6}, {0, 1, 1e6}}, {{0, 1, 2}}), {}}});
    EXPECT_FALSE(nothing_checked(two));
    EXPECT_EQ(first_contact(two).outcome, Outcome::free);
    EXPECT_TRUE(nothing_checked(two, {.between = false}));
}

class MeshQueryFamily : public testing::TestWithParam<MovingFamily> {};

TEST_P(MeshQueryFamily, EqualsBruteForceOverAllPairs)
{
    Random random(31);
    for (std::size_t i = 0; i < effort(60); ++i) {
        SCOPED_TRACE(i);
        expect_all_verbs(scene_of(draw_moving(random, GetParam())));
    }
}

TEST_P(MeshQueryFamily, EqualsBruteForceOverSeveralObjects)
{
    Random random(32);
    for (std::size_t i = 0; i < effort(20); ++i) {
        SCOPED_TRACE(i);
        const deformable::MovingScene scene = draw_scene(random, GetParam()).scene();
        expect_all_verbs(scene);
        expect_all_verbs(scene, {.self = false});
        expect_all_verbs(scene, {.between = false});
    }
}

TEST_P(MeshQueryFamily, EveryTargetAndNumberOfThreadsGivesTheSameBits)
{
    Random random(33);
    for (std::size_t i = 0; i < effort(20); ++i) {
        const deformable::MovingScene scene = draw_scene(random, GetParam()).scene();
        const std::vector<Contact> wanted = all_contacts(scene, {.threads = 1}).contacts;
        for (const std::string& target : simd_targets()) {
            for (const int threads : {1, 2, 5}) {
                expect_same(all_contacts(scene, {.threads = threads, .target = target}).contacts, wanted);
                const Answer first = first_contact(scene, {.threads = threads, .target = target});
                if (const Contact* const expected = first_of(wanted)) {
                    ASSERT_TRUE(first.contact);
                    EXPECT_TRUE(same(*first.contact, *expected));
                }
            }
        }
    }
}

TEST_P(MeshQueryFamily, ATreeWithAHistoryGivesTheSameBits)
{
    Random random(34);
    for (std::size_t i = 0; i < effort(40); ++i) {
        const MovingInstance instance = draw_moving(random, GetParam());
        deformable::MovingScene scene = scene_of(instance);
        // Elsewhere and back: the tree is refitted, and parts of it are built anew.
        std::vector<Point> elsewhere = instance.end;
        for (std::size_t v = 0; v < elsewhere.size(); ++v) {
            if (v % 2 == 0) elsewhere[v] = instance.end[elsewhere.size() - 1 - v];
        }
        const std::array<std::span<const Point>, 1> away{elsewhere}, start{instance.mesh.positions()},
            end{instance.end};
        scene.move_to(away);
        scene.set_step(start, end);
        expect_same(all_contacts(scene).contacts, all_contacts(scene_of(instance)).contacts);
    }
}

INSTANTIATE_TEST_SUITE_P(Deformable, MeshQueryFamily, testing::ValuesIn(moving_families),
                         [](const auto& family) { return std::string(to_string(family.param)); });

TEST(MeshQuery, FiltersActOnObjectsGroupsAndPairs)
{
    Random random(35);
    for (std::size_t i = 0; i < effort(40); ++i) {
        SCOPED_TRACE(i);
        const support::SceneInstance drawn = draw_scene(random, MovingFamily::soup);
        std::vector<deformable::SceneObject> objects;
        std::vector<std::span<const Point>> ends;
        for (const MovingInstance& object : drawn.objects) {
            const deformable::ObjectOptions options{.group = static_cast<std::uint32_t>(random.below(3)),
                                                    .self = random.chance(0.5)};
            objects.push_back({object.mesh, options});
            ends.emplace_back(object.end);
        }
        deformable::MovingScene scene(std::move(objects));
        scene.move_to(ends);
        expect_all_verbs(scene);
        expect_all_verbs(scene, {.ignored_pairs = {{0, 1}, {2, 2}}});
        expect_all_verbs(scene, {.ignored_groups = {{0, 1}, {2, 2}}});
        expect_all_verbs(
            scene, {.accept = [](const FeaturePair& pair) { return (pair.vertices[0] + pair.vertices[3]) % 2 == 0; }});
    }
}

/// Many small objects, so many that the search is cut into pieces: triangles, loose edges, single vertices, nothing.
deformable::MovingScene crowd(Random& random, int count)
{
    const auto anywhere = [&](double reach) -> Point {
        return {reach * random.signed_unit(), reach * random.signed_unit(), reach * random.signed_unit()};
    };
    std::vector<deformable::SceneObject> objects;
    std::vector<std::vector<Point>> ends;
    for (int i = 0; i < count; ++i) {
        std::vector<Point> positions(random.below(6));
        const Point middle = anywhere(1.0), way = anywhere(0.5);
        for (Point& point : positions) point = anywhere(0.2);
        ends.emplace_back();
        for (Point& point : positions) {
            for (std::size_t axis = 0; axis < 3; ++axis) point[axis] += middle[axis];
            ends.back().push_back({point[0] + way[0], point[1] + way[1], point[2] + way[2]});
        }
        std::vector<FaceVertices> faces;
        std::vector<EdgeVertices> edges;
        if (positions.size() > 2) faces.push_back({0, 1, 2});
        if (positions.size() > 3) edges.push_back({3, 0});
        const deformable::ObjectOptions options{.group = static_cast<std::uint32_t>(random.below(3)),
                                                .self = random.chance(0.5)};
        objects.push_back({TriangleMesh(std::move(positions), std::move(faces), std::move(edges)), options});
    }
    deformable::MovingScene scene(std::move(objects));
    scene.move_to(std::vector<std::span<const Point>>(ends.begin(), ends.end()));
    return scene;
}

TEST(MeshQuery, EqualsBruteForceOverACrowdOfObjects)
{
    Random random(37);
    const deformable::MovingScene scene = crowd(random, 400);
    ASSERT_GE(scene.tree().tree().leaf_count(), 512U) << "or it is searched in few pieces";
    for (const int threads : {1, 2}) {
        expect_all_verbs(scene, {.threads = threads});
        expect_all_verbs(scene, {.self = false, .ignored_groups = {{0, 1}}, .threads = threads});
        expect_all_verbs(scene, {.between = false, .threads = threads});
    }
}

TEST(MeshQuery, EqualsBruteForceInOnePieceAndInFew)
{
    Random random(38);
    for (const int count : {40, 60, 90, 120, 180}) expect_all_verbs(crowd(random, count), {.threads = 2});
}

TEST(MeshQuery, APredicateMaySearchAnotherScene)
{
    Random random(38);
    const deformable::MovingScene scene = crowd(random, 400);
    const MovingMesh other = falling_triangle();
    QueryOptions options;
    options.accept = [&](const FeaturePair&) { return collides(other, {.threads = 1}); };
    const std::vector<Contact> wanted = all_contacts(scene).contacts;
    ASSERT_FALSE(wanted.empty());
    expect_same(all_contacts(scene, options).contacts, wanted);
}

TEST(MeshQuery, HandsOnWhatPredicatesAndProgressThrow)
{
    Random random(39);
    const deformable::MovingScene scene = crowd(random, 400);
    struct Refusal {};
    for (const int threads : {1, 2}) {
        EXPECT_THROW((void)all_contacts(
                         scene, {.accept = [](const FeaturePair&) -> bool { throw Refusal(); }, .threads = threads}),
                     Refusal);
        EXPECT_THROW((void)first_contact(scene, {.threads = threads, .progress = [](double) { throw Refusal(); }}),
                     Refusal);
    }
    expect_all_verbs(scene);
}

TEST(MeshQuery, AFewGreatTrianglesDoNotSlowDownTheSearchForTheFirst)
{
    // Two fine sheets pass through each other, above a floor.
    const int n = 24;
    std::vector<Point> start, end;
    std::vector<FaceVertices> faces;
    Random random(40);
    for (const double from : {0.0, 1.0}) {
        for (int i = 0; i < n * n; ++i) {
            const double x = static_cast<double>(i / n) / n, y = static_cast<double>(i % n) / n;
            start.push_back({x, y, from + 0.01 * random.unit()});
            end.push_back({x, y, 1.0 - from + 0.01 * random.unit()});
            if (i / n == n - 1 || i % n == n - 1) continue;
            const auto v = static_cast<VertexId>(start.size() - 1), w = static_cast<VertexId>(v + n);
            faces.push_back({v, w, w + 1});
            faces.push_back({v, w + 1, v + 1});
        }
    }
    const auto tests = [&] {
        MovingMesh mesh(TriangleMesh(start, faces));
        mesh.move_to(end);
        Statistics work;
        (void)first_contact(mesh, {.threads = 1, .statistics = &work});
        return work.elementary_tests;
    };
    const std::uint64_t without = tests();
    EXPECT_GT(without, 0U);
    for (const double size : {1e6, 1e300}) {
        const auto v = static_cast<VertexId>(start.size());
        for (std::vector<Point>* positions : {&start, &end}) {
            for (const Point& corner : {Point{-size, -size, -size}, Point{size, -size, -size}, Point{0, size, -size}})
                positions->push_back(corner);
        }
        faces.push_back({v, v + 1, v + 2});
        EXPECT_LT(tests(), 2 * without) << size;
    }
}

TEST(MeshQuery, RefusesBadOptions)
{
    const MovingMesh mesh = falling_triangle();
    EXPECT_THROW((void)all_contacts(mesh, {.tolerance = 0.0}), std::invalid_argument);
    EXPECT_THROW((void)first_contact(mesh, {.tolerance = -1.0}), std::invalid_argument);
    EXPECT_THROW((void)all_contacts(mesh, {.threads = -1}), std::invalid_argument);
    EXPECT_THROW((void)all_contacts(mesh, {.target = "ABACUS"}), std::invalid_argument);
}

/// Copies of a tetrahedron in one place, at rest.
MovingMesh coincident_copies(std::uint32_t count)
{
    std::vector<Point> points;
    std::vector<FaceVertices> faces;
    for (std::uint32_t i = 0; i < count; ++i) {
        points.insert(points.end(), {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
        for (const FaceVertices& face : {FaceVertices{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}})
            faces.push_back({4 * i + face[0], 4 * i + face[1], 4 * i + face[2]});
    }
    return MovingMesh(TriangleMesh(points, faces));
}

TEST(MeshQuery, EqualsBruteForceOverCoincidentCopies) { expect_all_verbs(coincident_copies(5)); }

TEST(MeshQuery, CoincidentCopiesNeedNoExactIntegers)
{
    Statistics work;
    const Answers all = all_contacts(coincident_copies(40), {.statistics = &work});
    EXPECT_EQ(all.outcome, Outcome::touching_at_start);
    // Of each ordered pair of copies 4 vertices with 3 faces each; of each unordered one 6 edges with 5 edges.
    EXPECT_EQ(all.contacts.size(), 40U * 39U * 12U + 40U * 39U / 2U * 30U);
    EXPECT_EQ(work.stages[static_cast<std::size_t>(Stage::exact)], 0U);
    EXPECT_GE(work.elementary_tests, all.contacts.size());
}

TEST(MeshQuery, ListsAllContactsOrRefuses)
{
    const MovingMesh copies = coincident_copies(40);
    const std::uint64_t count = all_contacts(copies).contacts.size();
    const auto refusal = [](const auto& work) -> std::optional<ErrorCode> {
        try {
            work();
        } catch (const Error& error) {
            return error.code();
        }
        return std::nullopt;
    };
    for (const int threads : {1, 4}) {
        const QueryOptions enough{.max_contacts = count, .threads = threads};
        const QueryOptions one_less{.max_contacts = count - 1, .threads = threads};
        EXPECT_EQ(all_contacts(copies, enough).contacts.size(), count);
        EXPECT_EQ(refusal([&] { (void)all_contacts(copies, one_less); }), ErrorCode::too_many_contacts);
        EXPECT_EQ(first_contact(copies, one_less).outcome, Outcome::touching_at_start);
        const QueryOptions near{.clearance = 0.01, .max_contacts = count - 1, .threads = threads};
        EXPECT_EQ(refusal([&] { (void)all_contacts(copies, near); }), ErrorCode::too_many_contacts);
    }
    const std::uint64_t meetings = intersections(copies, 0.0).size();
    EXPECT_EQ(intersections(copies, 0.0, {.max_contacts = meetings}).size(), meetings);
    EXPECT_EQ(refusal([&] { (void)intersections(copies, 0.0, {.max_contacts = meetings - 1}); }),
              ErrorCode::too_many_contacts);
}

TEST(MeshQuery, HearsARequestToStop)
{
    std::stop_source source;
    source.request_stop();
    EXPECT_THROW((void)all_contacts(falling_triangle(), {.stop = source.get_token()}), Error);
}

}  // namespace
}  // namespace tocca::mesh_query_test
