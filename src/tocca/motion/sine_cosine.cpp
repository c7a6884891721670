// SPDX-License-Identifier: Apache-2.0
#include "tocca/motion/sine_cosine.hpp"

#include <cstdint>

namespace tocca::motion {
namespace {

// A quarter turn in three parts. The first two have 32 bits, so that their products with an integer below 2^20 are
// exact; the last leaves out less than 2^-122.
constexpr double quarter_high = 0x1.921fb544p+0;
constexpr double quarter_middle = 0x1.0b4611a6p-34;
constexpr double quarter_low = 0x1.3198a2e037073p-69;
constexpr double quarters_per_radian = 0x1.45f306dc9c883p-1;

/// Added and taken away again, it rounds a number below 2^51 to the nearest integer.
constexpr double integer_maker = 0x1.8p52;

/// 1 / n!, rounded.
constexpr double inverse_factorial(int n)
{
    double product = 1.0;  // exact up to 18!
    for (int i = 2; i <= n; ++i) product *= i;
    return 1.0 / product;
}

/// The coefficients c, those of the lowest power first, of a polynomial in z.
template <int... c>
double alternating_series(double z)
{
    const double coefficients[] = {inverse_factorial(c)...};
    double sum = 0.0;
    for (int i = static_cast<int>(sizeof...(c)) - 1; i >= 0; --i) sum = coefficients[i] - z * sum;
    return sum;
}

}  // namespace

// The bounds, with u = 2^-53. The remainder r: angle - n high is exact, being a multiple of 2^-53 below 1; taking away
// the middle and the low part rounds twice, u/2 each, as |r| < 0.786. The sine: that error counts at most 0.88 u (the
// cosine where r >= 1/2, half as much below); the terms after the first, at most 0.081, err by 5u of themselves; the
// last sum by u/2; the terms left out make 0.001 u. Together less than 1.8 u. The cosine: 0.71 u for r, 0.31 u for z,
// 0.08 u for the terms after the second, u/4 and u/2 for the last two differences, 0.02 u for what is left out: less
// than 1.9 u.
SineCosine sine_cosine(double angle)
{
    const double quarters = (angle * quarters_per_radian + integer_maker) - integer_maker;
    const double r = ((angle - quarters * quarter_high) - quarters * quarter_middle) - quarters * quarter_low;
    const double z = r * r;
    const double sine = r - (r * z) * alternating_series<3, 5, 7, 9, 11, 13, 15, 17>(z);
    const double cosine = 1.0 - (0.5 * z - (z * z) * alternating_series<4, 6, 8, 10, 12, 14, 16>(z));

    switch (static_cast<std::int64_t>(quarters) & 3) {
        case 0: return {sine, cosine};
        case 1: return {cosine, -sine};
        case 2: return {-sine, -cosine};
        default: return {-cosine, sine};
    }
}

}  // namespace tocca::motion
