// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tocca/base/error.hpp"
#include "tocca/geometry/point.hpp"
#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca {

/// Positions from an Eigen matrix of n rows and 3 columns, of any scalar and storage order.
template <class Derived>
[[nodiscard]] std::vector<Point> points_of(const Eigen::MatrixBase<Derived>& positions)
{
    require(positions.cols() == 3, "positions must have three columns");
    std::vector<Point> points(static_cast<std::size_t>(positions.rows()));
    for (Eigen::Index i = 0; i < positions.rows(); ++i) {
        for (Eigen::Index axis = 0; axis < 3; ++axis) {
            points[static_cast<std::size_t>(i)][static_cast<std::size_t>(axis)] =
                static_cast<double>(positions(i, axis));
        }
    }
    return points;
}

/// Faces from an Eigen matrix of n rows and 3 columns of vertex numbers.
template <class Derived>
[[nodiscard]] std::vector<FaceVertices> faces_of(const Eigen::MatrixBase<Derived>& faces)
{
    require(faces.cols() == 3, "faces must have three columns");
    std::vector<FaceVertices> result(static_cast<std::size_t>(faces.rows()));
    for (Eigen::Index i = 0; i < faces.rows(); ++i) {
        for (Eigen::Index corner = 0; corner < 3; ++corner) {
            const auto vertex = faces(i, corner);
            // A number that does not fit is out of range for any mesh, and reported as such.
            const bool fits = vertex >= 0 && static_cast<std::uint64_t>(vertex) < no_edge;
            result[static_cast<std::size_t>(i)][static_cast<std::size_t>(corner)] =
                fits ? static_cast<VertexId>(vertex) : no_edge;
        }
    }
    return result;
}

/// A mesh from positions and faces: Eigen matrices of three columns.
///
/// Throws: as TriangleMesh.
template <class Positions, class Faces>
[[nodiscard]] TriangleMesh mesh_of(const Eigen::MatrixBase<Positions>& positions, const Eigen::MatrixBase<Faces>& faces)
{
    return TriangleMesh(points_of(positions), faces_of(faces));
}

}  // namespace tocca
