// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/mesh_recorder.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tocca/deformable/mesh_query.hpp"

namespace tocca::mesh_recorder_test {
namespace {

std::vector<Point> face_at(double z) { return {{0, 0, z}, {4, 0, z}, {0, 4, z}}; }

deformable::MovingScene scene_of(const std::vector<double>& heights)
{
    std::vector<deformable::SceneObject> objects;
    for (const double z : heights) {
        objects.push_back(
            {TriangleMesh(face_at(z), {{0, 1, 2}}), {.name = "folder/face" + std::to_string(objects.size())}});
    }
    return deformable::MovingScene(std::move(objects));
}

void move(deformable::MovingScene& scene, double first, double second)
{
    const auto a = face_at(first), b = face_at(second);
    scene.move_to({a, b});
}

TEST(MeshRecorder, StepByStep)
{
    deformable::MovingScene scene = scene_of({2.0, 0.0});
    MeshRecorder recorder("falling");
    recorder.begin(scene);
    const std::vector<double> heights = {1.0, -1.0, -2.0};
    for (const double height : heights) {
        move(scene, height, 0.0);
        const Answers all = all_contacts(scene);
        recorder.add_step(scene, {.name = "a step", .outcome = all.outcome, .safe_until = all.safe_until},
                          all.contacts);
    }
    const RecordedMotion& motion = recorder.motion();
    check(motion);
    EXPECT_EQ(motion.title, "falling");
    EXPECT_EQ(motion.key_times, (std::vector<double>{0, 1, 2, 3}));
    ASSERT_EQ(motion.bodies.size(), 2U);
    EXPECT_EQ(motion.bodies[0].name, "face0");
    ASSERT_EQ(motion.bodies[0].positions.size(), 4U);
    for (std::size_t key = 1; key < 4; ++key) EXPECT_EQ(motion.bodies[0].positions[key], face_at(heights[key - 1]));
    EXPECT_EQ(motion.bodies[1].positions.size(), 1U) << "it is at rest";
    EXPECT_EQ(motion.bodies[1].last_key, 3U);
    ASSERT_FALSE(motion.contacts.empty());
    for (const RecordedContact& contact : motion.contacts) EXPECT_EQ(contact.step, 1U);
}

TEST(MeshRecorder, WhatMovesLateRestsBefore)
{
    deformable::MovingScene scene = scene_of({9.0, 0.0});
    MeshRecorder recorder("");
    recorder.begin(scene);
    for (const double height : {0.0, 0.0, 1.0, 1.0}) {
        move(scene, 9.0, height);
        recorder.add_step(scene, {}, {});
    }
    check(recorder.motion());
    const auto& positions = recorder.motion().bodies[1].positions;
    ASSERT_EQ(positions.size(), 5U);
    EXPECT_EQ(positions[2], face_at(0.0));
    EXPECT_EQ(positions[3], face_at(1.0));
    EXPECT_EQ(positions[4], face_at(1.0));
}

TEST(MeshRecorder, AStepThatStartsElsewhereIsACut)
{
    deformable::MovingScene scene = scene_of({9.0, 0.0});
    MeshRecorder recorder("");
    recorder.begin(scene);
    const auto a = face_at(5.0), b = face_at(4.0), rest = face_at(0.0);
    scene.set_step(std::vector<std::span<const Point>>{a, rest}, std::vector<std::span<const Point>>{b, rest});
    recorder.add_step(scene, {}, {});
    check(recorder.motion());
    EXPECT_EQ(recorder.motion().key_times, (std::vector<double>{0, 0, 1}));
    EXPECT_EQ(positions_at(recorder.motion(), 0, 0.0)[0], (Point{0, 0, 5}));
}

TEST(MeshRecorder, OtherTrianglesAreOtherBodies)
{
    deformable::MovingScene scene = scene_of({9.0, 0.0});
    MeshRecorder recorder("");
    recorder.begin(scene);
    move(scene, 8.0, 0.0);
    recorder.add_step(scene, {}, {});
    deformable::MovingScene other = scene_of({8.0, 0.0, -3.0});
    recorder.change(other, "changed");
    EXPECT_THROW(recorder.add_step(scene, {}, {}), std::invalid_argument);
    recorder.change(scene, "and back");
    move(scene, -1.0, 0.0);
    recorder.add_step(scene, {}, all_contacts(scene).contacts);
    const RecordedMotion& motion = recorder.motion();
    check(motion);
    EXPECT_EQ(motion.key_times, (std::vector<double>{0, 1, 2, 2, 3, 3, 4}));
    EXPECT_EQ(motion.bodies.size(), 7U);
    EXPECT_EQ(motion.steps[1].outcome, Outcome::undecided);
    EXPECT_FALSE(motion.steps[1].checked);
    EXPECT_TRUE(motion.steps[0].checked);
    EXPECT_EQ(motion.steps[1].safe_until, 0.0);
    EXPECT_EQ(motion.steps[1].name, "changed");
    ASSERT_FALSE(motion.contacts.empty());
    EXPECT_GE(motion.contacts[0].contact.objects[0], 5U);
    EXPECT_FALSE(positions_at(motion, 0, 1.5).empty());
    EXPECT_TRUE(positions_at(motion, 0, 2.0).empty());
}

TEST(MeshRecorder, WithoutAStepOrAnythingAtAll)
{
    MeshRecorder recorder("");
    check(recorder.motion());
    EXPECT_THROW(recorder.add_step(scene_of({0.0}), {}, {}), std::invalid_argument);
    EXPECT_THROW(recorder.change(scene_of({0.0}), ""), std::invalid_argument);
    recorder.begin(scene_of({0.0}));
    check(recorder.motion());
    EXPECT_EQ(recorder.motion().bodies.size(), 1U);
    EXPECT_THROW(recorder.begin(scene_of({0.0})), std::invalid_argument);
}

}  // namespace
}  // namespace tocca::mesh_recorder_test
