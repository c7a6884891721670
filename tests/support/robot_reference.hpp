// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "support/robot_kinematics.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::support {

/// What was asked of a robot, with all that brute force needs.
struct RobotQuestion {
    const Robot& robot;
    const RobotScene& scene;
    const RobotCheckOptions& check;
    const JointMotion& motion;
    QueryOptions options = {};
};

/// The least distance at a time of two shapes, padding taken off (below 0 where the paddings meet); the triangles that
/// cross are at 0 before that. Infinite where one has no triangles.
struct ShapeName {
    std::uint32_t body = 0;
    std::uint32_t shape = 0;
};
[[nodiscard]] double brute_force_distance(const RobotQuestion& question, const ShapeName& a, const ShapeName& b,
                                          double t);

/// What is wrong with an answer of `first_contact`: at one of so many poses up to safe_until triangles of two shapes that
/// are to be checked are nearer than the answer proves, which rounding does not explain; or something starts within a
/// solid, untold; or the contact is none of the shapes and features it names, or not that near. Nothing when nothing is.
[[nodiscard]] std::optional<std::string> find_fault(const RobotQuestion& question, const Answer& answer,
                                                    std::size_t poses);

/// How two answers differ, what is near at the start aside: nothing when every bit is the same. Of answers of which one or both are
/// undecided, nothing is said.
[[nodiscard]] std::optional<std::string> find_robot_difference(const Answer& x, const Answer& y);

}  // namespace tocca::support
