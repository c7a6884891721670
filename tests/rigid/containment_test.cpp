// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/containment.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "support/effort.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "tocca/base/error.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/rigid/rigid_query.hpp"

namespace tocca::containment_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using rigid::winding_number;
using support::at;
using support::Random;

using Whole = std::array<std::int64_t, 3>;

/// Six times the volume of a tetrahedron with whole coordinates.
std::int64_t volume(const Whole& a, const Whole& b, const Whole& c, const Whole& d)
{
    const auto minus = [](const Whole& p, const Whole& q) { return Whole{p[0] - q[0], p[1] - q[1], p[2] - q[2]}; };
    const Whole u = minus(b, a), v = minus(c, a), w = minus(d, a);
    return u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
}

struct Tetrahedron {
    std::array<Whole, 4> corners;

    /// 1 or -1 inside, by its orientation, 0 outside, nothing on the surface: from the volumes that a point makes with
    /// its faces.
    [[nodiscard]] std::optional<int> winding(const Whole& point) const
    {
        const std::int64_t whole = volume(corners[0], corners[1], corners[2], corners[3]);
        bool on_face = false;
        for (std::size_t i = 0; i < 4; ++i) {
            std::array<Whole, 4> part = corners;
            part[i] = point;
            const std::int64_t share = volume(part[0], part[1], part[2], part[3]);
            if (share == 0) {
                on_face = true;
            } else if ((share > 0) != (whole > 0)) {
                return 0;
            }
        }
        if (on_face) return std::nullopt;
        return whole > 0 ? 1 : -1;
    }
};

Point point_of(const Whole& p)
{
    return {static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])};
}

Whole random_whole(Random& random, int size)
{
    return {random.between(-size, size), random.between(-size, size), random.between(-size, size)};
}

/// Corners are even, so that odd coordinates are between them.
Tetrahedron random_tetrahedron(Random& random)
{
    for (;;) {
        Tetrahedron made;
        for (Whole& corner : made.corners) {
            corner = random_whole(random, 3);
            for (std::int64_t& x : corner) x *= 2;
        }
        if (volume(made.corners[0], made.corners[1], made.corners[2], made.corners[3]) != 0) return made;
    }
}

TriangleMesh mesh_of(const std::vector<Tetrahedron>& tetrahedra)
{
    std::vector<Point> positions;
    std::vector<FaceVertices> faces;
    for (const Tetrahedron& each : tetrahedra) {
        const auto first = static_cast<VertexId>(positions.size());
        for (const Whole& corner : each.corners) positions.push_back(point_of(corner));
        for (const FaceVertices& face : {FaceVertices{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}) {
            faces.push_back({first + face[0], first + face[1], first + face[2]});
        }
    }
    return {positions, faces};
}

// Points and corners on a small grid: rays pass through edges and corners, run along faces, and start on surfaces.
TEST(WindingNumber, OfTetrahedraOnAGridIsThatOfVolumes)
{
    Random random(1);
    int inside = 0, on_surface = 0, several = 0;
    for (std::size_t round = 0; round < std::max<std::size_t>(support::effort(1200), 400); ++round) {
        std::vector<Tetrahedron> tetrahedra(1 + random.below(6));
        for (Tetrahedron& each : tetrahedra) each = random_tetrahedron(random);
        const RigidBody body(mesh_of(tetrahedra));
        for (int query = 0; query < 60; ++query) {
            const Whole point = random_whole(random, 7);
            std::optional<int> expected = 0;
            for (const Tetrahedron& each : tetrahedra) {
                const std::optional<int> one = each.winding(point);
                expected = one && expected ? std::optional(*expected + *one) : std::nullopt;
            }
            ASSERT_EQ(winding_number(body, point_of(point)), expected)
                << "round " << round << ": " << point[0] << ' ' << point[1] << ' ' << point[2];
            inside += expected && *expected != 0;
            on_surface += !expected;
            several += expected && std::abs(*expected) > 1;
        }
    }
    EXPECT_GT(inside, support::slow_build ? 0 : 500);
    EXPECT_GT(on_surface, support::slow_build ? 0 : 500);
    if (!support::slow_build) {
        EXPECT_GT(several, 20);
    }
}

TEST(WindingNumber, DoesNotDependOnScale)
{
    Random random(2);
    for (const double scale : {1e-150, 1e-20, 1.0, 1e12}) {
        const std::vector<Tetrahedron> tetrahedra = {random_tetrahedron(random), random_tetrahedron(random)};
        const TriangleMesh mesh = mesh_of(tetrahedra);
        std::vector<Point> positions(mesh.positions().begin(), mesh.positions().end());
        for (Point& p : positions) {
            for (double& x : p) x *= scale;
        }
        const RigidBody body(TriangleMesh(positions, {mesh.faces().begin(), mesh.faces().end()}));
        for (int query = 0; query < 200; ++query) {
            const Whole point = random_whole(random, 5);
            const auto one = tetrahedra[0].winding(point), two = tetrahedra[1].winding(point);
            // Rounding moves points off the surface.
            if (!one || !two) continue;
            Point scaled = point_of(point);
            for (double& x : scaled) x *= scale;
            EXPECT_EQ(winding_number(body, scaled), *one + *two) << scale;
        }
    }
}

Shape reversed(Shape shape)
{
    for (FaceVertices& face : shape.faces) std::swap(face[1], face[2]);
    return shape;
}

Shape joined(const std::vector<Shape>& shapes)
{
    Shape all;
    for (const Shape& shape : shapes) append(all, shape);
    return all;
}

/// Triangles without common vertices, as in STL files.
TriangleMesh soup(const Shape& shape)
{
    std::vector<Point> positions;
    std::vector<FaceVertices> faces;
    for (const FaceVertices& face : shape.faces) {
        const auto first = static_cast<VertexId>(positions.size());
        for (const VertexId v : face) positions.push_back(shape.positions[v]);
        faces.push_back({first, first + 1, first + 2});
    }
    return {positions, faces};
}

Shape bar(const Point& lengths) { return box({.lengths = lengths}); }

/// What every verb says of a body that starts at a place and hardly moves, whichever of the two comes first.
Outcome start_of(const RigidBody& small, const RigidBody& large, const Isometry3d& pose)
{
    const RigidMotion motion = translation(pose, {1e-3, 2e-3, 0.0});
    const RigidMotion rest = at_rest(Isometry3d::Identity());
    const Outcome outcome = first_contact(small, motion, large, rest).outcome;
    EXPECT_EQ(first_contact(large, rest, small, motion).outcome, outcome);
    EXPECT_EQ(collides(small, motion, large, rest), outcome != Outcome::free);
    EXPECT_EQ(collides(large, rest, small, motion), outcome != Outcome::free);
    EXPECT_EQ(safe_step(small, motion, large, rest).step > 0.0, outcome == Outcome::free);
    return outcome;
}

TEST(Solids, WithOverlappingPartsHoldWhatIsInSeveral)
{
    const Shape bars = joined({bar({6, 2, 2}), bar({2, 6, 2.2}), bar({2.4, 2.4, 6})});
    const RigidBody small(bar({0.2, 0.2, 0.2}).mesh(), {.solid = true});
    for (const bool inside_out : {false, true}) {
        for (const bool as_soup : {false, true}) {
            const Shape shape = inside_out ? reversed(bars) : bars;
            const RigidBody large(as_soup ? soup(shape) : shape.mesh(), {.solid = true});
            EXPECT_EQ(start_of(small, large, at(0, 0, 0)), Outcome::inside);  // in three
            EXPECT_EQ(start_of(small, large, at(0, 0, 1.05)), Outcome::touching_at_start);
            EXPECT_EQ(start_of(small, large, at(0, 0, 0.8)), Outcome::inside);
            EXPECT_EQ(start_of(small, large, at(2.5, 0, 0)), Outcome::inside);  // in one
            EXPECT_EQ(start_of(small, large, at(2.5, 2.5, 0)), Outcome::free);  // between them
            EXPECT_EQ(start_of(small, large, at(9, 0, 0)), Outcome::free);
        }
    }
}

TEST(Solids, CavitiesAreOutside)
{
    const Shape hollow = joined({bar({6, 6, 6}), reversed(bar({4, 4, 4})), bar({2, 2, 2})});
    const RigidBody small(bar({0.2, 0.2, 0.2}).mesh());
    for (const bool inside_out : {false, true}) {
        const RigidBody large((inside_out ? reversed(hollow) : hollow).mesh(), {.solid = true});
        EXPECT_EQ(start_of(small, large, at(2.5, 0, 0)), Outcome::inside);
        EXPECT_EQ(start_of(small, large, at(1.5, 0, 0)), Outcome::free);
        EXPECT_EQ(start_of(small, large, at(0, 0, 0)), Outcome::inside);
        EXPECT_EQ(start_of(small, large, at(5, 0, 0)), Outcome::free);
    }
}

TEST(Solids, HoldAnyPartOfABody)
{
    // The first part is far outside; the second, whose vertices are elsewhere or in no common triangle, is within.
    const RigidBody solid(bar({4, 4, 4}).mesh(), {.solid = true});
    const Shape far = translated(bar({1, 1, 1}), {10, 0, 0}), near = bar({0.5, 0.5, 0.5});
    EXPECT_EQ(start_of(RigidBody(joined({far, near}).mesh()), solid, at(0, 0, 0)), Outcome::inside);
    EXPECT_EQ(start_of(RigidBody(soup(joined({far, near}))), solid, at(0, 0, 0)), Outcome::inside);
    EXPECT_EQ(start_of(RigidBody(joined({far, translated(near, {-9, 0, 0})}).mesh()), solid, at(0, 0, 0)),
              Outcome::free);
    // A loose edge is a part, an isolated vertex only on request.
    const TriangleMesh edge({{10, 0, 0}, {11, 0, 0}, {10, 1, 0}, {0, 0, 0}, {0, 0.5, 0}}, {{0, 1, 2}}, {{3, 4}});
    EXPECT_EQ(start_of(RigidBody(edge), solid, at(0, 0, 0)), Outcome::inside);
    const TriangleMesh stray({{10, 0, 0}, {11, 0, 0}, {10, 1, 0}, {0, 0, 0}}, {{0, 1, 2}});
    EXPECT_EQ(start_of(RigidBody(stray), solid, at(0, 0, 0)), Outcome::free);
    EXPECT_EQ(start_of(RigidBody(stray, {.isolated_vertices = true}), solid, at(0, 0, 0)), Outcome::inside);
}

/// The sentence with which a mesh is refused as a solid; empty if it is not. Surfaces are never refused.
std::string refusal(const TriangleMesh& mesh)
{
    (void)RigidBody(mesh);
    try {
        (void)RigidBody(mesh, {.solid = true});
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::malformed_mesh);
        return error.what();
    }
    return "";
}

bool mentions(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Solids, ThatAreNoneAreRefusedWithThePlace)
{
    const Shape cube = bar({2, 2, 2});
    EXPECT_EQ(refusal(cube.mesh()), "");
    EXPECT_EQ(refusal(soup(cube)), "");
    EXPECT_EQ(refusal(reversed(cube).mesh()), "");
    for (std::size_t f = 0; f < cube.faces.size(); ++f) {
        Shape open = cube;
        open.faces.erase(open.faces.begin() + static_cast<std::ptrdiff_t>(f));
        EXPECT_TRUE(mentions(refusal(open.mesh()), "not closed")) << f;
        EXPECT_TRUE(mentions(refusal(soup(open)), "not closed")) << f;
        Shape turned = cube;
        std::swap(turned.faces[f][0], turned.faces[f][1]);
        const std::string told = refusal(turned.mesh());
        EXPECT_TRUE(mentions(told, "not oriented consistently")) << told;
        EXPECT_TRUE(mentions(told, std::to_string(f))) << told;
        // A wall more, of one triangle: three faces at its edges.
        Shape wall = cube;
        wall.faces.push_back(cube.faces[f]);
        EXPECT_TRUE(mentions(refusal(wall.mesh()), "odd number of faces")) << f;
        // The face once more in both orientations.
        wall.faces.push_back({cube.faces[f][1], cube.faces[f][0], cube.faces[f][2]});
        wall.faces.push_back(cube.faces[f]);
        wall.faces.erase(wall.faces.end() - 3);
        EXPECT_TRUE(mentions(refusal(wall.mesh()), "opposite orientations")) << f;
    }
    EXPECT_TRUE(mentions(refusal(TriangleMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {}, {{0, 1}})), "no faces"));
    EXPECT_TRUE(mentions(refusal(TriangleMesh({{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}, {5, 5, 5}},
                                              {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}, {{1, 4}})),
                         "vertex 4 at (5, 5, 5)"));
}

/// A cube whose sides are cut along the one diagonal or the other.
Shape cube_of_quads(bool other_diagonal)
{
    Shape cube;
    for (int i = 0; i < 8; ++i) {
        cube.positions.push_back({i % 2 == 0 ? -1.0 : 1.0, i / 2 % 2 == 0 ? -1.0 : 1.0, i / 4 == 0 ? -1.0 : 1.0});
    }
    using Quad = std::array<VertexId, 4>;
    for (const auto& [a, b, c, d] :
         {Quad{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}) {
        cube.faces.push_back(other_diagonal ? FaceVertices{a, b, d} : FaceVertices{a, b, c});
        cube.faces.push_back(other_diagonal ? FaceVertices{b, c, d} : FaceVertices{a, c, d});
    }
    return cube;
}

TEST(Solids, WhoseSurfacesCancelOutAreRefused)
{
    const Shape cube = bar({2, 2, 2});
    // Every face twice, with both orientations.
    EXPECT_TRUE(mentions(refusal(joined({cube, reversed(cube)}).mesh()), "opposite orientations"));
    // The same with other diagonals: no two triangles are the same.
    const Shape twice = joined({cube_of_quads(false), reversed(cube_of_quads(true))});
    EXPECT_EQ(refusal(cube_of_quads(false).mesh()), "");
    EXPECT_EQ(refusal(cube_of_quads(true).mesh()), "");
    EXPECT_TRUE(mentions(refusal(twice.mesh()), "encloses nothing")) << refusal(twice.mesh());
    // The same with other vertices too.
    const Shape finer = box({.lengths = {2, 2, 2}, .cells = {3, 3, 3}});
    EXPECT_NE(refusal(joined({cube, reversed(finer)}).mesh()), "");
    // A part that is inside out and crosses the others, or is beside them.
    EXPECT_TRUE(mentions(refusal(joined({bar({6, 2, 2}), reversed(bar({2, 6, 2.2}))}).mesh()), "inside out"));
    EXPECT_TRUE(mentions(refusal(joined({cube, reversed(translated(cube, {9, 0, 0}))}).mesh()), "inside out"));
}

TEST(Solids, MayTouchAlongEdgesAndHaveFacesWithoutArea)
{
    // Two cubes with a common edge: four faces meet there.
    EXPECT_EQ(refusal(joined({bar({2, 2, 2}), translated(bar({2, 2, 2}), {2, 2, 0})}).mesh()), "");
    Shape with_sliver = bar({2, 2, 2});
    with_sliver.faces.push_back({0, 1, 1});
    with_sliver.faces.push_back({3, 3, 3});
    EXPECT_EQ(refusal(with_sliver.mesh()), "");
    EXPECT_EQ(refusal(reversed(with_sliver).mesh()), "");
    const TriangleMesh stray({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {50, 0, 0}},
                             {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}});
    EXPECT_EQ(refusal(stray), "");
}

TEST(RigidBody, IgnoresIsolatedVerticesUnlessAsked)
{
    const TriangleMesh stray({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {100, 0, 0}, {1e16, 0, 0}}, {{0, 1, 2}});
    const RigidBody without(stray);
    EXPECT_EQ(without.ignored_vertices(), 2U);
    EXPECT_LT(without.diameter(), 2.0);
    const RigidBody block(bar({1, 1, 1}).mesh());
    const RigidMotion passing = translation(at(100, 0, -5), {0, 0, 10});
    EXPECT_EQ(first_contact(without, at_rest(at(0, 0, 0)), block, passing).outcome, Outcome::free);
    EXPECT_FALSE(collides(without, at_rest(at(0, 0, 0)), block, passing));
    EXPECT_THROW(RigidBody(stray, {.isolated_vertices = true}), Error);  // beyond the largest coordinate
    const TriangleMesh near({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {100, 0, 0}}, {{0, 1, 2}});
    const RigidBody with(near, {.isolated_vertices = true});
    EXPECT_EQ(with.ignored_vertices(), 0U);
    EXPECT_EQ(first_contact(with, at_rest(at(0, 0, 0)), block, passing).outcome, Outcome::contact);
    // Nothing would be left of these.
    EXPECT_THROW(RigidBody(TriangleMesh({{0, 0, 0}, {1, 0, 0}}, {})), Error);
    EXPECT_NO_THROW(RigidBody(TriangleMesh({{0, 0, 0}, {1, 0, 0}}, {}), {.isolated_vertices = true}));
}

}  // namespace
}  // namespace tocca::containment_test
