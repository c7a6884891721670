// SPDX-License-Identifier: Apache-2.0
#include "tocca/robot/joint.hpp"

#include <array>

namespace tocca {

namespace {

constexpr std::array<std::string_view, 3> plane_names = {"x", "y", "angle"};
constexpr std::array<std::string_view, 7> pose_names = {"x", "y", "z", "qx", "qy", "qz", "qw"};
constexpr std::array<std::string_view, 2> universal_names = {"angle", "second_angle"};

}  // namespace

std::string_view to_string(JointType type)
{
    switch (type) {
        case JointType::fixed: return "fixed";
        case JointType::revolute: return "revolute";
        case JointType::continuous: return "continuous";
        case JointType::prismatic: return "prismatic";
        case JointType::planar: return "planar";
        case JointType::floating: return "floating";
        case JointType::ball: return "ball";
        case JointType::universal: return "universal";
    }
    return {};
}

std::size_t value_count(JointType type)
{
    switch (type) {
        case JointType::fixed: return 0;
        case JointType::revolute:
        case JointType::continuous:
        case JointType::prismatic: return 1;
        case JointType::planar: return 3;
        case JointType::floating: return 7;
        case JointType::ball: return 4;
        case JointType::universal: return 2;
    }
    return 0;
}

std::string_view value_name(JointType type, std::size_t value)
{
    switch (type) {
        case JointType::planar: return plane_names.at(value);
        case JointType::floating: return pose_names.at(value);
        case JointType::ball: return pose_names.at(3 + value);
        case JointType::universal: return universal_names.at(value);
        default: return {};
    }
}

}  // namespace tocca
