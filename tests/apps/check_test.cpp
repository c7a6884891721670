// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/check/check_command.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "apps/command_folder.hpp"
#include "tocca/elementary/batch.hpp"

namespace tocca::check_test {
namespace {

using nlohmann::json;
using support::bytes_of;
using support::Ran;

/// A sheet at this height.
std::string sheet(double height)
{
    const std::string z = " " + std::to_string(height) + "\n";
    return "v -3 -3" + z + "v 3 -3" + z + "v 3 3" + z + "v -3 3" + z + "f 1 2 3\nf 1 3 4\n";
}

constexpr const char* arm_urdf = R"(<robot name="arm"><link name="base"/>
<link name="upper"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.1 0.1"/></geometry></collision></link>
<link name="fore"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.1 0.1"/></geometry></collision></link>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/><limit lower="-3" upper="3"/></joint>
<joint name="elbow" type="continuous"><parent link="upper"/><child link="fore"/><origin xyz="1.2 0 0"/><axis xyz="0 0 1"/></joint>
</robot>)";

/// A sheet comes down on an arm in the plane z = 0, step 1, while a ball above it goes up and then rests.
class CheckCommandTest : public support::CommandFolder {
protected:
    CheckCommandTest()
    {
        write("arm.urdf", arm_urdf);
        write("sheet_0.obj", sheet(1.0));
        write("sheet_1.obj", sheet(0.5));
        write("sheet_2.obj", sheet(-0.5));
    }

    [[nodiscard]] static Ran check(std::vector<std::string> arguments)
    {
        arguments.insert(arguments.begin(), "check");
        return support::run_command(arguments);
    }
    [[nodiscard]] json report(const std::vector<std::string>& arguments, int code) const
    {
        return report_of(check, arguments, code);
    }
    /// A scene file of these parts and members.
    [[nodiscard]] std::string scene(const std::string& parts, const std::string& members = "") const
    {
        return write("scene.json", R"({"schema":"tocca.scene/1","parts":[)" + parts + "]" + members + "}");
    }
    [[nodiscard]] std::string falling(const std::string& members = "") const
    {
        return scene(falling_sheet + "," + rising_ball + "," + turning_arm, members);
    }

    const std::string falling_sheet = R"({"name":"sheet","mesh":"sheet_0.obj","frames":"sheet_*.obj"})";
    const std::string rising_ball = R"({"name":"ball","body":"sphere:0.2","poses":["0,2,2","0,2,3"]})";
    const std::string turning_arm = R"({"name":"arm","robot":"arm.urdf","path":[[0,0],"elbow=0.5",[1,0.5]]})";
};

TEST_F(CheckCommandTest, AnswersStepByStep)
{
    const json data = report({falling()}, 1);
    EXPECT_EQ(data["schema"], "tocca.check/1");
    EXPECT_EQ(data["verb"], "first_contact");
    EXPECT_EQ(data["complete"], true);
    EXPECT_EQ(data["objects"], (json{"sheet", "ball", "arm/base", "arm/upper", "arm/fore"}));
    ASSERT_EQ(data["parts"].size(), 3U);
    EXPECT_EQ(data["parts"][0]["kind"], "mesh");
    EXPECT_EQ(data["parts"][1]["kind"], "body");
    EXPECT_EQ(data["parts"][2]["kind"], "robot");
    EXPECT_EQ(data["parts"][2]["objects"], 3);
    EXPECT_EQ(data["step_count"], 2);
    EXPECT_EQ(data["steps_answered"], 2);
    EXPECT_EQ(data["steps_in_contact"], 1);
    ASSERT_EQ(data["steps"].size(), 2U);
    EXPECT_EQ(data["steps"][0]["outcome"], "free");
    EXPECT_TRUE(data["steps"][0]["objects"].is_null());
    const json& hit = data["steps"][1];
    EXPECT_EQ(hit["outcome"], "contact");
    EXPECT_EQ(hit["objects"][0], "sheet");
    EXPECT_TRUE(hit["objects"][1].get<std::string>().starts_with("arm/")) << hit;
    EXPECT_NEAR(hit["safe_until"].get<double>(), 0.45, 1e-3);  // the sheet falls by 1 from 0.5, the arm ends at 0.05
    EXPECT_TRUE(hit["pairs"].is_null());
}

TEST_F(CheckCommandTest, ListsEveryPairThatTouches)
{
    const json first = report({falling()}, 1);
    const json all = report({falling(), "--all"}, 1);
    EXPECT_EQ(all["verb"], "all_contacts");
    for (std::size_t i = 0; i < 2; ++i) {
        json step = all["steps"][i];
        EXPECT_EQ(step["pairs"].size(), 2 * i);
        step["pairs"] = nullptr;
        EXPECT_EQ(step, first["steps"][i]);
    }
    for (const json& pair : all["steps"][1]["pairs"]) {
        EXPECT_EQ(pair["outcome"], "contact");
        EXPECT_EQ(pair["contacts"], 1);
    }
}

TEST_F(CheckCommandTest, CountsTheContactsOfMeshes)
{
    write("low.obj", sheet(-0.25));
    const std::string parts = falling_sheet + R"(,{"name":"low","mesh":"low.obj"})";
    const json all = report({scene(parts), "--all"}, 1);
    const json& pairs = all["steps"][1]["pairs"];
    ASSERT_EQ(pairs.size(), 1U);
    EXPECT_EQ(pairs[0]["objects"], (json{"sheet", "low"}));
    EXPECT_GT(pairs[0]["contacts"], 1);
    EXPECT_EQ(all["steps"][1]["outcome"], "contact");
    EXPECT_NEAR(all["steps"][1]["safe_until"].get<double>(), 0.75, 1e-6);
}

TEST_F(CheckCommandTest, TheVerbsAgree)
{
    write("crossing.obj", "v 0 0 -1\nv 1 0 2\nv 0 1 2\nf 1 2 3\n");
    write("box.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    write("inside.obj", "v 0.1 0.1 0.1\nv 0.2 0.1 0.1\nv 0.1 0.2 0.1\nf 1 2 3\n");
    const std::string crossing = R"({"name":"crossing","mesh":"crossing.obj"})";
    const std::vector<std::pair<std::string, std::vector<std::string>>> cases = {
        {falling_sheet + "," + rising_ball, {"free", "free"}},
        {falling_sheet + "," + turning_arm, {"free", "contact"}},
        {falling_sheet + "," + crossing, {"crossing_at_start", "crossing_at_start"}},
        {R"({"name":"a","body":"box:1,1,1"},{"name":"b","body":"box:1,1,1","pose":"1,0,0"})", {"touching_at_start"}},
        {R"({"name":"a","mesh":"box.obj","solid":true},{"name":"b","mesh":"inside.obj"})", {"inside"}},
        {R"({"name":"a","mesh":"box.obj","solid":true},{"name":"b","body":"inside.obj"})", {"inside"}},
        {R"({"name":"a","body":"box:1,1,1"},{"name":"b","body":"box:1,1,1","pose":"1.25,0,0","thickness":1})",
         {"near_at_start"}},
    };
    for (const auto& [parts, outcomes] : cases) {
        const std::string file = scene(parts);
        const int code = outcomes.back() == "free" ? 0 : 1;
        const json first = report({file}, code)["steps"], all = report({file, "--all"}, code)["steps"];
        const json whether = report({file, "--collides"}, code)["steps"];
        ASSERT_EQ(first.size(), outcomes.size()) << parts;
        for (std::size_t i = 0; i < outcomes.size(); ++i) {
            EXPECT_EQ(first[i]["outcome"], outcomes[i]) << parts;
            EXPECT_EQ(all[i]["outcome"], outcomes[i]) << parts;
            EXPECT_EQ(whether[i]["outcome"], outcomes[i] == "free" ? "free" : "contact") << parts;
            EXPECT_EQ(whether[i]["safe_until"], outcomes[i] == "free" ? 1 : 0) << parts;
            EXPECT_EQ(all[i]["pairs"].empty(), outcomes[i] == "free") << parts;
            if (outcomes[i] == "free") continue;
            EXPECT_EQ(all[i]["objects"], first[i]["objects"]) << parts;
            EXPECT_EQ(all[i]["pairs"][0]["objects"], first[i]["objects"]) << parts;
            EXPECT_EQ(all[i]["pairs"][0]["outcome"], first[i]["outcome"]) << parts;
            EXPECT_EQ(all[i]["pairs"][0]["safe_until"], first[i]["safe_until"]) << parts;
        }
    }
}

TEST_F(CheckCommandTest, AStepStartsWhereTheOneBeforeEnded)
{
    // The ball rests at its end, where the sheet comes by only later.
    const std::string ball = R"({"name":"ball","body":"sphere:0.2","poses":["0,2,2","0,2,0"]})";
    const json data = report({scene(falling_sheet + "," + ball)}, 1);
    EXPECT_EQ(data["steps"][0]["outcome"], "contact");
    const std::string late = R"({"name":"ball","body":"sphere:0.2","poses":["0,2,-2","0,2,0"]})";
    const json after = report({scene(falling_sheet + "," + late)}, 1);
    EXPECT_EQ(after["steps"][0]["outcome"], "free");
    EXPECT_EQ(after["steps"][1]["outcome"], "contact");
    EXPECT_NEAR(after["steps"][1]["safe_until"].get<double>(), 0.3, 1e-3);
    // Positions from an array, and from files, are the same motion; a mesh with fewer frames rests.
    const json two = report(
        {scene(R"({"name":"sheet","mesh":"sheet_0.obj","frames":["sheet_0.obj","sheet_1.obj"]},)" + turning_arm)}, 0);
    EXPECT_EQ(two["step_count"], 2);
}

TEST_F(CheckCommandTest, LeavesOutWhatItIsTold)
{
    EXPECT_EQ(report({falling(R"(,"ignored_pairs":[["sheet","arm"]])")}, 0)["steps_in_contact"], 0);
    const json one = report({falling(R"(,"ignored_pairs":[["arm/upper","sheet"]])")}, 1);
    EXPECT_EQ(one["steps"][1]["objects"], (json{"sheet", "arm/fore"}));
    const std::string grouped =
        R"({"name":"sheet","mesh":"sheet_0.obj","frames":"sheet_*.obj","group":2},)" + turning_arm;
    EXPECT_EQ(report({scene(grouped)}, 1)["steps_in_contact"], 1);
    EXPECT_EQ(report({scene(grouped, R"(,"ignored_groups":[[0,2]])")}, 0)["steps_in_contact"], 0);
    const Ran link = check({falling(R"(,"ignored_pairs":[["arm/hand","sheet"]])")});
    EXPECT_EQ(link.code, 2);
    EXPECT_NE(link.err.find("scene.json:1: ignored_pairs: there is no link 'arm/hand'"), std::string::npos) << link.err;
    const Ran within = check({falling(R"(,"ignored_pairs":[["arm/base","arm/fore"]])")});
    EXPECT_EQ(within.code, 2);
    EXPECT_NE(within.err.find("one robot"), std::string::npos) << within.err;
    EXPECT_EQ(check({falling(R"(,"ignored_pairs":[["ball","ball"]])")}).code, 2);
    EXPECT_EQ(check({falling(R"(,"ignored_pairs":[["sheet","sheet"]])")}).code, 1);
}

TEST_F(CheckCommandTest, SaysThatNothingWasChecked)
{
    const auto expect_nothing = [&](const std::string& file) {
        for (const std::vector<std::string>& verb : {std::vector<std::string>{}, {"--all"}, {"--collides"}}) {
            std::vector<std::string> arguments = {file, "--json", path("none.json")};
            arguments.insert(arguments.end(), verb.begin(), verb.end());
            const Ran ran = check(arguments);
            EXPECT_EQ(ran.code, 2) << ran.out;
            EXPECT_NE(ran.err.find("nothing to check"), std::string::npos) << ran.err;
            EXPECT_FALSE(std::filesystem::exists(path("none.json")));
        }
    };
    expect_nothing(scene(""));
    expect_nothing(scene(rising_ball));
    expect_nothing(scene(R"({"name":"sheet","mesh":"sheet_0.obj","self":false})"));
    expect_nothing(
        scene(R"({"name":"a","body":"box:1,1,1"},{"name":"b","body":"box:1,1,1"})", R"(,"ignored_pairs":[["a","b"]])"));
    expect_nothing(
        scene(R"({"name":"a","body":"box:1,1,1"},{"name":"b","body":"box:1,1,1"})", R"(,"ignored_groups":[[0,0]])"));
}

TEST_F(CheckCommandTest, KeepsTheClearanceOfTheFileOrTheOption)
{
    const std::string parts =
        R"({"name":"a","body":"box:1,1,1"},{"name":"b","body":"box:1,1,1","poses":["3,0,0","2,0,0"]})";
    EXPECT_EQ(report({scene(parts)}, 0)["clearance"], 0);
    const json kept = report({scene(parts, R"(,"clearance":1.5,"threshold":1e-3)")}, 1);
    EXPECT_EQ(kept["clearance"], 1.5);
    EXPECT_EQ(kept["threshold"], 1e-3);
    EXPECT_NEAR(kept["steps"][0]["safe_until"].get<double>(), 0.5, 2e-3);
    const json asked = report({scene(parts, R"(,"clearance":1.5)"), "--clearance", "0.5", "--threshold", "0.01"}, 0);
    EXPECT_EQ(asked["clearance"], 0.5);
    EXPECT_EQ(asked["threshold"], 0.01);
}

TEST_F(CheckCommandTest, IsUndecidedWhereTheBudgetIsSpent)
{
    const std::string parts =
        R"({"name":"a","body":"knot:1,0.15"},{"name":"b","body":"knot:1,0.15","poses":["0.3,0,0.35","0.4,0,0.45"]})";
    const json data = report({scene(parts), "--budget", "1"}, 3);
    EXPECT_EQ(data["budget"], 1);
    EXPECT_EQ(data["steps"][0]["outcome"], "undecided");
    EXPECT_EQ(data["steps"][0]["objects"], (json{"a", "b"}));
}

TEST_F(CheckCommandTest, RefusesMoreContactsThanItMayList)
{
    EXPECT_EQ(check({falling(), "--all", "--max-contacts", "2"}).code, 1);
    const Ran refused = check({falling(), "--all", "--max-contacts", "1", "--json", path("none.json")});
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find("--max-contacts"), std::string::npos) << refused.err;
    EXPECT_FALSE(std::filesystem::exists(path("none.json")));
}

TEST_F(CheckCommandTest, GivesTheSameBytesForEveryTargetAndNumberOfThreads)
{
    for (const char* verb : {"--all", "--collides"}) {
        std::string expected;
        for (const std::string& target : simd_targets()) {
            for (const char* threads : {"1", "2", "8"}) {
                (void)report({falling(), verb, "--target", target, "--threads", threads}, 1);
                const std::string bytes = bytes_of(path("report.json"));
                if (expected.empty()) expected = bytes;
                EXPECT_EQ(bytes, expected) << target << " " << threads;
            }
        }
    }
}

TEST_F(CheckCommandTest, PlacesRobotsAndWhatTheyHold)
{
    write("arm.srdf", R"(<robot name="arm"><group name="all"><chain base_link="base" tip_link="fore"/></group>
        <group_state name="bent" group="all"><joint name="shoulder" value="0"/><joint name="elbow" value="1.5"/></group_state></robot>)");
    write("path.csv", "elbow\n0\n1.5\n");
    const std::string wall = R"({"name":"wall","body":"box:0.1,4,4","pose":"2.6,0,0"})";
    const auto arm = [](const std::string& members) { return R"(,{"name":"arm","robot":"arm.urdf",)" + members + "}"; };
    EXPECT_EQ(check({scene(wall + arm(R"("path":"path.csv")"))}).code, 0);
    EXPECT_EQ(check({scene(wall + arm(R"("path":"path.csv","pose":"0.5,0,0")"))}).code, 1);
    EXPECT_EQ(check({scene(wall + arm(R"("srdf":"arm.srdf","path":["bent"],"pose":"0.5,0,0")"))}).code, 0);
    const json holding = report({scene(wall + arm(R"("path":[[0,0]],"holds":[
        {"name":"rod","link":"fore","body":"box:1,0.1,0.1","pose":"1,0,0"}])"))},
                                1);
    EXPECT_EQ(holding["steps"][0]["objects"], (json{"wall", "arm/rod"}));
    const Ran note = check({scene(wall + arm(R"("path":"path.csv")"))});
    EXPECT_NE(note.out.find("note: arm: 1 value starts"), std::string::npos) << note.out;
}

TEST_F(CheckCommandTest, NamesWhatIsAtFault)
{
    const auto expect_fault = [](const Ran& ran, const std::string& says) {
        EXPECT_EQ(ran.code, 2) << ran.out;
        EXPECT_NE(ran.err.find(says), std::string::npos) << ran.err;
    };
    const std::string at = "scene.json:1: ";
    expect_fault(check({path("absent.json")}), path("absent.json"));
    expect_fault(check({}), "give a scene file");
    expect_fault(check({falling(), "--collides", "--all"}), "--collides and --all");
    expect_fault(check({scene(R"({"name":"a","mesh":"absent.obj"})")}), "absent.obj");
    expect_fault(check({scene(R"({"name":"a","mesh":"sheet_0.obj","frames":"none_*.obj"})")}), "none_*.obj");
    expect_fault(check({scene(R"({"name":"a","mesh":"sheet_0.obj","solid":true})")}), "sheet_0.obj: part 'a': ");
    expect_fault(check({scene(R"({"name":"arm","robot":"arm.urdf","path":[[0]]})")}),
                 at + "part 'arm': waypoint 0 of its path: it has 1 value, but the robot has 2");
    expect_fault(check({scene(R"({"name":"arm","robot":"arm.urdf","path":[[0,0],"wrist=1"]})")}),
                 at + "part 'arm': waypoint 1 of its path: ");
    expect_fault(check({scene(R"({"name":"arm","robot":"arm.urdf","path":["ready"]})")}),
                 at + "part 'arm': waypoint 0");
    expect_fault(check({scene(R"({"name":"arm","robot":"arm.urdf","holds":[{"link":"hand","body":"box:1,1,1"}]})")}),
                 at + "part 'arm': ");
    write("other.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    expect_fault(check({scene(R"({"name":"a","mesh":"sheet_0.obj","frames":["sheet_0.obj","other.obj"]})")}),
                 "other.obj");
}

TEST_F(CheckCommandTest, ShowsTheMotion)
{
    const Ran ran = check({falling(), "--all", "--report", path("report.html"), "--png", path("contact.png"), "--gltf",
                           path("motion.glb"), "--pose", path("pose.obj"), "--contacts", path("contacts.csv")});
    EXPECT_EQ(ran.code, 1) << ran.err;
    for (const char* file : {"report.html", "contact.png", "motion.glb", "pose.obj"})
        EXPECT_GT(bytes_of(path(file)).size(), 100U) << file;
    EXPECT_NE(bytes_of(path("report.html")).find("tocca.check/1"), std::string::npos);
    const std::string contacts = bytes_of(path("contacts.csv"));
    EXPECT_EQ(std::count(contacts.begin(), contacts.end(), '\n'), 3);
    EXPECT_EQ(check({falling(), "--collides", "--contacts", path("none.csv")}).code, 2);
    EXPECT_EQ(check({falling(), "--report", path("report.txt")}).code, 2);
    EXPECT_EQ(check({falling(), "--report", path("sheet_0.obj")}).code, 2);
}

TEST_F(CheckCommandTest, KnowsBuiltinScenes)
{
    const json data = report({"--builtin", "arm-through-cloth"}, 1);
    EXPECT_EQ(data["objects"], (json{"cloth", "mandrel", "arm/post", "arm/upper", "arm/fore"}));
    EXPECT_EQ(data["steps_in_contact"], 5);
    EXPECT_EQ(data["steps"][5]["objects"], (json{"cloth", "arm/fore"}));
    const Ran unknown = check({"--builtin", "none"});
    EXPECT_EQ(unknown.code, 2);
    EXPECT_NE(unknown.err.find("arm-through-cloth"), std::string::npos) << unknown.err;
    EXPECT_EQ(check({falling(), "--builtin", "arm-through-cloth"}).code, 2);
}

TEST_F(CheckCommandTest, KeepsItsInputs)
{
    for (const char* input : {"scene.json", "sheet_1.obj", "arm.urdf"}) {
        const std::string before = bytes_of(path(input) == path("scene.json") ? falling() : path(input));
        const Ran ran = check({falling(), "--json", path(input)});
        EXPECT_EQ(ran.code, 2) << input;
        EXPECT_NE(ran.err.find("is a file that is read"), std::string::npos) << ran.err;
        EXPECT_EQ(bytes_of(path(input)), before);
    }
    EXPECT_EQ(check({falling(), "--json", path("out.json"), "--stats", path("out.json")}).code, 2);
}

TEST_F(CheckCommandTest, WritesWhatItTook)
{
    const Ran ran = check({falling(), "--stats", path("stats.json"), "--threads", "1"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_NE(ran.out.find("1 deforming mesh, 1 rigid body, 1 robot"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("2 steps: 1 in contact"), std::string::npos) << ran.out;
    const json stats = json::parse(bytes_of(path("stats.json")));
    EXPECT_EQ(stats["schema"], "tocca.check-stats/1");
    EXPECT_EQ(stats["threads"], 1);
    EXPECT_EQ(stats["steps"].size(), 2U);
    EXPECT_GE(stats["steps"][1]["work"]["candidates"], 1);
}

}  // namespace
}  // namespace tocca::check_test
