// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/step_tree.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/deformable/detail/feature_kernel.hpp"
#include "tocca/deformable/safe_step.hpp"
#include "tocca/mesh/representatives.hpp"

namespace tocca::deformable {
namespace {

using bvh::BoxEnds;

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

/// Whether all coordinates are finite: adding one to the exponent of infinity or NaN, all ones, carries into the sign.
bool all_finite(std::span<const Point> points)
{
    constexpr std::uint64_t exponent = 0x7FF0'0000'0000'0000U, unit = 0x0010'0000'0000'0000U;
    std::uint64_t carries = 0;
    for (const Point& point : points) {
        for (const double x : point) carries |= (std::bit_cast<std::uint64_t>(x) & exponent) + unit;
    }
    return carries >> 63U == 0;
}

void require_finite(std::span<const Point> points, std::size_t object)
{
    if (all_finite(points)) return;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (all_finite(points.subspan(i, 1))) continue;
        throw Error(ErrorCode::not_finite, "vertex " + std::to_string(i) + " of object " + std::to_string(object) +
                                               " has a coordinate that is not finite");
    }
}

/// Stores the faces of a vertex's box, three or six each, those of the start first.
void store_faces(const float* lower, const float* upper, BoxEnds ends, MovingBox& box)
{
    if (has(ends, BoxEnds::start)) {
        std::copy_n(lower, 3, box.lower_start.at.begin());
        std::copy_n(upper, 3, box.upper_start.at.begin());
        lower += 3, upper += 3;
    }
    if (has(ends, BoxEnds::end)) {
        std::copy_n(lower, 3, box.lower_end.at.begin());
        std::copy_n(upper, 3, box.upper_end.at.begin());
    }
}

/// The boxes of vertices, at the ends given; their words stay 0.
void move_vertex_boxes(std::span<const MovingVertex> vertices, BoxEnds ends, std::span<MovingBox> boxes)
{
    constexpr std::size_t chunk = 64;
    const bvh::RefitKernel& kernel = bvh::refit_kernel();
    const std::size_t each = ends == BoxEnds::both ? 6 : 3;
    std::array<double, 6 * chunk> coordinates;
    std::array<float, 6 * chunk> lower, upper;
    for (std::size_t first = 0; first < vertices.size(); first += chunk) {
        const std::size_t count = std::min(chunk, vertices.size() - first);
        double* out = coordinates.data();
        for (const MovingVertex& vertex : vertices.subspan(first, count)) {
            if (has(ends, BoxEnds::start)) out = std::copy_n(vertex.start.data(), 3, out);
            if (has(ends, BoxEnds::end)) out = std::copy_n(vertex.end.data(), 3, out);
        }
        kernel.bound(std::span(coordinates).first(count * each), lower.data(), upper.data());
        for (std::size_t i = 0; i < count; ++i)
            store_faces(lower.data() + each * i, upper.data() + each * i, ends, boxes[first + i]);
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
        ObjectMotion& motion = motions_.emplace_back(ObjectMotion{.first = no_place, .count = positions.size()});
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const Place at = places_[offsets_[object] + i];
            vertices_[at] = {positions[i], positions[i]};
            vertex_boxes_[at] = moving_box(positions[i], positions[i]);
            motion.first = std::min(motion.first, at);
        }
        if (motion.count == 0) motion.first = 0;
        motion.farthest = bvh::refit_kernel().motion(std::span(vertex_boxes_).subspan(motion.first, motion.count));
    }
    set_motion_scale(true);
}

void StepTree::check(std::span<const std::span<const Point>> positions) const
{
    require(positions.size() == object_count(),
            "there must be one list of positions, possibly empty, for every object of the scene");
    for (std::size_t object = 0; object < positions.size(); ++object) {
        require(positions[object].empty() || positions[object].size() == motions_[object].count,
                "an object must get as many positions as it has vertices");
        require_finite(positions[object], object);
    }
}

void StepTree::set_step(std::span<const std::span<const Point>> start, std::span<const std::span<const Point>> end,
                        int threads)
{
    require_floating_point();
    if (!start.empty()) check(start);
    check(end);
    // Where the new step starts among what is proven of the one before; without proofs, nowhere.
    const std::optional<double> proven_step = proofs_.proven_step();
    std::atomic<bool> at_start = !proofs_.empty(), at_proven_step = proven_step.has_value();
    // Vertices about which nothing is proven may be anywhere.
    std::vector<std::uint8_t> open(proofs_.open_vertices().empty() ? 0 : vertices_.size());
    for (ObjectId object = 0; object < proofs_.open_vertices().size(); ++object) {
        for (const VertexId vertex : proofs_.open_vertices()[object]) open[offsets_[object] + vertex] = 1;
    }
    for (std::size_t object = 0; object < end.size(); ++object) {
        ObjectMotion& motion = motions_[object];
        const std::span<const Place> places = std::span(places_).subspan(offsets_[object], motion.count);
        const std::span<const Point> from = start.empty() ? std::span<const Point>() : start[object];
        std::atomic<bool> start_moved = false, end_moved = false;
        for_each_range(motion.count, threads, [&](std::size_t first, std::size_t last) {
            bool same_start = true, same_end = true, stays = true, same_proven = at_proven_step;
            for (std::size_t i = first; i < last; ++i) {
                MovingVertex& vertex = vertices_[places[i]];
                const Point next = from.empty() ? vertex.end : from[i];
                const Point next_end = end[object].empty() ? next : end[object][i];
                const bool is_open = !open.empty() && open[offsets_[object] + i] != 0;
                same_proven = same_proven && (is_open || next == position_at(vertex.start, vertex.end, *proven_step));
                same_start = same_start && next == vertex.start;
                stays = stays && (is_open || next == vertex.start);
                same_end = same_end && next_end == vertex.end;
                vertex = {next, next_end};
            }
            if (!same_start) start_moved = true;
            if (!same_end) end_moved = true;
            if (!same_proven) at_proven_step = false;
            if (!stays) at_start = false;
        });
        motion.moved = (start_moved ? BoxEnds::start : BoxEnds::none) | (end_moved ? BoxEnds::end : BoxEnds::none);
    }
    proofs_.advance(at_start, at_proven_step);
    move_boxes(threads);
}

void StepTree::set_end(std::span<const std::span<const Point>> end, int threads)
{
    require_floating_point();
    check(end);
    for (std::size_t object = 0; object < end.size(); ++object) {
        ObjectMotion& motion = motions_[object];
        motion.moved = BoxEnds::none;
        if (end[object].empty()) continue;
        const std::span<const Place> places = std::span(places_).subspan(offsets_[object], motion.count);
        for_each_range(motion.count, threads, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) vertices_[places[i]].end = end[object][i];
        });
        motion.moved = BoxEnds::end;
    }
    proofs_.advance(true, false);
    move_boxes(threads);
}

void StepTree::move_boxes(ObjectMotion& object, int threads)
{
    if (object.moved == BoxEnds::none) return;
    const std::span<const MovingVertex> vertices = std::span(vertices_).subspan(object.first, object.count);
    const std::span<MovingBox> boxes = std::span(vertex_boxes_).subspan(object.first, object.count);
    std::atomic<float> farthest = 0.0F;
    for_each_range(object.count, threads, [&](std::size_t first, std::size_t last) {
        move_vertex_boxes(vertices.subspan(first, last - first), object.moved, boxes.subspan(first, last - first));
        // Of the boxes, not of the points: what is infinitely far out has moved infinitely far.
        const float motion = bvh::refit_kernel().motion(boxes.subspan(first, last - first));
        for (float most = farthest; motion > most && !farthest.compare_exchange_weak(most, motion);) {
        }
    });
    object.farthest = farthest;
}

void StepTree::move_boxes(int threads)
{
    BoxEnds moved = BoxEnds::none;
    for (ObjectMotion& object : motions_) {
        move_boxes(object, threads);
        moved = moved | object.moved;
    }
    if (moved == BoxEnds::none) return;
    kept_.begin_step();
    const detail::FeatureKernel& kernel = detail::feature_kernel();
    const std::span<MovingBox> leaves = tree_.leaves();
    // The leaves of an object are neighbours.
    const auto move_leaves = [&](std::size_t first, std::size_t last) {
        BoxEnds any = BoxEnds::none;
        while (first < last) {
            const std::uint32_t object = leaves[first].upper_end.word;
            std::size_t next = first + 1;
            while (next < last && leaves[next].upper_end.word == object) ++next;
            kernel.move(vertex_boxes_, corners_, motions_[object].moved, leaves.subspan(first, next - first));
            any = any | motions_[object].moved;
            first = next;
        }
        return any;
    };
    tree_.refit(move_leaves, threads);
    const bool rebuilt = tree_.rebuild_decayed(decay_limit, threads);
    if (rebuilt) front_.forget();
    set_motion_scale(rebuilt || has(moved, BoxEnds::start));
}

void StepTree::set_motion_scale(bool sizes_changed)
{
    float motion = 0.0F;
    for (const ObjectMotion& object : motions_) motion = std::max(motion, object.farthest);
    // A float difference is at most half a unit in the last place too small.
    motion_scale_.max_motion = round_up(static_cast<double>(motion) * (1.0 + 0x1p-20));
    if (sizes_changed) motion_scale_.typical_size = median_size(tree_);
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
