// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace tocca {

namespace geometry::detail {

/// For very short and very long vectors: scaled by a power of two first.
[[nodiscard]] double length_by_scaling(const Eigen::Vector3d& v);
[[nodiscard]] Eigen::Vector3d unit_vector_by_scaling(const Eigen::Vector3d& v);

}  // namespace geometry::detail

/// The length of a vector of any size, also where squares of its components vanish or overflow.
///
/// Guarantee: within 4u of itself (u = 2^-53) or 2^-1074, whichever is more; infinite where it is beyond the doubles or a
///            component is infinite; NaN for NaN.
/// Cost:      that of Eigen's norm() for lengths from 2^-450 to 2^500.
[[nodiscard]] inline double length_of(const Eigen::Vector3d& v)
{
    const double square = v.squaredNorm();
    // In this range underflow takes less than 2^-100 of a sum of squares.
    if (square >= 0x1p-900 && square <= 0x1p1000) return std::sqrt(square);
    return geometry::detail::length_by_scaling(v);
}

/// The vector of length 1 in the direction of v, whatever the size of v; zero for a v without direction: zero, not finite.
///
/// Guarantee: of length 1 within 8u, if not zero. (A vector divided by its length is not: where the length is hardly a double
///            any more, it has few digits.)
[[nodiscard]] inline Eigen::Vector3d unit_vector(const Eigen::Vector3d& v)
{
    const double length = length_of(v);
    if (length >= 0x1p-1000 && length <= 0x1p1000) return v / length;
    return geometry::detail::unit_vector_by_scaling(v);
}

}  // namespace tocca
