// SPDX-License-Identifier: Apache-2.0
#include "support/scene_stage.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace tocca::support {

namespace {

using Objects = std::array<std::uint32_t, 2>;

bool ignores(const std::vector<Objects>& ignored, std::uint32_t a, std::uint32_t b)
{
    return std::ranges::any_of(
        ignored, [&](const Objects& pair) { return (pair[0] == a && pair[1] == b) || (pair[0] == b && pair[1] == a); });
}

/// The diagonal of the box about some points.
double diagonal(std::span<const Point> points)
{
    CornerBox box;
    for (const Point& p : points) box.hold(p);
    double square = 0.0;
    for (std::size_t k = 0; k < 3; ++k) square += (box.high[k] - box.low[k]) * (box.high[k] - box.low[k]);
    return points.empty() ? 0.0 : std::sqrt(square);
}

double farthest(std::span<const Point> points)
{
    double far = 0.0;
    for (const Point& p : points) {
        for (const double x : p) far = std::max(far, std::abs(x));
    }
    return far;
}

template <class Motion>
const Motion& of_part(const std::vector<std::pair<PartId, Motion>>& motions, PartId part)
{
    return std::ranges::find(motions, part, &std::pair<PartId, Motion>::first)->second;
}

}  // namespace

bool is_asked(const SceneCase& c, std::uint32_t a, std::uint32_t b)
{
    const PartId part_a = c.scene.part_of(a), part_b = c.scene.part_of(b);
    const PartOptions &options_a = c.scene.options(part_a), &options_b = c.scene.options(part_b);
    if (ignores(c.options.ignored_groups, options_a.group, options_b.group)) return false;
    if (part_a != part_b) return c.options.between && !ignores(c.options.ignored_pairs, a, b);
    if (!c.options.self || !options_a.self) return false;
    if (c.scene.kind(part_a) == Scene::Kind::mesh) return !ignores(c.options.ignored_pairs, a, a);
    if (c.scene.kind(part_a) == Scene::Kind::body) return false;
    return a != b && !c.scene.checker(part_a).robot().allowed(c.scene.link_of(a), c.scene.link_of(b));
}

SceneStage::SceneStage(const SceneCase& c) : case_(c)
{
    for (PartId part = 0; part < c.scene.part_count(); ++part) {
        switch (c.scene.kind(part)) {
            case Scene::Kind::mesh: add_mesh(part); break;
            case Scene::Kind::body: add_body(part); break;
            case Scene::Kind::robot: add_robot(part); break;
        }
    }
    add_pairs();
}

std::vector<PlacedSurface> SceneStage::at(double t) const
{
    std::vector<PlacedSurface> placed;
    for (std::size_t i = 0; i < surfaces_.size(); ++i) placed.push_back(place(i, t));
    return placed;
}

PlacedSurface SceneStage::place(std::size_t i, double t) const
{
    const Surface& surface = surfaces_[i];
    PlacedSurface placed;
    placed.positions = positions(surface, t);
    for (const FaceVertices& f : primitives_[i])
        placed.add({placed.positions[f[0]], placed.positions[f[1]], placed.positions[f[2]]});
    for (const TrianglePoints& triangle : placed.triangles) {
        for (const Point& corner : triangle) placed.box.hold(corner);
    }
    return placed;
}

std::optional<std::size_t> SceneStage::find(std::uint32_t object, std::uint32_t shape) const
{
    for (std::size_t i = 0; i < surfaces_.size(); ++i) {
        if (surfaces_[i].object == object && surfaces_[i].shape == shape) return i;
    }
    return std::nullopt;
}

double SceneStage::clearance(std::uint32_t a, std::uint32_t b) const
{
    const auto thickness = [&](std::uint32_t object) {
        return case_.scene.options(case_.scene.part_of(object)).thickness;
    };
    return case_.options.clearance + 0.5 * (thickness(a) + thickness(b));
}

void SceneStage::add(const Surface& surface, std::vector<FaceVertices> primitives)
{
    surfaces_.push_back(surface);
    primitives_.push_back(std::move(primitives));
}

void SceneStage::add_mesh(PartId part)
{
    const TriangleMesh& mesh = case_.scene.mesh(part);
    const std::vector<Point>&start = case_.scene.start(part), &end = case_.scene.end(part);
    std::vector<FaceVertices> primitives(mesh.faces().begin(), mesh.faces().end());
    for (const EdgeId edge : mesh.loose_edges()) {
        const EdgeVertices& ends = mesh.edges()[edge];
        primitives.push_back({ends[0], ends[1], ends[1]});
    }
    for (const VertexId vertex : mesh.isolated_vertices()) primitives.push_back({vertex, vertex, vertex});
    const double far = std::max(farthest(start), farthest(end));
    double speed = 0.0;
    for (std::size_t v = 0; v < start.size(); ++v) {
        for (std::size_t k = 0; k < 3; ++k) speed = std::max(speed, 2.0 * std::abs(end[v][k] - start[v][k]));
    }
    add({.object = case_.scene.first_object(part),
         .part = part,
         .diameter = diagonal(start),
         .solid = case_.scene.options(part).solid,
         .margin = 0x1p-44 * far + 0x1p-458,
         .speed = speed},
        std::move(primitives));
}

void SceneStage::add_body(PartId part)
{
    const RigidBody& body = *case_.scene.body(part);
    const RigidMotion& motion = case_.scene.rigid_motion(part);
    const RigidPath path(motion);
    const double radius = body.radius_about(motion.reference);
    const double scale = path.start().cwiseAbs().sum() + path.velocity().cwiseAbs().sum() + radius;
    paths_.emplace_back(part, ReferenceMotion(motion));
    add({.object = case_.scene.first_object(part),
         .part = part,
         .kind = Scene::Kind::body,
         .body = &body,
         .diameter = body.diameter(),
         .solid = body.solid(),
         .margin = 2.0 * path.position_error(radius) + 0x1p-44 * scale,
         .speed = path.velocity().norm() + path.angular_velocity().norm() * radius},
        {body.primitives().begin(), body.primitives().end()});
}

void SceneStage::add_robot(PartId part)
{
    const Robot& robot = case_.scene.checker(part).robot();
    const ReferenceRobotMotion motion(robot, case_.scene.joint_motion(part));
    const auto joints = static_cast<double>(robot.joints().size());
    for (LinkId link = 0; link < robot.links().size(); ++link) {
        const std::vector<RobotShape>& shapes = robot.links()[link].shapes;
        for (std::uint32_t i = 0; i < shapes.size(); ++i) {
            const RigidBody& body = *shapes[i].body;
            const double scale = 2.0 * motion.reach() + body.radius_about(Eigen::Vector3d::Zero());
            add({.object = case_.scene.first_object(part) + link,
                 .shape = i,
                 .part = part,
                 .kind = Scene::Kind::robot,
                 .body = &body,
                 .padding = shapes[i].padding,
                 .diameter = body.diameter() + 2.0 * shapes[i].padding,
                 .solid = body.solid(),
                 .margin = 0x1p-43 * (motion.turn() + 4.0 * (joints + 2.0)) * scale,
                 .speed = (2.0 * motion.turn() + 1.0) * scale},
                {body.primitives().begin(), body.primitives().end()});
        }
    }
    robots_.emplace_back(part, motion);
}

void SceneStage::add_pairs()
{
    for (std::size_t a = 0; a < surfaces_.size(); ++a) {
        for (std::size_t b = a + 1; b < surfaces_.size(); ++b) {
            const Surface &x = surfaces_[a], &y = surfaces_[b];
            if (x.object == y.object || !is_asked(case_, x.object, y.object)) continue;
            if (primitives_[a].empty() || primitives_[b].empty()) continue;
            const double usual = 0.999e-5 * std::min(x.diameter, y.diameter);
            pairs_.push_back({.a = a,
                              .b = b,
                              .objects = {std::min(x.object, y.object), std::max(x.object, y.object)},
                              .clearance = clearance(x.object, y.object),
                              .padding = x.padding + y.padding,
                              .margin = x.margin + y.margin,
                              .threshold = case_.options.threshold.value_or(usual),
                              .of_meshes = x.kind == Scene::Kind::mesh && y.kind == Scene::Kind::mesh});
        }
    }
}

std::vector<Point> SceneStage::positions(const Surface& surface, double t) const
{
    std::vector<Point> placed;
    if (surface.kind == Scene::Kind::mesh) {
        const std::vector<Point>&start = case_.scene.start(surface.part), &end = case_.scene.end(surface.part);
        for (std::size_t v = 0; v < start.size(); ++v) {
            Point& p = placed.emplace_back();
            for (std::size_t k = 0; k < 3; ++k)
                p[k] = static_cast<double>((1.0L - t) * start[v][k] + static_cast<long double>(t) * end[v][k]);
        }
    } else if (surface.kind == Scene::Kind::body) {
        const ReferenceMotion& path = of_part(paths_, surface.part);
        for (const Point& p : surface.body->mesh().positions()) placed.push_back(path.place(p, t));
    } else {
        const LinkId link = case_.scene.link_of(surface.object);
        const LongPose pose = of_part(robots_, surface.part).pose(link, t);
        for (const Point& p : surface.body->mesh().positions()) {
            const LongVector x = pose * LongVector(p[0], p[1], p[2]);
            placed.push_back({static_cast<double>(x.x()), static_cast<double>(x.y()), static_cast<double>(x.z())});
        }
    }
    return placed;
}

}  // namespace tocca::support
