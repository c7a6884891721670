// SPDX-License-Identifier: Apache-2.0
#include "tocca/robot/joint.hpp"

#include <array>

namespace tocca {

namespace {

constexpr std::array<std::string_view, 3> plane_names = {"x", "y", "angle"};
constexpr std::array<std::string_view, 7> pose_names = {"x", "y", "z", "qx", "qy", "qz", "qw"};
constexpr std::array<std::string_view, 2> universal_names = {"angle", "second_angle"};

}  // namespace

std::string_view to_string(Joint::Type type)
{
    switch (type) {
        case Joint::Type::fixed: return "fixed";
        case Joint::Type::revolute: return "revolute";
        case Joint::Type::continuous: return "continuous";
        case Joint::Type::prismatic: return "prismatic";
        case Joint::Type::planar: return "planar";
        case Joint::Type::floating: return "floating";
        case Joint::Type::ball: return "ball";
        case Joint::Type::universal: return "universal";
    }
    return {};
}

std::size_t value_count(Joint::Type type)
{
    switch (type) {
        case Joint::Type::fixed: return 0;
        case Joint::Type::revolute:
        case Joint::Type::continuous:
        case Joint::Type::prismatic: return 1;
        case Joint::Type::planar: return 3;
        case Joint::Type::floating: return 7;
        case Joint::Type::ball: return 4;
        case Joint::Type::universal: return 2;
    }
    return 0;
}

std::string_view value_name(Joint::Type type, std::size_t value)
{
    switch (type) {
        case Joint::Type::planar: return plane_names.at(value);
        case Joint::Type::floating: return pose_names.at(value);
        case Joint::Type::ball: return pose_names.at(3 + value);
        case Joint::Type::universal: return universal_names.at(value);
        default: return {};
    }
}

}  // namespace tocca
