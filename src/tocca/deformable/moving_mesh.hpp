// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <memory>
#include <span>
#include <vector>

#include "tocca/answer/answer.hpp"
#include "tocca/answer/free_times.hpp"
#include "tocca/answer/options.hpp"
#include "tocca/mesh/eigen_arrays.hpp"

namespace tocca {

namespace deformable {
class MovingScene;
}

/// One triangle mesh that deforms over a step: each vertex in a straight line, from its start to its end. The short form of a
/// Scene of one mesh; the mesh may touch itself.
///
/// It keeps a tree from step to step. A mesh that was moved from can be assigned to; verbs and steps refuse it
/// (std::invalid_argument).
class MovingMesh {
public:
    /// At rest at the positions of the mesh. Features of a mesh with a thickness touch when they come as near as that.
    ///
    /// Throws: std::invalid_argument for a thickness or a number of threads that is negative, and unless
    ///         floating_point_as_assumed().
    explicit MovingMesh(TriangleMesh mesh, double thickness = 0.0, int threads = 0);
    /// Positions and faces: Eigen matrices of three columns.
    template <class Positions, class Faces>
    MovingMesh(const Eigen::MatrixBase<Positions>& positions, const Eigen::MatrixBase<Faces>& faces)
        : MovingMesh(mesh_of(positions, faces))
    {}
    MovingMesh(const MovingMesh& other);
    MovingMesh(MovingMesh&&) noexcept;
    MovingMesh& operator=(const MovingMesh& other);
    MovingMesh& operator=(MovingMesh&&) noexcept;
    ~MovingMesh();

    /// Begins the next step: the old end becomes the start.
    ///
    /// Throws: std::invalid_argument for a wrong number of positions; Error (not_finite). The mesh is then unchanged.
    void move_to(std::span<const Point> end, int threads = 0);
    template <class Positions>
    void move_to(const Eigen::MatrixBase<Positions>& end, int threads = 0)
    {
        with_points(end, [&](std::span<const Point> points) { move_to(points, threads); });
    }

    /// A step that does not continue the previous one.
    void move_to(std::span<const Point> start, std::span<const Point> end, int threads = 0);

    /// The same start with another end, as the trials of a line search have it.
    ///
    /// Throws: as move_to.
    void set_end(std::span<const Point> end, int threads = 0);
    template <class Positions>
    void set_end(const Eigen::MatrixBase<Positions>& end, int threads = 0)
    {
        with_points(end, [&](std::span<const Point> points) { set_end(points, threads); });
    }

    /// Gives it other vertices and faces between two steps, as `Scene::replace`: it then rests where the new mesh is.
    ///
    /// Throws: as there.
    void replace(TriangleMesh mesh, std::span<const VertexId> old_vertices, int threads = 0);

    /// The mesh as given, or as replaced.
    [[nodiscard]] const TriangleMesh& mesh() const;

    /// The scene of this mesh alone, for the engine of deforming meshes.
    [[nodiscard]] const deformable::MovingScene& scene() const;
    operator const deformable::MovingScene&() const { return scene(); }  // NOLINT(google-explicit-constructor)

private:
    std::unique_ptr<deformable::MovingScene> scene_;
};

/// The verbs, as for a Scene of this mesh alone. Everything is exact.
[[nodiscard]] bool collides(const MovingMesh& mesh, const QueryOptions& options = {});
[[nodiscard]] Answer first_contact(const MovingMesh& mesh, const QueryOptions& options = {});
[[nodiscard]] Answers all_contacts(const MovingMesh& mesh, const QueryOptions& options = {});
/// How far the mesh may move: to positions_at(mesh, step).
[[nodiscard]] SafeStep safe_step(const MovingMesh& mesh, const QueryOptions& options = {});

/// Where the vertices are after a fraction of the step, rounded.
///
/// Throws: std::invalid_argument for a step outside [0, 1].
[[nodiscard]] std::vector<Point> positions_at(const MovingMesh& mesh, double step);
/// The same into the caller's memory: x, y, z of one vertex after the other.
///
/// Throws: also std::invalid_argument for another number of vertices.
void positions_at(const MovingMesh& mesh, double step, Eigen::Ref<Eigen::VectorXd> out);

/// Whether any edge and face without a common vertex have a point in common at a time in [0, 1]; touching counts.
///
/// Throws: as `intersects` of a Scene.
[[nodiscard]] bool intersects(const MovingMesh& mesh, double time, const QueryOptions& options = {});
/// All of them, each edge with each face once.
[[nodiscard]] std::vector<Intersection> intersections(const MovingMesh& mesh, double time,
                                                      const QueryOptions& options = {});

/// All pairs of features that are at most distance + thickness apart at one end of the step, time 0 or 1, as `near_pairs` of a
/// Scene.
///
/// Throws: as there.
[[nodiscard]] std::vector<FeaturePair::Near> near_pairs(const MovingMesh& mesh, double distance, double time,
                                                        const QueryOptions& options = {});
/// The same in place of what `pairs` held, in its memory.
void near_pairs(const MovingMesh& mesh, double distance, double time, const QueryOptions& options,
                std::vector<FeaturePair::Near>& pairs);
/// How far each vertex may go in any direction, all at once, as `free_radii` of a Scene.
[[nodiscard]] std::vector<double> free_radii(const MovingMesh& mesh, double distance, double time,
                                             const QueryOptions& options = {});
/// How far each vertex may go, as a fraction of its own motion, as `safe_fractions` of a Scene: to
/// positions_at(mesh, fractions).
[[nodiscard]] std::vector<double> safe_fractions(const MovingMesh& mesh, const QueryOptions& options = {});
/// Throws: std::invalid_argument for another number of fractions than of vertices, or one outside [0, 1].
[[nodiscard]] std::vector<Point> positions_at(const MovingMesh& mesh, const std::vector<double>& fractions);

/// How long each vertex, edge and face is free, by the contacts that all_contacts gave for this step.
///
/// Throws: std::invalid_argument for crossings at the start that are not listed.
[[nodiscard]] FreeTimes free_times(const MovingMesh& mesh, const Answers& contacts);

}  // namespace tocca
