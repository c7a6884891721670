// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/answer/answer.hpp"
#include "tocca/answer/options.hpp"
#include "tocca/scene/scene.hpp"

namespace tocca {

/// Whether the step is not proven free: exactly if `first_contact` has another outcome than `free`.
///
/// Throws: as first_contact.
[[nodiscard]] bool collides(const Scene& scene, const QueryOptions& options = {});

/// What `collides` knows: `contact` if anything is known to touch, cross, be inside or near at the start; else `undecided` if
/// any two parts are; else `free`.
[[nodiscard]] Outcome collision_outcome(const Scene& scene, const QueryOptions& options = {});

/// The first contact of all, of whatever kinds the two parts are.
///
/// Deforming meshes against each other are exact, as in MovingScene. All else is certified, as two rigid bodies are: both
/// motions as they are, a vertex on its straight line, a body that turns, a link on its curve; contact is within a threshold
/// (Proof::within). The gap demanded of two objects is the clearance and half the thickness of both; what starts nearer is
/// near at the start, and keeps a part of its distance by the rule of its kind.
///
/// Of several contacts at one time those that are certified come before exact ones; then objects count. Answer::pair is set
/// where bodies or links are involved, and for contacts of meshes. If meshes cross at the start, `contact` is their
/// first if nothing else touches.
///
/// Guarantee: `free` and safe_until are proven. A function of the scene and the options, whatever the number of threads, the
///            SIMD target, the order in which parts were moved and whatever was asked before; unless the budget of a pair is
///            spent.
/// Throws:    std::invalid_argument for options out of range, for `ignored_pairs` of two links of one robot, and unless
///            floating_point_as_assumed(); Error (not_finite) for a mesh with coordinates beyond 1e15 in a scene with bodies,
///            robots or solids; Error (joint_limit); Error (interrupted).
[[nodiscard]] Answer first_contact(const Scene& scene, const QueryOptions& options = {});

/// Every contact: of meshes every pair of features, as all_contacts of MovingScene; of two objects that are not both meshes
/// the first one. Sorted by time as first_contact says.
///
/// Throws: as first_contact; Error (too_many_contacts).
[[nodiscard]] Answers all_contacts(const Scene& scene, const QueryOptions& options = {});

/// How far all may move: to Scene::advance(step).
///
/// Guarantee: the step is proven free. Of deforming meshes among each other also the motion in straight lines to the rounded
///            positions that `advance` gives for it; bodies, links and meshes near them are there within the rounding that
///            their threshold allows for.
[[nodiscard]] SafeStep safe_step(const Scene& scene, const QueryOptions& options = {});

}  // namespace tocca
