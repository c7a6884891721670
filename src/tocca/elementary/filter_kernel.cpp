// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/filter_kernel.hpp"

#include <limits>

#include "tocca/base/simd_kernels.hpp"
#include "tocca/numeric/error_bounds.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tocca/elementary/filter_kernel.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, as Highway demands.
#include <hwy/highway.h>

#ifndef TOCCA_FORMULA
#define TOCCA_FORMULA HWY_INLINE
#define TOCCA_FORMULA_LAMBDA HWY_ATTR
#endif

HWY_BEFORE_NAMESPACE();
namespace tocca::elementary {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, 4>;
using Real = hn::Vec<Tag>;
using Mask = hn::Mask<Tag>;

inline constexpr std::size_t lanes = hn::MaxLanes(Tag());
static_assert(lanes == 2 || lanes == 4, "the transposition in load() is written for two and four lanes");

HWY_INLINE Real constant(double x) { return hn::Set(Tag(), x); }
HWY_INLINE Real maximum(Real a, Real b) { return hn::Max(a, b); }
HWY_INLINE Real minimum(Real a, Real b) { return hn::Min(a, b); }
HWY_INLINE Real magnitude(Real a) { return hn::Abs(a); }

#include "tocca/elementary/detail/pair_formulas.inc.hpp"

#include "tocca/elementary/detail/filter_lanes.inc.hpp"

HWY_INLINE unsigned bits(Mask mask)
{
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(Tag(), mask, bytes);
    return bytes[0];
}

/// Loads the queries number i to i + used - 1 of those that `row_of` names; lanes to spare repeat the first.
template <class RowOf>
HWY_INLINE Points load_lanes(std::size_t i, std::size_t used, const RowOf& row_of)
{
    const double* sources[lanes];
    for (std::size_t lane = 0; lane < lanes; ++lane) sources[lane] = row_of(lane < used ? i + lane : i).data();
    return load(sources);
}

/// Appends the queries first, first + 1, ... whose bit is set.
HWY_INLINE void append(unsigned set, std::size_t first, std::uint32_t* list, std::size_t& count)
{
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        list[count] = static_cast<std::uint32_t>(first + lane);
        count += (set >> lane) & 1U;
    }
}

template <PairKind kind>
CullCounts cull_kind(const PairRows* rows, std::size_t count, const LeftOver& left)
{
    CullCounts counts;
    for (std::size_t i = 0; i < count; i += lanes) {
        const std::size_t used = count - i < lanes ? count - i : lanes;
        const Points p = load_lanes(i, used, [&](std::size_t j) HWY_ATTR -> const PairRows& { return rows[j]; });
        const Coplanarity y = coplanarity(differences<kind>(p));
        const Coefficients k{y.k0, y.k1, y.k2, y.k3};
        const Mask fine = finite(y);
        const Mask of_one_sign = hn::Or(all_above(k, y.bound), all_below(k, hn::Neg(y.bound)));
        const unsigned valid = (1U << used) - 1U;
        const unsigned by_axis = bits(hn::And(fine, apart<kind>(p))) & valid;
        const unsigned by_cubic = bits(hn::And(fine, hn::And(in_range(y), of_one_sign))) & valid;
        counts.by_coordinates += static_cast<std::size_t>(__builtin_popcount(by_axis));
        const unsigned open = valid & ~(by_axis | by_cubic);
        if (open == 0) continue;
        const Coplanarity z = upright(y);
        const unsigned once =
            open & bits(hn::And(fine, hn::And(in_range(y), falls_once({z.k0, z.k1, z.k2, z.k3}, y.bound))));
        append(open, i, left.all, counts.all);
        append(once, i, left.one_root, counts.one_root);
        append(open & ~once, i, left.others, counts.others);
    }
    return counts;
}

/// Writes the verdicts of the lanes in use.
HWY_INLINE void store(Mask contact, Mask free, Real low, Real high, const std::uint32_t* which, std::size_t used,
                      const Verdicts& out)
{
    HWY_ALIGN double lower[lanes];
    HWY_ALIGN double upper[lanes];
    hn::Store(low, Tag(), lower);
    hn::Store(high, Tag(), upper);
    const unsigned in = bits(contact), none = bits(free);
    for (std::size_t lane = 0; lane < used; ++lane) {
        const std::size_t i = which[lane];
        out.lower[i] = lower[lane];
        out.upper[i] = upper[lane];
        out.verdict[i] = ((in >> lane) & 1U) != 0     ? Verdict::contact
                         : ((none >> lane) & 1U) != 0 ? Verdict::free
                                                      : Verdict::unknown;
    }
}

template <PairKind kind>
void one_root_kind(const PairRows* rows, const std::uint32_t* which, std::size_t count, const Verdicts& out)
{
    for (std::size_t i = 0; i < count; i += lanes) {
        const std::size_t used = count - i < lanes ? count - i : lanes;
        const auto row_of = [&](std::size_t j) HWY_ATTR -> const PairRows& { return rows[which[j]]; };
        const Differences d = differences<kind>(load_lanes(i, used, row_of));
        const Coplanarity y = upright(coplanarity(d));
        const Real zero = constant(0.0), one = constant(1.0);
        const RootGuess guess = guess_root<true>(power_form(y), zero, one, y.k0 / (y.k0 - y.k3));
        const Real total = y.bound + constant(error_bounds::cubic_value) * size(y);
        const JudgedRoot root = judge_root<kind, true>(d, y, total, guess, zero, one);
        store(root.in, root.out, root.low, root.high, which + i, used, out);
    }
}

/// Where the cubic, positive at both ends, is least: a guess in (0, 1).
HWY_INLINE Real guess_minimum(const PowerForm& c)
{
    // The root of c1 + 2 c2 t + 3 c3 t^2 at which that rises, without cancellation.
    const Real zero = constant(0.0), three_c3 = constant(3.0) * c.c3;
    const Real root = hn::Sqrt(maximum(c.c2 * c.c2 - three_c3 * c.c1, zero));
    const Real t = hn::IfThenElse(hn::Gt(c.c2, zero), hn::Neg(c.c1) / (root + c.c2), (root - c.c2) / three_c3);
    const Mask within = hn::And(hn::Gt(t, constant(0x1p-20)), hn::Lt(t, constant(1.0 - 0x1p-20)));
    return hn::IfThenElse(within, t, constant(0.5));
}

template <PairKind kind>
void two_roots_kind(const PairRows* rows, const std::uint32_t* which, std::size_t count, const Verdicts& out)
{
    for (std::size_t i = 0; i < count; i += lanes) {
        const std::size_t used = count - i < lanes ? count - i : lanes;
        const auto row_of = [&](std::size_t j) HWY_ATTR -> const PairRows& { return rows[which[j]]; };
        const Differences d = differences<kind>(load_lanes(i, used, row_of));
        const Coplanarity y = upright(coplanarity(d));
        const Real total = y.bound + constant(error_bounds::cubic_value) * size(y);
        const Real zero = constant(0.0), one = constant(1.0), half = constant(0.5);
        const Mask sound = hn::And(finite(y), in_range(y));

        // Split at t: every coefficient of both parts comes out of the three levels of de Casteljau's scheme.
        const PowerForm c = power_form(y);
        const Real t = guess_minimum(c), rest = one - t;
        const Real a = rest * y.k0 + t * y.k1, b = rest * y.k1 + t * y.k2, e = rest * y.k2 + t * y.k3;
        const Real ab = rest * a + t * b, be = rest * b + t * e, middle = rest * ab + t * be;
        const Coefficients left{y.k0, a, ab, middle}, right{middle, be, e, y.k3}, mirrored{y.k3, e, be, middle};
        const Mask none = hn::And(sound, hn::And(all_above(left, total), all_above(right, total)));
        const Mask both = hn::And(sound, hn::And(falls_once(left, total), falls_once(mirrored, total)));
        if (hn::AllFalse(Tag(), both)) {
            store(both, none, zero, one, which + i, used, out);
            continue;
        }
        const RootGuess first_guess = guess_root<true>(c, zero, t, half * t);
        const RootGuess second_guess = guess_root<false>(c, t, one, half * (one + t));
        const JudgedRoot first = judge_root<kind, true>(d, y, total, first_guess, zero, t);
        const JudgedRoot second = judge_root<kind, false>(d, y, total, second_guess, t, one);
        const Mask at_first = hn::And(both, first.in);
        const Mask past_first = hn::And(both, first.out);
        const Mask contact = hn::Or(at_first, hn::And(past_first, second.in));
        const Mask free = hn::Or(none, hn::And(past_first, second.out));
        store(contact, free, hn::IfThenElse(at_first, first.low, second.low),
              hn::IfThenElse(at_first, first.high, second.high), which + i, used, out);
    }
}

CullCounts cull(const PairRows* rows, std::size_t count, PairKind kind, const LeftOver& left)
{
    return kind == PairKind::vertex_face ? cull_kind<PairKind::vertex_face>(rows, count, left)
                                         : cull_kind<PairKind::edge_edge>(rows, count, left);
}

void one_root(const PairRows* rows, const std::uint32_t* which, std::size_t count, PairKind kind, const Verdicts& out)
{
    if (kind == PairKind::vertex_face)
        one_root_kind<PairKind::vertex_face>(rows, which, count, out);
    else
        one_root_kind<PairKind::edge_edge>(rows, which, count, out);
}

void two_roots(const PairRows* rows, const std::uint32_t* which, std::size_t count, PairKind kind, const Verdicts& out)
{
    if (kind == PairKind::vertex_face)
        two_roots_kind<PairKind::vertex_face>(rows, which, count, out);
    else
        two_roots_kind<PairKind::edge_edge>(rows, which, count, out);
}

constexpr FilterKernel kernel{{}, cull, one_root, two_roots};

}  // namespace HWY_NAMESPACE
}  // namespace tocca::elementary
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tocca::elementary {
namespace {

const base::SimdKernels<FilterKernel>& kernels()
{
    static const base::SimdKernels<FilterKernel> table(TOCCA_SIMD_KERNELS);
    return table;
}

}  // namespace

const std::vector<FilterKernel>& filter_kernels() { return kernels().all(); }

const FilterKernel& filter_kernel(const std::string& name) { return kernels().named(name); }

}  // namespace tocca::elementary
#endif  // HWY_ONCE
