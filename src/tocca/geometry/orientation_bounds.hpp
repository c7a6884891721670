// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Proven bounds of the rounding errors of orientation filters; u = 2^-53 is the unit roundoff. They assume round to
/// nearest and hold with and without fused multiply-add. tests/geometry/orientation_test.cpp recomputes them.
namespace tocca::orientation_bounds {

inline constexpr double unit_roundoff = 0x1p-53;

/// A component of e x f, e and f computed differences, M = |e_y f_z| + |e_z f_y| as computed:
/// |computed - exact| <= area M + area_underflow.
///
/// A monomial carries two differences, a product and a subtraction: a factor (1 + d)^4 at most, 4.01u M exactly. M as
/// computed is below the exact one by 2u M at most, and the bound is rounded twice: 4.02u; 5u covers that. A product
/// that underflows errs by 2^-1075 at most, as the two of M do; differences never underflow.
inline constexpr double area = 5 * unit_roundoff;
inline constexpr double area_underflow = 0x1p-1070;

/// The determinant [e, f, g] with P the computed sum of the magnitudes of its six monomials and S that of |g_x|, |g_y|,
/// |g_z|: |computed - exact| <= volume P + volume_underflow (1 + S).
///
/// A monomial carries three differences, a product, a subtraction, a product by g and two sums: (1 + d)^8. 8.01u P
/// exactly; P as computed lacks 5.01u P at most, and the bound is rounded thrice: 9u covers that. A product of e and f
/// that underflows errs by 2^-1075, which g magnifies to |g| 2^-1075; a product by g by 2^-1075 itself: below
/// 2^-1072 (1 + S) in all, and as much again where P lacks it.
inline constexpr double volume = 9 * unit_roundoff;
inline constexpr double volume_underflow = 0x1p-1070;

}  // namespace tocca::orientation_bounds
