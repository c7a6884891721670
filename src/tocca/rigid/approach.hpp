// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "tocca/geometry/triangle_intersection.hpp"
#include "tocca/rigid/body_motion.hpp"

namespace tocca::rigid {

/// The motion of the corners of a triangle along a direction.
struct Approach {
    double speed;         ///< the largest at the time
    double drift;         ///< the largest from then on
    double acceleration;  ///< half the largest at the time
    double jerk;          ///< a sixth of how fast that grows
    double scale;         ///< what the numbers were computed from
};

/// Of a triangle of a body along n, a unit vector.
[[nodiscard]] Approach approach(const TrianglePoints& triangle, const MovingFrame& frame, const Eigen::Vector3d& n);

/// The longest step with speed s + acceleration s^2 <= gap.
[[nodiscard]] double longest_step(double gap, double speed, double acceleration);

/// The same with speed s + acceleration s^2 + jerk s^3 <= gap.
[[nodiscard]] double longest_step(double gap, double speed, double acceleration, double jerk);

}  // namespace tocca::rigid
