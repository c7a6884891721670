// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/containment.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "tocca/base/floating_point.hpp"
#include "tocca/geometry/orientation.hpp"
#include "tocca/rigid/detail/rss_kernel.hpp"

namespace tocca {

namespace {

using Eigen::Vector3d;

enum class Crossing { none, through, unclear };

/// How the segment pq passes a triangle. Unclear where it touches an edge or a corner, or an end lies in the plane.
Crossing crossing(const Point& p, const Point& q, const std::array<Point, 3>& face)
{
    const Sign from = orientation(face[0], face[1], face[2], p), to = orientation(face[0], face[1], face[2], q);
    if (from == to && from != Sign::zero) return Crossing::none;
    const Sign sides[3] = {orientation(p, q, face[0], face[1]), orientation(p, q, face[1], face[2]),
                           orientation(p, q, face[2], face[0])};
    const bool any_positive = std::find(sides, sides + 3, Sign::positive) != sides + 3;
    const bool any_negative = std::find(sides, sides + 3, Sign::negative) != sides + 3;
    if (any_positive && any_negative) return Crossing::none;
    const bool any_zero = std::find(sides, sides + 3, Sign::zero) != sides + 3;
    return any_zero || from == Sign::zero || to == Sign::zero ? Crossing::unclear : Crossing::through;
}

/// A frame at rest at the origin.
rigid::detail::MovingFrame resting_frame()
{
    return {.rotation = Eigen::Matrix3d::Identity(),
            .origin = Vector3d::Zero(),
            .pivot = Vector3d::Zero(),
            .velocity = Vector3d::Zero(),
            .angular_velocity = Vector3d::Zero(),
            .drift = Vector3d::Zero()};
}

/// Whether the segment passes an odd number of triangles; nothing where that is not clear.
std::optional<bool> passes_odd(const RigidBody& body, const Point& p, const Point& q)
{
    const Vector3d from(p[0], p[1], p[2]), to(q[0], q[1], q[2]), along = to - from;
    const Vector3d u = along.normalized(), v = u.unitOrthogonal();
    const Rss segment = {.centre = 0.5 * (from + to),
                         .u = u,
                         .v = v,
                         .half_u = 0.5 * along.norm() * (1.0 + 0x1p-40),
                         .radius = 0x1p-40 * (from.norm() + to.norm())};
    const rigid::detail::MovingFrame rest = resting_frame();
    const rigid::detail::RssKernel& kernel = rigid::detail::rss_kernel({});
    bool odd = false;
    std::vector<std::uint32_t> stack = {0};
    while (!stack.empty()) {
        const RssNode& node = body.tree().nodes()[stack.back()];
        stack.pop_back();
        rigid::detail::RssAnswer answer;
        kernel.answer(rigid::detail::rss_question({.volume = segment, .frame = rest, .level = 0.0}, node, rest), node,
                      answer);
        for (std::size_t lane = 0; lane < RssNode::width; ++lane) {
            const std::uint32_t child = node.child[lane];
            if (child == RssNode::no_child || answer.gap[lane] > 0.0F) continue;
            if ((child & RssNode::primitive_bit) == 0) {
                stack.push_back(child);
                continue;
            }
            const FaceVertices& face = body.primitives()[child & ~RssNode::primitive_bit];
            const auto positions = body.mesh().positions();
            switch (crossing(p, q, {positions[face[0]], positions[face[1]], positions[face[2]]})) {
                case Crossing::none: break;
                case Crossing::through: odd = !odd; break;
                case Crossing::unclear: return std::nullopt;
            }
        }
    }
    return odd;
}

}  // namespace

bool contains(const RigidBody& closed, const Point& point)
{
    require_floating_point();
    if (closed.tree().empty()) return false;
    const Vector3d from(point[0], point[1], point[2]);
    const double away = (from - closed.tree().root().centre).norm() + 2.0 * closed.tree().root().size();
    if (away > 3.0 * closed.tree().root().size() * (1.0 + 0x1p-20)) return false;
    // Rays in fixed directions that have nothing to do with each other or the axes: hardly any model has an edge in the
    // way of the first, and none in the way of all.
    double turn = 0.37;
    for (int ray = 0; ray < 64; ++ray, turn += 2.399963229728653) {
        const double height = 0.83 - 1.61 * std::fmod(0.618033988749895 * ray, 1.0);
        const double round = std::sqrt(1.0 - height * height);
        const Vector3d to = from + away * Vector3d(round * std::cos(turn), round * std::sin(turn), height);
        if (const std::optional<bool> odd = passes_odd(closed, point, {to.x(), to.y(), to.z()})) return *odd;
    }
    return false;
}

}  // namespace tocca
