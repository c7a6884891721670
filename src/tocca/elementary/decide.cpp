// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/decide.hpp"

#include <algorithm>
#include <cmath>

#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/elementary/detail/certified_search.hpp"
#include "tocca/elementary/detail/exact_stage.hpp"

namespace tocca::elementary {
namespace {

/// Whether a vertex of one side starts where one of the other does: copies of a part have many such pairs, which would
/// all go through to the exact integers.
bool share_start(const PairRows& rows, PairKind kind)
{
    const auto same = [&](std::size_t i, std::size_t j) {
        return std::equal(&rows[3 * i], &rows[3 * i] + 3, &rows[3 * j]);
    };
    if (kind == PairKind::vertex_face) return same(0, 1) || same(0, 2) || same(0, 3);
    return same(0, 2) || same(0, 3) || same(1, 2) || same(1, 3);
}

}  // namespace

std::optional<DyadicBracket> cell_of(double lower, double upper, int k)
{
    const double spacing = std::ldexp(1.0, -k);
    if (lower >= spacing) {
        const double cell = std::floor(std::ldexp(lower, k));
        const DyadicBracket bracket{std::ldexp(cell, -k), std::ldexp(cell + 1.0, -k)};
        if (upper <= bracket.upper) return bracket;
        return std::nullopt;
    }
    if (upper > spacing || lower <= 0.0) return std::nullopt;
    int exponent = 0;
    std::frexp(lower, &exponent);  // 2^(exponent - 1) <= lower < 2^exponent
    const DyadicBracket bracket{std::ldexp(1.0, exponent - 1), std::ldexp(1.0, exponent)};
    if (upper <= bracket.upper) return bracket;
    return std::nullopt;
}

Decision decide_open(const PairRows& rows, PairKind kind, std::optional<int> k)
{
    if (share_start(rows, kind)) return {true, Stage::coordinates, DyadicBracket{}};
    const detail::SearchResult found =
        detail::certified_search(rows, kind, k ? detail::Wanted::first : detail::Wanted::any);
    if (found.verdict == Verdict::free) return {false, Stage::subdivision};
    if (!k) {
        if (found.verdict == Verdict::contact) return {true, Stage::subdivision};
        return {detail::exact_collides(rows, kind), Stage::exact};
    }
    if (found.verdict == Verdict::contact) {
        if (const auto cell = cell_of(found.lower, found.upper, *k)) return {true, Stage::subdivision, *cell};
    }
    const auto bracket = detail::exact_first(rows, kind, *k);
    return {bracket.has_value(), Stage::exact, bracket.value_or(DyadicBracket{})};
}

Decision decide(const PairRows& rows, PairKind kind, std::optional<int> k)
{
    require_floating_point();
    const FilterKernel& kernel = filter_kernels().front();
    std::uint32_t all[2] = {}, one_root[2] = {}, others[2] = {};
    const CullCounts counts = kernel.cull(&rows, 1, kind, {all, one_root, others});
    if (counts.all == 0) return {false, counts.by_coordinates == 1 ? Stage::coordinates : Stage::coefficients};
    Verdict verdict = Verdict::unknown;
    double lower = 0.0, upper = 1.0;
    const Verdicts verdicts{&verdict, &lower, &upper};
    kernel.one_root(&rows, one_root, counts.one_root, kind, verdicts);
    kernel.two_roots(&rows, others, counts.others, kind, verdicts);
    return decide_from(verdicts, 0, rows, kind, k);
}

void require_finite(const PairRows& rows, std::optional<std::size_t> query)
{
    const auto bad = std::find_if_not(rows.begin(), rows.end(), [](double x) { return std::isfinite(x); });
    if (bad == rows.end()) return;
    const auto at = static_cast<std::size_t>(bad - rows.begin());
    const std::string axis(1, "xyz"[at % 3]);
    throw Error(ErrorCode::not_finite,
                "coordinate " + axis + " of point " + std::to_string(at / 3 % 4) + " at the " +
                    (at < 12 ? "start" : "end") + " is not finite",
                {.query = query});
}

}  // namespace tocca::elementary
