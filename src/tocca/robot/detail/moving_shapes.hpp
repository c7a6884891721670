// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "tocca/rigid/triangle_pair.hpp"
#include "tocca/rigid/usable_threshold.hpp"
#include "tocca/robot/detail/link_motion.hpp"
#include "tocca/robot/detail/near_pairs.hpp"

namespace tocca::robot::detail {

/// Two moving shapes: of a link, and of another link or an object, in the frame of what moves both.
class MovingShapes {
public:
    MovingShapes(const RobotChecker::Data& data, const RobotMotion& motion, const NearShapes& pair,
                 const RobotChecker::Data::Demand& demand, double time_tolerance = 0.0);
    MovingShapes(const MovingShapes&) = delete;
    MovingShapes& operator=(const MovingShapes&) = delete;

    [[nodiscard]] const rigid::MovingBodies& bodies() const { return bodies_; }
    [[nodiscard]] const rigid::ContactLevels& levels() const { return levels_; }
    /// Whether what comes within the threshold may be called a contact.
    [[nodiscard]] bool resolved() const { return threshold_.resolved; }
    [[nodiscard]] const RobotChecker::Data::Shape& a() const { return a_; }
    [[nodiscard]] const RobotChecker::Data::Shape& b() const { return b_; }
    /// A contact in the root's frame, with the numbers of the bodies, and at the surfaces of padded shapes.
    [[nodiscard]] Contact placed(const Contact& contact) const;
    /// Whether they are proven to touch at a time, as far as a short search finds out.
    [[nodiscard]] bool touch_at(double time) const;
    /// Whether they are not proven to be further apart than their clearance at a time, or one holds the other.
    [[nodiscard]] bool near_at_start() const;
    /// The same without regard to solids.
    [[nodiscard]] bool within_clearance_at_start() const;

private:
    const RobotChecker::Data::Shape& a_;
    const RobotChecker::Data::Shape& b_;
    LinkMotion base_;
    std::unique_ptr<const rigid::BodyMotion> motion_a_, motion_b_;
    rigid::MovingBodies bodies_;
    rigid::UsableThreshold threshold_;
    rigid::ContactLevels levels_;
};

}  // namespace tocca::robot::detail
