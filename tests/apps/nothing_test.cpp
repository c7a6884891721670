// SPDX-License-Identifier: Apache-2.0
// Where nothing can touch, "free" would be said of nothing: the command says so and ends with 2, and writes no answer.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "apps/robot_folder.hpp"

namespace tocca::nothing_test {
namespace {

using support::Ran;

class Nothing : public support::RobotCommandTest {
protected:
    void expect_nothing(std::vector<std::string> arguments, const std::string& says = "nothing to check") const
    {
        std::string shown;
        for (const std::string& argument : arguments) shown += argument + " ";
        arguments.insert(arguments.end(), {"--json", path("out.json")});
        const Ran ran = support::run_command(arguments);
        EXPECT_EQ(ran.code, 2) << shown << ran.out;
        EXPECT_NE(ran.err.find(says), std::string::npos) << shown << ran.err;
        EXPECT_EQ(ran.out.find("proven"), std::string::npos) << shown << ran.out;
        EXPECT_FALSE(std::filesystem::exists(path("out.json"))) << shown;
    }
};

TEST_F(Nothing, RobotsWithoutPairs)
{
    const std::string visual = write("visual.urdf", R"(<robot name="r">
      <link name="a"><visual><geometry><box size="1 1 1"/></geometry></visual></link>
      <link name="b"><visual><geometry><box size="1 1 1"/></geometry></visual></link>
      <joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint></robot>)");
    for (const char* verb : {"--self", "--all", "--collides"}) {
        expect_nothing({"robot", visual, "--to", "1", verb}, "no link has collision geometry");
        expect_nothing({"robot", visual, "--to", "1", "--against", "box:1,1,1", verb},
                       "no link has collision geometry");
    }
    std::string solid = support::bytes_of(path("visual.urdf"));
    for (std::size_t at = solid.find("visual"); at != std::string::npos; at = solid.find("visual")) {
        solid.replace(at, 6, "collision");
    }
    const std::string adjacent = write("adjacent.urdf", solid);
    expect_nothing({"robot", adjacent, "--to", "1"}, "--info");
    expect_nothing({"robot", adjacent, "--to", "1", "--no-self"}, "--no-self");
    EXPECT_EQ(robot({adjacent, "--to", "1", "--against", "box:1,1,1@9,0,0"}).code, 0);
    EXPECT_EQ(robot({visual, "--info"}).code, 0);
}

TEST_F(Nothing, ScenesThatAreMisspeltOrEmpty)
{
    const std::string objects =
        "  collision_objects:\n    - id: wall\n      primitives: [{type: box, dimensions: [1, 1, 1]}]\n";
    const auto expect_line = [&](const std::string& text, const std::string& line) {
        expect_nothing({"robot", path("arm.urdf"), "--to", "1,1", "--scene", write("s.yaml", text)},
                       path("s.yaml") + ":" + line + ": ");
    };
    expect_line("wrold:\n" + objects, "1");
    expect_line("World:\n" + objects, "1");
    expect_line("planning_scene:\n  world: {}\n", "1");
    expect_line("world:\n  collision_objects:\n    - id: wall\n", "3");
    expect_line(support::arm_request, "1");
    expect_line("name: a\nname: b\nworld:\n" + objects, "2");
    expect_nothing({"robot", path("arm.urdf"), "--to", "1,1", "--scene",
                    write("s.json", "{\"schema\":\"tocca.robot-scene/1\",\n\"objects\":[],\n\"objects\":[]}")},
                   path("s.json") + ":3: the member 'objects' is there twice");
}

TEST_F(Nothing, WorldsWithoutPairs)
{
    const auto expect_world = [&](const std::string& members, const std::string& says) {
        const std::string file = write("world.json", R"({"schema":"tocca.world/1",)" + members + "}");
        for (const char* verb : {"--all", "--collides"}) expect_nothing({"rigid", "--world", file, verb}, says);
        expect_nothing({"rigid", "--world", file}, says);
    };
    const std::string two = R"("bodies":[{"shape":"box:1,1,1"},{"shape":"sphere:1","pose":"9,0,0"}])";
    expect_world(R"("bodies":[])", "nothing to check: the world has 0 bodies");
    expect_world(R"("bodies":[{"shape":"box:1,1,1"}])", "nothing to check: the world has 1 body");
    expect_world(two + R"(,"skip_pairs":[[1,0]])", "every pair");
    expect_world(two + R"(,"skip_groups":[[0,0]])", "every pair");
    expect_world(two + "," + two, "is there twice");
    const std::string file = write("world.json", R"({"schema":"tocca.world/1",)" + two + "}");
    EXPECT_EQ(support::run_command({"rigid", "--world", file}).code, 0);
}

TEST_F(Nothing, MeshesWithoutFaces)
{
    const std::string points = write("points_0.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n");
    const std::string moved = write("points_1.obj", "v 0 0 1\nv 1 0 1\nv 0 1 1\n");
    expect_nothing({"mesh", points, moved});
    expect_nothing({"mesh", points, moved, "--all"});
    expect_nothing({"mesh", "--object", path("points_*.obj"), "--object", points});
    const std::string triangle = write("triangle_0.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    for (const char* verb : {"--first", "--all", "--collides", "--step"})
        expect_nothing({"mesh", triangle, write("triangle_1.obj", "v 0 0 1\nv 1 0 1\nv 0 1 1\nf 1 2 3\n"), verb});
    expect_nothing({"rigid", points, "box:1,1,1", "--to", "1,0,0"}, "can touch nothing");
    expect_nothing({"rigid", "box:1,1,1", points, "--to", "1,0,0", "--collides"}, "can touch nothing");
    expect_nothing({"robot", path("arm.urdf"), "--to", "1,1", "--against", points}, "can touch nothing");
}

TEST_F(Nothing, QuerySetsWithoutQueries)
{
    const std::string empty = write("vertex-face.csv", "");
    const Ran ran = support::run_command({"query", empty, "--kind", "vf", "--json", path("out.json")});
    EXPECT_EQ(ran.code, 2) << ran.out << ran.err;
    EXPECT_EQ(ran.out, "");
    EXPECT_FALSE(std::filesystem::exists(path("out.json")));
}

}  // namespace
}  // namespace tocca::nothing_test
