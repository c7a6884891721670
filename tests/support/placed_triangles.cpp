// SPDX-License-Identifier: Apache-2.0
#include "support/placed_triangles.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "tocca/geometry/triangle_distance.hpp"

namespace tocca::support {

namespace {

using Real = long double;
using Vector = Eigen::Matrix<Real, 3, 1>;

Vector vector(const Point& p) { return {Real(p[0]), Real(p[1]), Real(p[2])}; }

/// a b - c d to the last digits, however much cancels.
Real difference_of_products(Real a, Real b, Real c, Real d)
{
    const Real second = c * d;
    return std::fma(a, b, -second) - std::fma(c, d, -second);
}

/// Right to nearly the last digits: the normal of a needle turned by rounding makes heights over it wrong.
Vector cross(const Vector& a, const Vector& b)
{
    const Vector usual = a.cross(b);
    if (usual.squaredNorm() > 1e-6L * a.squaredNorm() * b.squaredNorm()) return usual;
    return {difference_of_products(a.y(), b.z(), a.z(), b.y()), difference_of_products(a.z(), b.x(), a.x(), b.z()),
            difference_of_products(a.x(), b.y(), a.y(), b.x())};
}

Real point_segment(const Vector& p, const Vector& a, const Vector& b)
{
    const Vector side = b - a;
    const Real square = side.squaredNorm();
    const Real s = square > 0 ? std::clamp<Real>(side.dot(p - a) / square, 0, 1) : Real(0);
    return (p - a - s * side).norm();
}

/// Over the inside of the triangle only; infinite elsewhere, where the sides are nearer.
Real point_inside(const Vector& p, const Vector& a, const Vector& b, const Vector& c)
{
    const Vector normal = cross(b - a, c - a);
    const Real square = normal.squaredNorm();
    if (!(square > 0)) return std::numeric_limits<Real>::infinity();
    const std::array<Vector, 3> corners = {a, b, c};
    for (std::size_t k = 0; k < 3; ++k) {
        const Vector& from = corners[k];
        if (normal.dot(cross(corners[(k + 1) % 3] - from, p - from)) < 0) return std::numeric_limits<Real>::infinity();
    }
    return std::abs(normal.dot(p - a)) / std::sqrt(square);
}

Real segment_segment(const Vector& a, const Vector& b, const Vector& c, const Vector& d)
{
    Real least =
        std::min({point_segment(a, c, d), point_segment(b, c, d), point_segment(c, a, b), point_segment(d, a, b)});
    const Vector u = b - a, v = d - c, w = a - c;
    const Real uu = u.dot(u), uv = u.dot(v), vv = v.dot(v), uw = u.dot(w), vw = v.dot(w), square = uu * vv - uv * uv;
    if (!(square > 0)) return least;
    const Real s = (uv * vw - vv * uw) / square, r = (uu * vw - uv * uw) / square;
    if (s > 0 && s < 1 && r > 0 && r < 1) least = std::min(least, (w + s * u - r * v).norm());
    return least;
}

/// The greatest coordinate of either.
double reach(const CornerBox& a, const CornerBox& b)
{
    double far = 0.0;
    for (const CornerBox* const box : {&a, &b}) {
        for (std::size_t k = 0; k < 3; ++k) far = std::max({far, std::abs(box->low[k]), std::abs(box->high[k])});
    }
    return far;
}

/// A lower bound of the distance of two triangles, to rounding: the gap along the line through their middles, or along a
/// normal.
double gap(const TrianglePoints& a, const TrianglePoints& b)
{
    using Eigen::Vector3d;
    const auto corners = [](const TrianglePoints& t) {
        Eigen::Matrix3d columns;
        columns << t[0][0], t[1][0], t[2][0], t[0][1], t[1][1], t[2][1], t[0][2], t[1][2], t[2][2];
        return columns;
    };
    const Eigen::Matrix3d x = corners(a), y = corners(b);
    double greatest = 0.0;
    const auto look_along = [&](const Vector3d& direction) {
        const double length = direction.norm();
        if (!(length > 1e-100)) return;
        const Eigen::RowVector3d of_a = direction.transpose() * x, of_b = direction.transpose() * y;
        const double between = std::max(of_b.minCoeff() - of_a.maxCoeff(), of_a.minCoeff() - of_b.maxCoeff()) / length;
        greatest = std::max(greatest, between);
    };
    look_along(y.rowwise().sum() - x.rowwise().sum());
    look_along((x.col(1) - x.col(0)).cross(x.col(2) - x.col(0)));
    look_along((y.col(1) - y.col(0)).cross(y.col(2) - y.col(0)));
    return greatest;
}

}  // namespace

void CornerBox::hold(const Point& p)
{
    for (std::size_t k = 0; k < 3; ++k) {
        low[k] = std::min(low[k], p[k]);
        high[k] = std::max(high[k], p[k]);
    }
}

double gap(const CornerBox& a, const CornerBox& b)
{
    double greatest = 0.0;
    for (std::size_t k = 0; k < 3; ++k) greatest = std::max({greatest, b.low[k] - a.high[k], a.low[k] - b.high[k]});
    return greatest;
}

void PlacedTriangles::add(const TrianglePoints& triangle)
{
    triangles.push_back(triangle);
    CornerBox box;
    for (const Point& corner : triangle) box.hold(corner);
    boxes.push_back(box);
}

double distance_of(const TrianglePoints& a, const TrianglePoints& b)
{
    return triangles_meet(a, b) ? 0.0 : triangle_distance(a, b).distance;
}

double least_distance(const PlacedTriangles& a, const PlacedTriangles& b)
{
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < a.triangles.size(); ++i) {
        for (std::size_t j = 0; j < b.triangles.size(); ++j) {
            if (gap(a.boxes[i], b.boxes[j]) >= least) continue;
            least = std::min(least, distance_of(a.triangles[i], b.triangles[j]));
        }
    }
    return least;
}

long double judged_distance(const TrianglePoints& a, const TrianglePoints& b)
{
    if (triangles_meet(a, b)) return 0;
    const std::array<Vector, 3> x = {vector(a[0]), vector(a[1]), vector(a[2])};
    const std::array<Vector, 3> y = {vector(b[0]), vector(b[1]), vector(b[2])};
    Real least = std::numeric_limits<Real>::infinity();
    for (std::size_t i = 0; i < 3; ++i) {
        least = std::min({least, point_inside(x[i], y[0], y[1], y[2]), point_inside(y[i], x[0], x[1], x[2])});
        for (std::size_t j = 0; j < 3; ++j)
            least = std::min(least, segment_segment(x[i], x[(i + 1) % 3], y[j], y[(j + 1) % 3]));
    }
    return least;
}

bool may_be_within(const PlacedTriangles& a, std::size_t i, const PlacedTriangles& b, std::size_t j, double level)
{
    if (gap(a.boxes[i], b.boxes[j]) > level) return false;
    // Far beyond what a dozen roundings make of it.
    return gap(a.triangles[i], b.triangles[j]) <= level + 1e-9 * (level + reach(a.boxes[i], b.boxes[j]));
}

double judged_distance(const PlacedTriangles& a, const PlacedTriangles& b)
{
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < a.triangles.size(); ++i) {
        for (std::size_t j = 0; j < b.triangles.size(); ++j) {
            if (!may_be_within(a, i, b, j, least)) continue;
            least = std::min(least, static_cast<double>(judged_distance(a.triangles[i], b.triangles[j])));
        }
    }
    return least;
}

double kept_distance(double start, double padding, double clearance, double threshold)
{
    const double kept = padding + clearance;
    if (start > kept + 2.0 * threshold) return kept + 0.5 * threshold;
    if (start > kept) return kept + 0.25 * (start - kept);
    return padding + 0.25 * std::max(0.0, start - padding);
}

double winding_about(const Point& point, const PlacedTriangles& surface)
{
    const Vector p = vector(point);
    Real sum = 0;
    for (const TrianglePoints& t : surface.triangles) {
        const Vector a = vector(t[0]) - p, b = vector(t[1]) - p, c = vector(t[2]) - p;
        const Real x = a.norm(), y = b.norm(), z = c.norm();
        sum += std::atan2(a.dot(b.cross(c)), x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y);
    }
    return static_cast<double>(sum / (2 * std::numbers::pi_v<Real>));
}

}  // namespace tocca::support
