// SPDX-License-Identifier: Apache-2.0
#include "simulation/show_piece.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "tocca/mesh/shapes.hpp"

namespace tocca::simulation {
namespace {

using std::numbers::pi;

constexpr std::array<ShowPieceEntry, 7> entries = {{
    {"drape", "a cloth falls on a ball, which begins to turn"},
    {"twist", "a strip is twisted by eight turns"},
    {"funnel", "a ball pushes a cloth through a funnel"},
    {"press", "two plates close on folded cloth until there is no room left"},
    {"skirt", "a walking figure in a skirt of three layers"},
    {"thin-drape", "drape with cloth 0.2 mm thin, to tell judges apart"},
    {"hard-press", "press with plates that do not wait, to tell judges apart"},
}};

/// Points moved as a whole by a pose that changes with time.
Schedule moved_rigidly(std::vector<Point> points, std::function<Eigen::Isometry3d(double)> pose)
{
    return [points = std::move(points), pose = std::move(pose)](double time) {
        const Eigen::Isometry3d place = pose(time);
        std::vector<Point> result(points.size());
        for (std::size_t i = 0; i < points.size(); ++i) {
            Eigen::Map<Eigen::Vector3d>(result[i].data()) = place * Eigen::Vector3d(points[i].data());
        }
        return result;
    };
}

Eigen::Isometry3d shifted(const Eigen::Vector3d& by)
{
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.translation() = by;
    return pose;
}

/// From 0 to 1 between two times, and its slope vanishes at both.
double eased(double time, double from, double to)
{
    const double part = std::clamp((time - from) / (to - from), 0.0, 1.0);
    return part * part * (3.0 - 2.0 * part);
}

std::size_t at_least(std::size_t least, double number)
{
    return std::max(least, static_cast<std::size_t>(std::max(number, 0.0)));
}

/// Cells along each side of a square sheet of so many triangles, when some of them are used up.
std::size_t square_cells(std::size_t triangles, std::size_t used)
{
    return at_least(6, std::sqrt((static_cast<double>(triangles) - static_cast<double>(used)) / 2.0));
}

std::size_t ball_subdivisions(std::size_t triangles) { return triangles >= 12'000 ? 4 : triangles >= 3'000 ? 3 : 2; }

/// A surface of revolution about the z axis, open at both ends, through rings of (radius, height), the highest first.
Shape revolution(const std::vector<std::array<double, 2>>& rings, std::size_t segments)
{
    Shape shape;
    for (const auto& [radius, height] : rings) {
        for (std::size_t k = 0; k < segments; ++k) {
            const double angle = 2.0 * pi * static_cast<double>(k) / static_cast<double>(segments);
            shape.positions.push_back({radius * std::cos(angle), radius * std::sin(angle), height});
        }
    }
    const auto vertex = [&](std::size_t ring, std::size_t k) {
        return static_cast<VertexId>(ring * segments + k % segments);
    };
    for (std::size_t ring = 0; ring + 1 < rings.size(); ++ring) {
        for (std::size_t k = 0; k < segments; ++k) {
            const VertexId a = vertex(ring, k), b = vertex(ring, k + 1), c = vertex(ring + 1, k),
                           d = vertex(ring + 1, k + 1);
            if ((ring + k) % 2 == 0) {
                shape.faces.push_back({a, c, b});
                shape.faces.push_back({b, c, d});
            } else {
                shape.faces.push_back({a, c, d});
                shape.faces.push_back({a, d, b});
            }
        }
    }
    return shape;
}

/// Rings evenly along a polygon of (radius, height).
std::vector<std::array<double, 2>> rings_along(const std::vector<std::array<double, 2>>& profile, std::size_t bands)
{
    std::vector<std::array<double, 2>> rings = {profile.front()};
    for (std::size_t i = 0; i + 1 < profile.size(); ++i) {
        for (std::size_t k = 1; k <= bands; ++k) {
            const double t = static_cast<double>(k) / static_cast<double>(bands);
            rings.push_back(
                {(1.0 - t) * profile[i][0] + t * profile[i + 1][0], (1.0 - t) * profile[i][1] + t * profile[i + 1][1]});
        }
    }
    return rings;
}

ShowPiece drape(std::size_t triangles)
{
    const Shape ball = ico_sphere({.radius = 0.3, .subdivisions = ball_subdivisions(triangles)});
    const Shape floor = translated(sheet({.columns = 8, .rows = 8, .width = 3.0, .depth = 3.0}), {-1.5, -1.5, -0.45});
    const std::size_t n = square_cells(triangles, ball.faces.size() + floor.faces.size());
    const double side = 1.2;
    const Shape cloth =
        translated(sheet({.columns = n, .rows = n, .width = side, .depth = side}), {-0.5 * side, -0.5 * side, 0.31});
    ShowPiece piece = {.world = World({.friction = 0.4}), .edge = side / static_cast<double>(n)};
    piece.world.add(Cloth{.name = "cloth", .rest = cloth.mesh()});
    piece.world.add(Obstacle{"ball", ball.mesh(), moved_rigidly(ball.positions, [](double time) {
                                 const double angle = 2.0 * std::max(time - 1.0, 0.0) * eased(time, 1.0, 1.5);
                                 return Eigen::Isometry3d(Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitZ()));
                             })});
    piece.world.add(Obstacle{.name = "floor", .mesh = floor.mesh()});
    return piece;
}  // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks): of the functions that obstacles hold

ShowPiece twist(std::size_t triangles)
{
    const std::size_t rows = at_least(4, std::sqrt(static_cast<double>(triangles) / 8.0)), columns = 4 * rows;
    constexpr double length = 1.0, width = 0.25, seconds = 5.0;
    const Shape strip = translated(sheet({.columns = columns, .rows = rows, .width = length, .depth = width}),
                                   {-0.5 * length, -0.5 * width, 0.0});
    std::vector<VertexId> held;
    for (VertexId vertex = 0; vertex < strip.positions.size(); ++vertex) {
        const std::size_t column = vertex % (columns + 1);
        if (column == 0 || column == columns) held.push_back(vertex);
    }
    Schedule schedule = [points = strip.positions](double time) {
        std::vector<Point> result = points;
        // Each end turns four times, against the other, and they come nearer.
        const double turns = 4.0 * std::min(time / seconds, 1.0), nearer = 0.15 * eased(time, 0.0, seconds);
        for (Point& point : result) {
            const double side = point[0] < 0.0 ? -1.0 : 1.0, angle = side * 2.0 * pi * turns;
            point = {point[0] - side * nearer, std::cos(angle) * point[1], std::sin(angle) * point[1]};
        }
        return result;
    };
    ShowPiece piece = {.world = World({.gravity = Eigen::Vector3d::Zero(), .damping = 1.0}),
                       .edge = width / static_cast<double>(rows)};
    piece.world.add(Cloth{.name = "strip", .rest = strip.mesh(), .held = held, .schedule = std::move(schedule)});
    return piece;
}

ShowPiece funnel(std::size_t triangles)
{
    const std::size_t segments = triangles >= 8'000 ? 64 : 32, bands = triangles >= 8'000 ? 8 : 4;
    const Shape wall = revolution(rings_along({{0.56, 0.25}, {0.12, -0.12}, {0.10, -0.5}}, bands), segments);
    const Shape ball =
        translated(ico_sphere({.radius = 0.055, .subdivisions = triangles >= 8'000 ? 3U : 2U}), {0.0, 0.0, 0.36});
    const std::size_t n = square_cells(triangles, wall.faces.size() + ball.faces.size());
    const double side = 0.8;
    const Shape cloth =
        translated(sheet({.columns = n, .rows = n, .width = side, .depth = side}), {-0.5 * side, -0.5 * side, 0.27});
    ShowPiece piece = {.world = World({.friction = 0.1}), .edge = side / static_cast<double>(n)};
    piece.world.add(Cloth{.name = "cloth", .rest = cloth.mesh()});
    piece.world.add(Obstacle{.name = "funnel", .mesh = wall.mesh()});
    piece.world.add(Obstacle{"ball", ball.mesh(), moved_rigidly(ball.positions, [](double time) {
                                 return shifted({0.0, 0.0, -0.9 * eased(time, 0.3, 5.0)});
                             })});
    return piece;
}  // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks): of the functions that obstacles hold

/// Cloth folded in layers, with half circles of this radius between them.
struct Fold {
    int layers = 5;
    double radius = 0.01;
};

ShowPiece press(std::size_t triangles, const Fold& fold = {})
{
    const int layers = fold.layers;
    const double radius = fold.radius, straight = 0.4, width = 0.4, bend = pi * radius;
    const double length = layers * straight + (layers - 1) * bend;
    const Shape plate = box({.lengths = {0.5, 0.5, 0.02}, .cells = {8, 8, 1}});
    const double cells = (static_cast<double>(triangles) - 2.0 * static_cast<double>(plate.faces.size())) / 2.0;
    const std::size_t rows = at_least(4, std::sqrt(cells * width / length));
    // Enough for the bends: four edges each.
    const std::size_t columns =
        at_least(static_cast<std::size_t>(4.0 * length / bend), cells / static_cast<double>(rows));
    const Shape flat = sheet({.columns = columns, .rows = rows, .width = length, .depth = width});
    Cloth cloth = {.name = "cloth", .rest = flat.mesh()};
    for (const Point& point : flat.positions) {
        // To and fro: layer k runs at height 2 k radius, and half a circle leads to the next.
        const int layer = std::min(static_cast<int>(point[0] / (straight + bend)), layers - 1);
        const double along = point[0] - layer * (straight + bend), side = layer % 2 == 0 ? 1.0 : -1.0;
        double x = std::min(along, straight) - 0.5 * straight, z = 2.0 * layer * radius;
        if (along > straight) {
            const double angle = (along - straight) / radius;
            x += radius * std::sin(angle);
            z += radius * (1.0 - std::cos(angle));
        }
        cloth.start.push_back({side * x, point[1] - 0.5 * width, z});
    }
    ShowPiece piece = {.world = World({.friction = 0.2}), .edge = length / static_cast<double>(columns)};
    piece.world.add(std::move(cloth));
    const double top = 2.0 * (layers - 1) * radius + 0.02;
    const std::array<std::pair<const char*, double>, 2> plates = {{{"lower plate", -0.02}, {"upper plate", top}}};
    for (const auto& [name, height] : plates) {
        const Shape placed = translated(plate, {0.0, 0.0, height});
        const double way = (height < 0.0 ? 0.5 : -0.5) * top;
        piece.world.add(Obstacle{name, placed.mesh(), moved_rigidly(placed.positions, [way](double time) {
                                     return shifted({0.0, 0.0, way * eased(time, 0.2, 4.0)});
                                 })});
    }
    return piece;
}

/// The hips of the walking figure.
Eigen::Isometry3d hips(double time)
{
    const double begun = eased(time, 0.2, 1.0), phase = 2.0 * pi * time;
    Eigen::Isometry3d pose = shifted({0.0, 0.0, 0.01 * begun * std::sin(2.0 * phase)});
    pose.rotate(Eigen::AngleAxisd(0.15 * begun * std::sin(phase), Eigen::Vector3d::UnitZ()));
    return pose;
}

Eigen::Isometry3d leg(double time, double side)
{
    Eigen::Isometry3d pose = hips(time) * shifted({0.0, 0.09 * side, 0.95});
    pose.rotate(
        Eigen::AngleAxisd(0.5 * side * eased(time, 0.2, 1.0) * std::sin(2.0 * pi * time), Eigen::Vector3d::UnitY()));
    return pose * shifted({0.0, 0.0, -0.35});
}

ShowPiece skirt(std::size_t triangles)
{
    constexpr int layers = 3;
    const CylinderSize limb = {.radius = 0.07, .height = 0.6, .segments = 16, .rings = 8};
    const Shape torso = capsule({.radius = 0.13, .height = 0.15, .segments = 24, .rings = 4}), thigh = capsule(limb);
    const double used = static_cast<double>(torso.faces.size() + 2 * thigh.faces.size());
    const std::size_t segments =
        at_least(24, std::sqrt(std::max(static_cast<double>(triangles) - used, 0.0) / (2.0 * layers) * 1.6 / 0.58));
    const std::size_t bands = at_least(8, static_cast<double>(segments) * 0.58 / 1.6);
    ShowPiece piece = {.world = World({.damping = 1.0, .friction = 0.2}), .edge = 0.58 / static_cast<double>(bands)};
    const std::array<const char*, layers> names = {"inner layer", "middle layer", "outer layer"};
    for (int k = 0; k < layers; ++k) {
        const Shape cone = revolution(rings_along({{0.16 + 0.008 * k, 1.05}, {0.34 + 0.03 * k, 0.5}}, bands), segments);
        std::vector<VertexId> waist(segments);
        for (std::size_t i = 0; i < segments; ++i) waist[i] = static_cast<VertexId>(i);
        piece.world.add(Cloth{.name = names[static_cast<std::size_t>(k)],
                              .rest = cone.mesh(),
                              .held = waist,
                              .schedule = moved_rigidly(cone.positions, hips)});
    }
    const auto add_limb = [&](const char* name, const Shape& shape, auto pose) {
        Schedule schedule = moved_rigidly(shape.positions, pose);
        piece.world.add(Obstacle{name, TriangleMesh(schedule(0.0), shape.faces), schedule});
    };
    add_limb("torso", torso, [](double time) { return Eigen::Isometry3d(hips(time) * shifted({0.0, 0.0, 1.02})); });
    add_limb("left leg", thigh, [](double time) { return leg(time, 1.0); });
    add_limb("right leg", thigh, [](double time) { return leg(time, -1.0); });
    return piece;
}

ShowPiece thin(ShowPiece piece)
{
    piece.distance = 2e-4;
    return piece;
}

ShowPiece without_waiting(ShowPiece piece)
{
    piece.distance = 2e-4;
    piece.waits = false;
    return piece;
}

}  // namespace

std::span<const ShowPieceEntry> show_pieces() { return entries; }

std::optional<ShowPiece> show_piece(std::string_view name, std::size_t triangles)
{
    if (name == "drape") return drape(triangles);
    if (name == "twist") return twist(triangles);
    if (name == "funnel") return funnel(triangles);
    if (name == "press") return press(triangles);
    if (name == "skirt") return skirt(triangles);
    if (name == "thin-drape") return thin(drape(triangles));
    if (name == "hard-press") return without_waiting(press(triangles, {.layers = 3, .radius = 0.02}));
    return std::nullopt;
}

}  // namespace tocca::simulation
