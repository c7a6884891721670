// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "adapters/ompl/planned_values.hpp"
#include "tocca/robot/robot.hpp"

namespace tocca::planning {

inline const StateBounds room = {.lengths = Joint::Limits{-2.0, 2.0}};

/// A chain of frames with joints of these types, named j0, j1, ...
inline Robot chain_of(const std::vector<Joint::Type>& types)
{
    RobotParts parts;
    parts.links.push_back({"l0"});
    for (std::size_t i = 0; i < types.size(); ++i) {
        parts.links.push_back({"l" + std::to_string(i + 1)});
        parts.joints.push_back({.name = "j" + std::to_string(i),
                                .type = types[i],
                                .parent = "l" + std::to_string(i),
                                .child = "l" + std::to_string(i + 1),
                                .origin = Eigen::Isometry3d(Eigen::Translation3d(0.3, 0.1, 0.2)),
                                .axis = Eigen::Vector3d(0.1, -0.5, 1.0)});
    }
    return Robot(std::move(parts));
}

inline const std::vector<Joint::Type> all_types = {
    Joint::Type::revolute, Joint::Type::continuous, Joint::Type::fixed,
    Joint::Type::floating, Joint::Type::prismatic,  Joint::Type::planar,
    Joint::Type::ball,     Joint::Type::universal,  Joint::Type::prismatic};

}  // namespace tocca::planning
