// SPDX-License-Identifier: Apache-2.0
#include "tocca/numeric/interval.hpp"

#include <numbers>

namespace tocca {

namespace {

constexpr double library_error = 0x1p-51;
constexpr double max_angle = 0x1p30;

/// The values of a function of period 2 pi that is 1 at `top` + 2 k pi, -1 half a turn further, and monotonous between.
///
/// Places of extremes are numbered: n is at top + n pi. The number that belongs to an angle is found within 2^-20, as
/// the angles are below 2^30 and three roundings make less than 2^-50 of that; a number that is almost reached counts
/// as reached, which widens the result and harms nothing.
Interval between_extremes(const Interval& angle, double top, double at_lower, double at_upper)
{
    const double first = std::ceil((angle.lower - top) / std::numbers::pi - 0x1p-20);
    const double last = std::floor((angle.upper - top) / std::numbers::pi + 0x1p-20);
    Interval values{std::max(-1.0, std::min(at_lower, at_upper) - library_error),
                    std::min(1.0, std::max(at_lower, at_upper) + library_error)};
    if (first > last) return values;
    const bool even = last > first || std::fmod(first, 2.0) == 0.0, odd = last > first || !even;
    if (even) values.upper = 1.0;
    if (odd) values.lower = -1.0;
    return values;
}

}  // namespace

Interval square(const Interval& a)
{
    const double x = a.lower * a.lower, y = a.upper * a.upper;
    const bool holds_zero = a.lower <= 0.0 && a.upper >= 0.0;
    return {holds_zero ? 0.0 : std::max(0.0, rounded_down(std::min(x, y))), rounded_up(std::max(x, y))};
}

Interval sine(const Interval& angle)
{
    if (!(angle.lower >= -max_angle && angle.upper <= max_angle)) return {-1.0, 1.0};
    return between_extremes(angle, 0.5 * std::numbers::pi, std::sin(angle.lower), std::sin(angle.upper));
}

Interval cosine(const Interval& angle)
{
    if (!(angle.lower >= -max_angle && angle.upper <= max_angle)) return {-1.0, 1.0};
    return between_extremes(angle, 0.0, std::cos(angle.lower), std::cos(angle.upper));
}

}  // namespace tocca
