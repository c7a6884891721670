// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "scenes/generators.hpp"
#include "scenes/surfaces.hpp"
#include "scenes/timing.hpp"

namespace tocca::scenes {
namespace {

constexpr int path_frames = 201;

std::vector<Point> placed_points(const Surface& surface, const auto& place)
{
    std::vector<Point> points;
    points.reserve(surface.points.size());
    for (const Eigen::Vector3d& at : surface.points) points.push_back(to_point(place(at)));
    return points;
}

/// An elastic sphere: swells and flattens in turn.
struct ElasticSphere {
    Eigen::Vector3d middle;
    double radius;
    double phase;

    [[nodiscard]] Eigen::Vector3d place(const Eigen::Vector3d& at, double time) const
    {
        const double swollen = 0.05 * std::sin(14 * time + phase);
        return middle +
               radius * Eigen::Vector3d((1 + swollen) * at.x(), (1 + swollen) * at.y(), (1 - swollen) * at.z());
    }
};

/// The way of the bar's middle, to the left of the first sphere, to the right of the second and again of the third.
double bar_sideways(double height) { return 0.36 * std::sin(2.35 * height + 0.25); }

/// The bar falls along its way and bends to it: every part of it keeps to the way at its own height.
Eigen::Vector3d bar_place(const Eigen::Vector3d& at, double time)
{
    const double length = 0.7, thickness = 0.1;
    const double height = 2.95 - 3.9 * time * (0.7 + 0.3 * time) + length * at.z();
    const double slope = 0.36 * 2.35 * std::cos(2.35 * height + 0.25), root = std::sqrt(1 + slope * slope);
    const double side = thickness * at.x();
    return {bar_sideways(height) + side / root, thickness * at.y(), height - side * slope / root};
}

/// An organ: a sphere stretched, with lobes, that swells in a rhythm of its own.
struct Organ {
    std::string name;
    Eigen::Vector3d middle;
    Eigen::Vector3d size;
    double lobes;     ///< depth of the unevenness
    double swelling;  ///< share of the size
    double rhythm;    ///< beats along the path
    double bend;      ///< around the vertical axis of the body

    [[nodiscard]] Eigen::Vector3d place(const Eigen::Vector3d& at, double time) const
    {
        const double uneven = 1 + lobes * std::sin(4 * at.x() + 2 * at.z()) * std::cos(3 * at.y() - at.x());
        const double swollen = 1 + swelling * std::sin(2 * std::numbers::pi * rhythm * time);
        Eigen::Vector3d point = uneven * swollen * size.cwiseProduct(at);
        point.x() += bend * point.z() * point.z();
        return middle + point;
    }
};

/// The heart, seen from its own middle: a cone-like body with a notch above, twisted as it beats.
Eigen::Vector3d heart_shape(const Eigen::Vector3d& at, double time)
{
    const double beat = std::sin(2 * std::numbers::pi * 12 * time);
    const double narrow = 0.75 + 0.25 * at.z(), notch = 0.12 * std::exp(-8 * at.x() * at.x()) * std::max(0.0, at.z());
    const Eigen::Vector3d point(0.30 * narrow * at.x(), 0.24 * narrow * at.y(), 0.36 * (at.z() - notch));
    return turned_about_z((1 + 0.05 * beat) * point, 0.15 * beat * at.z());
}

/// The heart's way out: forward from between the lungs, then up, squeezed narrower where the lungs are near.
Eigen::Vector3d heart_place(const Eigen::Vector3d& at, double time)
{
    const double out = smooth_step(time / 0.7);
    Eigen::Vector3d point = heart_shape(at, time);
    const double squeezed = 1 - 0.08 * std::sin(std::numbers::pi * out);
    point.x() *= squeezed;
    point.y() /= squeezed;
    const Eigen::Vector3d middle(0.06 * std::sin(3 * out), -1.3 * out, 0.1 + 0.5 * smooth_step((time - 0.4) / 0.6));
    return middle + turned_about_z(point, 0.9 * out);
}

}  // namespace

DeformingScene bar_and_spheres(std::size_t triangles)
{
    const double all = static_cast<double>(triangles);
    const Surface sphere = sphere_surface(sphere_cells(all / 636 * 192));
    const double left = std::max(all / 11, all - 3 * static_cast<double>(sphere.faces.size()));
    // A bar of k by k by 7 k cells has 60 k^2 triangles.
    const auto cells = std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(std::sqrt(left / 60))));
    const Surface bar = surface_of(box({.lengths = {1, 1, 1}, .cells = {cells, cells, 7 * cells}}));
    const std::array<ElasticSphere, 3> spheres{
        {{{0.05, 0.0, 1.899}, 0.3, 0.0}, {{-0.05, 0.02, 0.562}, 0.3, 2.0}, {{-0.03, -0.02, -0.775}, 0.3, 4.0}}};
    DeformingScene scene;
    scene.name = "bar-and-spheres";
    scene.frames = path_frames;
    scene.objects = {{.name = "bar", .faces = bar.faces}};
    for (std::size_t i = 0; i < spheres.size(); ++i) {
        scene.objects.push_back({.name = "sphere " + std::to_string(i), .faces = sphere.faces});
    }
    scene.positions = [bar, sphere, spheres](int frame) {
        const double time = frame_time(frame, path_frames);
        ScenePositions positions{placed_points(bar, [&](const Eigen::Vector3d& at) { return bar_place(at, time); })};
        for (const ElasticSphere& one : spheres) {
            positions.push_back(placed_points(sphere, [&](const Eigen::Vector3d& at) { return one.place(at, time); }));
        }
        return positions;
    };
    return scene;
}

DeformingScene heart_among_organs(std::size_t triangles)
{
    const std::array<Organ, 4> organs{{
        {"left lung", {0.56, -0.4, 0.25}, {0.28, 0.42, 0.75}, 0.05, 0.04, 5, -0.12},
        {"right lung", {-0.56, -0.4, 0.25}, {0.28, 0.42, 0.75}, 0.05, 0.04, 5, 0.12},
        {"liver", {-0.25, -0.15, -0.83}, {0.65, 0.38, 0.26}, 0.08, 0.02, 5, 0.0},
        {"spine", {0.0, 0.62, 0.0}, {0.12, 0.14, 1.4}, 0.2, 0.0, 0, 0.02},
    }};
    const Surface sphere = sphere_surface(sphere_cells(static_cast<double>(triangles) / (organs.size() + 1)));
    DeformingScene scene;
    scene.name = "heart-among-organs";
    scene.frames = path_frames;
    scene.objects = {{.name = "heart", .faces = sphere.faces}};
    for (const Organ& organ : organs) scene.objects.push_back({.name = organ.name, .faces = sphere.faces});
    scene.positions = [sphere, organs](int frame) {
        const double time = frame_time(frame, path_frames);
        ScenePositions positions{
            placed_points(sphere, [&](const Eigen::Vector3d& at) { return heart_place(at, time); })};
        for (const Organ& organ : organs) {
            positions.push_back(
                placed_points(sphere, [&](const Eigen::Vector3d& at) { return organ.place(at, time); }));
        }
        return positions;
    };
    return scene;
}

}  // namespace tocca::scenes
