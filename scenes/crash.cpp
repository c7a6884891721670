// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "scenes/generators.hpp"
#include "scenes/ripples.hpp"
#include "scenes/surfaces.hpp"
#include "scenes/timing.hpp"

namespace tocca::scenes {
namespace {

constexpr int crash_frames = 50;
constexpr double tube_half_width = 0.22;
constexpr double fold_length = 0.16;  ///< of the metal, from one fold to the next
constexpr double tightest = 2.15;     ///< the angle by which a fold's flanks lean when it is folded up

/// A cross-section of the tube: a square with round corners, its direction outward.
struct Rim {
    double y, z, outward_y, outward_z;
};

std::vector<Rim> rim(std::size_t columns)
{
    std::vector<Rim> result(columns);
    for (std::size_t i = 0; i < columns; ++i) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(columns);
        const double c = std::cos(angle), s = std::sin(angle);
        // The curve y^6 + z^6 = 1, and its gradient.
        const double radius = std::pow(std::pow(c, 6) + std::pow(s, 6), -1.0 / 6);
        const double gradient = std::hypot(std::pow(c, 5), std::pow(s, 5));
        result[i] = {tube_half_width * radius * c, tube_half_width * radius * s, std::pow(c, 5) / gradient,
                     std::pow(s, 5) / gradient};
    }
    return result;
}

/// How steep the metal runs outward at the length `along` from the front, where `crushed` is the length folded so far.
///
/// A sheet whose direction changes like a sine folds up without being stretched.
double lean(double along, double around, double crushed, double unevenness)
{
    const double folded = smooth_step((crushed - along) / (1.5 * fold_length));
    const double shift = 0.05 * std::cos(2 * around);
    return (tightest + unevenness) * folded * std::sin(2 * std::numbers::pi * (along / fold_length + shift));
}

std::vector<Point> tube_points(const VertexGrid& grid, double time)
{
    SeededRandom random(50);
    const Ripples ripples(random);
    const double distance = std::max(0.0, 0.1 * (1 - time / 0.1));  // of the front from the wall
    const double crushed = 1.5 * std::clamp((time - 0.1) / 0.9, 0.0, 1.0);
    const std::vector<Rim> section = rim(grid.columns);
    const double step = 1.0 / static_cast<double>(grid.rows - 1);
    std::vector<Point> points(grid.vertex_count());
    for (std::size_t column = 0; column < grid.columns; ++column) {
        const double around = static_cast<double>(column) / static_cast<double>(grid.columns);
        const Rim& side = section[column];
        double x = 0, outward = 0, foremost = 0;
        for (std::size_t row = 0; row < grid.rows; ++row) {
            points[row * grid.columns + column] = {x, side.y + outward * side.outward_y,
                                                   side.z + outward * side.outward_z};
            foremost = std::min(foremost, x);
            const double along = (static_cast<double>(row) + 0.5) * step;
            const double angle =
                lean(along, 2 * std::numbers::pi * around, crushed, ripples.height(along, around, 4 * time, 0.02));
            x += step * std::cos(angle);
            outward += step * std::sin(angle);
        }
        // The foremost part of the folds comes to the wall, a little unevenly.
        const double front = distance + 0.003 + ripples.height(0, around, 8 * time, 0.0007) - foremost;
        for (std::size_t row = 0; row < grid.rows; ++row) points[row * grid.columns + column][0] += front;
    }
    return points;
}

std::vector<Point> wall_points(const VertexGrid& grid)
{
    const double last = static_cast<double>(grid.rows) - 1;
    std::vector<Point> points(grid.vertex_count());
    for (std::size_t i = 0; i < points.size(); ++i) {
        points[i] = {0.0, static_cast<double>(grid.row(i)) / last - 0.5,
                     static_cast<double>(grid.column(i)) / last - 0.5};
    }
    return points;
}

}  // namespace

DeformingScene crash(std::size_t triangles)
{
    const double all = static_cast<double>(triangles);
    const VertexGrid wall = square_grid(0.02 * all);
    // The tube is 1 long and 8 half widths around.
    const auto columns = static_cast<std::size_t>(std::lround(std::sqrt(0.98 * all / 2 * 8 * tube_half_width)));
    const VertexGrid tube{
        .rows = static_cast<std::size_t>(0.98 * all) / (2 * columns) + 1, .columns = columns, .closed_columns = true};
    DeformingScene scene;
    scene.name = "crash";
    scene.frames = crash_frames;
    scene.objects = {{.name = "tube", .faces = grid_faces(tube)}, {.name = "wall", .faces = grid_faces(wall)}};
    scene.positions = [tube, at_rest = wall_points(wall)](int frame) {
        return ScenePositions{tube_points(tube, frame_time(frame, crash_frames)), at_rest};
    };
    return scene;
}

}  // namespace tocca::scenes
