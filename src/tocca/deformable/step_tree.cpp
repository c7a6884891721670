// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/step_tree.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/deformable/safe_step.hpp"
#include "tocca/mesh/representatives.hpp"

namespace tocca::deformable {
namespace {

/// Vertices or leaves that one thread moves at a time.
constexpr std::size_t piece_size = 8192;
/// A part of the tree is rebuilt when it costs this many times what it cost when it was built.
constexpr double decay_limit = 2.0;

/// Calls `body(first, last)` for pieces of [0, count).
template <class Body>
void for_each_range(std::size_t count, int threads, const Body& body)
{
    for_each_piece((count + piece_size - 1) / piece_size, threads,
                   [&](std::size_t piece) { body(piece * piece_size, std::min(count, (piece + 1) * piece_size)); });
}

/// A leaf's vertices; those it lacks are no_place.
std::array<VertexId, 3> vertices_of(const TriangleMesh& mesh, const Leaf& leaf)
{
    if (leaf.kind == LeafKind::face) return mesh.faces()[leaf.feature];
    if (leaf.kind == LeafKind::vertex) return {leaf.feature, leaf.feature, no_place};
    const EdgeVertices& ends = mesh.edges()[leaf.feature];
    return {ends[0], ends[1], no_place};
}

/// The edge that bit 3 + `which` of a leaf's mask stands for.
EdgeVertices edge_of(const TriangleMesh& mesh, const Leaf& leaf, std::size_t which)
{
    if (leaf.kind == LeafKind::face) return mesh.edges()[mesh.face_edges()[leaf.feature][which]];
    if (leaf.kind == LeafKind::vertex) return {leaf.feature, leaf.feature};
    return mesh.edges()[leaf.feature];
}

bool represents(const Leaf& leaf, std::size_t bit) { return (leaf.represents >> bit & 1U) != 0; }

MovingBox box_of(std::span<const MovingBox> vertices, const std::array<Place, 3>& corners)
{
    MovingBox box = vertices[corners[0]];
    extend(box, vertices[corners[1]]);
    if (corners[2] != no_place) extend(box, vertices[corners[2]]);
    return box;
}

/// The median size at the start, averaged over the axes, of about a thousand leaves spread over the tree. Not the mean: a
/// few great triangles, such as a floor, must not pass for typical.
float median_size(const KineticTree& tree)
{
    const std::span<const MovingBox> leaves = tree.leaves();
    const std::size_t stride = leaves.size() / 1024 + 1;
    std::vector<float> sizes;
    for (std::size_t i = 0; i < leaves.size(); i += stride) {
        float size = 0.0F;
        for (std::size_t axis = 0; axis < 3; ++axis)
            size += (leaves[i].upper_start.at[axis] - leaves[i].lower_start.at[axis]) / 3.0F;
        sizes.push_back(size);
    }
    if (sizes.empty()) return 0.0F;
    const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
    std::nth_element(sizes.begin(), middle, sizes.end());
    return *middle;
}

void require_finite(std::span<const Point> points, std::size_t object)
{
    for (std::size_t i = 0; i < points.size(); ++i) {
        for (const double x : points[i]) {
            if (!std::isfinite(x)) {
                throw Error(ErrorCode::not_finite, "vertex " + std::to_string(i) + " of object " +
                                                       std::to_string(object) + " has a coordinate that is not finite");
            }
        }
    }
}

/// The leaves of all objects, and where those of each object begin.
struct SceneLeaves {
    std::vector<Leaf> leaves;
    std::vector<std::size_t> first;

    [[nodiscard]] std::size_t object_of(std::size_t leaf) const
    {
        return static_cast<std::size_t>(std::upper_bound(first.begin(), first.end(), leaf) - first.begin()) - 1;
    }
};

SceneLeaves leaves_of(std::span<const SceneObject> objects)
{
    SceneLeaves all;
    for (const SceneObject& object : objects) {
        all.first.push_back(all.leaves.size());
        const std::vector<Leaf> leaves = representative_leaves(object.mesh, Assignment::maximal);
        all.leaves.insert(all.leaves.end(), leaves.begin(), leaves.end());
    }
    require(all.leaves.size() < (std::size_t{1} << 28), "too many triangles: a scene can hold fewer than 2^28");
    return all;
}

/// The box of leaf i at rest; its slot is i, its tag the object.
MovingBox rest_box(std::span<const SceneObject> objects, const SceneLeaves& all, std::size_t i)
{
    const std::size_t object = all.object_of(i);
    const TriangleMesh& mesh = objects[object].mesh;
    const std::array<VertexId, 3> corners = vertices_of(mesh, all.leaves[i]);
    MovingBox box = moving_box(mesh.positions()[corners[0]], mesh.positions()[corners[0]]);
    for (const VertexId corner : corners) {
        if (corner != no_place) extend(box, moving_box(mesh.positions()[corner], mesh.positions()[corner]));
    }
    LeafWords{.slot = static_cast<std::uint32_t>(i)}.store(box);
    box.upper_end.word = static_cast<std::uint32_t>(object);
    return box;
}

}  // namespace

StepTree::StepTree(std::span<const SceneObject> objects, int threads)
{
    require_floating_point();
    std::size_t vertices = 0;
    offsets_.push_back(0);
    for (const SceneObject& object : objects) {
        vertices += object.mesh.vertex_count();
        require(vertices < no_place, "too many vertices: a scene can hold fewer than 2^32 - 1");
        offsets_.push_back(static_cast<std::uint32_t>(vertices));
    }
    const SceneLeaves all = leaves_of(objects);
    tree_ = KineticTree(
        all.leaves.size(), [&](std::size_t i) { return rest_box(objects, all, i); }, threads);

    // Vertices are numbered by the order of the leaves that represent them, edges likewise.
    places_.resize(vertices, no_place);
    numbers_.reserve(vertices);
    for (MovingBox& box : tree_.leaves()) {
        const std::size_t leaf = LeafWords::of(box).slot;
        const std::size_t object = all.object_of(leaf);
        const std::array<VertexId, 3> corners = vertices_of(objects[object].mesh, all.leaves[leaf]);
        for (std::size_t bit = 0; bit < 3; ++bit) {
            if (!represents(all.leaves[leaf], bit)) continue;
            const std::uint32_t number = offsets_[object] + corners[bit];
            places_[number] = static_cast<Place>(numbers_.size());
            numbers_.push_back(number);
        }
    }
    corners_.reserve(all.leaves.size() + 1);
    std::size_t edges = 0;
    for (const SceneObject& object : objects)
        edges += object.mesh.edges().size() + object.mesh.isolated_vertices().size();
    edges_.reserve(edges);
    std::uint32_t first_vertex = 0;
    for (MovingBox& box : tree_.leaves()) {
        const std::size_t leaf = LeafWords::of(box).slot;
        const auto object = static_cast<ObjectId>(all.object_of(leaf));
        const TriangleMesh& mesh = objects[object].mesh;
        LeafWords words{.first_edge = static_cast<std::uint32_t>(edges_.size()),
                        .first_vertex = first_vertex,
                        .slot = static_cast<std::uint32_t>(corners_.size())};
        for (std::size_t bit = 0; bit < 3; ++bit) {
            if (represents(all.leaves[leaf], bit)) ++words.vertices;
            if (!represents(all.leaves[leaf], bit + 3)) continue;
            const EdgeVertices ends = edge_of(mesh, all.leaves[leaf], bit);
            edges_.push_back({place(object, ends[0]), place(object, ends[1])});
            ++words.edges;
        }
        std::array<Place, 3> corners = vertices_of(mesh, all.leaves[leaf]);
        for (Place& corner : corners) {
            if (corner != no_place) corner = place(object, corner);
        }
        corners_.push_back(corners);
        first_vertex += words.vertices;
        words.store(box);
    }
    corners_.push_back({no_place, no_place, no_place});

    vertices_.resize(vertices);
    vertex_boxes_.resize(vertices);
    for (std::size_t object = 0; object < objects.size(); ++object) {
        const std::span<const Point> positions = objects[object].mesh.positions();
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const Place at = places_[offsets_[object] + i];
            vertices_[at] = {positions[i], positions[i]};
            vertex_boxes_[at] = moving_box(positions[i], positions[i]);
        }
    }
}

void StepTree::set_step(std::span<const std::span<const Point>> start, std::span<const std::span<const Point>> end,
                        int threads)
{
    require_floating_point();
    require(end.size() == object_count(),
            "there must be one list of positions, possibly empty, for every object of the scene");
    require(start.empty() || start.size() == end.size(), "start and end must be given for the same objects");
    for (const auto& positions : {start, end}) {
        for (std::size_t object = 0; object < positions.size(); ++object) {
            const std::size_t count = offsets_[object + 1] - offsets_[object];
            require(positions[object].empty() || positions[object].size() == count,
                    "an object must get as many positions as it has vertices");
            require_finite(positions[object], object);
        }
    }
    move_vertices(start, end, threads);
    move_boxes(threads);
}

void StepTree::move_vertices(std::span<const std::span<const Point>> start, std::span<const std::span<const Point>> end,
                             int threads)
{
    // Where the new step starts among what is proven of the one before; without proofs, nowhere.
    const std::optional<double> proven_step = proofs_.proven_step();
    std::atomic<bool> at_start = !proofs_.empty(), at_proven_step = proven_step.has_value();
    for (std::size_t object = 0; object < end.size(); ++object) {
        const std::size_t count = offsets_[object + 1] - offsets_[object];
        const std::span<const Place> places = std::span(places_).subspan(offsets_[object], count);
        const std::span<const Point> from = start.empty() ? std::span<const Point>() : start[object];
        for_each_range(count, threads, [&](std::size_t first, std::size_t last) {
            bool same_start = at_start, same_proven = at_proven_step;
            for (std::size_t i = first; i < last; ++i) {
                MovingVertex& vertex = vertices_[places[i]];
                const Point next = from.empty() ? vertex.end : from[i];
                same_start = same_start && next == vertex.start;
                same_proven = same_proven && next == position_at(vertex.start, vertex.end, *proven_step);
                vertex.start = next;
                vertex.end = end[object].empty() ? next : end[object][i];
            }
            if (!same_start) at_start = false;
            if (!same_proven) at_proven_step = false;
        });
    }
    proofs_.advance(at_start, at_proven_step);
}

void StepTree::move_boxes(int threads)
{
    for_each_range(vertices_.size(), threads, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) vertex_boxes_[i] = moving_box(vertices_[i].start, vertices_[i].end);
    });
    const std::span<MovingBox> leaves = tree_.leaves();
    for_each_range(leaves.size(), threads, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            const LeafWords words = LeafWords::of(leaves[i]);
            const std::uint32_t tag = leaves[i].upper_end.word;
            leaves[i] = box_of(vertex_boxes_, corners_[words.slot]);
            words.store(leaves[i]);
            leaves[i].upper_end.word = tag;
        }
    });
    tree_.refit(threads);
    if (tree_.rebuild_decayed(decay_limit, threads)) front_.forget();
    measure_motion();
}

void StepTree::measure_motion()
{
    float motion = 0.0F;
    for (const MovingBox& box : vertex_boxes_) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            // Of the boxes, not of the points: what is infinitely far out has moved infinitely far.
            motion = std::max({motion, box.upper_end.at[axis] - box.lower_start.at[axis],
                               box.upper_start.at[axis] - box.lower_end.at[axis]});
        }
    }
    // A float difference is at most half a unit in the last place too small.
    motion_scale_ = {round_up(static_cast<double>(motion) * (1.0 + 0x1p-20)), median_size(tree_)};
}

ObjectId StepTree::object_of(std::uint32_t number) const
{
    if (offsets_.size() == 2) return 0;
    return static_cast<ObjectId>(std::upper_bound(offsets_.begin(), offsets_.end(), number) - offsets_.begin() - 1);
}

PairRows StepTree::rows(const Candidate& candidate) const
{
    PairRows rows;
    for (std::size_t corner = 0; corner < 4; ++corner) {
        const MovingVertex& vertex = vertices_[candidate[corner]];
        std::copy_n(vertex.start.data(), 3, rows.data() + 3 * corner);
        std::copy_n(vertex.end.data(), 3, rows.data() + 12 + 3 * corner);
    }
    return rows;
}

Candidate StepTree::ordered(const Candidate& candidate, PairKind kind) const
{
    if (kind == PairKind::vertex_face) return candidate;
    const std::array<std::uint32_t, 2> first{number(candidate[0]), number(candidate[1])};
    const std::array<std::uint32_t, 2> second{number(candidate[2]), number(candidate[3])};
    if (first < second) return candidate;
    return {candidate[2], candidate[3], candidate[0], candidate[1]};
}

void StepTree::name(const Candidate& candidate, PairKind kind, Contact& contact) const
{
    const std::size_t second = kind == PairKind::vertex_face ? 1 : 2;
    contact.kind = kind;
    contact.objects = {object_of(number(candidate[0])), object_of(number(candidate[second]))};
    for (std::size_t corner = 0; corner < 4; ++corner) {
        const ObjectId object = contact.objects[corner < second ? 0 : 1];
        contact.vertices[corner] = number(candidate[corner]) - offsets_[object];
    }
}

}  // namespace tocca::deformable
