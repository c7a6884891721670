// SPDX-License-Identifier: Apache-2.0
#include "scenes/elementary_queries.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "support/effort.hpp"
#include "tocca/elementary/batch.hpp"

namespace tocca::scenes::elementary_queries_test {
namespace {

constexpr auto vf = PairKind::vertex_face;
constexpr auto ee = PairKind::edge_edge;

TEST(ElementaryQueries, AreTheSameNumbersEverywhere)
{
    EXPECT_EQ(uniform_queries(vf, 1)[0][0], 0x1.122deafddb434p-3);
    EXPECT_EQ(uniform_queries(ee, 1)[0][23], 0x1.bf877efbbbd98p-2);
    EXPECT_EQ(near_queries(vf, 1)[0][0], 0x1.d3d38e8fdfa55p-1);
    EXPECT_EQ(near_queries(ee, 1)[0][23], 0x1.6c688512c8f93p-3);
}

TEST(ElementaryQueries, AreTheBeginningOfALongerSet)
{
    for (const PairKind kind : {vf, ee}) {
        const auto longer = near_queries(kind, 1000);
        EXPECT_TRUE(std::ranges::equal(near_queries(kind, 100), std::span(longer).first(100)));
        const auto more = uniform_queries(kind, 1000);
        EXPECT_TRUE(std::ranges::equal(uniform_queries(kind, 100), std::span(more).first(100)));
    }
    EXPECT_TRUE(near_queries(vf, 0).empty());
}

std::size_t contacts(const std::vector<PairRows>& queries, PairKind kind)
{
    const std::vector<std::uint8_t> hits = collides(queries, kind);
    return static_cast<std::size_t>(std::count(hits.begin(), hits.end(), 1));
}

/// The exact number of contacts in a million queries; in a slow build, in their first 50,000.
TEST(ElementaryQueries, HaveTheKnownNumberOfContacts)
{
    const std::size_t count = support::slow_build ? 50'000 : 1'000'000;
    const bool all = count == 1'000'000;
    ASSERT_TRUE(all || count == 50'000);
    EXPECT_EQ(contacts(uniform_queries(vf, count), vf), all ? 77'383U : 3'862U);
    EXPECT_EQ(contacts(uniform_queries(ee, count), ee), all ? 207'971U : 10'521U);
    EXPECT_EQ(contacts(near_queries(vf, count), vf), all ? 9'610U : 498U);
    EXPECT_EQ(contacts(near_queries(ee, count), ee), all ? 10'401U : 476U);
}

}  // namespace
}  // namespace tocca::scenes::elementary_queries_test
