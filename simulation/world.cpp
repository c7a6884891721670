// SPDX-License-Identifier: Apache-2.0
#include "simulation/world.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <utility>

#include "tocca/base/error.hpp"

namespace tocca::simulation {
namespace {

Eigen::Vector3d vector_of(const Point& point) { return Eigen::Vector3d(point.data()); }

}  // namespace

std::uint32_t World::append(Part part, std::span<const Point> start)
{
    const std::uint32_t first = vertex_count();
    require(start.size() == part.mesh.vertex_count(), "there must be a start position for every vertex of a cloth");
    part.first_vertex = first;
    start_.conservativeResize(Eigen::NoChange, first + static_cast<Eigen::Index>(start.size()));
    for (std::size_t i = 0; i < start.size(); ++i) {
        start_.col(first + static_cast<Eigen::Index>(i)) = vector_of(start[i]);
    }
    roles_.resize(first + start.size(), part.schedule ? Role::driven : Role::fixed);
    masses_.resize(first + start.size(), 0.0);
    parts_.push_back(std::move(part));
    return first;
}

void World::add(Cloth cloth)
{
    for (const VertexId vertex : cloth.held) {
        require(vertex < cloth.rest.vertex_count(), "a held vertex of a cloth does not exist");
    }
    const std::span<const Point> start =
        cloth.start.empty() ? cloth.rest.positions() : std::span<const Point>(cloth.start);
    const std::uint32_t first = append({.name = std::move(cloth.name),
                                        .mesh = cloth.rest,
                                        .deforms = true,
                                        .schedule = cloth.held.empty() ? Schedule() : cloth.schedule},
                                       start);
    const Role held_role = parts_.back().schedule ? Role::driven : Role::fixed;
    std::fill(roles_.begin() + first, roles_.end(), Role::free);
    for (const FaceVertices& face : cloth.rest.faces()) {
        const auto p = cloth.rest.positions();
        const Eigen::Vector3d a = vector_of(p[face[0]]), b = vector_of(p[face[1]]), c = vector_of(p[face[2]]);
        const double third = cloth.material.density * 0.5 * (b - a).cross(c - a).norm() / 3.0;
        for (const VertexId corner : face) masses_[first + corner] += third;
    }
    for (const VertexId vertex : cloth.held) {
        roles_[first + vertex] = held_role;
        masses_[first + vertex] = 0.0;
    }
    // Vertices without a face have nothing that moves them.
    for (std::size_t i = first; i < roles_.size(); ++i) {
        if (roles_[i] == Role::free && masses_[i] == 0.0) roles_[i] = Role::fixed;
    }
    auto terms = stretch_terms(cloth.rest, cloth.material.stretch);
    const auto bending = bending_terms(cloth.rest, cloth.material.bending);
    terms.insert(terms.end(), bending.begin(), bending.end());
    for (LengthTerm& term : terms) {
        for (std::uint32_t& vertex : term.stencil.vertices) vertex += first;
        terms_.push_back(term);
    }
}

void World::add(Obstacle obstacle)
{
    const std::vector<Point> start(obstacle.mesh.positions().begin(), obstacle.mesh.positions().end());
    append(
        {.name = std::move(obstacle.name), .mesh = std::move(obstacle.mesh), .schedule = std::move(obstacle.schedule)},
        start);
}

double World::mean_mass() const
{
    double sum = 0.0;
    std::size_t count = 0;
    for (const double mass : masses_) {
        sum += mass;
        count += mass > 0.0 ? 1 : 0;
    }
    return count == 0 ? 1.0 : sum / static_cast<double>(count);
}

std::size_t World::triangle_count() const
{
    std::size_t count = 0;
    for (const Part& part : parts_) count += part.mesh.faces().size();
    return count;
}

Positions World::targets(double time, const Positions& positions) const
{
    Positions targets = positions;
    for (const Part& part : parts_) {
        if (!part.schedule) continue;
        const std::vector<Point> places = part.schedule(time);
        require(places.size() == part.mesh.vertex_count(),
                "a schedule must give a position for every vertex of its part");
        for (std::size_t i = 0; i < places.size(); ++i) {
            const std::size_t vertex = part.first_vertex + i;
            if (roles_[vertex] == Role::driven) targets.col(static_cast<Eigen::Index>(vertex)) = vector_of(places[i]);
        }
    }
    return targets;
}

Positions World::accelerations(const Positions& positions, const Positions& velocities) const
{
    Positions forces = Positions::Zero(3, positions.cols());
    if (surroundings_.drag > 0.0) {
        for (const Part& part : parts_) {
            if (!part.deforms) continue;
            for (const FaceVertices& face : part.mesh.faces()) {
                const std::uint32_t a = part.first_vertex + face[0], b = part.first_vertex + face[1],
                                    c = part.first_vertex + face[2];
                const Eigen::Vector3d twice_area =
                    (positions.col(b) - positions.col(a)).cross(positions.col(c) - positions.col(a));
                const double norm = twice_area.norm();
                if (norm == 0.0) continue;
                const Eigen::Vector3d speed =
                    surroundings_.wind - (velocities.col(a) + velocities.col(b) + velocities.col(c)) / 3.0;
                const double across = speed.dot(twice_area) / norm;
                const Eigen::Vector3d third = surroundings_.drag * std::abs(across) * across * twice_area / 6.0;
                for (const std::uint32_t corner : {a, b, c}) forces.col(corner) += third;
            }
        }
    }
    Positions result = Positions::Zero(3, positions.cols());
    for (std::uint32_t i = 0; i < vertex_count(); ++i) {
        if (roles_[i] != Role::free) continue;
        result.col(i) = surroundings_.gravity - surroundings_.damping * velocities.col(i) + forces.col(i) / masses_[i];
    }
    return result;
}

State start_of(const World& world)
{
    return {.positions = world.start(), .velocities = Positions::Zero(3, world.start().cols())};
}

bool advance_schedule(const World& world, State& state, double time_step, double reach)
{
    const Positions targets = world.targets(state.schedule_time, state.positions);
    if ((targets - state.positions).cwiseAbs().maxCoeff() > reach) {
        state.schedule_time = std::max(state.schedule_time - time_step, 0.0);
        return false;
    }
    state.schedule_time += time_step;
    return true;
}

}  // namespace tocca::simulation
