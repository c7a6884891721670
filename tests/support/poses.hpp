// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>

namespace tocca::support {

/// The pose at a place, not turned.
[[nodiscard]] inline Eigen::Isometry3d at(double x, double y, double z)
{
    return Eigen::Isometry3d(Eigen::Translation3d(x, y, z));
}

}  // namespace tocca::support
