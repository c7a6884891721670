// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca::mesh {

/// The edge of two vertices.
[[nodiscard]] constexpr EdgeVertices edge_of(VertexId a, VertexId b)
{
    return a < b ? EdgeVertices{a, b} : EdgeVertices{b, a};
}

/// Calls `visit(side, edge)` for the sides ab, bc, ca (0, 1, 2) of a face, each edge once: a face that names a vertex
/// twice has one edge, at the first side that is one, or none.
template <class Visit>
constexpr void for_each_side(const FaceVertices& face, const Visit& visit)
{
    const auto& [a, b, c] = face;
    if (a != b) visit(std::size_t{0}, edge_of(a, b));
    if (b == c || c == a) return;
    visit(std::size_t{1}, edge_of(b, c));
    if (a != b) visit(std::size_t{2}, edge_of(c, a));
}

/// Calls `visit(corner, vertex)` for the vertices of a face, each once, at its first corner.
template <class Visit>
constexpr void for_each_vertex(const FaceVertices& face, const Visit& visit)
{
    const auto& [a, b, c] = face;
    visit(std::size_t{0}, a);
    if (b != a) visit(std::size_t{1}, b);
    if (c != a && c != b) visit(std::size_t{2}, c);
}

}  // namespace tocca::mesh
