// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tocca/io/detail/xml_place.hpp"
#include "tocca/robot/robot.hpp"

namespace tocca::io::detail {

/// What a URDF file says about links and joints, without shapes, each with its element.
struct UrdfTree {
    std::vector<Link> links = {};
    std::vector<XmlPlace> link_places = {};
    std::vector<Joint> joints = {};
    std::vector<XmlPlace> joint_places = {};
};

/// Reads the links and joints of a robot and checks that they make a tree.
///
/// Throws: Error with the file and the line: malformed_file, not_finite; malformed_robot for what Robot refuses.
[[nodiscard]] UrdfTree read_urdf_tree(const XmlPlace& robot);

/// The pose in an <origin>: xyz in metres, and rpy (roll, pitch, yaw in radians about the fixed axes x, y, z, in this
/// order) or quat_xyzw. The identity without an <origin>.
[[nodiscard]] Eigen::Isometry3d read_urdf_origin(const XmlPlace& owner);

}  // namespace tocca::io::detail
