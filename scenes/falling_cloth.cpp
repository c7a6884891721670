// SPDX-License-Identifier: Apache-2.0
#include "scenes/falling_cloth.hpp"

#include <array>
#include <cmath>

namespace tocca::scenes {
namespace {

using Eigen::Vector3d;

/// Two vertices of the grid that keep their distance: of cells and their diagonals, and softly across two cells.
struct Thread {
    std::size_t a;
    std::size_t b;
    double length;
    double strength;  ///< the part of the error that is taken away at a time
};

std::vector<Thread> threads_of(std::size_t side, double cell)
{
    struct Kind {
        std::size_t right, down;
        bool to_the_left;
        double strength;
    };
    constexpr std::array<Kind, 6> kinds = {Kind{1, 0, false, 0.5}, Kind{0, 1, false, 0.5}, Kind{1, 1, false, 0.2},
                                           Kind{1, 1, true, 0.2},  Kind{2, 0, false, 0.1}, Kind{0, 2, false, 0.1}};
    std::vector<Thread> threads;
    for (const Kind& kind : kinds) {
        for (std::size_t row = 0; row + kind.down < side; ++row) {
            for (std::size_t column = 0; column + kind.right < side; ++column) {
                const std::size_t first = row * side + column + (kind.to_the_left ? kind.right : 0);
                const std::size_t second = (row + kind.down) * side + column + (kind.to_the_left ? 0 : kind.right);
                const double length =
                    cell * std::hypot(static_cast<double>(kind.right), static_cast<double>(kind.down));
                threads.push_back({first, second, length, kind.strength});
            }
        }
    }
    return threads;
}

void restore(const std::vector<Thread>& threads, std::vector<Vector3d>& points)
{
    for (const auto& [a, b, length, strength] : threads) {
        const Vector3d way = points[b] - points[a];
        const double distance = way.norm();
        if (distance == 0.0) continue;
        const Vector3d change = strength * (distance - length) / distance * way;
        points[a] += change;
        points[b] -= change;
    }
}

}  // namespace

std::vector<std::vector<Vector3d>> falling_cloth(const FallingClothSetup& setup)
{
    const std::size_t side = setup.side;
    const double cell = setup.width / static_cast<double>(side - 1);
    std::vector<Vector3d> points, before;
    for (std::size_t i = 0; i < side * side; ++i) {
        const std::size_t column = i % side, row = i / side;
        points.emplace_back(cell * static_cast<double>(column) - 0.5 * setup.width,
                            cell * static_cast<double>(row) - 0.5 * setup.width, setup.height);
    }
    before = points;
    const std::vector<Thread> threads = threads_of(side, cell);
    const double seconds = setup.frame_seconds / static_cast<double>(setup.substeps);
    const double kept = 1.0 - setup.damping * seconds;
    const Vector3d fall(0.0, 0.0, -setup.gravity * seconds * seconds);

    std::vector<std::vector<Vector3d>> frames = {points};
    while (frames.size() < setup.frames) {
        for (std::size_t substep = 0; substep < setup.substeps; ++substep) {
            for (std::size_t i = 0; i < points.size(); ++i) {
                const Vector3d next = points[i] + kept * (points[i] - before[i]) + fall;
                before[i] = points[i];
                points[i] = next;
            }
            for (int round = 0; round < 3; ++round) restore(threads, points);
            for (std::size_t i = 0; i < points.size(); ++i) {
                const Vector3d free = setup.pushed(points[i]);
                if (free == points[i]) continue;
                // What touches sticks: most of its sliding is lost.
                before[i] = free - 0.3 * (points[i] - before[i]);
                points[i] = free;
            }
        }
        frames.push_back(points);
    }
    return frames;
}

}  // namespace tocca::scenes
