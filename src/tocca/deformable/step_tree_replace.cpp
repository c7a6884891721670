// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/deformable/detail/leaf_changes.hpp"
#include "tocca/deformable/safe_step.hpp"
#include "tocca/deformable/step_tree.hpp"

namespace tocca::deformable {
namespace {

using detail::LeafChanges;

/// A slot has 28 bits in the words of a leaf.
constexpr std::size_t max_leaves = std::size_t{1} << 28U;

/// What leaves represent in addition, by leaf.
class ClaimsByLeaf {
public:
    ClaimsByLeaf(const std::vector<LeafChanges::Claim>& claims, std::size_t leaves)
        : claims_(claims), first_(leaves, none), next_(claims.size(), none)
    {
        for (std::size_t i = claims.size(); i-- > 0;)
            next_[i] = std::exchange(first_[claims[i].leaf], static_cast<std::uint32_t>(i));
    }

    template <class Visit>
    void for_each(std::size_t leaf, const Visit& visit) const
    {
        for (std::uint32_t i = first_[leaf]; i != none; i = next_[i]) visit(claims_[i].feature);
    }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    const std::vector<LeafChanges::Claim>& claims_;
    std::vector<std::uint32_t> first_;
    std::vector<std::uint32_t> next_;
};

}  // namespace

/// The arrays of a tree of which an object gets another mesh, laid out again by the leaves in their new order.
class StepTree::Layout {
public:
    Layout(const StepTree& old, std::vector<LeafWords> words, const LeafChanges& changes)
        : old_(old), words_(std::move(words)), changes_(changes), places_(changes.key_count(), no_place)
    {}

    /// Assumes: the leaves have their origin as their slot, those that came after those that were there; `numbers` and
    ///          `vertices` are by key.
    void run(std::span<MovingBox> leaves, std::span<const std::uint32_t> numbers,
             std::span<const MovingVertex> new_vertices)
    {
        const std::size_t count = words_.size() + changes_.added().size();
        const ClaimsByLeaf vertex_claims(changes_.vertex_claims(), count), edge_claims(changes_.edge_claims(), count);
        const std::size_t old_vertices = old_.vertices_.size();
        vertices_.reserve(changes_.key_count());
        boxes_.reserve(changes_.key_count());
        numbers_.reserve(changes_.key_count());
        edges_.reserve(old_.edges_.size() + changes_.edge_claims().size());
        corners_.reserve(leaves.size() + 1);
        const auto add_vertex = [&](Place key) {
            places_[key] = static_cast<Place>(vertices_.size());
            numbers_.push_back(numbers[key]);
            const bool is_old = key < old_vertices;
            vertices_.push_back(is_old ? old_.vertices_[key] : new_vertices[key - old_vertices]);
            boxes_.push_back(is_old ? old_.vertex_boxes_[key]
                                    : moving_box(vertices_.back().start, vertices_.back().end));
        };
        for (const MovingBox& leaf : leaves) {
            const std::size_t origin = LeafWords::of(leaf).slot;
            if (origin < words_.size()) {
                const LeafWords& words = words_[origin];
                for (std::uint32_t i = 0; i < words.vertices; ++i) add_vertex(words.first_vertex + i);
            }
            vertex_claims.for_each(origin, [&](const std::array<Place, 2>& feature) { add_vertex(feature[0]); });
        }
        const auto add_edge = [&](const std::array<Place, 2>& keys) {
            Place a = places_[keys[0]], b = places_[keys[1]];
            if (numbers_[b] < numbers_[a]) std::swap(a, b);
            edges_.push_back({a, b});
        };
        std::uint32_t first_vertex = 0;
        for (MovingBox& leaf : leaves) {
            const std::size_t origin = LeafWords::of(leaf).slot;
            LeafWords words{.first_edge = static_cast<std::uint32_t>(edges_.size()),
                            .first_vertex = first_vertex,
                            .slot = static_cast<std::uint32_t>(corners_.size())};
            if (origin < words_.size()) {
                words.vertices = words_[origin].vertices;
                for (std::uint32_t i = 0; i < words_[origin].edges; ++i)
                    add_edge(old_.edges_[words_[origin].first_edge + i]);
            }
            vertex_claims.for_each(origin, [&](const std::array<Place, 2>&) { ++words.vertices; });
            edge_claims.for_each(origin, add_edge);
            words.edges = static_cast<std::uint32_t>(edges_.size()) - words.first_edge;
            first_vertex += words.vertices;
            std::array<Place, 3> corners =
                origin < words_.size() ? old_.corners_[words_[origin].slot] : changes_.added()[origin - words_.size()];
            for (Place& corner : corners) {
                if (corner != no_place) corner = places_[corner];
            }
            corners_.push_back(corners);
            words.store(leaf);
        }
        corners_.push_back({no_place, no_place, no_place});
    }

    void move_to(StepTree& tree)
    {
        std::vector<Place> places(numbers_.size(), no_place);
        for (std::size_t place = 0; place < numbers_.size(); ++place)
            places[numbers_[place]] = static_cast<Place>(place);
        tree.corners_ = std::move(corners_);
        tree.edges_ = std::move(edges_);
        tree.vertex_boxes_ = std::move(boxes_);
        tree.vertices_ = std::move(vertices_);
        tree.places_ = std::move(places);
        tree.numbers_ = std::move(numbers_);
    }

    /// Those of the new mesh that have a part in what was not there, or are neither where the step starts nor where the next
    /// one starts if it follows what is proven.
    static std::vector<VertexId> open_vertices(const StepTree& tree, const TriangleMesh& mesh,
                                               const LeafChanges& changes, std::span<const VertexId> old_vertices)
    {
        std::vector<std::uint8_t> of_added(changes.key_count());
        for (const std::array<Place, 3>& corners : changes.added()) {
            for (const Place corner : corners) {
                if (corner != no_place) of_added[corner] = 1;
            }
        }
        const std::optional<double> proven_step = tree.proofs_.proven_step();
        const auto stays = [&](VertexId v) {
            const MovingVertex& vertex = tree.vertices_[changes.keys()[v]];
            const Point& now = mesh.positions()[v];
            return now == vertex.start || (proven_step && now == position_at(vertex.start, vertex.end, *proven_step));
        };
        std::vector<VertexId> open;
        for (VertexId v = 0; v < old_vertices.size(); ++v) {
            if (old_vertices[v] == new_vertex || of_added[changes.keys()[v]] != 0 || !stays(v)) open.push_back(v);
        }
        return open;
    }

    static void exchange_leaves(KineticTree& tree, const LeafChanges& changes, std::span<const MovingBox> added,
                                int threads)
    {
        if (changes.beside().size() == added.size()) {
            tree.exchange({changes.removed(), added, changes.beside()}, threads);
            return;
        }
        // The object had no leaves: it gets a subtree of its own.
        std::vector<MovingBox> leaves(tree.leaves().begin(), tree.leaves().end());
        leaves.insert(leaves.end(), added.begin(), added.end());
        tree = KineticTree(leaves, threads);
    }

private:
    const StepTree& old_;
    std::vector<LeafWords> words_;  ///< by leaf, as they were
    const LeafChanges& changes_;
    std::vector<Place> places_;  ///< by key
    std::vector<std::array<Place, 3>> corners_;
    std::vector<std::array<Place, 2>> edges_;
    std::vector<MovingBox> boxes_;
    std::vector<MovingVertex> vertices_;
    std::vector<std::uint32_t> numbers_;
};

void StepTree::replace(ObjectId object, const TriangleMesh& mesh, std::span<const VertexId> old_vertices, int threads)
{
    require_floating_point();
    const LeafChanges changes(*this, object, mesh, old_vertices);
    const std::size_t leaf_count = tree_.leaf_count(), added = changes.added().size();
    require(leaf_count + added < max_leaves, "too many triangles: a scene can hold fewer than 2^28");
    require(changes.key_count() < no_place, "too many vertices: a scene can hold fewer than 2^32 - 1");

    std::vector<VertexId> open = Layout::open_vertices(*this, mesh, changes, old_vertices);

    // By key: new vertices rest where the mesh has them, and every vertex has its new number.
    std::vector<MovingVertex> new_vertices;
    std::vector<std::uint32_t> numbers(changes.key_count(), no_place), offsets = offsets_;
    const std::size_t old_count = motions_[object].count;
    for (std::size_t next = object + std::size_t{1}; next < offsets.size(); ++next)
        offsets[next] = static_cast<std::uint32_t>(offsets[next] + old_vertices.size() - old_count);
    for (std::size_t place = 0; place < numbers_.size(); ++place) {
        const std::uint32_t number = numbers_[place];
        if (number < offsets_[object]) numbers[place] = number;
        if (number >= offsets_[object + 1])
            numbers[place] = static_cast<std::uint32_t>(number + old_vertices.size() - old_count);
    }
    for (std::size_t v = 0; v < old_vertices.size(); ++v) {
        const Place key = changes.keys()[v];
        numbers[key] = static_cast<std::uint32_t>(offsets_[object] + v);
        if (old_vertices[v] == new_vertex) new_vertices.push_back({mesh.positions()[v], mesh.positions()[v]});
    }

    // The leaves of the new tree say where they come from, until they are laid out.
    KineticTree tree = tree_;
    std::vector<LeafWords> words;
    words.reserve(leaf_count);
    for (MovingBox& leaf : tree.leaves()) {
        LeafWords now = LeafWords::of(leaf);
        words.push_back(now);
        now.slot = static_cast<std::uint32_t>(words.size() - 1);
        now.store(leaf);
    }
    std::vector<MovingBox> boxes;
    for (const std::array<Place, 3>& corners : changes.added()) {
        const auto box_of = [&](Place key) {
            const MovingVertex& vertex = key < vertices_.size() ? vertices_[key] : new_vertices[key - vertices_.size()];
            return moving_box(vertex.start, vertex.end);
        };
        MovingBox box = box_of(corners[0]);
        for (const Place corner : corners) {
            if (corner != no_place) extend(box, box_of(corner));
        }
        LeafWords{.slot = static_cast<std::uint32_t>(leaf_count + boxes.size())}.store(box);
        box.upper_end.word = object;
        boxes.push_back(box);
    }
    Layout::exchange_leaves(tree, changes, boxes, threads);

    Layout layout(*this, std::move(words), changes);
    layout.run(tree.leaves(), numbers, new_vertices);
    // Nothing has changed so far, whatever memory ran out.
    layout.move_to(*this);
    tree_ = std::move(tree);
    offsets_ = std::move(offsets);
    motions_[object].count = old_vertices.size();
    for (std::size_t each = 0; each < motions_.size(); ++each) {
        const std::span<const Place> places = std::span(places_).subspan(offsets_[each], motions_[each].count);
        motions_[each].first = places.empty() ? 0 : *std::min_element(places.begin(), places.end());
    }
    motions_[object].farthest =
        bvh::refit_kernel().motion(std::span(vertex_boxes_).subspan(motions_[object].first, motions_[object].count));
    try {
        proofs_.replace(object, object_count(), old_vertices, std::move(open));
    } catch (...) {
        proofs_ = detail::CrossingProofs();  // without them the whole start is tested
    }
    front_.forget();
    kept_.forget();
    set_motion_scale(true);
}

}  // namespace tocca::deformable
