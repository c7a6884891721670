// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "tocca/bounds/moving_box.hpp"
#include "tocca/rigid/body_motion.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::robot {

/// A moving shape of a link.
struct ShapeInMotion {
    LinkId link = 0;
    std::uint32_t index = 0;  ///< among the shapes of the link
    const RigidBody* surface = nullptr;
    double padding = 0.0;
    std::unique_ptr<const rigid::BodyMotion> motion = {};  ///< in the root's frame
    MovingBox box = {};  ///< holds the shape at all times, its computed places, and all within four errors of them
};

/// The shapes of the links of a robot that have triangles.
///
/// Assumes: the checker outlives them.
/// Throws:  as first_contact of robots.
[[nodiscard]] std::vector<ShapeInMotion> shapes_in_motion(const RobotChecker& checker, const JointMotion& motion);

}  // namespace tocca::robot
