// SPDX-License-Identifier: Apache-2.0
#include "scenes/robots.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "support/effort.hpp"

namespace tocca::scenes::robots_test {
namespace {

using Eigen::Index;
using Eigen::Vector3d;

void expect_near(const Vector3d& found, const Vector3d& wanted)
{
    // Up to the last bits of the C library's sines, through a chain of eight turns.
    EXPECT_LT((found - wanted).norm(), 1e-12 * std::max(1.0, wanted.norm())) << found.transpose();
}

Vector3d vertex(const RobotShape& shape, std::size_t number)
{
    const Point& point = shape.body->mesh().positions()[number];
    return {point[0], point[1], point[2]};
}

void expect_path(const std::vector<JointMotion>& motions)
{
    for (std::size_t i = 1; i < motions.size(); ++i) EXPECT_EQ(motions[i - 1].to, motions[i].from) << i;
}

TEST(Mannequin, HasTheLinksThatOtherLibrariesWereMeasuredWith)
{
    const Robot robot = mannequin();
    EXPECT_EQ(robot.triangle_count(), 21'060U);
    EXPECT_EQ(robot.value_count(), 48U);
    std::vector<LinkId> parts;
    for (LinkId link = 0; link < robot.links().size(); ++link) {
        if (!robot.links()[link].shapes.empty()) parts.push_back(link);
    }
    ASSERT_EQ(parts.size(), 15U);
    std::size_t checked = 0;
    for (const LinkId a : parts) {
        for (const LinkId b : parts) checked += a < b && !robot.allowed(a, b) ? 1 : 0;
    }
    EXPECT_EQ(checked, 58U);
    expect_near(vertex(robot.links()[parts[1]].shapes[0], 300),
                {-0x1.74d776e43edc1p+3, -0x1.6f96bf8d36a46p+1, 0x1.d555555555555p+2});
    EXPECT_EQ(robot.value_name(0), "place_x");
    EXPECT_EQ(robot.value_name(6), "chest_x");
    EXPECT_EQ(robot.value_name(47), "left_foot_z");
}

TEST(Mannequin, LeavesOutLinksThatAreNearInTheBody)
{
    const Robot robot = mannequin();
    const auto reason = [&](const std::string& a, const std::string& b) -> std::string {
        const LinkId first = robot.find_link(a).value(), second = robot.find_link(b).value();
        for (const Robot::AllowedPair& pair : robot.allowed_pairs()) {
            if (pair.a == std::min(first, second) && pair.b == std::max(first, second)) return pair.reason;
        }
        return "";
    };
    EXPECT_EQ(reason("pelvis", "chest"), "parent and child");
    EXPECT_EQ(reason("pelvis", "neck"), "grandparent and grandchild");
    EXPECT_EQ(reason("left_thigh", "right_thigh"), "children of one link");
    EXPECT_EQ(reason("left_thigh", "right_shin"), "child and grandchild of one link");
    EXPECT_EQ(reason("left_shin", "right_shin"), "");
    EXPECT_EQ(reason("head", "chest"), "grandparent and grandchild");
    EXPECT_EQ(reason("head", "pelvis"), "");
    EXPECT_EQ(reason("right_hand", "right_thigh"), "");
}

/// Some numbers of a motion: the first, sixth and last value of its start, the second, seventh and last but one of its end.
struct GoldenMotion {
    std::size_t motion;
    Vector3d start, end;
};

TEST(Mannequin, HasTheMotionsThatOtherLibrariesWereMeasuredWith)
{
    const std::vector<GoldenMotion> golden{{0,
                                            {0x1.4769e1d7fb988p+5, 0x1.02175a0b9d0b9p+0, -0x1.80e0bdc2e47e4p-1},
                                            {0x1.b98e122cba7a8p+3, 0x1.28619c513522cp-4, 0x1.308158061a9d8p-1}},
                                           {1,
                                            {-0x1.5071fda31118ep+5, 0x1.29a4093b33e34p-2, -0x1.8c3d117ed92f2p-2},
                                            {0x1.be03109daaa08p+3, -0x1.777c1d502cdfcp-2, -0x1.fc537f9e22f64p-3}},
                                           {440,
                                            {-0x1.f40e56b93e301p+4, 0x1.ccfb93fa63eacp-2, 0x1.8cdcb8656f6ap-1},
                                            {0x1.dace5596ec4bp+3, 0x1.690be24fbcfbep-2, -0x1.5536c2d2976a3p-1}}};
    const std::vector<JointMotion> motions = random_mannequin_motions(4242, 441);
    for (const GoldenMotion& wanted : golden) {
        SCOPED_TRACE(wanted.motion);
        const auto& [from, to] = motions[wanted.motion];
        ASSERT_EQ(from.size(), 48);
        EXPECT_EQ(Vector3d(from[0], from[5], from[47]), wanted.start);
        EXPECT_EQ(Vector3d(to[1], to[6], to[46]), wanted.end);
    }
    // Places and third rows of head, right hand and left foot.
    const Robot robot = mannequin();
    const auto expect_pose = [&](const char* link, const Vector3d& place, const Vector3d& row) {
        const Eigen::Isometry3d pose = robot.poses(motions[440].from)[robot.find_link(link).value()];
        expect_near(pose.translation(), place);
        expect_near(pose.linear().row(2), row);
    };
    expect_pose("head", {0x1.d564fda62910cp+4, -0x1.f2e80af7c2e05p+3, -0x1.1b1534f69d27ap+4},
                {-0x1.e10e32bcb7321p-1, 0x1.319a640b88bb7p-2, 0x1.57a89fa143e22p-3});
    expect_pose("right_hand", {-0x1.4d181d692f8d9p+3, 0x1.05b73ec1b0a77p+3, -0x1.41d8c347df6f2p+6},
                {0x1.010e865deb72p-2, 0x1.ad0c7fc7edd9dp-1, -0x1.f026c52a5a216p-2});
    expect_pose("left_foot", {-0x1.950e173e38167p+6, -0x1.f696ed6125b6cp+5, -0x1.8e887fa99c30ep+4},
                {0x1.6df820d18691cp-2, -0x1.c42cd899fee54p-1, 0x1.371d99c0f749cp-2});
}

/// An object's place, the second row of its orientation, and its vertex number 100.
struct GoldenObject {
    std::size_t object;
    Vector3d place, row, vertex;
};

TEST(Mannequin, IsAmidTheObjectsThatOtherLibrariesWereMeasuredWith)
{
    const std::vector<GoldenObject> golden{{0,
                                            {-0x1.9ceb8da5d61fep+6, -0x1.6cf226b4a7e3cp+5, 0x1.46f4ada23c734p+5},
                                            {0x1.abff2ccdcd3a6p-3, 0x1.ab1d70a1aeb69p-1, -0x1.0548073c39af4p-1},
                                            {0x1.34b6c0a44a7d2p+5, 0x1.6317410fe2689p+2, -0x1.5311d9e99bb2dp+2}},
                                           {2,
                                            {-0x1.5516a5e814bdap+6, -0x1.50daabd454624p+5, 0x1.969ae54719467p+2},
                                            {-0x1.e2815b78b440cp-1, 0x1.7e3e13a8c4238p-4, 0x1.48ef8abb9a302p-2},
                                            {-0x1.455e7e25ccdd5p-1, -0x1.0d8b6aca34964p-2, -0x1.baa0d9b293916p+1}},
                                           {15,
                                            {0x1.f8e08da52fa29p+5, 0x1.c683ca86edebcp+5, -0x1.5ebbaa2b80835p+6},
                                            {-0x1.110b34a914cfdp-1, -0x1.7154934c6d38p-3, -0x1.a729629000ed8p-1},
                                            {0x1.3053835c43e28p+5, 0x1.5e0b464d18476p+2, -0x1.ee2e47a8e302fp+2}}};
    const RobotScene scene = objects_around(777);
    ASSERT_EQ(scene.objects.size(), 16U);
    EXPECT_EQ(triangle_count(scene), 109'836U);
    for (const GoldenObject& wanted : golden) {
        SCOPED_TRACE(wanted.object);
        const Obstacle& object = scene.objects[wanted.object];
        expect_near(object.pose.translation(), wanted.place);
        expect_near(object.pose.linear().row(1), wanted.row);
        expect_near(vertex(object.shapes[0], 100), wanted.vertex);
    }
    // The frame of a knot's tube carries an error of about 1e-8 of its size.
    const Vector3d on_knot(0x1.5191ca1a55f9dp+5, 0x1.85013e538ac2cp+3, -0x1.8927fb5b4894fp+3);
    EXPECT_LT((vertex(scene.objects[1].shapes[0], 100) - on_knot).norm(), 1e-5);
}

TEST(Mannequin, MovesOnlyFromWhereItIsFree)
{
    const MovingRobot scene = mannequin_among_objects({.count = 10});
    ASSERT_EQ(scene.motions.size(), 10U);
    EXPECT_EQ(RobotChecker(scene.robot, scene.scene).pair_count(), 298U);
    const std::vector<JointMotion> all = random_mannequin_motions(4242, 40);
    std::size_t i = 0;
    for (const std::size_t wanted : {0U, 5U, 6U, 12U, 13U, 14U, 15U, 16U, 26U, 33U}) {
        EXPECT_EQ(scene.motions[i].from, all[wanted].from);
        EXPECT_EQ(scene.motions[i].to, all[wanted].to);
        ++i;
    }
}

TEST(Mannequin, WalksAndExercisesAlongPaths)
{
    for (const MovingRobot& scene : {walking_mannequin({.motions = 30}), exercising_mannequin({.motions = 30})}) {
        ASSERT_EQ(scene.motions.size(), 30U);
        expect_path(scene.motions);
    }
    const RobotScene board = walking_mannequin({.motions = 1}).scene;
    EXPECT_EQ(board.objects.size(), 17U);
    EXPECT_NEAR(static_cast<double>(triangle_count(board)), 102'400, 1'000);
    const RobotScene other = walking_mannequin({.motions = 1, .seed = 2}).scene;
    EXPECT_NE(board.objects[1].pose.translation(), other.objects[1].pose.translation());
    EXPECT_THROW((void)walking_mannequin({.motions = 0}), std::invalid_argument);
}

TEST(Excavator, StartsFreeWithinItsLimitsOnASiteOfAnySize)
{
    for (const std::size_t triangles : {20'000U, 100'000U}) {
        const MovingRobot scene = excavator({.triangles = triangles, .motions = 5});
        EXPECT_NEAR(static_cast<double>(triangle_count(scene.scene)), static_cast<double>(triangles),
                    0.15 * static_cast<double>(triangles));
        EXPECT_NEAR(static_cast<double>(scene.robot.triangle_count()), 19'000, 1'000);
        ASSERT_EQ(scene.motions.size(), 5U);
        const RobotChecker checker(scene.robot, scene.scene);
        const MovingRobot again = excavator({.triangles = triangles, .motions = 2});
        EXPECT_EQ(again.motions[1].from, scene.motions[1].from);
        EXPECT_EQ(again.motions[1].to, scene.motions[1].to);
        for (const JointMotion& motion : scene.motions) {
            EXPECT_FALSE(collides_at(checker, motion.from));
            EXPECT_EQ(scene.robot.limit_broken(motion.from).value_or(""), "");
            EXPECT_EQ(scene.robot.limit_broken(motion.to).value_or(""), "");
        }
    }
    EXPECT_THROW((void)excavator({.triangles = 19'999}), std::invalid_argument);
}

TEST(Trains, StayCoupledOnTheirTracks)
{
    const MovingRobot scene = trains({.car_triangles = 200, .motions = 12});
    expect_path(scene.motions);
    ASSERT_EQ(scene.motions.size(), 12U);
    const Robot& robot = scene.robot;
    EXPECT_EQ(robot.value_count(), 4U * (7U + 2U * 9U));
    const JointMotion& motion = scene.motions[5];
    const auto before = robot.poses(motion.from), after = robot.poses(motion.to);
    for (int train = 1; train <= 4; ++train) {
        const auto car = [&](int number) {
            return robot.find_link("train" + std::to_string(train) + "/car" + std::to_string(number)).value();
        };
        for (int number = 1; number < 10; ++number) {
            const LinkId here = car(number), next = car(number + 1);
            for (const auto& poses : {before, after}) {
                expect_near(poses[here] * Vector3d(-10, 0, 0), poses[next].translation());
                // Upright, but for what the hills do.
                EXPECT_GT(poses[here].linear()(2, 2), 0.9);
            }
            EXPECT_TRUE(robot.allowed(here, next));
        }
        EXPECT_GT((before[car(1)].translation() - after[car(1)].translation()).norm(), 5.0);
    }
    EXPECT_THROW((void)trains({.trains = 5}), std::invalid_argument);
    EXPECT_THROW((void)trains({.cars = 1}), std::invalid_argument);
    EXPECT_THROW((void)trains({.car_triangles = 100}), std::invalid_argument);
}

TEST(Trains, FallOnAMountain)
{
    const MovingRobot scene = falling_train({.car_triangles = 300, .mountain_triangles = 2'000, .motions = 20});
    expect_path(scene.motions);
    EXPECT_EQ(scene.robot.value_count(), 7U + 4U * 16U);
    double height = std::numeric_limits<double>::infinity();
    for (const JointMotion& motion : scene.motions) {
        for (Index first = 3; first < motion.from.size(); first += 4)
            EXPECT_NEAR(motion.from.segment<4>(first).norm(), 1.0, 1e-12);
        EXPECT_LT(motion.from[2], height);
        height = motion.from[2];
    }
    EXPECT_THROW((void)falling_train({.cars = 0}), std::invalid_argument);
}

TEST(RobotScenes, HaveMotionsWithAndWithoutContact)
{
    for (const RobotSceneEntry& entry : robot_scenes()) {
        SCOPED_TRACE(entry.name);
        if (support::slow_build && entry.name == "excavator") continue;  // a minute to build its trees
        const MovingRobot scene = entry.make();
        EXPECT_FALSE(entry.about.empty());
        EXPECT_GE(scene.motions.size(), 40U);
        EXPECT_GT(scene.robot.triangle_count(), 15'000U);
        for (const JointMotion& motion : scene.motions) {
            ASSERT_EQ(motion.from.size(), static_cast<Index>(scene.robot.value_count()));
            ASSERT_EQ(motion.to.size(), motion.from.size());
        }
        if (support::slow_build) continue;
        const RobotChecker checker(scene.robot, scene.scene, {.threshold = scene.threshold});
        bool some_free = false, some_touch = false;
        for (const JointMotion& motion : scene.motions) {
            if (some_free && some_touch) break;
            (collides(checker, motion) ? some_touch : some_free) = true;
        }
        EXPECT_TRUE(some_free);
        EXPECT_TRUE(some_touch);
    }
}

}  // namespace
}  // namespace tocca::scenes::robots_test
