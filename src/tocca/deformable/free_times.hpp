// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tocca/deformable/mesh_query.hpp"

namespace tocca {

/// How long each vertex, edge and face of an object is free: on the closed interval [0, value]; 1, or the end of
/// the question, for one that touches nothing. A face touches with its edges and vertices, an edge with its vertices; so the values of a face are never
/// above those of its edges.
struct FreeTimes {
    std::vector<double> vertices;
    std::vector<double> edges;
    std::vector<double> faces;
};

/// The free times of an object by the contacts of its scene.
///
/// An edge that passes through a face at the start is never free, nor is the face.
///
/// Assumes: `contacts` are those of `all_contacts` for this scene.
/// Throws:  std::invalid_argument if it has crossings at the start that are not listed.
[[nodiscard]] FreeTimes free_times(const MovingScene& scene, ObjectId object, const Answers& contacts);

}  // namespace tocca
