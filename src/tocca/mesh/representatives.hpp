// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca {

/// Which of its incident triangles represents a vertex or an edge. The choice affects no answer.
enum class Assignment : unsigned char {
    greedy,   ///< the first incident triangle
    uniform,  ///< the incident triangle that represents the fewest features so far
    maximal,  ///< as many triangles as possible, one after the other, represent nothing; the first incident other
};

/// The vertices and edges that a leaf represents: bits 0 to 2 its vertices, bits 3 to 5 its edges ab, bc, ca.
using RepresentedMask = std::uint8_t;

/// The bit at this place of a mask.
constexpr RepresentedMask represented_bit(std::size_t place) { return static_cast<RepresentedMask>(1U << place); }

/// A leaf of the search for contacts: a face, a loose edge (a, b) or an isolated vertex (a).
///
/// A loose edge has bits 0, 1 for its vertices and 3 for itself; an isolated vertex bit 0, and bit 3 as the edge of
/// length zero from it to itself.
enum class LeafKind : unsigned char { face, edge, vertex };

struct Leaf {
    LeafKind kind = LeafKind::face;
    RepresentedMask represents = 0;
    /// The number of the face, edge or vertex.
    std::uint32_t feature = 0;

    friend bool operator==(const Leaf&, const Leaf&) = default;
};

/// One leaf per face in order of faces, then one per loose edge, then one per isolated vertex.
///
/// Guarantee: every vertex and every edge is represented by exactly one leaf, and that leaf is incident to it; so every
///            pair of a vertex and a face without it, and of two edges without a common vertex, is met exactly once over
///            all pairs of leaves, and never within one leaf.
/// Source:    Curtis, Tamstorf, Manocha 2008, 4, in the form of docs/deformable.md: six bits instead of four, leaves for
///            features without faces.
[[nodiscard]] std::vector<Leaf> representative_leaves(const TriangleMesh& mesh,
                                                      Assignment assignment = Assignment::greedy);

}  // namespace tocca
