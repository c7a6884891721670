// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "scenes/robots.hpp"
#include "scenes/surfaces.hpp"

namespace tocca::scenes {

/// A surface as a shape, its vertices as they are.
[[nodiscard]] RobotShape shape_of(const Surface& surface);
[[nodiscard]] RobotShape shape_of(const Shape& shape);

/// A surface as a body that is moved somewhere.
[[nodiscard]] Shape placed(Shape shape, const Eigen::Isometry3d& pose);
[[nodiscard]] Shape to_shape(const Surface& surface);

/// The motions between consecutive configurations.
[[nodiscard]] std::vector<JointMotion> motions_between(const std::vector<Eigen::VectorXd>& configurations);

/// The first so many of the motions drawn that start free.
[[nodiscard]] std::vector<JointMotion> starting_free(const RobotChecker& checker, std::size_t count,
                                                     const std::function<JointMotion()>& draw);

}  // namespace tocca::scenes
