// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tocca/rigid/rigid_body.hpp"
#include "tocca/robot/joint.hpp"

namespace tocca {

/// A shape of a link or of an object in a scene.
struct RobotShape {
    /// In the coordinates of the link or of the scene's object.
    std::shared_ptr<const RigidBody> body;
    /// The shape is everything within this distance of the body: a padded point is exactly a sphere.
    double padding = 0.0;
};

/// Solids for the primitives of robot descriptions and planning scenes, placed in their link.
///
/// Boxes are exact except for the rounding of their corners; spheres and capsules are exact (a padded point or edge). A
/// cylinder, along z, is a prism of `cylinder_sides` sides around it: it exceeds the cylinder by at most 0.13 % of the
/// radius and nowhere falls short.
/// Throws: std::invalid_argument for lengths that are not positive and finite; Error if the pose is not a rigid
///         transform.
inline constexpr std::size_t cylinder_sides = 64;
[[nodiscard]] RobotShape box_shape(const Eigen::Vector3d& lengths, const Eigen::Isometry3d& pose);
[[nodiscard]] RobotShape sphere_shape(double radius, const Eigen::Isometry3d& pose);
/// A point, such as one that marks where a foot meets the ground.
[[nodiscard]] RobotShape point_shape(const Eigen::Isometry3d& pose);
[[nodiscard]] RobotShape cylinder_shape(double radius, double height, const Eigen::Isometry3d& pose);
/// `height` is the distance between the half-spheres.
[[nodiscard]] RobotShape capsule_shape(double radius, double height, const Eigen::Isometry3d& pose);
/// A mesh, scaled and then placed.
///
/// Throws: Error as RigidBody does, with the numbers and coordinates of the mesh as given; Error (malformed_mesh) also for a
///         mesh that can touch nothing.
[[nodiscard]] RobotShape mesh_shape(const TriangleMesh& mesh, const Eigen::Isometry3d& pose,
                                    const Eigen::Vector3d& scale = Eigen::Vector3d::Ones(),
                                    const RigidBodyOptions& options = {});

/// A rigid part of a robot with any number of shapes; one without shapes is just a frame.
struct Link {
    std::string name;
    std::vector<RobotShape> shapes = {};
};

using LinkId = std::uint32_t;

/// The parts of a robot.
struct RobotParts {
    /// Named values of some joints, as SRDF files define them for their groups.
    struct State {
        struct Values {
            std::string joint;
            std::vector<double> values = {};
        };
        std::string name;
        std::string group = {};  ///< joints that belong together; several groups may have a state of one name
        std::vector<Values> joints = {};
    };
    /// Two links whose contacts are not reported.
    struct NamedPair {
        std::string a, b, reason;
    };

    std::string name = {};
    std::vector<Link> links = {};
    std::vector<Joint> joints = {};
    /// In addition to those always allowed: links joined by a joint, and links that nothing moves relative to each other.
    std::vector<NamedPair> allowed = {};
    std::vector<State> states = {};
};

/// Links connected by joints to a tree, checked once. It is immutable: any number of threads may use one. A robot
/// that was moved from can be assigned to; poses and checkers refuse it (std::invalid_argument).
///
/// A configuration is a vector of all values of all joints that have some of their own, joint by joint in the order in
/// which they were given; mimic joints have none.
class Robot {
public:
    /// Two links whose contacts are not reported, and why; the lower number first.
    struct AllowedPair {
        LinkId a = 0;
        LinkId b = 0;
        /// "adjacent", "rigid" (nothing moves between them, and both have shapes), "attached", or as a file or a user says
        std::string reason;
    };

    /// Throws: Error (malformed_robot) for names that are missing or not unique, joints of links that do not exist, a link
    ///         with two parents, a cycle, more than one root, an axis of length zero, a mimic joint of no joint or in a
    ///         circle, a state of a joint that does not exist or with another number of values than it has; the sentence
    ///         names the link or joint. Error (not_a_rotation, not_finite) for origins that are
    ///         not rigid transforms.
    explicit Robot(RobotParts parts);

    [[nodiscard]] bool moved_from() const { return links_.empty(); }
    [[nodiscard]] const std::string& name() const { return name_; }
    /// As given.
    [[nodiscard]] std::span<const Link> links() const { return links_; }
    [[nodiscard]] std::span<const Joint> joints() const { return joints_; }
    [[nodiscard]] std::span<const RobotParts::State> states() const { return states_; }
    [[nodiscard]] std::optional<LinkId> find_link(const std::string& name) const;
    [[nodiscard]] std::optional<std::size_t> find_joint(const std::string& name) const;
    [[nodiscard]] LinkId root() const { return root_; }
    /// The joint above a link; none for the root.
    [[nodiscard]] std::optional<std::size_t> joint_above(LinkId link) const;
    [[nodiscard]] std::optional<LinkId> parent(LinkId link) const;
    /// The lowest common ancestor of two links; a link counts as its own ancestor.
    [[nodiscard]] LinkId common_ancestor(LinkId a, LinkId b) const;
    /// Sorted, each pair once, with its first reason.
    [[nodiscard]] std::span<const AllowedPair> allowed_pairs() const { return allowed_; }
    [[nodiscard]] bool allowed(LinkId a, LinkId b) const;

    /// The length of a configuration.
    [[nodiscard]] std::size_t value_count() const { return value_count_; }
    /// Where the values of a joint begin in a configuration; for a mimic joint those of the joint it follows.
    [[nodiscard]] std::size_t first_value(std::size_t joint) const { return first_value_.at(joint); }
    /// The name of a value: the joint's, followed for joints with several by a full stop and value_name.
    [[nodiscard]] std::string value_name(std::size_t value) const;
    /// All joints at zero; quaternions are the identity.
    [[nodiscard]] Eigen::VectorXd zero() const;
    /// A sentence about the first value that is outside the limits of a joint, if any.
    [[nodiscard]] std::optional<std::string> limit_broken(const Eigen::VectorXd& configuration) const;

    /// The poses of all links, the root's being the identity, to rounding.
    ///
    /// Throws: std::invalid_argument for a configuration of another length; Error (not_finite) for NaN and infinity;
    ///         Error (not_a_rotation) for quaternions whose length is not within 0.5 and 2; they are normalised.
    [[nodiscard]] std::vector<Eigen::Isometry3d> poses(const Eigen::VectorXd& configuration) const;

    [[nodiscard]] std::size_t triangle_count() const;

    /// Links, parents before children.
    [[nodiscard]] std::span<const LinkId> order() const { return order_; }
    /// The values of a joint, as many as it has; those of a mimic joint follow from another's.
    ///
    /// Assumes: a configuration as `check` accepts it.
    [[nodiscard]] std::array<double, max_joint_values> values_of(std::size_t joint,
                                                                 const Eigen::VectorXd& configuration) const;
    /// Throws: as poses, but for quaternions.
    void check(const Eigen::VectorXd& configuration) const;

private:
    void hang_up(const std::map<std::string, std::size_t>& link_numbers);
    void number_values(const std::map<std::string, std::size_t>& joint_numbers);
    void allow_pairs(std::span<const RobotParts::NamedPair> named,
                     const std::map<std::string, std::size_t>& link_numbers);
    void check_states() const;

    std::string name_;
    std::vector<Link> links_;
    std::vector<Joint> joints_;
    std::vector<RobotParts::State> states_;
    std::vector<AllowedPair> allowed_;
    LinkId root_ = 0;
    std::vector<std::optional<std::size_t>> joint_above_;  // of each link
    std::vector<LinkId> parent_;                           // of each link; the root's own for the root
    std::vector<std::uint32_t> depth_;                     // of each link
    std::vector<LinkId> order_;                            // parents before children
    std::vector<std::size_t> first_value_;                 // of each joint
    struct Follows {
        double multiplier;
        double offset;
    };
    std::vector<Follows> follows_;  // of each joint: what it makes of the value of the joint it mimics
    std::size_t value_count_ = 0;
};

}  // namespace tocca
