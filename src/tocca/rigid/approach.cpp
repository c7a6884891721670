// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/approach.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

namespace tocca::rigid {

using Eigen::Vector3d;

Approach approach(const TrianglePoints& triangle, const MovingFrame& frame, const Vector3d& n)
{
    const Vector3d turn = n.cross(frame.angular_velocity);
    double fastest = -std::numeric_limits<double>::infinity(), far = 0.0;
    for (const Point& corner : triangle) {
        const Vector3d arm = Vector3d(corner[0], corner[1], corner[2]) - frame.pivot;
        fastest = std::max(fastest, turn.dot(arm));
        far = std::max(far, arm.squaredNorm());
    }
    far = std::sqrt(far) * (1.0 + 0x1p-40) + frame.pivot_error;
    return {.speed = n.dot(frame.velocity) + fastest + turn.norm() * frame.pivot_error * (1.0 + 0x1p-40) +
                     frame.velocity_error + frame.turn_error * far,
            .drift = n.dot(frame.drift) + frame.pivot_speed + frame.speed * far + frame.velocity_error +
                     frame.turn_error * far,
            .acceleration = 0.5 * (frame.pivot_acceleration + frame.acceleration * far),
            .jerk = (frame.pivot_jerk + frame.jerk * far) / 6.0,
            .scale = frame.velocity.cwiseAbs().sum() + frame.drift.cwiseAbs().sum() + frame.pivot_speed +
                     frame.speed * far + frame.angular_velocity.cwiseAbs().sum() * far};
}

double longest_step(double gap, double speed, double acceleration)
{
    const double root = std::sqrt(speed * speed + 4.0 * acceleration * gap);
    const double denominator = speed + root + 0x1p-48 * (std::abs(speed) + root);
    return denominator > 0.0 ? 2.0 * gap / denominator : 2.0;
}

// No step is longer than without the jerk, so its share in the longest of those bounds its share in any.
double longest_step(double gap, double speed, double acceleration, double jerk)
{
    const double step = std::min(2.0, longest_step(gap, speed, acceleration));
    return jerk > 0.0 ? longest_step(gap, speed, acceleration + jerk * step * (1.0 + 0x1p-40)) : step;
}

}  // namespace tocca::rigid
