// SPDX-License-Identifier: Apache-2.0
#include "tocca/geometry/triangle_intersection.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "tocca/geometry/orientation.hpp"

namespace tocca {
namespace {

template <std::size_t first_count, std::size_t second_count>
bool boxes_apart(const std::array<Point, first_count>& first, const std::array<Point, second_count>& second)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto along = [axis](const Point& a, const Point& b) { return a[axis] < b[axis]; };
        const auto [low, high] = std::minmax_element(first.begin(), first.end(), along);
        const auto [other_low, other_high] = std::minmax_element(second.begin(), second.end(), along);
        if ((*high)[axis] < (*other_low)[axis] || (*other_high)[axis] < (*low)[axis]) return true;
    }
    return false;
}

/// Whether both are strictly on one side.
bool same_side(Sign a, Sign b) { return a * b == Sign::positive; }

/// Whether none is strictly on the other side than another.
bool agree(Sign a, Sign b, Sign c)
{
    return a * b != Sign::negative && b * c != Sign::negative && c * a != Sign::negative;
}

/// An axis along which the plane of a, b, c can be seen without collapsing; nothing if the points are collinear.
std::optional<std::size_t> viewing_axis(const Point& a, const Point& b, const Point& c)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (projected_orientation(a, b, c, axis) != Sign::zero) return axis;
    }
    return std::nullopt;
}

/// Segments of one line, or of which one is a point. Along a line, the order of points is the lexicographic one.
bool collinear_segments_meet(const SegmentPoints& first, const SegmentPoints& second)
{
    return std::max(std::min(first[0], first[1]), std::min(second[0], second[1])) <=
           std::min(std::max(first[0], first[1]), std::max(second[0], second[1]));
}

/// Segments of one plane, seen along an axis that does not collapse it.
bool coplanar_segments_meet(const SegmentPoints& first, const SegmentPoints& second, std::size_t axis)
{
    const auto& [p, q] = first;
    const auto& [r, s] = second;
    const Sign of_r = projected_orientation(p, q, r, axis), of_s = projected_orientation(p, q, s, axis);
    if (same_side(of_r, of_s)) return false;
    const Sign of_p = projected_orientation(r, s, p, axis), of_q = projected_orientation(r, s, q, axis);
    if (same_side(of_p, of_q)) return false;
    const bool one_line = of_r == Sign::zero && of_s == Sign::zero && of_p == Sign::zero && of_q == Sign::zero;
    // Otherwise each segment meets the line of the other. If the lines differ, both meet in the lines' one common
    // point. If a segment is a point, all four signs vanish once it lies on the line of the other.
    return !one_line || collinear_segments_meet(first, second);
}

/// A segment in the plane of a triangle that is not collapsed.
bool coplanar_segment_meets_triangle(const SegmentPoints& segment, const TrianglePoints& triangle, std::size_t axis)
{
    const auto& [a, b, c] = triangle;
    const Point& p = segment[0];
    if (agree(projected_orientation(a, b, p, axis), projected_orientation(b, c, p, axis),
              projected_orientation(c, a, p, axis)))
        return true;
    return coplanar_segments_meet(segment, {a, b}, axis) || coplanar_segments_meet(segment, {b, c}, axis) ||
           coplanar_segments_meet(segment, {c, a}, axis);
}

/// The segment that a collapsed triangle is.
SegmentPoints extent(const TrianglePoints& triangle)
{
    const auto [low, high] = std::minmax({triangle[0], triangle[1], triangle[2]});
    return {low, high};
}

/// A segment and a triangle, given on which side of the plane of the triangle each end is.
bool meets_given_sides(const SegmentPoints& segment, const std::array<Sign, 2>& sides, const TrianglePoints& triangle)
{
    if (same_side(sides[0], sides[1])) return false;
    const auto& [p, q] = segment;
    const auto& [a, b, c] = triangle;
    if (sides[0] == Sign::zero && sides[1] == Sign::zero) {
        const auto axis = viewing_axis(a, b, c);
        return axis ? coplanar_segment_meets_triangle(segment, triangle, *axis)
                    : segments_meet(segment, extent(triangle));
    }
    // The line of the segment meets the plane in one point, and passes each side of the triangle as that point does.
    return agree(orientation(p, q, a, b), orientation(p, q, b, c), orientation(p, q, c, a));
}

std::array<Sign, 3> sides_of(const TrianglePoints& points, const TrianglePoints& plane)
{
    const auto& [a, b, c] = plane;
    return {orientation(a, b, c, points[0]), orientation(a, b, c, points[1]), orientation(a, b, c, points[2])};
}

/// Whether a side of the first triangle meets the second, given on which side of its plane each corner is.
bool side_meets(const TrianglePoints& first, const std::array<Sign, 3>& sides, const TrianglePoints& second)
{
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3;
        const SegmentPoints side = {first[i], first[j]};
        if (!boxes_apart(side, second) && meets_given_sides(side, {sides[i], sides[j]}, second)) return true;
    }
    return false;
}

}  // namespace

bool segments_meet(const SegmentPoints& first, const SegmentPoints& second)
{
    if (boxes_apart(first, second)) return false;
    const auto& [p, q] = first;
    const auto& [r, s] = second;
    if (orientation(p, q, r, s) != Sign::zero) return false;
    auto axis = viewing_axis(p, q, r);
    if (!axis) axis = viewing_axis(p, q, s);
    if (!axis) axis = viewing_axis(r, s, p);  // pq may be a point
    return axis ? coplanar_segments_meet(first, second, *axis) : collinear_segments_meet(first, second);
}

bool segment_meets_triangle(const SegmentPoints& segment, const TrianglePoints& triangle)
{
    if (boxes_apart(segment, triangle)) return false;
    const auto& [a, b, c] = triangle;
    return meets_given_sides(segment, {orientation(a, b, c, segment[0]), orientation(a, b, c, segment[1])}, triangle);
}

bool triangles_meet(const TrianglePoints& first, const TrianglePoints& second)
{
    if (boxes_apart(first, second)) return false;
    const auto one_side = [](const std::array<Sign, 3>& sides) {
        return same_side(sides[0], sides[1]) && same_side(sides[1], sides[2]);
    };
    const auto first_sides = sides_of(first, second);
    if (one_side(first_sides)) return false;
    const auto second_sides = sides_of(second, first);
    if (one_side(second_sides)) return false;
    // Triangles that meet do so along a segment that ends on sides, or in one plane with sides in each other.
    return side_meets(first, first_sides, second) || side_meets(second, second_sides, first);
}

}  // namespace tocca
