// SPDX-License-Identifier: Apache-2.0
#include "tocca/numeric/error_bounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "support/query_families.hpp"
#include "support/random.hpp"
#include "support/rational.hpp"
#include "tocca/elementary/pair.hpp"

#define TOCCA_FORMULA [[maybe_unused]] inline
#define TOCCA_FORMULA_LAMBDA

namespace tocca::error_bounds_test {
namespace {

using support::Random;
using support::Rational;

/// The library's own formulas, in doubles ...
namespace rounded {
using Real = double;
double constant(double x) { return x; }
double maximum(double a, double b) { return std::max(a, b); }
double minimum(double a, double b) { return std::min(a, b); }
double magnitude(double a) { return std::abs(a); }
#include "tocca/elementary/detail/pair_formulas.inc.hpp"
}  // namespace rounded

/// ... and the very same in exact rationals (but for 1/3, which is rounded in both: k1 and k2 are corrected below).
namespace exact {
using Real = Rational;
Rational constant(double x) { return x; }
Rational maximum(const Rational& a, const Rational& b) { return a < b ? b : a; }
Rational minimum(const Rational& a, const Rational& b) { return a < b ? a : b; }
Rational magnitude(const Rational& a) { return abs(a); }
#include "tocca/elementary/detail/pair_formulas.inc.hpp"
}  // namespace exact

template <class Points>
Points points_of(const PairRows& x)
{
    Points p;
    for (std::size_t i = 0; i < 4; ++i) {
        p.start[i] = {x[3 * i], x[3 * i + 1], x[3 * i + 2]};
        p.end[i] = {x[12 + 3 * i], x[13 + 3 * i], x[14 + 3 * i]};
    }
    return p;
}

/// Inputs on which cancellation is worst: a common offset many times the size, nearly coplanar points, equal points,
/// and any of the query families, at scales that keep within the range of the bounds.
PairRows adversarial(Random& random, PairKind kind)
{
    PairRows x{};
    const int regime = random.between(0, 4);
    if (regime == 0) {
        for (auto& c : x) c = random.signed_unit();
    } else if (regime == 1) {  // offset
        const double offset = std::ldexp(1.0, random.between(0, 40));
        for (auto& c : x) c = offset + random.signed_unit();
    } else if (regime == 2) {  // flat but for a few ulps
        for (std::size_t i = 0; i < 8; ++i) {
            x[3 * i] = random.signed_unit();
            x[3 * i + 1] = random.signed_unit();
            x[3 * i + 2] = random.nudged(0.25 * x[3 * i] + 0.75 * x[3 * i + 1], 2);
        }
    } else if (regime == 3) {  // widely different sizes
        for (auto& c : x) c = std::ldexp(random.signed_unit(), random.between(-60, 60));
    } else {
        x = draw_query(random, support::QueryFamily::touching, kind);
    }
    const int scale = random.between(-250, 250);
    if (random.chance(0.5)) {
        for (auto& c : x) c = std::ldexp(c, scale);
    }
    return x;
}

/// The greatest observed |computed - exact| / bound; must not pass 1, and shows how much slack there is.
class WorstRatio {
public:
    void see(double computed, const Rational& value, double bound)
    {
        const Rational error = abs(Rational(Rational(computed) - value));
        if (error == 0) return;
        const double ratio = bound > 0.0 ? static_cast<double>(Rational(error / Rational(bound))) : INFINITY;
        worst_ = std::max(worst_, ratio);
    }
    [[nodiscard]] double worst() const { return worst_; }

private:
    double worst_ = 0.0;
};

bool in_range(const rounded::Coplanarity& y)
{
    return y.least >= error_bounds::min_size && y.greatest <= error_bounds::max_size;
}

/// An instant in [0, 1], anywhere or next to an end.
double random_time(Random& random)
{
    const double t = random.pick({random.unit(), random.unit(), 0.0, 1.0, std::ldexp(random.unit(), -30)});
    return random.chance(0.2) ? 1.0 - std::ldexp(t, -40) : t;
}

template <PairKind kind>
void check_cubic(std::uint64_t seed)
{
    Random random(seed);
    WorstRatio coefficient, value;
    for (int i = 0; i < 12'000; ++i) {
        const PairRows x = adversarial(random, kind);
        const auto y = coplanarity(rounded::differences<kind>(points_of<rounded::Points>(x)));
        if (!in_range(y)) continue;
        auto z = coplanarity(exact::differences<kind>(points_of<exact::Points>(x)));
        const Rational third_error = Rational(1, 3) / Rational(1.0 / 3.0);
        z.k1 *= third_error;
        z.k2 *= third_error;
        coefficient.see(y.k0, z.k0, y.bound);
        coefficient.see(y.k1, z.k1, y.bound);
        coefficient.see(y.k2, z.k2, y.bound);
        coefficient.see(y.k3, z.k3, y.bound);

        // Evaluation: the polynomial of the computed coefficients, exactly, at the very t.
        const double t = random_time(random);
        const exact::Coplanarity same{y.k0, y.k1, y.k2, y.k3, 0, 0, 0};
        const double size = rounded::size(y);
        value.see(rounded::value(y, 1.0 - t, t), exact::value(same, 1 - Rational(t), t),
                  error_bounds::cubic_value * size);
    }
    EXPECT_LE(coefficient.worst(), 1.0);
    EXPECT_GT(coefficient.worst(), 0.03) << "the inputs are not adversarial enough to test the bound";
    EXPECT_LE(value.worst(), 1.0);
    EXPECT_GT(value.worst(), 0.03) << "the inputs are not adversarial enough to test the bound";
}

TEST(CubicBound, HoldsForVertexFace) { check_cubic<PairKind::vertex_face>(41); }
TEST(CubicBound, HoldsForEdgeEdge) { check_cubic<PairKind::edge_edge>(42); }

template <PairKind kind>
void check_cross(std::uint64_t seed)
{
    Random random(seed);
    WorstRatio at_time, near_time, middle;
    for (int i = 0; i < 8000; ++i) {
        const PairRows x = adversarial(random, kind);
        const auto d = rounded::differences<kind>(points_of<rounded::Points>(x));
        if (!in_range(coplanarity(d))) continue;
        const auto z = exact::differences<kind>(points_of<exact::Points>(x));
        const auto sizes = rounded::inside_sizes<kind>(d);
        const double t = random_time(random), other = random_time(random);
        const double width = std::min(error_bounds::max_delta, std::ldexp(random.unit(), -random.between(10, 52)));
        const double shifted = random.chance(0.5) ? std::min(1.0, t + width) : std::max(0.0, t - width);

        rounded::Vector state[5], later[5];
        rounded::state_at<kind>(d, 1.0 - t, t, state);
        rounded::state_at<kind>(d, 1.0 - other, other, later);
        exact::Vector true_state[5], true_shifted[5], true_later[5];
        exact::state_at<kind>(z, 1 - Rational(t), t, true_state);
        exact::state_at<kind>(z, 1 - Rational(shifted), shifted, true_shifted);
        exact::state_at<kind>(z, 1 - Rational(other), other, true_later);

        const auto m = rounded::inside<kind>(state, state);
        const auto mixed = rounded::inside<kind>(state, later), mirrored = rounded::inside<kind>(later, state);
        const auto true_m = exact::inside<kind>(true_state, true_state);
        const auto true_near = exact::inside<kind>(true_shifted, true_shifted);
        const auto true_mixed = exact::inside<kind>(true_state, true_later);
        const auto true_mirrored = exact::inside<kind>(true_later, true_state);
        for (int j = 0; j < rounded::inside_count<kind>; ++j) {
            const double bound = error_bounds::cross * sizes.m[j] + error_bounds::cross_underflow;
            const double near_bound =
                (error_bounds::cross_time * width + error_bounds::cross) * sizes.m[j] + error_bounds::cross_underflow;
            const auto see = [&](auto axis, auto true_axis) {
                at_time.see(m.m[j].*axis, true_m.m[j].*true_axis, bound);
                near_time.see(m.m[j].*axis, true_near.m[j].*true_axis, near_bound);
                middle.see(0.5 * (mixed.m[j].*axis + mirrored.m[j].*axis),
                           Rational((true_mixed.m[j].*true_axis + true_mirrored.m[j].*true_axis) / 2), bound);
            };
            see(&rounded::Vector::x, &exact::Vector::x);
            see(&rounded::Vector::y, &exact::Vector::y);
            see(&rounded::Vector::z, &exact::Vector::z);
        }
    }
    for (const WorstRatio& ratio : {at_time, near_time, middle}) {
        EXPECT_LE(ratio.worst(), 1.0);
        EXPECT_GT(ratio.worst(), 0.03) << "the inputs are not adversarial enough to test the bound";
    }
}

TEST(CrossBound, HoldsForVertexFace) { check_cross<PairKind::vertex_face>(43); }
TEST(CrossBound, HoldsForEdgeEdge) { check_cross<PairKind::edge_edge>(44); }

TEST(CrossBound, HoldsWhenProductsUnderflow)
{
    // A difference near the least double beside one near the greatest allowed.
    Random random(45);
    WorstRatio worst;
    for (int i = 0; i < 2000; ++i) {
        PairRows x{};
        for (std::size_t k = 0; k < 24; ++k) x[k] = std::ldexp(random.signed_unit(), k % 12 < 9 ? -1060 : 318);
        const auto d = rounded::differences<PairKind::vertex_face>(points_of<rounded::Points>(x));
        const auto z = exact::differences<PairKind::vertex_face>(points_of<exact::Points>(x));
        const auto sizes = rounded::inside_sizes<PairKind::vertex_face>(d);
        const double t = random.unit();
        rounded::Vector state[5];
        exact::Vector true_state[5];
        rounded::state_at<PairKind::vertex_face>(d, 1.0 - t, t, state);
        exact::state_at<PairKind::vertex_face>(z, 1 - Rational(t), t, true_state);
        const auto m = rounded::inside<PairKind::vertex_face>(state, state);
        const auto true_m = exact::inside<PairKind::vertex_face>(true_state, true_state);
        for (int j = 0; j < 3; ++j) {
            const double bound = error_bounds::cross * sizes.m[j] + error_bounds::cross_underflow;
            worst.see(m.m[j].x, true_m.m[j].x, bound);
            worst.see(m.m[j].y, true_m.m[j].y, bound);
            worst.see(m.m[j].z, true_m.m[j].z, bound);
        }
    }
    EXPECT_LE(worst.worst(), 1.0);
}

TEST(HalvingBound, HoldsAfterManyHalvings)
{
    Random random(46);
    WorstRatio worst;
    for (int i = 0; i < 4000; ++i) {
        std::array<double, 4> k;
        for (auto& c : k) c = std::ldexp(random.signed_unit(), random.between(-20, 0));
        const double size = std::abs(
            *std::max_element(k.begin(), k.end(), [](double a, double b) { return std::abs(a) < std::abs(b); }));
        std::array<Rational, 4> z{k[0], k[1], k[2], k[3]};
        for (int depth = 1; depth <= 36; ++depth) {
            const bool left = random.chance(0.5);
            const auto halve = [&](auto& c) {
                using Number = std::decay_t<decltype(c[0])>;
                const Number c01 = (c[0] + c[1]) / 2, c12 = (c[1] + c[2]) / 2, c23 = (c[2] + c[3]) / 2;
                const Number a = (c01 + c12) / 2, b = (c12 + c23) / 2, middle = (a + b) / 2;
                if (left)
                    c = {c[0], c01, a, middle};
                else
                    c = {middle, b, c23, c[3]};
            };
            halve(k);
            halve(z);
            for (std::size_t j = 0; j < 4; ++j) worst.see(k[j], z[j], depth * error_bounds::cubic_halving * size);
        }
    }
    EXPECT_LE(worst.worst(), 1.0);
    EXPECT_GT(worst.worst(), 0.03) << "the inputs are not adversarial enough to test the bound";
}

}  // namespace
}  // namespace tocca::error_bounds_test
