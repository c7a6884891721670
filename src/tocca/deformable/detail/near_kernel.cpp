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
    const Real square = dot(n, n);
    const Real q = nearest - constant(32.0 * 0x1p-53) * size(n) * largest;
    const Mask in_range = hn::And(hn::Ge(square, constant(0x1p-400)), hn::Le(largest, constant(0x1p200)));
    return hn::And(in_range, hn::And(hn::Gt(q, constant(0.0)), hn::Gt(q * q, limit * square)));
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

HWY_INLINE Mask apart(const PointBlock& block, std::size_t i, PairKind kind, Real limit)
{
    const Vector a = load(block, 0, i), b = load(block, 1, i), c = load(block, 2, i), e = load(block, 3, i);
    if (kind == PairKind::vertex_face) {
        const Vector d[] = {a - b, a - c, a - e};
        return certainly_apart(d, direction(d), limit);
    }
    const Vector d[] = {a - c, a - e, b - c, b - e};
    return certainly_apart(d, direction(d), limit);
}

std::size_t keep_near(const PointBlock& block, std::size_t count, PairKind kind, double max_distance,
                      std::uint32_t* kept)
{
    const Real limit = squared_limit(max_distance);
    std::size_t size = 0;
    for (std::size_t i = 0; i < count; i += lanes) {
        std::uint8_t bytes[8] = {};
        hn::StoreMaskBits(Tag(), apart(block, i, kind, limit), bytes);
        for (std::size_t lane = 0; lane < lanes && i + lane < count; ++lane) {
            kept[size] = static_cast<std::uint32_t>(i + lane);
            size += (bytes[0] >> lane & 1U) == 0;
        }
    }
    return size;
}

constexpr NearKernel kernel{{}, keep_near};

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
