// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tocca/base/error.hpp"
#include "tocca/geometry/point.hpp"
#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca {

namespace deformable {
class StepTree;
}

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
    void keep_front(std::size_t most_pairs);

    /// Where a vertex is at the start and at the end of the step.
    ///
    /// Throws: std::invalid_argument for a vertex that does not exist.
    [[nodiscard]] Point start(ObjectId object, VertexId vertex) const;
    [[nodiscard]] Point end(ObjectId object, VertexId vertex) const;

    /// The tree over the current step.
    [[nodiscard]] const deformable::StepTree& tree() const;

private:
    std::vector<SceneObject> objects_;
    std::unique_ptr<deformable::StepTree> tree_;
};

/// Positions out of an Eigen matrix of n rows and 3 columns, of any scalar and storage order.
template <class Derived>
[[nodiscard]] std::vector<Point> points_of(const Eigen::MatrixBase<Derived>& positions)
{
    require(positions.cols() == 3, "positions must have three columns");
    std::vector<Point> points(static_cast<std::size_t>(positions.rows()));
    for (Eigen::Index i = 0; i < positions.rows(); ++i) {
        for (Eigen::Index axis = 0; axis < 3; ++axis) {
            points[static_cast<std::size_t>(i)][static_cast<std::size_t>(axis)] =
                static_cast<double>(positions(i, axis));
        }
    }
    return points;
}

/// Faces out of an Eigen matrix of n rows and 3 columns of vertex numbers.
template <class Derived>
[[nodiscard]] std::vector<FaceVertices> faces_of(const Eigen::MatrixBase<Derived>& faces)
{
    require(faces.cols() == 3, "faces must have three columns");
    std::vector<FaceVertices> result(static_cast<std::size_t>(faces.rows()));
    for (Eigen::Index i = 0; i < faces.rows(); ++i) {
        for (Eigen::Index corner = 0; corner < 3; ++corner) {
            const auto vertex = faces(i, corner);
            // A number that does not fit is out of range for any mesh, and reported as such.
            const bool fits = vertex >= 0 && static_cast<std::uint64_t>(vertex) < no_edge;
            result[static_cast<std::size_t>(i)][static_cast<std::size_t>(corner)] =
                fits ? static_cast<VertexId>(vertex) : no_edge;
        }
    }
    return result;
}

/// One triangle mesh that deforms: a scene of one object.
class MovingMesh {
public:
    /// At rest at the positions of the mesh.
    explicit MovingMesh(TriangleMesh mesh, ObjectOptions options = {}, int threads = 0);

    template <class Faces, class Positions>
    MovingMesh(const Eigen::MatrixBase<Faces>& faces, const Eigen::MatrixBase<Positions>& positions)
        : MovingMesh(TriangleMesh(points_of(positions), faces_of(faces)))
    {}

    /// The next step: what was the end is the start.
    void move_to(std::span<const Point> next, int threads = 0);

    template <class Positions>
    void move_to(const Eigen::MatrixBase<Positions>& next, int threads = 0)
    {
        move_to(points_of(next), threads);
    }

    [[nodiscard]] const TriangleMesh& mesh() const { return scene_.object(0).mesh; }

    /// Every verb of a scene is one of a mesh.
    [[nodiscard]] const MovingScene& scene() const { return scene_; }
    operator const MovingScene&() const { return scene_; }  // NOLINT(google-explicit-constructor): a mesh is a scene

private:
    MovingScene scene_;
};

}  // namespace tocca
