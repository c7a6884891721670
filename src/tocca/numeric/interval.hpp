// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

namespace tocca {

/// A double below x and one above it, at most two doubles away; zero moves to the least positive double.
///
/// With u = 2^-53 the neighbours of x are at most 2u |x| away, and at most 2^-1074 where doubles are that dense. The
/// constants let the rounded sum pass the neighbour (Rump, Zimmermann, Boldo, Melquiond 2009), without a branch.
/// Assumes: x is finite.
[[nodiscard]] inline double rounded_down(double x)
{
    return x - (std::abs(x) * (0x1p-53 * (1.0 + 0x1p-52)) + 0x1p-1074);
}
[[nodiscard]] inline double rounded_up(double x) { return x + (std::abs(x) * (0x1p-53 * (1.0 + 0x1p-52)) + 0x1p-1074); }

/// All real numbers from lower to upper, both included.
///
/// Guarantee: a result holds the exact result for all numbers of its operands.
/// Assumes:   lower <= upper, and ends of magnitude at most 2^500: nothing overflows.
struct Interval {
    double lower = 0.0;
    double upper = 0.0;

    [[nodiscard]] double width() const { return upper - lower; }
    [[nodiscard]] bool contains(double x) const { return lower <= x && x <= upper; }
    /// The largest magnitude of its numbers.
    [[nodiscard]] double magnitude() const { return std::max(-lower, upper); }
};

[[nodiscard]] inline Interval operator-(const Interval& a) { return {-a.upper, -a.lower}; }

[[nodiscard]] inline Interval operator+(const Interval& a, const Interval& b)
{
    return {rounded_down(a.lower + b.lower), rounded_up(a.upper + b.upper)};
}

[[nodiscard]] inline Interval operator-(const Interval& a, const Interval& b)
{
    return {rounded_down(a.lower - b.upper), rounded_up(a.upper - b.lower)};
}

[[nodiscard]] inline Interval operator*(const Interval& a, const Interval& b)
{
    const double ll = a.lower * b.lower, lu = a.lower * b.upper, ul = a.upper * b.lower, uu = a.upper * b.upper;
    return {rounded_down(std::min(std::min(ll, lu), std::min(ul, uu))),
            rounded_up(std::max(std::max(ll, lu), std::max(ul, uu)))};
}

[[nodiscard]] inline Interval operator*(double k, const Interval& a)
{
    const double x = k * a.lower, y = k * a.upper;
    return {rounded_down(std::min(x, y)), rounded_up(std::max(x, y))};
}

/// The least interval that holds both.
[[nodiscard]] inline Interval hull(const Interval& a, const Interval& b)
{
    return {std::min(a.lower, b.lower), std::max(a.upper, b.upper)};
}

/// The squares of its numbers: never negative, unlike a * a.
[[nodiscard]] Interval square(const Interval& a);

/// The sines and cosines of its numbers, as angles in radians; all of [-1, 1] for angles beyond 2^30.
///
/// Assumes: the C library's sine and cosine err by at most 2^-51.
[[nodiscard]] Interval sine(const Interval& angle);
[[nodiscard]] Interval cosine(const Interval& angle);

}  // namespace tocca
