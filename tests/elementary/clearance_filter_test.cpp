// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/clearance_filter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "support/exact_distance.hpp"
#include "support/query_families.hpp"
#include "support/random.hpp"

namespace tocca::elementary::detail::clearance_filter_test {
namespace {

using support::Random;
using support::Rational;
using Vector = std::array<Rational, 3>;

/// Rows in which sums cancel: uniform, shifted far away, coordinates of mixed magnitude, at the ends of the range.
PairRows draw_rows(Random& random)
{
    PairRows rows;
    const double far = random.pick({0.0, 0.0, 1e3, 1e9});
    for (double& x : rows) x = random.signed_unit() * std::ldexp(1.0, random.pick({0, 0, -10, -40})) + far;
    if (random.chance(0.3)) {
        const int exponent = random.pick({-299, -200, 200, 268});
        for (double& x : rows) x = std::ldexp(x, exponent);
    }
    return rows;
}

Vector exact_difference(const PairRows& rows, std::size_t i, std::size_t j, const Rational& t)
{
    Vector d;
    for (std::size_t k = 0; k < 3; ++k) {
        d[k] = (1 - t) * (Rational(rows[3 * i + k]) - Rational(rows[3 * j + k])) +
               t * (Rational(rows[12 + 3 * i + k]) - Rational(rows[12 + 3 * j + k]));
    }
    return d;
}

double greatest_difference(const PairRows& rows, std::size_t firsts)
{
    double size = 0.0;
    for (std::size_t i = 0; i < firsts; ++i)
        for (std::size_t j = firsts; j < 4; ++j)
            for (std::size_t k = 0; k < 3; ++k)
                for (const std::size_t end : {0u, 12u})
                    size = std::max(size, std::abs(rows[end + 3 * i + k] - rows[end + 3 * j + k]));
    return size;
}

/// The greatest clearance for which a monotone proof succeeds for small clearances, found by halving.
template <class Holds>
double last_clearance(double size, const Holds& holds)
{
    double low = 0.0, high = 4.0 * size;
    for (int i = 0; i < 200; ++i) {
        const double middle = 0.5 * (low + high);
        (holds(middle) ? low : high) = middle;
    }
    return low;
}

TEST(ClearanceFilter, NeverProvesADistanceTooSmall)
{
    // The least clearance for which any two points prove the distance, compared with the exact distance of the points.
    Random random(1);
    double worst = 0.0;
    for (int i = 0; i < 4'000; ++i) {
        const PairRows rows = draw_rows(random);
        const PairKind kind = i % 2 == 0 ? PairKind::vertex_face : PairKind::edge_edge;
        const std::size_t firsts = kind == PairKind::vertex_face ? 1 : 2;
        const double t = random.pick({0.0, 1.0, random.unit(), std::ldexp(random.unit(), -40)});
        std::array<double, 4> weights = {1.0, 0.0, 0.0, 0.0};
        if (random.chance(0.5)) {
            weights = ClearanceFilter(rows, kind, 1.0).closest_at(t).weights;
        } else if (firsts == 1) {
            weights[1] = random.unit();
            weights[2] = (1.0 - weights[1]) * random.unit();
            weights[3] = 1.0 - weights[1] - weights[2];
        } else {
            weights[1] = random.unit(), weights[0] = 1.0 - weights[1];
            weights[3] = random.unit(), weights[2] = 1.0 - weights[3];
        }
        const double size = greatest_difference(rows, firsts);
        const double refused = last_clearance(size, [&](double clearance) {
            return !ClearanceFilter(rows, kind, clearance).certainly_within(t, weights);
        });
        const double proven = std::nextafter(refused, 1e300);
        ASSERT_TRUE(ClearanceFilter(rows, kind, proven).certainly_within(t, weights));

        // The exact points with these weights, each side's made to add up to 1.
        Rational first_sum = 0, second_sum = 0;
        for (std::size_t j = 0; j < 4; ++j) (j < firsts ? first_sum : second_sum) += Rational(weights[j]);
        Vector between = {0, 0, 0};
        for (std::size_t a = 0; a < firsts; ++a) {
            for (std::size_t b = firsts; b < 4; ++b) {
                const Vector d = exact_difference(rows, a, b, Rational(t));
                const Rational w = Rational(weights[a]) * Rational(weights[b]) / (first_sum * second_sum);
                for (std::size_t k = 0; k < 3; ++k) between[k] += w * d[k];
            }
        }
        const Rational square = between[0] * between[0] + between[1] * between[1] + between[2] * between[2];
        ASSERT_LE(square, Rational(proven) * Rational(proven)) << i;
        ASSERT_LE(support::squared_distance_at(rows, kind, Rational(t)), Rational(proven) * Rational(proven)) << i;
        const double distance = size * std::sqrt(static_cast<double>(square / Rational(size) / Rational(size)));
        const double bound = clearance_bounds::distance * size;
        worst = std::max(worst, std::abs(proven - bound - distance) / bound);
    }
    // How much of the bound rounding ever used: it is not absurdly wide either.
    EXPECT_GT(worst, 0.01);
    EXPECT_LT(worst, 0.9);
}

TEST(ClearanceFilter, NeverProvesAGapTooGreat)
{
    // The greatest clearance for which a direction keeps the pair apart, compared with the exact components along it.
    Random random(2);
    std::size_t proven = 0;
    for (int i = 0; i < 6'000; ++i) {
        const PairRows rows = draw_rows(random);
        const PairKind kind = i % 2 == 0 ? PairKind::vertex_face : PairKind::edge_edge;
        const std::size_t firsts = kind == PairKind::vertex_face ? 1 : 2;
        const double t0 = random.pick({0.0, 0.5, random.unit()}), t1 = t0 + (1.0 - t0) * random.unit();
        Eigen::Vector3d direction = ClearanceFilter(rows, kind, 1.0).closest_at(0.5 * (t0 + t1)).difference;
        if (random.chance(0.2)) direction += 0.1 * direction.norm() * Eigen::Vector3d(random.unit(), random.unit(), 0);
        const double size = greatest_difference(rows, firsts);
        const double clearance = last_clearance(size, [&](double c) {
            return ClearanceFilter(rows, kind, c).certainly_apart({t0, t1}, direction);
        });
        if (!ClearanceFilter(rows, kind, clearance).certainly_apart({t0, t1}, direction)) continue;
        ++proven;

        const Vector n = {Rational(direction.x()), Rational(direction.y()), Rational(direction.z())};
        const Rational needed = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) * Rational(clearance) * Rational(clearance);
        for (const double t : {t0, t1}) {
            for (std::size_t a = 0; a < firsts; ++a) {
                for (std::size_t b = firsts; b < 4; ++b) {
                    const Vector d = exact_difference(rows, a, b, Rational(t));
                    const Rational gap = n[0] * d[0] + n[1] * d[1] + n[2] * d[2];
                    ASSERT_GT(gap, 0) << i;
                    ASSERT_GT(gap * gap, needed) << i;
                }
            }
        }
    }
    EXPECT_GT(proven, 1'000U);
}

TEST(ClearanceFilter, NeverProvesAGapTooGreatByDirectionsThatTurn)
{
    // The greatest clearance proven, compared with exact distances at the ends of the time and between.
    Random random(4);
    std::size_t proven = 0, turned = 0;
    for (int i = 0; i < 4'000; ++i) {
        const PairRows rows = draw_rows(random);
        const PairKind kind = i % 2 == 0 ? PairKind::vertex_face : PairKind::edge_edge;
        const double t0 = random.pick({0.0, 0.5, random.unit()}), t1 = t0 + (1.0 - t0) * random.unit();
        const auto direction = [&](double t) -> Eigen::Vector3d {
            const Eigen::Vector3d d = ClearanceFilter(rows, kind, 1.0).closest_at(t).difference;
            const Eigen::Vector3d scaled = d / std::max(1e-300, d.cwiseAbs().maxCoeff());
            return scaled.normalized() +
                   random.pick({0.0, 0.0, 0.1}) * Eigen::Vector3d(random.unit(), random.unit(), 0);
        };
        const Eigen::Vector3d first = direction(t0), last = direction(t1);
        const double size = greatest_difference(rows, kind == PairKind::vertex_face ? 1 : 2);
        const auto holds = [&](double c) {
            return ClearanceFilter(rows, kind, c).certainly_apart({t0, t1}, first, last);
        };
        const double clearance = last_clearance(size, holds);
        if (!holds(clearance)) continue;
        ++proven;
        for (const auto& n : {first, last})
            turned += ClearanceFilter(rows, kind, clearance).certainly_apart({t0, t1}, n) ? 0 : 1;
        for (const double part : {0.0, 1.0, 0.5, random.unit(), random.unit()}) {
            const Rational t = Rational(t0) + Rational(part) * (Rational(t1) - Rational(t0));
            ASSERT_GT(support::squared_distance_at(rows, kind, t), Rational(clearance) * Rational(clearance)) << i;
        }
    }
    EXPECT_GT(proven, 1'000U);
    EXPECT_GT(turned, 500U);  // where neither direction alone proves as much
}

TEST(ClearanceFilter, DecidesOrdinaryQueries)
{
    Random random(3);
    int undecided = 0, all = 0;
    for (int i = 0; i < 2'000; ++i) {
        const PairKind kind = i % 2 == 0 ? PairKind::vertex_face : PairKind::edge_edge;
        const support::QueryFamily family = random.pick(
            {support::QueryFamily::near_miss, support::QueryFamily::uniform, support::QueryFamily::cloth_like});
        const PairRows rows = draw_query(random, family, kind);
        const double clearance = 1e-3 * greatest_difference(rows, kind == PairKind::vertex_face ? 1 : 2);
        undecided += !first_within_filtered(rows, kind, clearance, 29).decided;
        ++all;
    }
    EXPECT_LT(undecided, all / 200);
}

TEST(ClearanceFilter, LeavesWhatIsOutOfRangeToExactArithmetic)
{
    PairRows rows = {};
    rows[0] = 0x1p301;
    EXPECT_FALSE(first_within_filtered(rows, PairKind::vertex_face, 1.0, 29).decided);
    rows[0] = 0x1p-301;
    EXPECT_FALSE(first_within_filtered(rows, PairKind::vertex_face, 0x1p-300, 29).decided);
    EXPECT_FALSE(first_within_filtered(rows, PairKind::vertex_face, 0x1p301, 29).decided);
}

}  // namespace
}  // namespace tocca::elementary::detail::clearance_filter_test
