// SPDX-License-Identifier: Apache-2.0
#include "support/transforms.hpp"

#include <cmath>
#include <cstddef>
#include <utility>

namespace tocca::support {
namespace {

using Order = std::array<std::size_t, 4>;

PairRows reordered(const PairRows& rows, const Order& order)
{
    PairRows result{};
    for (std::size_t half = 0; half < 24; half += 12) {
        for (std::size_t i = 0; i < 4; ++i) {
            for (std::size_t k = 0; k < 3; ++k) result[half + 3 * i + k] = rows[half + 3 * order[i] + k];
        }
    }
    return result;
}

}  // namespace

PairRows permuted(const PairRows& rows, PairKind kind, Random& random)
{
    Order order{0, 1, 2, 3};
    if (kind == PairKind::vertex_face) {
        std::swap(order[1], order[1 + random.below(3)]);
        std::swap(order[2], order[2 + random.below(2)]);
    } else {
        if (random.chance(0.5)) std::swap(order[0], order[1]);
        if (random.chance(0.5)) std::swap(order[2], order[3]);
        if (random.chance(0.5)) order = {order[2], order[3], order[0], order[1]};
    }
    return reordered(rows, order);
}

PairRows reversed_in_time(const PairRows& rows)
{
    PairRows result{};
    for (std::size_t i = 0; i < 12; ++i) {
        result[i] = rows[i + 12];
        result[i + 12] = rows[i];
    }
    return result;
}

std::optional<PairRows> scaled_exactly(const PairRows& rows, int exponent)
{
    PairRows result{};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        result[i] = std::ldexp(rows[i], exponent);
        if (!std::isfinite(result[i]) || std::ldexp(result[i], -exponent) != rows[i]) return std::nullopt;
    }
    return result;
}

int scaling_exponent(Random& random)
{
    if (random.chance(0.5)) return random.between(-300, 300);
    const int exponent = random.between(305, 370);
    return random.chance(0.5) ? exponent : -exponent;
}

std::optional<PairRows> translated_exactly(const PairRows& rows, const std::array<double, 3>& shift)
{
    PairRows result{};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double a = rows[i], b = shift[i % 3], sum = a + b, rest = sum - a;
        if (!std::isfinite(sum) || (a - (sum - rest)) + (b - rest) != 0.0)
            return std::nullopt;  // two-sum leaves an error
        result[i] = sum;
    }
    return result;
}

PairRows axes_permuted(const PairRows& rows, Random& random)
{
    std::array<std::size_t, 3> axis{0, 1, 2};
    std::swap(axis[0], axis[random.below(3)]);
    std::swap(axis[1], axis[1 + random.below(2)]);
    std::array<double, 3> sign{};
    for (double& s : sign) s = random.pick({1.0, -1.0});
    PairRows result{};
    for (std::size_t i = 0; i < rows.size(); ++i) result[i] = sign[i % 3] * rows[i - i % 3 + axis[i % 3]];
    return result;
}

}  // namespace tocca::support
