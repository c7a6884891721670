// SPDX-License-Identifier: Apache-2.0
#pragma once

/// tocca: continuous collision detection (CCD) for triangle models in motion. Do they touch during the motion, when first,
/// and where? Answers are proven, not sampled.
///
/// Four verbs apply to every subject, with one type of options and one type of answer:
///
///     tocca::Answer first = tocca::first_contact(x, {.clearance = 1e-3, .threads = 2});
///     if (first.outcome == tocca::Outcome::free) ...   // nothing touches on [0, 1], and the start is clear
///     first.safe_until                                 // proven free up to here, whatever the outcome
///     first.contact->toc, first.contact->point         // when and where
///
/// This header is the core. File formats are in <tocca/io.hpp>, reports and pictures in <tocca/report.hpp>.

// The vocabulary: Answer, Answers, SafeStep, Contact, Outcome; QueryOptions, Statistics; Error.
#include "tocca/answer/answer.hpp"
#include "tocca/answer/options.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/base/version.hpp"

// Elementary pairs, exact: VertexFace, EdgeEdge, VertexEdge, VertexVertex; batches of them.
#include "tocca/elementary/all_contacts.hpp"
#include "tocca/elementary/batch.hpp"
#include "tocca/elementary/collides.hpp"
#include "tocca/elementary/explain.hpp"
#include "tocca/elementary/first_contact.hpp"

// Triangle meshes and shapes.
#include "tocca/mesh/shapes.hpp"
#include "tocca/mesh/split_components.hpp"
#include "tocca/mesh/triangle_mesh.hpp"

// Deforming meshes, exact: MovingMesh; vertices move in straight lines.
#include "tocca/deformable/moving_mesh.hpp"

// Rigid bodies, certified: RigidBody with a RigidMotion. Distances of bodies at rest.
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/motion/rigid_path.hpp"
#include "tocca/rigid/placed_bodies.hpp"
#include "tocca/rigid/rigid_body.hpp"
#include "tocca/rigid/rigid_query.hpp"

// Robots, certified: Robot, RobotScene, RobotChecker with a JointMotion; paths of them.
#include "tocca/robot/configuration.hpp"
#include "tocca/robot/joint.hpp"
#include "tocca/robot/robot.hpp"
#include "tocca/robot/robot_query.hpp"
#include "tocca/robot/robot_scene.hpp"

// All of them together, many of each: Scene. Between steps of its meshes: near_pairs, free_radii, contact_islands,
// safe_fractions.
#include "tocca/scene/scene.hpp"
#include "tocca/scene/scene_query.hpp"

namespace tocca {

// The verbs, as declared in the headers above. `options` may be left out.
// Whether the motion is not proven free: exactly if first_contact has an outcome other than `free`.
bool collides(const VertexFace& pair, const QueryOptions& options);
bool collides(const EdgeEdge& pair, const QueryOptions& options);
bool collides(const MovingMesh& mesh, const QueryOptions& options);
bool collides(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b, const RigidMotion& motion_b,
              const QueryOptions& options);
bool collides(const RobotChecker& checker, const JointMotion& motion, const QueryOptions& options);
bool collides(const Scene& scene, const QueryOptions& options);

// The first contact: when, where, and how long the motion is safe.
Answer first_contact(const VertexFace& pair, const QueryOptions& options);
Answer first_contact(const EdgeEdge& pair, const QueryOptions& options);
Answer first_contact(const MovingMesh& mesh, const QueryOptions& options);
Answer first_contact(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b, const RigidMotion& motion_b,
                     const QueryOptions& options);
Answer first_contact(const RobotChecker& checker, const JointMotion& motion, const QueryOptions& options);
Answer first_contact(const Scene& scene, const QueryOptions& options);

// Every contact, sorted by time: the first one is that of first_contact.
Answers all_contacts(const VertexFace& pair, const QueryOptions& options);
Answers all_contacts(const EdgeEdge& pair, const QueryOptions& options);
Answers all_contacts(const MovingMesh& mesh, const QueryOptions& options);
Answers all_contacts(const RobotChecker& checker, const JointMotion& motion, const QueryOptions& options);
Answers all_contacts(const Scene& scene, const QueryOptions& options);

// How far the motion may go.
SafeStep safe_step(const MovingMesh& mesh, const QueryOptions& options);
SafeStep safe_step(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b, const RigidMotion& motion_b,
                   const QueryOptions& options);
SafeStep safe_step(const RobotChecker& checker, const JointMotion& motion, const QueryOptions& options);
SafeStep safe_step(const Scene& scene, const QueryOptions& options);

}  // namespace tocca
