// SPDX-License-Identifier: Apache-2.0
#include "scenes/implicit_surface.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "scenes/seeded_random.hpp"
#include "scenes/surface_mesh.hpp"
#include "tocca/mesh/adjacency.hpp"

namespace tocca::scenes::implicit_surface_test {
namespace {

using Eigen::Vector3d;

double volume(const Surface& surface)
{
    double six = 0.0;
    for (const auto& [a, b, c] : surface.faces) {
        six += surface.points[a].dot(surface.points[b].cross(surface.points[c]));
    }
    return six / 6.0;
}

CubeGrid cube_grid(double half, std::size_t cubes)
{
    return {.low = Vector3d::Constant(-half),
            .cube = 2 * half / static_cast<double>(cubes),
            .cubes = {cubes, cubes, cubes}};
}

TEST(ImplicitSurface, OfABallIsASphere)
{
    const Surface sphere =
        implicit_surface([](const Vector3d& at) { return 1.0 - at.squaredNorm(); }, 0.0, cube_grid(1.3, 40));
    for (const Vector3d& point : sphere.points) EXPECT_NEAR(point.norm(), 1.0, 0.01);
    EXPECT_NEAR(volume(sphere), 4.0 / 3 * std::numbers::pi, 0.02);
    const MeshCounts found = counts(mesh_of(sphere));
    EXPECT_EQ(found.boundary_edges + found.non_manifold_edges + found.degenerate_faces, 0U);
    EXPECT_EQ(found.vertices + found.faces, found.edges + 2);
}

TEST(ImplicitSurface, OfAnyNumbersIsClosedAndTurnsOutward)
{
    // Random numbers, many of them at the level itself: every case of a tetrahedron, and every tie.
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SeededRandom random(seed);
        const Surface surface = implicit_surface(
            [&](const Vector3d& at) {
                if (at.cwiseAbs().maxCoeff() > 0.99) return -1.0;
                return static_cast<double>(random.word() % 3) - 1.0;
            },
            0.0, cube_grid(1.0, 9));
        const MeshCounts found = counts(mesh_of(surface));
        EXPECT_GT(found.faces, 1000U);
        EXPECT_EQ(found.boundary_edges + found.non_manifold_edges + found.degenerate_faces, 0U);
        EXPECT_GT(volume(surface), 0.0);
    }
}

TEST(ImplicitSurface, OfNothingIsEmpty)
{
    const auto nothing = [](const Vector3d&) { return 0.0; };
    EXPECT_TRUE(implicit_surface(nothing, 0.0, cube_grid(1.0, 3)).faces.empty());
    EXPECT_TRUE(implicit_surface(nothing, -1.0, cube_grid(1.0, 3)).faces.empty()) << "nor of everything";
    EXPECT_THROW((void)implicit_surface(nothing, 0.0, {.cube = 0.0}), std::invalid_argument);
}

}  // namespace
}  // namespace tocca::scenes::implicit_surface_test
