// SPDX-License-Identifier: Apache-2.0
#include "simulation/judges/pair_judge.hpp"

#include <algorithm>
#include <mutex>
#include <tuple>

namespace tocca::simulation {
namespace {

/// Candidates in a fixed order, whichever thread found them when.
std::vector<FeaturePair> candidates_of(ContactScene& scene, const Positions& from, const Positions& to)
{
    scene.set_step(from, to);
    const TimeSpent time(scene.seconds);
    std::vector<FeaturePair> pairs;
    std::mutex mutex;
    QueryOptions query = scene.options();
    query.assume_start_free = true;
    query.accept = [&](const FeaturePair& pair) {
        const std::lock_guard lock(mutex);
        pairs.push_back(pair);
        return false;
    };
    (void)collides(scene.scene(), query);
    std::sort(pairs.begin(), pairs.end(), [](const FeaturePair& a, const FeaturePair& b) {
        return std::tie(a.kind, a.objects, a.vertices) < std::tie(b.kind, b.objects, b.vertices);
    });
    return pairs;
}

MovingPair moving_pair(const Stencil& stencil, PairKind kind, const Positions& from, const Positions& to)
{
    MovingPair pair = {.kind = kind};
    for (std::size_t i = 0; i < 4; ++i) {
        pair.start[i] = from.col(stencil.vertices[i]);
        pair.end[i] = to.col(stencil.vertices[i]);
    }
    return pair;
}

/// The normal of the features at a time, to the side where the first starts.
Eigen::Vector3d normal_of(const MovingPair& pair, const std::array<double, 4>& weights, double time)
{
    const auto x = pair.at(time);
    const bool vertex_face = pair.kind == PairKind::vertex_face;
    Eigen::Vector3d normal = vertex_face ? (x[2] - x[1]).cross(x[3] - x[1]) : (x[1] - x[0]).cross(x[3] - x[2]);
    const double norm = normal.norm();
    if (norm == 0.0) return normal;
    normal /= norm;
    Eigen::Vector3d start = Eigen::Vector3d::Zero();
    for (std::size_t i = 0; i < 4; ++i) {
        const bool first = i < (vertex_face ? std::size_t{1} : std::size_t{2});
        start += (first ? weights[i] : -weights[i]) * pair.start[i];
    }
    return start.dot(normal) < 0.0 ? Eigen::Vector3d(-normal) : normal;
}

}  // namespace

std::array<Eigen::Vector3d, 4> MovingPair::at(double time) const
{
    std::array<Eigen::Vector3d, 4> x;
    for (std::size_t i = 0; i < 4; ++i) x[i] = (1.0 - time) * start[i] + time * end[i];
    return x;
}

std::vector<Impact> PairJudge::impacts(ContactScene& scene, const Positions& from, const Positions& to,
                                       const KeptGap&) const
{
    std::vector<Impact> impacts;
    for (const FeaturePair& features : candidates_of(scene, from, to)) {
        const MovingPair pair = moving_pair(scene.stencil_of(features, {}), features.kind, from, to);
        const auto time = touches_at(pair);
        if (!time) continue;
        const auto weights = closest_points_of(pair.kind, pair.at(*time)).weights;
        impacts.push_back({scene.stencil_of(features, weights), normal_of(pair, weights, *time)});
    }
    return impacts;
}

SafeMotion PairJudge::safe_step(ContactScene& scene, const Positions& from, const Positions& to, const KeptGap&) const
{
    double first = 2.0;
    for (const FeaturePair& features : candidates_of(scene, from, to)) {
        const auto time = touches_at(moving_pair(scene.stencil_of(features, {}), features.kind, from, to));
        if (time) first = std::min(first, *time);
    }
    return {.step = first > 1.0 ? 1.0 : kept_part() * first};
}

bool PairJudge::is_free(ContactScene& scene, const Positions& from, const Positions& to) const
{
    return safe_step(scene, from, to, {}).step == 1.0;
}

}  // namespace tocca::simulation
