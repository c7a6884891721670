// SPDX-License-Identifier: Apache-2.0
#include "tocca/numeric/interval.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "support/effort.hpp"
#include "support/random.hpp"
#include "support/rational.hpp"

namespace tocca::interval_test {
namespace {

using support::effort;
using support::Random;
using support::Rational;

/// Doubles of all sizes that the intervals allow, zero and the smallest among them.
double any_double(Random& random, int greatest_exponent)
{
    switch (random.between(0, 9)) {
        case 0: return 0.0;
        case 1: return std::ldexp(random.signed_unit(), random.between(-1074, -1000));
        case 2: return static_cast<double>(random.between(-4, 4));
        case 3: return std::ldexp(random.signed_unit(), random.between(-1000, greatest_exponent));
        default: return std::ldexp(random.signed_unit(), random.between(-8, 8));
    }
}

Interval any_interval(Random& random, int greatest_exponent)
{
    const double a = any_double(random, greatest_exponent);
    const double b = random.chance(0.2) ? random.nudged(a, 3) : any_double(random, greatest_exponent);
    return hull({a, a}, {b, b});
}

/// A number of the interval: an end or one between.
Rational number_of(Random& random, const Interval& a)
{
    if (random.chance(0.3)) return a.lower;
    if (random.chance(0.3)) return a.upper;
    const Rational part(random.unit());
    return Rational(a.lower) + part * (Rational(a.upper) - Rational(a.lower));
}

bool holds(const Interval& a, const Rational& x) { return Rational(a.lower) <= x && x <= Rational(a.upper); }

TEST(Interval, RoundsToANeighbourOrTheNext)
{
    Random random(1);
    for (std::size_t i = 0; i < effort(200'000); ++i) {
        const double x = any_double(random, 1000);
        constexpr double infinity = std::numeric_limits<double>::infinity();
        const double below = std::nextafter(x, -infinity), above = std::nextafter(x, infinity);
        ASSERT_LE(rounded_down(x), below);
        ASSERT_GE(rounded_down(x), std::nextafter(below, -infinity));
        ASSERT_GE(rounded_up(x), above);
        ASSERT_LE(rounded_up(x), std::nextafter(above, infinity));
    }
}

TEST(Interval, HoldsExactResults)
{
    Random random(2);
    for (std::size_t i = 0; i < effort(40'000); ++i) {
        const Interval a = any_interval(random, 499), b = any_interval(random, 499);
        const double k = any_double(random, 499);
        const Rational x = number_of(random, a), y = number_of(random, b);
        ASSERT_TRUE(holds(a + b, x + y));
        ASSERT_TRUE(holds(a - b, x - y));
        ASSERT_TRUE(holds(-a, -x));
        ASSERT_TRUE(holds(a * b, x * y)) << a.lower << ' ' << a.upper << ' ' << b.lower << ' ' << b.upper;
        ASSERT_TRUE(holds(k * a, Rational(k) * x));
        ASSERT_TRUE(holds(square(a), x * x));
        ASSERT_GE(square(a).lower, 0.0);
        ASSERT_TRUE(holds(hull(a, b), x) && holds(hull(a, b), y));
        ASSERT_LE(abs(x), Rational(a.magnitude()));
    }
}

TEST(Interval, WastesLittle)
{
    const Interval a{2.0, 3.0}, b{-5.0, 7.0};
    EXPECT_NEAR((a * b).lower, -15.0, 1e-14);
    EXPECT_NEAR((a * b).upper, 21.0, 1e-14);
    EXPECT_NEAR((a - b).lower, -5.0, 1e-14);
    EXPECT_NEAR((a + b).upper, 10.0, 1e-14);
    EXPECT_EQ(square(b).lower, 0.0);
    EXPECT_NEAR(square(b).upper, 49.0, 1e-13);
    EXPECT_NEAR(square(a).lower, 4.0, 1e-14);
    EXPECT_NEAR((-2.0 * a).lower, -6.0, 1e-14);
    EXPECT_EQ(b.magnitude(), 7.0);
    EXPECT_EQ(b.width(), 12.0);
    EXPECT_TRUE(b.contains(0.0));
    EXPECT_FALSE(a.contains(0.0));
}

TEST(Interval, HoldsSinesAndCosines)
{
    Random random(3);
    for (std::size_t i = 0; i < effort(20'000); ++i) {
        const double reach = random.pick({1e-300, 1e-9, 0.5, 3.0, 10.0, 1e4, 1e9});
        const double from =
            random.chance(0.2) ? random.between(-9, 9) * 0.5 * std::numbers::pi : reach * random.signed_unit();
        const double width = random.pick({0.0, 1e-15, 1e-6, 0.3, 2.0, 5.0, 7.0}) * random.unit();
        const Interval angle{from, from + width};
        const Interval sines = sine(angle), cosines = cosine(angle);
        for (int sample = 0; sample <= 20; ++sample) {
            const long double x =
                static_cast<long double>(from) + static_cast<long double>(angle.width()) * sample / 20;
            ASSERT_LE(static_cast<long double>(sines.lower), std::sin(x));
            ASSERT_GE(static_cast<long double>(sines.upper), std::sin(x));
            ASSERT_LE(static_cast<long double>(cosines.lower), std::cos(x));
            ASSERT_GE(static_cast<long double>(cosines.upper), std::cos(x));
        }
        ASSERT_GE(sines.lower, -1.0);
        ASSERT_LE(sines.upper, 1.0);
        ASSERT_LE(sines.width(), std::min(2.0, width * (1.0 + 1e-6) + 1e-6));
    }
}

TEST(Interval, SinesOfWideAndHugeAngles)
{
    for (const Interval angle : {Interval{0.0, 7.0}, Interval{-1e300, 1.0}, Interval{1e12, 1e12}}) {
        EXPECT_EQ(sine(angle).lower, -1.0);
        EXPECT_EQ(sine(angle).upper, 1.0);
        EXPECT_EQ(cosine(angle).lower, -1.0);
        EXPECT_EQ(cosine(angle).upper, 1.0);
    }
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(sine({nan, nan}).width(), 2.0);
    EXPECT_EQ(cosine({0.0, nan}).width(), 2.0);
    EXPECT_EQ(sine({1.0, 2.0}).upper, 1.0);
    EXPECT_NEAR(sine({1.0, 2.0}).lower, std::sin(1.0), 1e-15);
    EXPECT_EQ(cosine({3.0, 4.0}).lower, -1.0);
}

}  // namespace
}  // namespace tocca::interval_test
