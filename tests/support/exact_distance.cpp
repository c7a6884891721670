// SPDX-License-Identifier: Apache-2.0
#include "support/exact_distance.hpp"

#include <algorithm>

namespace tocca::support {
namespace {

ExactPoint operator-(const ExactPoint& a, const ExactPoint& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
ExactPoint operator*(const Rational& s, const ExactPoint& a) { return {s * a[0], s * a[1], s * a[2]}; }
Rational dot(const ExactPoint& a, const ExactPoint& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Rational squared_point_segment(const ExactPoint& p, const ExactPoint& a, const ExactPoint& b)
{
    const ExactPoint e = b - a, w = p - a;
    const Rational square = dot(e, e);
    Rational s = square == 0 ? Rational(0) : Rational(dot(w, e) / square);
    s = std::clamp(s, Rational(0), Rational(1));
    const ExactPoint d = w - s * e;
    return dot(d, d);
}

}  // namespace

Rational squared_point_triangle(const ExactPoints& x)
{
    const auto& [p, a, b, c] = x;
    const Rational sides =
        std::min({squared_point_segment(p, a, b), squared_point_segment(p, b, c), squared_point_segment(p, c, a)});
    const ExactPoint e = b - a, f = c - a, w = p - a;
    const Rational ee = dot(e, e), ef = dot(e, f), ff = dot(f, f), we = dot(w, e), wf = dot(w, f);
    const Rational determinant = ee * ff - ef * ef;
    if (determinant == 0) return sides;
    const Rational beta = (we * ff - wf * ef) / determinant, gamma = (wf * ee - we * ef) / determinant;
    if (beta < 0 || gamma < 0 || beta + gamma > 1) return sides;
    const ExactPoint d = w - beta * e - gamma * f;
    return std::min(sides, dot(d, d));
}

Rational squared_segments(const ExactPoints& x)
{
    const auto& [a, b, c, d] = x;
    const Rational ends = std::min({squared_point_segment(a, c, d), squared_point_segment(b, c, d),
                                    squared_point_segment(c, a, b), squared_point_segment(d, a, b)});
    const ExactPoint e = b - a, f = d - c, g = c - a;
    const Rational ee = dot(e, e), ef = dot(e, f), ff = dot(f, f), ge = dot(g, e), gf = dot(g, f);
    const Rational determinant = ee * ff - ef * ef;
    if (determinant == 0) return ends;
    const Rational s = (ge * ff - gf * ef) / determinant, r = (ge * ef - gf * ee) / determinant;
    if (s < 0 || s > 1 || r < 0 || r > 1) return ends;
    const ExactPoint between = s * e - g - r * f;
    return std::min(ends, dot(between, between));
}

Rational squared_distance_at(const PairRows& rows, PairKind kind, const Rational& t)
{
    ExactPoints x;
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            x[i][k] = (1 - t) * Rational(rows[3 * i + k]) + t * Rational(rows[12 + 3 * i + k]);
        }
    }
    return kind == PairKind::vertex_face ? squared_point_triangle(x) : squared_segments(x);
}

}  // namespace tocca::support
