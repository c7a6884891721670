// SPDX-License-Identifier: Apache-2.0
#include "tocca/mesh/shapes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>
#include <stdexcept>
#include <string>

#include "tocca/mesh/adjacency.hpp"
#include "tocca/mesh/components.hpp"

namespace tocca::shapes_test {
namespace {

/// The volume that a closed shape encloses, negative if it turns inside out.
double volume(const Shape& shape)
{
    double six = 0.0;
    for (const auto& [a, b, c] : shape.faces) {
        const Point &p = shape.positions[a], &q = shape.positions[b], &r = shape.positions[c];
        six += p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) +
               p[2] * (q[0] * r[1] - q[1] * r[0]);
    }
    return six / 6.0;
}

struct Expected {
    std::string name;
    Shape shape;
    std::size_t faces;
    long euler;  ///< vertices - edges + faces: 2 for a ball, 0 for a torus
    double volume;
    double within;  ///< of that volume, as a part of it
};

std::vector<Expected> closed_shapes()
{
    constexpr double pi = std::numbers::pi;
    const double knot_length = [] {  // of the curve of the default torus knot
        double length = 0.0;
        for (int i = 0; i < 4096; ++i) {
            const double t = 2 * pi * i / 4096.0, radius = 1 + 0.5 * std::cos(3 * t);
            length += std::hypot(2 * radius, 1.5) * 2 * pi / 4096.0;
        }
        return length;
    }();
    return {
        {"uv_sphere", uv_sphere({.radius = 2, .segments = 64, .rings = 32}), 64 * 62, 2, 4.0 / 3 * pi * 8, 0.01},
        {"least_uv_sphere", uv_sphere({.radius = 1, .segments = 3, .rings = 2}), 6, 2, std::sqrt(3.0) / 2, 1e-9},
        {"ico_sphere", ico_sphere({.radius = 2, .subdivisions = 3}), 1280, 2, 4.0 / 3 * pi * 8, 0.02},
        {"torus", torus({.radius = 2, .tube_radius = 0.5, .segments = 96, .sides = 48}), 2 * 96 * 48, 0,
         2 * pi * pi * 2 * 0.25, 0.01},
        {"torus_knot", torus_knot({.segments = 512, .sides = 48}), 2 * 512 * 48, 0, pi * 0.15 * 0.15 * knot_length,
         0.02},
        {"box", box({.lengths = {1, 2, 3}, .cells = {2, 3, 4}}), 4 * (6 + 12 + 8), 2, 6, 1e-12},
        {"cylinder", cylinder({.radius = 0.5, .height = 3, .segments = 128, .rings = 5}), 128 * 12, 2, pi * 0.75,
         0.001},
        {"capsule", capsule({.radius = 0.5, .height = 3, .segments = 64, .rings = 2}), 64 * 2 * 33, 2,
         pi * 0.75 + pi / 6, 0.005},
        // A prism of height 3 between two pyramids of height 0.5, on a triangle of area 3/4 sqrt(3) / 4.
        {"least_capsule", capsule({.radius = 0.5, .height = 3, .segments = 3, .rings = 1}), 12, 2,
         3 * std::sqrt(3.0) / 16 * (3 + 1.0 / 3), 1e-9},
    };
}

TEST(Shapes, closed_ones_are_closed_and_turn_outward)
{
    for (const Expected& expected : closed_shapes()) {
        SCOPED_TRACE(expected.name);
        const TriangleMesh mesh = expected.shape.mesh();
        const MeshCounts found = counts(mesh);
        EXPECT_EQ(found.faces, expected.faces);
        EXPECT_EQ(static_cast<long>(found.vertices) - static_cast<long>(found.edges) + static_cast<long>(found.faces),
                  expected.euler);
        EXPECT_EQ(found.boundary_edges, 0U);
        EXPECT_EQ(found.non_manifold_edges, 0U);
        EXPECT_EQ(found.isolated_vertices, 0U);
        EXPECT_EQ(found.degenerate_faces, 0U);
        EXPECT_EQ(connected_components(mesh).count, 1U);
        std::set<EdgeVertices> directed;
        for (const auto& [a, b, c] : mesh.faces())
            for (const auto& side : {EdgeVertices{a, b}, {b, c}, {c, a}}) EXPECT_TRUE(directed.insert(side).second);
        EXPECT_GT(volume(expected.shape), 0.0);
        EXPECT_NEAR(volume(expected.shape), expected.volume, expected.within * expected.volume);
    }
}

TEST(Shapes, a_sheet_has_diagonals_in_turn)
{
    const Shape shape = sheet({.columns = 3, .rows = 2, .width = 6, .depth = 1});
    const TriangleMesh mesh = shape.mesh();
    EXPECT_EQ(counts(mesh), (MeshCounts{.vertices = 12, .edges = 23, .faces = 12, .boundary_edges = 10}));
    EXPECT_EQ(mesh.positions()[11], (Point{6, 1, 0}));
    EXPECT_EQ(mesh.positions()[1], (Point{2, 0, 0}));
    // An inner vertex has either eight faces or four.
    const Incidence faces = faces_of_vertices(mesh);
    EXPECT_EQ(faces.count(5), 8U);
    EXPECT_EQ(faces.count(6), 4U);
    for (const auto& [a, b, c] : mesh.faces()) {
        const Point &p = mesh.positions()[a], &q = mesh.positions()[b], &r = mesh.positions()[c];
        EXPECT_GT((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]), 0.0);
    }
}

TEST(Shapes, a_tube_is_open_at_both_ends)
{
    const MeshCounts found = counts(tube({.segments = 5, .rings = 2}).mesh());
    EXPECT_EQ(found, (MeshCounts{.vertices = 15, .edges = 35, .faces = 20, .boundary_edges = 10}));
}

TEST(Shapes, are_joined_and_moved)
{
    Shape shape = box({});
    append(shape, translated(box({}), {3, 0, 0}));
    append(shape, shape);
    const TriangleMesh mesh = shape.mesh();
    EXPECT_EQ(mesh.vertex_count(), 32U);
    EXPECT_EQ(mesh.faces().size(), 48U);
    EXPECT_EQ(connected_components(mesh).count, 4U);
    EXPECT_NEAR(volume(shape), 4.0, 1e-12);
}

TEST(Shapes, sizes_that_make_no_sense_are_refused)
{
    EXPECT_THROW(static_cast<void>(sheet({.columns = 0})), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(uv_sphere({.radius = -1})), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(uv_sphere({.segments = 2})), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(uv_sphere({.rings = 1})), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(ico_sphere({.radius = NAN})), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(torus({.radius = 1, .tube_radius = 1})), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(torus_knot({.turns = 2, .windings = 4})), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(box({.cells = {1, 0, 1}})), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(tube({.height = INFINITY})), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(tube({.rings = 0})), std::invalid_argument);
}

}  // namespace
}  // namespace tocca::shapes_test
