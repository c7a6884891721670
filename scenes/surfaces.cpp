// SPDX-License-Identifier: Apache-2.0
#include "scenes/surfaces.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tocca::scenes {

VertexGrid square_grid(double triangles)
{
    const std::size_t side =
        std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(std::sqrt(triangles / 2)))) + 1;
    return {.rows = side, .columns = side};
}

std::vector<FaceVertices> grid_faces(const VertexGrid& grid)
{
    const std::size_t row_cells = grid.closed_rows ? grid.rows : grid.rows - 1;
    const std::size_t column_cells = grid.closed_columns ? grid.columns : grid.columns - 1;
    const auto vertex = [&](std::size_t row, std::size_t column) {
        return static_cast<VertexId>(row % grid.rows * grid.columns + column % grid.columns);
    };
    std::vector<FaceVertices> faces;
    faces.reserve(2 * row_cells * column_cells);
    for (std::size_t i = 0; i < row_cells; ++i) {
        for (std::size_t j = 0; j < column_cells; ++j) {
            const VertexId a = vertex(i, j), b = vertex(i + 1, j), c = vertex(i + 1, j + 1), d = vertex(i, j + 1);
            if ((i + j) % 2 == 1) {
                faces.push_back({a, b, d});
                faces.push_back({b, c, d});
            } else {
                faces.push_back({a, b, c});
                faces.push_back({a, c, d});
            }
        }
    }
    return faces;
}

Surface surface_of(const Shape& shape)
{
    Surface surface{.points = {}, .faces = shape.faces};
    surface.points.reserve(shape.positions.size());
    for (const Point& at : shape.positions) surface.points.emplace_back(at[0], at[1], at[2]);
    return surface;
}

Surface sphere_surface(std::size_t cells)
{
    Surface surface = surface_of(box({.lengths = {2, 2, 2}, .cells = {cells, cells, cells}}));
    for (Eigen::Vector3d& point : surface.points) {
        // Equal angles rather than equal lengths seen from the middle.
        for (double& x : point) x = std::tan(0.25 * std::numbers::pi * x);
        point.normalize();
    }
    return surface;
}

std::size_t sphere_cells(double triangles)
{
    return std::max<std::size_t>(2, static_cast<std::size_t>(std::lround(std::sqrt(triangles / 12))));
}

void append_faces(std::vector<FaceVertices>& faces, const std::vector<FaceVertices>& more, std::size_t offset)
{
    const auto shift = static_cast<VertexId>(offset);
    for (const FaceVertices& face : more) faces.push_back({face[0] + shift, face[1] + shift, face[2] + shift});
}

}  // namespace tocca::scenes
