// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "tocca/robot/robot.hpp"
#include "tocca/robot/robot_state.hpp"

namespace tocca::app {

/// A mesh file or a shape of shape_of_text, at the origin of what holds it.
///
/// Throws: Error as load_mesh and mesh_shape, with the file; std::invalid_argument for a shape that is none.
[[nodiscard]] RobotShape shape_of(const std::string& body, const RigidBodyOptions& how, const std::stop_token& stop);

/// Where values start that nothing tells, as in "1 value starts in the state 'home' of the SRDF file".
[[nodiscard]] std::string where_it_starts(const DefaultStart& start);

/// Where a motion starts must be said if nobody asked for it: a note about the values that are not `told`, if there are any.
[[nodiscard]] std::optional<std::string> default_values_note(const Robot& robot, const std::vector<bool>& told,
                                                             const std::string& where);

}  // namespace tocca::app
