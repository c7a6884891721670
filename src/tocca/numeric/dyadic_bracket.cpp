// SPDX-License-Identifier: Apache-2.0
#include "tocca/numeric/dyadic_bracket.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tocca {
namespace {

constexpr int least_double_exponent = 1074;

/// A guess of the root: the same tables in doubles, bisected. Decides nothing.
double guess_of(const Cubic<Integer>& y, const Root<Integer>& root)
{
    const double low = approximate_ratio(root.low.numerator, root.low.denominator);
    if (root.kind == RootKind::point) return low;
    int bits = 0;
    for (const Integer& c : y) {
        if (!c.is_zero()) bits = std::max(bits, static_cast<int>(msb(Integer(abs(c)))));
    }
    Cubic<double> rounded;
    for (std::size_t i = 0; i < 4; ++i) rounded[i] = approximate(y[i], -bits);
    double below = low, above = approximate_ratio(root.high.numerator, root.high.denominator);
    const Root<double> piece{root.kind, {below, 1.0}, {above, 1.0}, root.bend, root.low_sign};
    for (int i = 0; i < finest_grid + 8; ++i) {
        const double middle = 0.5 * (below + above);
        (compare(rounded, piece, {middle, 1.0}) == Sign::positive ? below : above) = middle;
    }
    return below;
}

/// The largest j in [0, count) with holds(j), for a predicate that holds up to some j >= 0 and then no more. Quick
/// when `guess` is near.
template <class Predicate>
std::int64_t last_where(std::int64_t count, std::int64_t guess, const Predicate& holds)
{
    std::int64_t in = std::clamp<std::int64_t>(guess, 0, count - 1), out = count;
    if (in == 0 || holds(in)) {
        for (std::int64_t step = 1; in + step < count; step *= 2) {
            if (!holds(in + step)) {
                out = in + step;
                break;
            }
            in += step;
        }
    } else {
        out = in;
        in = 0;
        for (std::int64_t step = 1; out - step > 0; step *= 2) {
            if (holds(out - step)) {
                in = out - step;
                break;
            }
            out -= step;
        }
    }
    while (out - in > 1) {
        const std::int64_t middle = in + (out - in) / 2;
        (holds(middle) ? in : out) = middle;
    }
    return in;
}

}  // namespace

int grid_exponent(double tolerance)
{
    if (tolerance >= 1.0) return 0;
    int exponent = 0;
    std::frexp(tolerance, &exponent);  // tolerance = f 2^exponent, f in [1/2, 1)
    return std::clamp(1 - exponent, 0, finest_grid);
}

DyadicBracket dyadic_bracket(const Cubic<Integer>& y, const Root<Integer>& root, int k)
{
    const auto exceeds = [&](std::int64_t j, int exponent) {
        return compare(y, root, {Integer(j), Integer(1) << static_cast<unsigned>(exponent)}) == Sign::positive;
    };
    if (!exceeds(0, 0)) return {};
    const std::int64_t cells = std::int64_t{1} << k;
    const auto guess = static_cast<std::int64_t>(std::ldexp(guess_of(y, root), k));
    const std::int64_t j = last_where(cells, guess, [&](std::int64_t i) { return exceeds(i, k); });
    if (j > 0) return {std::ldexp(static_cast<double>(j), -k), std::ldexp(static_cast<double>(j + 1), -k)};

    // The first cell: the least m >= k with root > 2^-(m + 1).
    const auto at_most = [&](std::int64_t i) { return i == 0 || !exceeds(1, k + static_cast<int>(i)); };
    const std::int64_t i = last_where(least_double_exponent - k + 1, 0, at_most);
    const int m = k + static_cast<int>(i);
    if (m == least_double_exponent) return {0.0, std::ldexp(1.0, -m), true};
    return {std::ldexp(1.0, -m - 1), std::ldexp(1.0, -m)};
}

}  // namespace tocca
