// SPDX-License-Identifier: Apache-2.0
#include "support/baselines.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace tocca::bench {
namespace {

using Eigen::Vector3d;

struct Points {
    Vector3d a, b, c, d;
};

Vector3d point(const PairRows& rows, std::size_t row) { return {rows[3 * row], rows[3 * row + 1], rows[3 * row + 2]}; }

Points points_at(const PairRows& rows, double t)
{
    const auto at = [&](std::size_t i) -> Vector3d { return (1.0 - t) * point(rows, i) + t * point(rows, i + 4); };
    return {at(0), at(1), at(2), at(3)};
}

/// Three edges of the tetrahedron of the four points, whose triple product vanishes when they are coplanar.
struct Edges {
    Vector3d e, f, g;
};

Edges edges_of(const Points& p, PairKind kind)
{
    if (kind == PairKind::vertex_face) return {p.c - p.b, p.d - p.b, p.a - p.b};
    return {p.b - p.a, p.d - p.c, p.c - p.a};
}

/// k0, 3 k1, 3 k2, k3: the Bernstein coefficients of the volume, the inner two times three.
std::array<double, 4> volume_coefficients(const PairRows& rows, PairKind kind)
{
    const Edges s = edges_of({point(rows, 0), point(rows, 1), point(rows, 2), point(rows, 3)}, kind);
    const Edges t = edges_of({point(rows, 4), point(rows, 5), point(rows, 6), point(rows, 7)}, kind);
    const Vector3d n0 = s.e.cross(s.f), n1 = t.e.cross(t.f), h = s.e.cross(t.f) + t.e.cross(s.f);
    return {s.g.dot(n0), s.g.dot(h) + t.g.dot(n0), t.g.dot(h) + s.g.dot(n1), t.g.dot(n1)};
}

/// a0 + a1 t + a2 t^2 + a3 t^3.
struct Cubic {
    double a0, a1, a2, a3;

    [[nodiscard]] double operator()(double t) const { return ((a3 * t + a2) * t + a1) * t + a0; }
};

Cubic power_form(const std::array<double, 4>& k)
{
    return {k[0], k[1] - 3.0 * k[0], k[2] - 2.0 * k[1] + 3.0 * k[0], k[3] - k[2] + k[1] - k[0]};
}

/// A root between two times at which the signs differ, by bisection and secants.
double root_between(const Cubic& y, double low, double high)
{
    double y_low = y(low), y_high = y(high);
    for (int i = 0; i < 60 && high - low > 1e-12; ++i) {
        double t = low - y_low * (high - low) / (y_high - y_low);
        if (i % 2 == 1 || !(t > low && t < high)) t = 0.5 * (low + high);
        const double value = y(t);
        if (value == 0.0) return t;
        if ((value < 0.0) == (y_low < 0.0)) {
            low = t, y_low = value;
        } else {
            high = t, y_high = value;
        }
    }
    return 0.5 * (low + high);
}

/// Up to five times in increasing order: roots in [0, 1] and the end of the motion.
struct Times {
    std::array<double, 8> t{};
    std::size_t count = 0;

    void add(double x) { t[count++] = x; }
};

Times times_to_check(const Cubic& y)
{
    std::array<double, 4> knots{0.0, 1.0, 1.0, 1.0};  // between two of them the cubic is monotone
    std::size_t last = 1;
    const double discriminant = y.a2 * y.a2 - 3.0 * y.a3 * y.a1;
    if (discriminant > 0.0) {
        const double q = -(y.a2 + std::copysign(std::sqrt(discriminant), y.a2));
        std::array<double, 2> extrema{q / (3.0 * y.a3), y.a1 / q};
        if (extrema[0] > extrema[1]) std::swap(extrema[0], extrema[1]);
        last = 0;
        for (const double t : extrema) {
            if (t > 0.0 && t < 1.0) knots[++last] = t;
        }
        knots[++last] = 1.0;
    }
    Times times;
    for (std::size_t i = 0; i < last; ++i) {
        const double low = y(knots[i]), high = y(knots[i + 1]);
        if (low == 0.0) times.add(knots[i]);
        if ((low < 0.0 && high > 0.0) || (low > 0.0 && high < 0.0)) times.add(root_between(y, knots[i], knots[i + 1]));
    }
    times.add(1.0);
    return times;
}

constexpr double tolerance = 1e-6;  // of barycentric coordinates, and of lengths relative to the features' size

bool vertex_near_face(const Points& p)
{
    const Vector3d e = p.c - p.b, f = p.d - p.b, g = p.a - p.b;
    const double ee = e.dot(e), ef = e.dot(f), ff = f.dot(f), ge = g.dot(e), gf = g.dot(f);
    const double determinant = ee * ff - ef * ef;
    const double v = (ge * ff - gf * ef) / determinant, w = (gf * ee - ge * ef) / determinant;
    if (!(v >= -tolerance && w >= -tolerance && v + w <= 1.0 + tolerance)) return false;
    return (g - v * e - w * f).squaredNorm() <= tolerance * tolerance * std::max(ee, ff);
}

bool edges_near(const Points& p)
{
    const Vector3d e = p.b - p.a, f = p.d - p.c, g = p.c - p.a;
    const double ee = e.dot(e), ef = e.dot(f), ff = f.dot(f), ge = g.dot(e), gf = g.dot(f);
    const double determinant = ee * ff - ef * ef;
    double s = determinant > 0.0 ? std::clamp((ge * ff - gf * ef) / determinant, 0.0, 1.0) : 0.0;
    const double r = std::clamp((s * ef - gf) / ff, 0.0, 1.0);
    s = std::clamp((ge + r * ef) / ee, 0.0, 1.0);
    return (s * e - g - r * f).squaredNorm() <= tolerance * tolerance * std::max(ee, ff);
}

}  // namespace

bool collides_floating_cubic(const PairRows& rows, PairKind kind)
{
    const Times times = times_to_check(power_form(volume_coefficients(rows, kind)));
    for (std::size_t i = 0; i < times.count; ++i) {
        const Points p = points_at(rows, times.t[i]);
        if (kind == PairKind::vertex_face ? vertex_near_face(p) : edges_near(p)) return true;
    }
    return false;
}

bool collides_filter_alone(const PairRows& rows, PairKind kind)
{
    const std::array<double, 4> k = volume_coefficients(rows, kind);
    const bool positive = k[0] > 0.0 && k[1] > 0.0 && k[2] > 0.0 && k[3] > 0.0;
    const bool negative = k[0] < 0.0 && k[1] < 0.0 && k[2] < 0.0 && k[3] < 0.0;
    return !positive && !negative;
}

}  // namespace tocca::bench
