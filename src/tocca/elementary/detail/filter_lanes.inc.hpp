// SPDX-License-Identifier: Apache-2.0

// What the filter kernel does lane by lane: tests that give masks, and the certified judgement of a root. This file has
// no guard: filter_kernel.cpp includes it once for every SIMD target, after pair_formulas.inc.hpp.

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
    return hn::And(hn::Ge(y.least, constant(error_bounds::min_size)),
                   hn::Le(y.greatest, constant(error_bounds::max_size)));
}

/// Bernstein coefficients of a cubic on a stretch of time.
struct Coefficients {
    Real k0, k1, k2, k3;
};

HWY_INLINE Mask all_above(const Coefficients& k, Real bound)
{
    return hn::Gt(minimum(minimum(k.k0, k.k1), minimum(k.k2, k.k3)), bound);
}

HWY_INLINE Mask all_below(const Coefficients& k, Real bound)
{
    return hn::Lt(maximum(maximum(k.k0, k.k1), maximum(k.k2, k.k3)), bound);
}

/// Whether a cubic that is positive at the start has exactly one root, for certain: one change of sign in the
/// coefficients (Descartes).
HWY_INLINE Mask falls_once(const Coefficients& k, Real bound)
{
    const Real minus = hn::Neg(bound);
    const Mask ends = hn::And(hn::Gt(k.k0, bound), hn::Lt(k.k3, minus));
    return hn::And(ends, hn::Or(hn::Gt(k.k1, bound), hn::Lt(k.k2, minus)));
}

/// The cubic with its sign changed where needed, so that k0 >= 0.
HWY_INLINE Coplanarity upright(Coplanarity y)
{
    const Mask flip = hn::Lt(y.k0, constant(0.0));
    y.k0 = hn::IfThenElse(flip, hn::Neg(y.k0), y.k0);
    y.k1 = hn::IfThenElse(flip, hn::Neg(y.k1), y.k1);
    y.k2 = hn::IfThenElse(flip, hn::Neg(y.k2), y.k2);
    y.k3 = hn::IfThenElse(flip, hn::Neg(y.k3), y.k3);
    return y;
}

/// A cubic as k0 + t (c1 + t (c2 + t c3)): for guesses only.
struct PowerForm {
    Real c0, c1, c2, c3;
};

HWY_INLINE PowerForm power_form(const Coplanarity& y)
{
    const Real three = constant(3.0);
    return {y.k0, three * (y.k1 - y.k0), three * ((y.k0 - y.k1) + (y.k2 - y.k1)),
            (y.k3 - y.k0) + three * (y.k1 - y.k2)};
}

/// A time near a root, and the magnitude of the cubic's slope there.
struct RootGuess {
    Real t, slope;
};

/// Newton's method kept in [low, high], where the cubic goes from positive to negative (falls), or back. A lane that
/// has converged stays as it is, however long its neighbours take.
template <bool falls>
HWY_INLINE RootGuess guess_root(const PowerForm& c, Real low, Real high, Real t)
{
    const Real half = constant(0.5), close = constant(0x1p-44), three = constant(3.0);
    const Real twice_c2 = c.c2 + c.c2, thrice_c3 = three * c.c3;
    Real slope = c.c1;
    Mask done = hn::MaskFromVec(hn::Zero(Tag()));
    for (int i = 0; i < 10; ++i) {
        const Real f = c.c0 + t * (c.c1 + t * (c.c2 + t * c.c3));
        slope = hn::IfThenElse(done, slope, c.c1 + t * (twice_c2 + t * thrice_c3));
        const Mask before = falls ? hn::Gt(f, constant(0.0)) : hn::Lt(f, constant(0.0));
        low = hn::IfThenElse(before, t, low);
        high = hn::IfThenElse(before, high, t);
        const Real newton = t - f / slope;
        const Mask within = hn::And(hn::Ge(newton, low), hn::Le(newton, high));
        const Real next = hn::IfThenElse(within, newton, half * (low + high));
        const Mask settled = hn::Le(magnitude(next - t), close);
        t = hn::IfThenElse(done, t, next);
        done = hn::Or(done, settled);
        if (hn::AllTrue(Tag(), done)) break;
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

/// A root of the cubic: enclosed strictly between low and high, and there inside or outside. The masks hold only where
/// all of it is certain.
struct JudgedRoot {
    Real low, high;
    Mask in, out;
};

/// Judges the root near a guess: the cubic must change sign for certain around it.
///
/// Assumes: error bound `total` of the cubic's values; exactly one root in [from, to], between values of certain and
///          opposite sign.
template <PairKind kind, bool falls>
HWY_INLINE JudgedRoot judge_root(const Differences& d, const Coplanarity& y, Real total, const RootGuess& guess,
                                 Real from, Real to)
{
    const Real one = constant(1.0), minus = hn::Neg(total);
    const Real delta = constant(4.0) * total / guess.slope + constant(0x1p-51);
    const Real low = maximum(guess.t - delta, from), high = minimum(guess.t + delta, to);
    const Real width = high - low;
    const Real at_low = value(y, one - low, low), at_high = value(y, one - high, high);
    const Mask changes = falls ? hn::And(hn::Gt(at_low, total), hn::Lt(at_high, minus))
                               : hn::And(hn::Lt(at_low, minus), hn::Gt(at_high, total));
    const Mask certain = hn::And(changes, hn::Le(width, constant(error_bounds::max_delta)));
    const Sides s = sides<kind>(d, guess.t, width);
    return {low, high, hn::And(certain, s.in), hn::And(certain, s.out)};
}
