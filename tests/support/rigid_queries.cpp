// SPDX-License-Identifier: Apache-2.0
#include "support/rigid_queries.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "support/mixed_sizes.hpp"
#include "tocca/elementary/batch.hpp"
#include "tocca/mesh/shapes.hpp"

namespace tocca::support {

namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;

Vector3d random_vector(Random& random) { return {random.signed_unit(), random.signed_unit(), random.signed_unit()}; }

Point random_point(Random& random) { return {random.signed_unit(), random.signed_unit(), random.signed_unit()}; }

/// A power of ten between two, anywhere.
double magnitude(Random& random, double least, double greatest)
{
    return std::pow(10.0, least + (greatest - least) * random.unit());
}

/// A count from 1 to `most`, as often from 1 to 3 as from 13 to 40.
std::size_t random_count(Random& random, std::size_t most)
{
    const double count = std::pow(static_cast<double>(most + 1), random.unit());
    return std::clamp(static_cast<std::size_t>(count), std::size_t{1}, most);
}

VertexId number_of(std::size_t i) { return static_cast<VertexId>(i); }

Shape soup(Random& random, std::size_t count)
{
    Shape shape;
    const double size = magnitude(random, -1.5, 0.0);
    for (std::size_t i = 0; i < count; ++i) {
        const Point centre = random_point(random);
        for (int corner = 0; corner < 3; ++corner) {
            const Point offset = random_point(random);
            shape.positions.push_back(
                {centre[0] + size * offset[0], centre[1] + size * offset[1], centre[2] + size * offset[2]});
        }
        shape.faces.push_back({number_of(3 * i), number_of(3 * i + 1), number_of(3 * i + 2)});
    }
    return shape;
}

Shape needles(Random& random, std::size_t count)
{
    Shape shape;
    for (std::size_t i = 0; i < count; ++i) {
        const Point from = random_point(random), to = random_point(random), aside = random_point(random);
        const double width = magnitude(random, -12.0, -1.0), along = random.unit();
        Point between = {};
        for (std::size_t k = 0; k < 3; ++k) between[k] = from[k] + along * (to[k] - from[k]) + width * aside[k];
        shape.positions.insert(shape.positions.end(), {from, to, between});
        shape.faces.push_back({number_of(3 * i), number_of(3 * i + 1), number_of(3 * i + 2)});
    }
    return shape;
}

/// Any corners of a coarse grid: many coplanar, repeated and collapsed triangles.
Shape on_a_grid(Random& random, std::size_t count)
{
    Shape shape;
    const std::size_t vertices = 3 + random.below(count + 1);
    for (std::size_t i = 0; i < vertices; ++i) {
        Point p = {};
        for (double& x : p) x = 0.5 * random.between(-2, 2);
        shape.positions.push_back(p);
    }
    const auto vertex = [&] { return number_of(random.below(vertices)); };
    for (std::size_t i = 0; i < count; ++i) shape.faces.push_back({vertex(), vertex(), vertex()});
    return shape;
}

Shape closed_shape(Random& random, std::size_t most)
{
    if (most >= 20 && random.chance(0.2)) return ico_sphere({.radius = 1.0, .subdivisions = 0});
    if (most >= 36 && random.chance(0.3)) return torus({.radius = 0.8, .tube_radius = 0.2, .segments = 6, .sides = 3});
    if (most >= 12 && random.chance(0.6)) {
        return box({.lengths = {1.0, magnitude(random, -3.0, 0.0), magnitude(random, -1.0, 0.0)}, .cells = {1, 1, 1}});
    }
    const double h = magnitude(random, -2.0, 0.0);
    return {.positions = {{1.0, 0.0, 0.0}, {-0.5, 0.75, 0.0}, {-0.5, -0.75, 0.0}, {0.0, 0.0, h}},
            .faces = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
}

Shape flat_sheet(Random& random, std::size_t most)
{
    const std::size_t columns = 1 + random.below(std::max(std::size_t{1}, std::min(std::size_t{4}, most / 2)));
    const std::size_t rows = std::max(std::size_t{1}, std::min(std::size_t{4}, most / (2 * columns)));
    return translated(sheet({.columns = columns, .rows = rows, .width = 2.0, .depth = 2.0}), {-1.0, -1.0, 0.0});
}

Shape random_shape(Random& random, std::size_t count)
{
    switch (random.below(6)) {
        case 0: return needles(random, count);
        case 1: return on_a_grid(random, count);
        case 2:
        case 3: return closed_shape(random, count);
        case 4: return flat_sheet(random, count);
        default: return soup(random, count);
    }
}

struct Ball {
    Vector3d centre;
    double radius;
};

Ball ball_of(const TriangleMesh& mesh)
{
    Ball ball = {Vector3d::Zero(), 0.0};
    for (const Point& p : mesh.positions()) {
        ball.centre += Vector3d(p[0], p[1], p[2]) / static_cast<double>(mesh.vertex_count());
    }
    for (const Point& p : mesh.positions()) {
        ball.radius = std::max(ball.radius, (Vector3d(p[0], p[1], p[2]) - ball.centre).norm());
    }
    return ball;
}

/// The pose with this rotation that puts a body's point at a place.
Isometry3d pose_at(const Eigen::Matrix3d& rotation, const Vector3d& body_point, const Vector3d& place)
{
    Isometry3d pose = Isometry3d::Identity();
    pose.linear() = rotation;
    pose.translation() = place - rotation * body_point;
    return pose;
}

Vector3d random_rotation(Random& random, double greatest_angle)
{
    Vector3d axis = random.chance(0.4) ? Vector3d(Vector3d::Unit(random.between(0, 2))) : random_vector(random);
    if (axis.norm() == 0.0) axis = Vector3d::UnitX();
    return random.signed_unit() * greatest_angle * axis.normalized();
}

Vector3d random_reference(Random& random, const Ball& ball)
{
    const double far = random.chance(0.1) ? 20.0 : 1.0;
    return random.pick<Vector3d>(
        {Vector3d::Zero(), ball.centre, ball.centre + far * ball.radius * random_vector(random)});
}

/// A motion that takes the body's middle from one place to another, or not far from that.
RigidMotion random_motion(Random& random, const Ball& ball, const Vector3d& from, const Vector3d& to)
{
    const Isometry3d start = pose_at(random_pose(random, 0.0).linear(), ball.centre, from);
    const Vector3d way = to - from;
    switch (random.below(9)) {
        case 0: return at_rest(start);
        case 1: {
            const Vector3d along =
                random.chance(0.5) ? way : Vector3d(way.norm() * Vector3d::Unit(random.between(0, 2)));
            return translation(start, along);
        }
        case 2: {  // hardly moves
            const double tiny = magnitude(random, -15.0, -6.0);
            RigidMotion motion = translation(start, tiny * way);
            motion.rotation = random_rotation(random, tiny);
            return motion;
        }
        case 3: return turn(start, from + ball.radius * random_vector(random), random_rotation(random, 3.0));
        case 4: {
            const Eigen::Matrix3d end = random_pose(random, 0.0).linear();
            return screw_motion(start, pose_at(end, ball.centre, to));
        }
        case 5: {
            const double turns = random.chance(0.3) ? 3.0 : 1.0;
            const Vector3d rotation = random_rotation(random, turns * 2.0 * std::numbers::pi);
            return screw_motion(start, {.point = from + ball.radius * random_vector(random),
                                        .direction = rotation.norm() > 0.0 ? rotation : Vector3d(Vector3d::UnitX()),
                                        .angle = rotation.norm(),
                                        .advance = random.signed_unit() * way.norm()});
        }
        case 6: {
            RigidMotion motion = {.from = start, .to = start, .reference = random_reference(random, ball)};
            motion.to.translation() += way;
            motion.rotation = random_rotation(random, (random.chance(0.2) ? 3.0 : 1.0) * 2.0 * std::numbers::pi);
            return motion;
        }
        default:
            return {.from = start,
                    .to = pose_at(random_pose(random, 0.0).linear(), ball.centre, to),
                    .reference = random_reference(random, ball)};
    }
}

QueryOptions random_options(Random& random, double size)
{
    QueryOptions options;
    if (random.chance(0.4)) options.threshold = size * magnitude(random, random.chance(0.1) ? -9.0 : -6.0, -1.0);
    if (random.chance(0.2)) options.clearance = size * magnitude(random, -4.0, -0.5);
    if (random.chance(0.1)) options.tolerance = magnitude(random, -6.0, -1.0);
    if (random.chance(0.1)) options.until = random.unit();
    if (random.chance(0.02)) options.budget = random.below(100);
    const std::vector<std::string> targets = simd_targets();
    options.target = targets[random.below(targets.size())];
    return options;
}

/// The faces of a mesh, with some triangles added: tiny, collapsed, or with one corner far out; at the origin, at a vertex
/// or anywhere. The last vertices are those of the added ones, which makes them the first to touch where they lead.
TriangleMesh with_odd_features(Random& random, const TriangleMesh& mesh, double size)
{
    std::vector<Point> positions(mesh.positions().begin(), mesh.positions().end());
    std::vector<FaceVertices> faces(mesh.faces().begin(), mesh.faces().end());
    for (std::size_t count = 1 + random.below(3); count > 0; --count) {
        const Point corner = positions[random.below(positions.size())];
        const Point anywhere = {2.0 * size * random.signed_unit(), 2.0 * size * random.signed_unit(),
                                2.0 * size * random.signed_unit()};
        const Point at = random.pick<Point>({Point{0.0, 0.0, 0.0}, corner, anywhere});
        const double tiny = size * std::min(1.0, telling_size(random));
        std::array<Point, 3> corners = mixed_triangle(random, at, tiny);
        if (random.chance(0.1)) corners[0][random.below(3)] = size * magnitude(random, 1.0, 8.0);
        const auto first = number_of(positions.size());
        for (Point& p : corners) {
            for (double& x : p) x = std::clamp(x, -1e9 * size, 1e9 * size);
            positions.push_back(p);
        }
        faces.push_back({first, first + 1, first + 2});
    }
    return {std::move(positions), std::move(faces)};
}

Vector3d vertex_of(const TriangleMesh& mesh, std::size_t i)
{
    const Point& p = mesh.positions()[i];
    return {p[0], p[1], p[2]};
}

}  // namespace

RigidMotion random_rigid_motion(Random& random, const TriangleMesh& mesh, const Vector3d& from, const Vector3d& to)
{
    return random_motion(random, ball_of(mesh), from, to);
}

TriangleMesh random_body_mesh(Random& random, std::size_t most)
{
    Shape shape = random_shape(random, random_count(random, most));
    std::vector<EdgeVertices> loose;
    if (random.chance(0.2)) {
        const auto vertex = [&] { return number_of(random.below(shape.positions.size())); };
        for (std::size_t i = random.below(3); i > 0 && shape.faces.size() < most; --i) {
            shape.faces.push_back(shape.faces[random.below(shape.faces.size())]);
        }
        if (random.chance(0.3)) shape.positions.push_back(random_point(random));
        for (std::size_t i = random.below(3); i > 0; --i) {
            const EdgeVertices edge = {vertex(), vertex()};
            if (edge[0] != edge[1]) loose.push_back(edge);
        }
        if (random.chance(0.2)) shape.faces.clear();
    }
    return {std::move(shape.positions), std::move(shape.faces), std::move(loose)};
}

TriangleMesh mixed_body_mesh(Random& random, double size)
{
    const TriangleMesh mesh = moved(random_body_mesh(random, 8), size, {});
    return random.chance(0.7) ? with_odd_features(random, mesh, size) : mesh;
}

Vector3d leading_vertex(Random& random, const TriangleMesh& mesh)
{
    return vertex_of(mesh, random.chance(0.5) ? mesh.vertex_count() - 1 : random.below(mesh.vertex_count()));
}

Vector3d point_on(Random& random, const TriangleMesh& mesh)
{
    if (mesh.faces().empty()) return vertex_of(mesh, random.below(mesh.vertex_count()));
    const FaceVertices& face = mesh.faces()[random.below(mesh.faces().size())];
    return (vertex_of(mesh, face[0]) + vertex_of(mesh, face[1]) + vertex_of(mesh, face[2])) / 3.0;
}

TriangleMesh moved(const TriangleMesh& mesh, double scale, const Point& offset)
{
    std::vector<Point> positions(mesh.positions().begin(), mesh.positions().end());
    for (Point& p : positions) {
        for (std::size_t k = 0; k < 3; ++k) p[k] = scale * p[k] + offset[k];
    }
    std::vector<EdgeVertices> loose;
    for (const EdgeId edge : mesh.loose_edges()) loose.push_back(mesh.edges()[edge]);
    return {std::move(positions), {mesh.faces().begin(), mesh.faces().end()}, std::move(loose)};
}

Isometry3d random_pose(Random& random, double reach)
{
    Eigen::Quaterniond rotation(random.signed_unit(), random.signed_unit(), random.signed_unit(), random.signed_unit());
    if (rotation.norm() < 0.01 || random.chance(0.2)) rotation = Eigen::Quaterniond::Identity();
    Isometry3d pose = Isometry3d::Identity();
    pose.linear() = rotation.normalized().toRotationMatrix();
    if (random.chance(0.1)) pose.linear() << 0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0;
    pose.translation() = reach * random_vector(random);
    return pose;
}

RigidCase random_rigid_case(std::uint64_t seed)
{
    Random random(seed);
    const double size = random.chance(0.5) ? 1.0 : magnitude(random, -6.0, 6.0);
    const double ratio = random.chance(0.5) ? 1.0 : magnitude(random, -2.0, 2.0);
    const auto body = [&](double scale) {
        const double away = scale * random.pick({0.0, 0.0, 0.0, 1.0, 30.0, 1e4});
        const Vector3d offset = away * random_vector(random);
        return moved(random_body_mesh(random, 40), scale, {offset.x(), offset.y(), offset.z()});
    };
    RigidCase result;
    result.mesh_a = body(size);
    result.mesh_b = body(size * ratio);
    const Ball a = ball_of(result.mesh_a), b = ball_of(result.mesh_b);
    const double reach = a.radius + b.radius;
    const Vector3d world = reach * random.pick({0.0, 0.0, 0.0, 10.0, 1e5}) * random_vector(random);

    // From beside or within each other to somewhere near the other one.
    const Vector3d apart = reach * random.pick({0.0, 0.3, 1.0, 1.2, 2.0, 4.0}) * random_vector(random).normalized();
    const Vector3d miss = reach * random.pick({0.0, 0.3, 1.0}) * random_vector(random);
    const double share = random.pick({0.0, 0.5, 1.0});
    const double past = 2.0 * random.unit();
    result.motion_a = random_motion(random, a, world, world + past * (share * apart + miss));
    result.motion_b = random_motion(random, b, world + apart, world + apart - past * ((1.0 - share) * apart));
    result.options = random_options(random, std::min(a.radius, b.radius) > 0.0 ? std::min(a.radius, b.radius) : size);
    return result;
}

RigidCase mixed_rigid_case(std::uint64_t seed)
{
    Random random(seed);
    const double size = random.chance(0.6) ? 1.0 : magnitude(random, -5.0, 5.0);
    RigidCase result;
    result.mesh_a = mixed_body_mesh(random, size);
    result.mesh_b = mixed_body_mesh(random, size * random.pick({1.0, 1.0, 0.1, 10.0}));
    const Vector3d leading = leading_vertex(random, result.mesh_a), target = point_on(random, result.mesh_b);
    result.motion_b = at_rest(random_pose(random, size));
    const Vector3d place = result.motion_b.from * target;

    // A vertex of a goes through a point of b, or starts there; or it starts close by.
    const Vector3d way = 4.0 * size * random_vector(random);
    const double start = random.pick({0.0, 0.0, 1e-12, 1e-6, 1e-2, 0.1, 0.5, 0.7});
    const Eigen::Matrix3d rotation = random_pose(random, 0.0).linear();
    RigidMotion& motion = result.motion_a;
    motion.from = pose_at(rotation, leading, place - start * way);
    motion.to = motion.from;
    motion.to.translation() += way;
    motion.reference = leading;
    if (random.chance(0.5)) motion.rotation = random_rotation(random, random.pick({1e-9, 1.0, 7.0}));
    if (random.chance(0.2)) std::swap(result.motion_a, result.motion_b), std::swap(result.mesh_a, result.mesh_b);
    result.touches_by = start;

    result.options = random_options(random, size);
    result.options.until = 1.0;
    if (random.chance(0.4)) {
        result.options.clearance = size * magnitude(random, -4.0, 0.0);
        if (random.chance(0.5)) result.options.threshold = result.options.clearance * magnitude(random, -25.0, 0.0);
    }
    return result;
}

}  // namespace tocca::support
