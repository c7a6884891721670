// SPDX-License-Identifier: Apache-2.0
#include "support/query_families.hpp"

#include <algorithm>
#include <cmath>

#include "support/contact_templates.hpp"

namespace tocca::support {
namespace {

PairRows grid(Random& random, int reach)
{
    const int dimensions = random.pick({1, 2, 2, 3, 3, 3});
    PairRows rows{};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (static_cast<int>(i % 3) < dimensions) rows[i] = random.between(-reach, reach);
    }
    return rows;
}

PairRows small_grid(Random& random) { return grid(random, random.pick({1, 2, 5, 100})); }

void copy_point(PairRows& rows, std::size_t from, std::size_t to)
{
    std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(3 * from), 3,
                rows.begin() + static_cast<std::ptrdiff_t>(3 * to));
}

PairRows duplicates(Random& random)
{
    PairRows rows = small_grid(random);
    for (int copies = random.between(1, 4); copies > 0; --copies) {
        const std::size_t from = random.below(8), to = random.below(8);
        copy_point(rows, from, to);
    }
    if (random.chance(0.3)) {  // two points that coincide throughout
        const std::size_t from = random.below(4), to = random.below(4);
        copy_point(rows, from, to);
        copy_point(rows, from + 4, to + 4);
    }
    return rows;
}

PairRows translations(Random& random)
{
    PairRows rows = small_grid(random);
    const double share = random.pick({0.5, 0.7, 1.0});
    for (std::size_t i = 0; i < 4; ++i) {
        const bool moves = random.chance(share);
        for (std::size_t k = 0; k < 3; ++k) {
            const double step = moves ? rows[12 + k] - rows[k] : 0.0;
            if (i > 0) rows[12 + 3 * i + k] = rows[3 * i + k] + step;
        }
    }
    return rows;
}

/// Coordinates in a plane that turns into another one, by whole numbers.
PairRows coplanar(Random& random)
{
    std::array<std::array<double, 3>, 4> axes{};  // two of the plane at the start, two at the end
    for (auto& axis : axes) {
        for (double& x : axis) x = random.between(-3, 3);
    }
    if (random.chance(0.8)) axes[2] = axes[0], axes[3] = axes[1];  // one and the same plane: coplanar throughout
    const int reach = random.pick({2, 8, 1 << 20});
    PairRows rows{};
    for (std::size_t i = 0; i < 8; ++i) {
        const double u = random.between(-reach, reach), v = random.between(-reach, reach);
        const std::size_t plane = i < 4 ? 0 : 2;
        for (std::size_t k = 0; k < 3; ++k) rows[3 * i + k] = u * axes[plane][k] + v * axes[plane + 1][k];
    }
    return rows;
}

PairRows collapsed(Random& random)
{
    PairRows rows = grid(random, random.pick({1, 2, 5}));
    const bool throughout = random.chance(0.4);
    const std::size_t first = random.below(4), second = random.below(4), moved = random.below(4);
    const double weight = random.pick({0.0, 0.5, 0.25, 1.0, -1.0, 2.0});
    const std::size_t end = random.chance(0.5) ? 4 : 0;
    for (std::size_t half = 0; half < 8; half += 4) {
        if (!throughout && half != end) continue;
        for (std::size_t k = 0; k < 3; ++k) {
            const double a = rows[3 * (first + half) + k], b = rows[3 * (second + half) + k];
            rows[3 * (moved + half) + k] = a + weight * (b - a);
        }
    }
    return rows;
}

PairRows parallel_edges(Random& random)
{
    PairRows rows = grid(random, random.pick({1, 2, 5}));
    const double factor = random.pick({1.0, -1.0, 2.0, 0.5, -0.5});
    const int halves = random.between(1, 3);
    for (std::size_t half = 0; half < 2; ++half) {
        if ((halves >> half & 1) == 0) continue;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t at = 12 * half + k;
            rows[at + 9] = rows[at + 6] + factor * (rows[at + 3] - rows[at]);
        }
    }
    return rows;
}

PairRows axis_scales(Random& random)
{
    PairRows rows = small_grid(random);
    for (std::size_t k = 0; k < 3; ++k) {
        const int exponent = random.between(-990, 990);
        for (std::size_t i = k; i < rows.size(); i += 3) rows[i] = std::ldexp(rows[i], exponent);
    }
    return rows;
}

double of_any_magnitude(Random& random) { return std::ldexp(random.signed_unit(), random.between(-996, 996)); }

PairRows mixed_scales(Random& random)
{
    PairRows rows =
        random.chance(0.5) ? small_grid(random) : draw_query(random, QueryFamily::touching, PairKind::vertex_face);
    const double share = random.pick({0.1, 0.3, 1.0});
    const int mode = random.between(0, 2);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!random.chance(share)) continue;
        if (mode == 0) rows[i] = of_any_magnitude(random);
        if (mode == 1) rows[i] += std::ldexp(random.signed_unit(), random.between(-60, 0));
        if (mode == 2 && rows[i] == 0.0) rows[i] = std::ldexp(random.signed_unit(), random.between(-1060, -200));
    }
    return rows;
}

bool swept_boxes_overlap(const PairRows& rows, PairKind kind)
{
    const std::size_t first = kind == PairKind::vertex_face ? 1 : 2;
    for (std::size_t k = 0; k < 3; ++k) {
        std::array<double, 2> low{HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL};
        for (std::size_t i = 0; i < 8; ++i) {
            const std::size_t side = i % 4 < first ? 0 : 1;
            low[side] = std::min(low[side], rows[3 * i + k]);
            high[side] = std::max(high[side], rows[3 * i + k]);
        }
        if (high[0] < low[1] || high[1] < low[0]) return false;
    }
    return true;
}

PairRows near_miss(Random& random, PairKind kind)
{
    const double size = 0.01, own = kind == PairKind::vertex_face ? 0.075 : 0.0375;
    PairRows rows{};
    do {
        for (std::size_t k = 0; k < 3; ++k) {
            const double centre = random.signed_unit(), shared = 0.5 * size * random.signed_unit();
            for (std::size_t i = 0; i < 4; ++i) {
                rows[3 * i + k] = centre + size * random.signed_unit();
                rows[12 + 3 * i + k] = rows[3 * i + k] + (shared + own * size * random.signed_unit());
            }
        }
    } while (!swept_boxes_overlap(rows, kind));
    return rows;
}

PairRows cloth_like(Random& random, PairKind kind)
{
    PairRows rows = near_miss(random, kind);
    for (double& x : rows) x = static_cast<float>(x);
    for (std::size_t i = 0; i < 4; ++i) {
        if (random.chance(0.3)) copy_point(rows, i, i + 4);
    }
    return rows;
}

PairRows uniform(Random& random)
{
    PairRows rows{};
    for (double& x : rows) x = random.unit();
    return rows;
}

void nudge(Random& random, PairRows& rows, int most)
{
    const double share = random.pick({0.0, 0.1, 0.5});
    for (double& x : rows) {
        if (random.chance(share)) x = random.nudged(x, most);
    }
}

}  // namespace

std::string_view to_string(QueryFamily family)
{
    switch (family) {
        case QueryFamily::grid_1: return "grid_1";
        case QueryFamily::grid_2: return "grid_2";
        case QueryFamily::grid_5: return "grid_5";
        case QueryFamily::duplicates: return "duplicates";
        case QueryFamily::translations: return "translations";
        case QueryFamily::coplanar: return "coplanar";
        case QueryFamily::collapsed: return "collapsed";
        case QueryFamily::parallel_edges: return "parallel_edges";
        case QueryFamily::double_root: return "double_root";
        case QueryFamily::touching: return "touching";
        case QueryFamily::rounded_touching: return "rounded_touching";
        case QueryFamily::rounded_graze: return "rounded_graze";
        case QueryFamily::ends_only: return "ends_only";
        case QueryFamily::extreme_time: return "extreme_time";
        case QueryFamily::axis_scales: return "axis_scales";
        case QueryFamily::mixed_scales: return "mixed_scales";
        case QueryFamily::cloth_like: return "cloth_like";
        case QueryFamily::near_miss: return "near_miss";
        case QueryFamily::uniform: break;
    }
    return "uniform";
}

PairRows draw_query(Random& random, QueryFamily family, PairKind kind)
{
    PairRows rows{};
    switch (family) {
        case QueryFamily::grid_1: return grid(random, 1);
        case QueryFamily::grid_2: return grid(random, 2);
        case QueryFamily::grid_5: return grid(random, 5);
        case QueryFamily::duplicates: return duplicates(random);
        case QueryFamily::translations: return translations(random);
        case QueryFamily::coplanar: return coplanar(random);
        case QueryFamily::collapsed: return collapsed(random);
        case QueryFamily::parallel_edges: return parallel_edges(random);
        case QueryFamily::double_root:
            rows = double_root_contact(random, kind);
            nudge(random, rows, 1);
            return rows;
        case QueryFamily::touching:
            rows = contact_at(random, kind, random.pick({0.5, 0.25, 0.75, 0.375, 0.0, 1.0, 0.0625, 0.9375}));
            nudge(random, rows, 3);
            return rows;
        case QueryFamily::rounded_touching:
            return mapped_with_rounding(random, contact_at(random, kind, random.pick({0.5, 0.25, 0.875, 0.0, 1.0})));
        case QueryFamily::rounded_graze: return mapped_with_rounding(random, double_root_contact(random, kind));
        case QueryFamily::ends_only:
            rows = contact_at(random, kind, random.pick({0.0, 1.0}));
            nudge(random, rows, 1);
            return rows;
        case QueryFamily::extreme_time: return contact_at_extreme_time(random, kind);
        case QueryFamily::axis_scales: return axis_scales(random);
        case QueryFamily::mixed_scales: return mixed_scales(random);
        case QueryFamily::cloth_like: return cloth_like(random, kind);
        case QueryFamily::near_miss: return near_miss(random, kind);
        case QueryFamily::uniform: break;
    }
    return uniform(random);
}

}  // namespace tocca::support
