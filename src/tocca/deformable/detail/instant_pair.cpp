// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/instant_pair.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "tocca/geometry/orientation.hpp"
#include "tocca/geometry/triangle_intersection.hpp"
#include "tocca/numeric/filtered_sign.hpp"
#include "tocca/numeric/integer.hpp"
#include "tocca/numeric/sign.hpp"

namespace tocca::deformable::detail {
namespace {

/// The corners of a pair at an instant: the ends p, q of the edge and the corners a, b, c of the face.
template <class Position>
using FivePoints = std::array<Position, 5>;

/// Crossing given the sides of p and q of the plane of abc, and the signs of the volumes pqab, pqbc, pqca.
bool crossing_by_signs(Sign p, Sign q, const std::array<Sign, 3>& around)
{
    return p * q == Sign::negative && around[0] != Sign::zero && around[0] == around[1] && around[1] == around[2];
}

// ---- at the ends of the step: positions are doubles

FivePoints<Point> positions_at_end(const EdgeAndFace& pair, bool end)
{
    const auto at = [end](const MovingVertex& vertex) -> const Point& { return end ? vertex.end : vertex.start; };
    return {at(pair.edge[0]), at(pair.edge[1]), at(pair.face[0]), at(pair.face[1]), at(pair.face[2])};
}

Meeting meeting_of(const FivePoints<Point>& points)
{
    const auto& [p, q, a, b, c] = points;
    if (!segment_meets_triangle({p, q}, {a, b, c})) return Meeting::apart;
    const bool crossing =
        crossing_by_signs(orientation(a, b, c, p), orientation(a, b, c, q),
                          {orientation(p, q, a, b), orientation(p, q, b, c), orientation(p, q, c, a)});
    return crossing ? Meeting::crossing : Meeting::touching;
}

// ---- in between, in doubles

/// Five points at an instant in double precision, and what is known about their errors.
class ApproximatePoints {
public:
    ApproximatePoints(const EdgeAndFace& pair, double t)
    {
        double size = 0.0;
        for (std::size_t i = 0; i < 5; ++i) {
            const MovingVertex& vertex = i < 2 ? pair.edge[i] : pair.face[i - 2];
            for (std::size_t axis = 0; axis < 3; ++axis) {
                points_[i][axis] = (1.0 - t) * vertex.start[axis] + t * vertex.end[axis];
                size = std::max({size, std::abs(vertex.start[axis]), std::abs(vertex.end[axis])});
            }
        }
        // 1 - t, a product and the sum round to within 3 (1 + 2u) u of their sizes, which add up to `size` at most;
        // products of subnormal size lose at most 2^-1074 each.
        error_ = 8.0 * u * size + 0x1p-1070;
        in_range_ = size <= 0x1p1000;
    }

    /// Whether no step of the computation can overflow; everything below requires it.
    [[nodiscard]] bool in_range() const { return in_range_; }

    /// Whether the boxes of edge and face are certainly apart.
    [[nodiscard]] bool boxes_apart() const
    {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto x = [&](std::size_t i) { return points_[i][axis]; };
            // Two errors of coordinates, and room for the rounding of the difference.
            const double edge_low = std::min(x(0), x(1)), edge_high = std::max(x(0), x(1));
            const double face_low = std::min({x(2), x(3), x(4)}), face_high = std::max({x(2), x(3), x(4)});
            if (face_low - edge_high > 4.0 * error_ || edge_low - face_high > 4.0 * error_) return true;
        }
        return false;
    }

    /// The sign of the volume (j - i) x (k - i) . (l - i).
    ///
    /// With M the largest component of the computed differences: each component is within d = 4 error of the true
    /// one, for u M <= 2 u (1 + 8u) size < error. If d <= M / 16, a product of three changes by less than 3.2 M^2 d, the six of
    /// the determinant by less than 20 M^2 d; its rounding is less than 48 u M^3 < 12 M^2 d. 40 M^2 d bound both, and the
    /// rounding of the bound. Within the range asked for nothing overflows, and underflows are far below M^2 d.
    [[nodiscard]] FilteredSign volume(std::size_t i, std::size_t j, std::size_t k, std::size_t l) const
    {
        const Point e = difference(j, i), f = difference(k, i), g = difference(l, i);
        double greatest = 0.0;
        for (const Point* vector : {&e, &f, &g}) {
            for (const double x : *vector) greatest = std::max(greatest, std::abs(x));
        }
        const double d = 4.0 * error_;
        if (!(greatest >= 0x1p-300 && greatest <= 0x1p300 && d <= greatest / 16.0)) return FilteredSign::uncertain;
        const double determinant = e[0] * (f[1] * g[2] - f[2] * g[1]) + e[1] * (f[2] * g[0] - f[0] * g[2]) +
                                   e[2] * (f[0] * g[1] - f[1] * g[0]);
        return filtered_sign(determinant, 40.0 * greatest * greatest * d);
    }

private:
    static constexpr double u = 0x1p-53;

    [[nodiscard]] Point difference(std::size_t i, std::size_t j) const
    {
        return {points_[i][0] - points_[j][0], points_[i][1] - points_[j][1], points_[i][2] - points_[j][2]};
    }

    FivePoints<Point> points_;
    double error_;
    bool in_range_;
};

/// What doubles can decide: never that edge and face touch.
std::optional<Meeting> meeting_filtered(const EdgeAndFace& pair, double t)
{
    constexpr std::size_t p = 0, q = 1, a = 2, b = 3, c = 4;
    const ApproximatePoints points(pair, t);
    if (!points.in_range()) return std::nullopt;
    if (points.boxes_apart()) return Meeting::apart;
    const auto is_certain = [](FilteredSign sign) {
        return sign == FilteredSign::positive || sign == FilteredSign::negative;
    };
    const FilteredSign side_p = points.volume(a, b, c, p), side_q = points.volume(a, b, c, q);
    if (!is_certain(side_p) || !is_certain(side_q)) return std::nullopt;
    if (side_p == side_q) return Meeting::apart;
    const FilteredSign ab = points.volume(p, q, a, b), bc = points.volume(p, q, b, c), ca = points.volume(p, q, c, a);
    // Two certain sides that differ suffice: the edge passes outside.
    const auto differ = [&](FilteredSign x, FilteredSign y) { return is_certain(x) && is_certain(y) && x != y; };
    if (differ(ab, bc) || differ(bc, ca) || differ(ca, ab)) return Meeting::apart;
    if (!is_certain(ab) || !is_certain(bc) || !is_certain(ca)) return std::nullopt;
    return Meeting::crossing;
}

// ---- in between, in integers

using Vector = std::array<Integer, 3>;

Vector operator-(const Vector& x, const Vector& y) { return {x[0] - y[0], x[1] - y[1], x[2] - y[2]}; }

Vector cross(const Vector& x, const Vector& y)
{
    return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}

Integer dot(const Vector& x, const Vector& y) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; }

bool is_zero(const Vector& x) { return x[0] == 0 && x[1] == 0 && x[2] == 0; }

/// The five points in integers, multiplied by one number.
FivePoints<Vector> integer_points(const EdgeAndFace& pair, double t)
{
    std::array<double, 30> coordinates;
    for (std::size_t i = 0; i < 5; ++i) {
        const MovingVertex& vertex = i < 2 ? pair.edge[i] : pair.face[i - 2];
        std::copy_n(vertex.start.begin(), 3, coordinates.begin() + static_cast<std::ptrdiff_t>(6 * i));
        std::copy_n(vertex.end.begin(), 3, coordinates.begin() + static_cast<std::ptrdiff_t>(6 * i + 3));
    }
    const std::vector<Integer> x = to_common_integers(coordinates).integers;
    const std::array<double, 2> times = {t, 1.0};
    const std::vector<Integer> weight = to_common_integers(times).integers;
    const Integer rest = weight[1] - weight[0];
    FivePoints<Vector> points;
    for (std::size_t i = 0; i < 5; ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            points[i][axis] = rest * x[6 * i + axis] + weight[0] * x[6 * i + 3 + axis];
    }
    return points;
}

/// Whether 0 <= x <= 1 for x = numerator / denominator, denominator > 0.
bool is_fraction(const Integer& numerator, const Integer& denominator)
{
    return numerator >= 0 && numerator <= denominator;
}

bool segments_have_common_point(const Vector& p, const Vector& q, const Vector& r, const Vector& s)
{
    const Vector d = q - p, e = s - r, w = r - p;
    const Vector m = cross(d, e);
    if (!is_zero(m)) {
        // p + x d = r + y e, for x = (w x e).m / m.m and y = (w x d).m / m.m if the lines meet.
        if (dot(w, m) != 0) return false;
        const Integer length = dot(m, m);
        return is_fraction(dot(cross(w, e), m), length) && is_fraction(dot(cross(w, d), m), length);
    }
    if (!is_zero(cross(w, d)) || !is_zero(cross(w, e))) return false;
    // On one line, the order of points is the lexicographic one. If both segments are points, they must be equal.
    return std::max(std::min(p, q), std::min(r, s)) <= std::min(std::max(p, q), std::max(r, s));
}

/// Whether a point in the plane of abc, with normal n, is in the triangle.
bool is_inside(const Vector& p, const Vector& a, const Vector& b, const Vector& c, const Vector& n)
{
    return dot(cross(b - a, p - a), n) >= 0 && dot(cross(c - b, p - b), n) >= 0 && dot(cross(a - c, p - c), n) >= 0;
}

Meeting meeting_of(const FivePoints<Vector>& points)
{
    const auto& [p, q, a, b, c] = points;
    const Vector n = cross(b - a, c - a);
    if (is_zero(n)) {
        const auto [low, high] = std::minmax({a, b, c});
        return segments_have_common_point(p, q, low, high) ? Meeting::touching : Meeting::apart;
    }
    const Sign side_p = sign_of(dot(n, p - a)), side_q = sign_of(dot(n, q - a));
    if (side_p * side_q == Sign::positive) return Meeting::apart;
    if (side_p == Sign::zero && side_q == Sign::zero) {
        const bool meet = is_inside(p, a, b, c, n) || segments_have_common_point(p, q, a, b) ||
                          segments_have_common_point(p, q, b, c) || segments_have_common_point(p, q, c, a);
        return meet ? Meeting::touching : Meeting::apart;
    }
    const Vector way = q - p, to_a = a - p, to_b = b - p, to_c = c - p;
    const std::array<Sign, 3> sides = {sign_of(dot(way, cross(to_a, to_b))), sign_of(dot(way, cross(to_b, to_c))),
                                       sign_of(dot(way, cross(to_c, to_a)))};
    if (crossing_by_signs(side_p, side_q, sides)) return Meeting::crossing;
    const bool agree = sides[0] * sides[1] != Sign::negative && sides[1] * sides[2] != Sign::negative &&
                       sides[2] * sides[0] != Sign::negative;
    return agree ? Meeting::touching : Meeting::apart;
}

}  // namespace

bool cross_at_start(const EdgeAndFace& pair)
{
    const auto& [p, q, a, b, c] = positions_at_end(pair, false);
    if (p == a || p == b || p == c || q == a || q == b || q == c) return false;
    const Sign side_p = orientation(a, b, c, p);
    if (side_p == Sign::zero || orientation(a, b, c, q) * side_p != Sign::negative) return false;
    const Sign around = orientation(p, q, a, b);
    return around != Sign::zero && orientation(p, q, b, c) == around && orientation(p, q, c, a) == around;
}

Meeting meeting_at_exact(const EdgeAndFace& pair, double t) { return meeting_of(integer_points(pair, t)); }

Meeting meeting_at(const EdgeAndFace& pair, double t)
{
    if (t == 0.0 || t == 1.0) return meeting_of(positions_at_end(pair, t == 1.0));
    const std::optional<Meeting> filtered = meeting_filtered(pair, t);
    return filtered ? *filtered : meeting_at_exact(pair, t);
}

}  // namespace tocca::deformable::detail
