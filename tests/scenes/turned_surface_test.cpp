// SPDX-License-Identifier: Apache-2.0
#include "scenes/turned_surface.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "scenes/surface_mesh.hpp"
#include "tocca/mesh/adjacency.hpp"

namespace tocca::scenes::turned_surface_test {
namespace {

constexpr double pi = std::numbers::pi;

/// The volume that a closed surface encloses, negative if it turns inside out.
double volume(const Surface& surface)
{
    double six = 0.0;
    for (const auto& [a, b, c] : surface.faces)
        six += surface.points[a].dot(surface.points[b].cross(surface.points[c]));
    return six / 6.0;
}

void expect_closed(const Surface& surface, long euler)
{
    const MeshCounts found = counts(mesh_of(surface));
    EXPECT_EQ(found.boundary_edges, 0U);
    EXPECT_EQ(found.non_manifold_edges, 0U);
    EXPECT_EQ(found.degenerate_faces, 0U);
    EXPECT_EQ(static_cast<long>(found.vertices) - static_cast<long>(found.edges) + static_cast<long>(found.faces),
              euler);
}

TEST(TurnedSurface, IsClosedAndTurnsOutward)
{
    const Surface cone = turned_surface({.profile = {{0.0, 2.0}}, .bottom = 0.0, .top = 3.0, .segments = 1000});
    expect_closed(cone, 2);
    EXPECT_NEAR(volume(cone), 4 * pi, 1e-3);
    const Surface vase = turned_surface({.profile = {{0, 1}, {1, 2}, {2, 0.5}}, .bottom = 0, .top = 2, .segments = 3});
    EXPECT_EQ(vase.points.size(), 3U * 3U + 2U);
    EXPECT_EQ(vase.faces.size(), 2U * 2U * 3U + 2U * 3U);
    expect_closed(vase, 2);
    EXPECT_GT(volume(vase), 0.0);
}

TEST(TurnedSurface, CapsuleIsWithinItsRadiusOfItsAxis)
{
    const CapsuleSize size = {.length = 5, .radius = 2, .segments = 40, .cap_bands = 10, .bands = 7};
    const Surface capsule = capsule_surface(size);
    expect_closed(capsule, 2);
    for (const Eigen::Vector3d& point : capsule.points) {
        const Eigen::Vector3d nearest(0, 0, std::clamp(point.z(), 0.0, 5.0));
        EXPECT_NEAR((point - nearest).norm(), 2.0, 1e-12);
    }
    EXPECT_NEAR(volume(capsule), pi * 4 * 5 + 4.0 / 3.0 * pi * 8, 1.5);
}

TEST(TurnedSurface, RingIsATorus)
{
    const Surface ring = ring_surface({.radius = 3, .tube_radius = 0.5, .segments = 60, .sides = 30});
    expect_closed(ring, 0);
    for (const Eigen::Vector3d& point : ring.points)
        EXPECT_NEAR(std::hypot(std::hypot(point.x(), point.y()) - 3.0, point.z()), 0.5, 1e-12);
    EXPECT_NEAR(volume(ring), 2 * pi * 3 * pi * 0.25, 0.2);
}

TEST(TurnedSurface, RefusesCountsTooSmall)
{
    EXPECT_THROW((void)turned_surface({.profile = {}}), std::invalid_argument);
    EXPECT_THROW((void)turned_surface({.profile = {{0, 1}}, .segments = 2}), std::invalid_argument);
    EXPECT_THROW((void)capsule_surface({.cap_bands = 0}), std::invalid_argument);
    EXPECT_THROW((void)ring_surface({.sides = 2}), std::invalid_argument);
}

}  // namespace
}  // namespace tocca::scenes::turned_surface_test
