// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/containment.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "tocca/base/error.hpp"
#include "tocca/base/sentence.hpp"
#include "tocca/bvh/rss_tree.hpp"
#include "tocca/geometry/closest_points.hpp"
#include "tocca/geometry/upward_ray.hpp"
#include "tocca/geometry/vector_length.hpp"
#include "tocca/rigid/rss_kernel.hpp"

namespace tocca::rigid {

namespace {

using base::sentence;
using Eigen::Vector3d;

/// Calls `visit(primitive)` for every primitive of a body whose bounding volume is not proven to be apart from a volume in
/// the body's own coordinates. It returns whether to go on.
template <class Visit>
void for_each_primitive_near(const RigidBody& body, const Rss& volume, const Visit& visit)
{
    if (body.tree().empty()) return;
    const MovingFrame rest = {.rotation = Eigen::Matrix3d::Identity(),
                              .origin = Eigen::Vector3d::Zero(),
                              .pivot = Eigen::Vector3d::Zero(),
                              .velocity = Eigen::Vector3d::Zero(),
                              .angular_velocity = Eigen::Vector3d::Zero(),
                              .drift = Eigen::Vector3d::Zero()};
    const RssKernel& kernel = rss_kernel({});
    std::vector<std::uint32_t> stack = {0};
    while (!stack.empty()) {
        const RssNode& node = body.tree().nodes()[stack.back()];
        stack.pop_back();
        RssAnswer answer;
        kernel.answer(rss_question({.volume = volume, .frame = rest, .level = 0.0}, node, rest), node, answer);
        for (std::size_t lane = 0; lane < RssNode::width; ++lane) {
            const std::uint32_t child = node.child[lane];
            if (child == RssNode::no_child || answer.gap[lane] > 0.0F) continue;
            if ((child & RssNode::primitive_bit) == 0) {
                stack.push_back(child);
            } else if (!visit(child & ~RssNode::primitive_bit)) {
                return;
            }
        }
    }
}

/// The sum over the faces that `counts`.
template <class Counts>
std::optional<int> winding(const RigidBody& body, const Point& point, const Counts& counts)
{
    const Vector3d from(point[0], point[1], point[2]);
    const Vector3d offset = from - body.middle();
    const double reach = 1.001 * body.radius_about(body.middle());
    if ((offset.array().abs() > reach).any()) return 0;
    // Up to above the body; as thick as rounding may displace it.
    const double half = 0.5 * (reach - offset.z());
    const Rss ray = {.centre = from + Vector3d(0.0, 0.0, half),
                     .u = Vector3d::UnitZ(),
                     .v = Vector3d::UnitX(),
                     .half_u = half * (1.0 + 0x1p-40),
                     .radius = 0x1p-40 * (from.cwiseAbs().sum() + 2.0 * reach)};
    int sum = 0;
    bool on_surface = false;
    for_each_primitive_near(body, ray, [&](std::uint32_t primitive) {
        if (!counts(primitive)) return true;
        const FaceVertices& face = body.primitives()[primitive];
        const auto positions = body.mesh().positions();
        const auto through = leaves_through(point, {positions[face[0]], positions[face[1]], positions[face[2]]});
        on_surface = !through;
        sum += through.value_or(0);
        return !on_surface;
    });
    return on_surface ? std::nullopt : std::optional(sum);
}

Sign opposite(Sign sign)
{
    if (sign == Sign::zero) return sign;
    return sign == Sign::positive ? Sign::negative : Sign::positive;
}

[[noreturn]] void refuse_part(FaceId face, const std::string& why)
{
    throw Error(ErrorCode::malformed_mesh,
                sentence("the mesh cannot be a solid: the part with face ", face, " is inside out, and ", why));
}

/// Of the part, not a flat one, that reaches furthest in one direction: it is inside no other.
Sign outermost_volume(const TriangleMesh& mesh, const SolidParts& parts)
{
    Sign volume = Sign::zero;
    Point least = {};
    for (FaceId f = 0; f < mesh.faces().size(); ++f) {
        const Sign of_part = parts.volume[parts.of_face[f]];
        if (of_part == Sign::zero) continue;
        for (const VertexId v : mesh.faces()[f]) {
            if (volume != Sign::zero && !(mesh.positions()[v] < least)) continue;
            least = mesh.positions()[v];
            volume = of_part;
        }
    }
    return volume;
}

}  // namespace

std::optional<int> winding_number(const RigidBody& solid, const Point& point)
{
    return winding(solid, point, [](std::uint32_t) { return true; });
}

bool clear_of(const std::array<Vector3d, 3>& triangle, const Vector3d& point, double distance)
{
    const double apart = length_of(closest_points(point, Triangle{triangle[0], triangle[1], triangle[2]}).difference);
    double length = 0.0;  // between any two coordinates
    for (const Vector3d& corner : triangle) length = std::max(length, (corner - point).cwiseAbs().maxCoeff());
    return apart - 0x1p-46 * length > distance;
}

Side side_of(const RigidBody& solid, const MovingFrame& frame, const Vector3d& world, double error)
{
    const Vector3d local = frame.rotation.transpose() * (world - frame.origin);
    // Turning back rounds once more: a matrix that is a rotation within 2^-50, and sums of numbers below these.
    const double wrong = 2.0 * error + 0x1p-48 * (world.cwiseAbs().sum() + frame.origin.cwiseAbs().sum());
    const double reach = 1.01 * (solid.radius_about(solid.middle()) + wrong);
    if ((local - solid.middle()).cwiseAbs().maxCoeff() > reach) return Side::outside;
    const std::optional<int> winding = winding_number(solid, {local.x(), local.y(), local.z()});
    if (!winding) return Side::unclear;
    const Rss ball = {.centre = local, .u = Vector3d::UnitX(), .v = Vector3d::UnitY(), .radius = wrong};
    bool clear = true;
    for_each_primitive_near(solid, ball, [&](std::uint32_t primitive) {
        clear = clear_of(solid.corners(primitive), local, wrong);
        return clear;
    });
    if (!clear) return Side::unclear;
    return *winding == 0 ? Side::outside : Side::inside;
}

void check_cavities(const RigidBody& body, const SolidParts& parts)
{
    const auto has = [&](Sign sign) { return std::ranges::find(parts.volume, sign) != parts.volume.end(); };
    if (!has(Sign::positive) || !has(Sign::negative)) return;
    const Sign usual = outermost_volume(body.mesh(), parts);
    const auto positions = body.mesh().positions();
    const auto faces = body.mesh().faces();
    std::vector<bool> held(parts.volume.size()), seen(positions.size());
    for (FaceId f = 0; f < faces.size(); ++f) {
        const std::uint32_t part = parts.of_face[f];
        if (parts.volume[part] != opposite(usual)) continue;
        for (const VertexId v : faces[f]) {
            if (seen[v]) continue;
            seen[v] = true;
            const std::optional<int> around =
                winding(body, positions[v], [&](std::uint32_t other) { return parts.of_face[other] != part; });
            if (!around) continue;
            if (usual == Sign::positive ? *around <= 0 : *around >= 0) {
                refuse_part(f, sentence("it is not a cavity: vertex ", v, " at (", positions[v][0], ", ",
                                        positions[v][1], ", ", positions[v][2], ") is outside the other parts"));
            }
            held[part] = true;
        }
    }
    for (FaceId f = 0; f < faces.size(); ++f) {
        const std::uint32_t part = parts.of_face[f];
        if (parts.volume[part] != opposite(usual) || held[part]) continue;
        refuse_part(f, "all its vertices are on the surface of other parts, with which it cancels out");
    }
}

}  // namespace tocca::rigid
