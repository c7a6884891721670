// SPDX-License-Identifier: Apache-2.0
#include "support/query_mix.hpp"

#include <array>
#include <cmath>
#include <optional>

#include "support/query_families.hpp"
#include "support/random.hpp"
#include "support/transforms.hpp"

namespace tocca::support {
namespace {

QueryFamily any_family(Random& random)
{
    const QueryFamily family = query_families[random.below(query_families.size())];
    const bool has_long_numbers = family == QueryFamily::axis_scales || family == QueryFamily::mixed_scales ||
                                  family == QueryFamily::extreme_time;
    return has_long_numbers && random.chance(0.8) ? QueryFamily::grid_5 : family;
}

PairRows transformed(Random& random, const PairRows& rows, PairKind kind)
{
    switch (random.below(5)) {
        case 0: return permuted(rows, kind, random);
        case 1: return reversed_in_time(rows);
        case 2: return scaled_exactly(rows, scaling_exponent(random)).value_or(rows);
        case 3: return axes_permuted(rows, random);
        default: break;
    }
    const double step = std::ldexp(1.0, random.between(-20, 20));
    std::array<double, 3> shift{};
    for (double& x : shift) x = step * random.between(-9, 9);
    return translated_exactly(rows, shift).value_or(rows);
}

}  // namespace

std::vector<PairRows> query_mix(std::uint64_t seed, PairKind kind, std::size_t count)
{
    Random random(seed);
    std::vector<PairRows> queries(count);
    for (PairRows& rows : queries) {
        rows = draw_query(random, any_family(random), kind);
        if (random.chance(0.5)) rows = transformed(random, rows, kind);
    }
    return queries;
}

}  // namespace tocca::support
