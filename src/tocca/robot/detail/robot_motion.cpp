// SPDX-License-Identifier: Apache-2.0
#include "tocca/robot/detail/robot_motion.hpp"

#include <algorithm>
#include <cmath>

#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/motion/rigid_path.hpp"
#include "tocca/motion/rotation.hpp"
#include "tocca/robot/detail/joint_frames.hpp"

namespace tocca::robot::detail {

using Eigen::AngleAxisd;
using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

void check(const ChainElement& element, const std::string& joint)
{
    const double far = std::max(element.start.cwiseAbs().maxCoeff(), element.velocity.cwiseAbs().maxCoeff());
    if (!(far <= RigidBody::greatest_coordinate))
        throw Error(ErrorCode::not_finite, "joint '" + joint + "' moves farther than 1e15 from its parent");
    if (!(element.angular_velocity.norm() <= RigidPath::greatest_turn))
        throw Error(ErrorCode::not_a_rotation, "joint '" + joint + "' turns by more than 2^20 radians");
}

/// The lengths among the values of a joint.
double slid(const Joint& joint, std::span<const double> values)
{
    switch (joint.type) {
        case Joint::Type::prismatic: return std::abs(values[0]);
        case Joint::Type::planar: return std::abs(values[0]) + std::abs(values[1]);
        case Joint::Type::floating: return std::abs(values[0]) + std::abs(values[1]) + std::abs(values[2]);
        default: return 0.0;
    }
}

}  // namespace

RobotMotion::RobotMotion(const Robot& robot, const JointMotion& motion)
{
    require_floating_point();
    robot.check(motion.from);
    robot.check(motion.to);
    places_.resize(robot.links().size());
    joints_above_.resize(robot.links().size());
    for (const LinkId link : robot.order()) {
        if (link == robot.root()) continue;
        const std::size_t index = *robot.joint_above(link);
        const Joint& joint = robot.joints()[index];
        const LinkId parent = *robot.parent(link);
        const auto from = robot.values_of(index, motion.from), to = robot.values_of(index, motion.to);
        joints_above_[link] = joints_above_[parent] + 1;
        if (from == to) {
            places_[link] = places_[parent];
            places_[link].pose = places_[parent].pose * joint_pose(joint, from);
            places_[link].reach += joint.origin.translation().norm() + slid(joint, from);
        } else {
            const std::size_t before = elements_.size();
            places_[link] = moved(places_[parent], joint, from, to);
            for (std::size_t i = before; i < elements_.size(); ++i) check(elements_[i], joint.name);
        }
    }
    bound_errors(robot.joints().size());
}

/// As LinkMotion has it for one link, over all elements.
void RobotMotion::bound_errors(std::size_t joints)
{
    double turn = 0.0, rest = 0.0;
    for (const ChainElement& element : elements_) turn += element.angular_velocity.norm();
    for (const ElementSums& sums : sums_) reach_ += sums.reach;
    for (const LinkPlace& place : places_) rest = std::max(rest, place.reach);
    turn_part_ = 0x1p-45 * (turn + 4.0 * (static_cast<double>(joints) + 2.0)) * (1.0 + 0x1p-40);
    reach_ = (reach_ + rest) * (1.0 + 0x1p-40);
}

LinkPlace RobotMotion::moved(const LinkPlace& below, const Joint& joint, std::span<const double> from,
                             std::span<const double> to)
{
    const Matrix3d& turned = joint.origin.linear();
    // The joint's frame at the start, and its place.
    const Isometry3d start = joint_pose(joint, from);
    ChainElement element = {.start = start.translation(), .rotation = start.linear()};
    const double slide = slid(joint, from) + slid(joint, to);
    const bool turns = joint.type == Joint::Type::ball || joint.type == Joint::Type::floating;
    const ElementSums sums = {joint.origin.translation().norm() + slide, slide, turns ? 1.0 : 0.0};
    switch (joint.type) {
        case Joint::Type::fixed: break;
        case Joint::Type::revolute:
        case Joint::Type::continuous: element.angular_velocity = turned * ((to[0] - from[0]) * joint.axis); break;
        case Joint::Type::prismatic: element.velocity = turned * ((to[0] - from[0]) * joint.axis); break;
        case Joint::Type::planar:
            element.velocity = turned * (plane_frame(joint.axis) * Vector3d(to[0] - from[0], to[1] - from[1], 0.0));
            element.angular_velocity = turned * ((to[2] - from[2]) * joint.axis);
            break;
        case Joint::Type::floating:
        case Joint::Type::ball: {
            const std::size_t first = joint.type == Joint::Type::floating ? 3 : 0;
            if (first == 3) element.velocity = turned * Vector3d(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
            element.angular_velocity =
                turned * motion::rotation_between(unit_quaternion(from.subspan(first)).toRotationMatrix(),
                                                  unit_quaternion(to.subspan(first)).toRotationMatrix());
            break;
        }
        case Joint::Type::universal: {
            // The second axis turns with the first.
            element.rotation = turned * AngleAxisd(from[0], joint.axis).toRotationMatrix();
            element.angular_velocity = turned * ((to[0] - from[0]) * joint.axis);
            const LinkPlace between = add(below, element, sums);
            return add(between,
                       {.rotation = AngleAxisd(from[1], joint.second_axis).toRotationMatrix(),
                        .angular_velocity = (to[1] - from[1]) * joint.second_axis},
                       {});
        }
    }
    return add(below, element, sums);
}

LinkPlace RobotMotion::add(const LinkPlace& below, const ChainElement& element, const ElementSums& sums)
{
    const Matrix3d turned = below.pose.linear();
    ChainElement added = {.start = below.pose * element.start,
                          .velocity = turned * element.velocity,
                          .rotation = turned * element.rotation,
                          .angular_velocity = turned * element.angular_velocity,
                          .parent = below.element};
    ElementSums all = {below.reach + sums.reach, sums.slide, sums.orientations};
    // What only slides carries all that is on it along in a straight line.
    if (added.parent != no_element && elements_[added.parent].angular_velocity.isZero(0.0)) {
        const ChainElement& carrier = elements_[added.parent];
        all.reach += sums_[added.parent].reach;
        all.slide += sums_[added.parent].slide;
        all.orientations += sums_[added.parent].orientations;
        added = {.start = carrier.start + carrier.rotation * added.start,
                 .velocity = carrier.velocity + carrier.rotation * added.velocity,
                 .rotation = carrier.rotation * added.rotation,
                 .angular_velocity = carrier.rotation * added.angular_velocity,
                 .parent = carrier.parent};
    }
    elements_.push_back(added);
    sums_.push_back(all);
    return {static_cast<ElementId>(elements_.size() - 1)};
}

ElementId RobotMotion::common_element(LinkId a, LinkId b) const
{
    // Parents have lower numbers.
    ElementId x = places_[a].element, y = places_[b].element;
    while (x != y) {
        if (x == no_element || y == no_element) return no_element;
        ElementId& lower = x > y ? x : y;
        lower = elements_[lower].parent;
    }
    return x;
}

}  // namespace tocca::robot::detail
