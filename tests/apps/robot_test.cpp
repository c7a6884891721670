// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/robot/robot_command.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "apps/robot_folder.hpp"
#include "tocca/elementary/batch.hpp"
#include "tocca/io/robot_file.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::robot_test {
namespace {

using nlohmann::json;
using support::bytes_of;
using support::Ran;
using support::RobotCommandTest;

/// The side of the first rod, 0.05 from its axis, meets a ball of radius 0.1 that is 0.8 from the shoulder and a quarter turn
/// away.
const double ball_angle = std::numbers::pi / 2 - std::asin(0.15 / 0.8);

TEST_F(RobotCommandTest, FindsTheFirstContact)
{
    write("scene.json", support::arm_scene);
    const json data = report({"--scene", path("scene.json"), "--to", "shoulder=2", "--threshold", "1e-6"}, 1);
    EXPECT_EQ(data["schema"], "tocca.robot/1");
    EXPECT_EQ(data["verb"], "first_contact");
    EXPECT_EQ(data["self"], true);
    EXPECT_EQ(data["threshold"], 1e-6);
    EXPECT_EQ(data["clearance"], 0);
    EXPECT_EQ(data["complete"], true);
    EXPECT_EQ(data["robot"], "arm");
    EXPECT_EQ(data["values"], (json{"shoulder", "elbow"}));
    ASSERT_EQ(data["bodies"].size(), 7U);
    EXPECT_EQ(data["bodies"][4],
              (json{{"name", "part"}, {"kind", "link"}, {"shapes", 1}, {"triangles", 12}, {"ignored_vertices", 0}}));
    EXPECT_EQ(data["bodies"][6],
              (json{{"name", "wall"}, {"kind", "object"}, {"shapes", 2}, {"triangles", 24}, {"ignored_vertices", 0}}));
    EXPECT_EQ(data["edge_count"], 1);
    EXPECT_EQ(data["edges_answered"], 1);
    EXPECT_EQ(data["edges_in_contact"], 1);
    const json& edge = data["edges"][0];
    EXPECT_EQ(edge["edge"], 0);
    EXPECT_EQ(edge["outcome"], "contact");
    EXPECT_EQ(edge["bodies"], (json{"upper", "ball"}));
    EXPECT_EQ(edge["shapes"], (json{0, 0}));
    EXPECT_NEAR(edge["safe_until"].get<double>(), ball_angle / 2, 1e-5);
    EXPECT_LT(edge["safe_until"].get<double>(), ball_angle / 2);
    EXPECT_EQ(edge["contact"]["toc"][0], edge["safe_until"]);
    for (const json& id : edge["contact"]["objects"]) {
        const std::string name = data["bodies"][id.get<std::size_t>()]["name"];
        EXPECT_TRUE(name == "upper" || name == "ball") << name;
    }
    EXPECT_EQ(edge["contact"]["vertices"].size(), 4U);
    EXPECT_NEAR(edge["contact"]["point"][1].get<double>(), 0.8 - 0.1 * std::cos(ball_angle), 1e-4);
    EXPECT_TRUE(edge["pairs"].is_null());
}

TEST_F(RobotCommandTest, GivesTheAnswerOfTheLibrary)
{
    const Robot robot = load_robot(path("arm.urdf"));
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.translation() = Eigen::Vector3d(1.5, 1, 0);
    RobotScene scene;
    scene.objects.push_back({"box", {box_shape({0.2, 0.3, 0.4}, Eigen::Isometry3d::Identity())}, pose});
    const JointMotion motion{.from = Eigen::Vector2d(-0.5, 0.5), .to = Eigen::Vector2d(1, 1.25)};
    const Answer expected = first_contact(robot, motion, scene);
    ASSERT_TRUE(expected.contact);
    const json edge =
        report({"--from", "-0.5,0.5", "--to", "1,1.25", "--against", "box:0.2,0.3,0.4@1.5,1,0"}, 1)["edges"][0];
    EXPECT_EQ(edge["safe_until"], expected.safe_until);
    EXPECT_EQ(edge["contact"]["vertices"], json(expected.contact->vertices));
    EXPECT_EQ(edge["contact"]["weights"], json(expected.contact->weights));
    EXPECT_EQ(edge["distance"], expected.contact->distance);
}

TEST_F(RobotCommandTest, AnswersForEveryEdgeOfAPath)
{
    const json found = edges("0,0\n0.5,0\n2,0\n2,0.5\n", {"--against", "sphere:0.1@0,0.8,0"}, 1);
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0]["outcome"], "free");
    EXPECT_TRUE(found[0]["bodies"].is_null());
    EXPECT_TRUE(found[0]["contact"].is_null());
    EXPECT_EQ(found[0]["safe_until"], 1);
    EXPECT_EQ(found[1]["outcome"], "contact");
    EXPECT_NEAR(found[1]["safe_until"].get<double>(), (ball_angle - 0.5) / 1.5, 1e-4);
    EXPECT_EQ(found[2]["outcome"], "free");
    EXPECT_EQ(edges("0,0\n0.5,0.5\n", {}, 0).size(), 1U);
    EXPECT_EQ(edges("0,3.14\n", {}, 1)[0]["outcome"], "touching_at_start") << "a single waypoint is a robot at rest";
    EXPECT_EQ(edges("0,0\n", {}, 0)[0]["outcome"], "free");
    EXPECT_EQ(edges("0,0\n", {"--against", "box:20,20,20"}, 1)[0]["outcome"], "inside");
    EXPECT_EQ(edges("0,0\n2,1\n", {"--budget", "1", "--against", "sphere:0.1@0,0.8,0"}, 3)[0]["outcome"], "undecided");
}

TEST_F(RobotCommandTest, ReadsColumnsInAnyOrderAndKeepsTheStart)
{
    const auto file = write("path.csv", "elbow\n0\n1\n");
    const std::vector<std::string> ball = {"--against", "sphere:0.1@0,0.8,0", "--path", file};
    const auto with = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments = ball;
        arguments.insert(arguments.end(), more.begin(), more.end());
        return report(arguments, more.empty() ? 0 : 1)["edges"][0]["outcome"];
    };
    EXPECT_EQ(with({}), "free");
    EXPECT_EQ(with({"--start", "shoulder=1.5"}), "touching_at_start");
    write("swapped.csv", "elbow,shoulder\n0,0\n0,2\n");
    EXPECT_EQ(report({"--against", "sphere:0.1@0,0.8,0", "--path", path("swapped.csv")}, 1)["edges"][0]["bodies"][0],
              "upper");
}

TEST_F(RobotCommandTest, ChecksLinksAgainstEachOther)
{
    // Folded back, the second rod lies on the first one, which it is joined to, and the fin meets it.
    const std::string fold = "0,0\n0,3.1\n";
    const json folded = edges(fold, {}, 1);
    EXPECT_EQ(folded[0]["bodies"], (json{"upper", "fin"}));
    EXPECT_GT(folded[0]["safe_until"], 0.5);
    EXPECT_EQ(edges(fold, {"--self"}, 1), folded);
    write("far.obj", "v 90 90 90\nv 91 90 90\nv 90 91 90\nf 1 2 3\n");
    EXPECT_EQ(edges(fold, {"--no-self", "--against", path("far.obj")}, 0)[0]["outcome"], "free");
    write("arm.srdf", support::arm_srdf);
    EXPECT_EQ(edges(fold, {"--srdf", path("arm.srdf")}, 0)[0]["outcome"], "free");
    const Ran ran = arm({"--srdf", path("arm.srdf"), "--to", "elbow=1"});
    EXPECT_NE(ran.out.find("1 ignored pair not used"), std::string::npos) << ran.out;
}

TEST_F(RobotCommandTest, ReadsScenesOfPlanners)
{
    write("scene.yaml", support::arm_scene_yaml);
    write("request.yaml", support::arm_request);
    const json data = report({"--scene", path("scene.yaml"), "--request", path("request.yaml")}, 1);
    EXPECT_EQ(data["edges"][0]["bodies"], (json{"upper", "ball"}));
    EXPECT_NEAR(data["edges"][0]["safe_until"].get<double>(), ball_angle / (std::numbers::pi / 2), 1e-4);
    EXPECT_EQ(report({"--scene", path("scene.yaml"), "--to", "shoulder=0.5"}, 0)["edges"][0]["outcome"], "free");
}

TEST_F(RobotCommandTest, CarriesWhatIsAttached)
{
    // The arm reaches 2.3; what it holds reaches the post.
    const std::vector<std::string> post = {"--against", "cylinder:0.05,1@-2.6,0,0", "--from", "-2.5,0", "--to",
                                           "-3.5,0"};
    const auto holding = [&](const std::string& text) {
        std::vector<std::string> arguments = post;
        if (!text.empty()) arguments.insert(arguments.end(), {"--attach", text});
        return arguments;
    };
    EXPECT_EQ(report(holding(""), 0)["edges"][0]["outcome"], "free");
    const json held = report(holding("fin=box:1,0.02,0.02@0.51,0,0"), 1)["edges"][0];
    EXPECT_EQ(held["bodies"], (json{"box:1,0.02,0.02", "cylinder:0.05,1"}));
    EXPECT_EQ(held["outcome"], "contact");
    // What the lower rod holds reaches back into the upper one.
    const json touching = report(holding("lower=box:1,0.02,0.02"), 1)["edges"][0];
    EXPECT_EQ(touching["outcome"], "touching_at_start");
    EXPECT_EQ(touching["bodies"], (json{"upper", "box:1,0.02,0.02"}));
    EXPECT_EQ(report(holding("lower,upper=box:1,0.02,0.02"), 0)["edges"][0]["outcome"], "free");
    EXPECT_EQ(report(holding("fin=" + path("fin.obj") + "@0.11,0,0"), 0)["edges"][0]["outcome"], "free");
}

TEST_F(RobotCommandTest, AsksWhetherOrForEveryPair)
{
    const std::vector<std::string> both = {"--against", "sphere:0.1@0,0.8,0", "sphere:0.1@0,2,0", "--to", "shoulder=2"};
    const auto with = [&](const char* option) {
        std::vector<std::string> arguments = both;
        arguments.emplace_back(option);
        return report(arguments, 1);
    };
    const json whether = with("--collides");
    EXPECT_EQ(whether["verb"], "collides");
    EXPECT_EQ(whether["edges"][0]["outcome"], "contact");
    EXPECT_EQ(whether["edges"][0]["safe_until"], 0);
    EXPECT_TRUE(whether["edges"][0]["contact"].is_null());
    EXPECT_EQ(report({"--to", "shoulder=1", "--collides"}, 0)["edges"][0]["outcome"], "free");

    const json all = with("--all");
    EXPECT_EQ(all["verb"], "all_contacts");
    const json& pairs = all["edges"][0]["pairs"];
    ASSERT_EQ(pairs.size(), 2U);
    EXPECT_EQ(pairs[0]["bodies"], (json{"upper", "sphere:0.1"}));
    EXPECT_EQ(pairs[1]["bodies"], (json{"lower", "sphere:0.1 (2)"}));
    EXPECT_EQ(pairs[0]["safe_until"], all["edges"][0]["safe_until"]);
    EXPECT_LT(pairs[0]["safe_until"], pairs[1]["safe_until"]);
    EXPECT_EQ(report(both, 1)["edges"][0]["contact"], pairs[0]["contact"]);
}

TEST_F(RobotCommandTest, KeepsClearances)
{
    // The ball is 0.25 from the side of the outstretched rod.
    const std::vector<std::string> still = {"--against", "sphere:0.1@0.5,0.4,0", "--to", "0,0"};
    const auto with = [&](const std::vector<std::string>& more, int code) {
        std::vector<std::string> arguments = still;
        arguments.insert(arguments.end(), more.begin(), more.end());
        return report(arguments, code);
    };
    EXPECT_EQ(with({}, 0)["edges"][0]["outcome"], "free");
    EXPECT_EQ(with({"--clearance", "0.2", "--no-self"}, 0)["edges"][0]["outcome"], "free");
    const json near = with({"--clearance", "0.3", "--no-self"}, 1)["edges"][0];
    EXPECT_EQ(near["starts_within_clearance"], true) << "though it comes no nearer";
    const json pair = with({"--pair-clearance", "upper,sphere:0.1=0.3"}, 1);
    EXPECT_EQ(pair["pair_clearances"], (json{"upper,sphere:0.1=0.3"}));
    EXPECT_EQ(pair["edges"][0]["starts_within_clearance"], true);
    EXPECT_EQ(with({"--pair-clearance", "lower,sphere:0.1=0.3"}, 0)["edges"][0]["starts_within_clearance"], false);

    // On its way the rod is that near when the centre of the ball is 0.2 + 0.15 from its axis.
    const json way = report({"--against", "sphere:0.1@0,0.8,0", "--to", "shoulder=2", "--clearance", "0.2", "--no-self",
                             "--threshold", "1e-6"},
                            1)["edges"][0];
    EXPECT_EQ(way["starts_within_clearance"], false);
    EXPECT_NEAR(way["safe_until"].get<double>(), (std::numbers::pi / 2 - std::asin(0.35 / 0.8)) / 2, 1e-5);
    EXPECT_NEAR(way["distance"].get<double>(), 0.2, 1e-5);
}

TEST_F(RobotCommandTest, ChecksLimitsWhenAsked)
{
    const auto file = write("path.csv", "# far\nshoulder\n0\n-3.5\n");
    EXPECT_EQ(arm({"--path", file}).code, 0);
    const Ran ran = arm({"--path", file, "--check-limits"});
    EXPECT_EQ(ran.code, 2);
    EXPECT_TRUE(ran.err.starts_with("tocca: " + file + ":4: joint 'shoulder'")) << ran.err;
    EXPECT_EQ(arm({"--to", "shoulder=4", "--check-limits"}).code, 2);
    EXPECT_EQ(arm({"--to", "shoulder=2,elbow=1", "--check-limits"}).code, 0);
}

TEST_F(RobotCommandTest, GivesTheSameBytesForEveryTargetAndNumberOfThreads)
{
    std::string rows = "shoulder,elbow\n";
    for (int i = 0; i < 60; ++i) {
        rows += std::to_string(std::sin(0.7 * i) * 2.5) + "," + std::to_string(std::cos(1.3 * i) * 3) + "\n";
    }
    const auto file = write("path.csv", rows);
    const auto scene = write("scene.json", support::arm_scene);
    for (const char* verb : {"--self", "--all", "--collides"}) {
        std::string first;
        for (const std::string& target : simd_targets()) {
            for (const char* threads : {"1", "2", "0"}) {
                (void)report({"--path", file, "--scene", scene, verb, "--target", target, "--threads", threads}, 1);
                const std::string bytes = bytes_of(path("report.json"));
                if (first.empty()) first = bytes;
                EXPECT_EQ(bytes, first) << verb << " " << target << " " << threads;
            }
        }
        EXPECT_EQ(json::parse(first)["edges_answered"], 59);
    }
}

TEST_F(RobotCommandTest, WritesWhatItTook)
{
    EXPECT_EQ(arm({"--to", "2,0", "--against", "sphere:0.1@0,0.8,0", "--stats", path("stats.json"), "--threads", "1",
                   "--target", "EMU128"})
                  .code,
              1);
    const json stats = json::parse(bytes_of(path("stats.json")));
    EXPECT_EQ(stats["schema"], "tocca.robot-stats/1");
    EXPECT_EQ(stats["threads"], 1);
    EXPECT_EQ(stats["target"], "EMU128");
    EXPECT_GE(stats["seconds"]["all"], stats["seconds"]["answer"]);
    EXPECT_EQ(stats["edges"].size(), 1U);
    EXPECT_GT(stats["edges"][0]["work"]["pairs"], 0);
    EXPECT_GE(stats["edges"][0]["work"]["near_pairs"], stats["edges"][0]["work"]["finished_pairs"]);
}

TEST_F(RobotCommandTest, TellsWhatTheRobotIsMadeOf)
{
    write("arm.srdf", support::arm_srdf);
    write("scene.json", support::arm_scene);
    const Ran ran =
        arm({"--info", "--srdf", path("arm.srdf"), "--scene", path("scene.json"), "--json", path("i.json")});
    EXPECT_EQ(ran.code, 0) << ran.err;
    for (const char* part : {"5 links", "4 joints", "2 values", "293 triangles", "from -3 to 3", "continuous",
                             "adjacent", "rigid", "attached", "Never", "not used"}) {
        EXPECT_NE(ran.out.find(part), std::string::npos) << part << "\n" << ran.out;
    }
    const json info = json::parse(bytes_of(path("i.json")));
    EXPECT_EQ(info["schema"], "tocca.robot-info/1");
    EXPECT_EQ(info["robot"], "arm");
    EXPECT_EQ(info["value_count"], 2);
    EXPECT_EQ(info["links"][3],
              (json{{"name", "fin"}, {"parent", "lower"}, {"shapes", 1}, {"triangles", 1}, {"ignored_vertices", 0}}));
    EXPECT_EQ(info["joints"][0], (json{{"name", "shoulder"},
                                       {"type", "revolute"},
                                       {"parent", "base"},
                                       {"child", "upper"},
                                       {"values", {"shoulder"}},
                                       {"limits", {-3, 3}},
                                       {"mimic", nullptr}}));
    EXPECT_TRUE(info["joints"][1]["limits"].is_null());
    EXPECT_EQ(info["unknown_pairs"], 1);
    EXPECT_EQ(info["objects"].size(), 2U);
    EXPECT_NE(std::find(info["allowed"].begin(), info["allowed"].end(),
                        json{{"a", "upper"}, {"b", "fin"}, {"reason", "Never"}}),
              info["allowed"].end());
    EXPECT_NE(std::find(info["allowed"].begin(), info["allowed"].end(),
                        json{{"a", "base"}, {"b", "wall"}, {"reason", "scene"}}),
              info["allowed"].end());
}

TEST_F(RobotCommandTest, RunsWithoutFiles)
{
    const Ran ran = robot({"--builtin", "exercising-mannequin", "--json", path("report.json")});
    EXPECT_EQ(ran.code, 1) << ran.err;
    const json data = json::parse(bytes_of(path("report.json")));
    EXPECT_GT(data["edges_answered"], 10);
    EXPECT_EQ(data["complete"], true);
    EXPECT_EQ(robot({"--builtin", "exercising-mannequin", "--info"}).code, 0);
}

TEST_F(RobotCommandTest, SaysItInAFewLines)
{
    const Ran hit = arm({"--to", "shoulder=2", "--against", "sphere:0.1@0,0.8,0"});
    for (const char* part : {"4 links, 2 values", "1 object around it", "first contact: edge 0, at 0.69",
                             "upper, sphere:0.1", "1 edge: 1 in contact", " apart\n", "answered in "}) {
        EXPECT_NE(hit.out.find(part), std::string::npos) << part << "\n" << hit.out;
    }
    EXPECT_NE(arm({"--to", "0,1"}).out.find("1 edge: free, proven\n"), std::string::npos);
    const Ran help = robot({"--help"});
    EXPECT_EQ(help.code, 0);
    EXPECT_TRUE(help.out.starts_with("Example:\n  tocca robot ")) << help.out;
}

}  // namespace
}  // namespace tocca::robot_test
