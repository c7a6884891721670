// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>

#include "scenes/generators.hpp"
#include "scenes/seeded_random.hpp"
#include "scenes/surfaces.hpp"

namespace tocca::scenes {
namespace {

constexpr int bounce_frames = 60;
constexpr std::size_t balls_along = 3;  ///< in each direction, at the start
constexpr double bouncing_radius = 0.11;
constexpr int steps_per_frame = 40;
constexpr double time_step = 1.0 / (30 * steps_per_frame);
constexpr double stiffness = 40000;
constexpr double gravity = 9.81;

/// A ball between two frames: elastic, its surface pressed in along one direction.
struct Ball {
    Eigen::Vector3d position = Eigen::Vector3d::Zero();
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
    Eigen::Vector3d spin_axis = Eigen::Vector3d::UnitZ();
    double turned = 0.0;
    Eigen::Vector3d pressed = Eigen::Vector3d::Zero();  ///< how far, and in which direction
};

using Balls = std::vector<Ball>;

Balls balls_at_start(SeededRandom& random)
{
    Balls balls;
    for (std::size_t i = 0; i < balls_along * balls_along * balls_along; ++i) {
        const std::array<std::size_t, 3> cell{i % balls_along, i / balls_along % balls_along,
                                              i / (balls_along * balls_along)};
        Ball ball;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto k = static_cast<Eigen::Index>(axis);
            ball.position[k] = (static_cast<double>(cell[axis]) + 0.5) / balls_along + random.between(-0.04, 0.04);
            ball.velocity[k] = random.between(-1.5, 1.5);
            ball.spin_axis[k] = random.between(-1, 1);
        }
        ball.spin_axis.normalize();
        balls.push_back(ball);
    }
    return balls;
}

/// Pushes a ball out of what it has come into, by a spring; what it is pressed by is kept for its shape.
void push(Ball& ball, const Eigen::Vector3d& direction, double depth)
{
    ball.velocity += stiffness * depth * time_step * direction;
    if (depth > ball.pressed.norm()) ball.pressed = depth * direction;
}

void advance(Balls& balls)
{
    for (Ball& ball : balls) {
        ball.pressed *= 0.98;
        ball.velocity.z() -= gravity * time_step;
    }
    for (std::size_t i = 0; i < balls.size(); ++i) {
        for (std::size_t j = i + 1; j < balls.size(); ++j) {
            const Eigen::Vector3d between = balls[i].position - balls[j].position;
            const double depth = 0.5 * (2 * bouncing_radius - between.norm());
            if (depth <= 0) continue;
            const Eigen::Vector3d direction = between.normalized();
            push(balls[i], direction, depth);
            push(balls[j], -direction, depth);
        }
        for (Eigen::Index axis = 0; axis < 3; ++axis) {
            const double low = bouncing_radius - balls[i].position[axis],
                         high = balls[i].position[axis] - (1 - bouncing_radius);
            if (low > 0) push(balls[i], Eigen::Vector3d::Unit(axis), low);
            if (high > 0) push(balls[i], -Eigen::Vector3d::Unit(axis), high);
        }
    }
    for (Ball& ball : balls) {
        ball.position += time_step * ball.velocity;
        ball.turned += 4 * time_step;
    }
}

/// The balls at every frame.
std::vector<Balls> history()
{
    SeededRandom random(146);
    std::vector<Balls> result{balls_at_start(random)};
    while (result.size() < bounce_frames) {
        Balls next = result.back();
        for (int i = 0; i < steps_per_frame; ++i) advance(next);
        result.push_back(std::move(next));
    }
    return result;
}

std::vector<Point> points_of_ball(const Ball& ball, const Surface& sphere)
{
    const Eigen::AngleAxisd turn(ball.turned, ball.spin_axis);
    const double depth = 0.97 * ball.pressed.norm();
    const Eigen::Vector3d direction = depth > 0 ? ball.pressed.normalized() : Eigen::Vector3d::UnitZ();
    std::vector<Point> points;
    points.reserve(sphere.points.size());
    for (const Eigen::Vector3d& at : sphere.points) {
        Eigen::Vector3d point = bouncing_radius * (turn * at);
        // Flattened where it is pressed, the more the nearer to the place of contact.
        const double towards = std::clamp(-point.dot(direction) / bouncing_radius, 0.0, 1.0);
        point += depth * towards * towards * direction;
        points.push_back(to_point(ball.position + point));
    }
    return points;
}

}  // namespace

DeformingScene bouncing_balls(std::size_t triangles)
{
    constexpr std::size_t count = balls_along * balls_along * balls_along;
    const double all = static_cast<double>(triangles);
    const Surface sphere = sphere_surface(sphere_cells(0.98 * all / count));
    const double left = all - static_cast<double>(count * sphere.faces.size());
    const auto cells =
        std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(std::sqrt(std::max(0.0, left) / 12))));
    const Shape walls = translated(box({.lengths = {1, 1, 1}, .cells = {cells, cells, cells}}), {0.5, 0.5, 0.5});
    DeformingScene scene;
    scene.name = "bouncing-balls";
    scene.frames = bounce_frames;
    for (std::size_t i = 0; i < count; ++i) {
        scene.objects.push_back({.name = "ball " + std::to_string(i), .faces = sphere.faces});
    }
    scene.objects.push_back({.name = "box", .faces = walls.faces});
    const auto motion = std::make_shared<const std::vector<Balls>>(history());
    scene.positions = [motion, sphere, at_rest = walls.positions](int frame) {
        ScenePositions positions;
        for (const Ball& ball : motion->at(static_cast<std::size_t>(frame))) {
            positions.push_back(points_of_ball(ball, sphere));
        }
        positions.push_back(at_rest);
        return positions;
    };
    return scene;
}

}  // namespace tocca::scenes
