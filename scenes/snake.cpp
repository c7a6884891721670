// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include "scenes/generators.hpp"
#include "scenes/surfaces.hpp"
#include "scenes/timing.hpp"

namespace tocca::scenes {
namespace {

constexpr int snake_frames = 80;
constexpr double waves = 3.0;  ///< along the body, whose length is 1
constexpr double thickest = 0.021;

/// The direction in which the body runs at the share `along` of its length.
///
/// Source: Hirose 1993, the serpenoid curve.
double heading(double along, double time)
{
    const double winding = 0.8 + 1.12 * smooth_step(time / 0.9);
    return winding * std::sin(2 * std::numbers::pi * (waves * along - 1.5 * time));
}

double thickness(double along)
{
    const double tail = std::sqrt(std::clamp((1 - along) / 0.6, 0.0, 1.0));
    const double neck = 1 - 0.25 * std::exp(-std::pow((along - 0.09) / 0.03, 2));
    const double snout = std::sqrt(std::clamp(along / 0.03, 0.0, 1.0));
    return thickest * (0.02 + 0.98 * tail * neck * snout);
}

/// The places of a ring of skin: its middle, and the direction to its left.
struct Ring {
    double x, y, left_x, left_y;
};

std::vector<Ring> rings(std::size_t count, double time)
{
    std::vector<Ring> result(count);
    const double step = 1.0 / static_cast<double>(count - 1);
    double x = 0.3 * time, y = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double along = static_cast<double>(i) * step, angle = heading(along, time);
        result[i] = {x, y, -std::sin(angle), std::cos(angle)};
        const double halfway = heading(along + 0.5 * step, time);
        x += step * std::cos(halfway);
        y += step * std::sin(halfway);
    }
    return result;
}

}  // namespace

DeformingScene snake(std::size_t triangles)
{
    // A ring is about 6.3 * thickest around, the body is 1 long: so many more rings than columns keep triangles even.
    const double columns = std::sqrt(static_cast<double>(triangles) / 2 * 2 * std::numbers::pi * thickest);
    VertexGrid grid{.rows = 0,
                    .columns = std::max<std::size_t>(5, static_cast<std::size_t>(std::lround(columns))),
                    .closed_columns = true};
    grid.rows = std::max<std::size_t>(3, triangles / (2 * grid.columns) + 1);
    DeformingScene scene;
    scene.name = "snake";
    scene.frames = snake_frames;
    scene.objects = {{.name = "snake", .faces = grid_faces(grid)}};
    scene.positions = [grid](int frame) {
        const double time = frame_time(frame, snake_frames);
        const std::vector<Ring> body = rings(grid.rows, time);
        std::vector<Point> points(grid.vertex_count());
        for (std::size_t i = 0; i < points.size(); ++i) {
            const Ring& ring = body[grid.row(i)];
            const double along = static_cast<double>(grid.row(i)) / static_cast<double>(grid.rows - 1);
            const double around =
                2 * std::numbers::pi * static_cast<double>(grid.column(i)) / static_cast<double>(grid.columns);
            const double breath = 1 + 0.04 * std::sin(2 * std::numbers::pi * (9 * along - 3 * time));
            const double radius = thickness(along) * breath;
            const double sideways = radius * std::cos(around), up = radius * (1 + 0.8 * std::sin(around));
            points[i] = {ring.x + sideways * ring.left_x, ring.y + sideways * ring.left_y, up};
        }
        return ScenePositions{std::move(points)};
    };
    return scene;
}

}  // namespace tocca::scenes
