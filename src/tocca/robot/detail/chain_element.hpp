// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstdint>

namespace tocca::robot::detail {

/// Elements of a chain are numbered from 0, parents before children.
using ElementId = std::uint32_t;

/// The parent of elements that move in the base itself.
inline constexpr ElementId no_element = ~ElementId{0};

/// A frame that moves in the frame of its parent: at time t its point x is at
///
///     start + velocity t + exp(t [angular_velocity]) rotation x
///
/// of the parent's frame. So the origin of the frame moves on a straight line and the frame turns about it at constant
/// speed; everything but the time is constant, and every vector but x is one of the parent's frame.
struct ChainElement {
    Eigen::Vector3d start = Eigen::Vector3d::Zero();
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
    Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
    Eigen::Vector3d angular_velocity = Eigen::Vector3d::Zero();
    ElementId parent = no_element;
};

}  // namespace tocca::robot::detail
