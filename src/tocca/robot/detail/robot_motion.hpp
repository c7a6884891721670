// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tocca/robot/detail/link_boxes.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::robot::detail {

/// Where a link is: at rest in the frame of an element.
struct LinkPlace {
    ElementId element = no_element;  ///< none: at rest in the root
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    /// All lengths that the place is a sum of: more than its own where some cancel.
    double reach = 0.0;
};

/// The sums of all lengths that the start and the velocity of an element were added up from; rounding errors scale with
/// these.
struct ElementSums {
    double reach = 0.0;
    double slide = 0.0;
    double orientations = 0.0;  ///< how many turns are a difference of two orientations: wrong by as much as these
};

/// A motion of a robot as a tree of moving frames: joints that stay as they are, and those before anything turns, leave
/// no frame of their own.
///
/// The exact motion, which answers are about, is that of the joints' origins, axes and values as doubles, every rotation
/// taken as the nearest exact one; what is computed here and from here is within the errors that LinkMotion states.
class RobotMotion {
public:
    /// Throws: std::invalid_argument for configurations of another length; Error as Robot::poses; Error (not_a_rotation) for
    ///         turns of more than RigidPath::greatest_turn; Error (not_finite) for places further out than
    ///         RigidBody::greatest_coordinate.
    RobotMotion(const Robot& robot, const JointMotion& motion);

    [[nodiscard]] const std::vector<ChainElement>& elements() const { return elements_; }
    [[nodiscard]] const ElementSums& sums(ElementId element) const { return sums_[element]; }
    [[nodiscard]] const LinkPlace& place(LinkId link) const { return places_[link]; }
    /// How many joints there are from the root to a link.
    [[nodiscard]] std::uint32_t joints_above(LinkId link) const { return joints_above_[link]; }
    /// A bound on the error of the place of any point of a link, at most `radius` from the origin of the link's frame, in the
    /// frame of any element above it.
    [[nodiscard]] double place_error(double radius) const { return turn_part_ * (reach_ + radius); }
    /// The lowest element that moves both links; none: the root.
    [[nodiscard]] ElementId common_element(LinkId a, LinkId b) const;

private:
    void bound_errors(std::size_t joints);
    /// Adds an element below a place; its motion is given in the frame of that place.
    LinkPlace add(const LinkPlace& below, const ChainElement& element, const ElementSums& sums);
    LinkPlace moved(const LinkPlace& below, const Joint& joint, std::span<const double> from,
                    std::span<const double> to);

    std::vector<ChainElement> elements_;
    std::vector<ElementSums> sums_;  // of each element
    std::vector<LinkPlace> places_;
    std::vector<std::uint32_t> joints_above_;
    double turn_part_ = 0.0, reach_ = 0.0;
};

}  // namespace tocca::robot::detail
