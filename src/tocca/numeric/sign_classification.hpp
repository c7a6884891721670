// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tocca/numeric/polynomial.hpp"
#include "tocca/numeric/sign.hpp"

/// Bernstein sign classification: the roots of a cubic Y in [0, 1], and the sign of other polynomials at them, by
/// signs of rational evaluations alone. No root is ever computed.
///
/// Source: Tang, Tong, Wang, Manocha 2014, 3.4 to 4.2. Mended: the printed rules do not treat vanishing leading
/// coefficients, roots at the ends of a piece, double roots, and the 0/0 of the decomposition; the labels of the cases
/// (b) and (c) are exchanged there. Exact for Number = Integer; with Number = double it guarantees nothing.
namespace tocca {

/// Where a root lies on its piece of the cubic.
enum class RootKind : unsigned char {
    point,  ///< at a known fraction, low == high
    one,    ///< the only root in the open interval (low, high), where the cubic is monotone
    left,   ///< in (low, high), before the only extremum there
    right,  ///< in (low, high), after the only extremum there
};

/// A root of a cubic, identified by its piece.
template <class Number>
struct Root {
    RootKind kind = RootKind::point;
    Fraction<Number> low;
    Fraction<Number> high;
    Sign bend = Sign::zero;      ///< positive: the extremum of the piece is a minimum; negative: a maximum
    Sign low_sign = Sign::zero;  ///< of the cubic at low
    int multiplicity = 1;
};

namespace numeric::detail {

template <class Number>
[[nodiscard]] int multiplicity_at(const Cubic<Number>& y, const Fraction<Number>& x)
{
    const auto first = derivative(y);
    if (sign_at(first, x) != Sign::zero) return 1;
    return sign_at(derivative(first), x) != Sign::zero ? 2 : 3;
}

/// Positive: three distinct real roots; zero: a multiple one (degree at least 2).
template <class Number>
[[nodiscard]] Sign discriminant_sign(const Cubic<Number>& y)
{
    const auto& [a0, a1, a2, a3] = y;
    const Number a1a1 = a1 * a1, a2a2 = a2 * a2, a3a0 = a3 * a0;
    return sign_of(
        Number(a2a2 * a1a1 - 4 * a3 * a1 * a1a1 - 4 * a2 * a2a2 * a0 - 27 * a3a0 * a3a0 + 18 * a3a0 * a2 * a1));
}

/// The double root of a cubic whose discriminant vanishes, of degree at least 2.
template <class Number>
[[nodiscard]] Fraction<Number> double_root(const Cubic<Number>& y)
{
    const auto& [a0, a1, a2, a3] = y;
    if (a3 == 0) return make_fraction<Number>(-a1, 2 * a2);
    return make_fraction<Number>(9 * a3 * a0 - a2 * a1, 2 * (a2 * a2 - 3 * a3 * a1));
}

/// Appends the roots in the open piece (low, high), on which Y' is monotone.
template <class Number>
void append_roots_of_piece(const Cubic<Number>& y, const Fraction<Number>& low, const Fraction<Number>& high,
                           std::vector<Root<Number>>& roots)
{
    const auto slope = derivative(y);
    const Sign y_low = sign_at(y, low), y_high = sign_at(y, high);
    const Sign d_low = sign_at(slope, low), d_high = sign_at(slope, high);
    if (d_low * d_high != Sign::negative) {  // monotone
        if (y_low * y_high == Sign::negative) roots.push_back({RootKind::one, low, high, Sign::zero, y_low});
        return;
    }
    const Sign bend = -d_low;
    const bool low_beyond = y_low * bend == Sign::positive, high_beyond = y_high * bend == Sign::positive;
    if (low_beyond && high_beyond) {
        const Sign d = discriminant_sign(y);
        if (d == Sign::negative) return;
        if (d == Sign::zero) {
            const auto x = double_root(y);
            roots.push_back({RootKind::point, x, x, Sign::zero, Sign::zero, 2});
            return;
        }
    }
    if (low_beyond) roots.push_back({RootKind::left, low, high, bend, y_low});
    if (high_beyond) roots.push_back({RootKind::right, low, high, bend, y_low});
}

/// h2^2 Y = L P + K for a P of degree 2, without division.
template <class Number>
struct Decomposition {
    Linear<Number> factor;
    Linear<Number> remainder;
};

template <class Number>
[[nodiscard]] Decomposition<Number> decompose(const Cubic<Number>& y, const Quadratic<Number>& p)
{
    const auto& [g0, g1, g2, g3] = y;
    const auto& [h0, h1, h2] = p;
    const Number l1 = h2 * g3, l0 = h2 * g2 - h1 * g3, h2h2 = h2 * h2;
    return {{l0, l1}, {Number(h2h2 * g0 - l0 * h0), Number(h2h2 * g1 - l1 * h0 - l0 * h1)}};
}

/// On which side of a point x in (low, high) the root lies: the sign of root - x, from the cubic's sign and slope
/// at x. `slope` is called only where it matters.
template <class Number, class Slope>
[[nodiscard]] Sign side_of(const Root<Number>& root, Sign y, const Slope& slope)
{
    if (root.kind == RootKind::one) {
        if (y == Sign::zero) return Sign::zero;
        return y == root.low_sign ? Sign::positive : Sign::negative;
    }
    const Sign yb = y * root.bend, d = slope() * root.bend;
    if (root.kind == RootKind::left) {
        if (d == Sign::negative && yb != Sign::negative) return yb == Sign::zero ? Sign::zero : Sign::positive;
        return Sign::negative;
    }
    if (d == Sign::positive && yb != Sign::negative) return yb == Sign::zero ? Sign::zero : Sign::negative;
    return Sign::positive;
}

}  // namespace numeric::detail

/// The distinct roots in the closed interval [0, 1], in increasing order.
///
/// Assumes: y does not vanish identically.
template <class Number>
[[nodiscard]] std::vector<Root<Number>> roots_in_unit_interval(const Cubic<Number>& y)
{
    std::vector<Fraction<Number>> cuts{{0, 1}};
    const Linear<Number> bending{y[2], 3 * y[3]};  // half of Y''
    const Fraction<Number> one{1, 1};
    if (sign_of(bending[0]) * sign_at(bending, one) == Sign::negative) cuts.push_back(root_of(bending));
    cuts.push_back(one);

    std::vector<Root<Number>> roots;
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        if (sign_at(y, cuts[i]) == Sign::zero) {
            roots.push_back({RootKind::point, cuts[i], cuts[i], Sign::zero, Sign::zero,
                             numeric::detail::multiplicity_at(y, cuts[i])});
        }
        if (i + 1 < cuts.size()) numeric::detail::append_roots_of_piece(y, cuts[i], cuts[i + 1], roots);
    }
    return roots;
}

/// The sign of root - x.
template <class Number>
[[nodiscard]] Sign compare(const Cubic<Number>& y, const Root<Number>& root, const Fraction<Number>& x)
{
    if (root.kind == RootKind::point) return compare(root.low, x);
    if (compare(x, root.low) != Sign::positive) return Sign::positive;
    if (compare(x, root.high) != Sign::negative) return Sign::negative;
    return numeric::detail::side_of(root, sign_at(y, x), [&] { return sign_at(derivative(y), x); });
}

/// The sign of a linear polynomial at a root of y.
template <class Number>
[[nodiscard]] Sign sign_at_root(const Cubic<Number>& y, const Root<Number>& root, const Linear<Number>& p)
{
    if (p[1] == 0) return sign_of(p[0]);
    return sign_of(p[1]) * compare(y, root, root_of(p));
}

/// The sign of a quadratic at a root of y, by placing the root among the roots of the quadratic: numbers of degree 16
/// in the coordinates at most, where the decomposition needs 24.
template <class Number>
[[nodiscard]] Sign sign_at_root(const Cubic<Number>& y, const Root<Number>& root, const Quadratic<Number>& p)
{
    if (root.kind == RootKind::point) return sign_at(p, root.low);
    if (p[2] == 0) return sign_at_root(y, root, Linear<Number>{p[0], p[1]});
    const Number &h0 = p[0], &h1 = p[1], &h2 = p[2];
    const Sign opens = sign_of(h2);
    const Sign discriminant = sign_of(Number(h1 * h1 - 4 * h0 * h2));
    if (discriminant == Sign::negative) return opens;
    const Fraction<Number> vertex = make_fraction<Number>(-h1, 2 * h2);
    const Sign side = compare(y, root, vertex);
    if (discriminant == Sign::zero) return side == Sign::zero ? Sign::zero : opens;
    if (side == Sign::zero) return -opens;

    // rho: the root of p on that side of its vertex. The sign of rho - x, and of a linear polynomial at rho:
    const auto rho_beyond = [&](const Fraction<Number>& x) {
        if (compare(x, vertex) != side) return side;
        return -(side * opens * sign_at(p, x));
    };
    const auto sign_at_rho = [&](const Linear<Number>& m) {
        return m[1] == 0 ? sign_of(m[0]) : sign_of(m[1]) * rho_beyond(root_of(m));
    };
    const auto order = [&]() -> Sign {  // of root - rho
        if (rho_beyond(root.low) != Sign::positive) return Sign::positive;
        if (rho_beyond(root.high) != Sign::negative) return Sign::negative;
        return numeric::detail::side_of(root, sign_at_rho(numeric::detail::decompose(y, p).remainder), [&] {
            const auto d = derivative(y);
            const Linear<Number> reduced{Number(h2 * d[0] - d[2] * h0), Number(h2 * d[1] - d[2] * h1)};
            return opens * sign_at_rho(reduced);
        });
    }();
    if (order == Sign::zero) return Sign::zero;
    return order == side ? opens : -opens;
}

}  // namespace tocca
