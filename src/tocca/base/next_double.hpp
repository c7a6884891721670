// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>

namespace tocca::base {

/// The next double below and above: bounds of the number that was rounded to x.
inline double next_down(double x) { return std::nextafter(x, -std::numeric_limits<double>::infinity()); }
inline double next_up(double x) { return std::nextafter(x, std::numeric_limits<double>::infinity()); }

}  // namespace tocca::base
