// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tocca/answer/answer.hpp"
#include "tocca/answer/contact_islands.hpp"
#include "tocca/answer/free_times.hpp"
#include "tocca/answer/options.hpp"
#include "tocca/scene/scene.hpp"

namespace tocca {

/// Whether the step is not proven free: exactly if `first_contact` has an outcome other than `free`.
///
/// Throws: as first_contact.
[[nodiscard]] bool collides(const Scene& scene, const QueryOptions& options = {});

/// What `collides` knows: `contact` if anything is known to touch, cross, be inside or near at the start; else `undecided` if
/// any two parts are; else `free`.
[[nodiscard]] Outcome collision_outcome(const Scene& scene, const QueryOptions& options = {});

/// The first contact of any two parts, of whatever kinds.
///
/// Deforming meshes against each other are exact. All else is certified, as two rigid bodies are: both
/// motions as they are, a vertex on its straight line, a body that turns, a link on its curve; contact is within a threshold
/// (Proof::within). The gap demanded of two objects is the clearance and half the thickness of both; what starts nearer is
/// near at the start, and keeps a part of its distance by the rule of its kind.
///
/// Of several contacts at one time those that are certified come before exact ones; then objects count. Answer::pair is set
/// where bodies or links are involved, and for contacts of meshes. If meshes cross at the start, `contact` is their
/// first if nothing else touches.
///
/// Guarantee: `free` and safe_until are proven. A function of the scene and the options, whatever the number of threads, the
///            SIMD target, the order in which parts were moved and any earlier queries; unless the budget of a pair is
///            spent.
/// Throws:    std::invalid_argument for options out of range, for `ignored_pairs` of two links of one robot, and unless
///            floating_point_as_assumed(); Error (not_finite) for a mesh with coordinates beyond 1e15 in a scene with bodies,
///            robots or solids; Error (joint_limit); Error (interrupted).
[[nodiscard]] Answer first_contact(const Scene& scene, const QueryOptions& options = {});

/// Every contact: between meshes, every pair of features that touches, with the bracket of its first time; between two
/// objects that are not both meshes, the first one. Sorted by time as first_contact says.
///
/// Throws: as first_contact; Error (too_many_contacts).
[[nodiscard]] Answers all_contacts(const Scene& scene, const QueryOptions& options = {});

/// How far all parts may move: to Scene::advance(step).
///
/// Guarantee: the step is proven free. So is, for deforming meshes against each other, the motion in straight lines to the
///            rounded positions that `advance` produces; bodies, links and meshes near them are there within the rounding
///            that their threshold allows for.
[[nodiscard]] SafeStep safe_step(const Scene& scene, const QueryOptions& options = {});

/// Whether, of the deforming meshes, any edge and face without a common vertex have a point in common at a time of the step,
/// in [0, 1]; touching counts.
///
/// This is a static test, of one instant. Two triangles without a common vertex that intersect do so by an edge of the one in
/// the other; two with one common vertex likewise, unless they meet in that vertex only; two with a common edge have
/// no such pair, and are left to the vertex-face and edge-edge pairs of all_contacts, as are pairs without a face (two
/// loose edges).
///
/// Of the options, those that ignore pairs apply (except `accept`, which is about other pairs), and those about running the
/// query.
///
/// Guarantee: exact for the positions (1 - t) start + t end in real numbers, for any number of threads.
/// Throws:    Error (interrupted) on a stop request; std::invalid_argument for a time outside [0, 1], for options that
///            do not apply or are out of range, for a scene without a deforming mesh, and unless
///            floating_point_as_assumed().
[[nodiscard]] bool intersects(const Scene& scene, double time, const QueryOptions& options = {});

/// All of them, each edge with each face once, sorted by the edge (object, vertices), then the face (object, vertices).
/// With those that cross at time 0 the step is `crossing_at_start`.
///
/// Throws: as intersects; Error (too_many_contacts) for more than max_contacts.
[[nodiscard]] std::vector<Intersection> intersections(const Scene& scene, double time,
                                                      const QueryOptions& options = {});

/// Of the deforming meshes, all pairs of features that are at most `distance` apart at one end of the step, time 0 or 1: a
/// vertex and a face that it is no corner of, two edges without a common vertex. Half the thickness of both parts is added to
/// the distance. With closest points, normals and what it takes to count each contact once (FeaturePair::Near). Sorted by
/// kind and features.
///
/// Of the options, those that ignore pairs apply, `max_contacts`, and those about running the query.
///
/// Guarantee: a pair is listed exactly if its distance, in real numbers, is at most that. The same list for any number of
///            threads and any SIMD target.
/// Throws:    Error (too_many_contacts, interrupted); std::invalid_argument for another time, for a distance that is negative
///            or not finite, for options that do not apply, for a scene without a deforming mesh, and unless
///            floating_point_as_assumed().
/// Source:    docs/near_pairs.md.
[[nodiscard]] std::vector<FeaturePair::Near> near_pairs(const Scene& scene, double distance, double time,
                                                        const QueryOptions& options = {});
/// The same in place of what `pairs` held, in its memory.
void near_pairs(const Scene& scene, double distance, double time, const QueryOptions& options,
                std::vector<FeaturePair::Near>& pairs);

/// By part and vertex, how far each vertex of the deforming meshes may go from where it is at one end of the step, time 0 or
/// 1: at most half of `distance`. Other parts have no entries.
///
/// Guarantee: if every vertex moves in a straight line by less than its radius, in any direction, all at once, no features of
///            deforming meshes touch (or come as near as half the thickness of both parts). A vertex of a pair that does
///            so already has radius 0 and has to stay. Edges that pass through faces are not looked for.
/// Throws:    as near_pairs.
[[nodiscard]] std::vector<std::vector<double>> free_radii(const Scene& scene, double distance, double time,
                                                          const QueryOptions& options = {});

/// By part and vertex, how far each vertex may go, as a fraction of its own motion: to Scene::advance(fractions). What is near
/// no contact goes all the way, so that one tight spot does not hold back a whole scene.
///
/// The vertices of an island of contacts share a fraction (contact_islands, where what rests connects nothing); where that
/// brings them into contact with others, these join the island.
///
/// Guarantee: the motion in straight lines to the rounded positions is free of contact, as after safe_step: it was searched.
///            But what touches at the start has fraction 0 and stays as it is. All are 1 if safe_step is 1; all are 0 where
///            edges pass through faces at the start.
/// Throws:    as all_contacts; std::invalid_argument for a scene with bodies or robots, and for `until`.
/// Cost:      all_contacts, and once more for each round, of which there are seldom more than four.
[[nodiscard]] std::vector<std::vector<double>> safe_fractions(const Scene& scene, const QueryOptions& options = {});

/// How long each vertex, edge and face of a deforming mesh is free, by the contacts that all_contacts returned for this
/// step. An edge that passes through a face at the start is never free, nor is the face. Of bodies and robots only the first
/// contact is known: no feature is free beyond that.
///
/// Throws: std::invalid_argument if the part is not a mesh, or if crossings at the start are not listed.
[[nodiscard]] FreeTimes free_times(const Scene& scene, PartId part, const Answers& contacts);

}  // namespace tocca
