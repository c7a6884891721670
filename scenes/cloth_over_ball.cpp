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

constexpr double draped_ball_radius = 0.4;
constexpr double ball_gap = 0.004;  ///< between the draped cloth and the ball
constexpr double fall_height = 0.3;
constexpr int ball_frames = 94;

/// The state of the cloth at a time from 0, high above the ball, to 1.
struct DrapeMoment {
    double height;    ///< of the cloth's middle above where it comes to rest
    double covered;   ///< the angle from the pole down to which the cloth lies on the ball
    double overhang;  ///< of the folds, at the hem
    double turned;    ///< of the ball
    double drift;     ///< of the ripples
};

DrapeMoment drape_moment(double time)
{
    const double fallen = std::min(1.0, time / 0.14);
    const double draped = smooth_step((time - 0.13) / 0.4);
    const double gathered = smooth_step((time - 0.35) / 0.5);
    return {.height = fall_height * (1 - fallen * fallen),
            .covered = 0.5 * std::numbers::pi * draped,
            .overhang = 2.2 * gathered + 0.13 * gathered * std::sin(60 * time),
            .turned = 1.2 * smooth_step((time - 0.45) / 0.55),
            .drift = 12 * time};
}

/// The cloth's profile at the distance `along` from its middle: over the ball, then straight on.
ProfilePoint drape_profile(double along, const DrapeMoment& moment)
{
    const double radius = draped_ball_radius + ball_gap;
    const double angle = std::min(along / radius, moment.covered);
    const double beyond = along - radius * angle;
    return {.radius = radius * std::sin(angle) + beyond * std::cos(angle),
            .height = radius * std::cos(angle) - beyond * std::sin(angle) + moment.height,
            .normal_radius = std::sin(angle),
            .normal_height = std::cos(angle)};
}

/// A square cloth of side 2 around the vertical, with folds and ripples of its own.
class DrapedCloth {
public:
    DrapedCloth(VertexGrid grid, std::uint64_t seed)
        : grid_(grid), random_(seed), pleats_(11, random_), ripples_(random_)
    {}

    [[nodiscard]] std::vector<Point> points(const DrapeMoment& moment) const
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
    [[nodiscard]] Eigen::Vector3d place(double u, double v, const DrapeMoment& moment) const
    {
        const double x = 2 * u - 1, y = 2 * v - 1;
        const double along = std::hypot(x, y), theta = std::atan2(y, x);
        ProfilePoint profile = drape_profile(along, moment);
        const double surplus = profile.radius > 0 ? along / profile.radius : 1;
        const double hem = smooth_step(along / 1.1);
        const double ripple = ripples_.height(u, v, moment.drift, 0.0014);
        profile.radius += ripple * profile.normal_radius;
        profile.height += ripple * profile.normal_height;
        return pleats_.place(theta, profile,
                             {.lift = 0.8 * pleats_.lift(profile.radius, surplus),
                              .overhang = moment.overhang * hem,
                              .turned = moment.turned * (1 - 0.4 * hem)});
    }

    VertexGrid grid_;
    SeededRandom random_;
    Pleats pleats_;
    Ripples ripples_;
};

/// The ball at a moment, after the points that are there.
void append_ball(std::vector<Point>& points, const Surface& ball, const DrapeMoment& moment)
{
    for (const Eigen::Vector3d& at : ball.points) {
        points.push_back(to_point(turned_about_z(draped_ball_radius * at, moment.turned)));
    }
}

}  // namespace

DeformingScene cloth_over_ball(std::size_t triangles)
{
    const double all = static_cast<double>(triangles);
    const Surface ball = sphere_surface(sphere_cells(0.15 * all));
    const VertexGrid grid = square_grid(all - static_cast<double>(ball.faces.size()));
    DeformingScene scene;
    scene.name = "cloth-over-ball";
    scene.frames = ball_frames;
    scene.objects = {{.name = "cloth and ball", .faces = grid_faces(grid)}};
    append_faces(scene.objects[0].faces, ball.faces, grid.vertex_count());
    scene.positions = [cloth = DrapedCloth(grid, 94), ball](int frame) {
        const DrapeMoment moment = drape_moment(frame_time(frame, ball_frames));
        std::vector<Point> points = cloth.points(moment);
        append_ball(points, ball, moment);
        return ScenePositions{std::move(points)};
    };
    return scene;
}

DeformingScene cloth_in_long_steps(std::size_t triangles)
{
    const double all = static_cast<double>(triangles);
    const Surface ball = sphere_surface(sphere_cells(0.15 * all));
    const VertexGrid grid = square_grid(all - static_cast<double>(ball.faces.size()));
    DeformingScene scene;
    scene.name = "cloth-in-long-steps";
    scene.frames = 9;
    scene.objects = {{.name = "cloth", .faces = grid_faces(grid)}, {.name = "ball", .faces = ball.faces}};
    scene.positions = [cloth = DrapedCloth(grid, 94), ball](int frame) {
        const DrapeMoment moment = drape_moment(0.5 + 0.5 * frame_time(frame, 9));
        std::vector<Point> of_ball;
        append_ball(of_ball, ball, moment);
        return ScenePositions{cloth.points(moment), std::move(of_ball)};
    };
    return scene;
}

}  // namespace tocca::scenes
