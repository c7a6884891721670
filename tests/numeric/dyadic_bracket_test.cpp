// SPDX-License-Identifier: Apache-2.0
#include "tocca/numeric/dyadic_bracket.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/algebraic_time.hpp"
#include "support/random.hpp"

namespace tocca::dyadic_bracket_test {
namespace {

using support::Random;

support::Polynomial as_judged(const Cubic<Integer>& p)
{
    std::vector<support::Integer> coefficients;
    for (const Integer& c : p) coefficients.emplace_back(c.str());
    return support::Polynomial(std::move(coefficients));
}

void expect_cells_of_all_roots(const Cubic<Integer>& y, double tolerance)
{
    const int k = grid_exponent(tolerance);
    const auto roots = roots_in_unit_interval(y);
    auto judged = support::roots_in_unit_interval(as_judged(y));
    ASSERT_EQ(roots.size(), judged.size());
    for (std::size_t i = 0; i < roots.size(); ++i) {
        const DyadicBracket cell = dyadic_bracket(y, roots[i], k);
        const support::ExpectedBracket expected = support::expected_bracket(judged[i], tolerance);
        EXPECT_EQ(cell.lower, expected.toc.lower);
        EXPECT_EQ(cell.upper, expected.toc.upper);
        EXPECT_EQ(cell.below_least_double, expected.sooner_than_any_double);
    }
}

TEST(GridExponent, IsTheGreatestPowerOfTwoNotAboveTheTolerance)
{
    EXPECT_EQ(grid_exponent(1e-9), 30);
    EXPECT_EQ(grid_exponent(0x1p-30), 30);
    EXPECT_EQ(grid_exponent(std::nextafter(0x1p-30, 0.0)), 31);
    EXPECT_EQ(grid_exponent(0x1p-52), 52);
    EXPECT_EQ(grid_exponent(1e-300), finest_grid);
    EXPECT_EQ(grid_exponent(1.0), 0);
    EXPECT_EQ(grid_exponent(5.0), 0);
    EXPECT_EQ(grid_exponent(INFINITY), 0);
}

TEST(DyadicBracket, EqualsTheCellFoundByRefiningTheRoot)
{
    Random random(31);
    for (int i = 0; i < 1500; ++i) {
        Cubic<Integer> y;
        const int m = random.pick({3, 100, 1'000'000});
        for (auto& c : y) c = random.between(-m, m);
        if (vanishes(y)) continue;
        expect_cells_of_all_roots(y, random.pick({1.0, 0.3, 1e-3, 1e-9, 1e-16}));
    }
}

TEST(DyadicBracket, OfTimesOnTheGridHasThemAsUpperEnd)
{
    for (const int j : {1, 2, 3, 4, 7, 8}) {  // 8 t - j
        const Cubic<Integer> y{-j, 8, 0, 0};
        const DyadicBracket cell = dyadic_bracket(y, roots_in_unit_interval(y).front(), 3);
        EXPECT_EQ(cell.upper, j / 8.0);
        EXPECT_EQ(cell.lower, j == 1 ? 1.0 / 16.0 : (j - 1) / 8.0);
    }
}

TEST(DyadicBracket, KeepsALowerEndAboveZeroDownToTheLeastDouble)
{
    for (const unsigned shift : {3U, 60U, 900U, 1060U, 1073U, 1074U, 1075U, 2100U}) {  // 2^shift t - 1
        expect_cells_of_all_roots({-1, Integer(1) << shift, 0, 0}, 1e-9);
        expect_cells_of_all_roots({-1, (Integer(1) << shift) + 1, 0, 0}, 1e-9);
        expect_cells_of_all_roots({-1, (Integer(1) << shift) - 1, 0, 0}, 1e-9);
    }
    const Cubic<Integer> y{-1, Integer(1) << 2000, 0, 0};
    const DyadicBracket cell = dyadic_bracket(y, roots_in_unit_interval(y).front(), 30);
    EXPECT_TRUE(cell.below_least_double);
    EXPECT_EQ(cell.lower, 0.0);
    EXPECT_EQ(cell.upper, 0x1p-1074);
}

TEST(DyadicBracket, OfZeroIsZero)
{
    const Cubic<Integer> y{0, 1, 0, 0};
    const DyadicBracket cell = dyadic_bracket(y, roots_in_unit_interval(y).front(), 30);
    EXPECT_EQ(cell.lower, 0.0);
    EXPECT_EQ(cell.upper, 0.0);
    EXPECT_FALSE(cell.below_least_double);
}

}  // namespace
}  // namespace tocca::dyadic_bracket_test
