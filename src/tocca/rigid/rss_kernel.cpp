// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/rss_kernel.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "tocca/base/simd_kernels.hpp"
#include "tocca/bounds/moving_box.hpp"
#include "tocca/bvh/rss_tree.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tocca/rigid/rss_kernel.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, as Highway demands.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tocca::rigid {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Eight floats at most: a node is as wide.
using Tag = hn::CappedTag<float, RssNode::width>;
using Float = hn::Vec<Tag>;

struct Vector {
    Float x, y, z;
};

HWY_INLINE Float set(float x) { return hn::Set(Tag(), x); }

HWY_INLINE Vector set(const std::array<float, 3>& x) { return {set(x[0]), set(x[1]), set(x[2])}; }

HWY_INLINE Float dot(const Vector& a, const Vector& b)
{
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}

HWY_INLINE Vector cross(const Vector& a, const Vector& b)
{
    return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
            hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}

HWY_INLINE Vector add(const Vector& a, const Vector& b)
{
    return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}

HWY_INLINE Vector scale(const Vector& a, Float by) { return {hn::Mul(a.x, by), hn::Mul(a.y, by), hn::Mul(a.z, by)}; }

HWY_INLINE Vector load(const std::array<RssNode::Lanes, 3>& lanes, std::size_t first)
{
    const Tag tag;
    return {hn::LoadU(tag, lanes[0].data() + first), hn::LoadU(tag, lanes[1].data() + first),
            hn::LoadU(tag, lanes[2].data() + first)};
}

HWY_INLINE Float clamp(Float x, Float half) { return hn::Min(hn::Max(x, hn::Neg(half)), half); }

/// |x| half_x + |y| half_y: how far a rectangle reaches along a direction with these components.
HWY_INLINE Float reach(Float x, Float half_x, Float y, Float half_y)
{
    return hn::Add(hn::Mul(hn::Abs(x), half_x), hn::Mul(hn::Abs(y), half_y));
}

/// The lanes' volumes in the frame of the first one.
struct Volumes {
    Vector from_origin;  ///< the centre from the node's origin
    Vector centre, u, v;
    Float half_u, half_v, radius;
};

/// A direction, not longer than 1 but for rounding, and the gap of the rectangles along it.
struct Separation {
    Vector direction;
    Float gap;
};

HWY_INLINE Separation better(const Separation& a, const Separation& b)
{
    const auto second = hn::Gt(b.gap, a.gap);
    return {{hn::IfThenElse(second, b.direction.x, a.direction.x), hn::IfThenElse(second, b.direction.y, a.direction.y),
             hn::IfThenElse(second, b.direction.z, a.direction.z)},
            hn::Max(a.gap, b.gap)};
}

/// How far the first volume's rectangle or triangle reaches along a direction.
template <bool triangle>
HWY_INLINE Float first_reach(const RssQuestion& q, Float x, Float y)
{
    if constexpr (!triangle) return reach(x, set(q.half_u), y, set(q.half_v));
    Float farthest = set(0.0F);
    for (std::size_t k = 0; k < 3; ++k) {
        const Float along = hn::Add(hn::Mul(x, set(q.corners[k][0])), hn::Mul(y, set(q.corners[k][1])));
        farthest = k == 0 ? along : hn::Max(farthest, along);
    }
    return farthest;
}

/// Along the line of the nearest points, which are found by projecting to and fro; each round comes nearer to them, and
/// three are as good as eight.
template <bool triangle>
HWY_INLINE Separation between_nearest(const RssQuestion& q, const Volumes& b)
{
    const Float half_u = set(q.half_u), half_v = set(q.half_v);
    const Float along_u = dot(b.centre, b.u), along_v = dot(b.centre, b.v);
    Float x = clamp(b.centre.x, half_u), y = clamp(b.centre.y, half_v);
    Vector point = b.centre;
    for (int round = 0; round < 3; ++round) {
        const Float s = clamp(hn::Sub(hn::Add(hn::Mul(x, b.u.x), hn::Mul(y, b.u.y)), along_u), b.half_u);
        const Float r = clamp(hn::Sub(hn::Add(hn::Mul(x, b.v.x), hn::Mul(y, b.v.y)), along_v), b.half_v);
        point = {hn::Add(b.centre.x, hn::Add(hn::Mul(s, b.u.x), hn::Mul(r, b.v.x))),
                 hn::Add(b.centre.y, hn::Add(hn::Mul(s, b.u.y), hn::Mul(r, b.v.y))),
                 hn::Add(b.centre.z, hn::Add(hn::Mul(s, b.u.z), hn::Mul(r, b.v.z)))};
        x = clamp(point.x, half_u);
        y = clamp(point.y, half_v);
    }
    const Vector line = {hn::Sub(point.x, x), hn::Sub(point.y, y), point.z};
    // A line too short for its square stays short, which makes the gap less.
    const Float length = hn::Sqrt(hn::Max(dot(line, line), set(1e-30F)));
    const Vector n = {hn::Div(line.x, length), hn::Div(line.y, length), hn::Div(line.z, length)};
    const Float gap = hn::Sub(hn::Sub(dot(n, b.centre), reach(dot(n, b.u), b.half_u, dot(n, b.v), b.half_v)),
                              first_reach<triangle>(q, n.x, n.y));
    return {n, gap};
}

/// Along the normal of the first rectangle.
HWY_INLINE Separation along_first_normal(const Volumes& b)
{
    const Float side = hn::CopySign(set(1.0F), b.centre.z);
    return {{set(0.0F), set(0.0F), side}, hn::Sub(hn::Abs(b.centre.z), reach(b.u.z, b.half_u, b.v.z, b.half_v))};
}

/// Along the lanes' own normals.
template <bool triangle>
HWY_INLINE Separation along_own_normal(const RssQuestion& q, const Volumes& b)
{
    const Vector normal = cross(b.u, b.v);
    const Float height = dot(normal, b.centre), side = hn::CopySign(set(1.0F), height);
    const Vector n = {hn::Mul(side, normal.x), hn::Mul(side, normal.y), hn::Mul(side, normal.z)};
    return {n, hn::Sub(hn::Abs(height), first_reach<triangle>(q, n.x, n.y))};
}

/// Beside a side of the first volume's triangle, in its plane.
HWY_INLINE Separation beside_triangle(const RssQuestion& q, const Volumes& b, std::size_t side)
{
    const Float x = set(q.side_normals[side][0]), y = set(q.side_normals[side][1]);
    const auto along = [&](const Vector& v) { return hn::Add(hn::Mul(x, v.x), hn::Mul(y, v.y)); };
    const Float own = reach(along(b.u), b.half_u, along(b.v), b.half_v);
    return {{x, y, set(0.0F)}, hn::Sub(hn::Sub(along(b.centre), own), set(q.side_reaches[side]))};
}

/// More than a root can lack because products below it vanish: of those of a step that is 5 * 2^-150 at most.
constexpr float lost_in_root = 0x1p-73F;

/// The longest step with speed s + acceleration s^2 <= gap; gap is not negative.
HWY_INLINE Float local_step(Float gap, Float speed, Float acceleration)
{
    const Float root = hn::Sqrt(hn::Add(hn::Mul(speed, speed), hn::Mul(set(4.0F), hn::Mul(acceleration, gap))));
    const Float error = hn::Mul(set(0x1p-20F), hn::Add(hn::Abs(speed), root));
    const Float denominator = hn::Add(hn::Add(hn::Add(speed, root), error), set(lost_in_root));
    return hn::Div(hn::Add(gap, gap), denominator);
}

/// The longest step with speed s + acceleration s^2 + jerk s^3 <= gap, and the longest with drift s <= gap; the better. No
/// step with a jerk is longer than the longest without, which bounds the jerk's share; steps beyond 2 do not count.
HWY_INLINE Float step_of(Float gap, Float speed, Float acceleration, Float jerk, bool jerks, Float drift)
{
    const Float positive = hn::Max(gap, set(0.0F));
    Float local = local_step(positive, speed, acceleration);
    if (jerks) {
        const Float share = hn::Mul(hn::Mul(jerk, hn::Min(local, set(2.0F))), set(1.0F + 0x1p-18F));
        local = local_step(positive, speed, hn::Add(acceleration, share));
    }
    const Float global = hn::Div(positive, hn::Max(drift, set(1e-30F)));
    const Float step = hn::Mul(hn::Max(local, global), set(1.0F - 0x1p-18F));
    // Written so that NaN becomes 0.
    return hn::IfThenElseZero(hn::Gt(step, set(0.0F)), hn::Min(step, set(2.0F)));
}

template <bool triangle>
HWY_INLINE void answer_lanes(const RssQuestion& q, const RssNode& node, std::size_t first, RssAnswer& out)
{
    const Tag tag;
    const Vector rows[3] = {set(q.rotation[0]), set(q.rotation[1]), set(q.rotation[2])};
    const auto rotated = [&](const Vector& x) -> Vector { return {dot(rows[0], x), dot(rows[1], x), dot(rows[2], x)}; };
    Volumes b;
    const Float unit = set(q.node_unit);
    b.from_origin = scale(rotated(load(node.centre, first)), unit);
    b.u = rotated(load(node.u, first));
    b.v = rotated(load(node.v, first));
    b.half_u = hn::Mul(hn::LoadU(tag, node.half_u.data() + first), unit);
    b.half_v = hn::Mul(hn::LoadU(tag, node.half_v.data() + first), unit);
    b.radius = hn::Mul(hn::LoadU(tag, node.radius.data() + first), unit);
    b.centre = add(b.from_origin, set(q.offset));

    const Float half_u = set(q.half_u), half_v = set(q.half_v);
    Separation best =
        better(better(between_nearest<triangle>(q, b), along_first_normal(b)), along_own_normal<triangle>(q, b));
    if constexpr (triangle) {
        for (std::size_t side = 0; side < 3; ++side) best = better(best, beside_triangle(q, b, side));
    }
    const Float gap = hn::Sub(hn::Sub(best.gap, b.radius), set(q.level));
    const Vector& n = best.direction;

    const Vector turn = cross(n, set(q.first_turn));
    Float speed = hn::Add(dot(n, set(q.closing)), set(q.closing_error));
    speed = hn::Add(speed,
                    hn::Add(reach(turn.x, half_u, turn.y, half_v), hn::Mul(set(q.radius), hn::Sqrt(dot(turn, turn)))));
    Float acceleration = set(q.first_acceleration), jerk = set(q.first_jerk);
    Float drift = hn::Add(dot(n, set(q.drift)), set(q.first_speed + q.drift_error));
    if (q.node_turns) {
        const Vector from_pivot = add(b.from_origin, set(q.from_pivot)), own = cross(n, set(q.node_turn));
        const Float far =
            hn::Add(hn::Sqrt(dot(from_pivot, from_pivot)), hn::Add(hn::Add(b.half_u, b.half_v), b.radius));
        speed = hn::Sub(speed, dot(own, from_pivot));
        speed = hn::Add(speed, hn::Add(reach(dot(own, b.u), b.half_u, dot(own, b.v), b.half_v),
                                       hn::Mul(b.radius, hn::Sqrt(dot(own, own)))));
        acceleration = hn::Add(acceleration, hn::Mul(set(q.node_acceleration), far));
        jerk = hn::Add(jerk, hn::Mul(set(q.node_jerk), far));
        drift = hn::Add(drift, hn::Mul(set(q.node_speed), far));
    }
    hn::StoreU(gap, tag, out.gap.data() + first);
    hn::StoreU(step_of(gap, speed, acceleration, jerk, q.jerks, drift), tag, out.step.data() + first);
}

void answer(const RssQuestion& question, const RssNode& node, RssAnswer& out)
{
    for (std::size_t first = 0; first < RssNode::width; first += hn::Lanes(Tag())) {
        question.triangle ? answer_lanes<true>(question, node, first, out)
                          : answer_lanes<false>(question, node, first, out);
    }
}

constexpr RssKernel kernel{{}, answer};

}  // namespace HWY_NAMESPACE
}  // namespace tocca::rigid
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tocca::rigid {

namespace {

std::array<float, 3> to_floats(const Eigen::Vector3d& x)
{
    return {static_cast<float>(x.x()), static_cast<float>(x.y()), static_cast<float>(x.z())};
}

double power_of_two(int exponent) { return exponent == 0 ? 1.0 : std::ldexp(1.0, exponent); }

/// The triangle of a volume in the plane of its frame.
void set_triangle(RssQuestion& q, const std::array<Eigen::Vector3d, 3>& in_frame)
{
    for (std::size_t k = 0; k < 3; ++k) {
        q.corners[k] = {static_cast<float>(in_frame[k].x()), static_cast<float>(in_frame[k].y())};
    }
    const double turn = (in_frame[1] - in_frame[0]).cross(in_frame[2] - in_frame[0]).z() < 0.0 ? -1.0 : 1.0;
    for (std::size_t k = 0; k < 3; ++k) {
        const Eigen::Vector3d side = in_frame[(k + 1) % 3] - in_frame[k];
        const double length = std::sqrt(side.x() * side.x() + side.y() * side.y());
        // Any direction will do; one of length zero proves nothing, nor does one whose squares vanish.
        const double scale = length > 0x1p-400 ? turn / length : 0.0;
        q.side_normals[k] = {static_cast<float>(scale * side.y()), static_cast<float>(-scale * side.x())};
        double farthest = -std::numeric_limits<double>::infinity();
        for (const Eigen::Vector3d& corner : in_frame) {
            farthest = std::max(farthest, static_cast<double>(q.side_normals[k][0]) * corner.x() +
                                              static_cast<double>(q.side_normals[k][1]) * corner.y());
        }
        q.side_reaches[k] = round_up(farthest);
    }
}

}  // namespace

RssQuestion rss_question(const RssQuery& first, const RssNode& node, const MovingFrame& node_frame)
{
    using Eigen::Vector3d;
    constexpr double rounding = 0x1p-17;  // 128 u
    constexpr double lost = 0x1p-72;      // more than a root of three squares can lack because they vanish
    const Rss& volume = first.volume;
    const MovingFrame& frame = first.frame;

    Eigen::Matrix3d axes;
    axes.col(0) = frame.rotation * volume.u;
    axes.col(1) = frame.rotation * volume.v;
    axes.col(2) = axes.col(0).cross(axes.col(1));
    const auto in_frame = [&](const Vector3d& x) -> Vector3d { return axes.transpose() * x; };

    const Vector3d centre = frame.place(volume.centre);
    const Vector3d origin = node_frame.place(Vector3d(node.origin[0], node.origin[1], node.origin[2]));
    const Vector3d first_arm = centre - frame.pivot, node_arm = origin - node_frame.pivot;
    const Vector3d offset = in_frame(origin - centre), from_pivot = in_frame(node_arm);
    const Vector3d closing = in_frame(frame.velocity + frame.angular_velocity.cross(first_arm) - node_frame.velocity);
    const Vector3d drift = in_frame(frame.drift - node_frame.drift);
    const Vector3d first_turn = in_frame(frame.angular_velocity), node_turn = in_frame(node_frame.angular_velocity);
    const Eigen::Matrix3d rotation = axes.transpose() * node_frame.rotation;

    const double node_unit = power_of_two(node.exponent), extent = node_unit * static_cast<double>(node.extent);
    const double size = volume.half_u + volume.half_v + volume.radius;
    const double far = (first_arm.norm() + volume.size() + frame.pivot_error) * (1.0 + 0x1p-20);
    const double node_far = from_pivot.cwiseAbs().sum() + extent + node_frame.pivot_error;

    const double around = offset.cwiseAbs().sum() + extent + size;
    const double fast = closing.cwiseAbs().sum() + drift.cwiseAbs().sum();
    const double unit = power_of_two(unit_exponent(std::max(around + first.level, 0x1p-40 * fast)));
    const double per_unit = 1.0 / unit;
    const auto up = [&](double length) { return round_up(per_unit * length); };

    RssQuestion q;
    q.unit = unit;
    q.node_unit = static_cast<float>(per_unit * node_unit);
    for (std::size_t row = 0; row < 3; ++row) q.rotation[row] = to_floats(rotation.row(static_cast<Eigen::Index>(row)));
    q.offset = to_floats(per_unit * offset);
    q.half_u = up(volume.half_u);
    q.half_v = up(volume.half_v);
    q.radius = up(volume.radius);
    q.level = up((first.level + volume.radius) * (1.0 + 0x1p-20) + rounding * around + 0x1p-140 * unit);
    q.from_pivot = to_floats(per_unit * from_pivot);
    q.closing = to_floats(per_unit * closing);
    q.drift = to_floats(per_unit * drift);
    q.first_turn = to_floats(first_turn);
    q.node_turn = to_floats(node_turn);
    // What the lanes' distances from their pivot may lack.
    const double lacking = node_frame.pivot_error + rounding * node_far + lost * unit;
    q.first_speed = up((frame.pivot_speed + node_frame.pivot_speed + frame.speed * far + node_frame.speed * lacking) *
                       (1.0 + 0x1p-40));
    q.first_acceleration = up(0.5 * (frame.pivot_acceleration + node_frame.pivot_acceleration +
                                     frame.acceleration * far + node_frame.acceleration * lacking));
    q.first_jerk = up((frame.pivot_jerk + node_frame.pivot_jerk + frame.jerk * far + node_frame.jerk * lacking) *
                      (1.0 + 0x1p-40) / 6.0);
    q.node_speed = round_up(node_frame.speed * (1.0 + 0x1p-20));
    q.node_acceleration = round_up(0.5 * node_frame.acceleration * (1.0 + 0x1p-18));
    q.node_jerk = round_up(node_frame.jerk * (1.0 + 0x1p-18) / 6.0);
    q.closing_error =
        up(rounding * (closing.cwiseAbs().sum() + first_turn.cwiseAbs().sum() * size +
                       node_turn.cwiseAbs().sum() * node_far + 0x1p-100 * unit) +
           (frame.speed * frame.pivot_error + node_frame.speed * node_frame.pivot_error) + frame.velocity_error +
           node_frame.velocity_error + (frame.turn_error + lost) * far + (node_frame.turn_error + lost) * node_far);
    q.drift_error = up(rounding * (drift.cwiseAbs().sum() + frame.pivot_speed + node_frame.pivot_speed +
                                   frame.speed * far + node_frame.speed * node_far + 0x1p-100 * unit) +
                       frame.velocity_error + node_frame.velocity_error + frame.turn_error * far +
                       node_frame.turn_error * node_far);
    q.node_turns = node_frame.speed > 0.0;
    q.jerks = q.first_jerk > 0.0F || q.node_jerk > 0.0F;
    q.triangle = first.triangle != nullptr;
    if (q.triangle) {
        std::array<Vector3d, 3> corners;
        for (std::size_t k = 0; k < 3; ++k)
            corners[k] = per_unit * in_frame(frame.rotation * ((*first.triangle)[k] - volume.centre));
        set_triangle(q, corners);
    }
    return q;
}

const RssKernel& rss_kernel(const std::string& name)
{
    static const base::SimdKernels<RssKernel> kernels(TOCCA_SIMD_KERNELS);
    return kernels.named(name);
}

}  // namespace tocca::rigid
#endif  // HWY_ONCE
