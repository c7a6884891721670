// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "scenes/generators.hpp"
#include "scenes/pleats.hpp"
#include "scenes/ripples.hpp"
#include "scenes/surfaces.hpp"
#include "scenes/timing.hpp"

namespace tocca::scenes {
namespace {

constexpr int funnel_frames = 60;
constexpr double funnel_tube_radius = 0.22;
constexpr double tube_length = 1.1;
constexpr double mouth_height = 0.9;   ///< of the cone above the tube
constexpr double wall_angle = 0.9;     ///< of the cone against the horizontal
constexpr double cloth_radius = 0.21;  ///< of the gathered cloth in the tube
constexpr double half_side = 0.75;     ///< of the cloth

/// The state of the cloth: how far its middle is above the tube, and how steep it rises around the middle.
struct FunnelMoment {
    double middle;
    double steepness;  ///< of the part next to the middle, against the horizontal
    double overhang;
    double drift;
};

/// Where the middle of the cloth is so that it just clears the rim of the funnel.
double hanging_from_rim(double steepness)
{
    const double rim_radius = funnel_tube_radius + mouth_height / std::tan(wall_angle);
    const double bottom_radius = cloth_radius * std::sin(steepness),
                 bottom_height = cloth_radius * (1 - std::cos(steepness));
    return mouth_height + 0.01 - bottom_height - (rim_radius - bottom_radius) * std::tan(steepness);
}

FunnelMoment funnel_moment(double time)
{
    const double spread = wall_angle * smooth_step(time / 0.35);
    const double drawn = smooth_step((time - 0.25) / 0.75);
    return {.middle = hanging_from_rim(spread) - 0.75 * drawn,
            .steepness = spread + (0.5 * std::numbers::pi - wall_angle) * smooth_step((time - 0.3) / 0.2),
            .overhang = 2.25 * smooth_step((time - 0.3) / 0.5) + 0.06 * std::sin(40 * time),
            .drift = 10 * time};
}

/// The cloth's profile: a round bottom, then a straight part up to the mouth of the tube, then along the cone.
ProfilePoint funnel_profile(double along, const FunnelMoment& moment)
{
    const double bottom = cloth_radius * moment.steepness;  // arc length of the round part
    double angle = std::min(along / cloth_radius, moment.steepness);
    double radius = cloth_radius * std::sin(angle);
    double height = moment.middle + cloth_radius * (1 - std::cos(angle));
    double beyond = std::max(0.0, along - bottom);
    if (beyond > 0 && moment.steepness > wall_angle) {
        // Upright until the cone begins; the bend is spread over a little length.
        const double upright = std::max(0.0, -height) / std::sin(moment.steepness);
        const double part = std::min(beyond, upright);
        radius += part * std::cos(angle);
        height += part * std::sin(angle);
        beyond -= part;
        if (beyond > 0) angle += (wall_angle - angle) * smooth_step(beyond / 0.1);
    }
    radius += beyond * std::cos(angle);
    height += beyond * std::sin(angle);
    return {.radius = radius, .height = height, .normal_radius = -std::sin(angle), .normal_height = std::cos(angle)};
}

std::vector<Point> funnel_points(const VertexGrid& grid)
{
    const double cone_length = mouth_height / std::sin(wall_angle);
    std::vector<Point> points(grid.vertex_count());
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double share = static_cast<double>(grid.row(i)) / static_cast<double>(grid.rows - 1);
        const double along = share * (tube_length + cone_length) - tube_length;
        const double theta =
            2 * std::numbers::pi * static_cast<double>(grid.column(i)) / static_cast<double>(grid.columns);
        const double radius = funnel_tube_radius + std::max(0.0, along) * std::cos(wall_angle);
        const double height = along < 0 ? along : along * std::sin(wall_angle);
        points[i] = {radius * std::cos(theta), radius * std::sin(theta), height};
    }
    return points;
}

/// The cloth with its folds, around the vertical.
class GatheredCloth {
public:
    explicit GatheredCloth(VertexGrid grid) : grid_(grid), random_(227), pleats_(9, random_), ripples_(random_) {}

    [[nodiscard]] std::vector<Point> points(const FunnelMoment& moment) const
    {
        const double last = static_cast<double>(grid_.rows) - 1;
        std::vector<Point> points(grid_.vertex_count());
        for (std::size_t i = 0; i < points.size(); ++i) {
            const double u = static_cast<double>(grid_.row(i)) / last, v = static_cast<double>(grid_.column(i)) / last;
            points[i] = to_point(place(u, v, moment));
        }
        return points;
    }

private:
    [[nodiscard]] Eigen::Vector3d place(double u, double v, const FunnelMoment& moment) const
    {
        const double x = half_side * (2 * u - 1), y = half_side * (2 * v - 1);
        const double along = std::hypot(x, y);
        ProfilePoint profile = funnel_profile(along, moment);
        const double surplus = profile.radius > 0 ? along / profile.radius : 1;
        const double ripple = ripples_.height(u, v, moment.drift, 0.0024);
        profile.radius += ripple * profile.normal_radius;
        profile.height += ripple * profile.normal_height;
        const double lift = std::min(0.7 * pleats_.lift(profile.radius, surplus), 0.28 * profile.radius);
        return pleats_.place(std::atan2(y, x), profile,
                             {.lift = lift, .overhang = moment.overhang * smooth_step((surplus - 1) / 2.5)});
    }

    VertexGrid grid_;
    SeededRandom random_;
    Pleats pleats_;
    Ripples ripples_;
};

}  // namespace

DeformingScene cloth_in_funnel(std::size_t triangles)
{
    const double all = static_cast<double>(triangles);
    const VertexGrid cloth_grid = square_grid(0.8 * all);
    const VertexGrid half = square_grid(0.2 * all);
    const VertexGrid funnel_grid{.rows = half.rows, .columns = half.columns - 1, .closed_columns = true};
    DeformingScene scene;
    scene.name = "cloth-in-funnel";
    scene.frames = funnel_frames;
    scene.objects = {{.name = "cloth", .faces = grid_faces(cloth_grid)},
                     {.name = "funnel", .faces = grid_faces(funnel_grid)}};
    scene.positions = [cloth = GatheredCloth(cloth_grid), funnel = funnel_points(funnel_grid)](int frame) {
        return ScenePositions{cloth.points(funnel_moment(frame_time(frame, funnel_frames))), funnel};
    };
    return scene;
}

}  // namespace tocca::scenes
