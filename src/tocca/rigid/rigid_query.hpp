// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

#include "tocca/answer/first_contact.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/rigid/rigid_body.hpp"

namespace tocca {

/// How two bodies are asked about. Only the first four have a part in the answers.
struct RigidQueryOptions {
    /// Bodies that come this near are in contact. By default 1e-5 of the diameter of the smaller body; never less than what
    /// the rounding of places can tell, see BodiesAnswer::threshold_used.
    std::optional<double> threshold = {};
    /// A gap to keep beyond the threshold: contact is at a distance of clearance + threshold.
    double clearance = 0.0;
    /// When positive, a pair of triangles that is proven to cross this soon after its free time is in contact as well,
    /// though its distance at the free time is greater than the threshold.
    double time_tolerance = 0.0;
    /// The answer is about [0, until]; a contact later than that is not looked for.
    double until = 1.0;
    /// The greatest number of steps: pairs of nodes opened and distances of triangles. Spent: `undecided`.
    std::uint64_t budget = 10'000'000;
    std::string target = {};    ///< SIMD target by name, as in BatchOptions
    std::stop_token stop = {};  ///< a stop request ends the call with Error (interrupted)
};

/// What it took.
struct RigidStatistics {
    std::uint64_t node_pairs = 0;      ///< pairs of nodes opened
    std::uint64_t node_tests = 0;      ///< distances of nodes bounded
    std::uint64_t triangle_tests = 0;  ///< distances of triangles computed
    /// Iterations of the advancement: how many bounds and distances one after the other led to the pair that took most of
    /// them, its volumes' and its own. The other numbers are of all pairs together.
    std::uint64_t iterations = 0;
};

/// What every answer about bodies holds beside the first contact: of two bodies, of a world and of a robot alike.
struct BodiesAnswer : FirstContact {
    /// Of the two triangles in contact, at toc.lower, to rounding. Others may be nearer, but none by less than half the
    /// threshold.
    double distance = 0.0;
    /// The threshold that the answer is about: the one asked for, or by default; or 16 times the greatest error of a distance
    /// where that is more. Of a world or a robot that of the bodies in question; 0 when all is free. Triangles that start
    /// within two thresholds have less.
    double threshold_used = 0.0;
    /// A time at which triangles of the two bodies are proven to cross, if one was found soon after the contact.
    std::optional<double> penetrates_at = {};
    /// Something starts nearer than the clearance: no motion that starts so is free. The outcome is `near_at_start` unless
    /// something is in contact; what starts near counts as in contact when it has come to half its distance.
    bool starts_within_clearance = false;
};

/// The first contact of two bodies.
///
/// Of the contact, toc.lower == toc.upper is a time at which the bodies are apart by at least half the threshold and by at
/// most the threshold (and clearance); with a time tolerance, upper is when crossing is proven. vertices[] and objects[]
/// name features of bodies 0 and 1: vertex-face {vertex, a, b, c}, edge-edge {a, b, c, d}.
struct RigidFirstContact : BodiesAnswer {
    RigidStatistics statistics = {};
};

/// Whether the motion is not proven free: exactly if `first_contact` has another outcome than `free`. Ends as soon as
/// either is known: that triangles cross at some time or come within the threshold, or that the whole motion is free. A
/// spent budget counts as true; collision_outcome tells it apart.
///
/// Guarantee: false is proven for the exact motion of RigidPath.
/// Throws:    as first_contact.
[[nodiscard]] bool collides(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b,
                            const RigidMotion& motion_b, const RigidQueryOptions& options = {});

/// What `collides` knows: `free`, `undecided` where the budget is spent or the doubles cannot tell, or else `contact`,
/// whatever and whenever it is.
[[nodiscard]] Outcome collision_outcome(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b,
                                        const RigidMotion& motion_b, const RigidQueryOptions& options = {});

/// The first contact: the motion is free up to safe_until, and there the bodies are within the threshold.
///
/// Surfaces touch surfaces: a body that moves within another, closed one touches nothing, unless that is a solid and the
/// first starts inside (Outcome::inside). Triangles that start nearer than twice the threshold, such as those of bodies at
/// rest on each other, have a threshold of their own: half the distance they start at. Those that touch at the start, to
/// rounding, give Outcome::touching_at_start, with one pair of them, always the same.
///
/// Guarantee: `free` and safe_until are proven for the exact motion of RigidPath. A function of the bodies, the motions
///            and the options: not of the SIMD target, nor of any query before.
/// Throws:    Error as RigidPath; Error (interrupted) on a stop request; std::invalid_argument for a threshold that is
///            not positive, for options that are negative or NaN, and for an unknown target.
/// Cost:      about 0.1 ms for bodies of 50,000 triangles.
[[nodiscard]] RigidFirstContact first_contact(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b,
                                              const RigidMotion& motion_b, const RigidQueryOptions& options = {});

/// The largest time up to which the motion is proven free, as `first_contact` finds it: 1 when all of it is.
[[nodiscard]] double safe_step(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b,
                               const RigidMotion& motion_b, const RigidQueryOptions& options = {});

/// Two bodies that are asked about again and again, as a simulation does: the triangles that touched last are tried first,
/// and what cannot touch before them is dropped at once.
///
/// Guarantee: the answers are those of the free function, whatever was asked before; only their cost changes.
/// Assumes:   the bodies outlive it. One thread at a time.
class RigidPair {
public:
    RigidPair(const RigidBody& a, const RigidBody& b) : a_(a), b_(b) {}

    [[nodiscard]] RigidFirstContact first_contact(const RigidMotion& motion_a, const RigidMotion& motion_b,
                                                  const RigidQueryOptions& options = {});

private:
    const RigidBody& a_;
    const RigidBody& b_;
    std::optional<std::array<std::uint32_t, 2>> touched_last_;  // primitives of a and b
};

}  // namespace tocca
