// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "scenes/random_pose.hpp"
#include "scenes/robot_making.hpp"
#include "scenes/robots.hpp"
#include "scenes/seeded_random.hpp"
#include "scenes/turned_surface.hpp"
#include "tocca/base/error.hpp"

namespace tocca::scenes {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

using std::numbers::pi;

/// The links in the order of their values.
enum Part : Eigen::Index {
    pelvis,
    chest,
    neck,
    head,
    right_upper_arm,
    right_forearm,
    right_hand,
    left_upper_arm,
    left_forearm,
    left_hand,
    right_thigh,
    right_shin,
    left_thigh,
    left_shin,
    left_foot,
    part_count
};

/// A configuration, joint by joint. Limbs swing forward with negative angles about x.
class Posture {
public:
    Posture& place(const Vector3d& at)
    {
        values_.head<3>() = at;
        return *this;
    }

    /// Angles about x, y and z.
    Posture& turn(Part part, const Vector3d& angles)
    {
        values_.segment<3>(3 + 3 * part) = angles;
        return *this;
    }

    [[nodiscard]] const VectorXd& values() const { return values_; }

private:
    VectorXd values_ = VectorXd::Zero(3 + 3 * part_count);
};

/// From 0 to 1 and back, once for every unit.
double there_and_back(double cycles) { return 0.5 - 0.5 * std::cos(2 * pi * cycles); }

/// How far a walk has come: from 0 to 1.
VectorXd walking(double way)
{
    constexpr double length = 320.0, sway = 48.0, strides = 5.0, height = 101.0;
    const double phase = 2 * pi * strides * way, swing = std::sin(phase), bend = 2 * pi * way;
    const double heading = -std::atan2(2 * pi * sway * std::cos(bend), length);
    // Each knee is bent most while its leg comes forward; the legs cross a little.
    const double right_hip = -0.42 * swing, left_hip = 0.42 * swing;
    const double right_knee = 0.15 + 0.35 * (1 + std::cos(phase)), left_knee = 0.15 + 0.35 * (1 - std::cos(phase));
    const double cross = 0.2 + 0.06 * std::sin(3 * bend);
    Posture posture;
    posture.place({sway * std::sin(bend), length * (way - 0.5), height + 1.5 * std::cos(2 * phase)})
        .turn(pelvis, {0, 0, heading})
        .turn(chest, {-0.08, 0, 0.15 * swing})
        .turn(head, {0, 0, 0.3 * std::sin(2 * bend)})
        .turn(right_upper_arm, {0.6 * swing, 0.2, 0})
        .turn(left_upper_arm, {-0.6 * swing, -0.2, 0})
        .turn(right_forearm, {-0.35 + 0.2 * swing, 0, 0})
        .turn(left_forearm, {-0.35 - 0.2 * swing, 0, 0})
        .turn(right_thigh, {right_hip, cross, 0})
        .turn(left_thigh, {left_hip, -cross, 0})
        .turn(right_shin, {right_knee, 0, 0})
        .turn(left_shin, {left_knee, 0, 0})
        .turn(left_foot, {-(left_hip + left_knee), 0, 0});
    return posture.values();
}

/// Six bends, to the right foot and to the left in turn, each deeper than the one before.
VectorXd exercising(double way)
{
    constexpr double bends = 6.0;
    const double bent = (0.55 + 0.45 * way) * there_and_back(bends * way);
    const double side = std::sin(pi * bends * way);  // to the right, then to the left
    const double kick = std::max(0.0, std::sin(2 * pi * bends * way + 1.0));
    Posture posture;
    posture.place({0, 0, 100 - 10 * bent})
        .turn(pelvis, {-0.55 * bent, 0, 0})
        .turn(chest, {-0.85 * bent, 0, 0.7 * side * bent})
        .turn(neck, {0.3 * bent, 0, 0})
        .turn(head, {0, 0, 0.4 * side})
        .turn(right_upper_arm, {-0.6 * bent, 0.5 + 0.35 * side * bent, 0})
        .turn(right_forearm, {-0.25 - 0.3 * there_and_back(2 * bends * way), 0, 0})
        .turn(right_hand, {0, 0.3 * side, 0})
        .turn(left_upper_arm, {-0.6 * bent, -0.5 + 0.35 * side * bent, 0})
        .turn(left_forearm, {-0.25 - 0.3 * there_and_back(2 * bends * way + 0.25), 0, 0})
        .turn(left_hand, {0, 0.3 * side, 0})
        .turn(right_thigh, {0.55 * bent - 0.5 * kick * std::max(0.0, side), 0.1, 0})
        .turn(right_shin, {0.2 * bent, 0, 0})
        .turn(left_thigh, {0.55 * bent - 0.5 * kick * std::max(0.0, -side), -0.1, 0})
        .turn(left_shin, {0.2 * bent, 0, 0})
        .turn(left_foot, {-0.2 * bent, 0, 0});
    return posture.values();
}

std::vector<JointMotion> path(std::size_t motions, VectorXd (*posture)(double way))
{
    require(motions >= 1, "a path has at least one motion");
    std::vector<VectorXd> configurations;
    for (std::size_t i = 0; i <= motions; ++i)
        configurations.push_back(posture(static_cast<double>(i) / static_cast<double>(motions)));
    return motions_between(configurations);
}

/// What a chessman looks like from aside, from its foot to its head, for a height of 1.
std::vector<ProfileCircle> chessman_outline(std::size_t kind)
{
    const std::vector<ProfileCircle> foot = {{0.0, 0.26}, {0.05, 0.28}, {0.1, 0.24}, {0.16, 0.15}, {0.45, 0.1}};
    const std::array<std::vector<ProfileCircle>, 4> heads = {{
        {{0.6, 0.09}, {0.63, 0.17}, {0.66, 0.11}, {0.75, 0.17}, {0.84, 0.19}, {0.93, 0.15}, {0.99, 0.05}},  // pawn
        {{0.65, 0.12}, {0.7, 0.2}, {0.75, 0.16}, {0.85, 0.2}, {0.98, 0.21}, {1.0, 0.15}, {0.92, 0.13}},     // rook
        {{0.6, 0.08}, {0.65, 0.15}, {0.7, 0.1}, {0.8, 0.16}, {0.88, 0.12}, {0.95, 0.03}, {0.98, 0.05}},     // bishop
        {{0.65, 0.08}, {0.7, 0.16}, {0.76, 0.11}, {0.93, 0.19}, {0.95, 0.1}, {0.97, 0.06}, {1.0, 0.03}},    // queen
    }};
    std::vector<ProfileCircle> outline = foot;
    outline.insert(outline.end(), heads[kind].begin(), heads[kind].end());
    return outline;
}

/// The outline in equal steps of its points' numbers, so that it has so many circles.
Surface chessman(std::size_t kind, double height)
{
    constexpr std::size_t circles = 50;
    const std::vector<ProfileCircle> outline = chessman_outline(kind);
    TurnedShape shape{.profile = {}, .bottom = 0.0, .top = height * outline.back().height, .segments = 64};
    for (std::size_t i = 0; i < circles; ++i) {
        const double at = static_cast<double>(i * (outline.size() - 1)) / static_cast<double>(circles - 1);
        const std::size_t before = std::min(static_cast<std::size_t>(at), outline.size() - 2);
        const double share = at - static_cast<double>(before);
        const ProfileCircle &a = outline[before], &b = outline[before + 1];
        shape.profile.push_back(
            {height * (a.height + share * (b.height - a.height)), height * (a.radius + share * (b.radius - a.radius))});
    }
    return turned_surface(shape);
}

/// A board of 8 by 8 squares and 16 men on squares of it, no two on one.
RobotScene chessboard(std::uint64_t seed)
{
    constexpr double square = 45.0, thickness = 4.0;
    constexpr std::size_t squares = 8;
    RobotScene scene;
    const double side = square * static_cast<double>(squares);
    scene.objects.push_back(
        {.name = "board",
         .shapes = {shape_of(translated(box({.lengths = {side, side, thickness}, .cells = {squares, squares, 1}}),
                                        {0, 0, -0.5 * thickness}))}});

    constexpr std::array<const char*, 4> names = {"pawn", "rook", "bishop", "queen"};
    constexpr std::array<double, 4> heights = {38.0, 44.0, 52.0, 62.0};
    SeededRandom random(seed);
    std::array<bool, squares* squares> taken = {};
    for (std::size_t i = 0; i < 16; ++i) {
        std::size_t place = random.word() % taken.size();
        while (taken[place]) place = random.word() % taken.size();
        taken[place] = true;
        const std::size_t kind = i < 8 ? 0 : 1 + i % 3;
        const auto middle = [&](std::size_t step) {
            return square * (static_cast<double>(step) + 0.5) - 0.5 * side + random.between(-6, 6);
        };
        const double x = middle(place % squares), y = middle(place / squares);
        scene.objects.push_back({.name = names[kind] + std::to_string(i + 1),
                                 .shapes = {shape_of(chessman(kind, heights[kind]))},
                                 .pose = pose(Eigen::Quaterniond::Identity(), {x, y, 0.0})});
    }
    return scene;
}

}  // namespace

MovingRobot walking_mannequin(const MannequinPath& path_wanted)
{
    return {.robot = mannequin(),
            .scene = chessboard(path_wanted.seed),
            .motions = path(path_wanted.motions, walking),
            .threshold = 0.001};
}

MovingRobot exercising_mannequin(const MannequinPath& path_wanted)
{
    return {.robot = mannequin(), .scene = {}, .motions = path(path_wanted.motions, exercising), .threshold = 0.001};
}

}  // namespace tocca::scenes
