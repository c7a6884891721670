// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>

#include "tocca/answer/contact.hpp"

namespace tocca {

/// A point that moves in a straight line: (1 - t) start + t end, in exact real arithmetic, for t in [0, 1].
struct MovingPoint {
    Eigen::Vector3d start;
    Eigen::Vector3d end;
};

/// A moving vertex against the moving closed triangle abc.
struct VertexFace {
    MovingPoint vertex, a, b, c;
};

/// The moving closed edge ab against the moving closed edge cd.
struct EdgeEdge {
    MovingPoint a, b, c, d;
};

/// A moving vertex against the moving closed edge ab.
struct VertexEdge {
    MovingPoint vertex, a, b;
};

/// Two moving vertices.
struct VertexVertex {
    MovingPoint a, b;
};

/// A query as the 24 coordinates of its four points: all at the start, then all at the end; x, y, z each.
/// Vertex-face: vertex, a, b, c. Edge-edge: a, b, c, d. This is the layout of the published query files and of
/// arrays of shape (n, 8, 3).
using PairRows = std::array<double, 24>;

/// The same pair in the other form.
[[nodiscard]] PairRows rows_of(const VertexFace& pair);
[[nodiscard]] PairRows rows_of(const EdgeEdge& pair);
[[nodiscard]] VertexFace vertex_face_of(const PairRows& rows);
[[nodiscard]] EdgeEdge edge_edge_of(const PairRows& rows);

/// A vertex is an edge of length zero, so these ask the same question of the same core.
[[nodiscard]] EdgeEdge as_edge_edge(const VertexEdge& pair);
[[nodiscard]] EdgeEdge as_edge_edge(const VertexVertex& pair);

}  // namespace tocca
