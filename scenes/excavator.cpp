// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "scenes/random_pose.hpp"
#include "scenes/robot_making.hpp"
#include "scenes/robots.hpp"
#include "scenes/seeded_random.hpp"
#include "scenes/turned_surface.hpp"
#include "tocca/base/error.hpp"
#include "tocca/motion/rotation.hpp"

namespace tocca::scenes {
namespace {

using Eigen::AngleAxisd;
using Eigen::Isometry3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using Eigen::VectorXd;

using std::numbers::pi;

Isometry3d at(const Vector3d& place) { return pose(Quaterniond::Identity(), place); }

/// A box at a place, each side in cells of at most 0.11 m.
Shape panel(const Vector3d& lengths, const Vector3d& place)
{
    const auto cells = [](double length) {
        return std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(length / 0.11)));
    };
    return translated(
        box({.lengths = to_point(lengths), .cells = {cells(lengths.x()), cells(lengths.y()), cells(lengths.z())}}),
        to_point(place));
}

/// A round bar between two places.
Shape bar(const Vector3d& from, const Vector3d& to, double radius)
{
    const Vector3d along = to - from;
    const Isometry3d where = pose(motion::rotation_from_z(along), 0.5 * (from + to));
    return placed(cylinder({.radius = radius, .height = along.norm(), .segments = 16, .rings = 8}), where);
}

/// A track: two wheels and what runs around them.
Shape track(double y)
{
    constexpr double length = 3.2, radius = 0.45, width = 0.6;
    Shape shape;
    for (const double x : {-0.5 * length, 0.5 * length}) {
        const Isometry3d where = pose(Quaterniond(AngleAxisd(0.5 * pi, Vector3d::UnitX())), {x, y, radius});
        append(shape, placed(cylinder({.radius = radius, .height = width, .segments = 32, .rings = 4}), where));
    }
    append(shape, panel({length, width, 0.08}, {0, y, 0.04}));
    append(shape, panel({length, width, 0.08}, {0, y, 2 * radius - 0.04}));
    return shape;
}

/// A bucket: a bent plate of two layers between two cheeks, with teeth; open towards +x.
Shape bucket()
{
    constexpr double width = 1.1, radius = 0.55;
    constexpr std::size_t steps = 24, columns = 10;
    Shape shape;
    for (const double layer : {0.0, 0.04}) {
        Shape plate = sheet({.columns = columns, .rows = steps});
        for (Point& point : plate.positions) {
            const double angle = 0.55 * pi + 1.15 * pi * point[1];
            point = {0.35 + (radius - layer) * std::cos(angle), width * (point[0] - 0.5),
                     -0.55 + (radius - layer) * std::sin(angle)};
        }
        append(shape, plate);
    }
    for (const double y : {-0.5 * width, 0.5 * width}) append(shape, panel({0.7, 0.04, 0.8}, {0.25, y, -0.55}));
    for (int tooth = -2; tooth <= 2; ++tooth) append(shape, panel({0.25, 0.1, 0.08}, {0.45, 0.24 * tooth, -1.05}));
    return shape;
}

/// Drives on a plane, 5 cm above it, turns its house, and has an arm of three links.
Robot excavator_robot()
{
    constexpr double boom_length = 5.2, stick_length = 2.7;
    RobotParts parts{.name = "excavator", .links = {{.name = "world"}}};
    const auto add = [&](const std::vector<Shape>& shapes, Joint joint) {
        Link made{.name = joint.child};
        for (const Shape& shape : shapes) made.shapes.push_back(shape_of(shape));
        parts.links.push_back(std::move(made));
        parts.joints.push_back(std::move(joint));
    };
    add({track(-1.0), track(1.0), panel({2.4, 1.4, 0.35}, {0, 0, 0.6}),
         translated(cylinder({.radius = 0.6, .height = 0.25, .segments = 48, .rings = 3}), {0, 0, 0.9})},
        {.name = "drive",
         .type = Joint::Type::planar,
         .parent = "world",
         .child = "undercarriage",
         .origin = at({0, 0, 0.05}),
         .axis = Vector3d::UnitZ()});
    add({panel({3.0, 2.4, 0.25}, {-0.4, 0, 0.15}), panel({1.5, 0.9, 1.5}, {0.5, 0.75, 1.05}),
         panel({1.2, 2.4, 1.0}, {-1.4, 0, 0.8}), bar({-0.6, -0.8, 0.3}, {-0.6, -0.8, 1.8}, 0.08)},
        {.name = "swing",
         .type = Joint::Type::continuous,
         .parent = "undercarriage",
         .child = "house",
         .origin = at({0, 0, 1.05}),
         .axis = Vector3d::UnitZ()});
    // The arm's links run along x, and rise with negative angles about y.
    add({panel({0.55 * boom_length, 0.35, 0.5}, {0.3 * boom_length, 0, 0}),
         placed(panel({0.5 * boom_length, 0.33, 0.42}, {0.2 * boom_length, 0, 0}),
                pose(Quaterniond(AngleAxisd(0.5, Vector3d::UnitY())), {0.54 * boom_length, 0, 0.05})),
         bar({0.3, 0.3, 0.2}, {0.6 * boom_length, 0.3, 0.35}, 0.07),
         bar({0.3, -0.3, 0.2}, {0.6 * boom_length, -0.3, 0.35}, 0.07)},
        {.name = "lift",
         .type = Joint::Type::revolute,
         .parent = "house",
         .child = "boom",
         .origin = at({0.9, -0.2, 0.6}),
         .axis = Vector3d::UnitY(),
         .limits = Joint::Limits{-1.1, 0.5}});
    add({panel({stick_length, 0.28, 0.35}, {0.4 * stick_length, 0, 0}),
         bar({-0.3, 0, 0.35}, {0.7 * stick_length, 0, 0.3}, 0.07)},
        {.name = "crowd",
         .type = Joint::Type::revolute,
         .parent = "boom",
         .child = "stick",
         .origin = at({0.98 * boom_length, 0, -1.1}),
         .axis = Vector3d::UnitY(),
         .limits = Joint::Limits{0.2, 2.3}});
    add({bucket()}, {.name = "curl",
                     .type = Joint::Type::revolute,
                     .parent = "stick",
                     .child = "bucket",
                     .origin = at({0.95 * stick_length, 0, 0}),
                     .axis = Vector3d::UnitY(),
                     .limits = Joint::Limits{-1.8, 0.8}});
    return Robot(std::move(parts));
}

/// A lump with dents.
Surface rock(SeededRandom& random, std::size_t cells)
{
    Surface surface = sphere_surface(cells);
    const Vector3d first = random_direction(random), second = random_direction(random);
    const double flat = random.between(0.5, 0.9), size = random.between(0.5, 1.6);
    for (Vector3d& point : surface.points) {
        const double dent = 1 + 0.12 * std::sin(5 * point.dot(first)) + 0.07 * std::sin(11 * point.dot(second));
        point = size * dent * point.cwiseProduct(Vector3d(1.0, 1.0, flat));
    }
    return surface;
}

/// Uneven, nowhere above zero.
Shape ground(double side, std::size_t cells)
{
    Shape field = sheet({.columns = cells, .rows = cells, .width = side, .depth = side});
    for (Point& point : field.positions) {
        point[0] -= 0.5 * side;
        point[1] -= 0.5 * side;
        const double x = point[0], y = point[1];
        point[2] = -0.15 + 0.08 * std::sin(0.9 * x + 0.4 * y) * std::cos(0.7 * y) + 0.06 * std::sin(2.3 * x - 1.9 * y);
    }
    return field;
}

/// Things that lie about, with as many triangles as asked for, about: a third is the ground.
RobotScene building_site(const ExcavatorSite& site)
{
    constexpr double side = 70.0;
    constexpr std::size_t things = 110;
    const double each = static_cast<double>(site.triangles) * 2.0 / 3.0 / static_cast<double>(things);
    const auto share = [&](double part) { return static_cast<std::size_t>(std::max(4.0, std::sqrt(part * each))); };
    SeededRandom random(site.seed);
    RobotScene scene;
    const auto ground_cells = static_cast<std::size_t>(std::sqrt(static_cast<double>(site.triangles) / 6.0));
    scene.objects.push_back({.name = "ground", .shapes = {shape_of(ground(side, ground_cells))}});
    for (std::size_t i = 0; i < things; ++i) {
        const std::string number = std::to_string(i / 5 + 1);
        const double x = random.between(-0.45, 0.45) * side, y = random.between(-0.45, 0.45) * side;
        const Quaterniond about_z(AngleAxisd(random.between(0, 2 * pi), Vector3d::UnitZ()));
        const Quaterniond lying = about_z * Quaterniond(AngleAxisd(0.5 * pi, Vector3d::UnitX()));
        Obstacle thing;
        switch (i % 5) {
            case 0: {
                thing = {.name = "rock" + number, .shapes = {shape_of(rock(random, share(1.0 / 12.0)))}};
                thing.pose = pose(about_z, {x, y, 0.2});
                break;
            }
            case 1: {
                const double radius = random.between(0.2, 0.6), length = random.between(3, 8);
                thing = {.name = "pipe" + number,
                         .shapes = {shape_of(tube(
                             {.radius = radius, .height = length, .segments = share(0.25), .rings = share(1.0)}))}};
                thing.pose = pose(lying, {x, y, radius});
                break;
            }
            case 2: {
                const double radius = random.between(0.5, 0.9), tube_radius = random.between(0.18, 0.3);
                thing = {.name = "tyre" + number,
                         .shapes = {shape_of(ring_surface({.radius = radius,
                                                           .tube_radius = tube_radius,
                                                           .segments = share(1.0),
                                                           .sides = share(0.25)}))}};
                thing.pose = pose(about_z, {x, y, tube_radius + random.between(0, 1.5)});
                break;
            }
            case 3: {
                const Vector3d lengths(random.between(2, 6), 2.4, random.between(1, 2.6));
                const std::size_t cells = share(1.0 / 12.0);
                thing = {.name = "container" + number,
                         .shapes = {shape_of(box({.lengths = to_point(lengths), .cells = {cells, cells, cells}}))}};
                thing.pose = pose(about_z, {x, y, 0.5 * lengths.z() + 0.01});
                break;
            }
            default: {
                const double height = random.between(4, 9), radius = random.between(0.1, 0.25);
                thing = {.name = "mast" + number,
                         .shapes = {shape_of(cylinder(
                             {.radius = radius, .height = height, .segments = share(0.25), .rings = share(1.0)}))}};
                thing.pose = pose(about_z, {x, y, 0.5 * height});
                break;
            }
        }
        scene.objects.push_back(std::move(thing));
    }
    return scene;
}

VectorXd random_configuration(SeededRandom& random, const Vector3d& place, double turned)
{
    VectorXd values(7);
    values << place.x(), place.y(), place.z(), turned, random.between(-1.0, 0.1), random.between(0.3, 2.1),
        random.between(-1.5, 0.6);
    return values;
}

/// Up to 8 m, a right angle of the tracks and 150 degrees of the house.
JointMotion random_dig(SeededRandom& random)
{
    const Vector3d start(random.between(-24, 24), random.between(-24, 24), random.between(-pi, pi));
    const Vector3d way(random.between(-8, 8), random.between(-8, 8), random.between(-0.5 * pi, 0.5 * pi));
    const double turned = random.between(-pi, pi), turn = random.between(-150.0, 150.0) * pi / 180.0;
    JointMotion motion;
    motion.from = random_configuration(random, start, turned);
    motion.to = random_configuration(random, start + way, turned + turn);
    return motion;
}

}  // namespace

MovingRobot excavator(const ExcavatorSite& site)
{
    require(site.triangles >= 20'000, "a building site has at least 20,000 triangles");
    MovingRobot scene{.robot = excavator_robot(), .scene = building_site(site), .motions = {}};
    SeededRandom random(site.seed + 1);
    scene.motions =
        starting_free(RobotChecker(scene.robot, scene.scene), site.motions, [&] { return random_dig(random); });
    return scene;
}

}  // namespace tocca::scenes
