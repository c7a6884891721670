// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tocca/geometry/triangle_intersection.hpp"
#include "tocca/motion/rigid_path.hpp"
#include "tocca/rigid/rigid_body.hpp"
#include "tocca/rigid/rigid_query.hpp"

namespace tocca::support {

/// The motion of RigidPath's definition, evaluated in extended precision by another formula: what comes out is the exact
/// place rounded to doubles.
class ReferenceMotion {
public:
    explicit ReferenceMotion(const RigidMotion& motion);

    /// The primitives of a body at a time.
    [[nodiscard]] std::vector<TrianglePoints> place(const RigidBody& body, double t) const;
    [[nodiscard]] Point place(const Point& point, double t) const;

    [[nodiscard]] const RigidPath& path() const { return path_; }

private:
    using Vector = Eigen::Matrix<long double, 3, 1>;
    using Matrix = Eigen::Matrix<long double, 3, 3>;

    RigidPath path_;
    Matrix start_rotation_;
};

/// Two bodies and how they move, with all that brute force needs.
struct RigidQuestion {
    const RigidBody& a;
    const RigidMotion& motion_a;
    const RigidBody& b;
    const RigidMotion& motion_b;
    QueryOptions options = {};
};

/// The least distance of all pairs of triangles at a time, 0 when some meet; infinite for an empty body.
[[nodiscard]] double brute_force_distance(const RigidQuestion& question, double t);
/// Whether some triangles meet at a time.
[[nodiscard]] bool brute_force_meet(const RigidQuestion& question, double t);

/// How far a place or a distance computed here or by the library may be from the exact one, both bodies together.
[[nodiscard]] double rounding_margin(const RigidQuestion& question);

/// The first contact as the least of all pairs of triangles, each followed by itself from the start.
[[nodiscard]] Answer brute_force_first_contact(const RigidQuestion& question);

/// What is wrong with an answer of `first_contact`: at one of so many poses up to safe_until triangles meet or are nearer
/// than the answer says, which rounding does not explain; or the distance at the time of contact is beyond the threshold,
/// or the contact is none of the features it names. Nothing when nothing is.
[[nodiscard]] std::optional<std::string> find_fault(const RigidQuestion& question, const Answer& answer,
                                                    std::size_t poses);

/// How two answers differ, contacts at the start and crossings after a contact aside: nothing when every bit is the same.
[[nodiscard]] std::optional<std::string> find_difference(const Answer& x, const Answer& y);

}  // namespace tocca::support
