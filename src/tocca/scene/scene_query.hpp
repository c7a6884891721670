// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tocca/answer/answer.hpp"
#include "tocca/answer/contact_islands.hpp"
#include "tocca/answer/free_times.hpp"
#include "tocca/answer/options.hpp"
#include "tocca/scene/scene.hpp"

namespace tocca {

/// Whether the step is not proven free: true if and only if `first_contact` has an outcome other than `free`.
///
/// Throws: as first_contact.
[[nodiscard]] bool collides(const Scene& scene, const QueryOptions& options = {});

/// The outcome behind `collides`: `contact` if anything is known to touch, or to cross, be inside or be near at the
/// start; otherwise `undecided` if any two parts are; otherwise `free`.
[[nodiscard]] Outcome collision_outcome(const Scene& scene, const QueryOptions& options = {});

/// The first contact of any two parts, of whatever kinds.
///
/// Contacts between deforming meshes are exact. All others are certified, like those of two rigid bodies, for both
/// motions as they are: a vertex on its straight line, a body that turns, a link on its curve; contact is within a
/// threshold (Proof::within). The gap demanded of two objects is the clearance plus half the thickness of each. What
/// starts nearer is near at the start, and must keep part of its distance by the rule of its kind.
///
/// Of several contacts at the same time, certified ones come before exact ones; then the order is by objects.
/// Answer::pair is set where bodies or links are involved, and for contacts of meshes. If meshes cross at the start,
/// `contact` is their first contact if nothing else touches.
///
/// Guarantee: `free` and safe_until are proven. The answer depends only on the scene and the options, whatever the
///            number of threads, the SIMD target, the order in which parts were moved and any earlier queries, unless
///            the budget of a pair is spent.
/// Throws:    std::invalid_argument for options out of range, for `ignored_pairs` of two links of one robot, and unless
///            floating_point_as_assumed(); Error (not_finite) for a mesh with coordinates beyond 1e15 in a scene with
///            bodies, robots or solids; Error (joint_limit); Error (interrupted).
[[nodiscard]] Answer first_contact(const Scene& scene, const QueryOptions& options = {});

/// Every contact: between meshes, every pair of features that touches, with the bracket of its first time; between two
/// objects that are not both meshes, their first contact. The list is sorted by time, then as in first_contact.
///
/// Throws: as first_contact; Error (too_many_contacts).
[[nodiscard]] Answers all_contacts(const Scene& scene, const QueryOptions& options = {});

/// How far all parts may move before the next step; Scene::advance(step) moves them there.
///
/// Guarantee: the step is proven free. For deforming meshes against each other, so is the straight-line motion to the
///            rounded positions that `advance` produces. For bodies, links and meshes near them, the threshold covers
///            the rounding of these positions.
[[nodiscard]] SafeStep safe_step(const Scene& scene, const QueryOptions& options = {});

/// Whether any edge and face of the deforming meshes, without a common vertex, have a point in common at a time of the
/// step, in [0, 1]; touching counts.
///
/// This is a static test of one instant. If two triangles without a common vertex intersect, an edge of one meets the
/// other; so too with one common vertex, unless they meet in that vertex only. Two triangles with a common edge have no
/// such pair; they are left to the vertex-face and edge-edge pairs of all_contacts, as are pairs without a face (two
/// loose edges).
///
/// The options that apply are those that ignore pairs (except `accept`, which is about other pairs) and those about
/// running the query.
///
/// Guarantee: exact for the positions (1 - t) start + t end in real numbers, for any number of threads.
/// Throws:    Error (interrupted) on a stop request; std::invalid_argument for a time outside [0, 1], for options that
///            do not apply or are out of range, for a scene without a deforming mesh, and unless
///            floating_point_as_assumed().
[[nodiscard]] bool intersects(const Scene& scene, double time, const QueryOptions& options = {});

/// All edges and faces for which `intersects` is true, each pair once, sorted by the edge (object, vertices), then the
/// face (object, vertices). If any of them crosses at time 0, the outcome of the step is `crossing_at_start`.
///
/// Throws: as intersects; Error (too_many_contacts) for more than max_contacts.
[[nodiscard]] std::vector<Intersection> intersections(const Scene& scene, double time,
                                                      const QueryOptions& options = {});

/// Lists all pairs of features of the deforming meshes that are at most `distance` apart at one end of the step, time 0
/// or 1: a vertex and a face that it is not a corner of, or two edges without a common vertex. Half the thickness of
/// each part is added to this limit. Each pair has closest points, a normal and a multiplicity by which each contact
/// can be counted once (FeaturePair::Near). The list is sorted by kind and features.
///
/// The options that apply are those that ignore pairs, `max_contacts`, and those about running the query.
///
/// Guarantee: a pair is listed if and only if its distance, in real numbers, is at most the limit. The list is the same
///            for any number of threads and any SIMD target.
/// Throws:    Error (too_many_contacts, interrupted); std::invalid_argument for a time other than 0 and 1, for a
///            distance that is negative or not finite, for options that do not apply, for a scene without a deforming
///            mesh, and unless floating_point_as_assumed().
/// Source:    docs/near_pairs.md.
[[nodiscard]] std::vector<FeaturePair::Near> near_pairs(const Scene& scene, double distance, double time,
                                                        const QueryOptions& options = {});
/// The same, overwriting `pairs` and reusing its memory.
void near_pairs(const Scene& scene, double distance, double time, const QueryOptions& options,
                std::vector<FeaturePair::Near>& pairs);

/// How far each vertex of the deforming meshes, by part and vertex, may move from its position at one end of the step,
/// time 0 or 1: at most half of `distance`. Other parts have no entries.
///
/// Guarantee: if all vertices move at once in straight lines, in any directions, each by less than its radius, then no
///            features of deforming meshes that the options let pass touch (or come as near as half the thickness of each part, added). A vertex
///            of a pair that already does so has radius 0 and must stay. Edges that pass through faces are not
///            detected.
/// Throws:    as near_pairs.
[[nodiscard]] std::vector<std::vector<double>> free_radii(const Scene& scene, double distance, double time,
                                                          const QueryOptions& options = {});

/// How far each vertex, by part and vertex, may move, as a fraction of its own motion; Scene::advance(fractions) moves
/// them there. A vertex away from all contacts moves all the way, so that one tight spot does not hold back the whole
/// scene.
///
/// The vertices of an island of contacts share a fraction (see contact_islands; vertices at rest connect nothing).
/// Where that brings them into contact with other vertices, these join the island.
///
/// Guarantee: the straight-line motion to the rounded positions is free of contact, as after safe_step: the last search
///            checked exactly this motion. The exception is what touches at the start: it has fraction 0 and stays
///            where it is. All fractions are 1 if safe_step is 1; all are 0 if edges pass through faces at the start.
/// Throws:    as all_contacts; std::invalid_argument for a scene with bodies or robots, and for `until`.
/// Cost:      all_contacts, once more for each round; there are seldom more than four rounds.
[[nodiscard]] std::vector<std::vector<double>> safe_fractions(const Scene& scene, const QueryOptions& options = {});

/// How long each vertex, edge and face of a deforming mesh is free, according to the contacts that all_contacts
/// returned for this step. An edge that passes through a face at the start is never free, nor is the face. With bodies
/// and robots only the first contact is known, so no feature counts as free beyond it.
///
/// Throws: std::invalid_argument if the part is not a mesh, or if crossings at the start are not listed.
[[nodiscard]] FreeTimes free_times(const Scene& scene, PartId part, const Answers& contacts);

}  // namespace tocca
