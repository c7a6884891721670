// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <utility>

#include "scenes/random_pose.hpp"
#include "scenes/rigid_models.hpp"
#include "scenes/robot_making.hpp"
#include "scenes/robots.hpp"
#include "scenes/seeded_random.hpp"
#include "scenes/turned_surface.hpp"

namespace tocca::scenes {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

using std::numbers::pi;
constexpr std::array<const char*, 3> axis_names = {"x", "y", "z"};
const std::array<Vector3d, 3> axes = {Vector3d::UnitX(), Vector3d::UnitY(), Vector3d::UnitZ()};

/// A capsule along z from its joint, which is at `offset` in the parent's frame, turned by `rest` about x, then y, then z
/// when all values are zero.
struct BodyPart {
    std::string name;
    std::optional<std::size_t> parent;
    Vector3d offset;
    double length;
    double radius;
    Vector3d rest = Vector3d::Zero();
};

std::vector<BodyPart> body_parts()
{
    return {{"pelvis", {}, {0, 0, 0}, 16, 11},
            {"chest", 0, {0, 0, 20}, 22, 12},
            {"neck", 1, {0, 0, 36}, 6, 5},
            {"head", 2, {0, 0, 10}, 10, 9},
            {"right_upper_arm", 1, {18, 0, 24}, 24, 4.5, {0, pi * .80, 0}},
            {"right_forearm", 4, {0, 0, 28}, 22, 3.8},
            {"right_hand", 5, {0, 0, 26}, 8, 3.2},
            {"left_upper_arm", 1, {-18, 0, 24}, 24, 4.5, {0, -pi * .80, 0}},
            {"left_forearm", 7, {0, 0, 28}, 22, 3.8},
            {"left_hand", 8, {0, 0, 26}, 8, 3.2},
            {"right_thigh", 0, {9, 0, -8}, 38, 7, {0, pi * .96, 0}},
            {"right_shin", 10, {0, 0, 44}, 36, 5.5},
            {"left_thigh", 0, {-9, 0, -8}, 38, 7, {0, -pi * .96, 0}},
            {"left_shin", 12, {0, 0, 44}, 36, 5.5},
            {"left_foot", 13, {0, 0, 40}, 14, 4, {-pi / 2, 0, 0}}};
}

Isometry3d rest_pose(const BodyPart& part)
{
    const auto turn = [&](std::size_t axis) {
        return Eigen::AngleAxisd(part.rest[static_cast<Eigen::Index>(axis)], axes[axis]);
    };
    return pose(turn(0) * turn(1) * turn(2), part.offset);
}

/// Three joints of one kind about or along x, y and z, the first at `origin` in the parent, the last of which holds `child`.
struct ThreeJoints {
    std::string name;
    Joint::Type type;
    std::string parent;
    std::string child;
    Isometry3d origin;
};

void add(RobotParts& parts, const ThreeJoints& joints)
{
    std::string above = joints.parent;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::string name = joints.name + "_" + axis_names[axis];
        const std::string below = axis < 2 ? name : joints.child;
        if (axis < 2) parts.links.push_back({.name = below});
        parts.joints.push_back({.name = name,
                                .type = joints.type,
                                .parent = above,
                                .child = below,
                                .origin = axis == 0 ? joints.origin : Isometry3d::Identity(),
                                .axis = axes[axis]});
        above = below;
    }
}

/// Why two parts may touch: the joints between them are few.
std::optional<std::string> near_in_body(const std::vector<BodyPart>& parts, std::size_t a, std::size_t b)
{
    using Ancestor = std::optional<std::size_t>;
    const auto parent = [&](Ancestor part) { return part ? parts[*part].parent : Ancestor{}; };
    const auto same = [](Ancestor x, Ancestor y) { return x && x == y; };
    const Ancestor above_a = parent(a), above_b = parent(b);
    if (same(above_a, b) || same(above_b, a)) return "parent and child";
    if (same(parent(above_a), b) || same(parent(above_b), a)) return "grandparent and grandchild";
    if (same(above_a, above_b)) return "children of one link";
    if (same(parent(above_a), above_b) || same(parent(above_b), above_a)) return "child and grandchild of one link";
    return std::nullopt;
}

VectorXd random_configuration(SeededRandom& random)
{
    const std::size_t part_count = 15;
    VectorXd values(6 + 3 * (part_count - 1));
    Eigen::Index value = 0;
    for (int axis = 0; axis < 3; ++axis) values[value++] = random.between(-60, 60);
    for (int axis = 0; axis < 3; ++axis) values[value++] = random.between(-pi / 3, pi / 3);
    for (std::size_t part = 1; part < part_count; ++part) {
        // The spine and the hips turn less.
        const bool stiff = part == 1 || part == 2 || part == 10 || part == 12;
        const double most = stiff ? pi / 8 : pi / 4;
        for (int axis = 0; axis < 3; ++axis) values[value++] = random.between(-most, most);
    }
    return values;
}

JointMotion random_gesture(SeededRandom& random)
{
    JointMotion motion;
    motion.from = random_configuration(random);
    motion.to = random_configuration(random);
    return motion;
}

/// Every draw in the order that makes the numbers of a seed what they are.
Surface random_surface(SeededRandom& random, std::size_t number)
{
    if (number % 3 == 0) {
        const double tube_radius = random.between(3, 8), radius = random.between(25, 45);
        return ring_surface({.radius = radius, .tube_radius = tube_radius, .segments = 88, .sides = 36});
    }
    if (number % 3 == 1) {
        Surface knot = trefoil_tube({.segments = 150, .sides = 21, .tube_radius = 0.35});
        const double scale = random.between(10, 18);
        for (Vector3d& point : knot.points) point *= scale;
        return knot;
    }
    const double radius = random.between(3, 8), length = random.between(60, 120);
    return capsule_surface({.length = length, .radius = radius, .segments = 64, .cap_bands = 16, .bands = 32});
}

}  // namespace

Robot mannequin()
{
    const std::vector<BodyPart> body = body_parts();
    RobotParts parts{.name = "mannequin", .links = {{.name = "world"}}};
    parts.links.push_back({.name = "place"});
    add(parts, {"place", Joint::Type::prismatic, "world", "place", Isometry3d::Identity()});
    for (const BodyPart& part : body) {
        parts.links.push_back({part.name, {shape_of(capsule_surface({.length = part.length, .radius = part.radius}))}});
        const std::string& parent = part.parent ? body[*part.parent].name : "place";
        add(parts, {part.name, Joint::Type::revolute, parent, part.name, rest_pose(part)});
    }
    for (std::size_t a = 0; a < body.size(); ++a) {
        for (std::size_t b = a + 1; b < body.size(); ++b) {
            const auto reason = near_in_body(body, a, b);
            if (reason) parts.allowed.push_back({body[a].name, body[b].name, *reason});
        }
    }
    return Robot(std::move(parts));
}

RobotScene objects_around(std::uint64_t seed)
{
    constexpr std::array<const char*, 3> kinds = {"ring", "knot", "capsule"};
    SeededRandom random(seed);
    RobotScene scene;
    for (std::size_t i = 0; i < 16; ++i) {
        const RobotShape shape = shape_of(random_surface(random, i));
        const Eigen::Quaterniond turned = random_orientation(random);
        Vector3d towards = random_direction(random);
        towards.z() *= 0.8;
        towards.normalize();
        const double distance = random.between(95, 170);
        scene.objects.push_back({.name = kinds[i % 3] + std::to_string(i / 3 + 1),
                                 .shapes = {shape},
                                 .pose = pose(turned, towards * distance)});
    }
    return scene;
}

std::vector<JointMotion> random_mannequin_motions(std::uint64_t seed, std::size_t count)
{
    SeededRandom random(seed);
    std::vector<JointMotion> motions;
    for (std::size_t i = 0; i < count; ++i) motions.push_back(random_gesture(random));
    return motions;
}

MovingRobot mannequin_among_objects(const MannequinMotions& motions)
{
    MovingRobot scene{
        .robot = mannequin(), .scene = objects_around(motions.scene_seed), .motions = {}, .threshold = 0.001};
    SeededRandom random(motions.seed);
    scene.motions =
        starting_free(RobotChecker(scene.robot, scene.scene), motions.count, [&] { return random_gesture(random); });
    return scene;
}

}  // namespace tocca::scenes
