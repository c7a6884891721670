// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/near_kernel.hpp"

#include "tocca/base/simd_kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tocca/deformable/detail/near_kernel.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, as Highway demands.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tocca::deformable::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, 4>;
using Real = hn::Vec<Tag>;
using Mask = hn::Mask<Tag>;
inline constexpr std::size_t lanes = hn::MaxLanes(Tag());

HWY_INLINE Real constant(double x) { return hn::Set(Tag(), x); }
HWY_INLINE Real clamped(Real x) { return hn::Min(hn::Max(x, constant(0.0)), constant(1.0)); }

struct Vector {
    Real x, y, z;
};

HWY_INLINE Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
HWY_INLINE Real dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
/// a - s b.
HWY_INLINE Vector less(const Vector& a, Real s, const Vector& b)
{
    return {a.x - s * b.x, a.y - s * b.y, a.z - s * b.z};
}
HWY_INLINE Vector chosen(Mask which, const Vector& yes, const Vector& no)
{
    return {hn::IfThenElse(which, yes.x, no.x), hn::IfThenElse(which, yes.y, no.y), hn::IfThenElse(which, yes.z, no.z)};
}
HWY_INLINE Real size(const Vector& a) { return hn::Max(hn::Max(hn::Abs(a.x), hn::Abs(a.y)), hn::Abs(a.z)); }

/// The distance asked for, squared, as the test below needs it.
HWY_INLINE Real squared_limit(double max_distance)
{
    constexpr double least = 0x1p-400;
    const double square = max_distance * max_distance * (1.0 + 0x1p-40);
    return constant(square > least ? square : least);
}

/// Whether the least computed component along n proves more than the distance asked for; the proof is that of
/// certainly_apart.
HWY_INLINE Mask exceeds(Real nearest, const Vector& n, Real largest, Real limit)
{
    const Real square = dot(n, n);
    const Real q = nearest - constant(32.0 * 0x1p-53) * size(n) * largest;
    const Mask in_range = hn::And(hn::Ge(square, constant(0x1p-400)), hn::Le(largest, constant(0x1p200)));
    return hn::And(in_range, hn::And(hn::Gt(q, constant(0.0)), hn::Gt(q * q, limit * square)));
}

/// Whether pairs are proven farther apart than a distance D by one direction n from the second feature to the first:
/// the differences d of their points all have more than D |n| along it.
///
/// Proof: with u = 2^-53, L and N the largest components of all d and of n, a computed n . d errs by 12 u N L
///        (docs/clearance.md), which is less than the 32 u N L taken off; so is what underflow adds, as N > 2^-202 and
///        L > 2^-203 where |n|^2 >= 2^-400, for n is a mean of the d. What is left, q, is squared: q^2 > D^2 |n|^2, whose
///        roundings, fewer than 16, are made up for by the factor 1 + 2^-40 of D^2. Neither side underflows, as both factors
///        on the right are at least 2^-400, nor overflows, as L <= 2^200. Comparisons with NaN are false.
template <std::size_t count>
HWY_INLINE Mask certainly_apart(const Vector (&d)[count], const Vector& n, Real limit)
{
    Real largest = size(d[0]), nearest = dot(n, d[0]);
    for (std::size_t i = 1; i < count; ++i) {
        largest = hn::Max(largest, size(d[i]));
        nearest = hn::Min(nearest, dot(n, d[i]));
    }
    return exceeds(nearest, n, largest, limit);
}

/// From the point of the segment ab nearest to p to p, by p - a and b - a.
HWY_INLINE Vector from_segment(const Vector& pa, const Vector& ab)
{
    return less(pa, clamped(dot(pa, ab) / dot(ab, ab)), ab);
}

/// A vector from about the point of the second feature nearest to the first. Where it is not that, less is proven.
HWY_INLINE Vector direction(const Vector (&d)[3])
{
    const Vector &pa = d[0], &pb = d[1];
    const Vector ab = d[0] - d[1], ac = d[0] - d[2], bc = d[1] - d[2];
    Vector best = from_segment(pa, ab);
    Real least = dot(best, best);
    for (const Vector& other : {from_segment(pa, ac), from_segment(pb, bc)}) {
        const Real square = dot(other, other);
        const Mask nearer = hn::Lt(square, least);
        best = chosen(nearer, other, best);
        least = hn::IfThenElse(nearer, square, least);
    }
    // The foot of the perpendicular, if it is in the triangle.
    const Real along_b = dot(ab, pa), along_c = dot(ac, pa);
    const Real bb = dot(ab, ab), cross = dot(ab, ac), cc = dot(ac, ac);
    const Real determinant = bb * cc - cross * cross;
    const Real beta = (along_b * cc - along_c * cross) / determinant;
    const Real gamma = (along_c * bb - along_b * cross) / determinant;
    const Real zero = constant(0.0);
    const Mask inside = hn::And(hn::And(hn::Gt(beta, zero), hn::Gt(gamma, zero)), hn::Lt(beta + gamma, constant(1.0)));
    return chosen(inside, less(less(pa, beta, ab), gamma, ac), best);
}

HWY_INLINE Vector direction(const Vector (&d)[4])
{
    const Vector &ac = d[0], &ad = d[1], &bc = d[2];
    const Vector e = bc - ac, f = ac - ad;  // along both edges
    const Real ee = dot(e, e), ef = dot(e, f), ff = dot(f, f), we = dot(ac, e), wf = dot(ac, f);
    // Parallel edges leave a quotient of no worth, an edge without length NaN, which clamping makes a number.
    const Real first = clamped((ef * wf - ff * we) / (ee * ff - ef * ef));
    const Real second = clamped((ef * first + wf) / ff);
    const Real again = clamped((ef * second - we) / ee);
    return less(less(ac, hn::Neg(again), e), second, f);
}

HWY_INLINE Vector load(const PointBlock& block, std::size_t point, std::size_t i)
{
    const auto row = [&](std::size_t axis)
                         HWY_ATTR { return hn::Load(Tag(), block.rows[3 * point + axis].data() + i); };
    return {row(0), row(1), row(2)};
}

/// The differences of the points of both features.
HWY_INLINE void differences(const PointBlock& block, std::size_t i, Vector (&d)[3])
{
    const Vector p = load(block, 0, i);
    for (std::size_t corner = 0; corner < 3; ++corner) d[corner] = p - load(block, corner + 1, i);
}

HWY_INLINE void differences(const PointBlock& block, std::size_t i, Vector (&d)[4])
{
    const Vector a = load(block, 0, i), b = load(block, 1, i), c = load(block, 2, i), e = load(block, 3, i);
    d[0] = a - c, d[1] = a - e, d[2] = b - c, d[3] = b - e;
}

template <std::size_t count>
HWY_INLINE Mask apart(const PointBlock& block, std::size_t i, Real limit)
{
    Vector d[count];
    differences(block, i, d);
    return certainly_apart(d, direction(d), limit);
}

template <std::size_t count>
struct Differences {
    Vector d[count];
};

/// The differences at a time between their start and end.
template <std::size_t count>
HWY_INLINE Differences<count> between(const Vector (&start)[count], const Vector (&end)[count], Real t)
{
    const Real before = constant(1.0) - t;
    Differences<count> all;
    for (std::size_t j = 0; j < count; ++j) {
        all.d[j] = {before * start[j].x + t * end[j].x, before * start[j].y + t * end[j].y,
                    before * start[j].z + t * end[j].z};
    }
    return all;
}

/// Whether pairs are proven to stay farther apart than D from the start until a fraction of the step: through each half of
/// that time along one direction of three, those at its start, middle and end. The differences are linear in time, so along a
/// direction they keep more than D |n| through a span of time if they do at both its ends.
///
/// Proof: as certainly_apart, with L over both ends of the step. A component at a fraction of the step, computed from those
///        at its start and end, errs by less than 25 u N L (docs/clearance.md).
template <std::size_t count>
HWY_INLINE Mask stays_apart(const PointBlock& from, const PointBlock& to, std::size_t i, double until, Real limit)
{
    Vector start[count], end[count];
    differences(from, i, start);
    differences(to, i, end);
    Real largest = constant(0.0);
    for (std::size_t j = 0; j < count; ++j) largest = hn::Max(largest, hn::Max(size(start[j]), size(end[j])));
    const Real middle = constant(0.5 * until), last = constant(until);
    const Real before_middle = constant(1.0) - middle, before_last = constant(1.0) - last;
    Mask early = hn::FirstN(Tag(), 0), late = early;
    for (const Real time : {constant(0.0), middle, last}) {
        const Vector n = direction(between(start, end, time).d);
        Real least_early = constant(hwy::HighestValue<double>()), least_late = least_early;
        for (std::size_t j = 0; j < count; ++j) {
            const Real at_start = dot(n, start[j]), at_end = dot(n, end[j]);
            const Real at_middle = before_middle * at_start + middle * at_end;
            least_early = hn::Min(least_early, hn::Min(at_start, at_middle));
            least_late = hn::Min(least_late, hn::Min(at_middle, before_last * at_start + last * at_end));
        }
        early = hn::Or(early, exceeds(least_early, n, largest, limit));
        late = hn::Or(late, exceeds(least_late, n, largest, limit));
        if (hn::AllTrue(Tag(), hn::And(early, late))) break;
    }
    return hn::And(early, late);
}

/// Lists the first `count` numbers but those of which `drop(i)`, for the lanes from i on, says so.
template <class Drop>
HWY_INLINE std::size_t keep_others(std::size_t count, std::uint32_t* kept, const Drop& drop)
{
    std::size_t size = 0;
    for (std::size_t i = 0; i < count; i += lanes) {
        std::uint8_t bytes[8] = {};
        hn::StoreMaskBits(Tag(), drop(i), bytes);
        for (std::size_t lane = 0; lane < lanes && i + lane < count; ++lane) {
            kept[size] = static_cast<std::uint32_t>(i + lane);
            size += (bytes[0] >> lane & 1U) == 0;
        }
    }
    return size;
}

std::size_t keep_near(const PointBlock& block, std::size_t count, PairKind kind, double max_distance,
                      std::uint32_t* kept)
{
    const Real limit = squared_limit(max_distance);
    if (kind == PairKind::vertex_face)
        return keep_others(count, kept, [&](std::size_t i) HWY_ATTR { return apart<3>(block, i, limit); });
    return keep_others(count, kept, [&](std::size_t i) HWY_ATTR { return apart<4>(block, i, limit); });
}

std::size_t keep_approaching(const StepBlock& block, std::size_t count, PairKind kind, double max_distance,
                             double until, std::uint32_t* kept)
{
    const Real limit = squared_limit(max_distance);
    if (kind == PairKind::vertex_face)
        return keep_others(count, kept, [&](std::size_t i) HWY_ATTR {
            return stays_apart<3>(block.start, block.end, i, until, limit);
        });
    return keep_others(count, kept,
                       [&](std::size_t i) HWY_ATTR { return stays_apart<4>(block.start, block.end, i, until, limit); });
}

constexpr NearKernel kernel{{}, keep_near, keep_approaching};

}  // namespace HWY_NAMESPACE
}  // namespace tocca::deformable::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tocca::deformable::detail {

const NearKernel& near_kernel(const std::string& name)
{
    static const base::SimdKernels<NearKernel> kernels(TOCCA_SIMD_KERNELS);
    return kernels.named(name);
}

}  // namespace tocca::deformable::detail
#endif  // HWY_ONCE
