// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

namespace tocca::scenes {

/// From 0 in the first frame to 1 in the last one.
[[nodiscard]] inline double frame_time(int frame, int frames) { return static_cast<double>(frame) / (frames - 1); }

/// 0 up to 0, 1 from 1 on, smooth between.
[[nodiscard]] inline double smooth_step(double x)
{
    x = std::clamp(x, 0.0, 1.0);
    return x * x * (3 - 2 * x);
}

[[nodiscard]] inline Eigen::Vector3d turned_about_z(const Eigen::Vector3d& v, double angle)
{
    const double c = std::cos(angle), s = std::sin(angle);
    return {c * v.x() - s * v.y(), s * v.x() + c * v.y(), v.z()};
}

}  // namespace tocca::scenes
