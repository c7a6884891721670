// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <utility>

#include "scenes/random_pose.hpp"
#include "scenes/robot_making.hpp"
#include "scenes/robots.hpp"
#include "scenes/seeded_random.hpp"
#include "tocca/base/error.hpp"

namespace tocca::scenes {
namespace {

using Eigen::AngleAxisd;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using Eigen::VectorXd;

using std::numbers::pi;
constexpr double car_length = 10.0;  ///< from coupling to coupling

/// A car that runs from its front coupling, at the height of the rails, along -x.
Shape car(std::size_t triangles)
{
    constexpr double length = 9.2, width = 2.2, height = 2.4, wheel_radius = 0.4;
    constexpr double area = 2 * (length * width + width * height + height * length);
    const auto count = static_cast<double>(triangles);
    const double cell = std::sqrt(2 * area / (0.7 * count));
    const auto cells = [&](double side) { return static_cast<std::size_t>(std::max(1.0, std::round(side / cell))); };
    Shape shape =
        translated(box({.lengths = {length, width, height}, .cells = {cells(length), cells(width), cells(height)}}),
                   {-0.5 * car_length, 0, 0.25 + 0.5 * height});
    const auto segments = std::max<std::size_t>(8, static_cast<std::size_t>(0.3 * count / 16));
    for (const double x : {-0.2 * car_length, -0.8 * car_length}) {
        for (const double y : {-0.75, 0.75}) {
            const auto lying = pose(Quaterniond(AngleAxisd(0.5 * pi, Vector3d::UnitX())), {x, y, wheel_radius + 0.02});
            append(shape, placed(cylinder({.radius = wheel_radius, .height = 0.15, .segments = segments}), lying));
        }
    }
    return shape;
}

/// Cars one behind the other; the first one flies freely.
Robot train(std::size_t cars, Joint::Type coupling, const RobotShape& car_shape)
{
    RobotParts parts{.name = "train", .links = {{.name = "world"}}};
    for (std::size_t i = 1; i <= cars; ++i) {
        const std::string name = "car" + std::to_string(i);
        parts.links.push_back({name, {car_shape}});
        if (i == 1) {
            parts.joints.push_back({.name = "engine", .type = Joint::Type::floating, .parent = "world", .child = name});
            continue;
        }
        parts.joints.push_back({.name = "coupling" + std::to_string(i),
                                .type = coupling,
                                .parent = "car" + std::to_string(i - 1),
                                .child = name,
                                .origin = pose(Quaterniond::Identity(), {-car_length, 0, 0}),
                                .axis = Vector3d::UnitZ(),
                                .second_axis = Vector3d::UnitY()});
    }
    return Robot(std::move(parts));
}

/// A closed track around a middle, going up and down.
struct Track {
    Eigen::Vector2d middle;
    double half_length;  ///< along x
    double half_width;
    double height;  ///< of its lowest points
    double phase;   ///< of its two hills
};

constexpr std::size_t track_count = 4;
const std::array<Track, track_count> tracks = {{{{-20, -12}, 58, 42, 0.0, 0.0},
                                                {{24, -8}, 46, 54, 3.2, 1.7},
                                                {{0, 20}, 62, 40, 6.4, 3.3},
                                                {{-6, -26}, 44, 48, 9.6, 4.9}}};

Vector3d point_of(const Track& track, double angle)
{
    return {track.middle.x() + track.half_length * std::cos(angle),
            track.middle.y() + track.half_width * std::sin(angle),
            track.height + 2.0 * (1 + std::sin(2 * angle + track.phase))};
}

/// The angle of the point that is a car's length away, on the side that `step`, 1 or -1, names.
double next_angle(const Track& track, double angle, double step)
{
    const Vector3d here = point_of(track, angle);
    double near = 0.0, far = 2.0 * car_length / std::min(track.half_length, track.half_width);
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (near + far);
        ((point_of(track, angle + step * middle) - here).norm() < car_length ? near : far) = middle;
    }
    return angle + step * near;
}

/// The values of a train whose couplings are on the track, the first at an angle; it runs forward with growing angles, or
/// backward.
VectorXd train_on(const Track& track, double angle, bool forward, std::size_t cars)
{
    VectorXd values(static_cast<Eigen::Index>(7 + 2 * (cars - 1)));
    Vector3d front = point_of(track, angle);
    Quaterniond turned = Quaterniond::Identity();
    for (std::size_t i = 0; i < cars; ++i) {
        angle = next_angle(track, angle, forward ? -1.0 : 1.0);
        const Vector3d rear = point_of(track, angle);
        // A turn about z, then one about y, takes -x there.
        const Vector3d back = turned.conjugate() * (rear - front).normalized();
        const double yaw = std::atan2(-back.y(), -back.x()), pitch = std::asin(std::clamp(back.z(), -1.0, 1.0));
        turned = turned * AngleAxisd(yaw, Vector3d::UnitZ()) * AngleAxisd(pitch, Vector3d::UnitY());
        if (i == 0) {
            values.head<3>() = front;
            values.segment<4>(3) = turned.coeffs();
        } else {
            values.segment<2>(static_cast<Eigen::Index>(7 + 2 * (i - 1))) << yaw, pitch;
        }
        front = rear;
    }
    return values;
}

/// How near, seen from above, a place is to the tracks other than one.
double distance_to_others(const Vector3d& place, std::size_t own)
{
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        for (int step = 0; i != own && step < 720; ++step) {
            const Vector3d other = point_of(tracks[i], step * pi / 360);
            nearest = std::min(nearest, (other - place).head<2>().norm());
        }
    }
    return nearest;
}

/// Away from a track, at a right angle and level, to the outside.
Vector3d outward(const Track& track, double angle)
{
    return Vector3d(std::cos(angle) / track.half_length, std::sin(angle) / track.half_width, 0.0).normalized();
}

/// An angle at which no other track is near.
double lonely_angle(SeededRandom& random, std::size_t track)
{
    while (true) {
        const double angle = random.between(0, 2 * pi);
        if (distance_to_others(point_of(tracks[track], angle), track) > 9.0) return angle;
    }
}

/// An arch over so much of a track on either side of an angle.
Shape tunnel(const Track& track, double middle, double radius)
{
    constexpr double half_length = 0.12;
    Shape shape = sheet({.columns = 24, .rows = 40});
    for (Point& point : shape.positions) {
        const double angle = middle + half_length * (2 * point[1] - 1), around = pi * point[0];
        const Vector3d place = point_of(track, angle) + radius * std::cos(around) * outward(track, angle);
        point = {place.x(), place.y(), place.z() + radius * std::sin(around)};
    }
    return shape;
}

RobotScene railway(std::uint64_t seed)
{
    constexpr std::size_t tunnels = 2, masts = 8;  // of each track
    SeededRandom random(seed);
    RobotScene scene;
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        for (std::size_t k = 0; k < tunnels; ++k) {
            const double angle = lonely_angle(random, i), radius = random.between(3.0, 3.4);
            scene.objects.push_back({.name = "tunnel" + std::to_string(tunnels * i + k + 1),
                                     .shapes = {shape_of(tunnel(tracks[i], angle, radius))}});
        }
        for (std::size_t k = 0; k < masts; ++k) {
            const double angle = lonely_angle(random, i), aside = random.between(1.7, 2.6);
            const Vector3d foot =
                point_of(tracks[i], angle) + (k % 2 == 0 ? aside : -aside) * outward(tracks[i], angle);
            scene.objects.push_back(
                {.name = "mast" + std::to_string(masts * i + k + 1),
                 .shapes = {shape_of(cylinder({.radius = 0.15, .height = 6, .segments = 32, .rings = 20}))},
                 .pose = pose(Quaterniond::Identity(), {foot.x(), foot.y(), foot.z() + 3.0})});
        }
    }
    return scene;
}

Shape mountain(std::size_t triangles)
{
    constexpr double side = 240.0;
    const auto cells = static_cast<std::size_t>(std::sqrt(static_cast<double>(triangles) / 2));
    Shape shape = sheet({.columns = cells, .rows = cells, .width = side, .depth = side});
    for (Point& point : shape.positions) {
        const double x = point[0] - 0.5 * side, y = point[1] - 0.5 * side, r = std::hypot(x, y) / 38.0;
        const double ridges = 1 + 0.25 * std::sin(0.21 * x) * std::cos(0.17 * y);
        point = {x, y, 34.0 * std::exp(-r * r) * ridges + 0.8 * std::sin(0.5 * x + 0.3 * y)};
    }
    return shape;
}

Quaterniond turned_by(const Vector3d& axis, double angle) { return Quaterniond(AngleAxisd(angle, axis)); }

}  // namespace

MovingRobot trains(const TrainRun& run)
{
    require(run.trains >= 1 && run.trains <= track_count, "there are 1 to 4 trains");
    require(run.cars >= 2 && run.cars <= 20, "a train has 2 to 20 cars");
    require(run.car_triangles >= 200, "a car has at least 200 triangles");
    require(run.motions >= 1, "a path has at least one motion");
    SeededRandom random(run.seed);
    const RobotShape shape = shape_of(car(run.car_triangles));
    std::vector<PlacedRobot> placed_trains;
    std::vector<double> starts, speeds;
    for (std::size_t i = 0; i < run.trains; ++i) {
        placed_trains.push_back(
            {.robot = train(run.cars, Joint::Type::universal, shape), .prefix = "train" + std::to_string(i + 1)});
        starts.push_back(random.between(0, 2 * pi));
        speeds.push_back((i % 2 == 0 ? 1 : -1) * random.between(0.8, 1.2));
    }
    std::vector<VectorXd> configurations;
    for (std::size_t step = 0; step <= run.motions; ++step) {
        const double time = static_cast<double>(step) / static_cast<double>(run.motions);
        VectorXd all(0);
        for (std::size_t i = 0; i < run.trains; ++i) {
            const VectorXd one = train_on(tracks[i], starts[i] + 2 * pi * speeds[i] * time, speeds[i] > 0, run.cars);
            VectorXd longer(all.size() + one.size());
            longer << all, one;
            all = std::move(longer);
        }
        configurations.push_back(std::move(all));
    }
    return {.robot = join(placed_trains), .scene = railway(run.seed), .motions = motions_between(configurations)};
}

MovingRobot falling_train(const TrainFall& fall)
{
    require(fall.cars >= 1 && fall.car_triangles >= 200, "a train has a car, and that at least 200 triangles");
    require(fall.mountain_triangles >= 200, "a mountain has at least 200 triangles");
    require(fall.motions >= 1, "a path has at least one motion");
    SeededRandom random(fall.seed);
    const Vector3d tumbling = random_direction(random);
    std::vector<Vector3d> bending;
    for (std::size_t i = 1; i < fall.cars; ++i) bending.push_back(random_direction(random));
    std::vector<VectorXd> configurations;
    for (std::size_t step = 0; step <= fall.motions; ++step) {
        const double time = static_cast<double>(step) / static_cast<double>(fall.motions);
        VectorXd values(static_cast<Eigen::Index>(7 + 4 * bending.size()));
        const double half = 0.5 * car_length * static_cast<double>(fall.cars);
        values.head<3>() = Vector3d(half - 20 * time, 6 * time, 100 - 62 * time * time);
        values.segment<4>(3) = turned_by(tumbling, 0.4 * time).coeffs();
        for (std::size_t i = 0; i < bending.size(); ++i) {
            const double angle = 0.4 * std::sin(8 * pi * time + static_cast<double>(i));
            values.segment<4>(static_cast<Eigen::Index>(7 + 4 * i)) = turned_by(bending[i], angle * time).coeffs();
        }
        configurations.push_back(std::move(values));
    }
    return {.robot = train(fall.cars, Joint::Type::ball, shape_of(car(fall.car_triangles))),
            .scene = {.objects = {{.name = "mountain", .shapes = {shape_of(mountain(fall.mountain_triangles))}}}},
            .motions = motions_between(configurations)};
}

}  // namespace tocca::scenes
