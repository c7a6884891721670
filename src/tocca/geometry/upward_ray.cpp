// SPDX-License-Identifier: Apache-2.0
#include "tocca/geometry/upward_ray.hpp"

#include <cstddef>

#include "tocca/geometry/orientation.hpp"

namespace tocca {

namespace {

constexpr std::size_t up = 2;  // rays go along z

/// Seen from above, on which side of the line ab the point is, once it has been moved by (e, e^2, 0) for an e that is
/// smaller than any number: never zero, unless a and b are in one place.
Sign moved_side(const Point& a, const Point& b, const Point& point)
{
    const Sign side = projected_orientation(a, b, point, up);
    if (side != Sign::zero) return side;
    if (a[1] != b[1]) return a[1] > b[1] ? Sign::positive : Sign::negative;
    return b[0] > a[0] ? Sign::positive : Sign::negative;
}

Sign opposite(Sign sign)
{
    if (sign == Sign::zero) return sign;
    return sign == Sign::positive ? Sign::negative : Sign::positive;
}

/// Whether a point in the plane of a triangle with an area belongs to it.
bool holds(const TrianglePoints& face, const Point& point)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Sign turn = projected_orientation(face[0], face[1], face[2], axis);
        if (turn == Sign::zero) continue;
        for (std::size_t k = 0; k < 3; ++k) {
            if (projected_orientation(face[k], face[(k + 1) % 3], point, axis) == opposite(turn)) return false;
        }
        return true;
    }
    return false;
}

}  // namespace

std::optional<int> leaves_through(const Point& point, const TrianglePoints& face)
{
    const Sign turn = projected_orientation(face[0], face[1], face[2], up);
    if (turn == Sign::zero) {
        const bool in_plane = orientation(face[0], face[1], face[2], point) == Sign::zero;
        return in_plane && holds(face, point) ? std::nullopt : std::optional(0);
    }
    for (std::size_t k = 0; k < 3; ++k) {
        if (moved_side(face[k], face[(k + 1) % 3], point) != turn) {
            // The point itself may be on the edge that it was moved away from.
            const bool on_edge = orientation(face[0], face[1], face[2], point) == Sign::zero && holds(face, point);
            return on_edge ? std::nullopt : std::optional(0);
        }
    }
    const Sign height = orientation(face[0], face[1], face[2], point);
    if (height == Sign::zero) return std::nullopt;
    if (height == turn) return 0;
    return turn == Sign::positive ? 1 : -1;
}

}  // namespace tocca
