// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/answer/free_times.hpp"
#include "tocca/deformable/mesh_query.hpp"

namespace tocca::deformable {

/// The free times of an object by the contacts of its scene.
///
/// An edge that passes through a face at the start is never free, nor is the face.
///
/// Assumes: `contacts` are those of `all_contacts` for this scene.
/// Throws:  std::invalid_argument if it has crossings at the start that are not listed.
[[nodiscard]] FreeTimes free_times(const MovingScene& scene, ObjectId object, const Answers& contacts);

}  // namespace tocca::deformable
