// SPDX-License-Identifier: Apache-2.0
#include "tocca/numeric/sign_classification.hpp"

#include <gtest/gtest.h>

#include "numeric/random_polynomials.hpp"
#include "support/algebraic_time.hpp"
#include "support/random.hpp"
#include "tocca/numeric/integer.hpp"

namespace tocca::sign_classification_test {
namespace {

using support::AlgebraicTime;
using support::Random;

/// Multiplicity of a root by counting the derivatives that vanish with it.
int multiplicity(const Cubic<Integer>& y, AlgebraicTime& root)
{
    support::Polynomial p = as_judged(y);
    int count = 0;
    for (; root.sign_of(p) == 0; p = p.derivative()) ++count;
    return count;
}

TEST(SignClassification, AgreesWithSturmChainsAtEveryRoot)
{
    Random random(20260301);
    int roots_seen = 0, common = 0, multiple = 0;
    for (int i = 0; i < 8000; ++i) {
        const Cubic<Integer> y = random_cubic(random);
        const auto roots = roots_in_unit_interval(y);
        auto judged = support::roots_in_unit_interval(as_judged(y));
        ASSERT_EQ(roots.size(), judged.size()) << text(y);
        for (std::size_t r = 0; r < roots.size(); ++r) {
            ++roots_seen;
            ASSERT_EQ(roots[r].multiplicity, multiplicity(y, judged[r])) << text(y);
            multiple += roots[r].multiplicity > 1;
            const Linear<Integer> l = random_linear(random);
            EXPECT_EQ(static_cast<int>(sign_at_root(y, roots[r], l)), judged[r].sign_of(as_judged(l)))
                << text(y) << "| " << text(l);
            for (int j = 0; j < 4; ++j) {
                const Quadratic<Integer> p = random_quadratic(random);
                const int expected = judged[r].sign_of(as_judged(p));
                common += expected == 0;
                EXPECT_EQ(static_cast<int>(sign_at_root(y, roots[r], p)), expected) << text(y) << "| " << text(p);
            }
        }
    }
    EXPECT_GT(roots_seen, 5000);
    EXPECT_GT(common, 500);
    EXPECT_GT(multiple, 200);
}

TEST(SignClassification, ComparesARootWithFractions)
{
    Random random(20260302);
    for (int i = 0; i < 3000; ++i) {
        const Cubic<Integer> y = random_cubic(random);
        const auto roots = roots_in_unit_interval(y);
        auto judged = support::roots_in_unit_interval(as_judged(y));
        ASSERT_EQ(roots.size(), judged.size());
        for (std::size_t r = 0; r < roots.size(); ++r) {
            const int d = random.between(1, 8), n = random.between(-1, d + 1);
            EXPECT_EQ(static_cast<int>(compare(y, roots[r], Fraction<Integer>{n, d})),
                      judged[r].compare(support::Rational(n, d)))
                << text(y) << " at " << n << "/" << d;
        }
    }
}

}  // namespace
}  // namespace tocca::sign_classification_test
