// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>

#include "support/robot_measurements.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::bench {

/// A test of single configurations, of whatever library.
using StaticTest = std::function<bool(const Eigen::VectorXd& configuration)>;

/// The first of so many configurations at equal times, from the first to the last, that the test says to touch. Misses what
/// happens in between.
///
/// Assumes: at least 2 poses.
[[nodiscard]] std::optional<double> first_contact_by_samples(const Robot& robot, const StaticTest& touches,
                                                             const JointMotion& motion, std::size_t poses);

/// What samples and distances say about answers of first_contact_method.
struct RobotCheck {
    std::size_t poses = 0;     ///< tested, of times that are said to be free
    std::size_t touching = 0;  ///< of these, according to the test
    std::size_t apart = 0;     ///< contacts whose two shapes are further from each other than the threshold
    double farthest = 0.0;     ///< distance of the two shapes at a contact
};
/// `poses` of each motion, from its start to the end of what is said to be free. Motions that touch from the start say
/// nothing, nor do distances where no threshold is given.
[[nodiscard]] RobotCheck check(const RobotChecker& checker, const std::optional<double>& threshold,
                               const StaticTest& touches, std::span<const JointMotion> motions,
                               const RobotMeasurement& measured, std::size_t poses);

}  // namespace tocca::bench
