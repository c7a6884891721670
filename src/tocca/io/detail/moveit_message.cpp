// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/moveit_message.hpp"

#include <array>
#include <cmath>
#include <set>
#include <string>

#include "tocca/io/detail/excerpt.hpp"
#include "tocca/robot/quaternion_length.hpp"

namespace tocca::io::detail {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;

template <std::size_t count>
std::array<double, count> numbers(const DocumentPlace& place, const std::array<std::string_view, count>& names)
{
    std::array<double, count> values = {};
    if (place.is_map()) place.know(std::span<const std::string_view>(names));
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = place.is_map() ? place.at(names[i]).number() : place.at(i, count).number();
    }
    return values;
}

Eigen::Matrix3d moveit_rotation(const DocumentPlace& place)
{
    const auto q = numbers<4>(place, {"x", "y", "z", "w"});
    if (q == std::array{0.0, 0.0, 0.0, 0.0}) return Eigen::Matrix3d::Identity();
    const Eigen::Quaterniond rotation(q[3], q[0], q[1], q[2]);
    const double length = rotation.coeffs().norm();
    if (!can_be_normalised(length)) {
        place.fail("is a quaternion of length " + std::to_string(length) + ", not 1", ErrorCode::not_a_rotation);
    }
    if (!is_nearly_one(length)) place.note("is a quaternion of length " + std::to_string(length) + ": normalised");
    return rotation.normalized().toRotationMatrix();
}

Isometry3d pose_of(const DocumentPlace& place, std::string_view position, std::string_view orientation)
{
    place.know({position, orientation});
    Isometry3d pose = Isometry3d::Identity();
    if (const auto at = place.find(position)) pose.translation() = moveit_vector(*at);
    if (const auto turned = place.find(orientation)) pose.linear() = moveit_rotation(*turned);
    return pose;
}

/// Calls work(name, value) for each joint of two lists, in which no joint is twice.
template <class Work>
void each_joint(const DocumentPlace& joints, std::string_view names, std::string_view values, const Work& work)
{
    const std::size_t count = joints.size_of(names), others = joints.size_of(values);
    if (others != count) {
        joints.fail("has " + std::to_string(count) + " names, but " + std::to_string(others) + " elements in " +
                    std::string(values));
    }
    std::set<std::string> given;
    for (std::size_t i = 0; i < count; ++i) {
        const DocumentPlace name = joints.at(names).at(i);
        if (!given.insert(name.text()).second) name.fail("names the joint " + excerpt(name.text()) + " again");
        work(name, joints.at(values).at(i));
    }
}

}  // namespace

Vector3d moveit_vector(const DocumentPlace& place)
{
    const auto values = numbers<3>(place, {"x", "y", "z"});
    return {values[0], values[1], values[2]};
}

Isometry3d moveit_pose(const DocumentPlace& place) { return pose_of(place, "position", "orientation"); }

Isometry3d moveit_transform(const DocumentPlace& place) { return pose_of(place, "translation", "rotation"); }

JointState moveit_robot_state(const DocumentPlace& place)
{
    // is_diff is true in whole scenes too: what is not given is as it was before.
    place.know({"joint_state", "multi_dof_joint_state", "attached_collision_objects", "is_diff"});
    JointState state{.skips_unknown = true};
    if (const auto joints = place.find("joint_state")) {
        joints->know({"header", "name", "position", "velocity", "effort"});
        each_joint(*joints, "name", "position", [&](const DocumentPlace& name, const DocumentPlace& position) {
            state.joints.push_back({name.text(), {position.number()}, name.place()});
        });
    }
    if (const auto joints = place.find("multi_dof_joint_state")) {
        joints->know({"header", "joint_names", "transforms", "twist", "wrench"});
        each_joint(*joints, "joint_names", "transforms", [&](const DocumentPlace& name, const DocumentPlace& pose) {
            state.placements.push_back({name.text(), moveit_transform(pose), name.place()});
        });
    }
    return state;
}

std::string moveit_frame(const DocumentPlace& place)
{
    const auto header = place.find("header");
    if (header) header->know({"seq", "stamp", "frame_id"});
    const auto frame = header ? header->find("frame_id") : std::nullopt;
    if (!frame) return {};
    // Old programs write "/world" for "world".
    return frame->text().starts_with('/') ? frame->text().substr(1) : frame->text();
}

}  // namespace tocca::io::detail
