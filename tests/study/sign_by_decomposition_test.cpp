// SPDX-License-Identifier: Apache-2.0
#include "study/sign_by_decomposition.hpp"

#include <gtest/gtest.h>

#include "numeric/random_polynomials.hpp"
#include "support/algebraic_time.hpp"

namespace tocca::study::sign_by_decomposition_test {
namespace {

using support::Random;

TEST(SignByDecomposition, AgreesWithSturmChainsAtEveryRoot)
{
    Random random(20260301);
    int roots_seen = 0, common = 0;
    for (int i = 0; i < 8000; ++i) {
        const Cubic<Integer> y = random_cubic(random);
        const auto roots = roots_in_unit_interval(y);
        auto judged = support::roots_in_unit_interval(as_judged(y));
        ASSERT_EQ(roots.size(), judged.size()) << text(y);
        for (std::size_t r = 0; r < roots.size(); ++r) {
            ++roots_seen;
            for (int j = 0; j < 4; ++j) {
                const Quadratic<Integer> p = random_quadratic(random);
                const int expected = judged[r].sign_of(as_judged(p));
                common += expected == 0;
                EXPECT_EQ(static_cast<int>(sign_at_root_by_decomposition(y, roots[r], p)), expected)
                    << text(y) << "| " << text(p);
            }
        }
    }
    EXPECT_GT(roots_seen, 5000);
    EXPECT_GT(common, 500);
}

TEST(SignByDecomposition, TreatsTheZeroOverZero)
{
    // Y = (t - 1/2)(t^2 + 2) and P = t^2 + 1: factor and remainder vanish together at the root; P is 5/4 there.
    const Cubic<Integer> y{-2, 4, -1, 2};
    const Quadratic<Integer> p{1, 0, 1};
    const auto roots = roots_in_unit_interval(y);
    ASSERT_EQ(roots.size(), 1U);
    EXPECT_EQ(sign_at_root_by_decomposition(y, roots[0], p), Sign::positive);
    EXPECT_EQ(sign_at_root(y, roots[0], p), Sign::positive);
}

}  // namespace
}  // namespace tocca::study::sign_by_decomposition_test
