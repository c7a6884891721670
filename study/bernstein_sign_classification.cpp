// SPDX-License-Identifier: Apache-2.0
#include "study/bernstein_sign_classification.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "study/sign_by_decomposition.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/elementary/decide.hpp"
#include "tocca/elementary/detail/exact_pair.hpp"
#include "tocca/numeric/integer.hpp"
#include "tocca/numeric/sign_classification.hpp"

namespace tocca::study {
namespace {

template <class Number>
using Quartic = Polynomial<Number, 4>;

template <class Number>
using Vector = std::array<Number, 3>;

template <class Number>
Vector<Number> cross(const Vector<Number>& a, const Vector<Number>& b)
{
    return {Number(a[1] * b[2] - a[2] * b[1]), Number(a[2] * b[0] - a[0] * b[2]), Number(a[0] * b[1] - a[1] * b[0])};
}

template <class Number>
Number dot(const Vector<Number>& a, const Vector<Number>& b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// A vector linear in time.
template <class Number>
struct Moving {
    Vector<Number> start, end;
};

/// The Bernstein coefficients of a vector quadratic in time, the middle one twice.
template <class Number>
struct MovingCross {
    Vector<Number> start, twice_middle, end;

    MovingCross(const Moving<Number>& a, const Moving<Number>& b)
        : start(cross(a.start, b.start)), twice_middle(cross(a.start, b.end)), end(cross(a.end, b.end))
    {
        const Vector<Number> other = cross(a.end, b.start);
        for (std::size_t k = 0; k < 3; ++k) twice_middle[k] += other[k];
    }
};

/// Source: Tang 2014, 3.4, equation (11).
template <class Number>
Cubic<Number> coplanarity(const MovingCross<Number>& n, const Moving<Number>& g)
{
    return cubic_from_bernstein<Number>({dot(g.start, n.start), dot(g.start, n.twice_middle) + dot(g.end, n.start),
                                         dot(g.end, n.twice_middle) + dot(g.start, n.end), dot(g.end, n.end)});
}

/// Source: Tang 2014, 3.5, equation (12); here by power coefficients.
template <class Number>
Quartic<Number> inside_quartic(const MovingCross<Number>& m, const MovingCross<Number>& n)
{
    Quartic<Number> sum{};
    for (std::size_t k = 0; k < 3; ++k) {
        const auto a = quadratic_from_bernstein<Number>(m.start[k], m.twice_middle[k], m.end[k]);
        const auto b = quadratic_from_bernstein<Number>(n.start[k], n.twice_middle[k], n.end[k]);
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) sum[i + j] += a[i] * b[j];
        }
    }
    return sum;
}

/// The system (10) of the paper, or its counterpart for two edges: Y = 0 and every quartic >= 0 at the same time.
template <class Number>
struct System {
    Cubic<Number> y;
    std::vector<Quartic<Number>> inside;

    System(const std::array<Number, 24>& x, PairKind kind)
    {
        const auto difference = [&](std::size_t i, std::size_t j) {
            Moving<Number> d;
            for (std::size_t k = 0; k < 3; ++k) {
                d.start[k] = x[3 * i + k] - x[3 * j + k];
                d.end[k] = x[12 + 3 * i + k] - x[12 + 3 * j + k];
            }
            return d;
        };
        if (kind == PairKind::vertex_face) {
            const Moving<Number> a = difference(1, 0), b = difference(2, 0), c = difference(3, 0);
            const MovingCross<Number> n(difference(2, 1), difference(3, 1));
            y = coplanarity(n, difference(0, 1));
            for (const MovingCross<Number>& m : {MovingCross(b, c), MovingCross(c, a), MovingCross(a, b)}) {
                inside.push_back(inside_quartic(m, n));
            }
        } else {
            const Moving<Number> e = difference(1, 0), f = difference(3, 2), g = difference(2, 0);
            const MovingCross<Number> n(e, f);
            y = coplanarity(n, g);
            for (const MovingCross<Number>& m : {MovingCross(g, f), MovingCross(difference(1, 2), f), MovingCross(g, e),
                                                 MovingCross(e, difference(3, 0))}) {
                inside.push_back(inside_quartic(m, n));
            }
        }
    }
};

/// Subtracts from `rest` the multiple of y, shifted by `shift`, that cancels its coefficient of t^(degree + shift),
/// after multiplying it by y's coefficient of t^degree.
template <class Number>
void cancel(Quartic<Number>& rest, const Cubic<Number>& y, std::size_t degree, std::size_t shift)
{
    const Number leading = rest[degree + shift];
    for (Number& c : rest) c *= y[degree];
    for (std::size_t i = 0; i <= degree; ++i) rest[i + shift] -= leading * y[i];
}

/// The quadratic with the sign of the quartic at every root of y.
///
/// Source: Tang 2014, 3.5, equation (13). Mended: the printed elimination divides by the coefficient of t^3, which
/// vanishes whenever the triangle only translates; it has to be the true leading coefficient, to an even power, since
/// an odd one turns the sign.
template <class Number>
Quadratic<Number> reduced(const Quartic<Number>& quartic, const Cubic<Number>& y)
{
    std::size_t degree = 3;
    while (degree > 0 && y[degree] == 0) --degree;
    Quartic<Number> rest = quartic;
    std::size_t power = 0;
    for (std::size_t shift = 5 - degree; shift-- > 0; ++power) cancel(rest, y, degree, shift);
    if (power % 2 == 1) {
        for (Number& c : rest) c *= y[degree];
    }
    return {rest[0], rest[1], rest[2]};
}

/// The same as printed.
Quadratic<double> reduced_as_printed(const Quartic<double>& quartic, const Cubic<double>& y)
{
    Quartic<double> rest = quartic;
    cancel(rest, y, 3, 1);
    cancel(rest, y, 3, 0);
    return {rest[0], rest[1], rest[2]};
}

/// Source: Tang 2014, 4.2, equation (15), as printed: P = -K/L without a thought for L = 0.
Sign sign_as_printed(const Cubic<double>& y, const Root<double>& root, const Quadratic<double>& p)
{
    const auto [factor, remainder] = numeric::detail::decompose(y, p);
    return -(sign_at_root(y, root, remainder) * sign_at_root(y, root, factor));
}

}  // namespace

bool collides_bsc_exact(const PairRows& rows, PairKind kind)
{
    require_floating_point();
    elementary::require_finite(rows);
    std::array<Integer, 24> x;
    std::ranges::move(to_common_integers(rows).integers, x.begin());
    const System<Integer> system(x, kind);
    const elementary::detail::ExactPair pair(rows, kind);

    // Mended: with Y = 0 throughout the printed classification finds no root. A contact then begins at the start or
    // where a vertex meets an edge.
    if (vanishes(system.y)) {
        return pair.touches_at(Fraction<Integer>{0, 1}) || !pair.edge_instants().empty();
    }

    std::vector<Quadratic<Integer>> inside;
    for (const Quartic<Integer>& quartic : system.inside) inside.push_back(reduced(quartic, system.y));
    // Mended: all inequalities have to hold at the same root, not each at some root.
    for (const Root<Integer>& root : roots_in_unit_interval(system.y)) {
        bool outside = false, all_vanish = true;
        for (const Quadratic<Integer>& p : inside) {
            const Sign sign = sign_at_root_by_decomposition(system.y, root, p);
            outside = outside || sign == Sign::negative;
            all_vanish = all_vanish && sign == Sign::zero;
        }
        if (outside) continue;
        if (!all_vanish) return true;
        // Mended: the quartics add up to the square of the normal. Where it vanishes they all do, and 0 >= 0 would call
        // it a contact wherever the vertex is; the components of the cross products tell.
        if (pair.touches_at({system.y, root})) return true;
    }
    return false;
}

bool collides_bsc_float(const PairRows& rows, PairKind kind)
{
    elementary::require_finite(rows);
    const System<double> system(rows, kind);
    if (vanishes(system.y)) return false;
    std::vector<Quadratic<double>> inside;
    for (const Quartic<double>& quartic : system.inside) inside.push_back(reduced_as_printed(quartic, system.y));
    const auto roots = roots_in_unit_interval(system.y);
    return std::ranges::any_of(roots, [&](const Root<double>& root) {
        return std::ranges::all_of(
            inside, [&](const Quadratic<double>& p) { return sign_as_printed(system.y, root, p) != Sign::negative; });
    });
}

}  // namespace tocca::study
