// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/decide.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/query_families.hpp"
#include "tocca/elementary/detail/exact_stage.hpp"

namespace tocca::elementary::detail::decide_test {
namespace {

void expect_cell(double lower, double upper, int k, double cell_lower, double cell_upper)
{
    const auto cell = cell_of(lower, upper, k);
    ASSERT_TRUE(cell) << lower << " " << upper << " " << k;
    EXPECT_EQ(cell->lower, cell_lower);
    EXPECT_EQ(cell->upper, cell_upper);
    EXPECT_FALSE(cell->below_least_double);
}

TEST(CellOf, HoldsATimeStrictlyBetweenTwoDoubles)
{
    expect_cell(0.3, 0.4, 2, 0.25, 0.5);
    expect_cell(0.25, 0.5, 2, 0.25, 0.5);  // the time is neither end
    expect_cell(0.9, 1.0, 2, 0.75, 1.0);
    expect_cell(1.0 - 0x1p-52, 1.0, 52, 1.0 - 0x1p-52, 1.0);
    EXPECT_FALSE(cell_of(0.3, std::nextafter(0.5, 1.0), 2));
    EXPECT_FALSE(cell_of(std::nextafter(0.25, 0.0), 0.3, 2));
}

TEST(CellOf, LiesBetweenPowersOfTwoInTheFirstCell)
{
    expect_cell(0.3, 0.4, 0, 0.25, 0.5);
    expect_cell(0.25, 0.5, 0, 0.25, 0.5);
    expect_cell(0.1, 0.12, 2, 0.0625, 0.125);
    expect_cell(0x1.1p-1030, 0x1.2p-1030, 30, 0x1p-1030, 0x1p-1029);
    expect_cell(0x1p-1074, 0x1p-1073, 30, 0x1p-1074, 0x1p-1073);
    EXPECT_FALSE(cell_of(0.1, 0.13, 2));
    EXPECT_FALSE(cell_of(0.0, 0x1p-40, 2)) << "nothing is known about how near to 0 it is";
    EXPECT_FALSE(cell_of(0.2, 0.3, 2)) << "a grid point is in between";
}

TEST(CellOf, AgreesWithTheExactStageWhereItDecides)
{
    support::Random random(61);
    int decided = 0;
    for (int i = 0; i < 4000; ++i) {
        const PairKind kind = random.chance(0.5) ? PairKind::vertex_face : PairKind::edge_edge;
        const PairRows rows = draw_query(random, support::QueryFamily::uniform, kind);
        const int fine = 52, k = random.between(0, 40);
        const auto exact = exact_first(rows, kind, fine);
        if (!exact || exact->upper == 0.0) continue;
        // A fine cell encloses the time; it is strictly inside the cell widened to the next double.
        const auto cell = cell_of(exact->lower, std::nextafter(exact->upper, 2.0), k);
        if (!cell) continue;
        ++decided;
        const auto expected = exact_first(rows, kind, k);
        EXPECT_EQ(cell->lower, expected->lower);
        EXPECT_EQ(cell->upper, expected->upper);
    }
    EXPECT_GT(decided, 200);
}

TEST(Decide, GoesThroughTheStagesInOrder)
{
    const PairRows apart{0, 0, 5, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, 1, 0};
    EXPECT_EQ(decide(apart, PairKind::vertex_face, std::nullopt).stage, Stage::coordinates);

    // Over a tilted face that stays under it: no axis separates, the cubic keeps its sign.
    const PairRows over{0.3, 0.3, 0.9, 0, 0, 0, 1, 0, 1, 0, 1, 1, 0.3, 0.3, 0.8, 0, 0, 0, 1, 0, 1, 0, 1, 1};
    const Decision above = decide(over, PairKind::vertex_face, std::nullopt);
    EXPECT_FALSE(above.contact);
    EXPECT_EQ(above.stage, Stage::coefficients);

    const PairRows through{0.2, 0.3, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.3, -2, 0, 0, 0, 1, 0, 0, 0, 1, 0};
    const Decision hit = decide(through, PairKind::vertex_face, 20);
    EXPECT_TRUE(hit.contact);
    EXPECT_EQ(hit.stage, Stage::roots);
    EXPECT_LT(hit.bracket.lower, 1.0 / 3.0);
    EXPECT_GE(hit.bracket.upper, 1.0 / 3.0);

    const PairRows flat{2, 0.2, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0};
    EXPECT_EQ(decide(flat, PairKind::vertex_face, std::nullopt).stage, Stage::exact);
}

TEST(Decide, TellsACommonVertexAtTheStartByItsCoordinates)
{
    support::Random random(62);
    for (int i = 0; i < 4000; ++i) {
        const PairKind kind = random.chance(0.5) ? PairKind::vertex_face : PairKind::edge_edge;
        const auto family = random.chance(0.5) ? support::QueryFamily::uniform : support::QueryFamily::grid_1;
        PairRows rows = draw_query(random, family, kind);
        // A point of the first side and one of the second.
        const bool vertex_face = kind == PairKind::vertex_face;
        const std::size_t a = vertex_face ? 0 : random.below(2),
                          b = (vertex_face ? 1 : 2) + random.below(vertex_face ? 3 : 2);
        for (std::size_t axis = 0; axis < 3; ++axis) rows[3 * b + axis] = rows[3 * a + axis];
        const auto exact = exact_first(rows, kind, 30);
        ASSERT_TRUE(exact);
        EXPECT_EQ(exact->upper, 0.0);
        const Decision first = decide(rows, kind, 30);
        EXPECT_TRUE(first.contact);
        EXPECT_EQ(first.bracket.lower, 0.0);
        EXPECT_EQ(first.bracket.upper, 0.0);
        EXPECT_FALSE(first.bracket.below_least_double);
        EXPECT_EQ(first.stage, Stage::coordinates);
        EXPECT_TRUE(decide(rows, kind, std::nullopt).contact);
    }
}

}  // namespace
}  // namespace tocca::elementary::detail::decide_test
