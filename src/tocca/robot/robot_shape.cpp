// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/motion/rigid_path.hpp"
#include "tocca/rigid/solid_parts.hpp"
#include "tocca/robot/robot.hpp"

namespace tocca {

namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;

void require_length(double length)
{
    require(length > 0.0 && std::isfinite(length), "a length of a shape must be positive");
}

std::vector<Point> placed(std::span<const Point> positions, const Isometry3d& pose, const Vector3d& scale)
{
    // The nearest rotation, checked.
    const RigidPath::Place place = RigidPath(at_rest(pose)).at(0.0);
    std::vector<Point> result;
    result.reserve(positions.size());
    for (const Point& position : positions) {
        const Vector3d scaled = scale.cwiseProduct(Vector3d(position[0], position[1], position[2]));
        const Vector3d point = place.rotation * scaled + place.origin;
        result.push_back({point.x(), point.y(), point.z()});
    }
    return result;
}

RobotShape solid_of(const Shape& shape, const Isometry3d& pose)
{
    TriangleMesh mesh(placed(shape.positions, pose, Vector3d::Ones()), shape.faces);
    try {
        return {std::make_shared<RigidBody>(mesh, RigidBodyOptions{.solid = true, .threads = 1})};
    } catch (const Error& error) {
        // So far out that rounding makes it flat: it has no inside, and is a surface.
        if (error.code() != ErrorCode::malformed_mesh) throw;
        return {std::make_shared<RigidBody>(std::move(mesh), RigidBodyOptions{.threads = 1})};
    }
}

RobotShape padded_point(double padding, const Isometry3d& pose)
{
    TriangleMesh mesh(placed(std::vector<Point>{{0.0, 0.0, 0.0}}, pose, Vector3d::Ones()), {});
    return {std::make_shared<RigidBody>(std::move(mesh), RigidBodyOptions{.isolated_vertices = true, .threads = 1}),
            padding};
}

}  // namespace

RobotShape box_shape(const Vector3d& lengths, const Isometry3d& pose)
{
    for (const double length : lengths) require_length(length);
    return solid_of(box({.lengths = {lengths.x(), lengths.y(), lengths.z()}}), pose);
}

RobotShape sphere_shape(double radius, const Isometry3d& pose)
{
    require_length(radius);
    return padded_point(radius, pose);
}

RobotShape point_shape(const Isometry3d& pose) { return padded_point(0.0, pose); }

RobotShape cylinder_shape(double radius, double height, const Isometry3d& pose)
{
    require_length(radius);
    require_length(height);
    const double around = radius / std::cos(std::numbers::pi / static_cast<double>(cylinder_sides));
    return solid_of(cylinder({.radius = around, .height = height, .segments = cylinder_sides}), pose);
}

RobotShape capsule_shape(double radius, double height, const Isometry3d& pose)
{
    require_length(radius);
    require_length(height);
    const std::vector<Point> ends = {{0.0, 0.0, -0.5 * height}, {0.0, 0.0, 0.5 * height}};
    TriangleMesh mesh(placed(ends, pose, Vector3d::Ones()), {}, {{0, 1}});
    return {std::make_shared<RigidBody>(std::move(mesh), RigidBodyOptions{.threads = 1}), radius};
}

RobotShape mesh_shape(const TriangleMesh& mesh, const Isometry3d& pose, const Vector3d& scale,
                      const RigidBodyOptions& options)
{
    // As given, so that an error refers to its own numbers and coordinates.
    if (options.solid) (void)rigid::solid_parts(mesh);
    std::vector<EdgeVertices> loose;
    for (const EdgeId edge : mesh.loose_edges()) loose.push_back(mesh.edges()[edge]);
    TriangleMesh moved(placed(mesh.positions(), pose, scale), {mesh.faces().begin(), mesh.faces().end()},
                       std::move(loose));
    auto body = std::make_shared<RigidBody>(std::move(moved), options);
    if (body->primitives().empty()) {
        throw Error(ErrorCode::malformed_mesh, "the mesh can touch nothing: it has no faces and no edges");
    }
    return {std::move(body)};
}

}  // namespace tocca
