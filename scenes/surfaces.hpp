// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "tocca/geometry/point.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca::scenes {

/// A rectangle of vertices, numbered row by row, whose last row or column may be joined to the first one.
struct VertexGrid {
    std::size_t rows = 2;
    std::size_t columns = 2;
    bool closed_rows = false;     ///< the last row is joined to the first
    bool closed_columns = false;  ///< the last column is joined to the first

    [[nodiscard]] std::size_t vertex_count() const { return rows * columns; }
    [[nodiscard]] std::size_t row(std::size_t vertex) const { return vertex / columns; }
    [[nodiscard]] std::size_t column(std::size_t vertex) const { return vertex % columns; }
};

/// A square grid of about so many triangles, at least 2.
[[nodiscard]] VertexGrid square_grid(double triangles);

/// Two triangles a cell, the diagonals in turn.
[[nodiscard]] std::vector<FaceVertices> grid_faces(const VertexGrid& grid);

/// Triangles in the shape they have before they are deformed.
struct Surface {
    std::vector<Eigen::Vector3d> points;
    std::vector<FaceVertices> faces;
};

[[nodiscard]] Surface surface_of(const Shape& shape);

/// The unit sphere: a box of equal sides blown up, 12 * cells^2 triangles of much the same size.
[[nodiscard]] Surface sphere_surface(std::size_t cells);

/// The number of cells a side for a sphere of about so many triangles, at least 2.
[[nodiscard]] std::size_t sphere_cells(double triangles);

/// The same faces with numbers greater by `offset`, behind those that are there.
void append_faces(std::vector<FaceVertices>& faces, const std::vector<FaceVertices>& more, std::size_t offset);

[[nodiscard]] inline Point to_point(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

}  // namespace tocca::scenes
