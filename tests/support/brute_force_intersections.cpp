// SPDX-License-Identifier: Apache-2.0
#include "support/brute_force_intersections.hpp"

#include <algorithm>
#include <tuple>

#include "support/brute_force_contacts.hpp"
#include "support/exact_distance.hpp"

namespace tocca::support {
namespace {

using deformable::MovingVertex;
using deformable::detail::EdgeAndFace;
using deformable::detail::Meeting;

ExactPoint position(const MovingVertex& vertex, const Rational& t)
{
    ExactPoint result;
    for (std::size_t axis = 0; axis < 3; ++axis)
        result[axis] = (1 - t) * Rational(vertex.start[axis]) + t * Rational(vertex.end[axis]);
    return result;
}

/// The volume of a parallelepiped, twelve coordinates expanded by the first row.
Rational volume(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c, const ExactPoint& d)
{
    const auto x = [&](const ExactPoint& p, std::size_t axis) { return Rational(p[axis] - a[axis]); };
    return x(b, 0) * (x(c, 1) * x(d, 2) - x(c, 2) * x(d, 1)) - x(b, 1) * (x(c, 0) * x(d, 2) - x(c, 2) * x(d, 0)) +
           x(b, 2) * (x(c, 0) * x(d, 1) - x(c, 1) * x(d, 0));
}

MovingVertex vertex_of(const deformable::MovingScene& scene, deformable::ObjectId object, VertexId vertex)
{
    return {scene.start(object, vertex), scene.end(object, vertex)};
}

/// Whether boxes tell them apart at the start, where the coordinates are doubles; spares most of the rationals.
bool boxes_apart_at_start(const EdgeAndFace& pair)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto [edge_low, edge_high] = std::minmax({pair.edge[0].start[axis], pair.edge[1].start[axis]});
        const auto [face_low, face_high] =
            std::minmax({pair.face[0].start[axis], pair.face[1].start[axis], pair.face[2].start[axis]});
        if (edge_high < face_low || face_high < edge_low) return true;
    }
    return false;
}

auto order(const Intersection& x) { return std::tie(x.objects[0], x.edge, x.objects[1], x.face); }

}  // namespace

Meeting judge_meeting(const EdgeAndFace& pair, const Rational& t)
{
    const ExactPoint p = position(pair.edge[0], t), q = position(pair.edge[1], t);
    const ExactPoint a = position(pair.face[0], t), b = position(pair.face[1], t), c = position(pair.face[2], t);
    for (std::size_t axis = 0; axis < 3; ++axis) {  // spares most of the rest
        const auto [edge_low, edge_high] = std::minmax({p[axis], q[axis]});
        const auto [face_low, face_high] = std::minmax({a[axis], b[axis], c[axis]});
        if (edge_high < face_low || face_high < edge_low) return Meeting::apart;
    }
    if (squared_point_triangle({p, a, b, c}) == 0 || squared_point_triangle({q, a, b, c}) == 0 ||
        squared_segments({p, q, a, b}) == 0 || squared_segments({p, q, b, c}) == 0 ||
        squared_segments({p, q, c, a}) == 0)
        return Meeting::touching;
    const Rational above = volume(a, b, c, p), below = volume(a, b, c, q);
    if (above == 0 || below == 0 || (above > 0) == (below > 0)) return Meeting::apart;
    ExactPoint pass;
    for (std::size_t axis = 0; axis < 3; ++axis) pass[axis] = p[axis] + above / (above - below) * (q[axis] - p[axis]);
    return squared_point_triangle({pass, a, b, c}) == 0 ? Meeting::crossing : Meeting::apart;
}

std::vector<Intersection> brute_force_intersections(const deformable::MovingScene& scene, double time)
{
    std::vector<Intersection> found;
    const Rational t(time);
    for (deformable::ObjectId a = 0; a < scene.object_count(); ++a) {
        const TriangleMesh& first = scene.object(a).mesh;
        std::vector<EdgeVertices> edges(first.edges().begin(), first.edges().end());
        for (const VertexId vertex : first.isolated_vertices()) edges.push_back({vertex, vertex});
        for (const EdgeVertices& edge : edges) {
            for (deformable::ObjectId b = 0; b < scene.object_count(); ++b) {
                for (const FaceVertices& face : scene.object(b).mesh.faces()) {
                    const auto is_corner = [&](VertexId v) {
                        return a == b && std::find(face.begin(), face.end(), v) != face.end();
                    };
                    if (is_corner(edge[0]) || is_corner(edge[1])) continue;
                    const EdgeAndFace pair{
                        {vertex_of(scene, a, edge[0]), vertex_of(scene, a, edge[1])},
                        {vertex_of(scene, b, face[0]), vertex_of(scene, b, face[1]), vertex_of(scene, b, face[2])}};
                    if (time == 0.0 && boxes_apart_at_start(pair)) continue;
                    const Meeting meeting = judge_meeting(pair, t);
                    if (meeting != Meeting::apart) found.push_back({edge, face, {a, b}, meeting == Meeting::crossing});
                }
            }
        }
    }
    std::sort(found.begin(), found.end(), [](const auto& x, const auto& y) { return order(x) < order(y); });
    return found;
}

std::vector<Intersection> brute_force_crossings(const deformable::MovingScene& scene, const QueryOptions& filter)
{
    std::vector<Intersection> crossings = brute_force_intersections(scene, 0.0);
    std::erase_if(crossings, [&](const Intersection& x) {
        if (!x.crosses) return true;
        const auto [of_edge, of_face] = x.objects;
        for (const VertexId end : x.edge) {
            const std::array<VertexId, 4> pair{end, x.face[0], x.face[1], x.face[2]};
            if (passes(scene, filter, {PairKind::vertex_face, pair, x.objects})) return false;
        }
        for (std::size_t i = 0; i < 3; ++i) {
            const auto [low, high] = std::minmax(x.face[i], x.face[(i + 1) % 3]);
            const EdgeVertices side{low, high};
            const bool edge_first = std::tie(of_edge, x.edge) < std::tie(of_face, side);
            const EdgeVertices &first = edge_first ? x.edge : side, &second = edge_first ? side : x.edge;
            const FeaturePair pair{PairKind::edge_edge,
                                   {first[0], first[1], second[0], second[1]},
                                   {edge_first ? of_edge : of_face, edge_first ? of_face : of_edge}};
            if (passes(scene, filter, pair)) return false;
        }
        return true;
    });
    return crossings;
}

Outcome outcome_of(const std::vector<Contact>& contacts, bool crossing, bool near)
{
    if (crossing) return Outcome::crossing_at_start;
    const auto at_start = [](const Contact& contact) { return contact.toc.upper == 0.0; };
    if (std::any_of(contacts.begin(), contacts.end(), at_start)) return Outcome::touching_at_start;
    if (!contacts.empty()) return Outcome::contact;
    return near ? Outcome::near_at_start : Outcome::free;
}

}  // namespace tocca::support
