// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/robot_shape_text.hpp"

#include <vector>

#include "tocca/io/detail/text_lines.hpp"
#include "tocca/io/number_text.hpp"
#include "tocca/io/shape_text.hpp"

namespace tocca {

TextReading<RobotShape> robot_shape_of_text(std::string_view text, const Eigen::Isometry3d& pose)
{
    const auto reading = shape_of_text(text);
    if (!reading.fault.empty()) return {{}, reading.fault};
    const std::string_view name = text.substr(0, text.find(':'));
    std::vector<double> lengths;
    for (const std::string_view word : io::detail::comma_separated(text.substr(name.size() + 1))) {
        lengths.push_back(double_of(word).value_or(0.0));
    }
    if (name == "box") return {box_shape({lengths[0], lengths[1], lengths[2]}, pose)};
    if (name == "sphere") return {sphere_shape(lengths[0], pose)};
    if (name == "cylinder") return {cylinder_shape(lengths[0], lengths[1], pose)};
    if (name == "capsule") return {capsule_shape(lengths[0], lengths[1], pose)};
    return {mesh_shape(reading.value.mesh(), pose, Eigen::Vector3d::Ones(), {.solid = true})};
}

}  // namespace tocca
