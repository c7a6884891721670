// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tocca {

/// The sign of an exactly known number.
enum class Sign : signed char { negative = -1, zero = 0, positive = 1 };

[[nodiscard]] constexpr Sign operator-(Sign s) { return static_cast<Sign>(-static_cast<int>(s)); }

[[nodiscard]] constexpr Sign operator*(Sign a, Sign b)
{
    return static_cast<Sign>(static_cast<int>(a) * static_cast<int>(b));
}

/// The sign of a number that carries no error; for an inexact type it is the sign of the number given.
template <class Number>
[[nodiscard]] constexpr Sign sign_of(const Number& x)
{
    if (x > 0) return Sign::positive;
    if (x < 0) return Sign::negative;
    return Sign::zero;
}

}  // namespace tocca
