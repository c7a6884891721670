// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "support/random.hpp"
#include "support/robot_agreement.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::support {

/// What random robots are like.
struct RobotKind {
    std::size_t links = 4;
    double size = 1.0;   ///< of links, about
    bool chain = false;  ///< each link below the one before; else anywhere
    bool shapes = true;
};

/// Links and joints of all types, with mimics, axes of any direction and length, offsets, fixed ones; shapes of all kinds.
/// Links are named "link 0" and so on, joints "joint 0".
[[nodiscard]] RobotParts random_robot_parts(Random& random, const RobotKind& kind);

/// Any values: angles of up to `turn` radians, lengths of about `size`, orientations.
[[nodiscard]] Eigen::VectorXd random_configuration(Random& random, const Robot& robot, double size, double turn = 3.2);
/// From a configuration to another: near it or far away, some values unchanged, angles by up to several turns.
[[nodiscard]] JointMotion random_joint_motion(Random& random, const Robot& robot, const Eigen::VectorXd& from,
                                              double size);

/// A small robot among a few objects, mostly free at the start, and how it is asked about.
struct RobotCase {
    Robot robot;
    RobotScene scene = {};
    RobotCheckOptions check = {};
    JointMotion motion = {};
    QueryOptions options = {};
    std::optional<KnownTouch> known = {};  ///< where a contact is known beforehand

    [[nodiscard]] RobotQuestion question() const { return {robot, scene, check, motion, options}; }
};
[[nodiscard]] RobotCase random_robot_case(std::uint64_t seed);

/// A small robot of which a link and an object, or two links, touch by a time that is known: a vertex of one is at a point of
/// the other at that time, which is the start, soon after it, or any. Both are meshes with features of other sizes, padded
/// ones and solids among them. Clearances, of all and of these two, and thresholds down to below the last digit of the
/// clearance.
[[nodiscard]] RobotCase mixed_robot_case(std::uint64_t seed);

}  // namespace tocca::support
