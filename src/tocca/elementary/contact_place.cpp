// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/contact_place.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "tocca/elementary/detail/exact_pair.hpp"
#include "tocca/geometry/closest_points.hpp"

namespace tocca::elementary {
namespace {

using Eigen::Vector3d;

/// Directions below this fraction of the lengths they come from count as unknown: a cross product of two interpolated
/// differences errs by at most 24 units of rounding of the product of their lengths (numeric/error_bounds.hpp).
constexpr double doubtful = 64.0 * 0x1p-53;

/// Bound of the coefficients of a cubic from interpolated differences, as a fraction of the product of their lengths
/// at the ends of the motion. A difference errs by 4.01 units of rounding, a monomial of three by 12.1; k0 has 6
/// monomials of 5 further roundings, 103 in all; k1 has 18 of 7 and one third of that, 120 with the division.
constexpr double cubic_error = 128.0 * 0x1p-53;

double largest(const Vector3d& v) { return v.cwiseAbs().maxCoeff(); }

/// std::ilogb of a positive number, and std::ldexp, without a call for common magnitudes.
int exponent_of(double size)
{
    const auto biased = static_cast<int>(std::bit_cast<std::uint64_t>(size) >> 52U);
    return biased > 0 ? biased - 1023 : std::ilogb(size);
}

double power_of_two(int exponent) { return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52U); }

Vector3d scaled(const Vector3d& v, int exponent)
{
    if (std::abs(exponent) <= 1000) return v * power_of_two(exponent);
    return {std::ldexp(v.x(), exponent), std::ldexp(v.y(), exponent), std::ldexp(v.z(), exponent)};
}

/// The unit vector along `v`, whatever its scale; zero for zero.
Vector3d direction(const Vector3d& v)
{
    const double size = largest(v);
    if (size == 0.0) return Vector3d::Zero();
    const Vector3d w = scaled(v, -exponent_of(size));
    return w / w.norm();
}

/// A vector that moves in a straight line.
struct MovingVector {
    Vector3d start, end;

    [[nodiscard]] Vector3d at(double t) const { return (1.0 - t) * start + t * end; }
    [[nodiscard]] double size() const { return std::max(largest(start), largest(end)); }
    [[nodiscard]] MovingVector between(double t0, double t1) const { return {at(t0), at(t1)}; }
};

/// The power of two that brings the rows to a scale at which neither differences nor interpolations leave the range.
double scale_of(const PairRows& rows)
{
    double size = 0.0;
    for (const double x : rows) size = std::max(size, std::abs(x));
    if (size > 0x1p1000) return 0x1p-64;
    return size < 0x1p-800 ? 0x1p200 : 1.0;
}

/// The four points seen from a point that moves along with them, so that where the pair is costs no precision.
struct Relative {
    MovingVector origin;                ///< corner a of the face, end c of the second edge
    std::array<MovingVector, 4> point;  ///< as in PairRows, minus the origin at the same time
};

Relative relative_to_second(const PairRows& rows, PairKind kind, double scale)
{
    const auto position = [&](std::size_t i) {
        return Vector3d(scale * rows[3 * i], scale * rows[3 * i + 1], scale * rows[3 * i + 2]);
    };
    const std::size_t base = kind == PairKind::vertex_face ? 1 : 2;
    Relative out;
    out.origin = {position(base), position(base + 4)};
    for (std::size_t i = 0; i < 4; ++i)
        out.point[i] = {position(i) - out.origin.start, position(i + 4) - out.origin.end};
    return out;
}

ClosestPoints closest_at(const Relative& pair, PairKind kind, double t)
{
    const std::array<Vector3d, 4> x = {pair.point[0].at(t), pair.point[1].at(t), pair.point[2].at(t),
                                       pair.point[3].at(t)};
    return kind == PairKind::vertex_face ? closest_points(x[0], Triangle{x[1], x[2], x[3]})
                                         : closest_points(Segment{x[0], x[1]}, Segment{x[2], x[3]});
}

/// The two directions whose cross product is the normal, and the first feature as seen from the second: the three
/// vectors of the coplanarity cubic, here (first - second) . (e x f), positive on the side of e x f.
struct Frame {
    MovingVector e, f, g;
};

Frame frame_of(const Relative& pair, PairKind kind)
{
    const auto difference = [&](std::size_t i, std::size_t j) {
        return MovingVector{pair.point[i].start - pair.point[j].start, pair.point[i].end - pair.point[j].end};
    };
    if (kind == PairKind::vertex_face) return {difference(2, 1), difference(3, 1), difference(0, 1)};
    return {difference(1, 0), difference(3, 2), difference(0, 2)};
}

/// Bernstein coefficients of the coplanarity cubic over a time interval, up to a positive factor.
struct RoundedCubic {
    std::array<double, 4> k = {};
    double error = 0.0;  ///< bound of each coefficient's; 0 only when the cubic vanishes identically

    [[nodiscard]] double at(double s) const
    {
        const double r = 1.0 - s;
        return r * r * r * k[0] + 3.0 * s * r * (r * k[1] + s * k[2]) + s * s * s * k[3];
    }
    [[nodiscard]] double slope_at(double s) const
    {
        const double r = 1.0 - s;
        return 3.0 * (r * r * (k[1] - k[0]) + 2.0 * s * r * (k[2] - k[1]) + s * s * (k[3] - k[2]));
    }
    /// -1, 0 or 1; 0 when rounding leaves it open.
    [[nodiscard]] int certain_sign(double value) const { return value > error ? 1 : value < -error ? -1 : 0; }
};

/// Brings a vector to unit scale by a power of two, and `length` with it. False if it vanishes throughout.
bool normalize(MovingVector& v, double& length)
{
    const double size = v.size();
    if (size == 0.0) return false;
    const int exponent = exponent_of(size);
    length = std::abs(exponent) <= 1000 ? length * power_of_two(-exponent) : std::ldexp(length, -exponent);
    v = {scaled(v.start, -exponent), scaled(v.end, -exponent)};
    return true;
}

RoundedCubic cubic_between(const Frame& frame, double t0, double t1)
{
    MovingVector e = frame.e.between(t0, t1), f = frame.f.between(t0, t1), g = frame.g.between(t0, t1);
    double e_length = frame.e.size(), f_length = frame.f.size(), g_length = frame.g.size();
    if (!normalize(e, e_length) || !normalize(f, f_length) || !normalize(g, g_length)) return {};
    const Vector3d n0 = e.start.cross(f.start), n1 = e.end.cross(f.end);
    const Vector3d middle = e.start.cross(f.end) + e.end.cross(f.start);
    return {.k = {g.start.dot(n0), (g.start.dot(middle) + g.end.dot(n0)) / 3.0,
                  (g.end.dot(middle) + g.start.dot(n1)) / 3.0, g.end.dot(n1)},
            .error = cubic_error * e_length * f_length * g_length};
}

/// A root of the cubic in [0, 1] by Newton's method kept inside a shrinking bracket; 1 without a change of sign.
double root_of(const RoundedCubic& cubic)
{
    if (!(cubic.k[0] * cubic.k[3] < 0.0)) return 1.0;
    double low = 0.0, high = 1.0;
    double s = cubic.k[0] / (cubic.k[0] - cubic.k[3]);
    constexpr int enough = 64;  // halvings alone would reach the last bit
    for (int i = 0; i < enough; ++i) {
        const double value = cubic.at(s);
        if (value == 0.0) return s;
        ((value > 0.0) == (cubic.k[0] > 0.0) ? low : high) = s;
        const double newton = s - value / cubic.slope_at(s);
        const double next = newton > low && newton < high ? newton : 0.5 * (low + high);
        if (std::abs(next - s) <= 0x1p-52) return next;
        s = next;
    }
    return s;
}

/// The exact sign of the coplanarity cubic of the frame at a time.
int exact_side(const PairRows& rows, PairKind kind, double t)
{
    const CommonScale time = to_common_integers(std::array{t, 1.0});
    const Sign sign =
        sign_at(detail::ExactPair(rows, kind).cubic(), Fraction<Integer>{time.integers[0], time.integers[1]});
    // The library's cubic looks from the first edge to the second, the frame the other way.
    return static_cast<int>(kind == PairKind::vertex_face ? sign : -sign);
}

/// The side of the second feature, as a sign along e x f, on which the first was just before the contact at `t`; of a
/// pair that touches from the start, the side it goes away from.
int side_before(const PairRows& rows, PairKind kind, const Frame& frame, const TimeInterval& toc,
                const RoundedCubic& within, double t)
{
    if (const int sign = within.certain_sign(within.k[0]); sign != 0) return sign;
    if (toc.upper > 0.0) return exact_side(rows, kind, toc.lower);
    const RoundedCubic whole = cubic_between(frame, 0.0, 1.0);
    return -whole.certain_sign(whole.slope_at(t) / 6.0);
}

/// e x f as a unit vector, or zero when rounding leaves it open: a vector that has shrunk to nothing by the time `t`
/// is known no better than the lengths it was interpolated from.
Vector3d unit_normal(const Frame& frame, double t)
{
    const auto weight_of = [t](const MovingVector& v) { return (1.0 - t) * largest(v.start) + t * largest(v.end); };
    const double e_weight = weight_of(frame.e), f_weight = weight_of(frame.f);
    if (e_weight == 0.0 || f_weight == 0.0) return Vector3d::Zero();
    const Vector3d e = frame.e.at(t) / e_weight, f = frame.f.at(t) / f_weight;
    const Vector3d n = e.cross(f);
    return largest(n) > doubtful * (largest(e) + largest(f)) ? direction(n) : Vector3d::Zero();
}

/// The velocity of the first touching point as seen from the second.
Vector3d relative_velocity(const Relative& pair, PairKind kind, const std::array<double, 4>& weights)
{
    Vector3d velocity = Vector3d::Zero();
    for (std::size_t i = 0; i < 4; ++i) {
        const bool first = kind == PairKind::vertex_face ? i == 0 : i < 2;
        velocity += (first ? weights[i] : -weights[i]) * (pair.point[i].end - pair.point[i].start);
    }
    return velocity;
}

/// Half-way between the touching points.
Vector3d middle_at(const Relative& pair, const std::array<double, 4>& weights, double t, double scale)
{
    Vector3d middle = Vector3d::Zero();
    for (std::size_t i = 0; i < 4; ++i) middle += 0.5 * weights[i] * pair.point[i].at(t);
    constexpr double most = std::numeric_limits<double>::max();
    return ((pair.origin.at(t) + middle) / scale).cwiseMax(-most).cwiseMin(most);
}

Vector3d normal_of(const PairRows& rows, const Relative& pair, const Contact& contact, const RoundedCubic& within,
                   double t)
{
    const PairKind kind = contact.kind;
    const Frame frame = frame_of(pair, kind);
    const Vector3d normal = unit_normal(frame, t);
    // The side is known along the normal at `lower`; a triangle that collapses in between turns it round.
    const double turn = normal.dot(unit_normal(frame, contact.toc.lower));
    const int side = turn == 0.0 ? 0 : side_before(rows, kind, frame, contact.toc, within, t);
    if (side != 0) return turn > 0.0 ? Vector3d(side * normal) : Vector3d(-side * normal);

    // Either there is no normal (a collapsed triangle, parallel edges) or the plane does not separate the sides (coplanar
    // throughout): the way from the second feature to the first just before the contact.
    double size = 0.0;
    for (const MovingVector& point : pair.point) size = std::max(size, largest(point.at(contact.toc.lower)));
    const Vector3d before = closest_at(pair, kind, contact.toc.lower).difference;
    if (largest(before) > doubtful * size) return direction(before);
    const Vector3d velocity = relative_velocity(pair, kind, contact.weights);
    if (!velocity.isZero(0.0)) return -direction(velocity);
    return normal;
}

}  // namespace

Contact contact_of(const PairRows& rows, PairKind kind, const DyadicBracket& bracket, double gap)
{
    Contact contact{
        .toc = {bracket.lower, bracket.upper}, .kind = kind, .sooner_than_any_double = bracket.below_least_double};
    const double scale = scale_of(rows);
    const Relative pair = relative_to_second(rows, kind, scale);
    const auto [lower, upper] = contact.toc;
    double t = upper;
    if (gap > 0.0) {
        const ClosestPoints closest = closest_at(pair, kind, t);
        contact.weights = closest.weights;
        contact.normal = direction(closest.difference);
        if (contact.normal.isZero(0.0)) contact.normal = -direction(relative_velocity(pair, kind, contact.weights));
    } else {
        const RoundedCubic within = cubic_between(frame_of(pair, kind), lower, upper);
        const double s = root_of(within);
        if (s < 1.0) t = std::clamp(lower + s * (upper - lower), lower, upper);
        contact.weights = closest_at(pair, kind, t).weights;
        contact.normal = normal_of(rows, pair, contact, within, t);
    }
    contact.point = middle_at(pair, contact.weights, t, scale);
    return contact;
}

void set_first(Answer& answer, const Contact& contact)
{
    answer.outcome = contact.toc.upper == 0.0 ? Outcome::touching_at_start : Outcome::contact;
    answer.safe_until = contact.toc.lower;
    answer.contact = contact;
}

}  // namespace tocca::elementary
