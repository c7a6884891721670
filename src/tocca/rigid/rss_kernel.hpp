// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "tocca/bvh/rss_tree.hpp"
#include "tocca/rigid/body_motion.hpp"

namespace tocca::rigid {

/// A volume of one body against the eight volumes of a node of another, at a time: all that the lanes need, in the frame
/// of the first volume (its centre, u, v and u x v), as floats in a unit chosen for this question.
struct RssQuestion {
    double unit;      ///< a power of two, of about the size of the volumes; 1 unless they are very small or large
    float node_unit;  ///< that of the node's lengths
    /// How the node's coordinates become those of the frame.
    std::array<std::array<float, 3>, 3> rotation;
    std::array<float, 3> offset;
    float half_u, half_v, radius;
    /// The volume is that of a triangle, with these corners in the plane of the frame; its sides' outward normals there, and
    /// how far it reaches along each. It fills at most half of its rectangle, so this separates it from what is in the other.
    bool triangle;
    std::array<std::array<float, 2>, 3> corners, side_normals;
    std::array<float, 3> side_reaches;
    /// What to take off every gap: the level that counts as contact, the first radius, and rounding.
    float level;
    /// The node's origin from the pivot of its body.
    std::array<float, 3> from_pivot;
    /// Velocity of the first centre minus that of the node's pivot; the same of the drifts.
    std::array<float, 3> closing, drift;
    std::array<float, 3> first_turn, node_turn;  ///< angular velocities
    /// Of the first volume: the largest difference from the drift, half the largest acceleration at the time, and a sixth
    /// of the largest jerk; with the parts of the node's that do not depend on the lane.
    float first_speed, first_acceleration, first_jerk;
    /// Of the node's body, for each unit of distance from the pivot.
    float node_speed, node_acceleration, node_jerk;
    /// What to add to the closing speeds for rounding.
    float closing_error, drift_error;
    bool node_turns;
    bool jerks;  ///< whether any of the jerks is not zero
};

/// Proven bounds, per lane.
struct RssAnswer {
    /// The volumes are further apart than the level, by this many units of the question; not positive: perhaps not.
    alignas(32) RssNode::Lanes gap;
    /// They stay further apart than the level for this long, at least; capped at 2.
    alignas(32) RssNode::Lanes step;
};

/// A volume, its body's motion at the time, and for how near it counts as in contact.
struct RssQuery {
    const Rss& volume;
    const MovingFrame& frame;
    /// The level: distance of contact plus the errors of both bodies' places.
    double level;
    /// The corners of the triangle that the volume is of, in body coordinates, if it is of one.
    const std::array<Eigen::Vector3d, 3>* triangle = nullptr;
};

/// Guarantee: what a kernel answers is proven. With u = 2^-24 and S the sum of |offset|_1, the node's extent and the first
///            volume's half lengths and radius: a coordinate of a centre in the frame is wrong by at most 6 u S (its
///            rotation is rounded, three products and sums, the offset), one of an axis by 9 u; a unit direction n, taken
///            as exact, gives n.c within 17 u S and each half length's part within 23 u of it; sums and the norm of n,
///            axes of the frame that are orthonormal within 4 u only, and corners of a triangle add less than 60 u S. All is
///            below 128 u S, which `level` contains. Speeds are bounded in the same way, by 128 u times the sum of their
///            parts. What is lost where products fall below 2^-126, at most 2^-150 of the unit each and 2^-74 in the root of
///            a sum of them, is added besides.
[[nodiscard]] RssQuestion rss_question(const RssQuery& first, const RssNode& node, const MovingFrame& node_frame);

/// The kernel for one SIMD target.
struct RssKernel {
    std::string_view name;
    void (*answer)(const RssQuestion& question, const RssNode& node, RssAnswer& answer);
};

/// The kernel of that name; the best one for an empty name.
///
/// Guarantee: all kernels give the same answers.
/// Throws:    std::invalid_argument for a name that is unknown or that this machine cannot run.
[[nodiscard]] const RssKernel& rss_kernel(const std::string& name);

}  // namespace tocca::rigid
