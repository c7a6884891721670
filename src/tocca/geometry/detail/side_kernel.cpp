// SPDX-License-Identifier: Apache-2.0
#include "tocca/geometry/detail/side_kernel.hpp"

#include "tocca/base/simd_kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tocca/geometry/detail/side_kernel.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, as Highway demands.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tocca::geometry::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A row of four, or two halves of it.
using Tag = hn::CappedTag<double, 4>;
using Double = hn::Vec<Tag>;
constexpr std::size_t row_size = 4;

struct Vector {
    Double x, y, z;
};

HWY_INLINE Double set(double x) { return hn::Set(Tag(), x); }

HWY_INLINE Vector load(const SidePairs::Vectors& rows, std::size_t lane)
{
    const Tag tag;
    return {hn::Load(tag, &rows[0][lane]), hn::Load(tag, &rows[1][lane]), hn::Load(tag, &rows[2][lane])};
}

HWY_INLINE void store(const Vector& v, SidePairs::Vectors& rows, std::size_t lane)
{
    const Tag tag;
    hn::Store(v.x, tag, &rows[0][lane]);
    hn::Store(v.y, tag, &rows[1][lane]);
    hn::Store(v.z, tag, &rows[2][lane]);
}

/// Number i of the rows in all lanes.
HWY_INLINE Vector repeat(const SidePairs::Vectors& rows, std::size_t i)
{
    return {set(rows[0][i]), set(rows[1][i]), set(rows[2][i])};
}

HWY_INLINE Vector minus(const Vector& a, const Vector& b)
{
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}

HWY_INLINE Vector times(const Double& factor, const Vector& a)
{
    return {hn::Mul(factor, a.x), hn::Mul(factor, a.y), hn::Mul(factor, a.z)};
}

HWY_INLINE Vector plus(const Vector& a, const Vector& b)
{
    return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}

HWY_INLINE Double dot(const Vector& a, const Vector& b)
{
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}

HWY_INLINE Vector cross(const Vector& a, const Vector& b)
{
    return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
            hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}

/// 1/x; 0 where x is not positive.
HWY_INLINE Double inverse(const Double& x)
{
    return hn::IfThenElseZero(hn::Gt(x, hn::Zero(Tag())), hn::Div(set(1.0), x));
}

/// Into [0, 1]; NaN becomes 1. By comparisons: what the least of a number and NaN is, depends on the target.
HWY_INLINE Double clamped(const Double& x)
{
    const Double zero = hn::Zero(Tag()), one = set(1.0);
    const Double least = hn::IfThenElse(hn::Lt(x, one), x, one);
    return hn::IfThenElseZero(hn::Gt(least, zero), least);
}

/// The lanes of a mask as bits.
template <class Mask>
HWY_INLINE unsigned bits(const Mask& mask)
{
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(Tag(), mask, bytes);
    return bytes[0];
}

HWY_INLINE void prepare(const TrianglePoints& corners, SidePairs::OfTriangle& out)
{
    Point e, f;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double a = corners[0][axis], b = corners[1][axis], c = corners[2][axis];
        out.corner[axis] = {a, b, c, c};
        e[axis] = b - a, f[axis] = c - b;
        out.side[axis] = {e[axis], f[axis], a - c, a - c};
    }
    out.normal = {e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]};
    const Vector normal = {set(out.normal[0]), set(out.normal[1]), set(out.normal[2])};
    for (std::size_t lane = 0; lane < row_size; lane += hn::Lanes(Tag())) {
        const Vector side = load(out.side, lane);
        const Double square = dot(side, side);
        store(cross(normal, side), out.inward, lane);
        hn::Store(square, Tag(), &out.square[lane]);
        hn::Store(inverse(square), Tag(), &out.inverse[lane]);
    }
}

/// Compares the lanes from `lane` on. Returns the bits of `over` of the corners that are not.
HWY_INLINE unsigned compare_lanes(SidePairs& p, std::size_t lane, SidePairs::Row& least, SidePairs::Row& least_side)
{
    const Tag tag;
    const Double zero = hn::Zero(tag);
    const Vector corner = load(p.second.corner, lane), f = load(p.second.side, lane);
    const Vector inward = load(p.second.inward, lane);
    const Double ff = hn::Load(tag, &p.second.square[lane]), inverse_ff = hn::Load(tag, &p.second.inverse[lane]);
    Double best = zero, best_side = zero;
    unsigned beside = 0;
    auto over_first = hn::Eq(zero, zero);
    for (std::size_t i = 0; i < 3; ++i) {
        const Vector r = minus(repeat(p.first.corner, i), corner), e = repeat(p.first.side, i);
        const Double ee = set(p.first.square[i]), ef = dot(e, f), er = dot(e, r), fr = dot(f, r);

        // The nearest points of the lines, kept on the sides one after the other, are the nearest of the sides
        // (Source: Ericson 2005, 5.1.9).
        const Double across = inverse(hn::Sub(hn::Mul(ee, ff), hn::Mul(ef, ef)));
        const Double line = clamped(hn::Mul(hn::Sub(hn::Mul(ef, fr), hn::Mul(ff, er)), across));
        const Double u = clamped(hn::Mul(hn::Add(hn::Mul(ef, line), fr), inverse_ff));
        const Double s = clamped(hn::Mul(hn::Sub(hn::Mul(ef, u), er), set(p.first.inverse[i])));
        const Vector d = plus(r, minus(times(s, e), times(u, f)));
        const Double squared = dot(d, d);

        const Double in_second = dot(inward, r);
        const Double in_first = hn::Neg(dot(repeat(p.first.inward, i), r));
        over_first = hn::And(over_first, hn::Ge(in_first, zero));
        beside |= hn::AllTrue(tag, hn::Ge(in_second, zero)) ? 0U : 1U << i;

        const auto nearer = hn::Lt(squared, best);
        best = i == 0 ? squared : hn::IfThenElse(nearer, squared, best);
        best_side = i == 0 ? zero : hn::IfThenElse(nearer, set(static_cast<double>(i)), best_side);
        store(r, p.between[i], lane);
        hn::Store(s, tag, &p.s[i][lane]);
        hn::Store(u, tag, &p.u[i][lane]);
        hn::Store(in_second, tag, &p.in_second[i][lane]);
        hn::Store(in_first, tag, &p.in_first[i][lane]);
    }
    hn::Store(best, tag, &least[lane]);
    hn::Store(best_side, tag, &least_side[lane]);
    const unsigned lanes = (1U << hn::Lanes(tag)) - 1U;
    return beside | ((lanes & ~bits(over_first)) << (3 + lane));
}

void compare(const TrianglePoints& first, const TrianglePoints& second, SidePairs& p)
{
    prepare(first, p.first);
    prepare(second, p.second);
    unsigned beside = 0;
    alignas(32) SidePairs::Row least, least_side;
    for (std::size_t lane = 0; lane < row_size; lane += hn::Lanes(Tag()))
        beside |= compare_lanes(p, lane, least, least_side);
    p.over = ~beside & 0x3FU;

    const std::size_t front = least[1] < least[0] ? 1 : 0;
    p.nearest_second = least[2] < least[front] ? 2 : front;
    p.nearest_first = static_cast<std::size_t>(least_side[p.nearest_second]);
    p.squared = least[p.nearest_second];
}

constexpr SideKernel kernel{{}, compare};

}  // namespace HWY_NAMESPACE
}  // namespace tocca::geometry::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tocca::geometry::detail {

const SideKernel& side_kernel(const std::string& name)
{
    static const base::SimdKernels<SideKernel> kernels(TOCCA_SIMD_KERNELS);
    return kernels.named(name);
}

}  // namespace tocca::geometry::detail
#endif  // HWY_ONCE
