// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/filter_kernel.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "support/query_families.hpp"
#include "tocca/elementary/detail/certified_search.hpp"
#include "tocca/elementary/detail/exact_stage.hpp"

namespace tocca::elementary::detail::filter_kernel_test {
namespace {

/// What the SIMD stages say of a block, query by query.
struct Outcomes {
    std::vector<Verdict> verdict;
    std::vector<double> lower, upper;
};

Outcomes run(const FilterKernel& kernel, const PairRows* rows, std::size_t count, PairKind kind)
{
    Outcomes out{std::vector<Verdict>(count, Verdict::free), std::vector<double>(count), std::vector<double>(count)};
    std::vector<std::uint32_t> all(count + 1), one_root(count + 1), others(count + 1);
    const CullCounts left = kernel.cull(rows, count, kind, {all.data(), one_root.data(), others.data()});
    EXPECT_EQ(left.all, left.one_root + left.others);
    for (std::size_t i = 0; i < left.all; ++i) out.verdict[all[i]] = Verdict::unknown;
    const Verdicts verdicts{out.verdict.data(), out.lower.data(), out.upper.data()};
    kernel.one_root(rows, one_root.data(), left.one_root, kind, verdicts);
    kernel.two_roots(rows, others.data(), left.others, kind, verdicts);
    return out;
}

std::vector<PairRows> mixed_queries(PairKind kind, std::size_t count)
{
    support::Random random(62);
    std::vector<PairRows> rows;
    while (rows.size() < count) {
        const auto family = support::query_families[random.below(support::query_families.size())];
        rows.push_back(draw_query(random, family, kind));
    }
    return rows;
}

class FilterKernelTest : public testing::TestWithParam<PairKind> {};

TEST_P(FilterKernelTest, GivesAQueryTheSameVerdictAloneAndInEveryTarget)
{
    const auto rows = mixed_queries(GetParam(), 4001);  // no multiple of any number of lanes
    const Outcomes reference = run(filter_kernels().front(), rows.data(), rows.size(), GetParam());
    for (const FilterKernel& kernel : filter_kernels()) {
        const Outcomes block = run(kernel, rows.data(), rows.size(), GetParam());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const Outcomes alone = run(kernel, &rows[i], 1, GetParam());
            ASSERT_EQ(alone.verdict[0], reference.verdict[i]) << kernel.name << " " << i;
            ASSERT_EQ(block.verdict[i], reference.verdict[i]) << kernel.name << " " << i;
            if (reference.verdict[i] != Verdict::contact) continue;
            ASSERT_EQ(alone.lower[0], reference.lower[i]) << kernel.name << " " << i;
            ASSERT_EQ(alone.upper[0], reference.upper[i]) << kernel.name << " " << i;
            ASSERT_EQ(block.lower[i], reference.lower[i]) << kernel.name << " " << i;
            ASSERT_EQ(block.upper[i], reference.upper[i]) << kernel.name << " " << i;
        }
    }
}

TEST_P(FilterKernelTest, AndTheCertifiedSearchNeverContradictTheExactStage)
{
    const auto rows = mixed_queries(GetParam(), 3000);
    const Outcomes filtered = run(filter_kernels().front(), rows.data(), rows.size(), GetParam());
    int decided = 0, searched = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto exact = exact_first(rows[i], GetParam(), 52);
        const auto agrees = [&](Verdict verdict, double lower, double upper) {
            if (verdict == Verdict::unknown) return true;
            if (verdict == Verdict::free) return !exact.has_value();
            // The time is strictly between, so the bounds cannot lie on the wrong side of its finest cell.
            return exact.has_value() && lower < exact->upper && upper > exact->lower;
        };
        decided += filtered.verdict[i] != Verdict::unknown;
        EXPECT_TRUE(agrees(filtered.verdict[i], filtered.lower[i], filtered.upper[i])) << i;
        const SearchResult first = certified_search(rows[i], GetParam(), Wanted::first);
        searched += first.verdict != Verdict::unknown;
        EXPECT_TRUE(agrees(first.verdict, first.lower, first.upper)) << i;
        const SearchResult any = certified_search(rows[i], GetParam(), Wanted::any);
        EXPECT_TRUE(any.verdict == Verdict::unknown || (any.verdict == Verdict::contact) == exact.has_value()) << i;
    }
    EXPECT_GT(decided, 600);
    EXPECT_GT(searched, 600);
}

TEST_P(FilterKernelTest, NeverSettlesAQueryThatIsNotFinite)
{
    const PairRows apart{0, 0, 5, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, 1, 0};
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const FilterKernel& kernel : filter_kernels()) {
        for (const double bad : {std::numeric_limits<double>::quiet_NaN(), infinity, -infinity}) {
            for (std::size_t k = 0; k < 24; ++k) {
                PairRows rows = apart;
                rows[k] = bad;
                EXPECT_EQ(run(kernel, &rows, 1, GetParam()).verdict[0], Verdict::unknown)
                    << kernel.name << " coordinate " << k << " is " << bad;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(BothKinds, FilterKernelTest, testing::Values(PairKind::vertex_face, PairKind::edge_edge),
                         [](const auto& test) { return std::string(to_string(test.param)); });

TEST(FilterKernels, AreFoundByName)
{
    EXPECT_EQ(&filter_kernel(""), &filter_kernels().front());
    for (const FilterKernel& kernel : filter_kernels())
        EXPECT_EQ(filter_kernel(std::string(kernel.name)).name, kernel.name);
    EXPECT_THROW((void)filter_kernel("AVX9"), std::invalid_argument);
}

}  // namespace
}  // namespace tocca::elementary::detail::filter_kernel_test
