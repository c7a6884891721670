// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <string_view>

#include "tocca/io/pose_text.hpp"
#include "tocca/robot/robot.hpp"

namespace tocca {

/// Reads a shape for a robot or its scene, written as for shape_of_text: box, sphere, cylinder and capsule are the solids
/// of box_shape and its like, torus and knot are closed meshes that are solid too.
[[nodiscard]] TextReading<RobotShape> robot_shape_of_text(std::string_view text, const Eigen::Isometry3d& pose);

}  // namespace tocca
