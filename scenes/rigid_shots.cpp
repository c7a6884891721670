// SPDX-License-Identifier: Apache-2.0
#include "scenes/rigid_shots.hpp"

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "scenes/random_pose.hpp"
#include "scenes/seeded_random.hpp"

namespace tocca::scenes {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;

Quaterniond part_of_turn(const Vector3d& rotation, double t)
{
    const double angle = rotation.norm();
    if (angle == 0.0) return Quaterniond::Identity();
    return Quaterniond(Eigen::AngleAxisd(t * angle, rotation / angle));
}

/// The motion that turns by the whole `rotation` from a pose on.
RigidMotion turning_motion(const Eigen::Isometry3d& from, const Vector3d& destination, const Vector3d& rotation)
{
    RigidMotion motion;
    motion.from = from;
    motion.to = from;
    motion.to.linear() = part_of_turn(rotation, 1.0).toRotationMatrix() * from.linear();
    motion.to.translation() = destination;
    motion.rotation = rotation;
    return motion;
}

/// Every draw in the order that makes the numbers of a seed what they are.
RigidShot random_shot(SeededRandom& random, const RigidShotSet& set)
{
    constexpr double distance = 150.0;
    const Vector3d from = random_direction(random);
    Vector3d aside = random_direction(random);
    aside -= from * from.dot(aside);
    aside.normalize();
    const Vector3d aim = random.between(0, set.greatest_miss) * aside;
    const Vector3d start = distance * from + aim * random.between(0, 1);
    const Vector3d end = 2 * aim - start;
    const Quaterniond turned = random_orientation(random);
    const Vector3d axis = random_direction(random);
    const Vector3d rotation = (set.turning ? std::numbers::pi / 4 : 0.0) * axis;
    return {.moving = turning_motion(pose(turned, start), end, rotation),
            .resting = at_rest(pose(random_orientation(random), Vector3d::Zero()))};
}

}  // namespace

std::vector<RigidShot> rigid_shots(const RigidShotSet& set)
{
    SeededRandom random(set.seed);
    std::vector<RigidShot> shots;
    shots.reserve(set.count);
    for (std::size_t i = 0; i < set.count; ++i) shots.push_back(random_shot(random, set));
    return shots;
}

RigidShot shortened(const RigidShot& shot, double toc, double half_width)
{
    const double first = std::max(0.0, toc - half_width), last = std::min(1.0, toc + half_width);
    const RigidMotion& whole = shot.moving;
    const Vector3d rotation = whole.rotation.value_or(Vector3d::Zero());
    const Vector3d start = whole.from.translation(), path = whole.to.translation() - start;
    Eigen::Isometry3d from = whole.from;
    from.linear() = part_of_turn(rotation, first).toRotationMatrix() * whole.from.linear();
    from.translation() = start + first * path;
    return {.moving = turning_motion(from, start + last * path, (last - first) * rotation), .resting = shot.resting};
}

}  // namespace tocca::scenes
