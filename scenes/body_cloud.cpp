// SPDX-License-Identifier: Apache-2.0
#include "scenes/body_cloud.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "scenes/rigid_models.hpp"
#include "scenes/seeded_random.hpp"
#include "tocca/base/error.hpp"

namespace tocca::scenes {
namespace {

using Eigen::Vector3d;

/// Uniform on the unit sphere.
Vector3d direction(SeededRandom& random)
{
    while (true) {
        const double x = random.between(-1, 1), y = random.between(-1, 1), z = random.between(-1, 1);
        const Vector3d inside = {x, y, z};
        const double length = inside.norm();
        if (length > 0.1 && length <= 1.0) return inside / length;
    }
}

RigidMotion random_motion(SeededRandom& random, const Vector3d& place, const BodyCloud& cloud)
{
    RigidMotion motion;
    const Vector3d axis = direction(random);
    motion.from.linear() = Eigen::AngleAxisd(random.between(0, 2 * std::numbers::pi), axis).toRotationMatrix();
    motion.from.translation() = place;
    motion.to = motion.from;
    motion.to.translation() += random.between(0, cloud.greatest_way) * direction(random);
    motion.rotation = random.between(0, cloud.greatest_turn) * direction(random);
    return motion;
}

}  // namespace

rigid::RigidWorld body_cloud(const BodyCloud& cloud)
{
    require(cloud.spacing >= 2.1, "bodies of radius 1 need cells of 2.1 at least");
    std::vector<std::shared_ptr<const RigidBody>> models;
    std::vector<std::string> names;
    for (const RigidModelEntry& model : rigid_models()) {
        models.push_back(std::make_shared<const RigidBody>(scaled_to_radius(model.make(cloud.triangles), 1.0)));
        names.push_back(model.name);
    }

    std::size_t side = 1;
    while (side * side * side < cloud.bodies) ++side;
    // Apart by 0.02 of a body's radius at least.
    const double jitter = 0.5 * (cloud.spacing - 2.02);
    SeededRandom random(cloud.seed);
    rigid::RigidWorld world;
    for (std::size_t i = 0; i < cloud.bodies; ++i) {
        Vector3d place;
        std::size_t cell = i;
        for (double& coordinate : place) {
            coordinate = cloud.spacing * static_cast<double>(cell % side) + random.between(-jitter, jitter);
            cell /= side;
        }
        const std::size_t model = i % models.size();
        world.add(models[model], random_motion(random, place, cloud),
                  {.name = names[model], .group = static_cast<std::uint32_t>(model)});
    }
    return world;
}

bool swept_boxes_overlap(const MovingBox& a, const MovingBox& b)
{
    const auto before = [](const MovingBox& x, const MovingBox& y, std::size_t axis) {
        return std::max(x.upper_start.at[axis], x.upper_end.at[axis]) <
               std::min(y.lower_start.at[axis], y.lower_end.at[axis]);
    };
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (before(a, b, axis) || before(b, a, axis)) return false;
    }
    return true;
}

}  // namespace tocca::scenes
