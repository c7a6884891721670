// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/detail/certified_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "tocca/numeric/error_bounds.hpp"
#include "tocca/numeric/filtered_sign.hpp"
#include "tocca/numeric/sign.hpp"

#define TOCCA_FORMULA inline
#define TOCCA_FORMULA_LAMBDA

namespace tocca::elementary::detail {
namespace {

using Real = double;

double constant(double x) { return x; }
double maximum(double a, double b) { return std::max(a, b); }
double minimum(double a, double b) { return std::min(a, b); }
double magnitude(double a) { return std::abs(a); }

#include "tocca/elementary/detail/pair_formulas.inc.hpp"

constexpr int max_depth = 36;
constexpr int max_parts = 96;

Points points_of(const PairRows& x)
{
    Points p;
    for (std::size_t i = 0; i < 4; ++i) {
        p.start[i] = {x[3 * i], x[3 * i + 1], x[3 * i + 2]};
        p.end[i] = {x[12 + 3 * i], x[13 + 3 * i], x[14 + 3 * i]};
    }
    return p;
}

/// A stretch of time and the Bernstein coefficients of the cubic on it.
struct Part {
    std::array<double, 4> k;
    double low, high;
    int depth;
};

/// Whether a cubic with these coefficients, each within `bound`, has one root on its part for certain: one change of
/// sign (Descartes). Then its signs at the two ends are certain, and opposite.
bool certainly_one_root(const std::array<double, 4>& k, double bound)
{
    const FilteredSign first = filtered_sign(k[0], bound), last = filtered_sign(k[3], bound);
    const bool ends = (first == FilteredSign::positive && last == FilteredSign::negative) ||
                      (first == FilteredSign::negative && last == FilteredSign::positive);
    return ends && (filtered_sign(k[1], bound) == first || filtered_sign(k[2], bound) == last);
}

/// The two halves, by averages alone.
std::array<Part, 2> halves(const Part& part)
{
    const auto& k = part.k;
    const double k01 = 0.5 * (k[0] + k[1]), k12 = 0.5 * (k[1] + k[2]), k23 = 0.5 * (k[2] + k[3]);
    const double left = 0.5 * (k01 + k12), right = 0.5 * (k12 + k23), middle = 0.5 * (left + right);
    const double time = 0.5 * (part.low + part.high);
    return {{{{k[0], k01, left, middle}, part.low, time, part.depth + 1},
             {{middle, right, k23, k[3]}, time, part.high, part.depth + 1}}};
}

/// The inside components of a pair, with their error bounds.
template <PairKind kind>
class InsideTest {
public:
    explicit InsideTest(const Differences& d) : d_(d), sizes_(inside_sizes<kind>(d)) {}

    /// At every time within `width` of t: inside for certain (contact), outside for certain (free), or unknown.
    [[nodiscard]] Verdict near(double t, double width) const
    {
        Vector state[5];
        state_at<kind>(d_, 1.0 - t, t, state);
        const Inside<kind> m = inside<kind>(state, state);
        return judge(error_bounds::cross_time * width + error_bounds::cross, [&](int i, Real Vector::*axis) {
            return Range{m.m[i].*axis, m.m[i].*axis};
        });
    }

    /// Whether on [low, high] the pair is outside throughout.
    [[nodiscard]] bool outside_on(double low, double high) const
    {
        Vector at_low[5], at_high[5];
        state_at<kind>(d_, 1.0 - low, low, at_low);
        state_at<kind>(d_, 1.0 - high, high, at_high);
        const Inside<kind> ends[2] = {inside<kind>(at_low, at_low), inside<kind>(at_high, at_high)};
        const Inside<kind> mixed[2] = {inside<kind>(at_low, at_high), inside<kind>(at_high, at_low)};
        return judge(error_bounds::cross, [&](int i, Real Vector::*axis) {
                   const double first = ends[0].m[i].*axis, last = ends[1].m[i].*axis;
                   const double middle = 0.5 * (mixed[0].m[i].*axis + mixed[1].m[i].*axis);
                   return Range{std::min({first, middle, last}), std::max({first, middle, last})};
               }) == Verdict::free;
    }

private:
    struct Range {
        double low, high;
    };

    /// From the ranges of the components: of one certain sign on an axis, of both, or neither.
    template <class RangeOf>
    [[nodiscard]] Verdict judge(double relative, const RangeOf& range_of) const
    {
        bool in = false;
        for (const auto axis : {&Vector::x, &Vector::y, &Vector::z}) {
            int positive = 0, negative = 0;
            for (int i = 0; i < inside_count<kind>; ++i) {
                const double bound = relative * sizes_.m[i] + error_bounds::cross_underflow;
                const Range range = range_of(i, axis);
                positive += range.low > bound;
                negative += range.high < -bound;
            }
            if (positive > 0 && negative > 0) return Verdict::free;
            in |= positive == inside_count<kind> || negative == inside_count<kind>;
        }
        return in ? Verdict::contact : Verdict::unknown;
    }

    const Differences& d_;
    InsideSizes<kind> sizes_;
};

/// An enclosure of the only root of the cubic on a part, or nothing certain.
struct Enclosure {
    double low, high, middle;
    bool certain;
};

/// Assumes: the cubic has one root on the part, and certain signs at its ends.
Enclosure enclose_root(const Coplanarity& y, const Part& part)
{
    const double sign = part.k[0] > 0.0 ? 1.0 : -1.0;
    const double k0 = sign * y.k0, k1 = sign * y.k1, k2 = sign * y.k2, k3 = sign * y.k3;
    const double c1 = 3.0 * (k1 - k0), c2 = 3.0 * ((k0 - k1) + (k2 - k1)), c3 = (k3 - k0) + 3.0 * (k1 - k2);
    double low = part.low, high = part.high, slope = c1;
    double t = low + (high - low) * (part.k[0] / (part.k[0] - part.k[3]));
    for (int i = 0; i < 40; ++i) {
        const double f = k0 + t * (c1 + t * (c2 + t * c3));
        slope = c1 + t * (2.0 * c2 + t * (3.0 * c3));
        (f > 0.0 ? low : high) = t;
        const double newton = t - f / slope;
        const double next = newton >= low && newton <= high ? newton : 0.5 * (low + high);
        const double step = std::abs(next - t);
        t = next;
        if (step <= 0x1p-48 * t) break;
    }
    const double total = y.bound + error_bounds::cubic_value * size(y);
    const double delta = 4.0 * total / std::abs(slope) + 0x1p-51 * t;
    const double from = std::max(t - delta, part.low), to = std::min(t + delta, part.high);
    const bool certain = (from == part.low || sign * value(y, 1.0 - from, from) > total) &&
                         (to == part.high || sign * value(y, 1.0 - to, to) < -total) &&
                         to - from <= error_bounds::max_delta;
    return {from, to, t, certain};
}

template <PairKind kind>
SearchResult search(const PairRows& rows, Wanted wanted)
{
    const Differences d = differences<kind>(points_of(rows));
    const Coplanarity y = coplanarity(d);
    if (!(y.least >= error_bounds::min_size && y.greatest <= error_bounds::max_size)) return {};
    const InsideTest<kind> inside_test(d);
    const double halving_error = error_bounds::cubic_halving * size(y);

    std::array<Part, max_depth + 2> open;
    std::size_t count = 0;
    open[count++] = {{y.k0, y.k1, y.k2, y.k3}, 0.0, 1.0, 0};
    bool doubt = false;
    for (int parts = 0; count > 0; ++parts) {
        const Part part = open[--count];
        const auto& k = part.k;
        const double bound = y.bound + part.depth * halving_error;
        const auto [least, greatest] = std::minmax({k[0], k[1], k[2], k[3]});
        if (least > bound || greatest < -bound) continue;

        const bool one_root = certainly_one_root(k, bound);
        if (one_root) {
            const Enclosure root = enclose_root(y, part);
            const Verdict verdict =
                root.certain ? inside_test.near(root.middle, root.high - root.low) : Verdict::unknown;
            if (verdict == Verdict::free) continue;
            if (verdict == Verdict::contact) return {Verdict::contact, root.low, root.high};
        }
        if (inside_test.outside_on(part.low, part.high)) continue;
        if (!one_root && part.depth < max_depth && parts < max_parts) {
            const auto [left, right] = halves(part);
            open[count++] = right;
            open[count++] = left;
            continue;
        }
        if (wanted == Wanted::first) return {};
        doubt = true;
    }
    return {doubt ? Verdict::unknown : Verdict::free, 0.0, 1.0};
}

}  // namespace

SearchResult certified_search(const PairRows& rows, PairKind kind, Wanted wanted)
{
    return kind == PairKind::vertex_face ? search<PairKind::vertex_face>(rows, wanted)
                                         : search<PairKind::edge_edge>(rows, wanted);
}

}  // namespace tocca::elementary::detail
