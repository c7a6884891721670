// SPDX-License-Identifier: Apache-2.0
#include "scenes/mixed_scenes.hpp"

#include <gtest/gtest.h>

#include "tocca/scene/scene_query.hpp"

namespace tocca::scenes::mixed_scenes_test {
namespace {

TEST(ArmThroughCloth, IsFreeUntilTheArmComesToTheCloth)
{
    MixedScene mixed = arm_through_cloth();
    ASSERT_EQ(mixed.step_count, 10U);
    std::size_t free_steps = 0;
    Answer answer;
    while (free_steps < mixed.step_count) {
        mixed.move(mixed.scene, free_steps);
        answer = first_contact(mixed.scene);
        if (answer.outcome != Outcome::free) break;
        ++free_steps;
    }
    EXPECT_EQ(free_steps, 5U);
    EXPECT_EQ(answer.outcome, Outcome::contact);
    ASSERT_TRUE(answer.pair);
    EXPECT_EQ(mixed.scene.object_name(answer.pair->objects[0]), "cloth");
    EXPECT_EQ(mixed.scene.object_name(answer.pair->objects[1]), "arm/fore");
}

TEST(ArmThroughCloth, GoesOnWhereAStepEnds)
{
    MixedScene mixed = arm_through_cloth();
    for (std::size_t step = 0; step < mixed.step_count; ++step) {
        const std::vector<Point> end = mixed.scene.end(0);
        const RigidMotion body = mixed.scene.rigid_motion(1);
        const JointMotion robot = mixed.scene.joint_motion(2);
        mixed.move(mixed.scene, step);
        if (step == 0) continue;
        EXPECT_EQ(mixed.scene.start(0), end) << step;
        EXPECT_EQ(mixed.scene.rigid_motion(1).from.matrix(), body.to.matrix()) << step;
        EXPECT_EQ(mixed.scene.joint_motion(2).from, robot.to) << step;
    }
}

}  // namespace
}  // namespace tocca::scenes::mixed_scenes_test
