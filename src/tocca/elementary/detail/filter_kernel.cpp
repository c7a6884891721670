// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/detail/filter_kernel.hpp"

#include <limits>
#include <stdexcept>

#include "tocca/numeric/error_bounds.hpp"

// Every target up to AVX2, the plain one included: the tests compare them. Highway distrusts EMU128 with some versions
// of g++ for a miscompiled 16-bit product, which is not used here.
#define HWY_COMPILE_ALL_ATTAINABLE
#define HWY_BROKEN_EMU128 0
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tocca/elementary/detail/filter_kernel.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, as Highway demands.
#include <hwy/highway.h>

#ifndef TOCCA_FORMULA
#define TOCCA_FORMULA HWY_INLINE
#define TOCCA_FORMULA_LAMBDA HWY_ATTR
#endif

HWY_BEFORE_NAMESPACE();
namespace tocca::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, 4>;
using Real = hn::Vec<Tag>;
using Mask = hn::Mask<Tag>;

inline constexpr std::size_t lanes = hn::MaxLanes(Tag());
static_assert(lanes == 2 || lanes == 4, "the transpositions below are written for two and four lanes");

HWY_INLINE Real constant(double x) { return hn::Set(Tag(), x); }
HWY_INLINE Real maximum(Real a, Real b) { return hn::Max(a, b); }
HWY_INLINE Real minimum(Real a, Real b) { return hn::Min(a, b); }
HWY_INLINE Real magnitude(Real a) { return hn::Abs(a); }

#include "tocca/elementary/detail/pair_formulas.inc.hpp"

/// Lane i gets the coordinates of the query at sources[i].
HWY_INLINE Points load(const double* const (&sources)[lanes])
{
    const Tag d;
    Real v[24];
    for (std::size_t k = 0; k < 24; k += lanes) {
        if constexpr (lanes == 4) {
            const Real a = hn::LoadU(d, sources[0] + k), b = hn::LoadU(d, sources[1] + k);
            const Real c = hn::LoadU(d, sources[2] + k), e = hn::LoadU(d, sources[3] + k);
            const Real ab_even = hn::InterleaveLower(d, a, b), ab_odd = hn::InterleaveUpper(d, a, b);
            const Real ce_even = hn::InterleaveLower(d, c, e), ce_odd = hn::InterleaveUpper(d, c, e);
            v[k] = hn::ConcatLowerLower(d, ce_even, ab_even);
            v[k + 1] = hn::ConcatLowerLower(d, ce_odd, ab_odd);
            v[k + 2] = hn::ConcatUpperUpper(d, ce_even, ab_even);
            v[k + 3] = hn::ConcatUpperUpper(d, ce_odd, ab_odd);
        } else {
            const Real a = hn::LoadU(d, sources[0] + k), b = hn::LoadU(d, sources[1] + k);
            v[k] = hn::InterleaveLower(d, a, b);
            v[k + 1] = hn::InterleaveUpper(d, a, b);
        }
    }
    Points p;
    for (std::size_t i = 0; i < 4; ++i) {
        p.start[i] = {v[3 * i], v[3 * i + 1], v[3 * i + 2]};
        p.end[i] = {v[12 + 3 * i], v[13 + 3 * i], v[14 + 3 * i]};
    }
    return p;
}

/// Whether the sides are apart along one coordinate in the same order at both ends, hence throughout: every
/// difference is linear in time.
template <PairKind kind>
HWY_INLINE Mask apart_along(Real Vector::*axis, const Points& p)
{
    const auto order = [&](const Vector(&at_time)[4], Mask& below, Mask& above) HWY_ATTR {
        const Real a = at_time[0].*axis, b = at_time[1].*axis, c = at_time[2].*axis, e = at_time[3].*axis;
        if constexpr (kind == PairKind::vertex_face) {
            below = hn::Lt(a, minimum(minimum(b, c), e));
            above = hn::Gt(a, maximum(maximum(b, c), e));
        } else {
            below = hn::Lt(maximum(a, b), minimum(c, e));
            above = hn::Gt(minimum(a, b), maximum(c, e));
        }
    };
    Mask below_start, above_start, below_end, above_end;
    order(p.start, below_start, above_start);
    order(p.end, below_end, above_end);
    return hn::Or(hn::And(below_start, below_end), hn::And(above_start, above_end));
}

template <PairKind kind>
HWY_INLINE Mask apart(const Points& p)
{
    return hn::Or(apart_along<kind>(&Vector::x, p),
                  hn::Or(apart_along<kind>(&Vector::y, p), apart_along<kind>(&Vector::z, p)));
}

/// Whether all coordinates are finite: one that is not makes k0 (at the start) or k3 (at the end) infinite or NaN.
HWY_INLINE Mask finite(const Coplanarity& y)
{
    const Real greatest = constant(std::numeric_limits<double>::max());
    return hn::And(hn::Le(magnitude(y.k0), greatest), hn::Le(magnitude(y.k3), greatest));
}

/// Whether the error bounds hold.
HWY_INLINE Mask in_range(const Coplanarity& y)
{
    return hn::And(hn::Ge(y.least, constant(error_bounds::least_size)),
                   hn::Le(y.greatest, constant(error_bounds::greatest_size)));
}

HWY_INLINE Mask of_one_sign(const Coplanarity& y)
{
    const Real low = minimum(minimum(y.k0, y.k1), minimum(y.k2, y.k3));
    const Real high = maximum(maximum(y.k0, y.k1), maximum(y.k2, y.k3));
    return hn::Or(hn::Gt(low, y.bound), hn::Lt(high, hn::Neg(y.bound)));
}

HWY_INLINE unsigned bits(Mask mask)
{
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(Tag(), mask, bytes);
    return bytes[0];
}

template <PairKind kind>
CullResult cull_kind(const PairRows* rows, std::size_t count, std::uint32_t* left)
{
    CullResult result;
    for (std::size_t i = 0; i < count; i += lanes) {
        const std::size_t used = count - i < lanes ? count - i : lanes;
        const double* sources[lanes];
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            sources[lane] = rows[lane < used ? i + lane : i].data();
        }
        const Points p = load(sources);
        const Coplanarity y = coplanarity(differences<kind>(p));
        const Mask fine = finite(y);
        const unsigned valid = (1U << used) - 1U;
        const unsigned by_axis = bits(hn::And(fine, apart<kind>(p))) & valid;
        const unsigned by_cubic = bits(hn::And(fine, hn::And(in_range(y), of_one_sign(y)))) & valid;
        result.by_coordinates += static_cast<std::size_t>(__builtin_popcount(by_axis));
        const unsigned open = valid & ~(by_axis | by_cubic);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            left[result.left] = static_cast<std::uint32_t>(i + lane);
            result.left += (open >> lane) & 1U;
        }
    }
    return result;
}

/// The cubic with its sign changed where needed, so that k0 > 0.
HWY_INLINE Coplanarity falling(Coplanarity y)
{
    const Mask flip = hn::Lt(y.k0, constant(0.0));
    y.k0 = hn::IfThenElse(flip, hn::Neg(y.k0), y.k0);
    y.k1 = hn::IfThenElse(flip, hn::Neg(y.k1), y.k1);
    y.k2 = hn::IfThenElse(flip, hn::Neg(y.k2), y.k2);
    y.k3 = hn::IfThenElse(flip, hn::Neg(y.k3), y.k3);
    return y;
}

/// Whether exactly one root lies in (0, 1), for certain: one change of sign in the coefficients (Descartes).
HWY_INLINE Mask one_root(const Coplanarity& y)
{
    const Real minus = hn::Neg(y.bound);
    const Mask ends = hn::And(hn::Gt(y.k0, y.bound), hn::Lt(y.k3, minus));
    return hn::And(ends, hn::Or(hn::Gt(y.k1, y.bound), hn::Lt(y.k2, minus)));
}

/// An approximation of the root of a falling cubic, and the cubic's slope there: Newton's method kept in a bracket.
struct RootGuess {
    Real t, slope;
};

HWY_INLINE RootGuess guess_root(const Coplanarity& y)
{
    const Real three = constant(3.0), half = constant(0.5), close = constant(0x1p-44);
    const Real c1 = three * (y.k1 - y.k0);
    const Real c2 = three * ((y.k0 - y.k1) + (y.k2 - y.k1));
    const Real c3 = (y.k3 - y.k0) + three * (y.k1 - y.k2);
    const Real twice_c2 = c2 + c2, thrice_c3 = three * c3;
    Real low = constant(0.0), high = constant(1.0);
    Real t = y.k0 / (y.k0 - y.k3), slope = c1;
    for (int i = 0; i < 10; ++i) {
        const Real f = y.k0 + t * (c1 + t * (c2 + t * c3));
        slope = c1 + t * (twice_c2 + t * thrice_c3);
        const Mask before = hn::Gt(f, constant(0.0));
        low = hn::IfThenElse(before, t, low);
        high = hn::IfThenElse(before, high, t);
        const Real newton = t - f / slope;
        const Mask within = hn::And(hn::Ge(newton, low), hn::Le(newton, high));
        const Real next = hn::IfThenElse(within, newton, half * (low + high));
        const Real step = magnitude(next - t);
        t = next;
        if (hn::AllTrue(Tag(), hn::Le(step, close))) break;
    }
    return {t, magnitude(slope)};
}

/// Which lanes are certainly inside, or certainly outside, at every time within `width` of t.
struct Sides {
    Mask in, out;
};

template <PairKind kind>
HWY_INLINE Sides sides(const Differences& d, Real t, Real width)
{
    Vector state[5];
    state_at<kind>(d, constant(1.0) - t, t, state);
    const Inside<kind> m = inside<kind>(state, state);
    const InsideSizes<kind> sizes = inside_sizes<kind>(d);
    const Real relative = constant(error_bounds::cross_time) * width + constant(error_bounds::cross);
    Real bound[inside_count<kind>];
    for (int i = 0; i < inside_count<kind>; ++i) {
        bound[i] = relative * sizes.m[i] + constant(error_bounds::cross_underflow);
    }
    const auto on_axis = [&](Real Vector::*axis) HWY_ATTR {
        Mask some_positive = hn::Gt(m.m[0].*axis, bound[0]), some_negative = hn::Lt(m.m[0].*axis, hn::Neg(bound[0]));
        Mask all_positive = some_positive, all_negative = some_negative;
        for (int i = 1; i < inside_count<kind>; ++i) {
            const Mask positive = hn::Gt(m.m[i].*axis, bound[i]), negative = hn::Lt(m.m[i].*axis, hn::Neg(bound[i]));
            some_positive = hn::Or(some_positive, positive);
            some_negative = hn::Or(some_negative, negative);
            all_positive = hn::And(all_positive, positive);
            all_negative = hn::And(all_negative, negative);
        }
        return Sides{hn::Or(all_positive, all_negative), hn::And(some_positive, some_negative)};
    };
    const Sides x = on_axis(&Vector::x), y = on_axis(&Vector::y), z = on_axis(&Vector::z);
    return {hn::Or(x.in, hn::Or(y.in, z.in)), hn::Or(x.out, hn::Or(y.out, z.out))};
}

template <PairKind kind>
void single_root_kind(const PairRows* rows, const std::uint32_t* which, std::size_t count, const RootVerdicts& out)
{
    const Tag tag;
    for (std::size_t i = 0; i < count; i += lanes) {
        const std::size_t used = count - i < lanes ? count - i : lanes;
        const double* sources[lanes];
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            sources[lane] = rows[which[lane < used ? i + lane : i]].data();
        }
        const Differences d = differences<kind>(load(sources));
        const Coplanarity y = falling(coplanarity(d));
        const Mask eligible = hn::And(one_root(y), hn::And(finite(y), in_range(y)));
        const RootGuess root = guess_root(y);

        const Real total = y.bound + constant(error_bounds::cubic_value) * size(y);
        const Real delta = constant(4.0) * total / root.slope + constant(0x1p-51);
        const Real one = constant(1.0);
        const Real low = maximum(root.t - delta, constant(0.0)), high = minimum(root.t + delta, one);
        const Real width = high - low;
        const Mask enclosed = hn::And(
            hn::And(hn::Gt(value(y, one - low, low), total), hn::Lt(value(y, one - high, high), hn::Neg(total))),
            hn::Le(width, constant(error_bounds::greatest_delta)));
        const Mask certain = hn::And(eligible, enclosed);
        const Sides s = sides<kind>(d, root.t, width);
        const unsigned contact = bits(hn::And(certain, s.in)), free = bits(hn::And(certain, s.out));

        HWY_ALIGN double lower[lanes];
        HWY_ALIGN double upper[lanes];
        hn::Store(low, tag, lower);
        hn::Store(high, tag, upper);
        for (std::size_t lane = 0; lane < used; ++lane) {
            out.lower[i + lane] = lower[lane];
            out.upper[i + lane] = upper[lane];
            out.verdict[i + lane] = (contact >> lane) & 1U ? Verdict::contact
                                    : (free >> lane) & 1U  ? Verdict::free
                                                           : Verdict::unknown;
        }
    }
}

CullResult cull(const PairRows* rows, std::size_t count, PairKind kind, std::uint32_t* left)
{
    return kind == PairKind::vertex_face ? cull_kind<PairKind::vertex_face>(rows, count, left)
                                         : cull_kind<PairKind::edge_edge>(rows, count, left);
}

void single_root(const PairRows* rows, const std::uint32_t* which, std::size_t count, PairKind kind,
                 const RootVerdicts& out)
{
    if (kind == PairKind::vertex_face)
        single_root_kind<PairKind::vertex_face>(rows, which, count, out);
    else
        single_root_kind<PairKind::edge_edge>(rows, which, count, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace tocca::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tocca::detail {
namespace {

std::vector<FilterKernel> supported_kernels()
{
    const std::int64_t supported = hwy::SupportedTargets();
    std::vector<FilterKernel> kernels;
#if HWY_TARGETS & HWY_AVX2
    if (supported & HWY_AVX2) kernels.push_back({"AVX2", N_AVX2::cull, N_AVX2::single_root});
#endif
#if HWY_TARGETS & HWY_SSE4
    if (supported & HWY_SSE4) kernels.push_back({"SSE4", N_SSE4::cull, N_SSE4::single_root});
#endif
#if HWY_TARGETS & HWY_EMU128
    kernels.push_back({"EMU128", N_EMU128::cull, N_EMU128::single_root});
#endif
    (void)supported;
    return kernels;
}

}  // namespace

const std::vector<FilterKernel>& filter_kernels()
{
    static const std::vector<FilterKernel> kernels = supported_kernels();
    return kernels;
}

const FilterKernel& filter_kernel(const std::string& name)
{
    if (name.empty()) return filter_kernels().front();
    std::string known;
    for (const FilterKernel& kernel : filter_kernels()) {
        if (kernel.name == name) return kernel;
        known += (known.empty() ? "" : ", ") + std::string(kernel.name);
    }
    throw std::invalid_argument("no SIMD target '" + name + "' on this machine; it has " + known);
}

}  // namespace tocca::detail
#endif  // HWY_ONCE
