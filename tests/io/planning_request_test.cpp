// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/planning_request.hpp"

#include <gtest/gtest.h>

#include <string>

#include "io/damaged_text.hpp"
#include "io/expect_error.hpp"
#include "io/published_data.hpp"
#include "io/small_robot.hpp"
#include "io/temporary_folder.hpp"
#include "support/effort.hpp"
#include "tocca/io/robot_file.hpp"

namespace tocca::planning_request_test {
namespace {

using support::expect_error;
using support::robot;

PlanningRequest parse(const std::string& text)
{
    return parse_planning_request(text, "request.yaml", robot(), robot().zero());
}

const std::string good = R"(start_state:
  joint_state:
    name: [shoulder, elbow, grip]
    position: [0.5, +1.5, 0.065]
  multi_dof_joint_state:
    joint_names: [virtual_joint]
    transforms: [{translation: [1, 2, 3], rotation: [0, 0, 0, 1]}]
goal_constraints:
  - joint_constraints:
      - joint_name: shoulder
        position: -0.5
  - name: another
    joint_constraints:
      - {joint_name: elbow, position: 0.25, tolerance_above: 0.1}
group_name: arm
planner_id: none
)";

TEST(ParsePlanningRequest, ReadsStartAndGoals)
{
    const PlanningRequest request = parse(good);
    EXPECT_EQ(request.group, "arm");
    EXPECT_EQ(request.start[0], 0.5);
    EXPECT_EQ(request.start[1], 1.5);
    ASSERT_EQ(request.goals.size(), 2U);
    EXPECT_EQ(request.goals[0][0], -0.5);
    EXPECT_EQ(request.goals[0][1], 1.5) << "as in the start";
    EXPECT_EQ(request.goals[1][0], 0.5);
    EXPECT_EQ(request.goals[1][1], 0.25);
    EXPECT_EQ(root_pose_of(request.state, robot()).translation(), Eigen::Vector3d(1, 2, 3));
    Eigen::VectorXd rest = robot().zero();
    rest[0] = 9;
    const PlanningRequest bare = parse_planning_request(
        "goal_constraints: [{joint_constraints: [{joint_name: elbow, position: 1}]}]", "r.yaml", robot(), rest);
    EXPECT_EQ(bare.start, rest);
    EXPECT_EQ(bare.goals[0][0], 9);
    EXPECT_EQ(bare.group, "");
}

TEST(ParsePlanningRequest, NamesTheLineAtFault)
{
    const auto fault = [](const std::string& text, std::size_t line, const std::string& says,
                          ErrorCode code = ErrorCode::malformed_file) {
        expect_error({.code = code, .line = line, .says = says}, [&] { (void)parse(text); });
    };
    fault("", 1, "is not a planning request");
    fault("[1, 2]", 1, "is not a planning request");
    fault("a: 1", 1, "has an unknown member 'a'");
    fault("group_name: a", 1, "has no member 'goal_constraints'");
    fault("goal_constraints: 3", 1, "is not a list");
    fault("goal_constraints: []", 1, "is empty");
    fault("goal_constraints:\n  - position_constraints: [1]", 2, "has no joint_constraints");
    fault("goal_constraints:\n  - joint_constraints: [{joint_name: elbow, position: 1}]\n    position_constraints: [1]",
          3, "are not read");
    fault("goal_constraints:\n  - joint_constraints:\n    - joint_name: elbow", 3, "has no member 'position'");
    fault("goal_constraints:\n  - joint_constraints:\n    - joint_name: wrist\n      position: 1", 3,
          "has no joint 'wrist'", ErrorCode::malformed_robot);
    fault("goal_constraints:\n  - joint_constraints:\n    - joint_name: elbow\n      position: fast", 4,
          "position is not a number: 'fast'");
    fault("goal_constraints:\n  - joint_constraints:\n    - joint_name: elbow\n      position: nan", 4, "is not finite",
          ErrorCode::not_finite);
    fault("start_state:\n  joint_state:\n    name: [elbow]\n    position: [1, 2]\n", 3, "has 1 names, but 2");
    fault(
        "goal_constraints:\n  - joint_constraints:\n    - {joint_name: elbow, position: 1}\n"
        "    - {joint_name: elbow, position: 2}\n",
        4, "joint_name is 'elbow' again");
    fault("start_state:\n  joint_state: [1]\n", 2, "joint_state is not a map");
    fault("start_state:\n  multi_dof_joint_state: {joint_names: [a]}\n", 2, "has 1 names, but 0");
    fault("start_state: &a\n  x: 1\ngoal_constraints: *a\n", 1, "anchor");
    fault("a: 1\na: 2\n", 2, "'a' is there twice");
    fault("a: 1\n---\nb: 2\n", 3, "a second document");
    fault("a: [1, 2\n", 2, "this is not YAML");
    fault("[1]: 2\n", 1, "a member has no name");
}

/// As those of MotionBenchMaker for the Fetch, whose wheels a URDF file for planning is without.
TEST(ParsePlanningRequest, PassesOverJointsOfTheStartThatTheRobotLacks)
{
    std::string text = good;
    text.replace(text.find("name: [shoulder"), 15, "name: [l_wheel, shoulder");
    text.replace(text.find("position: [0.5"), 14, "position: [0, 0.5");
    const PlanningRequest request = parse(text);
    EXPECT_EQ(request.start, parse(good).start);
    EXPECT_TRUE(parse(good).notes.empty());
    ASSERT_EQ(request.notes.size(), 1U);
    EXPECT_EQ(request.notes[0].place.line, 3U);
    EXPECT_NE(request.notes[0].sentence.find("'l_wheel'"), std::string::npos);
}

TEST(ParsePlanningRequest, SurvivesDamagedText)
{
    const std::size_t count = support::effort(1500);
    const auto readings =
        support::read_damaged(good, "request.yaml", count, [](const auto& text) { (void)parse(text); });
    EXPECT_GE(readings.read, count / 75);
    for (const char* nested : {"[", "{", "- ", "a: {", "? "}) {
        std::string deep;
        for (int i = 0; i < 20000; ++i) deep += nested;
        EXPECT_THROW((void)parse(deep), Error) << nested;
    }
}

/// The problems of MotionBenchMaker, where they are at hand; ReadsStartAndGoals covers the same without them.
TEST(ReadPlanningRequest, ReadsAFile)
{
    const support::TemporaryFolder folder;
    const auto file = folder.write("request.yaml", good);
    EXPECT_EQ(read_planning_request(file, robot()).goals.size(), 2U);
    expect_error({.code = ErrorCode::unreadable_file, .says = "absent.yaml"},
                 [&] { (void)read_planning_request(folder.path() / "absent.yaml", robot()); });
}

TEST(ReadPlanningRequest, ReadsThePublishedOnes)
{
    const auto data = support::published_data("robots/mbm_panda/problems");
    if (!data) GTEST_SKIP() << support::without_data("robots/mbm_panda/problems");
    const Robot panda = load_robot(data->parent_path() / "panda.urdf", {.srdf = (data->parent_path() / "panda.srdf")});
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(*data)) {
        if (!entry.path().filename().string().starts_with("request")) continue;
        const PlanningRequest request = read_planning_request(entry.path(), panda);
        EXPECT_EQ(request.group, "panda_arm");
        EXPECT_EQ(request.goals.size(), 1U);
        EXPECT_NE(request.goals.front(), request.start);
        EXPECT_EQ(request.start.size(), static_cast<Eigen::Index>(panda.value_count()));
        ++count;
    }
    EXPECT_EQ(count, 70U);
}

}  // namespace
}  // namespace tocca::planning_request_test
