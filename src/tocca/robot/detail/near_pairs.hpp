// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tocca/rigid/usable_threshold.hpp"
#include "tocca/robot/detail/checker_data.hpp"
#include "tocca/robot/detail/link_boxes.hpp"
#include "tocca/robot/detail/robot_motion.hpp"

namespace tocca::robot::detail {

/// Two shapes whose boxes meet, and from which time.
struct NearShapes {
    RobotChecker::Data::ShapeId a = 0;  ///< of a link
    RobotChecker::Data::ShapeId b = 0;  ///< of a link or an object
    double clearance = 0.0;
    double from = 0.0;  ///< the shapes are apart, by their clearance and twice the threshold, up to here
};

/// The threshold of a pair: as given, or 1e-5 of the smaller diameter, but no less than rounding can resolve.
[[nodiscard]] rigid::UsableThreshold pair_threshold(const RobotChecker::Data::Demand& demand, const RobotMotion& motion,
                                                    const RobotChecker::Data::Shape& a,
                                                    const RobotChecker::Data::Shape& b);

/// A box of each shape of a link that holds it, with its padding, at all times, in the root's frame.
///
/// Guarantee: it holds every computed place too, and all that is within four errors of it.
[[nodiscard]] std::vector<PointBox> swept_boxes(const RobotChecker::Data& data, const RobotMotion& motion);

/// The broad phase: all pairs of shapes to check that may come near each other by `until`, judged by boxes: of every
/// shape over each of some spans of time, in the root's frame, and for links in the frame of what moves both.
[[nodiscard]] std::vector<NearShapes> near_pairs(const RobotChecker::Data& data, const RobotMotion& motion,
                                                 const RobotChecker::Data::Demand& demand, double until,
                                                 BoxArithmetic arithmetic = BoxArithmetic::taylor);

}  // namespace tocca::robot::detail
