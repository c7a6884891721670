// SPDX-License-Identifier: Apache-2.0
#include "tocca/numeric/taylor_model.hpp"

#include <algorithm>
#include <limits>

namespace tocca {

Interval range(const TaylorModel& f)
{
    const BernsteinHalves b = bernstein_halves(f);
    const double beyond = (f.radius + bernstein_rounding * f.size()) * TaylorModel::up + TaylorModel::least;
    // All of the coefficients are finite if the size is: at most 16/9 of it each.
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (!(f.size() + beyond < 0.25 * std::numeric_limits<double>::max())) return {-infinity, infinity};
    return {rounded_down(*std::min_element(b.begin(), b.end()) - beyond),
            rounded_up(*std::max_element(b.begin(), b.end()) + beyond)};
}

TaylorSineCosine sine_cosine_model(double sine, double cosine, double error, double turn)
{
    const double x = std::abs(turn);
    if (!(x <= 2.0)) return {{{}, 1.0}, {{}, 1.0}};
    const double x2 = x * x, x3 = x2 * x, x4 = x2 * x2, x5 = x4 * x;
    // Of cos y: even powers, of sin y: odd ones, and what they leave out.
    const double p0 = 1.0 - x4 * (1.0 / 192), p2 = x4 * (1.0 / 24) - 0.5 * x2;
    const double p1 = x - x5 * (1.0 / 384), p3 = x5 * (1.0 / 96) - x3 * (1.0 / 6);
    const double left_even = x4 * (1.0 / 192) + x4 * x2 * (1.0 / 720);
    const double left_odd = x5 * (1.0 / 1920) + x5 * x2 * (1.0 / 5040);

    const double sign = turn < 0.0 ? -1.0 : 1.0, s = sign * sine, c = sign * cosine;
    const double rounding = (5 * TaylorModel::u + error) * (1.0 + x + x2 + x3);
    const double size_s = std::abs(sine) + error, size_c = std::abs(cosine) + error;
    const auto radius = [&](double even, double odd) {
        return (even * left_even + odd * left_odd + rounding) * TaylorModel::up + TaylorModel::least;
    };
    return {.sine = {{sine * p0, c * p1, sine * p2, c * p3}, radius(size_s, size_c)},
            .cosine = {{cosine * p0, -(s * p1), cosine * p2, -(s * p3)}, radius(size_c, size_s)}};
}

}  // namespace tocca
