// SPDX-License-Identifier: Apache-2.0
#include "simulation/impact_zones.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <numeric>

namespace tocca::simulation {
namespace {

constexpr double driven_weight = 1e6;  // in mean masses

/// The rotation by which vertices with these weights, places around their centre and displacements turn together.
Eigen::Matrix3d common_turn(const std::vector<double>& weights, const std::vector<Eigen::Vector3d>& arms,
                            const std::vector<Eigen::Vector3d>& moves)
{
    Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
    Eigen::Vector3d momentum = Eigen::Vector3d::Zero();
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const Eigen::Vector3d& r = arms[i];
        inertia += weights[i] * (r.squaredNorm() * Eigen::Matrix3d::Identity() - r * r.transpose());
        momentum += weights[i] * r.cross(moves[i]);
    }
    // A zone on a line has no inertia about it, and does not turn about it either.
    inertia += 1e-9 * inertia.trace() * Eigen::Matrix3d::Identity();
    if (inertia.trace() == 0.0) return Eigen::Matrix3d::Identity();
    const Eigen::Vector3d turn = inertia.inverse() * momentum;
    const double angle = turn.norm();
    if (!(angle > 0.0) || angle > 1.0) return Eigen::Matrix3d::Identity();
    return Eigen::AngleAxisd(angle, turn / angle).toRotationMatrix();
}

}  // namespace

ImpactZones::ImpactZones(const World& world) : world_(world), parent_(world.vertex_count())
{
    std::iota(parent_.begin(), parent_.end(), 0U);
}

std::uint32_t ImpactZones::zone_of(std::uint32_t vertex) const
{
    while (parent_[vertex] != vertex) vertex = parent_[vertex];
    return vertex;
}

void ImpactZones::join(std::span<const Impact> impacts)
{
    for (const Impact& impact : impacts) {
        std::uint32_t zone = zone_of(impact.stencil.vertices[0]);
        for (const std::uint32_t vertex : impact.stencil.vertices) {
            const std::uint32_t other = zone_of(vertex);
            parent_[std::max(zone, other)] = std::min(zone, other);
            zone = std::min(zone, other);
            parent_[vertex] = zone;
        }
    }
}

std::vector<std::vector<std::uint32_t>> ImpactZones::members() const
{
    std::vector<std::vector<std::uint32_t>> members(parent_.size());
    for (std::uint32_t vertex = 0; vertex < parent_.size(); ++vertex) members[zone_of(vertex)].push_back(vertex);
    std::erase_if(members, [](const auto& zone) { return zone.size() < 2; });
    return members;
}

std::size_t ImpactZones::count() const { return members().size(); }

void ImpactZones::move_as_one(const Positions& from, Positions& to, Motion motion) const
{
    for (const auto& zone : members()) {
        const bool fixed = std::any_of(zone.begin(), zone.end(),
                                       [&](std::uint32_t vertex) { return world_.roles()[vertex] == Role::fixed; });
        if (fixed) {
            for (const std::uint32_t vertex : zone) to.col(vertex) = from.col(vertex);
            continue;
        }
        std::vector<double> weights;
        std::vector<Eigen::Vector3d> arms, moves;
        Eigen::Vector3d centre = Eigen::Vector3d::Zero(), shift = Eigen::Vector3d::Zero();
        double sum = 0.0;
        for (const std::uint32_t vertex : zone) {
            const bool driven = world_.roles()[vertex] == Role::driven;
            weights.push_back(driven ? driven_weight * world_.mean_mass() : world_.masses()[vertex]);
            moves.emplace_back(to.col(vertex) - from.col(vertex));
            centre += weights.back() * from.col(vertex);
            shift += weights.back() * moves.back();
            sum += weights.back();
        }
        centre /= sum;
        shift /= sum;
        Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
        if (motion == Motion::rigid) {
            for (const std::uint32_t vertex : zone) arms.emplace_back(from.col(vertex) - centre);
            turn = common_turn(weights, arms, moves);
        }
        for (const std::uint32_t vertex : zone) {
            const Eigen::Vector3d arm = from.col(vertex) - centre;
            to.col(vertex) = from.col(vertex) + shift + (turn * arm - arm);
        }
    }
}

}  // namespace tocca::simulation
