// SPDX-License-Identifier: Apache-2.0
#include "tocca/numeric/sign_classification.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "support/algebraic_time.hpp"
#include "support/random.hpp"
#include "tocca/numeric/integer.hpp"

namespace tocca {
namespace {

using support::AlgebraicTime;
using support::Random;

/// Coefficients of the product of two polynomials, highest degree 3.
Cubic<Integer> product(const Quadratic<Integer>& p, const Linear<Integer>& l)
{
    return {p[0] * l[0], p[0] * l[1] + p[1] * l[0], p[1] * l[1] + p[2] * l[0], p[2] * l[1]};
}

/// A linear polynomial with a root at a small fraction, often in [0, 1].
Linear<Integer> random_linear(Random& random)
{
    const int d = random.between(1, 4);
    return {-random.between(-1, d + 1), d};
}

Quadratic<Integer> random_quadratic(Random& random)
{
    if (random.chance(0.5)) {
        const auto a = random_linear(random), b = random_linear(random);
        return {a[0] * b[0], a[0] * b[1] + a[1] * b[0], a[1] * b[1]};
    }
    const int m = random.pick({1, 3, 20});
    return {random.between(-m, m), random.between(-2 * m, 2 * m), random.between(-m, m)};
}

/// Double and triple roots, roots at 0 and 1, vanishing leading coefficients, and no pattern at all.
Cubic<Integer> random_cubic(Random& random)
{
    for (;;) {
        Cubic<Integer> y;
        if (random.chance(0.6)) {
            y = product(random_quadratic(random), random_linear(random));
        } else {
            const int m = random.pick({2, 10, 1000});
            for (auto& c : y) c = random.between(-m, m);
        }
        if (random.chance(0.1)) y[3] = 0;
        if (random.chance(0.05)) y[2] = y[3] = 0;
        if (!vanishes(y)) return y;
    }
}

support::Polynomial as_judged(std::span<const Integer> p)
{
    std::vector<support::Integer> coefficients;
    for (const Integer& c : p) coefficients.emplace_back(c.str());
    return support::Polynomial(std::move(coefficients));
}

template <std::size_t Size>
std::string text(const std::array<Integer, Size>& p)
{
    std::ostringstream out;
    for (const Integer& c : p) out << c << ' ';
    return out.str();
}

/// Multiplicity of a root by counting the derivatives that vanish with it.
int multiplicity(const Cubic<Integer>& y, AlgebraicTime& root)
{
    support::Polynomial p = as_judged(y);
    int count = 0;
    for (; root.sign_of(p) == 0; p = p.derivative()) ++count;
    return count;
}

TEST(SignClassification, AgreesWithSturmChainsAtEveryRoot)
{
    Random random(20260301);
    int roots_seen = 0, common = 0, multiple = 0;
    for (int i = 0; i < 8000; ++i) {
        const Cubic<Integer> y = random_cubic(random);
        const auto roots = roots_in_unit_interval(y);
        auto judged = support::roots_in_unit_interval(as_judged(y));
        ASSERT_EQ(roots.size(), judged.size()) << text(y);
        for (std::size_t r = 0; r < roots.size(); ++r) {
            ++roots_seen;
            ASSERT_EQ(roots[r].multiplicity, multiplicity(y, judged[r])) << text(y);
            multiple += roots[r].multiplicity > 1;
            const Linear<Integer> l = random_linear(random);
            EXPECT_EQ(static_cast<int>(sign_at_root(y, roots[r], l)), judged[r].sign_of(as_judged(l)))
                << text(y) << "| " << text(l);
            for (int j = 0; j < 4; ++j) {
                const Quadratic<Integer> p = random_quadratic(random);
                const int expected = judged[r].sign_of(as_judged(p));
                common += expected == 0;
                EXPECT_EQ(static_cast<int>(sign_at_root(y, roots[r], p)), expected) << text(y) << "| " << text(p);
                EXPECT_EQ(static_cast<int>(sign_at_root_by_decomposition(y, roots[r], p)), expected)
                    << text(y) << "| " << text(p);
            }
        }
    }
    EXPECT_GT(roots_seen, 5000);
    EXPECT_GT(common, 500);
    EXPECT_GT(multiple, 200);
}

TEST(SignClassification, ComparesARootWithFractions)
{
    Random random(20260302);
    for (int i = 0; i < 3000; ++i) {
        const Cubic<Integer> y = random_cubic(random);
        const auto roots = roots_in_unit_interval(y);
        auto judged = support::roots_in_unit_interval(as_judged(y));
        ASSERT_EQ(roots.size(), judged.size());
        for (std::size_t r = 0; r < roots.size(); ++r) {
            const int d = random.between(1, 8), n = random.between(-1, d + 1);
            EXPECT_EQ(static_cast<int>(compare(y, roots[r], Fraction<Integer>{n, d})),
                      judged[r].compare(support::Rational(n, d)))
                << text(y) << " at " << n << "/" << d;
        }
    }
}

TEST(SignClassification, TreatsTheZeroOverZeroOfTheDecomposition)
{
    // Y = (t - 1/2)(t^2 + 2) and P = t^2 + 1: factor and remainder vanish together at the root; P is 5/4 there.
    const Cubic<Integer> y{-2, 4, -1, 2};
    const Quadratic<Integer> p{1, 0, 1};
    const auto roots = roots_in_unit_interval(y);
    ASSERT_EQ(roots.size(), 1U);
    EXPECT_EQ(sign_at_root_by_decomposition(y, roots[0], p), Sign::positive);
    EXPECT_EQ(sign_at_root(y, roots[0], p), Sign::positive);
}

}  // namespace
}  // namespace tocca
