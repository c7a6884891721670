// SPDX-License-Identifier: Apache-2.0
#include "tocca/geometry/triangle_distance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tocca/geometry/closest_points.hpp"
#include "tocca/geometry/detail/side_kernel.hpp"

namespace tocca {
namespace {

double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Point scaled(double factor, const Point& a) { return {factor * a[0], factor * a[1], factor * a[2]}; }
Point sum(const Point& a, const Point& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Point cross(const Point& a, const Point& b)
{
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
std::size_t next(std::size_t i) { return i == 2 ? 0 : i + 1; }

/// a b - c d, wrong by two units in its last place at most where nothing underflows, however much of the products cancels:
/// the rounding of the second product is known.
double difference_of_products(double a, double b, double c, double d)
{
    const double second = c * d;
    return std::fma(a, b, -second) - std::fma(c, d, -second);
}

/// The cross product with a direction that is right to the last digits also where the vectors are nearly parallel.
Point accurate_cross(const Point& a, const Point& b)
{
    return {difference_of_products(a[1], b[2], a[2], b[1]), difference_of_products(a[2], b[0], a[0], b[2]),
            difference_of_products(a[0], b[1], a[1], b[0])};
}

/// A pair of nearest points: the direction is their difference, the second minus the first.
struct Found {
    NearestFeatures features = NearestFeatures::edge_edge;
    std::size_t first_index = 0, second_index = 0;
    std::array<double, 3> first_weights = {}, second_weights = {};
    Point difference = {};
    double squared = std::numeric_limits<double>::infinity();
};

/// Weights of the corners of a face from those of its sides: side i is opposite to the corner before it.
std::array<double, 3> corner_weights(double in0, double in1, double in2)
{
    const double all = in0 + in1 + in2;
    return {in1 / all, in2 / all, in0 / all};
}

class Comparison {
public:
    Comparison(const TrianglePoints& first, const TrianglePoints& second)
    {
        static const auto compare = geometry::detail::side_kernel("").compare;
        compare(first, second, pairs_);
    }

    [[nodiscard]] Found nearest() const
    {
        Found found = nearest_sides();
        if (pairs_.over == 0) return found;
        for (std::size_t i = 0; i < 3; ++i) {
            if ((pairs_.over & (1U << i)) != 0) consider_face(found, true, i);
            if ((pairs_.over & (8U << i)) != 0) consider_face(found, false, i);
        }
        return found;
    }

    /// A side of one triangle through the inside of the other, if one is reported to pass there.
    [[nodiscard]] bool crossing(Found& found) const
    {
        std::array<double, 3> over_second, over_first;
        for (std::size_t i = 0; i < 3; ++i) {
            over_second[i] = dot(pairs_.second.normal, between(i, 0));
            over_first[i] = -dot(pairs_.first.normal, between(0, i));
        }
        for (std::size_t i = 0; i < 3; ++i) {
            if (crosses(over_second, i, true, found)) return true;
            if (crosses(over_first, i, false, found)) return true;
        }
        return false;
    }

    /// How far the triangles are apart along n, times the length of n.
    [[nodiscard]] double gap(const Point& n) const
    {
        const auto &a = pairs_.first.side, &b = pairs_.second.side;
        const double first = std::max({0.0, dot(n, at(a, 0)), -dot(n, at(a, 2))});
        const double second = std::min({0.0, dot(n, at(b, 0)), -dot(n, at(b, 2))});
        return (second - first) - dot(n, between(0, 0));
    }

    /// A direction that rounding hardly turns where the difference of points close to each other, or next to a needle, has
    /// few true digits: that across the nearest features, or else one at right angles to the longest sides. Zero where
    /// there is none.
    [[nodiscard]] Point across(const Found& found) const
    {
        Point best = across_features(found);
        if (gap(best) > 0.0) return best;
        // Features do not determine one where a face is collapsed.
        const Point e = longest(pairs_.first.side), f = longest(pairs_.second.side);
        const Point &n = found.difference, beside_first = beside(n, e), beside_second = beside(n, f);
        for (const Point& other : {beside_first, beside_second, beside(beside_first, f), cross(e, f)})
            widen(best, other);
        return best;
    }

    /// Of this direction, the normals, those across two sides, those across a side in the plane of its triangle, and
    /// those at right angles to one side nearest to the difference found, the one along which the gap is widest. If two
    /// triangles with areas do not meet, one of the first three kinds separates them.
    [[nodiscard]] Point widest(Point best, const Found& found) const
    {
        const auto &a = pairs_.first.side, &b = pairs_.second.side;
        const Point normal_a = accurate_cross(at(a, 0), at(a, 1)), normal_b = accurate_cross(at(b, 0), at(b, 1));
        widen(best, normal_a);
        widen(best, normal_b);
        for (std::size_t i = 0; i < 3; ++i) {
            widen(best, accurate_cross(normal_a, at(a, i)));
            widen(best, accurate_cross(normal_b, at(b, i)));
            widen(best, beside(found.difference, at(a, i)));
            widen(best, beside(found.difference, at(b, i)));
            for (std::size_t j = 0; j < 3; ++j) widen(best, accurate_cross(at(a, i), at(b, j)));
        }
        return best;
    }

private:
    using Vectors = geometry::detail::SidePairs::Vectors;

    /// Replaces `best` by the other direction, or its opposite, if the gap along that is wider.
    void widen(Point& best, const Point& other) const
    {
        const Point outward = gap(other) < gap(scaled(-1.0, other)) ? scaled(-1.0, other) : other;
        const double here = gap(outward), there = gap(best), square = dot(outward, outward);
        if (!(here > 0.0 && square <= 0x1p500)) return;
        if (there <= 0.0 || here * here * dot(best, best) > there * there * square) best = outward;
    }

    static Point longest(const Vectors& sides)
    {
        Point best = at(sides, 0);
        for (std::size_t i = 1; i < 3; ++i) {
            if (dot(at(sides, i), at(sides, i)) > dot(best, best)) best = at(sides, i);
        }
        return best;
    }

    /// n without its part along e; n itself where e is too short to have a direction.
    static Point beside(const Point& n, const Point& e)
    {
        const double square = dot(e, e);
        return square > 0.0 ? minus(n, scaled(dot(n, e) / square, e)) : n;
    }

    /// Across the nearest features alone.
    [[nodiscard]] Point across_features(const Found& found) const
    {
        const Point& n = found.difference;
        const Point e = at(pairs_.first.side, found.first_index), f = at(pairs_.second.side, found.second_index);
        Point result = n;
        if (found.features == NearestFeatures::vertex_face) {
            result = pairs_.second.normal;
        } else if (found.features == NearestFeatures::face_vertex) {
            result = pairs_.first.normal;
        } else {
            const double s = found.first_weights[next(found.first_index)];
            const double u = found.second_weights[next(found.second_index)];
            const bool within_first = s > 0.0 && s<1.0, within_second = u> 0.0 && u < 1.0;
            if (within_first && within_second)
                result = cross(e, f);
            else if (within_first)
                result = beside(n, e);
            else if (within_second)
                result = beside(n, f);
        }
        return gap(result) < gap(scaled(-1.0, result)) ? scaled(-1.0, result) : result;
    }

    /// Corner i of the first minus corner j of the second.
    [[nodiscard]] Point between(std::size_t i, std::size_t j) const { return at(pairs_.between[i], j); }

    static Point at(const Vectors& rows, std::size_t i) { return {rows[0][i], rows[1][i], rows[2][i]}; }

    [[nodiscard]] Found nearest_sides() const
    {
        const std::size_t i = pairs_.nearest_first, j = pairs_.nearest_second;
        const double s = pairs_.s[i][j], u = pairs_.u[i][j];
        Found found{.first_index = i, .second_index = j, .squared = pairs_.squared};
        found.first_weights[i] = 1.0 - s, found.first_weights[next(i)] = s;
        found.second_weights[j] = 1.0 - u, found.second_weights[next(j)] = u;
        found.difference =
            minus(minus(scaled(u, at(pairs_.second.side, j)), scaled(s, at(pairs_.first.side, i))), between(i, j));
        return found;
    }

    /// Corner i of the first over the second triangle, or the other way round.
    void consider_face(Found& found, bool corner_of_first, std::size_t i) const
    {
        const auto& in_first = pairs_.in_first;
        const auto& in_second = pairs_.in_second[i];
        const auto weights = corner_of_first ? corner_weights(in_second[0], in_second[1], in_second[2])
                                             : corner_weights(in_first[0][i], in_first[1][i], in_first[2][i]);
        Point difference = {};  // second minus first
        for (std::size_t j = 0; j < 3; ++j)
            difference = minus(difference, scaled(weights[j], corner_of_first ? between(i, j) : between(j, i)));
        const double squared = dot(difference, difference);
        if (!(squared <= found.squared)) return;

        found = {.features = corner_of_first ? NearestFeatures::vertex_face : NearestFeatures::face_vertex,
                 .difference = difference,
                 .squared = squared};
        auto& corner = corner_of_first ? found.first_weights : found.second_weights;
        corner[i] = 1.0;
        (corner_of_first ? found.second_weights : found.first_weights) = weights;
        (corner_of_first ? found.first_index : found.second_index) = i;
    }

    /// Side i of the first through the second triangle, or the other way round, by the heights of its ends over it.
    bool crosses(const std::array<double, 3>& over, std::size_t i, bool side_of_first, Found& found) const
    {
        const std::size_t i2 = next(i);
        if (!((over[i] < 0.0 && over[i2] > 0.0) || (over[i] > 0.0 && over[i2] < 0.0))) return false;
        const double t = over[i] / (over[i] - over[i2]);
        std::array<double, 3> in;
        for (std::size_t j = 0; j < 3; ++j) {
            in[j] = side_of_first ? (1.0 - t) * pairs_.in_second[i][j] + t * pairs_.in_second[i2][j]
                                  : (1.0 - t) * pairs_.in_first[j][i] + t * pairs_.in_first[j][i2];
            if (!(in[j] >= 0.0)) return false;
        }
        if (!(in[0] + in[1] + in[2] > 0.0)) return false;
        found = {.features = NearestFeatures::crossing, .squared = 0.0};
        auto& side = side_of_first ? found.first_weights : found.second_weights;
        side[i] = 1.0 - t, side[i2] = t;
        (side_of_first ? found.second_weights : found.first_weights) = corner_weights(in[0], in[1], in[2]);
        (side_of_first ? found.first_index : found.second_index) = i;
        return true;
    }

    geometry::detail::SidePairs pairs_;
};

Point weighted(const std::array<double, 3>& weights, const TrianglePoints& corners)
{
    Point point = {};
    for (std::size_t i = 0; i < 3; ++i) point = sum(point, scaled(weights[i], corners[i]));
    return point;
}

Eigen::Vector3d vector(const Point& p) { return {p[0], p[1], p[2]}; }

/// The nearest points of every pair of features, each on its own: slow, and right however thin the triangles are.
Found nearest_by_features(const TrianglePoints& first, const TrianglePoints& second)
{
    Found best;
    const auto keep = [&](const ClosestPoints& points, Found found, double sign) {
        found.squared = points.squared_distance;
        for (std::size_t axis = 0; axis < 3; ++axis)
            found.difference[axis] = sign * points.difference[static_cast<Eigen::Index>(axis)];
        best = found;
    };
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            const ClosestPoints points = closest_points(Segment{vector(first[i]), vector(first[next(i)])},
                                                        Segment{vector(second[j]), vector(second[next(j)])});
            if (!(points.squared_distance < best.squared)) continue;
            Found found{.first_index = i, .second_index = j};
            found.first_weights[i] = points.weights[0], found.first_weights[next(i)] = points.weights[1];
            found.second_weights[j] = points.weights[2], found.second_weights[next(j)] = points.weights[3];
            keep(points, found, -1.0);
        }
    }
    for (std::size_t i = 0; i < 3; ++i) {
        const ClosestPoints down =
            closest_points(vector(first[i]), Triangle{vector(second[0]), vector(second[1]), vector(second[2])});
        if (down.squared_distance < best.squared) {
            Found found{.features = NearestFeatures::vertex_face, .first_index = i};
            found.first_weights[i] = 1.0;
            found.second_weights = {down.weights[1], down.weights[2], down.weights[3]};
            keep(down, found, -1.0);
        }
        const ClosestPoints up =
            closest_points(vector(second[i]), Triangle{vector(first[0]), vector(first[1]), vector(first[2])});
        if (up.squared_distance < best.squared) {
            Found found{.features = NearestFeatures::face_vertex, .second_index = i};
            found.second_weights[i] = 1.0;
            found.first_weights = {up.weights[1], up.weights[2], up.weights[3]};
            keep(up, found, 1.0);
        }
    }
    return best;
}

TriangleDistance result(const TrianglePoints& first, const TrianglePoints& second, const Found& found,
                        const Point& direction)
{
    return {.distance = std::sqrt(found.squared),
            .first = weighted(found.first_weights, first),
            .second = weighted(found.second_weights, second),
            .direction = direction,
            .features = found.features,
            .first_index = found.first_index,
            .second_index = found.second_index,
            .first_weights = found.first_weights,
            .second_weights = found.second_weights};
}

/// Whether the points found are proven to be nearest; finds the direction along which the triangles are furthest apart.
///
/// No two points are closer than the gap along any direction, divided by its length. In the range given here no product
/// that matters leaves the doubles; what other products spoil shows in the gap.
bool settled(const Comparison& comparison, const Found& found, Point& direction)
{
    direction = found.difference;
    if (!(found.squared >= 0x1p-400 && found.squared <= 0x1p400)) return false;
    const double gap = comparison.gap(direction);
    if (gap >= (1.0 - 0x1p-40) * found.squared) return true;
    const Point across = comparison.across(found);
    const double gap_across = comparison.gap(across), square = dot(across, across);
    if (gap_across > 0.0 && (gap <= 0.0 || gap_across * gap_across * found.squared > gap * gap * square))
        direction = across;
    constexpr double enough = 1.0 - 0x1p-30;
    return gap >= enough * found.squared || (square > 0.0 && gap_across >= enough * std::sqrt(square * found.squared));
}

double largest(const Point& p) { return std::max({std::abs(p[0]), std::abs(p[1]), std::abs(p[2])}); }

Point times_power_of_two(const Point& p, int exponent)
{
    return {std::ldexp(p[0], exponent), std::ldexp(p[1], exponent), std::ldexp(p[2], exponent)};
}

/// The triangles about the first corner, scaled by a power of two so that the largest coordinate is in [1, 2).
struct Normalized {
    Normalized(const TrianglePoints& a, const TrianglePoints& b) : first(a), second(b)
    {
        constexpr int room = 2;  // a quarter of any finite double leaves room for the difference of two
        const bool huge = std::max({largest(a[0]), largest(a[1]), largest(a[2]), largest(b[0]), largest(b[1]),
                                    largest(b[2])}) > 0x1p1000;
        const Point origin = huge ? times_power_of_two(a[0], -room) : a[0];
        double size = 0.0;
        for (TrianglePoints* triangle : {&first, &second}) {
            for (Point& corner : *triangle) {
                corner = minus(huge ? times_power_of_two(corner, -room) : corner, origin);
                size = std::max(size, largest(corner));
            }
        }
        const int shift = size > 0.0 ? std::ilogb(size) : 0;
        for (TrianglePoints* triangle : {&first, &second})
            for (Point& corner : *triangle) corner = times_power_of_two(corner, -shift);
        exponent = shift + (huge ? room : 0);
    }

    TrianglePoints first, second;
    int exponent = 0;  ///< that undoes the scaling
};

/// What the comparison of all sides leaves open: crossings, contacts, needles, sizes far from 1.
TriangleDistance careful_distance(const TrianglePoints& first, const TrianglePoints& second)
{
    const Normalized x(first, second);
    const Comparison comparison(x.first, x.second);
    Found found = comparison.nearest();
    Point direction;
    if (!settled(comparison, found, direction)) {
        direction = {};
        // The heights and areas that show a crossing of tiny triangles are rounded to zero; exact signs are not.
        Found through;
        if (found.squared > 0.0 && comparison.crossing(through) && triangles_meet(first, second)) {
            found = through;
        } else if (found.squared > 0.0) {
            found = nearest_by_features(x.first, x.second);
            if (!settled(comparison, found, direction)) direction = comparison.widest(direction, found);
        }
    }
    TriangleDistance out = result(first, second, found, direction);
    constexpr double most = std::numeric_limits<double>::max();
    out.distance = std::min(std::ldexp(out.distance, x.exponent), most);
    for (Point* point : {&out.first, &out.second})
        for (double& coordinate : *point) coordinate = std::clamp(coordinate, -most, most);
    return out;
}

}  // namespace

TriangleDistance triangle_distance(const TrianglePoints& first, const TrianglePoints& second)
{
    const Comparison comparison(first, second);
    const Found found = comparison.nearest();
    Point direction;
    if (settled(comparison, found, direction)) return result(first, second, found, direction);
    return careful_distance(first, second);
}

// With b the first corner, d = x - b and n the direction given: a computed component of d carries one rounding, a
// product a second, the sums two more, so that a computed n.d is within 4.01u S of the exact one, S the sum over the
// axes of |n_k| times the largest |d_k|. The least of the second minus the largest of the first: twice that, and a
// rounding of at most 2.01u S. 11u S covers the rounding of S as well, and 2^-1060 the products that underflow. The
// length errs by 2.5u of itself, three more operations by u each: 8u are taken off, and 2^-1070 where the result itself
// underflows. The direction is scaled beforehand, however that is rounded, since any direction will do.
double separation_along(const Point& direction, const TrianglePoints& first, const TrianglePoints& second)
{
    constexpr double u = 0x1p-53;
    const double size = largest(direction);
    if (!(size > 0.0 && size <= std::numeric_limits<double>::max())) return 0.0;
    const bool usual = size > 0x1p-400 && size < 0x1p400;
    const Point n = usual ? direction : times_power_of_two(direction, -std::ilogb(size));

    const Point& base = first[0];
    Point extent = {};
    const auto along = [&](const Point& x) {
        const Point d = minus(x, base);
        for (std::size_t k = 0; k < 3; ++k) extent[k] = std::max(extent[k], std::abs(d[k]));
        return dot(n, d);
    };
    const double greatest = std::max({0.0, along(first[1]), along(first[2])});
    const double least = std::min({along(second[0]), along(second[1]), along(second[2])});
    const double scale = std::abs(n[0]) * extent[0] + std::abs(n[1]) * extent[1] + std::abs(n[2]) * extent[2];
    const double gap = (least - greatest) - (11.0 * u * scale + 0x1p-1060);
    const double bound = gap / std::sqrt(dot(n, n));
    if (!(scale <= std::numeric_limits<double>::max())) return 0.0;
    return bound > 0.0 ? bound * (1.0 - 8.0 * u) - 0x1p-1070 : bound;
}

}  // namespace tocca
