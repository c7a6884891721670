// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/free_times.hpp"

#include <algorithm>
#include <numeric>

#include "tocca/base/error.hpp"

namespace tocca::deformable {
namespace {

void lower(double& time, double to) { time = std::min(time, to); }

/// Finds the features that contacts name by vertices.
class FeatureIndex {
public:
    explicit FeatureIndex(const TriangleMesh& mesh) : mesh_(mesh), by_corners_(mesh.faces().size())
    {
        std::iota(by_corners_.begin(), by_corners_.end(), 0U);
        std::sort(by_corners_.begin(), by_corners_.end(),
                  [&](FaceId a, FaceId b) { return mesh.faces()[a] < mesh.faces()[b]; });
    }

    /// All faces with these corners in this order.
    [[nodiscard]] std::span<const FaceId> faces(const FaceVertices& corners) const
    {
        const auto before = [&](FaceId face, const FaceVertices& value) { return mesh_.faces()[face] < value; };
        const auto after = [&](const FaceVertices& value, FaceId face) { return value < mesh_.faces()[face]; };
        const auto first = std::lower_bound(by_corners_.begin(), by_corners_.end(), corners, before);
        return {first, std::upper_bound(first, by_corners_.end(), corners, after)};
    }

    /// The edge with these ends, if there is one: an isolated vertex is an edge to itself that has no number.
    [[nodiscard]] EdgeId edge(const EdgeVertices& ends) const
    {
        const auto edges = mesh_.edges();
        const auto found = std::lower_bound(edges.begin(), edges.end(), ends);
        return found != edges.end() && *found == ends ? static_cast<EdgeId>(found - edges.begin()) : no_edge;
    }

private:
    const TriangleMesh& mesh_;
    std::vector<FaceId> by_corners_;
};

}  // namespace

FreeTimes free_times(const MovingScene& scene, ObjectId object, const Answers& contacts)
{
    const TriangleMesh& mesh = scene.object(object).mesh;
    const FeatureIndex index(mesh);
    FreeTimes times{std::vector<double>(mesh.vertex_count(), contacts.until),
                    std::vector<double>(mesh.edges().size(), contacts.until),
                    std::vector<double>(mesh.faces().size(), contacts.until)};
    const auto edge_touches = [&](const EdgeVertices& ends, double time) {
        const EdgeId edge = index.edge(ends);
        if (edge != no_edge)
            lower(times.edges[edge], time);
        else
            lower(times.vertices[ends[0]], time);
    };
    require(!contacts.only_changed, "free_times() needs the contacts of all pairs: leave `changed` out of the query");
    const Start& at_start = contacts.start;
    require(at_start.crossings.size() == at_start.crossing_count,
            "free_times() needs the list of crossings at the start: set `list_start` in the query");
    for (const Intersection& crossing : at_start.crossings) {
        if (crossing.objects[0] == object) edge_touches(crossing.edge, 0.0);
        if (crossing.objects[1] != object) continue;
        for (const FaceId face : index.faces(crossing.face)) lower(times.faces[face], 0.0);
    }
    for (const Contact& contact : contacts.contacts) {
        const auto& v = contact.vertices;
        const double time = contact.toc.lower;
        if (contact.kind == PairKind::vertex_face) {
            if (contact.objects[0] == object) lower(times.vertices[v[0]], time);
            if (contact.objects[1] != object) continue;
            for (const FaceId face : index.faces({v[1], v[2], v[3]})) lower(times.faces[face], time);
        } else {
            if (contact.objects[0] == object) edge_touches({v[0], v[1]}, time);
            if (contact.objects[1] == object) edge_touches({v[2], v[3]}, time);
        }
    }
    for (std::size_t edge = 0; edge < times.edges.size(); ++edge) {
        for (const VertexId vertex : mesh.edges()[edge]) lower(times.edges[edge], times.vertices[vertex]);
    }
    for (std::size_t face = 0; face < times.faces.size(); ++face) {
        for (const EdgeId edge : mesh.face_edges()[face]) {
            if (edge != no_edge) lower(times.faces[face], times.edges[edge]);
        }
        for (const VertexId vertex : mesh.faces()[face]) lower(times.faces[face], times.vertices[vertex]);
    }
    return times;
}

}  // namespace tocca::deformable
