// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tocca {

/// A joint between two links.
struct Joint {
    /// How a joint lets its child link move relative to its parent link. Angles are in radians.
    ///
    ///     fixed        no value
    ///     revolute     an angle about the axis, between limits
    ///     continuous   an angle about the axis, any number of turns
    ///     prismatic    a length along the axis
    ///     planar       x, y in the plane across the axis and an angle about it; for the axis z these are x and y of the
    ///                  joint's frame, for others of the frame turned the shortest way from z to the axis
    ///     floating     a place x, y, z and an orientation as unit quaternion x, y, z, w
    ///     ball         an orientation as unit quaternion x, y, z, w
    ///     universal    an angle about the axis, then one about the second axis, which turns with the first
    enum class Type : unsigned char { fixed, revolute, continuous, prismatic, planar, floating, ball, universal };
    /// The range of a value.
    struct Limits {
        double lower = 0.0;
        double upper = 0.0;
    };
    /// The values are those of another joint times the multiplier, plus the offset.
    struct Mimic {
        std::string joint;
        double multiplier = 1.0;
        double offset = 0.0;
    };

    std::string name;
    Type type = Type::fixed;
    std::string parent;  ///< name of a link
    std::string child;   ///< name of a link
    /// The joint's frame in the parent link. The child's frame is the joint's when all values are zero.
    Eigen::Isometry3d origin = Eigen::Isometry3d::Identity();
    Eigen::Vector3d axis = Eigen::Vector3d::UnitX();         ///< in the joint's frame, of any length but zero
    Eigen::Vector3d second_axis = Eigen::Vector3d::UnitY();  ///< of a universal joint
    std::optional<Limits> limits = {};                       ///< of revolute and prismatic joints
    std::optional<Mimic> mimic = {};                         ///< only for joints with one value
};

/// As in URDF files.
[[nodiscard]] std::string_view to_string(Joint::Type type);

/// The largest number of values a joint has.
inline constexpr std::size_t max_joint_values = 7;
/// How many values a joint of that type has.
[[nodiscard]] std::size_t value_count(Joint::Type type);

/// The name of a value of a joint that has several, such as "x", "qw" or "angle"; empty for a single one.
[[nodiscard]] std::string_view value_name(Joint::Type type, std::size_t value);

}  // namespace tocca
