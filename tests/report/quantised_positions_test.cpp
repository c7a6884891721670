// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/quantised_positions.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>

namespace tocca::quantised_positions_test {
namespace {

double coordinate(const QuantisedPositions& positions, std::size_t number)
{
    const std::size_t axis = number % 3;
    return positions.low[axis] + positions.size[axis] * positions.numbers[number] / 65535.0;
}

TEST(QuantisedPositions, AreWithinTheErrorTheyState)
{
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    for (const double scale : {1e-150, 1e-3, 1.0, 1e12, 1e299}) {
        std::vector<std::vector<Point>> keys(3, std::vector<Point>(40));
        for (auto& key : keys) {
            for (Point& point : key) point = {scale * unit(random), 0.01 * scale * unit(random), scale};
        }
        const std::vector<std::size_t> chosen = {0, 2};
        const QuantisedPositions positions = quantised(keys, chosen);
        ASSERT_EQ(positions.numbers.size(), 2U * 40U * 3U);
        for (std::size_t i = 0; i < positions.numbers.size(); ++i) {
            const double given = keys[chosen[i / 120]][i % 120 / 3][i % 3];
            EXPECT_NEAR(coordinate(positions, i), given, positions.error() * 1.0001 + 1e-15 * scale);
        }
    }
}

TEST(QuantisedPositions, OfNothingAndOfOnePoint)
{
    const std::vector<std::vector<Point>> none(1);
    const std::vector<std::size_t> first = {0};
    EXPECT_TRUE(quantised(none, first).numbers.empty());
    EXPECT_EQ(quantised(none, first).error(), 0.0);
    const std::vector<std::vector<Point>> one = {{{1.5, -2.0, 1e-310}}};
    const QuantisedPositions positions = quantised(one, first);
    EXPECT_EQ(positions.error(), 0.0);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(coordinate(positions, i), one[0][0][i]);
}

TEST(QuantisedPositions, TheLargestAndTheSmallestAreFinite)
{
    const std::vector<std::vector<Point>> keys = {{{1.7e308, 0.0, 5e-324}, {-1.7e308, 1e-320, 0.0}}};
    const std::vector<std::size_t> first = {0};
    const QuantisedPositions positions = quantised(keys, first);
    for (std::size_t i = 0; i < 6; ++i) EXPECT_TRUE(std::isfinite(coordinate(positions, i)));
}

TEST(QuantisedPositions, WhatIsNoNumberIsZero)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<std::vector<Point>> keys = {{{nan, nan, 1.0}, {2.0, nan, 3.0}}};
    const std::vector<std::size_t> first = {0};
    const QuantisedPositions positions = quantised(keys, first);
    const std::array<double, 6> expected = {0.0, 0.0, 1.0, 2.0, 0.0, 3.0};
    for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(coordinate(positions, i), expected[i]);
}

}  // namespace
}  // namespace tocca::quantised_positions_test
