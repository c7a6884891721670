// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/planning_scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "io/damaged_text.hpp"
#include "io/expect_error.hpp"
#include "io/planning_scene_text.hpp"
#include "io/published_data.hpp"
#include "io/temporary_folder.hpp"
#include "support/effort.hpp"
#include "tocca/io/robot_file.hpp"

namespace tocca::planning_scene_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using support::expect_error;
using support::good_json;
using support::good_yaml;
using support::json;
using support::robot;
using support::scene;
using support::yaml;

TEST(PlaceRobot, NamesWhatTheRobotLacks)
{
    const auto fault = [](const std::string& members, const std::string& says) {
        expect_error({.code = ErrorCode::malformed_robot, .line = 1, .says = says},
                     [&] { (void)place_robot(robot(), json(scene(members))); });
    };
    fault(R"("objects":[{"name":"a","shape":"box:1,1,1","frame":"world"}])", "the frame 'world' is not a link");
    fault(R"("objects":[{"name":"a","shape":"box:1,1,1"},{"name":"a","shape":"box:1,1,1"}])", "two objects named 'a'");
    fault(R"("objects":[{"name":"tool","shape":"box:1,1,1"}])", "'tool' has the name of a link");
    fault(R"("attached":[{"name":"a","link":"hand","shape":"box:1,1,1"}])", "the link 'hand' is not a link");
    fault(R"("attached":[{"name":"a","link":"tool","shape":"box:1,1,1","touch_links":["x"]}])", "the touch link 'x'");
    fault(R"("attached":[{"name":"tool","link":"tool","shape":"box:1,1,1"}])", "scene.json:1: ");
    fault(R"("allowed":[["base","ghost"]])", "names 'ghost', which is neither");
    fault(R"("start":{"wrist":1})", "has no joint 'wrist'");
    fault(R"("start":{"elbow":[1,2]})", "has 1 values, but 2 are given");
}

TEST(PlaceRobot, TakesTheStateThatOverrules)
{
    Isometry3d pose = Isometry3d::Identity();
    pose.translation() = Vector3d(0, 0, 5);
    const RobotInScene placed =
        place_robot(robot(), yaml(good_yaml), {.joints = {{"elbow", {1}}}, .placements = {{"virtual_joint", pose}}});
    EXPECT_EQ(placed.start[0], 0.5);
    EXPECT_EQ(placed.start[1], 1.0);
    EXPECT_EQ(placed.scene.objects[0].pose.translation(), Vector3d(0, 0, -5));
}

TEST(PlaceRobot, PlacesWhatIsHeldInTheFrameOfAnotherLink)
{
    std::string text = good_yaml;
    text.replace(text.find("frame_id: tool"), 14, "frame_id: base");
    const RobotInScene placed = place_robot(robot(), yaml(text));
    const auto poses = placed.robot.poses(placed.start);
    EXPECT_TRUE(poses[*placed.robot.find_link("part")].translation().isApprox(Vector3d(1, 0, 0), 1e-12));
}

/// A robot that is read without its wheels still has the problems of the whole one.
TEST(PlaceRobot, PassesOverJointsOfTheStateThatTheRobotLacks)
{
    const std::string state = "robot_state:\n  joint_state:\n    name: [l_wheel, shoulder, r_wheel]\n";
    const RobotInScene placed = place_robot(robot(), yaml(state + "    position: [1, 0.5, 1]\n"));
    EXPECT_EQ(placed.start[0], 0.5);
    ASSERT_EQ(placed.notes.size(), 1U);
    EXPECT_EQ(placed.notes[0].place.line, 3U);
    EXPECT_NE(placed.notes[0].sentence.find("'l_wheel', 'r_wheel'"), std::string::npos) << placed.notes[0].sentence;
    expect_error({.code = ErrorCode::malformed_robot, .line = 3, .says = "has no joint 'wheel', nor any other"}, [] {
        (void)place_robot(robot(),
                          yaml("robot_state:\n  joint_state:\n    name: [wheel, rotor]\n    position: [1, 1]"));
    });
}

TEST(LoadScene, TellsTheFormatByNameOrContent)
{
    const support::TemporaryFolder folder;
    EXPECT_EQ(load_scene(folder.write("a.json", good_json)).objects.size(), 2U);
    EXPECT_EQ(load_scene(folder.write("a.yaml", good_yaml)).objects.size(), 4U);
    EXPECT_EQ(load_scene(folder.write("a.yml", good_yaml)).objects.size(), 4U);
    EXPECT_EQ(load_scene(folder.write("a.scene", " \n" + good_json)).objects.size(), 2U);
    EXPECT_EQ(load_scene(folder.write("b.scene", good_yaml)).objects.size(), 4U);
    EXPECT_EQ(load_scene(folder.write("c.yaml", "{world: {collision_objects: []}}")).objects.size(), 0U);
    expect_error({.code = ErrorCode::unreadable_file, .says = "absent.json"},
                 [&] { (void)load_scene(folder.path() / "absent.json"); });
}

/// Damaged text is refused with an Error or read: nothing else.
TEST(LoadScene, SurvivesDamagedText)
{
    const std::size_t count = std::max<std::size_t>(200, support::effort(500));  // some of them can be read
    const auto place = [](const PlanningScene& scene) { EXPECT_TRUE(place_robot(robot(), scene).start.allFinite()); };
    EXPECT_GT(support::read_damaged(good_json, "scene.", count, [&](const auto& text) { place(json(text)); }).read, 0U);
    EXPECT_GT(support::read_damaged(good_yaml, "scene.", count, [&](const auto& text) { place(yaml(text)); }).read, 0U);
}

/// The problems of MotionBenchMaker, where they are at hand; ReadsAScene covers the same without them.
TEST(LoadScene, ReadsThePublishedOnes)
{
    const auto data = support::published_data("robots/mbm_panda/problems");
    if (!data) GTEST_SKIP() << support::without_data("robots/mbm_panda/problems");
    const Robot panda = load_robot(data->parent_path() / "panda.urdf", {.srdf = (data->parent_path() / "panda.srdf")});
    std::size_t scenes = 0, objects = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(*data)) {
        if (!entry.path().filename().string().starts_with("scene")) continue;
        const RobotInScene placed = place_robot(panda, load_scene(entry.path()));
        EXPECT_TRUE(placed.left_out.empty());
        ++scenes;
        objects += placed.scene.objects.size();
    }
    EXPECT_EQ(scenes, 70U);
    EXPECT_EQ(objects, 820U);
}

}  // namespace
}  // namespace tocca::planning_scene_test
