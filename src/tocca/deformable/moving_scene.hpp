// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tocca/geometry/point.hpp"
#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca::deformable {

class StepTree;

/// Objects of a scene are numbered from 0 in the order in which they are added.
using ObjectId = std::uint32_t;

/// The fixed options of an object of a scene.
struct ObjectOptions {
    std::string name = {};    ///< for reports
    std::uint32_t group = 0;  ///< for filters
    bool self = true;         ///< whether it may touch itself
    double thickness = 0.0;   ///< of its surface, in units of length: half of it on each side
};

/// An object of a scene: its mesh as given, and its options.
struct SceneObject {
    TriangleMesh mesh;
    ObjectOptions options;
};

/// Throws: std::invalid_argument unless `old_vertices` holds for each of `count` vertices another number below `old_count`, or
///         new_vertex; with the place.
void check_old_vertices(std::span<const VertexId> old_vertices, std::size_t count, std::size_t old_count);

/// Several triangle meshes that deform together over a step: each vertex in a straight line, from its start to its end.
///
/// The scene keeps a tree over all triangles, loose edges and isolated vertices from step to step. A scene that was
/// moved from can be assigned to; verbs and steps refuse it (std::invalid_argument).
class MovingScene {
public:
    MovingScene();
    /// At rest at the positions of the meshes.
    ///
    /// Throws: std::invalid_argument for a thickness or a number of threads that is negative, for too many triangles or
    ///         vertices, and unless floating_point_as_assumed().
    explicit MovingScene(std::vector<SceneObject> objects, int threads = 0);
    MovingScene(const MovingScene&);
    MovingScene(MovingScene&&) noexcept;
    MovingScene& operator=(const MovingScene&);
    MovingScene& operator=(MovingScene&&) noexcept;
    ~MovingScene();

    [[nodiscard]] std::size_t object_count() const { return objects_.size(); }
    [[nodiscard]] const SceneObject& object(ObjectId id) const { return objects_.at(id); }
    [[nodiscard]] std::size_t triangle_count() const;

    /// Begins the next step: the old end becomes the start, `next` holds the end positions of each object in order. An
    /// object with no positions in `next` stays where it is.
    ///
    /// Throws: std::invalid_argument for a wrong number of objects or of positions and unless
    ///         floating_point_as_assumed(); Error (not_finite). The scene is then unchanged.
    /// Cost:   linear; parts of the tree that have decayed are rebuilt.
    void move_to(std::span<const std::span<const Point>> next, int threads = 0);
    void move_to(std::initializer_list<std::span<const Point>> next, int threads = 0)
    {
        move_to(std::span(next.begin(), next.size()), threads);
    }

    /// Begins a step that does not continue the previous one. An object without start positions starts where it last
    /// ended; one without end positions stays at its start.
    ///
    /// Throws, cost: as move_to. For objects that start or end where they did before, that end is not recomputed.
    void set_step(std::span<const std::span<const Point>> start, std::span<const std::span<const Point>> end,
                  int threads = 0);

    /// Keeps the start of the step and sets other ends, as for the trials of a line search: an object without end
    /// positions keeps its end.
    ///
    /// Throws, cost: as move_to, but only the ends are recomputed.
    void set_end(std::span<const std::span<const Point>> end, int threads = 0);

    /// Gives an object another mesh, as when a simulator remeshes or a model breaks. `old_vertices` holds for each vertex of
    /// it the number in the old mesh, or new_vertex. Vertices that were there keep their start and end of the step; new
    /// ones rest where the mesh has them. Usually another step follows.
    ///
    /// Throws: std::invalid_argument for an object or vertex that does not exist, an old vertex that is named twice, another
    ///         number of old vertices than of vertices, and too many triangles. The scene is then unchanged.
    /// Cost:   linear, but nothing is sorted: the tree changes only where the mesh did.
    void replace(ObjectId object, TriangleMesh mesh, std::span<const VertexId> old_vertices, int threads = 0);

    /// Makes all_contacts keep its traversal front, at most `max_pairs` node pairs of 8 bytes, so that the next call
    /// starts there. This saves time if steps resemble each other and `max_pairs` is about 15 to 40 per triangle. With
    /// 0, the default, every search starts at the root. Answers are the same.
    void keep_front(std::size_t max_pairs);

    /// Makes searches keep a list of the pairs of features that come within their gap plus twice the slack of each
    /// other, at most `most` pairs of 16 bytes each. Later searches start from this list instead of the tree, as long
    /// as the step follows the one that was searched to within the slack: a shorter trial of a line search, or a small
    /// move on from there. Otherwise they search the tree and keep a new list. With a slack of 0, the default, nothing
    /// is kept. Answers are the same; Statistics::kept_searches counts the searches that used a list.
    ///
    /// Throws: std::invalid_argument for a slack that is negative or not finite.
    void keep_candidates(double slack, std::size_t most = std::size_t{1} << 22U);

    /// Where a vertex is at the start and at the end of the step.
    ///
    /// Throws: std::invalid_argument for a vertex that does not exist.
    [[nodiscard]] Point start(ObjectId object, VertexId vertex) const;
    [[nodiscard]] Point end(ObjectId object, VertexId vertex) const;

    /// The tree over the current step.
    [[nodiscard]] const StepTree& tree() const;

private:
    std::vector<SceneObject> objects_;
    std::unique_ptr<StepTree> tree_;
};

}  // namespace tocca::deformable
