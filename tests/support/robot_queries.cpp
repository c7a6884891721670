// SPDX-License-Identifier: Apache-2.0
#include "support/robot_queries.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "support/rigid_queries.hpp"
#include "support/robot_kinematics.hpp"
#include "tocca/base/error.hpp"

namespace tocca::support {

namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

Vector3d random_vector(Random& random) { return {random.signed_unit(), random.signed_unit(), random.signed_unit()}; }

double magnitude(Random& random, double least, double greatest)
{
    return std::pow(10.0, least + (greatest - least) * random.unit());
}

RobotShape random_robot_shape(Random& random, double size)
{
    const Isometry3d pose = random_pose(random, random.chance(0.5) ? 0.0 : 0.3 * size);
    const auto length = [&] { return size * (0.05 + 0.3 * random.unit()); };
    switch (random.below(9)) {
        case 0:
        case 1:
        case 2: return box_shape({length(), length(), length()}, pose);
        case 3:
        case 4: return sphere_shape(length(), pose);
        case 5: return capsule_shape(0.5 * length(), length(), pose);
        case 6:
            return random.chance(0.3) ? cylinder_shape(0.5 * length(), length(), pose)
                                      : capsule_shape(0.5 * length(), length(), pose);
        default: {
            RobotShape shape = mesh_shape(random_body_mesh(random, 8), pose, Vector3d::Constant(length()),
                                          {.isolated_vertices = true});
            if (random.chance(0.3)) shape.padding = 0.2 * length();
            return shape;
        }
    }
}

Joint::Type random_type(Random& random)
{
    return random.pick({Joint::Type::revolute, Joint::Type::revolute, Joint::Type::continuous, Joint::Type::prismatic,
                        Joint::Type::planar, Joint::Type::floating, Joint::Type::ball, Joint::Type::universal,
                        Joint::Type::fixed});
}

Vector3d random_axis(Random& random)
{
    if (random.chance(0.4))
        return random.pick({Vector3d(Vector3d::UnitX()), Vector3d(Vector3d::UnitY()), Vector3d(Vector3d::UnitZ()),
                            Vector3d(-Vector3d::UnitX())});
    const Vector3d axis = random_vector(random);
    return axis.norm() < 0.01 ? Vector3d(Vector3d::UnitZ()) : Vector3d(magnitude(random, -3.0, 3.0) * axis);
}

void put_orientation(Random& random, VectorXd& values, Eigen::Index first)
{
    Eigen::Vector4d q(random.signed_unit(), random.signed_unit(), random.signed_unit(), random.signed_unit());
    if (q.norm() < 0.01) q = Eigen::Vector4d::UnitW();
    values.segment<4>(first) = q.normalized() * (random.chance(0.2) ? 1.0 + 0.005 * random.signed_unit() : 1.0);
}

/// The values of all joints that have some of their own.
template <class OnAngle, class OnLength, class OnOrientation>
void for_each_value(const Robot& robot, const OnAngle& on_angle, const OnLength& on_length,
                    const OnOrientation& on_orientation)
{
    for (std::size_t i = 0; i < robot.joints().size(); ++i) {
        const Joint& joint = robot.joints()[i];
        if (joint.mimic) continue;
        const auto first = static_cast<Eigen::Index>(robot.first_value(i));
        switch (joint.type) {
            case Joint::Type::fixed: break;
            case Joint::Type::revolute:
            case Joint::Type::continuous: on_angle(first); break;
            case Joint::Type::prismatic: on_length(first); break;
            case Joint::Type::planar:
                on_length(first);
                on_length(first + 1);
                on_angle(first + 2);
                break;
            case Joint::Type::floating:
                for (Eigen::Index k = 0; k < 3; ++k) on_length(first + k);
                on_orientation(first + 3);
                break;
            case Joint::Type::ball: on_orientation(first); break;
            case Joint::Type::universal:
                on_angle(first);
                on_angle(first + 1);
                break;
        }
    }
}

/// Between the ends of a motion, about.
VectorXd along(const Robot& robot, const JointMotion& motion, double t)
{
    VectorXd values = (1.0 - t) * motion.from + t * motion.to;
    const auto nothing = [](Eigen::Index) {};
    for_each_value(robot, nothing, nothing, [&](Eigen::Index k) {
        const auto part = values.segment<4>(k);
        values.segment<4>(k) = part.norm() > 0.1 ? Eigen::Vector4d(part.normalized()) : motion.from.segment<4>(k);
    });
    return values;
}

/// An object in or near the way of a robot, now and then one whose shapes are far from their own origin.
Obstacle random_obstacle(Random& random, const Robot& robot, const JointMotion& motion, double size)
{
    Obstacle object = {.name = "object", .pose = random_pose(random, 0.0)};
    const Isometry3d link = robot.poses(along(robot, motion, random.unit()))[random.below(robot.links().size())];
    object.pose.translation() = link * Vector3d(random.pick({0.0, 0.2, 0.5, 1.0}) * size * random_vector(random));
    const double away = random.chance(0.9) ? 0.0 : size * magnitude(random, 0.0, 6.0);
    const Vector3d offset = away * random_vector(random);
    for (std::size_t k = 1 + random.below(2); k > 0; --k) {
        RobotShape shape = random_robot_shape(random, size * random.pick({0.3, 1.0, 2.0}));
        if (away > 0.0) {
            Isometry3d moved = Isometry3d::Identity();
            moved.translation() = offset;
            const auto placed = [&](bool solid) {
                return mesh_shape(shape.body->mesh(), moved, Vector3d::Ones(),
                                  {.solid = solid, .isolated_vertices = true});
            };
            RobotShape far;
            try {
                far = placed(shape.body->solid());
            } catch (const Error&) {
                far = placed(false);  // so far out that rounding makes it flat
            }
            shape = {far.body, shape.padding};
        }
        object.shapes.push_back(std::move(shape));
    }
    object.pose.translation() -= object.pose.linear() * offset;
    return object;
}

/// A mesh at a pose, as a solid where it is one and that is asked for.
RobotShape placed_mesh(const TriangleMesh& mesh, const Isometry3d& pose, bool solid)
{
    const auto placed = [&](bool as_solid) {
        return mesh_shape(mesh, pose, Vector3d::Ones(), {.solid = as_solid, .isolated_vertices = true});
    };
    if (!solid) return placed(false);
    try {
        return placed(true);
    } catch (const Error&) {
        return placed(false);
    }
}

/// A pose of any orientation that takes a point to a place.
Isometry3d pose_to(Random& random, const Vector3d& point, const LongVector& place)
{
    Isometry3d pose = random_pose(random, 0.0);
    pose.translation() = (place - pose.linear().cast<long double>() * point.cast<long double>()).cast<double>();
    return pose;
}

/// A mesh whose features are of mixed sizes, or that of another shape, and how it is used.
struct MixedShape {
    TriangleMesh mesh;
    double padding = 0.0;
    bool solid = false;

    [[nodiscard]] RobotShape at(const Isometry3d& pose) const
    {
        RobotShape shape = placed_mesh(mesh, pose, solid);
        shape.padding = padding;
        return shape;
    }
};

MixedShape random_mixed_shape(Random& random, double size)
{
    if (random.chance(0.2)) {
        const RobotShape shape = random_robot_shape(random, 3.0 * size);
        return {shape.body->mesh(), shape.padding, shape.body->solid()};
    }
    MixedShape shape = {mixed_body_mesh(random, size)};
    if (random.chance(0.15)) shape.padding = size * magnitude(random, -6.0, 0.0);
    shape.solid = random.chance(0.3);
    return shape;
}

/// The links that some joint moves.
std::vector<LinkId> moving_links(const Robot& robot)
{
    std::vector<LinkId> moving;
    for (LinkId link = 0; link < robot.links().size(); ++link) {
        for (LinkId at = link; robot.joint_above(at); at = *robot.parent(at)) {
            if (robot.joints()[*robot.joint_above(at)].type == Joint::Type::fixed) continue;
            moving.push_back(link);
            break;
        }
    }
    return moving;
}

RobotCheckOptions mixed_check(Random& random, double size)
{
    RobotCheckOptions check = {.self = random.chance(0.8)};
    if (random.chance(0.3)) check.threshold = size * magnitude(random, -9.0, -2.0);
    if (random.chance(0.4)) {
        check.clearance = size * magnitude(random, -4.0, 0.0);
        if (random.chance(0.5)) check.threshold = check.clearance * magnitude(random, -25.0, 0.0);
    }
    return check;
}

}  // namespace

RobotParts random_robot_parts(Random& random, const RobotKind& kind)
{
    RobotParts parts = {.name = "random"};
    std::vector<std::string> angles, lengths;  // joints of one value
    for (std::size_t i = 0; i < kind.links; ++i) {
        Link link = {.name = "link " + std::to_string(i)};
        for (std::size_t k = random.pick<std::size_t>({0, 1, 1, 1, 2, 3}); kind.shapes && k > 0; --k)
            link.shapes.push_back(random_robot_shape(random, kind.size));
        parts.links.push_back(std::move(link));
        if (i == 0) continue;
        Joint joint = {.name = "joint " + std::to_string(i - 1),
                       .type = random_type(random),
                       .parent = parts.links[kind.chain ? i - 1 : random.below(i)].name,
                       .child = parts.links[i].name,
                       .origin = random_pose(random, random.chance(0.1) ? 0.0 : kind.size),
                       .axis = random_axis(random),
                       .second_axis = random_axis(random)};
        if (value_count(joint.type) == 1) {
            const bool slides = joint.type == Joint::Type::prismatic;
            std::vector<std::string>& alike = slides ? lengths : angles;
            if (!alike.empty() && random.chance(0.2)) {
                joint.mimic = {.joint = alike[random.below(alike.size())],
                               .multiplier = random.pick({1.0, -1.0, 0.5, 2.0, 0.0}),
                               .offset = random.pick({0.0, 0.0, 0.3 * (slides ? kind.size : 1.0)})};
            }
            alike.push_back(joint.name);
        }
        parts.joints.push_back(std::move(joint));
    }
    return parts;
}

VectorXd random_configuration(Random& random, const Robot& robot, double size, double turn)
{
    VectorXd values = robot.zero();
    for_each_value(
        robot, [&](Eigen::Index k) { values[k] = turn * random.signed_unit(); },
        [&](Eigen::Index k) { values[k] = size * random.signed_unit(); },
        [&](Eigen::Index k) { put_orientation(random, values, k); });
    return values;
}

JointMotion random_joint_motion(Random& random, const Robot& robot, const VectorXd& from, double size)
{
    JointMotion motion = {from, from};
    const double at_rest = random.pick({0.0, 0.0, 0.4, 0.8});
    const double part = random.chance(0.85) ? random.pick({1.0, 0.6, 0.3, 0.1}) : random.pick({1e-3, 1e-9});
    const double turns = random.chance(0.1) ? 8.0 * std::numbers::pi : std::numbers::pi;
    for_each_value(
        robot,
        [&](Eigen::Index k) {
            if (!random.chance(at_rest)) motion.to[k] += part * turns * random.signed_unit();
        },
        [&](Eigen::Index k) {
            if (!random.chance(at_rest)) motion.to[k] += part * 2.0 * size * random.signed_unit();
        },
        [&](Eigen::Index k) {
            if (random.chance(at_rest)) return;
            VectorXd other = motion.to;
            put_orientation(random, other, k);
            if (part == 1.0) {
                motion.to = other;
                return;
            }
            const double sign = other.segment<4>(k).dot(from.segment<4>(k)) < 0.0 ? -1.0 : 1.0;
            motion.to.segment<4>(k) = (from.segment<4>(k) + part * sign * other.segment<4>(k)).normalized();
        });
    return motion;
}

RobotCase random_robot_case(std::uint64_t seed)
{
    Random random(seed);
    const double size = random.chance(0.7) ? 1.0 : magnitude(random, -6.0, 6.0);
    const std::size_t links = random.chance(0.05) ? 12 : random.chance(0.05) ? 1 : 2 + random.below(5);
    RobotParts parts = random_robot_parts(random, {.links = links, .size = size, .chain = random.chance(0.5)});
    if (random.chance(0.2) && links > 1) {
        parts.allowed.push_back(
            {parts.links[random.below(links)].name, parts.links[random.below(links)].name, "random"});
    }
    RobotCase result = {.robot = Robot(std::move(parts))};
    result.check.self = random.chance(0.8);
    if (random.chance(0.3)) result.check.threshold = size * magnitude(random, -9.0, -2.0);
    if (random.chance(0.2)) result.check.clearance = size * magnitude(random, -4.0, -1.0);
    if (random.chance(0.1))
        result.check.pair_clearances.push_back({"link 0", result.robot.links().back().name, 0.1 * size});

    // Mostly from where nothing touches.
    const auto touches = [&](const RobotScene& scene, const VectorXd& from) {
        return collides_at(RobotChecker(result.robot, scene, result.check), from);
    };
    VectorXd from;
    for (int attempt = 0; attempt < 8; ++attempt) {
        from = random_configuration(random, result.robot, size);
        if (random.chance(0.03) || !touches({}, from)) break;
    }
    result.motion = random_joint_motion(random, result.robot, from, size);
    const std::size_t objects = random.below(6);
    for (int attempt = 0; attempt < 12 && result.scene.objects.size() < objects; ++attempt) {
        RobotScene one = {.objects = {random_obstacle(random, result.robot, result.motion, size)}};
        if (!random.chance(0.03) && touches(one, from)) continue;
        one.objects[0].name = "object " + std::to_string(result.scene.objects.size());
        result.scene.objects.push_back(std::move(one.objects[0]));
    }
    if (random.chance(0.1) && !result.scene.objects.empty())
        result.scene.allowed.push_back({result.robot.links().back().name, result.scene.objects.front().name, "random"});
    if (random.chance(0.2)) {
        // From where it touches, nearly, to anywhere.
        const Answer first =
            first_contact(result.robot, result.motion, result.scene, result.check, {.budget = 100'000});
        if (first.outcome == Outcome::contact) {
            const VectorXd touching = along(result.robot, result.motion, first.safe_until);
            result.motion = random_joint_motion(random, result.robot, touching, size);
        }
    }
    if (random.chance(0.1)) result.options.until = random.unit();
    if (random.chance(0.1)) result.options.tolerance = magnitude(random, -9.0, -1.0);
    if (random.chance(0.02)) result.options.budget = random.below(200);
    return result;
}

namespace {

/// A robot of which two bodies touch, at the start or whenever.
RobotCase draw_mixed_case(Random& random)
{
    const double size = random.chance(0.6) ? 1.0 : magnitude(random, -5.0, 4.0);
    RobotParts parts = random_robot_parts(
        random,
        {.links = 2 + random.below(4), .size = size, .chain = random.chance(0.7), .shapes = random.chance(0.3)});
    if (parts.joints[0].type == Joint::Type::fixed) parts.joints[0].type = Joint::Type::revolute;
    const Robot frames(parts);
    const JointMotion motion = random_joint_motion(random, frames, random_configuration(random, frames, size), size);
    const double time = random.pick({0.0, 0.0, 1e-12, 1e-6, 1e-2, 0.1, 0.5, 0.7, 1.0, random.unit()});
    const std::vector<LongPose> poses = ReferenceRobotMotion(frames, motion).poses(time);

    // A vertex of a link's shape is at a point of the other shape at that time.
    const std::vector<LinkId> moving = moving_links(frames);
    const LinkId link = moving[random.below(moving.size())];
    const RobotShape leading = random_mixed_shape(random, size).at(random_pose(random, random.pick({0.0, 0.3}) * size));
    const MixedShape other = random_mixed_shape(random, size * random.pick({1.0, 1.0, 0.1, 10.0}));
    const LongVector place = poses[link] * leading_vertex(random, leading.body->mesh()).cast<long double>();
    const Vector3d target = point_on(random, other.mesh);
    parts.links[link].shapes.push_back(leading);

    RobotCase result = {.robot = Robot(parts), .check = mixed_check(random, size), .motion = motion};
    if (random.chance(0.3)) {
        const auto second = static_cast<LinkId>(random.below(parts.links.size()));
        parts.links[second].shapes.push_back(other.at(pose_to(random, target, poses[second].inverse() * place)));
        Robot robot(parts);
        if (second != link && !robot.allowed(link, second)) {
            result.robot = std::move(robot);
            result.check.self = true;
            result.known = {.time = time, .bodies = {std::min(link, second), std::max(link, second)}};
        }
    }
    const auto first_object = static_cast<std::uint32_t>(result.robot.links().size());
    if (!result.known) {
        result.scene.objects.push_back(
            {.name = "object", .shapes = {other.at(Isometry3d::Identity())}, .pose = pose_to(random, target, place)});
        result.known = {.time = time, .bodies = {link, first_object}};
    }
    if (random.chance(0.2)) {
        Obstacle further = random_obstacle(random, result.robot, motion, size);
        further.name = "further";
        result.scene.objects.push_back(std::move(further));
    }
    if (random.chance(0.1)) {
        const auto name = [&](std::uint32_t body) {
            return body < first_object ? parts.links[body].name : result.scene.objects[body - first_object].name;
        };
        result.check.pair_clearances.push_back(
            {name(result.known->bodies[0]), name(result.known->bodies[1]), size * magnitude(random, -4.0, 0.0)});
    }
    if (random.chance(0.1)) result.options.until = std::max(time, random.unit());
    if (random.chance(0.1)) result.options.tolerance = magnitude(random, -9.0, -1.0);
    // A corner far out sweeps past everything else, which takes its steps.
    result.options.budget = random.chance(0.02) ? random.below(200) : 20'000;
    return result;
}

}  // namespace

RobotCase mixed_robot_case(std::uint64_t seed)
{
    Random random(seed);
    // Mostly touching no sooner than soon after the start.
    for (int attempt = 0;; ++attempt) {
        RobotCase result = draw_mixed_case(random);
        if (result.known->time < 1e-3 || attempt == 6 || random.chance(0.1)) return result;
        RobotCheckOptions check = result.check;
        check.clearance = 0.0;
        check.pair_clearances.clear();
        if (!collides_at(RobotChecker(result.robot, result.scene, check), result.motion.from)) return result;
    }
}

}  // namespace tocca::support
