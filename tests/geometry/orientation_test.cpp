// SPDX-License-Identifier: Apache-2.0
#include "tocca/geometry/orientation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/random_points.hpp"
#include "support/effort.hpp"
#include "support/random.hpp"
#include "support/rational.hpp"
#include "tocca/geometry/detail/orientation_estimate.hpp"

namespace tocca::orientation_test {
namespace {

using support::effort;
using support::Random;
using support::Rational;
using Vector = std::array<Rational, 3>;

Vector exact_difference(const Point& a, const Point& b)
{
    return {Rational(a[0]) - Rational(b[0]), Rational(a[1]) - Rational(b[1]), Rational(a[2]) - Rational(b[2])};
}

Vector exact_normal(const Point& a, const Point& b, const Point& c)
{
    const Vector e = exact_difference(b, a), f = exact_difference(c, a);
    return {e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]};
}

Rational exact_volume(const std::array<Point, 4>& x)
{
    const Vector n = exact_normal(x[0], x[1], x[2]), g = exact_difference(x[3], x[0]);
    return n[0] * g[0] + n[1] * g[1] + n[2] * g[2];
}

TEST(Orientation, is_positive_on_the_side_from_which_the_triangle_turns_counterclockwise)
{
    EXPECT_EQ(orientation({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), Sign::positive);
    EXPECT_EQ(orientation({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, -1}), Sign::negative);
    EXPECT_EQ(orientation({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {7, 5, 0}), Sign::zero);
    EXPECT_EQ(projected_orientation({0, 0, 0}, {1, 0, 0}, {0, 1, 9}, 2), Sign::positive);
}

TEST(Orientation, tells_a_unit_in_the_last_place)
{
    const Point a = {0.1, 0.1, 0.1}, b = {0.7, 0.2, 0.7}, c = {0.2, 0.9, 0.2};  // in the plane x = z
    EXPECT_EQ(orientation(a, b, c, {0.3, 0.5, 0.3}), Sign::zero);
    const Sign above = orientation(a, b, c, {0.3, 0.5, std::nextafter(0.3, 1.0)});
    EXPECT_NE(above, Sign::zero);
    EXPECT_EQ(orientation(a, b, c, {0.3, 0.5, std::nextafter(0.3, 0.0)}), -above);
}

TEST(Orientation, equals_rationals_on_points_of_every_sort)
{
    Random random(21);
    std::array<int, 3> seen = {};
    for (std::size_t i = 0; i < effort(60'000); ++i) {
        std::array<Point, 4> x;
        draw_points(random, x);
        const Sign expected = sign_of(exact_volume(x));
        ASSERT_EQ(orientation(x[0], x[1], x[2], x[3]), expected);
        ASSERT_EQ(orientation_exact(x[0], x[1], x[2], x[3]), expected);
        const FilteredSign filtered = orientation_filtered(x[0], x[1], x[2], x[3]);
        if (filtered != FilteredSign::uncertain) {
            ASSERT_EQ(static_cast<Sign>(filtered), expected);
        }
        ++seen[static_cast<std::size_t>(static_cast<int>(expected) + 1)];

        const Vector n = exact_normal(x[0], x[1], x[2]);
        for (std::size_t axis = 0; axis < 3; ++axis)
            ASSERT_EQ(projected_orientation(x[0], x[1], x[2], axis), sign_of(n[axis]));
        ASSERT_EQ(collinear(x[0], x[1], x[2]), n[0] == 0 && n[1] == 0 && n[2] == 0);
    }
    for (const int count : seen) EXPECT_GT(count, 500 / (support::slow_build ? 20 : 1));
}

TEST(Orientation, the_filter_decides_points_in_general_position)
{
    Random random(24);
    int uncertain = 0;
    for (int i = 0; i < 10'000; ++i) {
        std::array<Point, 4> x;
        for (Point& p : x)
            for (double& c : p) c = random.signed_unit();
        if (orientation_filtered(x[0], x[1], x[2], x[3]) == FilteredSign::uncertain) ++uncertain;
    }
    EXPECT_LE(uncertain, 10);
}

/// The greatest observed error as a part of its bound: must not pass 1, and shows how much slack there is.
class WorstRatio {
public:
    void see(const geometry::detail::Estimate& estimate, const Rational& exact)
    {
        if (!std::isfinite(estimate.error)) return;  // the filter is uncertain then
        const Rational error = abs(Rational(Rational(estimate.value) - exact));
        if (error == 0) return;
        worst_ = std::max(worst_, static_cast<double>(Rational(error / Rational(estimate.error))));
    }
    [[nodiscard]] double worst() const { return worst_; }

private:
    double worst_ = 0.0;
};

TEST(Orientation, errors_of_the_filter_keep_within_their_bounds)
{
    Random random(22);
    WorstRatio volume, area;
    for (std::size_t i = 0; i < effort(60'000); ++i) {
        std::array<Point, 4> x;
        draw_points(random, x);
        volume.see(geometry::detail::volume_estimate(x[0], x[1], x[2], x[3]), exact_volume(x));
        const Vector n = exact_normal(x[0], x[1], x[2]);
        for (std::size_t axis = 0; axis < 3; ++axis)
            area.see(geometry::detail::area_estimate(x[0], x[1], x[2], axis), n[axis]);
    }
    EXPECT_LE(volume.worst(), 1.0);
    EXPECT_LE(area.worst(), 1.0);
    EXPECT_GT(volume.worst(), 0.1);  // else the bound is far from what it bounds
    EXPECT_GT(area.worst(), 0.2);
}

/// (1 + u)^n: how much n roundings may enlarge a number.
Rational growth(int roundings)
{
    const Rational u(0x1p-53);
    Rational factor = 1;
    for (int i = 0; i < roundings; ++i) factor *= 1 + u;
    return factor;
}

TEST(Orientation, bounds_cover_what_their_derivation_counts)
{
    // Roundings a monomial passes. The computed magnitude has passed as many, and the bound some more, and each may have
    // taken a factor 1 - u >= 1 / (1 + u)^2.
    const auto needed = [](int roundings, int of_bound) {
        const Rational lost = growth(2 * (roundings + of_bound));
        return Rational((growth(roundings) - 1) * lost);
    };
    EXPECT_LE(needed(4, 2), Rational(geometry::detail::area_error));
    EXPECT_LE(needed(8, 3), Rational(geometry::detail::volume_error));

    // A product that underflows errs by half the least positive double: two make an area; six, magnified by a component
    // of g and by the roundings that follow, and three more a volume.
    const Rational half = Rational(std::ldexp(1.0, -1074)) / 2;
    EXPECT_LE(Rational(2 * half * growth(1)), Rational(geometry::detail::area_underflow));
    EXPECT_LE(Rational(6 * half * growth(4)), Rational(geometry::detail::volume_underflow));
}

TEST(Orientation, turns_with_permutations)
{
    Random random(23);
    for (std::size_t i = 0; i < effort(5'000); ++i) {
        std::array<Point, 4> x;
        draw_points(random, x);
        const Sign sign = orientation(x[0], x[1], x[2], x[3]);
        EXPECT_EQ(orientation(x[1], x[0], x[2], x[3]), -sign);
        EXPECT_EQ(orientation(x[0], x[1], x[3], x[2]), -sign);
        EXPECT_EQ(orientation(x[3], x[2], x[1], x[0]), sign);
    }
}

}  // namespace
}  // namespace tocca::orientation_test
