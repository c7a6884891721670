// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>

#include "scenes/falling_cloth.hpp"
#include "scenes/generators.hpp"
#include "scenes/surfaces.hpp"
#include "tocca/mesh/shapes.hpp"

namespace tocca::scenes {
namespace {

using Eigen::Vector3d;

constexpr int knot_frames = 31;
constexpr std::size_t coarse_side = 90;  ///< of the cloth that falls, of which the one that is shown is a finer version
constexpr double knot_tube_radius = 0.22;
constexpr double knot_gap = 0.012;  ///< between the cloth at rest and the knot

/// The way in the middle of a knot's tube, to ask how far points are from it.
class KnotCurve {
public:
    KnotCurve()
    {
        for (std::size_t i = 0; i < count; ++i) {
            const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
            const double radius = 1 + 0.5 * std::cos(3 * angle);
            points_[i] = {radius * std::cos(2 * angle), radius * std::sin(2 * angle), 0.5 * std::sin(3 * angle)};
        }
        for (std::size_t cell = 0; cell < nearest_.size(); ++cell) nearest_[cell] = nearest_of(middle_of(cell));
    }

    /// The point pushed out of the tube, a part of the way at a time: what falls fast dips into it first.
    [[nodiscard]] Vector3d pushed(const Vector3d& point) const
    {
        constexpr double reach = knot_tube_radius + knot_gap;
        if (point.cwiseAbs().maxCoeff() >= extent) return point;
        const Vector3d& middle = points_[walk(nearest_[cell_of(point)], point)];
        const Vector3d way = point - middle;
        const double distance = way.norm();
        if (distance >= reach || distance == 0.0) return point;
        return point + 0.35 * (reach - distance) / distance * way;
    }

private:
    static constexpr std::size_t count = 720;
    static constexpr std::size_t cells = 24;  ///< along each axis of a cube of this extent on either side
    static constexpr double extent = 2.0;

    [[nodiscard]] static std::size_t cell_of(const Vector3d& point)
    {
        std::size_t cell = 0;
        for (const double x : point) {
            const double place = (x + extent) / (2 * extent) * static_cast<double>(cells);
            cell = cell * cells + std::min(static_cast<std::size_t>(std::max(place, 0.0)), cells - 1);
        }
        return cell;
    }

    [[nodiscard]] static Vector3d middle_of(std::size_t cell)
    {
        const auto along = [](std::size_t i) {
            return (2 * (static_cast<double>(i) + 0.5) / static_cast<double>(cells) - 1) * extent;
        };
        return {along(cell / (cells * cells)), along(cell / cells % cells), along(cell % cells)};
    }

    [[nodiscard]] std::size_t nearest_of(const Vector3d& point) const
    {
        std::size_t best = 0;
        for (std::size_t i = 1; i < count; ++i) {
            if ((points_[i] - point).squaredNorm() < (points_[best] - point).squaredNorm()) best = i;
        }
        return best;
    }

    /// From one point of the curve to the nearest one around it.
    [[nodiscard]] std::size_t walk(std::size_t from, const Vector3d& point) const
    {
        double distance = (points_[from] - point).squaredNorm();
        for (const std::size_t step : {std::size_t{1}, count - 1}) {
            for (;;) {
                const std::size_t next = (from + step) % count;
                const double further = (points_[next] - point).squaredNorm();
                if (further >= distance) break;
                distance = further;
                from = next;
            }
        }
        return from;
    }

    std::array<Vector3d, count> points_;
    std::array<std::size_t, cells * cells * cells> nearest_;
};

/// The weights of four values in a row for a place between the second and the third: a smooth curve through them all.
std::array<double, 4> smooth_weights(double t)
{
    const double t2 = t * t, t3 = t2 * t;
    return {0.5 * (-t3 + 2 * t2 - t), 0.5 * (3 * t3 - 5 * t2 + 2), 0.5 * (-3 * t3 + 4 * t2 + t), 0.5 * (t3 - t2)};
}

/// A cloth of `coarse_side` vertices along each side as one of `side`.
std::vector<Point> finer(const std::vector<Vector3d>& coarse, std::size_t side)
{
    constexpr auto last = static_cast<std::ptrdiff_t>(coarse_side) - 1;
    struct Place {
        std::array<std::size_t, 4> at;
        std::array<double, 4> weights;
    };
    std::vector<Place> places(side);
    for (std::size_t i = 0; i < side; ++i) {
        const double x = static_cast<double>(i) / static_cast<double>(side - 1) * static_cast<double>(last);
        const auto cell = std::min(static_cast<std::ptrdiff_t>(x), last - 1);
        places[i].weights = smooth_weights(x - static_cast<double>(cell));
        for (std::ptrdiff_t k = 0; k < 4; ++k) {
            places[i].at[static_cast<std::size_t>(k)] =
                static_cast<std::size_t>(std::clamp(cell + k - 1, std::ptrdiff_t{0}, last));
        }
    }
    std::vector<Point> points;
    points.reserve(side * side);
    for (const Place& row : places) {
        for (const Place& column : places) {
            Vector3d point = Vector3d::Zero();
            for (std::size_t i = 0; i < 4; ++i) {
                for (std::size_t j = 0; j < 4; ++j) {
                    point += row.weights[i] * column.weights[j] * coarse[row.at[i] * coarse_side + column.at[j]];
                }
            }
            points.push_back(to_point(point));
        }
    }
    return points;
}

}  // namespace

DeformingScene cloth_over_knot(std::size_t triangles)
{
    const double all = static_cast<double>(triangles);
    // Two triangles to each segment and side; cells of the tube are about square.
    const auto sides = static_cast<std::size_t>(std::max(6.0, std::round(std::sqrt(0.25 * all / 2 / 12))));
    const Surface knot =
        surface_of(torus_knot({.tube_radius = knot_tube_radius, .segments = 12 * sides, .sides = sides}));
    const VertexGrid grid = square_grid(all - static_cast<double>(knot.faces.size()));
    const auto curve = std::make_shared<const KnotCurve>();
    const auto frames = std::make_shared<const std::vector<std::vector<Vector3d>>>(
        falling_cloth({.side = coarse_side,
                       .width = 4.0,
                       .height = 0.82,
                       .frames = knot_frames,
                       .pushed = [curve](const Vector3d& point) { return curve->pushed(point); }}));

    DeformingScene scene;
    scene.name = "cloth-over-knot";
    scene.frames = knot_frames;
    scene.objects = {{.name = "cloth", .faces = grid_faces(grid)}, {.name = "knot", .faces = knot.faces}};
    scene.positions = [grid, knot, frames](int frame) {
        std::vector<Point> of_knot;
        for (const Vector3d& at : knot.points) of_knot.push_back(to_point(at));
        return ScenePositions{finer(frames->at(static_cast<std::size_t>(frame)), grid.rows), std::move(of_knot)};
    };
    return scene;
}

}  // namespace tocca::scenes
