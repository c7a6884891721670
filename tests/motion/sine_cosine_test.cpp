// SPDX-License-Identifier: Apache-2.0
#include "tocca/motion/sine_cosine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "motion/exact_path.hpp"

namespace tocca::motion::sine_cosine_test {
namespace {

double error_at(double angle)
{
    const SineCosine found = sine_cosine(angle);
    const exact::Real sine = abs(sin(exact::Real(angle)) - found.sine);
    const exact::Real cosine = abs(cos(exact::Real(angle)) - found.cosine);
    return static_cast<double>(sine > cosine ? sine : cosine);
}

TEST(SineCosine, AreWithinTheirBound)
{
    std::mt19937_64 engine(7);
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    double greatest = 0.0;
    for (int i = 0; i < 20'000; ++i) {
        const double angle = i % 2 == 0 ? 4.0 * unit(engine) : unit(engine) * std::exp2(20.0 * std::abs(unit(engine)));
        const double error = error_at(angle);
        ASSERT_LE(error, 0x1p-52) << angle;
        greatest = std::max(greatest, error);
    }
    EXPECT_GT(greatest, 0x1p-54);
}

TEST(SineCosine, AreWithinTheirBoundNearMultiplesOfAnEighthOfATurn)
{
    for (int i = 1; i < 1'000'000; i += i < 100 ? 1 : 997) {
        for (const double part : {0.25, 0.5}) {
            const double angle = std::min(i * part * std::numbers::pi, 0x1p20);
            for (const double near : {std::nextafter(angle, 0.0), angle, -angle, std::nextafter(angle, 2.0 * angle)})
                ASSERT_LE(error_at(std::min(near, 0x1p20)), 0x1p-52) << near;
        }
    }
}

TEST(SineCosine, OfZeroAndOfSmallAnglesAreExact)
{
    EXPECT_EQ(sine_cosine(0.0).sine, 0.0);
    EXPECT_EQ(sine_cosine(0.0).cosine, 1.0);
    EXPECT_EQ(sine_cosine(1e-200).sine, 1e-200);
    EXPECT_EQ(sine_cosine(-5e-324).sine, -5e-324);
}

}  // namespace
}  // namespace tocca::motion::sine_cosine_test
