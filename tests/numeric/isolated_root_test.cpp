// SPDX-License-Identifier: Apache-2.0
#include "tocca/numeric/isolated_root.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "support/algebraic_time.hpp"
#include "support/random.hpp"

namespace tocca::isolated_root_test {
namespace {

using support::Random;

/// The same polynomial for the library and for the judge's own arithmetic.
struct Both {
    IntegerPolynomial ours;
    support::Polynomial theirs;
};

Both both(const std::vector<long long>& coefficients)
{
    std::vector<Integer> ours;
    std::vector<support::Integer> theirs;
    for (const long long c : coefficients) ours.emplace_back(c), theirs.emplace_back(c);
    return {IntegerPolynomial(ours), support::Polynomial(theirs)};
}

Both operator*(const Both& a, const Both& b) { return {a.ours * b.ours, a.theirs * b.theirs}; }

/// Small coefficients, and often factors that repeat or are shared.
Both draw_factor(Random& random)
{
    std::vector<long long> c;
    for (int i = random.between(1, 3); i >= 0; --i) c.push_back(random.between(-9, 9));
    if (random.chance(0.3)) c = {random.between(-4, 0), random.pick({1, 2, 3, 4})};  // a root in [0, 1] or beyond
    return both(c);
}

TEST(IsolatedRoot, OfKnownPolynomials)
{
    // (2t - 1)(3t - 1)t(t - 1)
    const Both p = both({-1, 2}) * both({-1, 3}) * both({0, 1}) * both({-1, 1});
    std::vector<IsolatedRoot> roots = roots_in_unit_interval(p.ours);
    ASSERT_EQ(roots.size(), 4u);
    EXPECT_EQ(roots[0].cell(30).upper, 0.0);
    EXPECT_LT(roots[1].cell(30).lower, 1.0 / 3.0);
    EXPECT_GT(roots[1].cell(30).upper, 1.0 / 3.0);
    EXPECT_EQ(roots[2].cell(30).upper, 0.5);
    EXPECT_EQ(roots[2].cell(30).lower, 0.5 - 0x1p-30);
    EXPECT_EQ(roots[3].cell(52).upper, 1.0);
}

TEST(IsolatedRoot, AgreesWithTheJudge)
{
    Random random(12);
    for (int i = 0; i < 4'000; ++i) {
        const Both shared = draw_factor(random);
        Both p = shared * draw_factor(random), q = draw_factor(random);
        if (random.chance(0.5)) p = p * shared;
        if (random.chance(0.5)) q = q * shared;
        if (p.ours.is_zero()) continue;
        std::vector<IsolatedRoot> roots = roots_in_unit_interval(p.ours);
        std::vector<support::AlgebraicTime> expected = support::roots_in_unit_interval(p.theirs);
        ASSERT_EQ(roots.size(), expected.size()) << i;
        for (std::size_t j = 0; j < roots.size(); ++j) {
            IsolatedRoot copy = roots[j];
            EXPECT_EQ(static_cast<int>(copy.sign_of(q.ours)), expected[j].sign_of(q.theirs)) << i;
            const double tolerance = random.pick({1.0, 0.25, 1e-5, 0x1p-52});
            const DyadicBracket cell = random.pick({&roots[j], &copy})->cell(grid_exponent(tolerance));
            const support::ExpectedBracket bracket = support::expected_bracket(expected[j], tolerance);
            EXPECT_EQ(cell.lower, bracket.toc.lower) << i;
            EXPECT_EQ(cell.upper, bracket.toc.upper) << i;
        }
        ASSERT_FALSE(testing::Test::HasFailure());
    }
}

TEST(IsolatedRoot, HasACellDownToTheLeastDouble)
{
    for (const unsigned m : {1u, 29u, 30u, 31u, 52u, 700u, 1073u, 1074u, 1075u, 3000u}) {
        for (const int numerator : {1, 3}) {
            // numerator / 2^m, and the irrational sqrt(2) numerator / 2^m
            const Integer scale = Integer(1) << m;
            const IntegerPolynomial rational({Integer(-numerator), scale});
            const IntegerPolynomial irrational({Integer(-2 * numerator * numerator), Integer(0), scale * scale});
            for (const IntegerPolynomial& p : {rational, irrational}) {
                for (IsolatedRoot& root : roots_in_unit_interval(p)) {
                    const DyadicBracket cell = root.cell(30);
                    IsolatedRoot fresh = roots_in_unit_interval(p).front();
                    // lower < root <= upper, by the signs of 2^1074 t - integer at the root.
                    const Integer one = Integer(1) << 1074u;
                    const auto integer = [](double x) {
                        return to_common_integers(std::array{x, 0x1p-1074}).integers.front();
                    };
                    EXPECT_EQ(fresh.sign_of(IntegerPolynomial({-integer(cell.lower), one})), Sign::positive);
                    EXPECT_NE(fresh.sign_of(IntegerPolynomial({-integer(cell.upper), one})), Sign::positive);
                    EXPECT_EQ(cell.below_least_double, cell.lower == 0.0);
                }
            }
        }
    }
}

TEST(SignChanges, CountRootsWithTheirParity)
{
    Random random(5);
    for (int i = 0; i < 2'000; ++i) {
        const Both p = draw_factor(random) * draw_factor(random);
        if (p.ours.is_zero()) continue;
        const SignChanges changes = sign_changes(p.ours);
        int roots = 0;
        for (support::AlgebraicTime& root : support::roots_in_unit_interval(p.theirs)) {
            if (root.compare(support::Rational(0)) == 0 || root.compare(support::Rational(1)) == 0) continue;
            ++roots;
            for (support::Polynomial d = p.theirs.derivative(); root.sign_of(d) == 0; d = d.derivative()) ++roots;
        }
        EXPECT_GE(changes.count, roots);
        EXPECT_EQ((changes.count - roots) % 2, 0);
    }
}

TEST(GreatestCommonDivisor, IsWhatTheyShare)
{
    Random random(8);
    for (int i = 0; i < 2'000; ++i) {
        const Both shared = draw_factor(random), a = draw_factor(random) * shared, b = draw_factor(random) * shared;
        if (a.ours.is_zero() || b.ours.is_zero()) continue;
        EXPECT_EQ(greatest_common_divisor(a.ours, b.ours).degree(), gcd(a.theirs, b.theirs).degree());
        EXPECT_EQ(squarefree_part(a.ours).degree(), a.theirs.squarefree().degree());
    }
}

}  // namespace
}  // namespace tocca::isolated_root_test
