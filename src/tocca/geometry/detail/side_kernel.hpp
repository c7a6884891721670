// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "tocca/geometry/triangle_intersection.hpp"

namespace tocca::geometry::detail {

/// Two triangles and their nine pairs of sides. Side i of a triangle is from corner i to the next. A row has a number
/// for each corner, or each side, and one lane more that repeats the last.
struct SidePairs {
    using Row = std::array<double, 4>;
    using Vectors = std::array<Row, 3>;  // by axis

    struct OfTriangle {
        alignas(32) Vectors corner, side;
        alignas(32) Vectors inward;       ///< across side i, in the plane and towards the inside
        alignas(32) Row square, inverse;  ///< of the length of side i, and 1 / that or 0
        Point normal;
    };
    OfTriangle first, second;

    // By corner or side i of the first, lane j of the second triangle.
    alignas(32) std::array<Vectors, 3> between;  ///< corner i of the first minus corner j of the second
    alignas(32) std::array<Row, 3> s, u;         ///< the nearest points of sides i and j, as parts of them
    /// How far corner i of the first lies within side j of the second, times that side's length and twice its area.
    alignas(32) std::array<Row, 3> in_second;
    alignas(32) std::array<Row, 3> in_first;  ///< the other way round, corner j and side i

    std::size_t nearest_first, nearest_second;  ///< the sides whose nearest points are nearest
    double squared;                             ///< the square of their distance
    /// Bit i: corner i of the first lies over the second triangle; bit 3 + j: the other way round.
    unsigned over;
};

/// Compares all sides and corners of two triangles, for one SIMD target; all give the same bits.
struct SideKernel {
    std::string_view name;
    void (*compare)(const TrianglePoints& first, const TrianglePoints& second, SidePairs& pairs);
};

/// The kernel of that name, the best of this machine for an empty one.
///
/// Throws: std::invalid_argument for a name that is unknown or that this machine cannot run.
[[nodiscard]] const SideKernel& side_kernel(const std::string& name);

}  // namespace tocca::geometry::detail
