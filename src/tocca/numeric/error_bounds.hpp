// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Proven bounds of the rounding errors of the elementary filters, as multiples of the unit roundoff u = 2^-53. The
/// derivations assume round to nearest; they hold with and without fused multiply-add. docs/floating_point.md lists
/// the assumptions and tests/numeric/error_bounds_test.cpp recomputes every bound in exact arithmetic.
///
/// Notation: e(t), f(t), g(t) are differences of two moving points, given by their values at both ends of the motion;
/// E, F, G are the largest magnitudes of their computed components; delta is a distance in time.
namespace tocca::error_bounds {

inline constexpr double u = 0x1p-53;

/// The range of E, F, G in which the bounds hold: beyond it products could over- or underflow.
inline constexpr double min_size = 0x1p-320;
inline constexpr double max_size = 0x1p320;

/// Bernstein coefficients k0, k1, k2, k3 of [e, f, g]: |computed - exact| <= cubic E F G.
///
/// A difference carries (1 + d), |d| <= u: a monomial of three changes by 3u EFG. A monomial of k0 then passes 5
/// roundings, one of 3k1 passes 7. With 6 and 18 monomials: 48u for k0, 180u for 3k1, that is 60u for k1. The product
/// by the rounded 1/3 adds 1.5u |k1| <= 9u. 69u in all; 72u also covers the squares of u, underflow (below
/// 2^-58 u EFG in range) and the rounding of the bound itself.
inline constexpr double cubic = 72 * u;

/// A Bernstein cubic with coefficients of magnitude at most K, evaluated at a double t in [0, 1] by de Casteljau's
/// (1-t) a + t b: |computed - exact| <= cubic_value K.
///
/// A level rounds 1-t, two products and a sum: at most 3u K, and passes on what it inherited unamplified. Three levels
/// make 9u; 10u covers the squares of u.
inline constexpr double cubic_value = 10 * u;

/// One halving of a Bernstein cubic with coefficients of magnitude at most K adds at most cubic_halving K to their
/// errors: three levels of averages, one rounding each (halving is exact, underflow apart, which the slack of `cubic`
/// covers).
inline constexpr double cubic_halving = 3.01 * u;

/// A component of a(t) x b(t) at a time within delta of the computed t, for differences with A, B the largest
/// computed magnitudes: |computed at t - exact| <= (cross_time delta + cross) A B + cross_underflow.
///
/// A vector at t carries u (difference) + 3u (interpolation) and moves by at most 2 delta A: eta = 2 delta + 4.01u,
/// relative to A. Two products: 2 (2 eta + eta^2) AB; two product roundings and one subtraction: 4.01u AB. That is
/// 8 delta + 20.1u + 2 eta^2, and 2 eta^2 <= 0.01 delta + u for delta <= max_delta. For the mean of two such
/// components one more rounding, 2u AB, and none for the halving: 23.2u < 24u. Underflow in the interpolation errs by
/// 3 2^-1075, which the product magnifies by A or B <= 2 max_size: below 2^-748 for the four products.
inline constexpr double cross = 24 * u;
inline constexpr double cross_time = 9.0;
inline constexpr double cross_underflow = 0x1p-740;
inline constexpr double max_delta = 0x1p-10;

}  // namespace tocca::error_bounds
