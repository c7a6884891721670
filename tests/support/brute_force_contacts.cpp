// SPDX-License-Identifier: Apache-2.0
#include "support/brute_force_contacts.hpp"

#include <algorithm>
#include <tuple>

#include "tocca/elementary/first_contact.hpp"

namespace tocca::support {
namespace {

/// An edge of an object.
struct ObjectEdge {
    deformable::ObjectId object = 0;
    EdgeVertices ends = {};

    friend auto operator<=>(const ObjectEdge&, const ObjectEdge&) = default;
};

std::vector<ObjectEdge> edges_of(const deformable::MovingScene& scene)
{
    std::vector<ObjectEdge> edges;
    for (deformable::ObjectId object = 0; object < scene.object_count(); ++object) {
        const TriangleMesh& mesh = scene.object(object).mesh;
        for (const EdgeVertices& ends : mesh.edges()) edges.push_back({object, ends});
        for (const VertexId vertex : mesh.isolated_vertices()) edges.push_back({object, {vertex, vertex}});
    }
    std::sort(edges.begin(), edges.end());
    return edges;
}

bool share_a_vertex(const ObjectEdge& a, const ObjectEdge& b)
{
    if (a.object != b.object) return false;
    return a.ends[0] == b.ends[0] || a.ends[0] == b.ends[1] || a.ends[1] == b.ends[0] || a.ends[1] == b.ends[1];
}

bool before(const FeaturePair& a, const FeaturePair& b)
{
    const auto key = [](const FeaturePair& p) {
        const auto& v = p.vertices;
        const bool vertex_face = p.kind == PairKind::vertex_face;
        return std::tuple(p.kind, p.objects[0], v[0], vertex_face ? 0 : v[1], p.objects[1], vertex_face ? v[1] : 0,
                          v[2], v[3]);
    };
    return key(a) < key(b);
}

}  // namespace

bool passes(const deformable::MovingScene& scene, const QueryOptions& filter, const FeaturePair& pair)
{
    const auto [a, b] = pair.objects;
    const auto& first = scene.object(a).options;
    const auto& second = scene.object(b).options;
    if (a == b ? !(filter.self && first.self) : !filter.between) return false;
    for (const auto& skipped : filter.ignored_pairs) {
        if (skipped == std::array{a, b} || skipped == std::array{b, a}) return false;
    }
    for (const auto& skipped : filter.ignored_groups) {
        if (skipped == std::array{first.group, second.group} || skipped == std::array{second.group, first.group})
            return false;
    }
    return !filter.accept || filter.accept(pair);
}

std::vector<FeaturePair> all_feature_pairs(const deformable::MovingScene& scene)
{
    std::vector<FeaturePair> pairs;
    for (deformable::ObjectId a = 0; a < scene.object_count(); ++a) {
        for (VertexId v = 0; v < scene.object(a).mesh.vertex_count(); ++v) {
            for (deformable::ObjectId b = 0; b < scene.object_count(); ++b) {
                for (const FaceVertices& f : scene.object(b).mesh.faces()) {
                    if (a == b && (f[0] == v || f[1] == v || f[2] == v)) continue;
                    pairs.push_back({PairKind::vertex_face, {v, f[0], f[1], f[2]}, {a, b}});
                }
            }
        }
    }
    const std::vector<ObjectEdge> edges = edges_of(scene);
    for (std::size_t i = 0; i < edges.size(); ++i) {
        for (std::size_t j = i + 1; j < edges.size(); ++j) {
            if (share_a_vertex(edges[i], edges[j])) continue;
            const auto& [a, first] = edges[i];
            const auto& [b, second] = edges[j];
            pairs.push_back({PairKind::edge_edge, {first[0], first[1], second[0], second[1]}, {a, b}});
        }
    }
    std::sort(pairs.begin(), pairs.end(), before);
    return pairs;
}

PairRows rows_of(const deformable::MovingScene& scene, const FeaturePair& pair)
{
    const std::size_t second = pair.kind == PairKind::vertex_face ? 1 : 2;
    PairRows rows = {};
    for (std::size_t corner = 0; corner < 4; ++corner) {
        const deformable::ObjectId object = pair.objects[corner < second ? 0 : 1];
        const Point start = scene.start(object, pair.vertices[corner]), end = scene.end(object, pair.vertices[corner]);
        std::copy(start.begin(), start.end(), rows.begin() + static_cast<std::ptrdiff_t>(3 * corner));
        std::copy(end.begin(), end.end(), rows.begin() + static_cast<std::ptrdiff_t>(12 + 3 * corner));
    }
    return rows;
}

std::vector<Contact> brute_force_contacts(const deformable::MovingScene& scene, const QueryOptions& filter,
                                          double tolerance)
{
    std::vector<Contact> contacts;
    for (const FeaturePair& pair : all_feature_pairs(scene)) {
        if (!passes(scene, filter, pair)) continue;
        const Answer first = first_contact(rows_of(scene, pair), pair.kind, {.tolerance = tolerance});
        if (!first.contact) continue;
        contacts.push_back(*first.contact);
        contacts.back().vertices = pair.vertices;
        contacts.back().objects = pair.objects;
    }
    // By time; the pairs were in the order of their features.
    std::stable_sort(contacts.begin(), contacts.end(), [](const Contact& a, const Contact& b) {
        return std::pair(a.toc.lower, a.toc.upper) < std::pair(b.toc.lower, b.toc.upper);
    });
    return contacts;
}

}  // namespace tocca::support
