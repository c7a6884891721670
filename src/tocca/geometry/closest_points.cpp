// SPDX-License-Identifier: Apache-2.0
#include "tocca/geometry/closest_points.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tocca {
namespace {

using Eigen::Vector3d;

double largest(const Vector3d& v) { return v.cwiseAbs().maxCoeff(); }

Vector3d times_power_of_two(const Vector3d& v, int exponent)
{
    return {std::ldexp(v.x(), exponent), std::ldexp(v.y(), exponent), std::ldexp(v.z(), exponent)};
}

/// Translates the points so that the first lies at the origin and, where products could leave the range of doubles,
/// scales them by a power of two so that the largest coordinate is in [1, 2). Returns the exponent that undoes it.
int normalize(std::array<Vector3d, 4>& x)
{
    const double size = std::max({largest(x[0]), largest(x[1]), largest(x[2]), largest(x[3])});
    const int room = size > 0x1p1000 ? 2 : 0;  // a quarter of any finite double leaves room for the difference of two
    if (room != 0)
        for (Vector3d& point : x) point = times_power_of_two(point, -room);
    const Vector3d origin = x[0];
    for (Vector3d& point : x) point -= origin;

    const double spread = std::max({largest(x[1]), largest(x[2]), largest(x[3])});
    if (spread == 0.0 || (spread > 0x1p-200 && spread < 0x1p200)) return room;
    const int exponent = std::ilogb(spread);
    for (Vector3d& point : x) point = times_power_of_two(point, -exponent);
    return exponent + room;
}

/// The parameter in [0, 1] of the point of the segment from 0 to `e` nearest to `w`.
double nearest_parameter(const Vector3d& w, const Vector3d& e)
{
    const double along = w.dot(e), square = e.squaredNorm();
    if (!(along > 0.0)) return 0.0;  // also when e vanishes
    return along < square ? along / square : 1.0;
}

/// `v` without its part along `e`. Assumes e is not zero.
Vector3d without_part_along(const Vector3d& e, const Vector3d& v)
{
    const Vector3d once = v - (v.dot(e) / e.squaredNorm()) * e;
    return once - (once.dot(e) / e.squaredNorm()) * e;  // the second pass removes what rounding left of it
}

/// Keeps the nearest of the candidates it is shown; all of them are pairs of points of the two features.
class Nearest {
public:
    explicit Nearest(const std::array<Vector3d, 4>& x) : x_(x) {}

    void consider_face(double alpha, double beta, double gamma)
    {
        // Differences before weights: the error is relative to the distance of the vertices that carry weight.
        consider({1.0, alpha, beta, gamma}, alpha * (x_[0] - x_[1]) + beta * (x_[0] - x_[2]) + gamma * (x_[0] - x_[3]));
    }

    void consider_edges(double s, double r)
    {
        const double s1 = 1.0 - s, r1 = 1.0 - r;
        consider({s1, s, r1, r},
                 r1 * (s1 * (x_[0] - x_[2]) + s * (x_[1] - x_[2])) + r * (s1 * (x_[0] - x_[3]) + s * (x_[1] - x_[3])));
    }

    [[nodiscard]] ClosestPoints result(int exponent) const
    {
        if (exponent == 0) return best_;
        ClosestPoints out = best_;
        constexpr double most = std::numeric_limits<double>::max();
        out.difference = times_power_of_two(best_.difference, exponent).cwiseMax(-most).cwiseMin(most);
        out.squared_distance = std::ldexp(best_.squared_distance, 2 * exponent);
        return out;
    }

private:
    void consider(const std::array<double, 4>& weights, const Vector3d& difference)
    {
        const double square = difference.squaredNorm();
        if (any_ && !(square < best_.squared_distance)) return;
        any_ = true;
        best_ = {.weights = weights, .difference = difference, .squared_distance = square};
    }

    const std::array<Vector3d, 4>& x_;
    ClosestPoints best_;
    bool any_ = false;
};

/// The projection of the point into the triangle's plane, where it falls into the triangle. The longest side and the
/// height above it are made orthogonal first, so that in a thin triangle an error of the height's direction moves the
/// projection along the height alone, which is short.
void consider_projection(const std::array<Vector3d, 4>& x, Nearest& nearest)
{
    std::array<std::size_t, 3> corner = {1, 2, 3};
    double longest = -1.0;
    for (std::size_t i = 1; i <= 3; ++i) {
        const std::size_t j = i % 3 + 1, k = j % 3 + 1;
        const double length = (x[j] - x[i]).squaredNorm();
        if (length > longest) longest = length, corner = {i, j, k};
    }
    const Vector3d e = x[corner[1]] - x[corner[0]], f = x[corner[2]] - x[corner[0]], g = x[0] - x[corner[0]];
    if (!(longest > 0.0)) return;

    const Vector3d height = without_part_along(e, f);
    const double square = height.squaredNorm();
    if (!(square > 0.0)) return;
    const double third = without_part_along(e, g).dot(height) / square;
    if (!(third >= 0.0 && third <= 1.0)) return;
    const double second = (g - third * f).dot(e) / longest;
    const double first = 1.0 - third - second;
    if (!(second >= 0.0 && first >= 0.0)) return;

    std::array<double, 4> weight = {};
    weight[corner[0]] = first, weight[corner[1]] = second, weight[corner[2]] = third;
    nearest.consider_face(weight[1], weight[2], weight[3]);
}

/// The common perpendicular of two segments, its feet kept on the segments; orthogonal parts as above.
void consider_perpendicular(const std::array<Vector3d, 4>& x, Nearest& nearest)
{
    const Vector3d e = x[1] - x[0], f = x[3] - x[2], g = x[2] - x[0];
    const bool first_is_longer = e.squaredNorm() >= f.squaredNorm();
    const Vector3d& longer = first_is_longer ? e : f;
    if (!(longer.squaredNorm() > 0.0)) return;
    const Vector3d across = without_part_along(longer, first_is_longer ? f : e);
    const double square = across.squaredNorm();
    if (!(square > 0.0)) return;

    const double offset = without_part_along(longer, g).dot(across) / square;
    if (first_is_longer) {
        const double r = std::clamp(-offset, 0.0, 1.0);
        nearest.consider_edges(nearest_parameter(g + r * f, e), r);
    } else {
        const double s = std::clamp(offset, 0.0, 1.0);
        nearest.consider_edges(s, nearest_parameter(s * e - g, f));
    }
}

}  // namespace

ClosestPoints closest_points(const Vector3d& point, const Triangle& triangle)
{
    std::array<Vector3d, 4> x = {point, triangle.a, triangle.b, triangle.c};
    const int exponent = normalize(x);
    Nearest nearest(x);
    consider_projection(x, nearest);
    const double ab = nearest_parameter(x[0] - x[1], x[2] - x[1]);
    const double bc = nearest_parameter(x[0] - x[2], x[3] - x[2]);
    const double ca = nearest_parameter(x[0] - x[3], x[1] - x[3]);
    nearest.consider_face(1.0 - ab, ab, 0.0);
    nearest.consider_face(0.0, 1.0 - bc, bc);
    nearest.consider_face(ca, 0.0, 1.0 - ca);
    return nearest.result(exponent);
}

ClosestPoints closest_points(const Segment& first, const Segment& second)
{
    std::array<Vector3d, 4> x = {first.a, first.b, second.a, second.b};
    const int exponent = normalize(x);
    Nearest nearest(x);
    consider_perpendicular(x, nearest);
    const Vector3d e = x[1] - x[0], f = x[3] - x[2];
    nearest.consider_edges(0.0, nearest_parameter(x[0] - x[2], f));
    nearest.consider_edges(1.0, nearest_parameter(x[1] - x[2], f));
    nearest.consider_edges(nearest_parameter(x[2] - x[0], e), 0.0);
    nearest.consider_edges(nearest_parameter(x[3] - x[0], e), 1.0);
    return nearest.result(exponent);
}

}  // namespace tocca
