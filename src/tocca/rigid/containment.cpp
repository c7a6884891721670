// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/containment.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/base/sentence.hpp"
#include "tocca/geometry/closest_points.hpp"
#include "tocca/geometry/upward_ray.hpp"
#include "tocca/rigid/clear_of_surface.hpp"
#include "tocca/rigid/detail/surface_walk.hpp"
#include "tocca/rigid/detail/winding.hpp"

namespace tocca {

namespace {

using base::sentence;
using Eigen::Vector3d;

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
    rigid::detail::for_each_primitive_near(body, ray, [&](std::uint32_t primitive) {
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

}  // namespace

std::optional<int> winding_number(const RigidBody& solid, const Point& point)
{
    return winding(solid, point, [](std::uint32_t) { return true; });
}

bool contains(const RigidBody& solid, const Point& point)
{
    require_floating_point();
    return winding_number(solid, point) != 0;
}

bool rigid::clear_of_surface(const RigidBody& body, const Point& point, double distance)
{
    const Vector3d centre(point[0], point[1], point[2]);
    const Rss ball = {.centre = centre, .u = Vector3d::UnitX(), .v = Vector3d::UnitY(), .radius = distance};
    bool clear = true;
    rigid::detail::for_each_primitive_near(body, ball, [&](std::uint32_t primitive) {
        const auto [a, b, c] = body.corners(primitive);
        const double apart = closest_points(centre, Triangle{a, b, c}).difference.stableNorm();
        double length = 0.0;  // between any two coordinates
        for (const Vector3d& corner : {a, b, c}) length = std::max(length, (corner - centre).cwiseAbs().maxCoeff());
        clear = apart - 0x1p-46 * length > distance;
        return clear;
    });
    return clear;
}

namespace rigid::detail {

namespace {

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

std::optional<int> winding_without(const RigidBody& body, const SolidParts& parts, std::uint32_t part,
                                   const Point& point)
{
    return winding(body, point, [&](std::uint32_t face) { return parts.of_face[face] != part; });
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
            const std::optional<int> around = winding_without(body, parts, part, positions[v]);
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

}  // namespace rigid::detail

}  // namespace tocca
