// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include "scenes/generators.hpp"
#include "scenes/ripples.hpp"
#include "scenes/surfaces.hpp"
#include "scenes/timing.hpp"

namespace tocca::scenes {
namespace {

constexpr int twist_frames = 80;
constexpr double length = 2.0;
constexpr double cloth_half_width = 0.5;

/// The angle of the spiral r = pitch * angle at the arc length `along` from its middle.
double spiral_angle(double along, double pitch)
{
    const double goal = 2 * along / pitch;
    // Newton's iteration from above: the arc length is convex in the angle.
    double angle = std::min(0.5 * goal, std::sqrt(goal) + 0.5);
    for (int i = 0; i < 8; ++i) {
        const double root = std::sqrt(1 + angle * angle);
        angle -= (angle * root + std::asinh(angle) - goal) / (2 * root);
    }
    return angle;
}

/// The cloth at a time from 0 to 1. Each cross-section is a spiral of two arms, wound the tighter the nearer it is to
/// the middle of the strip; the ends stay nearly straight.
Point place(double u, double v, double time, const Ripples& ripples)
{
    const double middle = std::sin(std::numbers::pi * u) * std::sin(std::numbers::pi * u);
    const double wound = smooth_step(time) * middle;
    const double pitch = std::exp(std::log(3.0) * (1 - wound) + std::log(0.011) * wound);
    const double across = 2 * cloth_half_width * (v - 0.5);
    const double angle = spiral_angle(std::abs(across), pitch);
    const double ripple = ripples.height(u, v, 6 * time, 0.0011 + 0.0045 * smooth_step(time));
    const double turned =
        (2 * u - 1) * 2 * std::numbers::pi * smooth_step(time) + (across < 0 ? std::numbers::pi : 0) + angle;
    // Ripples rise along the normal of the spiral; on the other arm the same normal points the other way.
    const double root = std::sqrt(1 + angle * angle), side = across < 0 ? -1 : 1;
    const double outward = pitch * angle + side * ripple * angle / root, sideways = -side * ripple / root;
    return {length * (u - 0.5) * (1 - 0.25 * smooth_step(time)),
            outward * std::cos(turned) - sideways * std::sin(turned),
            outward * std::sin(turned) + sideways * std::cos(turned)};
}

}  // namespace

DeformingScene twisting_cloth(std::size_t triangles)
{
    const VertexGrid square = square_grid(0.5 * static_cast<double>(triangles));
    const VertexGrid grid{.rows = 2 * square.rows - 1, .columns = square.columns};
    DeformingScene scene;
    scene.name = "twisting-cloth";
    scene.frames = twist_frames;
    scene.objects = {{.name = "cloth", .faces = grid_faces(grid)}};
    scene.positions = [grid](int frame) {
        SeededRandom random(80);
        const Ripples ripples(random);
        std::vector<Point> points(grid.vertex_count());
        for (std::size_t i = 0; i < points.size(); ++i) {
            const double u = static_cast<double>(grid.row(i)) / static_cast<double>(grid.rows - 1);
            const double v = static_cast<double>(grid.column(i)) / static_cast<double>(grid.columns - 1);
            points[i] = place(u, v, frame_time(frame, twist_frames), ripples);
        }
        return ScenePositions{std::move(points)};
    };
    return scene;
}

}  // namespace tocca::scenes
