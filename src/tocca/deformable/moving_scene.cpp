// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/moving_scene.hpp"

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/deformable/step_tree.hpp"
#include "tocca/mesh/new_vertex.hpp"

namespace tocca::deformable {
namespace {

const deformable::MovingVertex& motion_of(const deformable::StepTree& step, ObjectId object, VertexId vertex)
{
    require(step.has_vertex(object, vertex), "the scene has no such object or vertex");
    return step.vertices()[step.place(object, vertex)];
}

}  // namespace

void check_old_vertices(std::span<const VertexId> old_vertices, std::size_t count, std::size_t old_count)
{
    require(old_vertices.size() == count, "there must be one number of an old vertex, or new_vertex, for every vertex");
    std::vector<bool> taken(old_count);
    for (std::size_t v = 0; v < count; ++v) {
        const VertexId old = old_vertices[v];
        if (old == new_vertex) continue;
        if (old >= old_count) {
            throw std::invalid_argument("vertex " + std::to_string(v) + " of the new mesh is said to be vertex " +
                                        std::to_string(old) + " of the old one, which has " +
                                        std::to_string(old_count) + " vertices");
        }
        if (taken[old]) {
            throw std::invalid_argument("vertex " + std::to_string(v) + " of the new mesh is said to be vertex " +
                                        std::to_string(old) + " of the old one, and so is another");
        }
        taken[old] = true;
    }
}

MovingScene::MovingScene() : MovingScene(std::vector<SceneObject>{}, 1) {}

MovingScene::MovingScene(std::vector<SceneObject> objects, int threads)
    : objects_(std::move(objects)), tree_(std::make_unique<deformable::StepTree>(objects_, threads))
{
    for (const SceneObject& object : objects_)
        require(object.options.thickness >= 0.0, "the thickness of an object must not be negative");
}

MovingScene::MovingScene(const MovingScene& other)
    : objects_(other.objects_), tree_(std::make_unique<deformable::StepTree>(other.tree()))
{}

MovingScene::MovingScene(MovingScene&& other) noexcept = default;
MovingScene& MovingScene::operator=(MovingScene&& other) noexcept = default;
MovingScene::~MovingScene() = default;

MovingScene& MovingScene::operator=(const MovingScene& other)
{
    MovingScene copy(other);
    *this = std::move(copy);
    return *this;
}

std::size_t MovingScene::triangle_count() const
{
    std::size_t count = 0;
    for (const SceneObject& object : objects_) count += object.mesh.faces().size();
    return count;
}

const deformable::StepTree& MovingScene::tree() const
{
    require(tree_ != nullptr, "the scene was moved from");
    return *tree_;
}

void MovingScene::move_to(std::span<const std::span<const Point>> next, int threads)
{
    require(tree_ != nullptr, "the scene was moved from");
    tree_->set_step({}, next, threads);
}

void MovingScene::set_step(std::span<const std::span<const Point>> start, std::span<const std::span<const Point>> end,
                           int threads)
{
    require(tree_ != nullptr, "the scene was moved from");
    require(start.size() == objects_.size(),
            "there must be one list of start positions, possibly empty, for every object of the scene");
    tree_->set_step(start, end, threads);
}

void MovingScene::set_end(std::span<const std::span<const Point>> end, int threads)
{
    require(tree_ != nullptr, "the scene was moved from");
    tree_->set_end(end, threads);
}

void MovingScene::replace(ObjectId object, TriangleMesh mesh, std::span<const VertexId> old_vertices, int threads)
{
    require(tree_ != nullptr, "the scene was moved from");
    require(object < objects_.size(), "the scene has no such object");
    check_old_vertices(old_vertices, mesh.vertex_count(), objects_[object].mesh.vertex_count());
    tree_->replace(object, mesh, old_vertices, threads);
    objects_[object].mesh = std::move(mesh);
}

void MovingScene::keep_front(std::size_t max_pairs)
{
    require(tree_ != nullptr, "the scene was moved from");
    tree_->keep_front(max_pairs);
}

void MovingScene::keep_candidates(double slack, std::size_t most)
{
    require(tree_ != nullptr, "the scene was moved from");
    require(slack >= 0.0 && std::isfinite(slack), "the slack of kept candidates must be finite and not negative");
    tree_->keep_candidates(slack, most);
}

Point MovingScene::start(ObjectId object, VertexId vertex) const { return motion_of(tree(), object, vertex).start; }

Point MovingScene::end(ObjectId object, VertexId vertex) const { return motion_of(tree(), object, vertex).end; }

}  // namespace tocca::deformable
