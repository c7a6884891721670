// SPDX-License-Identifier: Apache-2.0
#include "tocca/numeric/polynomial.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"
#include "support/rational.hpp"
#include "tocca/numeric/integer.hpp"

namespace tocca::polynomial_test {
namespace {

using support::Rational;

TEST(Fraction, KeepsItsSignInTheNumerator)
{
    const auto x = make_fraction<Integer>(3, -4);
    EXPECT_EQ(x.numerator, -3);
    EXPECT_EQ(x.denominator, 4);
    EXPECT_EQ(compare(x, Fraction<Integer>{-3, 4}), Sign::zero);
    EXPECT_EQ(compare(x, Fraction<Integer>{-2, 3}), Sign::negative);
    EXPECT_EQ(compare(x, Fraction<Integer>{-4, 5}), Sign::positive);
}

TEST(SignAt, EqualsTheSignOfTheRationalValue)
{
    support::Random random(21);
    for (int i = 0; i < 5000; ++i) {
        Cubic<Integer> p;
        Rational value = 0, power = 1;
        const int n = random.between(-6, 6), d = random.between(1, 6);
        for (auto& c : p) {
            const int coefficient = random.between(-9, 9);
            c = coefficient;
            value += coefficient * power;
            power *= Rational(n, d);
        }
        EXPECT_EQ(static_cast<int>(sign_at(p, Fraction<Integer>{n, d})), value.sign());
    }
}

TEST(BernsteinForms, GiveThePowerCoefficients)
{
    // 5 (1-t)^2 + 2 * 7 t (1-t) - 4 t^2, and k = (1, 2, -3, 4).
    EXPECT_EQ((quadratic_from_bernstein<Integer>(5, 14, -4)), (Quadratic<Integer>{5, 4, -13}));
    EXPECT_EQ((cubic_from_bernstein<Integer>({1, 6, -9, 4})), (Cubic<Integer>{1, 3, -18, 18}));
}

TEST(Derivative, LowersTheDegree)
{
    EXPECT_EQ((derivative(Cubic<Integer>{7, 5, -2, 4})), (Quadratic<Integer>{5, -4, 12}));
}

}  // namespace
}  // namespace tocca::polynomial_test
