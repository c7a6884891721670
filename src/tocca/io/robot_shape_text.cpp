// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/robot_shape_text.hpp"

#include <vector>

#include "tocca/io/number_text.hpp"
#include "tocca/io/shape_text.hpp"

namespace tocca {
namespace {

/// Assumes: a text that shape_of_text reads.
std::vector<double> lengths_of(std::string_view text)
{
    std::vector<double> lengths;
    for (std::string_view rest = text.substr(text.find(':') + 1);;) {
        const std::size_t comma = rest.find(',');
        lengths.push_back(double_of(rest.substr(0, comma)).value_or(0.0));
        if (comma == std::string_view::npos) return lengths;
        rest.remove_prefix(comma + 1);
    }
}

}  // namespace

TextReading<RobotShape> robot_shape_of_text(std::string_view text, const Eigen::Isometry3d& pose)
{
    const auto reading = shape_of_text(text);
    if (!reading.fault.empty()) return {{}, reading.fault};
    const std::vector<double> lengths = lengths_of(text);
    const std::string_view name = text.substr(0, text.find(':'));
    if (name == "box") return {box_shape({lengths[0], lengths[1], lengths[2]}, pose)};
    if (name == "sphere") return {sphere_shape(lengths[0], pose)};
    if (name == "cylinder") return {cylinder_shape(lengths[0], lengths[1], pose)};
    if (name == "capsule") return {capsule_shape(lengths[0], lengths[1], pose)};
    return {mesh_shape(reading.value.mesh(), pose, Eigen::Vector3d::Ones(), {.solid = true})};
}

}  // namespace tocca
