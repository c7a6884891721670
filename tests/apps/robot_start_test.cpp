// SPDX-License-Identifier: Apache-2.0
// Where a motion starts when nothing says so, and states by name.
#include <gtest/gtest.h>

#include <string>

#include "apps/robot_folder.hpp"

namespace tocca::robot_start_test {
namespace {

using nlohmann::json;
using support::Ran;

/// A slide from 1 to 3 with a block on it, and a wall at 5; whatever starts elsewhere meets the wall at another time.
const std::string slide_urdf = R"(<robot name="slide">
  <link name="rail"/>
  <link name="block"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
  <link name="lid"><collision><origin xyz="0 0 5"/><geometry><box size="1 1 1"/></geometry></collision></link>
  <joint name="x" type="prismatic"><parent link="rail"/><child link="block"/><axis xyz="1 0 0"/>
    <limit lower="1" upper="3" effort="1" velocity="1"/></joint>
  <joint name="turn" type="continuous"><parent link="block"/><child link="lid"/><axis xyz="0 0 1"/></joint>
</robot>)";

class RobotStart : public support::RobotCommandTest {
protected:
    RobotStart()
    {
        write("slide.urdf", slide_urdf);
        write("home.srdf", srdf(R"(<group_state name="ready" group="arm"><joint name="x" value="1.5"/></group_state>
            <group_state name="home" group="arm"><joint name="x" value="1.25"/></group_state>
            <group_state name="home" group="top"><joint name="turn" value="0.5"/></group_state>)"));
    }

    static std::string srdf(const std::string& states)
    {
        return R"(<robot name="slide"><group name="arm"><joint name="x"/></group>
            <group name="top"><joint name="turn"/></group>)" +
               states + "</robot>";
    }

    /// When the block, moving to x = 9, meets a wall whose face is at 5: its own face is at x + 0.5.
    static double time_from(double x) { return (4.5 - x) / (9.0 - x); }

    [[nodiscard]] json slide(std::vector<std::string> arguments) const
    {
        arguments.insert(arguments.begin(), path("slide.urdf"));
        arguments.insert(arguments.end(),
                         {"--against", "box:0.1,2,2@5.05,0,0", "--threshold", "1e-9", "--json", path("out.json")});
        const Ran ran = robot(arguments);
        EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
        json data = json::parse(support::bytes_of(path("out.json")));
        for (const json& note : data["notes"]) {
            EXPECT_NE(ran.out.find("note: " + note.get<std::string>()), std::string::npos) << ran.out;
        }
        return data;
    }

    static void expect_start(const json& data, double x, const std::string& note)
    {
        EXPECT_NEAR(data["edges"][0]["safe_until"].get<double>(), time_from(x), 1e-6) << data["notes"];
        if (note.empty()) {
            EXPECT_EQ(data["notes"], json::array());
            return;
        }
        ASSERT_EQ(data["notes"].size(), 1U) << data["notes"];
        EXPECT_NE(data["notes"][0].get<std::string>().find(note), std::string::npos) << data["notes"];
    }
};

TEST_F(RobotStart, IsInTheMiddleOfTheLimitsAndSaid)
{
    expect_start(slide({"--to", "x=9"}), 2.0, "2 values start in the middle of the joint's limits");
    expect_start(slide({"--from", "x=1", "--to", "x=9"}), 1.0, "1 value starts in the middle");
    expect_start(slide({"--start", "x=1", "--to", "x=9"}), 1.0, ": turn");
    expect_start(slide({"--from", "1,0", "--to", "x=9"}), 1.0, "");
    expect_start(slide({"--path", write("p.csv", "turn\n0\n1\n"), "--against", "box:1,1,1@2,0,0"}), 4.5, "x");
}

TEST_F(RobotStart, IsAStateOfTheSrdf)
{
    const std::string srdf_file = path("home.srdf");
    expect_start(slide({"--srdf", srdf_file, "--to", "x=9"}), 1.25, "in the state 'home' of the SRDF file");
    expect_start(slide({"--srdf", srdf_file, "--from", "home", "--to", "x=9"}), 1.25, "");
    expect_start(slide({"--srdf", srdf_file, "--from", "arm/home,turn=1", "--to", "x=9"}), 1.25, "");
    expect_start(slide({"--srdf", srdf_file, "--from", "ready", "--to", "x=9"}), 1.5, "1 value starts in the state");
    expect_start(slide({"--srdf", srdf_file, "--from", "ready,turn=0", "--to", "x=9"}), 1.5, "");
    const Ran there = robot({path("slide.urdf"), "--srdf", srdf_file, "--from", "9,0", "--to", "ready", "--against",
                             "box:0.1,2,2@5.05,0,0"});
    EXPECT_EQ(there.code, 1) << there.out << there.err;
}

TEST_F(RobotStart, NamesTheStatesThereAre)
{
    const std::string srdf_file = path("home.srdf");
    const auto fault = [&](const std::string& file, const std::string& state, const std::string& says) {
        const Ran ran = robot({path("slide.urdf"), "--srdf", file, "--from", state, "--to", "x=9"});
        EXPECT_EQ(ran.code, 2) << ran.out;
        EXPECT_NE(ran.err.find(says), std::string::npos) << ran.err;
    };
    fault(srdf_file, "raedy",
          "--from: 'raedy' is neither a number nor a state of the robot 'slide', which has: "
          "arm/ready, arm/home, top/home");
    const std::string split = write("split.srdf", srdf(R"(
        <group_state name="home" group="arm"><joint name="x" value="1"/></group_state>
        <group_state name="home" group="top"><joint name="x" value="2"/></group_state>)"));
    fault(split, "home", "arm/home and top/home give joint 'x' different values");
    expect_start(slide({"--srdf", split, "--to", "x=9"}), 2.0, "in the middle");
    expect_start(slide({"--srdf", split, "--from", "arm/home", "--to", "x=9"}), 1.0, "turn");

    const Ran info = robot({path("slide.urdf"), "--srdf", srdf_file, "--info", "--json", path("info.json")});
    EXPECT_EQ(info.code, 0) << info.err;
    EXPECT_NE(info.out.find("states, for --from"), std::string::npos) << info.out;
    const json data = json::parse(support::bytes_of(path("info.json")));
    ASSERT_EQ(data["states"].size(), 3U);
    EXPECT_EQ(data["states"][0]["name"], "ready");
    EXPECT_EQ(data["states"][0]["group"], "arm");
    EXPECT_EQ(data["states"][0]["joints"], json::parse(R"([{"joint":"x","values":[1.5]}])"));
}

TEST_F(RobotStart, ReadsProblemsOfAWholerRobot)
{
    const std::string request = write("request.yaml", R"(start_state:
  joint_state:
    name: [l_wheel, x, r_wheel, turn]
    position: [0, 1, 0, 0]
goal_constraints:
  - joint_constraints: [{joint_name: x, position: 9}]
)");
    expect_start(slide({"--request", request}), 1.0, path("request.yaml") + ":3: the state names joints");
}

}  // namespace
}  // namespace tocca::robot_start_test
