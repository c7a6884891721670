// SPDX-License-Identifier: Apache-2.0
#include "tocca/numeric/taylor_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "support/effort.hpp"
#include "support/random.hpp"
#include "support/rational.hpp"

namespace tocca::taylor_model_test {
namespace {

using support::effort;
using support::Random;
using support::Rational;
using Real = boost::multiprecision::cpp_bin_float_50;

static_assert(std::is_trivially_copyable_v<TaylorModel>);

/// Models whose coefficients fall as those of motions do, or do not, of all scales, with and without a remainder.
TaylorModel any_model(Random& random)
{
    const int scale = random.pick({-1060, -600, -30, 0, 0, 0, 0, 20, 250});
    const int fall = random.pick({0, 0, 3, 12});
    TaylorModel f;
    for (int i = 0; i < 4; ++i) {
        const double c = random.chance(0.15) ? 0.0 : random.signed_unit();
        f.c[static_cast<std::size_t>(i)] = std::ldexp(c, scale - i * fall);
    }
    if (random.chance(0.7)) f.radius = std::ldexp(random.unit(), scale - random.pick({0, 10, 40}));
    return f;
}

Rational cubic_at(const TaylorModel& f, const Rational& s)
{
    return Rational(f.c[0]) + s * (Rational(f.c[1]) + s * (Rational(f.c[2]) + s * Rational(f.c[3])));
}

/// The value at s of some function that the model holds.
Rational value_of(Random& random, const TaylorModel& f, const Rational& s)
{
    return cubic_at(f, s) + Rational(random.pick({-1.0, 1.0, random.signed_unit()})) * Rational(f.radius);
}

bool holds(const TaylorModel& f, const Rational& s, const Rational& value)
{
    return abs(value - cubic_at(f, s)) <= Rational(f.radius);
}

Rational any_place(Random& random)
{
    return random.pick({-1.0, 1.0, 0.0, 0x1.6a09e667f3bcdp-1, -0.5, random.signed_unit(), random.signed_unit()});
}

TEST(TaylorModel, HoldsSumsAndProductsExactly)
{
    Random random(1);
    for (std::size_t i = 0; i < effort(8000); ++i) {
        const TaylorModel f = any_model(random), g = any_model(random), h = any_model(random);
        const std::array<double, 3> k = {random.signed_unit(),
                                         std::ldexp(random.signed_unit(), random.between(-500, 40)),
                                         random.chance(0.3) ? 0.0 : random.signed_unit()};
        const TaylorModel sum = f + g, difference = f - g, scaled = k[1] * f, product = f * g;
        const TaylorModel mixed = combination(k, f, g, h);
        for (int sample = 0; sample < 4; ++sample) {
            const Rational s = any_place(random);
            const Rational x = value_of(random, f, s), y = value_of(random, g, s), z = value_of(random, h, s);
            ASSERT_TRUE(holds(sum, s, x + y));
            ASSERT_TRUE(holds(difference, s, x - y));
            ASSERT_TRUE(holds(-f, s, -x));
            ASSERT_TRUE(holds(scaled, s, Rational(k[1]) * x));
            ASSERT_TRUE(holds(product, s, x * y));
            ASSERT_TRUE(holds(mixed, s, Rational(k[0]) * x + Rational(k[1]) * y + Rational(k[2]) * z));
            ASSERT_TRUE(holds(widened(f, 0.25), s, x + Rational(0.25)));
            const Interval values = range(f);
            ASSERT_TRUE(Rational(values.lower) <= x && x <= Rational(values.upper));
        }
    }
}

TEST(TaylorModel, RoundingBoundsAreNotMuchTooLarge)
{
    // Integers of full length: products of low degree have no remainder but for rounding.
    Random random(2);
    double worst = 0.0;
    for (std::size_t i = 0; i < effort(20'000); ++i) {
        const TaylorModel f = TaylorModel::linear(random.signed_unit(), random.signed_unit());
        const TaylorModel g = TaylorModel::linear(random.signed_unit(), random.signed_unit());
        const TaylorModel product = f * g;
        ASSERT_LE(product.radius, 8.01 * TaylorModel::u * f.size() * g.size());
        for (const double s : {-1.0, 1.0, 0.5}) {
            const Rational error = abs(cubic_at(f, s) * cubic_at(g, s) - cubic_at(product, s));
            worst = std::max(worst, static_cast<double>(Rational(error / Rational(product.radius))));
        }
    }
    EXPECT_LE(worst, 1.0);
    EXPECT_GT(worst, 0.1) << "the inputs are not adversarial enough to test the bound";
}

TEST(TaylorModel, HighPowersAreReplacedByTheBestLowerOnes)
{
    // s^2 s^2 leaves T4/8, s^2 s^3 leaves T5/16.
    const TaylorModel square{{0.0, 0.0, 1.0, 0.0}, 0.0}, cube{{0.0, 0.0, 0.0, 1.0}, 0.0};
    EXPECT_NEAR((square * square).radius, 1.0 / 8, 1e-14);
    EXPECT_NEAR((square * cube).radius, 1.0 / 16, 1e-14);
    EXPECT_NEAR((cube * cube).radius, 7.0 / 32, 1e-14);
}

TEST(TaylorModel, RangesAreTight)
{
    Random random(3);
    double greatest = 0.0, sum = 0.0;
    for (std::size_t i = 0; i < effort(20'000); ++i) {
        TaylorModel f;
        for (double& c : f.c) c = random.signed_unit();
        double low = std::numeric_limits<double>::infinity(), high = -low;
        for (int sample = -200; sample <= 200; ++sample) {
            const double s = sample / 200.0, value = f.c[0] + s * (f.c[1] + s * (f.c[2] + s * f.c[3]));
            low = std::min(low, value);
            high = std::max(high, value);
        }
        const double ratio = range(f).width() / (high - low);
        greatest = std::max(greatest, ratio);
        sum += ratio;
    }
    EXPECT_LT(greatest, 2.5);
    EXPECT_LT(sum / static_cast<double>(effort(20'000)), 1.1);
    // A parabola whose vertex is in the middle: nothing is wasted.
    const Interval parabola = range({{0.0, 0.0, 1.0, 0.0}, 0.0});
    EXPECT_NEAR(parabola.lower, 0.0, 1e-14);
    EXPECT_NEAR(parabola.upper, 1.0, 1e-14);
}

TEST(TaylorModel, HoldsSineAndCosineOfAnyTurn)
{
    Random random(4);
    for (std::size_t i = 0; i < effort(5'000); ++i) {
        const double turn = random.pick({0.0, 1e-310, 1e-100, 1e-9, 0.01, 0.1, 0.5, 1.0, 2.0, 2.1, 50.0}) *
                            random.pick({1.0, -1.0, random.signed_unit()});
        const double middle = random.pick({0.0, 1.0, 20.0, 1e5}) * random.signed_unit();
        const double error = random.pick({0.0, 1e-16, 1e-3});
        const auto off = [&] { return error == 0.0 ? 0.0 : 0.9 * error * random.signed_unit(); };
        const Real a = middle;
        const TaylorSineCosine model = sine_cosine_model(static_cast<double>(sin(a)) + off(),
                                                         static_cast<double>(cos(a)) + off(), error + 0x1p-53, turn);
        for (int sample = 0; sample < 5; ++sample) {
            const double s = static_cast<double>(any_place(random));
            const auto at = [&](const TaylorModel& f) -> Real {
                return Real(f.c[0]) + s * (Real(f.c[1]) + s * (Real(f.c[2]) + Real(s) * Real(f.c[3])));
            };
            const Real angle = a + Real(turn) * Real(s);
            ASSERT_LE(abs(at(model.sine) - sin(angle)), Real(model.sine.radius)) << turn << ' ' << middle << ' ' << s;
            ASSERT_LE(abs(at(model.cosine) - cos(angle)), Real(model.cosine.radius)) << turn << ' ' << middle;
        }
        // The first terms left out: those of y^4/24 and y^5/120, replaced as well as can be.
        const double x = std::min(std::abs(turn), 2.0);
        ASSERT_LE(model.sine.radius, std::abs(turn) > 2.0 ? 1.0 : std::pow(x, 4) / 90 + (error + 1e-15) * 15);
    }
}

TEST(TaylorModel, HoldsAfterThousandsOfProducts)
{
    // The sine and cosine of a sum of thousands of angles, each growing: by the addition theorems, one model at a time.
    for (const double whole_turn : {1e-12, 0.01, 0.5, 1.0}) {
        Random random(5);
        constexpr int count = 3000;
        TaylorSineCosine sum = sine_cosine_model(0.0, 1.0, 0.0, 0.0);
        Real middle = 0, turn = 0;
        for (int i = 0; i < count; ++i) {
            const double angle = random.signed_unit(), part = 2 * random.unit() * whole_turn / count;
            const Real a = angle;
            const TaylorSineCosine next =
                sine_cosine_model(static_cast<double>(sin(a)), static_cast<double>(cos(a)), 0x1p-53, part);
            sum = {.sine = sum.sine * next.cosine + sum.cosine * next.sine,
                   .cosine = sum.cosine * next.cosine - sum.sine * next.sine};
            middle += a;
            turn += part;
            // As deep as a robot is, an enclosure is all but exact.
            if (i == 30) {
                ASSERT_LT(sum.sine.radius, 1e-8);
            }
        }
        for (int sample = -8; sample <= 8; ++sample) {
            const Real s = Real(sample) / 8, angle = middle + turn * s;
            const auto at = [&](const TaylorModel& f) -> Real {
                return Real(f.c[0]) + s * (Real(f.c[1]) + s * (Real(f.c[2]) + s * Real(f.c[3])));
            };
            EXPECT_LE(abs(at(sum.sine) - sin(angle)), Real(sum.sine.radius));
            EXPECT_LE(abs(at(sum.cosine) - cos(angle)), Real(sum.cosine.radius));
        }
        // A radius is magnified by up to sqrt(2) a product; when it says nothing any more, it still says so.
        EXPECT_GE(sum.sine.radius, 0.0);
    }
}

TEST(TaylorModel, RangeIsTheWholeLineWhereNumbersAreNone)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const TaylorModel huge = TaylorModel::linear(1e300, -1e300);
    for (const TaylorModel& f :
         {huge * huge, TaylorModel::constant(nan), TaylorModel{{0.0, 0.0, 0.0, infinity}, 0.0}, TaylorModel{{}, nan},
          TaylorModel{{}, infinity}, TaylorModel::constant(1e308) + huge * huge}) {
        EXPECT_EQ(range(f).lower, -infinity);
        EXPECT_EQ(range(f).upper, infinity);
        EXPECT_EQ(range(f * TaylorModel::constant(0.0)).upper, infinity);
        EXPECT_EQ(range(2.0 * f).lower, -infinity);
    }
    EXPECT_EQ(sine_cosine_model(0.0, 1.0, 0.0, nan).sine.radius, 1.0);
}

}  // namespace
}  // namespace tocca::taylor_model_test
