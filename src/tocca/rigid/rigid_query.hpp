// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "tocca/answer/answer.hpp"
#include "tocca/answer/options.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/rigid/rigid_body.hpp"

namespace tocca {

/// Whether the motion is not proven free: exactly if `first_contact` has an outcome other than `free`. Ends as soon as
/// either is known: that triangles cross at some time or come within the threshold, or that the whole motion is free. A
/// spent budget counts as true; collision_outcome distinguishes it.
///
/// Guarantee: false is proven for the exact motion of RigidPath.
/// Throws:    as first_contact.
[[nodiscard]] bool collides(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b,
                            const RigidMotion& motion_b, const QueryOptions& options = {});

/// What `collides` knows: `free`, `undecided` where the budget is spent or the doubles cannot tell, or else `contact`,
/// whatever and whenever it is.
[[nodiscard]] Outcome collision_outcome(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b,
                                        const RigidMotion& motion_b, const QueryOptions& options = {});

/// The first contact: the motion is free up to safe_until, and there the bodies are within the threshold.
///
/// For the contact (Proof::within), toc.lower == toc.upper is a time at which the bodies are apart by at least half the
/// threshold and by at most the threshold (and clearance); with a tolerance, upper is when crossing is proven. The objects
/// are 0 and 1.
///
/// Bodies are surfaces: a body that moves inside a closed one touches nothing, unless the closed one is a solid and the
/// other starts inside (Outcome::inside). Triangles that start nearer than twice the threshold, such as those of bodies at
/// rest on each other, have their own threshold: half the distance they start at. Those that touch at the start, to
/// rounding, give Outcome::touching_at_start, with one such pair, always the same.
///
/// Guarantee: `free` and safe_until are proven for the exact motion of RigidPath. A function of the bodies, the motions
///            and the options: not of the SIMD target, nor of any query before.
/// Throws:    Error as RigidPath; Error (interrupted) on a stop request; std::invalid_argument for options that do not apply
///            or are out of range, and for an unknown target.
/// Cost:      about 0.1 ms for bodies of 50,000 triangles.
[[nodiscard]] Answer first_contact(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b,
                                   const RigidMotion& motion_b, const QueryOptions& options = {});

/// The largest time up to which the motion is proven free, as `first_contact` finds it: 1 when all of it is.
[[nodiscard]] SafeStep safe_step(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b,
                                 const RigidMotion& motion_b, const QueryOptions& options = {});

/// Two bodies that are queried again and again, as in a simulation: the triangles that touched last are tried first,
/// and what cannot touch before them is dropped at once.
///
/// Guarantee: the answers are those of the free function, whatever was queried before; only their cost changes.
/// Assumes:   the bodies outlive it. One thread at a time.
class RigidPair {
public:
    RigidPair(const RigidBody& a, const RigidBody& b) : a_(a), b_(b) {}

    [[nodiscard]] Answer first_contact(const RigidMotion& motion_a, const RigidMotion& motion_b,
                                       const QueryOptions& options = {});

private:
    const RigidBody& a_;
    const RigidBody& b_;
    std::optional<std::array<std::uint32_t, 2>> touched_last_;  // primitives of a and b
};

}  // namespace tocca
