// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

#include "scenes/mixed_scenes.hpp"
#include "scenes/robot_making.hpp"
#include "scenes/surfaces.hpp"

namespace tocca::scenes {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using std::numbers::pi;

constexpr std::size_t swing_steps = 10;
constexpr double mandrel_radius = 0.40;
constexpr double draped_radius = 0.43;       // of the cloth where it lies over the mandrel
constexpr double mandrel_height = 1.0;       // of its axis, which is along y
constexpr double draped_half_length = 1.40;  // of the cloth, from its highest line to where it ends
constexpr double drape_width = 1.2;
constexpr VertexGrid drape_grid = {.rows = 61, .columns = 41};

/// Half the cloth, up to a quarter of a circle, follows the mandrel; the rest hangs down and sways outwards and back, the
/// more the lower. What it sways inwards, 0.1 d^2 at a depth d, is less than the mandrel recedes there.
Vector3d drape_point(std::size_t vertex, double time)
{
    const double along =
        2.0 * static_cast<double>(drape_grid.row(vertex)) / static_cast<double>(drape_grid.rows - 1) - 1.0;
    const double across =
        static_cast<double>(drape_grid.column(vertex)) / static_cast<double>(drape_grid.columns - 1) - 0.5;
    const double side = along < 0.0 ? -1.0 : 1.0;
    const double length = std::abs(along) * draped_half_length;
    const double y = drape_width * across;
    const double turn = length / draped_radius;
    if (turn < pi / 2)
        return {side * draped_radius * std::sin(turn), y, mandrel_height + draped_radius * std::cos(turn)};
    const double depth = length - draped_radius * pi / 2;
    const double sway = 0.1 * depth * depth * std::sin(2.0 * pi * (0.7 * time + across));
    return {side * (draped_radius + sway), y, mandrel_height - depth};
}

std::vector<Point> drape_positions(std::size_t frame)
{
    const double time = static_cast<double>(frame) / static_cast<double>(swing_steps);
    std::vector<Point> positions;
    for (std::size_t vertex = 0; vertex < drape_grid.vertex_count(); ++vertex)
        positions.push_back(to_point(drape_point(vertex, time)));
    return positions;
}

/// The mandrel turns by 6 degrees per step.
Isometry3d mandrel_pose(std::size_t frame)
{
    Isometry3d pose = Isometry3d::Identity();
    pose.translation() = Vector3d(0, 0, mandrel_height);
    pose.linear() = (Eigen::AngleAxisd(static_cast<double>(frame) * pi / 30, Vector3d::UnitY()) *
                     Eigen::AngleAxisd(pi / 2, Vector3d::UnitX()))
                        .toRotationMatrix();
    return pose;
}

/// A capsule along x from the joint, on a level with the joint.
RobotShape arm_rod(double length)
{
    Isometry3d pose = Isometry3d::Identity();
    pose.translation() = Vector3d(length / 2, 0, 0);
    pose.linear() = Eigen::AngleAxisd(pi / 2, Vector3d::UnitY()).toRotationMatrix();
    return shape_of(placed(capsule({.radius = 0.04, .height = length, .segments = 24, .rings = 4}), pose));
}

Isometry3d shifted(double x, double y, double z)
{
    Isometry3d pose = Isometry3d::Identity();
    pose.translation() = Vector3d(x, y, z);
    return pose;
}

/// A post beside the cloth, and two rods that turn about vertical axes.
Robot swinging_arm()
{
    const RobotShape post =
        shape_of(placed(cylinder({.radius = 0.06, .height = 0.4, .segments = 32, .rings = 4}), shifted(1.5, 0, 0.2)));
    return Robot(RobotParts{.name = "arm",
                            .links = {{"post", {post}}, {"upper", {arm_rod(0.6)}}, {"fore", {arm_rod(0.5)}}},
                            .joints = {{.name = "shoulder",
                                        .type = Joint::Type::revolute,
                                        .parent = "post",
                                        .child = "upper",
                                        .origin = shifted(1.5, 0, 0.5),
                                        .axis = Vector3d::UnitZ(),
                                        .limits = Joint::Limits{-4, 4}},
                                       {.name = "elbow",
                                        .type = Joint::Type::revolute,
                                        .parent = "upper",
                                        .child = "fore",
                                        .origin = shifted(0.7, 0, 0),
                                        .axis = Vector3d::UnitZ(),
                                        .limits = Joint::Limits{-2, 2}}}});
}

/// The shoulder swings from beside the cloth to the other side of it while the elbow stretches.
Eigen::VectorXd swing_values(std::size_t frame)
{
    const double part = static_cast<double>(frame) / static_cast<double>(swing_steps);
    return Eigen::Vector2d(pi / 2 + part * pi * 0.6, 0.5 - 0.5 * part);
}

}  // namespace

MixedScene arm_through_cloth()
{
    MixedScene mixed{.scene = {}, .step_count = swing_steps};
    const PartId cloth = mixed.scene.add(TriangleMesh(drape_positions(0), grid_faces(drape_grid)), {.name = "cloth"});
    const PartId mandrel = mixed.scene.add(
        RigidBody(cylinder({.radius = mandrel_radius, .height = 1.4, .segments = 64, .rings = 6}).mesh(),
                  {.solid = true}),
        {.name = "mandrel"});
    const PartId robot = mixed.scene.add(swinging_arm(), {.name = "arm"});
    mixed.move = [=](Scene& scene, std::size_t step) {
        scene.move(cloth, drape_positions(step), drape_positions(step + 1));
        scene.move(mandrel, {.from = mandrel_pose(step), .to = mandrel_pose(step + 1)});
        scene.move(robot, {.from = swing_values(step), .to = swing_values(step + 1)});
    };
    mixed.move(mixed.scene, 0);
    return mixed;
}

const std::vector<MixedSceneEntry>& mixed_scenes()
{
    static const std::vector<MixedSceneEntry> scenes{
        {"arm-through-cloth", "an arm swings through a cloth that hangs over a mandrel", arm_through_cloth}};
    return scenes;
}

}  // namespace tocca::scenes
