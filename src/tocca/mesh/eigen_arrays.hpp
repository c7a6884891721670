// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "tocca/base/error.hpp"
#include "tocca/geometry/point.hpp"
#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca {

/// Positions from an Eigen matrix of n rows and 3 columns, or from a column of 3n numbers x, y, z of one vertex after the
/// other; of any scalar and storage order.
template <class Derived>
[[nodiscard]] std::vector<Point> points_of(const Eigen::MatrixBase<Derived>& positions)
{
    const bool column = positions.cols() == 1;
    require(column ? positions.rows() % 3 == 0 : positions.cols() == 3,
            "positions must have three columns, or one of three numbers for each vertex");
    const Eigen::Index count = column ? positions.rows() / 3 : positions.rows();
    std::vector<Point> points(static_cast<std::size_t>(count));
    for (Eigen::Index i = 0; i < count; ++i) {
        for (Eigen::Index axis = 0; axis < 3; ++axis) {
            points[static_cast<std::size_t>(i)][static_cast<std::size_t>(axis)] =
                static_cast<double>(column ? positions(3 * i + axis, 0) : positions(i, axis));
        }
    }
    return points;
}

/// Calls `use` with the positions, as points_of; without a copy where they are doubles that lie in memory one vertex after
/// the other: columns of 3n numbers and matrices in row-major order, and maps of them.
template <class Derived, class Use>
void with_points(const Eigen::MatrixBase<Derived>& positions, const Use& use)
{
    constexpr bool direct = (Eigen::internal::traits<Derived>::Flags & Eigen::DirectAccessBit) != 0;
    if constexpr (direct && std::is_same_v<typename Derived::Scalar, double>) {
        const Derived& matrix = positions.derived();
        const bool column = matrix.cols() == 1 && matrix.rows() % 3 == 0 && matrix.innerStride() == 1;
        const bool rows =
            matrix.cols() == 3 && Derived::IsRowMajor && matrix.innerStride() == 1 && matrix.outerStride() == 3;
        if (matrix.size() > 0 && (rows || (column && !Derived::IsRowMajor))) {
            const auto* first = reinterpret_cast<const Point*>(matrix.data());
            use(std::span<const Point>(first, static_cast<std::size_t>(matrix.size() / 3)));
            return;
        }
    }
    const std::vector<Point> points = points_of(positions);
    use(std::span<const Point>(points));
}

/// The numbers x, y, z of one vertex after the other as points in the same memory.
///
/// Throws: std::invalid_argument if their number is not a multiple of three.
[[nodiscard]] inline std::span<Point> points_in(Eigen::Ref<Eigen::VectorXd> numbers)
{
    require(numbers.size() % 3 == 0, "there must be three numbers for each vertex");
    return {reinterpret_cast<Point*>(numbers.data()), static_cast<std::size_t>(numbers.size() / 3)};
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
