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

/// What is fixed about an object of a scene.
struct ObjectOptions {
    std::string name = {};    ///< for reports
    std::uint32_t group = 0;  ///< for filters
    bool self = true;         ///< whether it may touch itself
    double thickness = 0.0;   ///< of its surface, in units of length: half of it on each side
};

/// An object of a scene: its mesh as given, and what is fixed about it.
struct SceneObject {
    TriangleMesh mesh;
    ObjectOptions options;
};

/// Several triangle meshes that deform together over a step: each vertex in a straight line, from its start to its end.
///
/// The scene keeps a tree over all triangles, loose edges and isolated vertices from step to step. A scene that was moved
/// from can be assigned to; verbs and steps refuse it (std::invalid_argument).
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

    /// The next step: what was the end is the start, `next` holds the end positions of each object in order. An object
    /// with no positions in `next` stays where it is.
    ///
    /// Throws: std::invalid_argument for a wrong number of objects or of positions and unless
    ///         floating_point_as_assumed(); Error (not_finite); the scene as it was before.
    /// Cost:   linear; parts of the tree that have decayed are built anew.
    void move_to(std::span<const std::span<const Point>> next, int threads = 0);
    void move_to(std::initializer_list<std::span<const Point>> next, int threads = 0)
    {
        move_to(std::span(next.begin(), next.size()), threads);
    }

    /// A step that does not go on from the one before. An object without start positions starts where it was at the end,
    /// one without end positions stays at its start.
    void set_step(std::span<const std::span<const Point>> start, std::span<const std::span<const Point>> end,
                  int threads = 0);

    /// Has all_contacts keep for the next call where its search ended: a front of at most so many pairs of nodes, 8 bytes
    /// each, from which the next search starts. Some 15 to 40 a triangle are needed for that to save time, which it does
    /// where steps are much like the ones before. 0, as at first: every search starts at the root. Answers are the same.
    void keep_front(std::size_t max_pairs);

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
