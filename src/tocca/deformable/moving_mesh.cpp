// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/moving_mesh.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/deformable/free_times.hpp"
#include "tocca/deformable/intersections.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/deformable/moving_scene.hpp"
#include "tocca/deformable/near_pairs.hpp"
#include "tocca/deformable/safe_fractions.hpp"
#include "tocca/deformable/safe_step.hpp"

namespace tocca {

using deformable::MovingScene;

MovingMesh::MovingMesh(TriangleMesh mesh, double thickness, int threads)
    : scene_(std::make_unique<MovingScene>(
          std::vector<deformable::SceneObject>{{std::move(mesh), {.thickness = thickness}}}, threads))
{}

MovingMesh::MovingMesh(const MovingMesh& other)
    : scene_(other.scene_ ? std::make_unique<MovingScene>(*other.scene_) : nullptr)
{}
MovingMesh::MovingMesh(MovingMesh&&) noexcept = default;
MovingMesh& MovingMesh::operator=(const MovingMesh& other) { return *this = MovingMesh(other); }
MovingMesh& MovingMesh::operator=(MovingMesh&&) noexcept = default;
MovingMesh::~MovingMesh() = default;

void MovingMesh::move_to(std::span<const Point> end, int threads)
{
    require(scene_ != nullptr, "the mesh was moved from");
    const std::array<std::span<const Point>, 1> all{end};
    scene_->move_to(all, threads);
}

void MovingMesh::move_to(std::span<const Point> start, std::span<const Point> end, int threads)
{
    require(scene_ != nullptr, "the mesh was moved from");
    const std::array<std::span<const Point>, 1> starts{start}, ends{end};
    scene_->set_step(starts, ends, threads);
}

void MovingMesh::set_end(std::span<const Point> end, int threads)
{
    require(scene_ != nullptr, "the mesh was moved from");
    require(end.size() == mesh().vertex_count(), "there must be a position for every vertex of the mesh");
    const std::array<std::span<const Point>, 1> ends{end};
    scene_->set_end(ends, threads);
}

void MovingMesh::replace(TriangleMesh mesh, std::span<const VertexId> old_vertices, int threads)
{
    require(scene_ != nullptr, "the mesh was moved from");
    const std::vector<Point> rest(mesh.positions().begin(), mesh.positions().end());
    scene_->replace(0, std::move(mesh), old_vertices, threads);
    move_to(rest, rest, threads);
}

const TriangleMesh& MovingMesh::mesh() const { return scene().object(0).mesh; }

const MovingScene& MovingMesh::scene() const
{
    require(scene_ != nullptr, "the mesh was moved from");
    return *scene_;
}

bool collides(const MovingMesh& mesh, const QueryOptions& options) { return collides(mesh.scene(), options); }
Answer first_contact(const MovingMesh& mesh, const QueryOptions& options)
{
    return first_contact(mesh.scene(), options);
}
Answers all_contacts(const MovingMesh& mesh, const QueryOptions& options)
{
    return all_contacts(mesh.scene(), options);
}
SafeStep safe_step(const MovingMesh& mesh, const QueryOptions& options) { return safe_step(mesh.scene(), options); }

std::vector<Point> positions_at(const MovingMesh& mesh, double step)
{
    require(step >= 0.0 && step <= 1.0, "a step must be in [0, 1]");
    return positions_at(mesh.scene(), 0, step);
}

// NOLINTNEXTLINE(performance-unnecessary-value-param)
void positions_at(const MovingMesh& mesh, double step, Eigen::Ref<Eigen::VectorXd> out)
{
    const std::span<Point> points = points_in(out);
    const std::vector<Point> found = positions_at(mesh, step);
    require(points.size() == found.size(),
            "there must be room for a position of every vertex of the mesh, and no more");
    std::copy(found.begin(), found.end(), points.begin());
}

bool intersects(const MovingMesh& mesh, double time, const QueryOptions& options)
{
    return intersects(mesh.scene(), time, options);
}

std::vector<Intersection> intersections(const MovingMesh& mesh, double time, const QueryOptions& options)
{
    return intersections(mesh.scene(), time, options);
}

std::vector<FeaturePair::Near> near_pairs(const MovingMesh& mesh, double distance, double time,
                                          const QueryOptions& options)
{
    return near_pairs(mesh.scene(), distance, time, options);
}

void near_pairs(const MovingMesh& mesh, double distance, double time, const QueryOptions& options,
                std::vector<FeaturePair::Near>& pairs)
{
    near_pairs(mesh.scene(), distance, time, options, pairs);
}

std::vector<double> free_radii(const MovingMesh& mesh, double distance, double time, const QueryOptions& options)
{
    return free_radii(mesh.scene(), distance, time, options).front();
}

std::vector<double> safe_fractions(const MovingMesh& mesh, const QueryOptions& options)
{
    return safe_fractions(mesh.scene(), options).front();
}

std::vector<Point> positions_at(const MovingMesh& mesh, const std::vector<double>& fractions)
{
    return deformable::positions_at(positions_at(mesh, 0.0), positions_at(mesh, 1.0), fractions);
}

FreeTimes free_times(const MovingMesh& mesh, const Answers& contacts) { return free_times(mesh.scene(), 0, contacts); }

}  // namespace tocca
