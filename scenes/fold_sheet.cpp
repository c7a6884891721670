// SPDX-License-Identifier: Apache-2.0
#include "scenes/fold_sheet.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "scenes/ripples.hpp"
#include "scenes/surfaces.hpp"
#include "tocca/base/error.hpp"

namespace tocca::scenes {
namespace {

constexpr double flat_length = 0.48;  ///< of the sheet's unit length, before the bend
constexpr double bend_length = 0.04;
constexpr double ripple_amplitude = 0.0012;

/// A moment of the motion: by what angle the sheet is bent, and how far its ripples have drifted.
struct Moment {
    double angle;
    double drift;
};

/// The sheet's profile: flat, then bent along a circle, then straight again; ripples stand on it.
Point place(double u, double v, const Moment& moment, const Ripples& ripples)
{
    const double height = ripples.height(u, v, moment.drift, ripple_amplitude);
    const double radius = bend_length / moment.angle;
    double x = u, z = 0, turned = 0;
    if (u > flat_length + bend_length) {
        turned = moment.angle;
        const double beyond = u - flat_length - bend_length;
        x = flat_length + radius * std::sin(turned) + beyond * std::cos(turned);
        z = radius * (1 - std::cos(turned)) + beyond * std::sin(turned);
    } else if (u > flat_length) {
        turned = (u - flat_length) / bend_length * moment.angle;
        x = flat_length + radius * std::sin(turned);
        z = radius * (1 - std::cos(turned));
    }
    return {x - height * std::sin(turned), v, z + height * std::cos(turned)};
}

std::array<Moment, 2> moments(FoldMotion motion, std::size_t vertices_per_side)
{
    using std::numbers::pi;
    if (motion == FoldMotion::fixed) return {Moment{pi, 0.0}, Moment{pi + 0.10, 0.3}};
    const double share = 64.0 / static_cast<double>(vertices_per_side);
    const double touching = pi + 0.0395;
    return {Moment{touching - 0.5 * 0.05 * share, 0.0}, Moment{touching + 0.5 * 0.05 * share, 0.15 * share}};
}

}  // namespace

DeformingScene fold_sheet(FoldMotion motion, std::size_t vertices_per_side)
{
    require(vertices_per_side >= 2, "a sheet has at least two vertices a side");
    const VertexGrid grid{.rows = vertices_per_side, .columns = vertices_per_side};
    DeformingScene scene;
    scene.name = motion == FoldMotion::fixed ? "fold-fixed" : "fold-cfl";
    scene.frames = 2;
    scene.objects = {{.name = "sheet", .faces = grid_faces(grid)}};
    scene.positions = [grid, at = moments(motion, vertices_per_side)](int frame) {
        SeededRandom random(42);
        const Ripples ripples(random);
        const double last = static_cast<double>(grid.rows) - 1;
        std::vector<Point> points(grid.vertex_count());
        for (std::size_t i = 0; i < points.size(); ++i) {
            const double u = static_cast<double>(grid.row(i)) / last, v = static_cast<double>(grid.column(i)) / last;
            points[i] = place(u, v, at.at(static_cast<std::size_t>(frame)), ripples);
        }
        return ScenePositions{points};
    };
    return scene;
}

std::optional<double> known_first_contact(FoldMotion motion, std::size_t vertices_per_side)
{
    if (motion == FoldMotion::fixed) {
        if (vertices_per_side == 64) return 0.38947408;
        if (vertices_per_side == 256) return 0.38750183;
        if (vertices_per_side == 512) return 0.38726575;
    } else {
        if (vertices_per_side == 128) return 0.47368042;
        if (vertices_per_side == 512) return 0.40336291;
    }
    return std::nullopt;
}

}  // namespace tocca::scenes
