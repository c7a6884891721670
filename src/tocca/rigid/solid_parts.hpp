// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tocca/mesh/triangle_mesh.hpp"
#include "tocca/numeric/sign.hpp"

namespace tocca::rigid {

/// The closed surfaces that bound a solid: faces joined by edges, where vertices at the same place are the same.
struct SolidParts {
    std::vector<std::uint32_t> of_face = {};  ///< parts are numbered by their first face
    /// Of each part the sign of its volume: negative where faces turn clockwise seen from outside, zero for a flat one.
    std::vector<Sign> volume = {};
};

/// Takes the surface of a solid apart.
///
/// A surface is closed if every edge has as many faces that pass it in one direction as in the other; how many does not
/// matter, nor do faces without area. Then the number of times that it winds around a point is an integer everywhere.
///
/// Throws: Error (malformed_mesh), with the vertices, edge or faces in the sentence, for a mesh without faces, with loose
///         edges, that is not closed or not oriented consistently, that has two faces with the same corners and opposite
///         orientations, or a part whose volumes cancel out: it winds around nothing.
[[nodiscard]] SolidParts solid_parts(const TriangleMesh& mesh);

}  // namespace tocca::rigid
