// SPDX-License-Identifier: Apache-2.0
#include "support/algebraic_time.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tocca::support {
namespace {

Rational power_of_two(int exponent)
{
    const Integer magnitude = Integer(1) << static_cast<unsigned>(std::abs(exponent));
    return exponent >= 0 ? Rational(magnitude) : Rational(Integer(1), magnitude);
}

Rational middle(const Rational& a, const Rational& b) { return (a + b) / 2; }

}  // namespace

AlgebraicTime::AlgebraicTime(Polynomial p, const Rational& low, const Rational& high)
    : polynomial_(std::move(p)), low_(low), high_(high), sign_at_low_(polynomial_.sign_at(low))
{}

void AlgebraicTime::narrow_at(const Rational& x)
{
    const int sign = polynomial_.sign_at(x);
    if (sign == 0) {
        low_ = high_ = x;
    } else if (sign == sign_at_low_) {
        low_ = x;
    } else {
        high_ = x;
    }
}

void AlgebraicTime::refine()
{
    if (!is_rational()) narrow_at(middle(low_, high_));
}

int AlgebraicTime::compare(const Rational& x)
{
    if (low_ < x && x < high_) narrow_at(x);
    if (is_rational()) return low_ < x ? -1 : low_ > x ? 1 : 0;
    return x <= low_ ? 1 : -1;
}

int AlgebraicTime::compare(AlgebraicTime& other)
{
    if (is_rational()) return -other.compare(Rational(low_));
    if (other.is_rational()) return compare(Rational(other.low_));
    // Where both polynomials vanish in the common part of the intervals, both instants are that root.
    const Rational low = std::max(low_, other.low_), high = std::min(high_, other.high_);
    if (low < high) {
        const Polynomial common = gcd(polynomial_, other.polynomial_);
        if (common.degree() >= 1 && common.sign_at(low) * common.sign_at(high) < 0) return 0;
    }
    while (low_ < other.high_ && other.low_ < high_) {
        refine();
        other.refine();
        if (is_rational() || other.is_rational()) return compare(other);
    }
    return high_ <= other.low_ ? -1 : 1;
}

int AlgebraicTime::sign_of(const Polynomial& q)
{
    if (q.degree() < 1 || is_rational()) return q.sign_at(low_);
    const Polynomial common = gcd(polynomial_, q);
    if (common.degree() >= 1 && common.sign_at(low_) * common.sign_at(high_) < 0) return 0;

    const SturmChain chain(q.squarefree());
    while (!is_rational() && (q.sign_at(low_) == 0 || chain.variations(low_) != chain.variations(high_))) refine();
    return q.sign_at(low_);
}

std::vector<AlgebraicTime> roots_in_unit_interval(const Polynomial& p)
{
    const Polynomial simple = p.squarefree();
    const SturmChain chain(simple);
    std::vector<AlgebraicTime> roots;
    if (simple.sign_at(Rational(0)) == 0) roots.emplace_back(Rational(0));

    struct Piece {
        Rational low, high;
        int low_variations, high_variations;
    };
    std::vector<Piece> open{{0, 1, chain.variations(Rational(0)), chain.variations(Rational(1))}};
    while (!open.empty()) {
        const Piece piece = open.back();
        open.pop_back();
        const int sign_low = simple.sign_at(piece.low), sign_high = simple.sign_at(piece.high);
        const int inside = piece.low_variations - piece.high_variations - (sign_high == 0 ? 1 : 0);
        if (inside == 0) continue;
        if (inside == 1 && sign_low * sign_high < 0) {
            roots.emplace_back(simple, piece.low, piece.high);
            continue;
        }
        const Rational centre = middle(piece.low, piece.high);
        if (simple.sign_at(centre) == 0) roots.emplace_back(centre);
        const int variations = chain.variations(centre);
        open.push_back({piece.low, centre, piece.low_variations, variations});
        open.push_back({centre, piece.high, variations, piece.high_variations});
    }
    if (simple.degree() >= 1 && simple.sign_at(Rational(1)) == 0) roots.emplace_back(Rational(1));

    // Intervals of different roots meet at most in an end that is no root.
    std::sort(roots.begin(), roots.end(),
              [](const AlgebraicTime& a, const AlgebraicTime& b) { return a.low() + a.high() < b.low() + b.high(); });
    return roots;
}

Rational between(AlgebraicTime& earlier, AlgebraicTime& later)
{
    while (earlier.high() >= later.low()) {
        earlier.refine();
        later.refine();
    }
    return middle(earlier.high(), later.low());
}

ExpectedBracket expected_bracket(AlgebraicTime& time, double tolerance)
{
    if (time.compare(Rational(0)) == 0) return {};
    const int exponent = std::max(-52, std::ilogb(tolerance));
    const Rational cell = power_of_two(exponent);
    if (time.compare(cell) <= 0) {
        for (int e = exponent; e > -1074; --e) {
            if (time.compare(power_of_two(e - 1)) > 0) return {{std::ldexp(1.0, e - 1), std::ldexp(1.0, e)}, false};
        }
        return {{0.0, std::ldexp(1.0, -1074)}, true};
    }
    while (time.high() - time.low() > cell) time.refine();
    Integer index = Integer(numerator(time.low()) * denominator(cell)) / Integer(denominator(time.low()));
    while (time.compare(Rational(index) * cell) > 0) ++index;
    const Rational lower = Rational(index - 1) * cell, upper = Rational(index) * cell;
    return {{static_cast<double>(lower), static_cast<double>(upper)}, false};
}

}  // namespace tocca::support
