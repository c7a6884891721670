// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/detail/leaf_changes.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "tocca/base/keyed_hash.hpp"
#include "tocca/mesh/face_sides.hpp"

namespace tocca::deformable::detail {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};
/// Rounds in which leaves with new vertices alone look for neighbours: each is a pass over the leaves that come.
constexpr int max_rounds = 8;

std::array<Place, 2> edge_of(Place a, Place b) { return {std::min(a, b), std::max(a, b)}; }

/// Calls `visit(a, b)` for the edges of a leaf, each once: those of a face, a loose edge, or an isolated vertex to itself.
template <class Visit>
void for_each_edge(const std::array<Place, 3>& corners, const Visit& visit)
{
    if (corners[2] == no_place)
        visit(corners[0], corners[1]);
    else
        mesh::for_each_side(corners, [&](std::size_t, const std::array<Place, 2>& edge) { visit(edge[0], edge[1]); });
}

/// Calls `visit(vertex)` for the vertices of a leaf, each once.
template <class Visit>
void for_each_vertex(const std::array<Place, 3>& corners, const Visit& visit)
{
    mesh::for_each_vertex(corners, [&](std::size_t, Place vertex) {
        if (vertex != no_place) visit(vertex);
    });
}

}  // namespace

void LeafChanges::OpenEdges::add(Place a, Place b)
{
    ends_[a] = ends_[b] = 1;
    edges_.push_back(edge_of(a, b));
}

std::size_t LeafChanges::OpenEdges::find(const std::array<Place, 2>& edge) const
{
    const std::size_t mask = table_.size() - 1;
    std::size_t at = static_cast<std::size_t>(keyed_hash(std::uint64_t{edge[0]} << 32U | edge[1])) & mask;
    while (table_[at].edge[0] != no_place && table_[at].edge != edge) at = (at + 1) & mask;
    return at;
}

void LeafChanges::OpenEdges::index()
{
    table_.resize(std::bit_ceil(2 * edges_.size() + 2));
    for (const std::array<Place, 2>& edge : edges_) table_[find(edge)] = {edge, true};
}

bool LeafChanges::OpenEdges::settle(Place a, Place b)
{
    Slot& slot = table_[find(edge_of(a, b))];
    return std::exchange(slot.open, false);
}

LeafChanges::LeafChanges(const StepTree& step, ObjectId object, const TriangleMesh& mesh,
                         std::span<const VertexId> old_vertices)
    : step_(step), object_(object), old_leaves_(step.tree().leaf_count()), removed_(old_leaves_)
{
    key_count_ = step.vertices().size();
    keys_.reserve(old_vertices.size());
    for (const VertexId old : old_vertices)
        keys_.push_back(old == new_vertex ? static_cast<Place>(key_count_++) : step.place(object, old));
    match(mesh);
    assign();
    find_neighbours();
}

/// Finds which leaves stay, which go and which come.
void LeafChanges::match(const TriangleMesh& mesh)
{
    // The leaves of the object by a hash of their corners, as lists.
    const std::span<const MovingBox> leaves = step_.tree().leaves();
    std::vector<std::uint32_t> first(std::bit_ceil(old_leaves_ + 1), none), next(old_leaves_, none);
    const auto list_of = [&](const std::array<Place, 3>& corners) -> std::uint32_t& {
        const std::uint64_t two = keyed_hash(std::uint64_t{corners[0]} << 32U | corners[1]);
        return first[static_cast<std::size_t>(keyed_hash(two ^ corners[2])) & (first.size() - 1)];
    };
    for (std::size_t leaf = old_leaves_; leaf-- > 0;) {
        if (leaves[leaf].upper_end.word != object_) continue;
        removed_[leaf] = 1;
        std::uint32_t& list = list_of(step_.corners()[LeafWords::of(leaves[leaf]).slot]);
        next[leaf] = std::exchange(list, static_cast<std::uint32_t>(leaf));
    }
    const auto stays = [&](const std::array<Place, 3>& corners) {
        std::uint32_t* link = &list_of(corners);
        for (; *link != none; link = &next[*link]) {
            const std::uint32_t leaf = *link;
            if (step_.corners()[LeafWords::of(leaves[leaf]).slot] != corners) continue;
            removed_[leaf] = 0;
            *link = next[leaf];
            return true;
        }
        return false;
    };
    const auto add = [&](const std::array<Place, 3>& corners) {
        if (!stays(corners)) added_.push_back(corners);
    };
    for (const FaceVertices& face : mesh.faces()) add({keys_[face[0]], keys_[face[1]], keys_[face[2]]});
    for (const EdgeId edge : mesh.loose_edges())
        add({keys_[mesh.edges()[edge][0]], keys_[mesh.edges()[edge][1]], no_place});
    for (const VertexId vertex : mesh.isolated_vertices()) add({keys_[vertex], keys_[vertex], no_place});
}

/// Gives every vertex and edge that no leaf represents any longer, or not yet, to one: first to those that come, in order,
/// then to those that stay.
void LeafChanges::assign()
{
    const std::span<const MovingBox> leaves = step_.tree().leaves();
    std::vector<std::uint8_t> open_vertices(key_count_);
    for (const Place key : keys_) open_vertices[key] = key >= step_.vertices().size() ? 1 : 0;
    OpenEdges open_edges(key_count_);
    for (std::size_t leaf = 0; leaf < old_leaves_; ++leaf) {
        if (removed_[leaf] == 0) continue;
        const LeafWords words = LeafWords::of(leaves[leaf]);
        for (std::uint32_t i = 0; i < words.vertices; ++i) open_vertices[words.first_vertex + i] = 1;
        for (std::uint32_t i = 0; i < words.edges; ++i) {
            const auto& [a, b] = step_.edges()[words.first_edge + i];
            open_edges.add(a, b);
        }
    }
    for (const std::array<Place, 3>& corners : added_)
        for_each_edge(corners, [&](Place a, Place b) { open_edges.add(a, b); });
    open_edges.index();
    for (std::size_t leaf = 0; leaf < old_leaves_; ++leaf) {
        if (removed_[leaf] != 0) continue;
        const LeafWords words = LeafWords::of(leaves[leaf]);
        for (std::uint32_t i = 0; i < words.edges; ++i) {
            const auto& [a, b] = step_.edges()[words.first_edge + i];
            if (open_edges.may_have(a, b)) (void)open_edges.settle(a, b);
        }
    }
    const auto claim = [&](std::size_t leaf, const std::array<Place, 3>& corners) {
        const auto number = static_cast<std::uint32_t>(leaf);
        for_each_vertex(corners, [&](Place vertex) {
            if (std::exchange(open_vertices[vertex], std::uint8_t{0}) != 0)
                vertex_claims_.push_back({number, {vertex, vertex}});
        });
        for_each_edge(corners, [&](Place a, Place b) {
            if (open_edges.may_have(a, b) && open_edges.settle(a, b)) edge_claims_.push_back({number, {a, b}});
        });
    };
    for (std::size_t i = 0; i < added_.size(); ++i) claim(old_leaves_ + i, added_[i]);
    for (std::size_t leaf = 0; leaf < old_leaves_; ++leaf) {
        if (removed_[leaf] == 0 && leaves[leaf].upper_end.word == object_)
            claim(leaf, step_.corners()[LeafWords::of(leaves[leaf]).slot]);
    }
}

/// Finds for every leaf that comes one of its neighbours that was there: best one that goes.
void LeafChanges::find_neighbours()
{
    const std::span<const MovingBox> leaves = step_.tree().leaves();
    // By key: a leaf there, one that goes rather than one that stays.
    std::vector<std::uint32_t> at(key_count_, none);
    std::uint32_t any = none;
    for (const std::uint8_t going : {std::uint8_t{0}, std::uint8_t{1}}) {
        for (std::size_t leaf = 0; leaf < old_leaves_; ++leaf) {
            if (removed_[leaf] != going || leaves[leaf].upper_end.word != object_) continue;
            any = static_cast<std::uint32_t>(leaf);
            for_each_vertex(step_.corners()[LeafWords::of(leaves[leaf]).slot], [&](Place key) { at[key] = any; });
        }
    }
    if (any == none) return;
    const auto shared_by = [&](std::uint32_t leaf, const std::array<Place, 3>& corners) {
        const std::array<Place, 3>& others = step_.corners()[LeafWords::of(leaves[leaf]).slot];
        return std::ranges::count_if(corners,
                                     [&](Place key) { return std::ranges::find(others, key) != others.end(); });
    };
    beside_.assign(added_.size(), none);
    // What has new vertices alone follows its neighbours, as far as these are found in a few rounds.
    bool again = true;
    for (int round = 0; again && round < max_rounds; ++round) {
        again = false;
        for (std::size_t i = 0; i < added_.size(); ++i) {
            if (beside_[i] != none) continue;
            std::ptrdiff_t most = -1;
            for_each_vertex(added_[i], [&](Place key) {
                if (at[key] == none) return;
                const std::ptrdiff_t shared = shared_by(at[key], added_[i]);
                if (shared > most) most = shared, beside_[i] = at[key];
            });
            if (beside_[i] == none) continue;
            for_each_vertex(added_[i], [&](Place key) {
                if (at[key] == none) at[key] = beside_[i], again = true;
            });
        }
    }
    std::ranges::replace(beside_, none, any);
}

}  // namespace tocca::deformable::detail
