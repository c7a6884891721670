// SPDX-License-Identifier: Apache-2.0
#include "tocca/numeric/integer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/random.hpp"
#include "support/rational.hpp"

namespace tocca::integer_test {
namespace {

using support::Rational;

Rational value_of(const Integer& x, int exponent)
{
    Rational value(support::Integer(x.str()));
    for (int i = 0; i < std::abs(exponent); ++i) value = exponent < 0 ? Rational(value / 2) : Rational(value * 2);
    return value;
}

TEST(CommonIntegers, AreTheNumbersTimesOnePowerOfTwo)
{
    support::Random random(11);
    constexpr double tiny = std::numeric_limits<double>::denorm_min(), huge = std::numeric_limits<double>::max();
    for (int i = 0; i < 300; ++i) {
        std::vector<double> numbers{0.0, -0.0, 1.0};
        if (random.chance(0.1)) numbers.insert(numbers.end(), {tiny, -huge});
        for (int j = 0; j < 5; ++j) numbers.push_back(std::ldexp(random.signed_unit(), random.between(-60, 60)));
        const CommonScale scale = to_common_integers(numbers);
        ASSERT_EQ(scale.integers.size(), numbers.size());
        for (std::size_t j = 0; j < numbers.size(); ++j) {
            EXPECT_EQ(value_of(scale.integers[j], scale.exponent), Rational(numbers[j])) << numbers[j];
        }
    }
}

TEST(CommonIntegers, AreAsSmallAsTheyCanBe)
{
    const CommonScale scale = to_common_integers(std::vector{8.0, -24.0, 0.0});
    EXPECT_EQ(scale.integers[0], 1);
    EXPECT_EQ(scale.integers[1], -3);
    EXPECT_EQ(scale.exponent, 3);
    EXPECT_EQ(to_common_integers(std::vector{0.0, 0.0}).integers[1], 0);
}

TEST(ApproximateRatio, IsWithinTwoUlpsAtAnySize)
{
    support::Random random(12);
    for (int i = 0; i < 2000; ++i) {
        const auto shift = static_cast<unsigned>(random.between(0, 3000));
        const Integer n = (Integer(random.bits()) << shift) + random.bits();
        const Integer d = (Integer(random.bits() | 1U) << shift) + 1;
        const double got = approximate_ratio(n, d);
        const Rational exact(support::Integer(n.str()), support::Integer(d.str()));
        const Rational off = abs(Rational(Rational(got) - exact));
        EXPECT_LE(off, Rational(exact * Rational(0x1p-51)));
        EXPECT_EQ(approximate_ratio(-n, d), -got);
    }
    EXPECT_EQ(approximate_ratio(0, 7), 0.0);
    EXPECT_EQ(approximate_ratio(1, Integer(1) << 3000), 0.0);
    EXPECT_EQ(approximate_ratio(Integer(1) << 3000, 1), std::numeric_limits<double>::infinity());
}

TEST(Approximate, ScalesByAPowerOfTwo)
{
    EXPECT_EQ(approximate(Integer(-3), 2), -12.0);
    EXPECT_EQ(approximate(Integer(1) << 2000, -2000), 1.0);
    EXPECT_EQ(approximate(Integer(0), 5), 0.0);
}

}  // namespace
}  // namespace tocca::integer_test
