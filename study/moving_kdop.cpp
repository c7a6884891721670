// SPDX-License-Identifier: Apache-2.0
#include "study/moving_kdop.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tocca/base/next_double.hpp"

namespace tocca::study {
namespace {

using base::next_down;
using base::next_up;

/// How far `high` is above `low`, not less. Most differences of floats are doubles, but not all.
double rise_above(float high, float low) { return next_up(static_cast<double>(high) - static_cast<double>(low)); }

/// Narrows `times` to where the linear function from g0 to g1 may be at least 0.
bool narrow(double g0, double g1, TimeInterval& times)
{
    if (g0 < 0.0 && g1 < 0.0) return false;
    if (g0 < 0.0) {
        times.lower = std::max(times.lower, next_down(-g0 / next_up(g1 - g0)));
    } else if (g1 < 0.0) {
        times.upper = std::min(times.upper, next_up(g0 / next_down(g0 - g1)));
    }
    return times.lower <= times.upper;
}

}  // namespace

bool narrow_to_overlap(const MovingSlab& a, const MovingSlab& b, TimeInterval& times)
{
    return narrow(rise_above(b.start.high, a.start.low), rise_above(b.end.high, a.end.low), times) &&
           narrow(rise_above(a.start.high, b.start.low), rise_above(a.end.high, b.end.low), times);
}

}  // namespace tocca::study
