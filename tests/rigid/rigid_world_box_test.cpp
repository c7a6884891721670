// SPDX-License-Identifier: Apache-2.0
// The boxes that a world keeps of its bodies.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "rigid/random_motions.hpp"
#include "support/effort.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/motion/rigid_path.hpp"
#include "tocca/rigid/rigid_world.hpp"

namespace tocca::rigid_world_box_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using support::all_kinds;
using support::Bodies;
using support::body;
using support::Random;
using support::random_motion;

TEST(RigidWorldBox, HoldsTheBodyAtEveryTime)
{
    Random random(1);
    for (std::size_t i = 0; i < support::effort(400); ++i) {
        const double size = std::exp2(random.between(-20, 20)), reach = std::exp2(random.between(-20, 20));
        const Bodies kinds = all_kinds(size);
        rigid::RigidWorld world;
        world.add(kinds[random.below(5)], random_motion(random, reach, random.pick({0.0, size, 100.0 * reach})));
        const MovingBox moving = *world.moving_box(0);
        const RigidPath path(world.motion(0));
        const double error = path.position_error(world.body(0)->radius_about(world.motion(0).reference));
        for (int step = 0; step <= 20; ++step) {
            const double t = random.chance(0.5) ? step / 20.0 : random.unit();
            const RigidPath::Place place = path.at(t);
            for (const Point& position : world.body(0)->mesh().positions()) {
                const Vector3d at = place.rotation * Vector3d(position[0], position[1], position[2]) + place.origin;
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    const auto k = static_cast<Eigen::Index>(axis);
                    const auto between = [&](float start, float end) {
                        return (1.0 - t) * static_cast<double>(start) + t * static_cast<double>(end);
                    };
                    // The faces are computed here to rounding, which is less than what the box has to spare.
                    ASSERT_LE(between(moving.lower_start.at[axis], moving.lower_end.at[axis]), at[k] - 20.0 * error);
                    ASSERT_GE(between(moving.upper_start.at[axis], moving.upper_end.at[axis]), at[k] + 20.0 * error);
                }
            }
        }
    }
}

TEST(RigidWorldBox, IsTight)
{
    // A ball that flies by its own length, and turns about itself.
    rigid::RigidWorld world;
    RigidMotion motion = translation(Isometry3d::Identity(), {2.0, 0.0, 0.0});
    const auto ball = body(ico_sphere({.radius = 1.0, .subdivisions = 3}).mesh());
    world.add(ball, motion);
    motion.rotation = Vector3d(0.0, 0.0, 100.0);
    world.add(ball, motion);
    const auto lower = [&](rigid::BodyId id, std::size_t axis) {
        return std::min(world.moving_box(id)->lower_start.at[axis], world.moving_box(id)->lower_end.at[axis]);
    };
    const auto upper = [&](rigid::BodyId id, std::size_t axis) {
        return std::max(world.moving_box(id)->upper_start.at[axis], world.moving_box(id)->upper_end.at[axis]);
    };
    for (rigid::BodyId id = 0; id < 2; ++id) {
        EXPECT_GT(lower(id, 0), -1.2F);
        EXPECT_LT(upper(id, 0), 3.2F);
        EXPECT_GT(lower(id, 1), -1.2F);
        EXPECT_LT(upper(id, 2), 1.2F);
    }
    // A small turn about a far point moves the body little.
    world.move(0, turn(Isometry3d::Identity(), {0.0, 1000.0, 0.0}, {0.0, 0.0, 1e-3}));
    EXPECT_LT(upper(0, 0) - lower(0, 0), 5.0F);
    EXPECT_LT(upper(0, 1) - lower(0, 1), 4.0F);
}

}  // namespace
}  // namespace tocca::rigid_world_box_test
