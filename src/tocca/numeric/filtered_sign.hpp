// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tocca {

/// The sign of a number known within an error bound. It does not convert to Sign: "cannot tell" is never zero.
enum class FilteredSign : signed char { negative = -1, zero = 0, positive = 1, uncertain = 2 };

/// The sign of a real number of which `x` is an approximation with absolute error at most `bound`.
///
/// Guarantee: never wrong if the bound holds; `zero` only for x = bound = 0; NaN anywhere gives `uncertain`.
[[nodiscard]] constexpr FilteredSign filtered_sign(double x, double bound)
{
    if (x > bound) return FilteredSign::positive;
    if (x < -bound) return FilteredSign::negative;
    if (x == 0.0 && bound == 0.0) return FilteredSign::zero;
    return FilteredSign::uncertain;
}

}  // namespace tocca
