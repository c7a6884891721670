// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/batch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "scenes/elementary_queries.hpp"
#include "support/effort.hpp"
#include "support/query_mix.hpp"
#include "support/random.hpp"
#include "tocca/base/error.hpp"
#include "tocca/elementary/collides.hpp"
#include "tocca/elementary/first_contact.hpp"

namespace tocca::batch_test {
namespace {

using support::effort;

constexpr std::array kinds{PairKind::vertex_face, PairKind::edge_edge};

std::vector<PairRows> queries_of(PairKind kind, std::size_t count)
{
    std::vector<PairRows> queries = support::query_mix(700, kind, count / 2);
    for (const PairRows& rows : scenes::near_queries(kind, count / 4)) queries.push_back(rows);
    for (const PairRows& rows : scenes::uniform_queries(kind, count / 4)) queries.push_back(rows);
    return queries;
}

/// The queries of an array as points and vertex numbers, the pairs' points in a shuffled order.
struct Indexed {
    std::vector<std::array<double, 3>> start, end;
    std::vector<std::array<std::uint32_t, 4>> pairs;

    explicit Indexed(const std::vector<PairRows>& queries)
        : start(4 * queries.size()), end(4 * queries.size()), pairs(queries.size())
    {
        std::vector<std::uint32_t> place(start.size());
        std::iota(place.begin(), place.end(), 0U);
        support::Random random(701);
        for (std::size_t i = place.size(); i > 1; --i) std::swap(place[i - 1], place[random.below(i)]);
        for (std::size_t q = 0; q < queries.size(); ++q) {
            for (std::size_t i = 0; i < 4; ++i) {
                const std::uint32_t v = place[4 * q + i];
                pairs[q][i] = v;
                std::copy_n(queries[q].begin() + static_cast<std::ptrdiff_t>(3 * i), 3, start[v].begin());
                std::copy_n(queries[q].begin() + static_cast<std::ptrdiff_t>(12 + 3 * i), 3, end[v].begin());
            }
        }
    }

    [[nodiscard]] IndexedPairs view() const { return {start, end, pairs}; }
};

/// The answers that the single verbs give.
struct Expected {
    std::vector<std::uint8_t> hit;
    std::vector<BatchContact> contacts;
};

Expected expected_of(const std::vector<PairRows>& queries, PairKind kind)
{
    Expected expected;
    for (std::size_t i = 0; i < queries.size(); ++i) {
        expected.hit.push_back(collides(queries[i], kind) ? 1 : 0);
        const Answer first = first_contact(queries[i], kind);
        if (!first.contact) continue;
        expected.contacts.push_back({i, first.contact->toc, first.outcome == Outcome::touching_at_start});
    }
    return expected;
}

std::uint64_t total(const Statistics::StageCounts& stages)
{
    return std::accumulate(stages.begin(), stages.end(), std::uint64_t{0});
}

TEST(Batch, GivesTheSingleAnswersForEveryTargetThreadCountAndForm)
{
    for (const PairKind kind : kinds) {
        const std::vector<PairRows> queries = queries_of(kind, effort(8'000));
        const Indexed indexed(queries);
        const Expected expected = expected_of(queries, kind);
        for (const std::string& target : simd_targets()) {
            for (const int threads : {1, 2, 3}) {
                SCOPED_TRACE(target + ", threads " + std::to_string(threads));
                std::array<Statistics, 4> work;
                const auto options = [&](std::size_t call) {
                    return QueryOptions{.threads = threads, .target = target, .statistics = &work[call]};
                };
                EXPECT_TRUE(collides(queries, kind, options(0)) == expected.hit);
                EXPECT_TRUE(collides(indexed.view(), kind, options(1)) == expected.hit);
                EXPECT_TRUE(first_contact(queries, kind, options(2)) == expected.contacts);
                EXPECT_TRUE(first_contact(indexed.view(), kind, options(3)) == expected.contacts);
                for (const Statistics& each : work) EXPECT_EQ(total(each.stages), queries.size());
            }
        }
    }
}

TEST(Batch, OfAnyLengthIsComplete)
{
    const std::vector<PairRows> queries = queries_of(PairKind::edge_edge, 400);
    const Expected expected = expected_of(queries, PairKind::edge_edge);
    for (std::size_t length = 0; length <= 70; ++length) {
        for (const std::size_t offset : {std::size_t{0}, std::size_t{1}, std::size_t{37}}) {
            const auto some = std::span(queries).subspan(offset, length);
            const std::vector<std::uint8_t> hits = collides(some, PairKind::edge_edge, {.threads = 1});
            ASSERT_EQ(hits.size(), length);
            for (std::size_t i = 0; i < length; ++i) ASSERT_EQ(hits[i], expected.hit[offset + i]);
        }
    }
}

TEST(Batch, OfNothingIsNothing)
{
    for (const PairKind kind : kinds) {
        EXPECT_TRUE(collides(std::span<const PairRows>(), kind).empty());
        EXPECT_TRUE(first_contact(std::span<const PairRows>(), kind).empty());
        EXPECT_TRUE(collides(IndexedPairs{}, kind).empty());
        EXPECT_TRUE(first_contact(IndexedPairs{}, kind).empty());
    }
}

template <typename Call>
void expect_refused_at(std::size_t query, Call call)
{
    try {
        call();
        ADD_FAILURE() << "no error for query " << query;
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::not_finite);
        EXPECT_EQ(error.place().query, query);
    }
}

TEST(Batch, RefusesWhatIsNotFiniteWithTheIndexOfTheFirstSuchQuery)
{
    for (const PairKind kind : kinds) {
        for (const std::size_t first : {0U, 5U, 3'000U, 9'998U}) {
            std::vector<PairRows> queries = scenes::near_queries(kind, 10'000);
            queries[first][first % 24] = std::numeric_limits<double>::quiet_NaN();
            queries[9'999][3] = -std::numeric_limits<double>::infinity();
            const Indexed indexed(queries);
            for (const std::string& target : simd_targets()) {
                const QueryOptions options{.threads = 3, .target = target};
                expect_refused_at(first, [&] { (void)collides(queries, kind, options); });
                expect_refused_at(first, [&] { (void)first_contact(queries, kind, options); });
                expect_refused_at(first, [&] { (void)collides(indexed.view(), kind, options); });
                expect_refused_at(first, [&] { (void)first_contact(indexed.view(), kind, options); });
            }
        }
    }
}

TEST(Batch, RefusesEveryPlaceAndKindOfNotFinite)
{
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity()}) {
        for (std::size_t i = 0; i < 24; ++i) {
            for (const PairKind kind : kinds) {
                std::vector<PairRows> queries = scenes::uniform_queries(kind, 20);
                queries[13][i] = bad;
                expect_refused_at(13, [&] { (void)collides(queries, kind); });
                expect_refused_at(13, [&] { (void)first_contact(queries, kind); });
            }
        }
    }
}

TEST(Batch, RefusesAVertexThatDoesNotExist)
{
    Indexed indexed(scenes::near_queries(PairKind::vertex_face, 100));
    indexed.pairs[42][2] = 400;
    try {
        (void)collides(indexed.view(), PairKind::vertex_face);
        ADD_FAILURE() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::index_out_of_range);
    }
}

TEST(Batch, RefusesBrokenContracts)
{
    const std::vector<PairRows> queries = scenes::near_queries(PairKind::vertex_face, 10);
    EXPECT_THROW((void)collides(queries, PairKind::vertex_face, {.target = "no such target"}), std::invalid_argument);
    EXPECT_THROW((void)first_contact(queries, PairKind::vertex_face, {.tolerance = 0.0}), std::invalid_argument);
    EXPECT_THROW((void)collides(queries, PairKind::vertex_face, {.clearance = -0.1}), std::invalid_argument);
    EXPECT_THROW((void)first_contact(queries, PairKind::vertex_face, {.near_fraction = 1.0}), std::invalid_argument);
    Indexed indexed(queries);
    indexed.end.pop_back();
    EXPECT_THROW((void)collides(indexed.view(), PairKind::vertex_face), std::invalid_argument);
}

TEST(Batch, StopsWhenAskedTo)
{
    const std::vector<PairRows> queries = scenes::near_queries(PairKind::vertex_face, 1'000);
    std::stop_source source;
    source.request_stop();
    try {
        (void)collides(queries, PairKind::vertex_face, {.stop = source.get_token()});
        ADD_FAILURE() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::interrupted);
    }
}

TEST(Batch, ReportsProgressUpToTheEnd)
{
    const std::vector<PairRows> queries = scenes::near_queries(PairKind::vertex_face, 50'000);
    std::vector<double> fractions;
    const QueryOptions options{.threads = 2, .progress = [&](double fraction) { fractions.push_back(fraction); }};
    (void)collides(queries, PairKind::vertex_face, options);
    ASSERT_FALSE(fractions.empty());
    EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
    EXPECT_GT(fractions.front(), 0.0);
    EXPECT_EQ(fractions.back(), 1.0);
}

TEST(Batch, TargetsAreNamedBestFirst)
{
    const std::vector<std::string> targets = simd_targets();
    ASSERT_FALSE(targets.empty());
    EXPECT_NE(std::find(targets.begin(), targets.end(), "EMU128"), targets.end());
}

TEST(Batch, WithAClearanceSaysWhatSingleQueriesSay)
{
    for (const PairKind kind : kinds) {
        const std::vector<PairRows> queries = queries_of(kind, effort(600));
        const Indexed indexed(queries);
        for (const double clearance : {1e-9, 1e-3, 0.3}) {
            const QueryOptions options{.clearance = clearance, .near_fraction = 0.5, .threads = 2};
            std::vector<std::uint8_t> hit;
            std::vector<BatchContact> contacts;
            for (std::size_t i = 0; i < queries.size(); ++i) {
                const Answer first = first_contact(queries[i], kind, options);
                hit.push_back(first.outcome == Outcome::free ? 0 : 1);
                if (first.contact)
                    contacts.push_back({i, first.contact->toc, first.contact->toc.upper == 0.0, first.start.near});
                else if (first.start.near)
                    contacts.push_back({i, {1.0, 1.0}, false, true});
            }
            EXPECT_EQ(collides(queries, kind, options), hit);
            EXPECT_EQ(first_contact(queries, kind, options), contacts);
            EXPECT_EQ(collides(indexed.view(), kind, options), hit);
            EXPECT_EQ(first_contact(indexed.view(), kind, options), contacts);
        }
        EXPECT_EQ(first_contact(queries, kind, {.clearance = 0.0}), first_contact(queries, kind));
        std::vector<PairRows> broken = queries;
        broken[3][7] = std::numeric_limits<double>::infinity();
        EXPECT_THROW((void)collides(broken, kind, {.clearance = 0.1}), Error);
    }
}

}  // namespace
}  // namespace tocca::batch_test
