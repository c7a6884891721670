// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <string>
#include <utility>

#include "tocca/robot/robot.hpp"

namespace tocca::support {

/// A robot of one link with that in it, on line 2.
inline std::string one_link(const std::string& content)
{
    return "<robot name='r'>\n<link name='a'>" + content + "</link></robot>";
}

/// A robot of one link with one shape.
inline std::string shape(const std::string& geometry)
{
    return one_link("<collision><geometry>" + geometry + "</geometry></collision>");
}

/// The least and the greatest coordinates of a shape.
inline std::pair<Eigen::Vector3d, Eigen::Vector3d> box_of(const RobotShape& made)
{
    Eigen::Vector3d least = Eigen::Vector3d::Constant(INFINITY), greatest = -least;
    for (const Point& point : made.body->mesh().positions()) {
        least = least.cwiseMin(Eigen::Vector3d(point.data()));
        greatest = greatest.cwiseMax(Eigen::Vector3d(point.data()));
    }
    return {least, greatest};
}

}  // namespace tocca::support
