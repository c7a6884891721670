// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tocca/deformable/mesh_query.hpp"

namespace tocca {

/// What gap is demanded of the pairs of a scene, and how it is asked.
///
/// The gap demanded of two features is the clearance plus half the thickness of each one's object. A pair that starts
/// nearer than that, such as neighbours in a fine mesh, does not count as a contact for being near: of it, a fraction of
/// its start distance is demanded.
struct MeshClearanceOptions {
    double clearance = 0.0;  ///< in units of length, beside the thicknesses of the objects
    /// Of the start distance of a pair that starts nearer than the gap: what it must keep; at least 0, less than 1. With
    /// 0 such a pair may come as near as it likes without touching.
    double near_fraction = 0.25;
    /// Whether pairs that start nearer than the gap are listed; they are counted anyway.
    bool list_near_pairs = true;
    MeshQueryOptions query = {};
};

/// A pair of features that starts nearer than the gap demanded by clearance and thickness.
struct NearPair : FeaturePair {
    double distance = 0.0;  ///< at the start, in double precision
    double gap = 0.0;       ///< what is demanded of it instead; 0: that it does not touch
};

/// The pairs that start nearer than the gap, touching ones included.
struct NearPairs {
    std::uint64_t count = 0;
    std::vector<NearPair> pairs = {};  ///< sorted by features as MeshContacts of one time, if asked for
};

/// When the first pair falls to the gap demanded of it. `touching_at_start` means features that touch, not near ones;
/// `near_at_start` that some are near, but none falls to the gap demanded of it.
struct MeshFirstApproach : MeshFirstContact {
    NearPairs near_at_start = {};
};

/// Every pair that falls to the gap demanded of it.
struct MeshApproaches : MeshContacts {
    NearPairs near_at_start = {};
};

/// The gap that clearance and thickness demand of features of two objects, which may be the same:
/// clearance + (thickness + thickness) / 2 in doubles.
[[nodiscard]] double demanded_gap(const MovingScene& scene, ObjectId a, ObjectId b, double clearance);

/// Whether any pair starts nearer than clearance and thickness demand, falls to the gap demanded of it during the step,
/// or crosses at the start. The pairs are those of the verb without a clearance.
///
/// The rule for near pairs: if the distance at the start is at most the gap G of the pair's objects, then g =
/// near_fraction * d is demanded instead, d the start distance in double precision; and if the distance at the start is
/// not above g either (it is 0, or vanishes in rounding), that the pair does not touch. So g depends on the pair's start
/// alone.
///
/// Guarantee: exact for the doubles given, as falls_to_clearance: a pair counts if its distance is at most G (at most g)
///            at some time of the step; for any number of threads, any SIMD target and any shape of the tree.
///            With neither clearance nor thickness, the answer of the verb without a clearance.
/// Throws:    as the verbs without a clearance; std::invalid_argument for a clearance that is negative or not finite,
///            and for a fraction outside [0, 1).
/// Source:    docs/deformable_steps.md.
[[nodiscard]] bool collides(const MovingScene& scene, const MeshClearanceOptions& options);

/// The first time at which a pair falls to the gap demanded of it, and the pair: the one that MeshApproaches begin with.
/// The contact's place is half-way between the closest points, its normal from the second to the
/// first, as in falls_to_clearance.
[[nodiscard]] MeshFirstApproach first_contact(const MovingScene& scene, const MeshClearanceOptions& options);

/// Every pair that falls to the gap demanded of it, each with its first time.
[[nodiscard]] MeshApproaches all_contacts(const MovingScene& scene, const MeshClearanceOptions& options);

}  // namespace tocca
