// SPDX-License-Identifier: Apache-2.0
#include "simulation/judges/additive_judge.hpp"

#include <algorithm>
#include <cmath>

#include "tocca/geometry/closest_points.hpp"

namespace tocca::simulation {
namespace {

constexpr double kept = 0.1;  // of the first distance
constexpr int max_steps = 10'000;

double distance(PairKind kind, const std::array<Eigen::Vector3d, 4>& x)
{
    return std::sqrt(kind == PairKind::vertex_face
                         ? closest_points(x[0], Triangle{x[1], x[2], x[3]}).squared_distance
                         : closest_points(Segment{x[0], x[1]}, Segment{x[2], x[3]}).squared_distance);
}

}  // namespace

std::optional<double> AdditiveJudge::touches_at(const MovingPair& pair) const
{
    std::array<Eigen::Vector3d, 4> move;
    Eigen::Vector3d mean = Eigen::Vector3d::Zero();
    for (std::size_t i = 0; i < 4; ++i) {
        move[i] = pair.end[i] - pair.start[i];
        mean += 0.25 * move[i];
    }
    for (Eigen::Vector3d& m : move) m -= mean;
    // How fast the distance can shrink: by the fastest point of either feature.
    const double speed = pair.kind == PairKind::vertex_face
                             ? move[0].norm() + std::max({move[1].norm(), move[2].norm(), move[3].norm()})
                             : std::max(move[0].norm(), move[1].norm()) + std::max(move[2].norm(), move[3].norm());
    if (speed == 0.0) return std::nullopt;
    auto points = pair.start;
    double left = distance(pair.kind, points);
    const double gap = kept * left;
    double time = 0.0, step = (1.0 - kept) * left / speed;
    for (int i = 0; i < max_steps; ++i) {
        for (std::size_t k = 0; k < 4; ++k) points[k] += step * move[k];
        left = distance(pair.kind, points);
        if (time > 0.0 && left < gap) return time;
        time += step;
        if (time > 1.0) return std::nullopt;
        step = 0.9 * left / speed;
    }
    return time;
}

}  // namespace tocca::simulation
