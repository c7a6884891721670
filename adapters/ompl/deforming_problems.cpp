// SPDX-License-Identifier: Apache-2.0
#include "adapters/ompl/deforming_problems.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "scenes/surfaces.hpp"
#include "tocca/mesh/shapes.hpp"

namespace tocca::planning {

namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;
using scenes::Surface;

/// Where the points of a surface go when a value grows by 1, by where they are when it is 0.
Mode mode(std::size_t value, const Surface& surface, const auto& direction)
{
    Mode mode = {.value = value};
    mode.directions.reserve(surface.points.size());
    for (const Vector3d& at : surface.points) mode.directions.push_back(scenes::to_point(direction(at)));
    return mode;
}

TriangleMesh mesh_of(const Surface& surface)
{
    std::vector<Point> positions;
    positions.reserve(surface.points.size());
    for (const Vector3d& at : surface.points) positions.push_back(scenes::to_point(at));
    return {std::move(positions), surface.faces};
}

Surface placed(Surface surface, const auto& place)
{
    for (Vector3d& at : surface.points) at = place(at);
    return surface;
}

VectorXd state_of(std::initializer_list<double> values)
{
    VectorXd state(static_cast<Eigen::Index>(values.size()));
    std::ranges::copy(values, state.begin());
    return state;
}

/// An obstacle that may move and swell with time: `middle` and `size` at time 0 and how they change until time 1.
struct Organ {
    std::string name;
    Vector3d middle;
    Vector3d size = Vector3d::Constant(0.5);
    Vector3d moves = Vector3d::Zero();
    Vector3d swells = Vector3d::Zero();
    double lobes = 0.0;  ///< depth of the unevenness, as a share of the size
};

/// Of an obstacle at rest.
constexpr std::size_t no_time = 0;

DeformingBody organ_body(const Organ& organ, const Surface& sphere, std::size_t time)
{
    const Surface uneven = placed(sphere, [&](const Vector3d& at) {
        return Vector3d((1 + organ.lobes * std::sin(4 * at.x() + 2 * at.z()) * std::cos(3 * at.y() - at.x())) * at);
    });
    const Surface body =
        placed(uneven, [&](const Vector3d& at) { return Vector3d(organ.middle + organ.size.cwiseProduct(at)); });
    DeformingBody made = {.name = organ.name, .mesh = mesh_of(body)};
    if (!organ.moves.isZero() || !organ.swells.isZero()) {
        made.modes.push_back(mode(
            time, uneven, [&](const Vector3d& at) { return Vector3d(organ.moves + organ.swells.cwiseProduct(at)); }));
    }
    return made;
}

}  // namespace

DeformingProblem bar_among_spheres()
{
    enum Value : std::size_t { x, y, z, tilt_x, bow_x, wave_x, tilt_y, bow_y };
    // Chebyshev's polynomials along the bar: by a value of 1 no vertex moves further than 1.
    std::vector<StateValue> values = {{"x", -0.5, 0.5},      {"y", -0.1, 0.1},     {"z", -2.4, 2.4},
                                      {"tilt_x", -0.3, 0.3}, {"bow_x", -0.4, 0.4}, {"wave_x", -0.2, 0.2},
                                      {"tilt_y", -0.1, 0.1}, {"bow_y", -0.1, 0.1}};
    constexpr double half_length = 0.7;
    const Surface bar = scenes::surface_of(box({.lengths = {0.12, 0.12, 2 * half_length}, .cells = {2, 2, 20}}));
    DeformingBody robot = {.name = "bar", .mesh = mesh_of(bar)};
    const auto along = [](const Vector3d& at) { return at.z() / half_length; };
    const auto second = [along](const Vector3d& at) { return 2 * along(at) * along(at) - 1; };
    const auto third = [along](const Vector3d& at) { return (4 * along(at) * along(at) - 3) * along(at); };
    robot.modes.push_back(mode(x, bar, [](const Vector3d&) { return Vector3d(1, 0, 0); }));
    robot.modes.push_back(mode(y, bar, [](const Vector3d&) { return Vector3d(0, 1, 0); }));
    robot.modes.push_back(mode(z, bar, [](const Vector3d&) { return Vector3d(0, 0, 1); }));
    robot.modes.push_back(mode(tilt_x, bar, [&](const Vector3d& at) { return Vector3d(along(at), 0, 0); }));
    robot.modes.push_back(mode(bow_x, bar, [&](const Vector3d& at) { return Vector3d(second(at), 0, 0); }));
    robot.modes.push_back(mode(wave_x, bar, [&](const Vector3d& at) { return Vector3d(third(at), 0, 0); }));
    robot.modes.push_back(mode(tilt_y, bar, [&](const Vector3d& at) { return Vector3d(0, along(at), 0); }));
    robot.modes.push_back(mode(bow_y, bar, [&](const Vector3d& at) { return Vector3d(0, second(at), 0); }));

    std::vector<DeformingBody> bodies = {std::move(robot)};
    const Surface sphere = scenes::surface_of(uv_sphere({.radius = 1.0, .segments = 10, .rings = 6}));
    for (const Organ& obstacle : {Organ{"first sphere", {-0.46, 0, 1}}, Organ{"second sphere", {0.46, 0, 0}},
                                  Organ{"third sphere", {-0.46, 0, -1}}})
        bodies.push_back(organ_body(obstacle, sphere, no_time));
    return {.name = "bar among spheres",
            .world = std::make_shared<const DeformingWorld>(std::move(bodies), std::move(values)),
            .start = state_of({0, 0, 2.3, 0, 0, 0, 0, 0}),
            .goal = state_of({0, 0, -2.3, 0, 0, 0, 0, 0}),
            .range = 0.4};
}

DeformingProblem heart_among_organs()
{
    enum Value : std::size_t { x, y, z, narrow_x, narrow_y, narrow_z, twist, time };
    std::vector<StateValue> values = {{"x", -0.3, 0.3},         {"y", -1.5, 0.1},          {"z", -0.2, 0.35},
                                      {"narrow_x", -0.03, 0.1}, {"narrow_y", -0.06, 0.06}, {"narrow_z", -0.06, 0.06},
                                      {"twist", -0.1, 0.1},     {"time", 0.0, 1.0, true}};
    const Vector3d size(0.30, 0.24, 0.36);
    const Surface sphere = scenes::sphere_surface(15);
    // A cone-like body with a notch above.
    const Surface heart = placed(scenes::sphere_surface(16), [&](const Vector3d& at) {
        const double narrow = 0.75 + 0.25 * at.z();
        const double notch = 0.12 * std::exp(-8 * at.x() * at.x()) * std::max(0.0, at.z());
        return Vector3d(size.x() * narrow * at.x(), size.y() * narrow * at.y(), size.z() * (at.z() - notch));
    });
    DeformingBody robot = {.name = "heart", .mesh = mesh_of(heart)};
    robot.modes.push_back(mode(x, heart, [](const Vector3d&) { return Vector3d(1, 0, 0); }));
    robot.modes.push_back(mode(y, heart, [](const Vector3d&) { return Vector3d(0, 1, 0); }));
    robot.modes.push_back(mode(z, heart, [](const Vector3d&) { return Vector3d(0, 0, 1); }));
    // In lengths of its outermost points.
    robot.modes.push_back(
        mode(narrow_x, heart, [&](const Vector3d& at) { return Vector3d(-at.x() / size.x(), 0, 0); }));
    robot.modes.push_back(
        mode(narrow_y, heart, [&](const Vector3d& at) { return Vector3d(0, -at.y() / size.y(), 0); }));
    robot.modes.push_back(
        mode(narrow_z, heart, [&](const Vector3d& at) { return Vector3d(0, 0, -at.z() / size.z()); }));
    robot.modes.push_back(mode(twist, heart, [&](const Vector3d& at) {
        return Vector3d(Vector3d(-at.y(), at.x(), 0) * (at.z() / (size.z() * size.x())));
    }));

    std::vector<DeformingBody> bodies = {std::move(robot)};
    for (const Organ& organ : {
             Organ{"left lung", {0.62, -0.56, 0.25}, {0.28, 0.34, 0.75}, {-0.1, 0, 0}, {0.02, 0, 0}, 0.05},
             Organ{"right lung", {-0.2, -0.56, 0.25}, {0.28, 0.34, 0.75}, {-0.32, 0, 0}, {0, 0, 0.03}, 0.05},
             Organ{"liver", {-0.1, 0.1, -0.83}, {0.6, 0.26, 0.26}, {0.05, 0.03, 0.6}, {0, 0, 0.02}, 0.08},
             Organ{"spine", {0.0, 0.62, 0.0}, {0.12, 0.14, 1.4}, {0, 0, 0}, {0, 0, 0}, 0.2},
         })
        bodies.push_back(organ_body(organ, sphere, time));
    return {.name = "heart among organs",
            .world = std::make_shared<const DeformingWorld>(std::move(bodies), std::move(values)),
            .start = state_of({0, 0.08, 0.1, 0, 0, 0, 0, 0}),
            .goal = state_of({0, -1.35, 0.2, 0, 0, 0, 0, 1}),
            .range = 0.3};
}

}  // namespace tocca::planning
