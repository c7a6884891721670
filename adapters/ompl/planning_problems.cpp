// SPDX-License-Identifier: Apache-2.0
#include "adapters/ompl/planning_problems.hpp"

#include <Eigen/Geometry>
#include <numbers>
#include <string>
#include <utility>

#include "tocca/robot/robot_scene.hpp"

namespace tocca::planning {

namespace {

using Eigen::AngleAxisd;
using Eigen::Isometry3d;
using Eigen::Quaterniond;
using Eigen::Translation3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double half_turn = std::numbers::pi;
constexpr double quarter_turn = 0.5 * std::numbers::pi;

Isometry3d at(const Vector3d& place) { return Isometry3d(Translation3d(place)); }

/// From one point to another.
RobotShape capsule_between(const Vector3d& from, const Vector3d& to, double radius)
{
    const Vector3d along = to - from;
    return capsule_shape(radius, along.norm(),
                         Translation3d(0.5 * (from + to)) * Quaterniond::FromTwoVectors(Vector3d::UnitZ(), along));
}

Obstacle box(const std::string& name, const Vector3d& centre, const Vector3d& lengths)
{
    return {.name = name, .shapes = {box_shape(lengths, Isometry3d::Identity())}, .pose = at(centre)};
}

/// The next link of a chain, and the joint between.
struct ArmPart {
    std::string name;
    Isometry3d origin;
    Vector3d axis;
    std::vector<RobotShape> shapes;
};

}  // namespace

Robot six_axis_arm()
{
    const Isometry3d tipped(AngleAxisd(quarter_turn, Vector3d::UnitY()));
    const Vector3d y = Vector3d::UnitY();
    const Vector3d z = Vector3d::UnitZ();
    RobotParts parts = {.name = "six_axis_arm"};
    parts.links.push_back({"base", {capsule_between({0, 0, 0.075}, {0, 0, 0.09}, 0.07)}});
    const std::vector<ArmPart> arm = {
        {"shoulder", at({0, 0, 0.0892}), z, {capsule_between({0, 0, 0}, {0, 0.13, 0}, 0.06)}},
        {"upper_arm", at({0, 0.1359, 0}) * tipped, y, {capsule_between({0, 0, 0}, {0, 0, 0.425}, 0.055)}},
        {"forearm", at({0, -0.1197, 0.425}), y, {capsule_between({0, 0, 0}, {0, 0, 0.3923}, 0.045)}},
        {"wrist_1", at({0, 0, 0.3923}) * tipped, y, {capsule_between({0, 0, 0}, {0, 0.093, 0}, 0.038)}},
        {"wrist_2", at({0, 0.093, 0}), z, {capsule_between({0, 0, 0}, {0, 0, 0.0947}, 0.038)}},
        {"wrist_3",
         at({0, 0, 0.0947}),
         y,
         {capsule_between({0, 0, 0}, {0, 0.07, 0}, 0.035), box_shape({0.1, 0.02, 0.04}, at({0, 0.115, 0})),
          box_shape({0.01, 0.08, 0.03}, at({0.04, 0.165, 0})), box_shape({0.01, 0.08, 0.03}, at({-0.04, 0.165, 0}))}},
    };
    std::string parent = "base";
    for (const ArmPart& part : arm) {
        parts.joints.push_back({.name = part.name + "_joint",
                                .type = Joint::Type::revolute,
                                .parent = parent,
                                .child = part.name,
                                .origin = part.origin,
                                .axis = part.axis,
                                .limits = Joint::Limits{-half_turn, half_turn}});
        parts.links.push_back({part.name, part.shapes});
        parent = part.name;
    }
    return Robot(std::move(parts));
}

PlanningProblem arm_among_boxes()
{
    RobotScene scene;
    scene.objects.push_back(box("table", {0.2, 0, -0.03}, {1.6, 1.6, 0.05}));
    scene.objects.push_back(box("wall", {0.5, 0, 0.2}, {0.5, 0.03, 0.4}));
    scene.objects.push_back(box("shelf_floor", {0.55, -0.4, 0.15}, {0.3, 0.4, 0.02}));
    scene.objects.push_back(box("shelf_roof", {0.55, -0.4, 0.5}, {0.3, 0.4, 0.02}));
    scene.objects.push_back(box("shelf_back", {0.71, -0.4, 0.325}, {0.02, 0.4, 0.37}));
    // The base stands on the table and does not move.
    scene.allowed.push_back({"base", "table", "stands on it"});
    VectorXd start(6), goal(6);
    start << 0.8, -1.2, 1.6, -0.4, quarter_turn, 0.0;
    goal << -0.9, -1.2, 1.6, -0.4, quarter_turn, 0.0;
    return {.checker = RobotChecker(six_axis_arm(), std::move(scene)), .start = start, .goal = goal};
}

PlanningProblem board_through_window()
{
    RobotParts parts = {.name = "board"};
    parts.links.push_back({"world"});
    parts.links.push_back({"board", {box_shape({1.2, 0.25, 0.05}, Isometry3d::Identity())}});
    parts.joints.push_back({.name = "flight", .type = Joint::Type::floating, .parent = "world", .child = "board"});

    // A wall of 4 by 4 across x, its window 0.9 wide and 0.7 high: less than the board is long, also from corner to corner.
    RobotScene scene;
    scene.objects.push_back(box("left", {0, 1.225, 0}, {0.1, 1.55, 4}));
    scene.objects.push_back(box("right", {0, -1.225, 0}, {0.1, 1.55, 4}));
    scene.objects.push_back(box("above", {0, 0, 1.175}, {0.1, 0.9, 1.65}));
    scene.objects.push_back(box("below", {0, 0, -1.175}, {0.1, 0.9, 1.65}));
    VectorXd start(7), goal(7);
    start << -1, 0.5, 0, Quaterniond(AngleAxisd(quarter_turn, Vector3d::UnitZ())).coeffs();
    goal << 1, -0.5, 0.2, Quaterniond(AngleAxisd(quarter_turn, Vector3d::UnitY())).coeffs();
    return {.checker = RobotChecker(Robot(std::move(parts)), std::move(scene)),
            .start = start,
            .goal = goal,
            .bounds = {.lengths = Joint::Limits{-1.5, 1.5}}};
}

}  // namespace tocca::planning
