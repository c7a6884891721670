// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/scene_recorder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "support/poses.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/scene/scene_query.hpp"

namespace tocca::scene_recorder_test {
namespace {

using Eigen::Vector3d;
using support::at;

/// A triangle of a mesh that comes down on a box and a rod that turns.
struct FallingSheet {
    Scene scene;
    PartId sheet = scene.add(TriangleMesh(positions(1.0), {{0, 1, 2}}), {.name = "sheet"});
    PartId box = scene.add(RigidBody(tocca::box({.lengths = {1, 1, 1}}).mesh()), {.name = "box"});
    PartId still = scene.add(TriangleMesh(positions(9.0), {{0, 1, 2}}), {.name = "still"});
    PartId arm = scene.add(rod(), {.name = "arm"});

    [[nodiscard]] static std::vector<Point> positions(double height)
    {
        return {{-5, -5, height}, {5, -5, height}, {0, 5, height}};
    }
    [[nodiscard]] static Robot rod()
    {
        return Robot(
            {.name = "arm",
             .links = {{.name = "base"},
                       {.name = "rod",
                        .shapes = {sphere_shape(0.1, at(1, 0, -3)), box_shape({1, 0.1, 0.1}, at(0.5, 0, -3))}}},
             .joints = {{.name = "turn",
                         .type = Joint::Type::continuous,
                         .parent = "base",
                         .child = "rod",
                         .axis = Vector3d::UnitZ()}}});
    }
    void move(double from, double to)
    {
        scene.move(sheet, positions(from), positions(to));
        scene.move(arm,
                   JointMotion{.from = Eigen::VectorXd::Constant(1, from), .to = Eigen::VectorXd::Constant(1, to)});
    }
};

TEST(SceneRecorder, RecordsEveryKindOfPartAtTheKeysOfAll)
{
    FallingSheet falling;
    SceneRecorder recorder("falling", falling.scene);
    EXPECT_EQ(recorder.motion().bodies.size(), 5U);
    check(recorder.motion());
    falling.move(1.0, 0.75);
    recorder.add_step(falling.scene, {.name = "first"}, {});
    falling.move(0.75, 0.25);
    const Answer answer = first_contact(falling.scene);
    ASSERT_TRUE(answer.contact);
    recorder.add_step(falling.scene, {.name = "second", .outcome = answer.outcome, .safe_until = answer.safe_until},
                      std::vector{*answer.contact});
    const RecordedMotion motion = recorder.motion();
    check(motion);
    ASSERT_EQ(motion.bodies.size(), 5U);
    EXPECT_EQ(motion.bodies[0].name, "box");
    EXPECT_EQ(motion.bodies[1].name, "arm/rod 0");
    EXPECT_EQ(motion.bodies[2].name, "arm/rod 1");
    EXPECT_EQ(motion.bodies[3].name, "sheet");
    EXPECT_EQ(motion.bodies[4].name, "still");
    EXPECT_EQ(motion.steps.size(), 2U);
    EXPECT_EQ(motion.key_times.front(), 0.0);
    EXPECT_EQ(motion.key_times.back(), 2.0);
    // What never moves has one place; the rod has poses, the sheet positions, for each key.
    EXPECT_EQ(motion.bodies[4].positions.size(), 1U);
    EXPECT_TRUE(motion.bodies[0].poses.empty());
    EXPECT_EQ(motion.bodies[1].poses.size(), motion.key_times.size());
    EXPECT_EQ(motion.bodies[3].positions.size(), motion.key_times.size());
    for (const auto& [time, height] : {std::pair{0.0, 1.0}, {0.5, 0.875}, {1.0, 0.75}, {1.25, 0.625}, {2.0, 0.25}})
        EXPECT_NEAR(positions_at(motion, 3, time)[0][2], height, 1e-12) << time;
    // The contact is about the sheet and the box, and there is a key where it was found.
    ASSERT_EQ(motion.contacts.size(), 1U);
    const Contact& contact = motion.contacts[0].contact;
    EXPECT_EQ(motion.contacts[0].step, 1U);
    EXPECT_EQ(contact.objects[0] + contact.objects[1], 3U);
    EXPECT_TRUE(motion.contacts[0].distance);
    EXPECT_NE(std::find(motion.key_times.begin(), motion.key_times.end(), 1.0 + contact.toc.lower),
              motion.key_times.end());
}

TEST(SceneRecorder, ShapesOfLinksAreBodies)
{
    FallingSheet falling;
    falling.move(1.0, -4.0);
    SceneRecorder recorder("falling", falling.scene);
    const Answers all = all_contacts(falling.scene);
    recorder.add_step(falling.scene, {.outcome = all.outcome, .safe_until = all.safe_until, .contact_count = 2},
                      all.contacts);
    const RecordedMotion motion = recorder.motion();
    check(motion);
    ASSERT_EQ(motion.contacts.size(), 2U);
    const auto& objects = motion.contacts[1].contact.objects;
    EXPECT_EQ(std::max(objects[0], objects[1]), 3U);
    EXPECT_EQ(std::min(objects[0], objects[1]), 1U) << "the sphere reaches higher than the box";
}

TEST(SceneRecorder, RefusesMeshesThatDoNotGoOn)
{
    FallingSheet falling;
    SceneRecorder recorder("falling", falling.scene);
    falling.move(0.9, 0.8);
    EXPECT_THROW(recorder.add_step(falling.scene, {}, {}), std::invalid_argument);
}

TEST(SceneRecorder, RecordsMeshesAlone)
{
    Scene scene;
    const PartId sheet = scene.add(TriangleMesh(FallingSheet::positions(1.0), {{0, 1, 2}}));
    SceneRecorder recorder("sheet", scene);
    scene.move(sheet, FallingSheet::positions(0.0));
    recorder.add_step(scene, {}, {});
    const RecordedMotion motion = recorder.motion();
    check(motion);
    EXPECT_EQ(motion.key_times, (std::vector<double>{0.0, 1.0}));
    EXPECT_EQ(motion.bodies.at(0).positions.size(), 2U);
}

}  // namespace
}  // namespace tocca::scene_recorder_test
