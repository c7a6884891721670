// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/robot/robot_query.hpp"

namespace tocca::report::detail {

/// A bound of the angles that the joints turn by, all together.
[[nodiscard]] double joint_turn(const Robot& robot, const JointMotion& motion);

}  // namespace tocca::report::detail
