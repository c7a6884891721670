// SPDX-License-Identifier: Apache-2.0
#include "scenes/rigid_models.hpp"

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "scenes/surface_mesh.hpp"
#include "scenes/surfaces.hpp"
#include "scenes/turned_surface.hpp"
#include "tocca/base/error.hpp"

namespace tocca::scenes {
namespace {

using Eigen::Vector3d;

void require_triangles(std::size_t triangles) { require(triangles >= 500, "a model has at least 500 triangles"); }

Vector3d to_vector(const Point& p) { return {p[0], p[1], p[2]}; }

Vector3d knot_curve(double f)
{
    const double radius = std::cos(3 * f) + 2.0;
    return {radius * std::cos(2 * f), radius * std::sin(2 * f), -std::sin(3 * f)};
}

/// Points spread evenly over the unit sphere, along a spiral that turns by the golden angle.
std::vector<Vector3d> spread_directions(std::size_t count)
{
    std::vector<Vector3d> directions;
    directions.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double z = 1.0 - (2.0 * static_cast<double>(i) + 1.0) / static_cast<double>(count);
        const double turn = 2 * std::numbers::pi * (2.0 - std::numbers::phi) * static_cast<double>(i);
        const double radius = std::sqrt(1.0 - z * z);
        directions.emplace_back(radius * std::cos(turn), radius * std::sin(turn), z);
    }
    return directions;
}

Surface without_unused_vertices(Surface surface)
{
    std::vector<bool> used(surface.points.size(), false);
    for (const FaceVertices& face : surface.faces) {
        for (const VertexId vertex : face) used[vertex] = true;
    }
    std::vector<VertexId> numbers(surface.points.size(), 0);
    std::vector<Vector3d> points;
    for (std::size_t i = 0; i < used.size(); ++i) {
        numbers[i] = static_cast<VertexId>(points.size());
        if (used[i]) points.push_back(surface.points[i]);
    }
    for (FaceVertices& face : surface.faces) {
        for (VertexId& vertex : face) vertex = numbers[vertex];
    }
    surface.points = std::move(points);
    return surface;
}

}  // namespace

Surface trefoil_tube(const TrefoilSize& size)
{
    require(size.segments >= 3 && size.sides >= 3, "a tube has at least 3 segments and 3 sides");
    constexpr double step = 1e-4;
    const auto angle = [](std::size_t i, std::size_t count) {
        return 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
    };
    Surface surface;
    for (std::size_t i = 0; i < size.segments; ++i) {
        const double f = angle(i, size.segments);
        const Vector3d centre = knot_curve(f), before = knot_curve(f - step), after = knot_curve(f + step);
        const Vector3d along = (after - before).normalized();
        Vector3d inward = after + before - 2 * centre;
        inward -= along * along.dot(inward);
        inward.normalize();
        const Vector3d across = along.cross(inward);
        for (std::size_t j = 0; j < size.sides; ++j) {
            const double a = angle(j, size.sides);
            surface.points.emplace_back(centre + size.tube_radius * (std::cos(a) * inward + std::sin(a) * across));
        }
    }
    // The circles run the other way about.
    surface.faces = ring_faces(size.segments, size.sides);
    for (FaceVertices& face : surface.faces) std::swap(face[1], face[2]);
    return surface;
}

TriangleMesh trefoil_knot(std::size_t triangles)
{
    require_triangles(triangles);
    const auto sides = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(triangles) / 56.0)));
    const auto segments =
        static_cast<std::size_t>(std::lround(static_cast<double>(triangles) / (2.0 * static_cast<double>(sides))));
    return mesh_of(trefoil_tube({.segments = segments, .sides = sides}));
}

TriangleMesh golf_ball(std::size_t triangles)
{
    require_triangles(triangles);
    // The points of the spiral are at least 3.09 / sqrt(count) apart: dimples of half of that just do not meet.
    constexpr std::size_t dimples = 162;
    constexpr double depth = 0.03;
    const double reach = 0.5 * 3.09 / std::sqrt(static_cast<double>(dimples));
    const std::vector<Vector3d> centres = spread_directions(dimples);
    Surface ball = sphere_surface(sphere_cells(static_cast<double>(triangles)));
    for (Vector3d& point : ball.points) {
        double nearest = 4.0;  // squared distance
        for (const Vector3d& centre : centres) nearest = std::min(nearest, (point - centre).squaredNorm());
        point *= 1.0 - depth * std::max(0.0, 1.0 - nearest / (reach * reach));
    }
    return mesh_of(ball);
}

const std::vector<RigidModelEntry>& rigid_models()
{
    static const std::vector<RigidModelEntry> models{
        {"knot", 35'000, trefoil_knot}, {"golf-ball", 10'000, golf_ball}, {"pot", 30'000, pot}, {"blob", 70'000, blob}};
    return models;
}

TriangleMesh scaled_to_radius(const TriangleMesh& mesh, double radius)
{
    require(radius > 0.0 && std::isfinite(radius), "a radius must be positive");
    require(mesh.vertex_count() > 0, "a mesh without vertices has no size");
    Vector3d low = to_vector(mesh.positions()[0]), high = low;
    for (const Point& p : mesh.positions()) {
        low = low.cwiseMin(to_vector(p));
        high = high.cwiseMax(to_vector(p));
    }
    const Vector3d centre = 0.5 * (low + high);
    double farthest = 0.0;
    std::vector<Vector3d> scaled;
    scaled.reserve(mesh.vertex_count());
    for (const Point& p : mesh.positions()) {
        scaled.emplace_back(to_vector(p) - centre);
        farthest = std::max(farthest, scaled.back().norm());
    }
    require(farthest > 0.0, "a mesh of a single place has no size");
    for (Vector3d& point : scaled) point *= radius / farthest;
    std::vector<FaceVertices> faces;
    for (const FaceVertices& face : mesh.faces()) {
        const Vector3d &a = scaled[face[0]], &b = scaled[face[1]], &c = scaled[face[2]];
        if ((b - a).cross(c - a).norm() > 1e-12) faces.push_back(face);
    }
    return mesh_of(without_unused_vertices({std::move(scaled), std::move(faces)}));
}

}  // namespace tocca::scenes
