// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/rigid/rigid_question.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "apps/rigid_folder.hpp"
#include "tocca/elementary/batch.hpp"

namespace tocca::rigid_world_test {
namespace {

using nlohmann::json;
using support::bytes_of;
using support::Ran;

/// Two balls come down on a floor, the second one a step later; a third stays above, in a box.
constexpr const char* falling = R"({"schema":"tocca.world/1","bodies":[
  {"name":"floor","shape":"box:20,20,1","pose":"0,0,-0.5"},
  {"name":"left","shape":"sphere:1","poses":["-3,0,5","-3,0,2","-3,0,-1","-3,0,-4"]},
  {"name":"right","shape":"sphere:1","group":1,"poses":["3,0,9","3,0,6,0,0,90deg","3,0,3","3,0,0"]},
  {"name":"cage","shape":"box:3,3,3","pose":"0,0,20"},
  {"name":"inmate","shape":"sphere:1","pose":"0,0,20"}]SKIPS})";

class RigidWorldCommand : public support::RigidCommandTest {
protected:
    [[nodiscard]] std::string world(const std::string& skips = "") const
    {
        std::string text = falling;
        text.replace(text.find("SKIPS"), 5, skips);
        return write("world.json", text);
    }
};

TEST_F(RigidWorldCommand, AnswersStepByStep)
{
    const json data = report({"--world", world()}, 1);
    EXPECT_EQ(data["schema"], "tocca.rigid-world/1");
    EXPECT_EQ(data["verb"], "first_contact");
    EXPECT_EQ(data["complete"], true);
    EXPECT_EQ(data["bodies"].size(), 5U);
    EXPECT_EQ(data["bodies"][2]["name"], "right");
    EXPECT_EQ(data["bodies"][2]["group"], 1);
    EXPECT_EQ(data["steps_answered"], 3);
    EXPECT_EQ(data["steps_in_contact"], 2);
    ASSERT_EQ(data["steps"].size(), 3U);
    EXPECT_EQ(data["steps"][0]["outcome"], "free");
    EXPECT_EQ(data["steps"][0]["safe_until"], 1);
    EXPECT_TRUE(data["steps"][0]["bodies"].is_null());

    const json& hit = data["steps"][1];
    EXPECT_EQ(hit["step"], 1);
    EXPECT_EQ(hit["outcome"], "contact");
    EXPECT_EQ(hit["bodies"], (json{0, 1}));
    EXPECT_NEAR(hit["safe_until"].get<double>(), 1.0 / 3, 1e-3);
    const auto objects = hit["contact"]["objects"];
    EXPECT_TRUE(objects == (json{0, 1}) || objects == (json{1, 0})) << objects;
    EXPECT_TRUE(hit["pairs"].is_null());
    EXPECT_EQ(data["steps"][2]["outcome"], "touching_at_start");
}

TEST_F(RigidWorldCommand, ListsEveryPairThatTouches)
{
    const json first = report({"--world", world()}, 1);
    const json all = report({"--world", world(), "--all"}, 1);
    EXPECT_EQ(all["verb"], "all_contacts");
    for (std::size_t i = 0; i < 3; ++i) {
        json step = all["steps"][i];
        EXPECT_EQ(step["pairs"].size(), i);
        step["pairs"] = nullptr;
        EXPECT_EQ(step, first["steps"][i]);
    }
    const json& pairs = all["steps"][2]["pairs"];
    EXPECT_EQ(pairs[0]["bodies"], (json{0, 1}));
    EXPECT_EQ(pairs[0]["outcome"], "touching_at_start");
    EXPECT_EQ(pairs[1]["bodies"], (json{0, 2}));
    EXPECT_NEAR(pairs[1]["safe_until"].get<double>(), 2.0 / 3, 1e-3);
}

TEST_F(RigidWorldCommand, ListsEveryPairOfAllStepsOrRefuses)
{
    EXPECT_EQ(rigid({"--world", world(), "--all", "--max-contacts", "3"}).code, 1);
    EXPECT_EQ(rigid({"--world", world(), "--max-contacts", "1"}).code, 1);
    const Ran refused = rigid({"--world", world(), "--all", "--max-contacts", "2", "--json", path("none.json")});
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find("--max-contacts"), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find(" 2 pairs"), std::string::npos)
        << refused.err;  // of all steps, not what is left of them
    EXPECT_FALSE(std::filesystem::exists(path("none.json")));
    EXPECT_EQ(rigid({"--world", world(), "--all", "--max-contacts", "0"}).code, 2);
}

TEST_F(RigidWorldCommand, LeavesOutWhatItIsTold)
{
    EXPECT_EQ(report({"--world", world(R"(,"skip_pairs":[["floor","left"]])")}, 1)["steps_in_contact"], 1);
    EXPECT_EQ(report({"--world", world(R"(,"skip_groups":[[0,0]])")}, 1)["steps_in_contact"], 1);
    const Ran nothing = rigid({"--world", world(R"(,"skip_groups":[[1,0],[0,0]])")});
    EXPECT_EQ(nothing.code, 2);
    EXPECT_NE(nothing.err.find("nothing to check"), std::string::npos) << nothing.err;
}

TEST_F(RigidWorldCommand, AsksOnlyWhether)
{
    const json data = report({"--world", world(), "--collides"}, 1);
    EXPECT_EQ(data["verb"], "collides");
    EXPECT_EQ(data["steps"][0]["outcome"], "free");
    EXPECT_EQ(data["steps"][1]["outcome"], "contact");
    EXPECT_EQ(data["steps"][1]["safe_until"], 0);
    EXPECT_TRUE(data["steps"][1]["contact"].is_null());
}

TEST_F(RigidWorldCommand, GivesTheSameBytesForEveryTargetAndNumberOfThreads)
{
    std::string expected;
    for (const std::string& target : simd_targets()) {
        for (const char* threads : {"1", "2", "8"}) {
            (void)report({"--world", world(), "--all", "--target", target, "--threads", threads}, 1);
            const std::string bytes = bytes_of(path("report.json"));
            if (expected.empty()) expected = bytes;
            EXPECT_EQ(bytes, expected) << target << " " << threads;
        }
    }
}

TEST_F(RigidWorldCommand, KnowsSolidsAndMeshFiles)
{
    write("tip.obj", "v 0 0 0\nv 1 0 1\nv 0 1 1\nf 1 2 3\n");
    const auto file = write("solid.json", R"({"schema":"tocca.world/1","bodies":[
        {"mesh":"tip.obj"},{"shape":"box:9,9,9","solid":true}]})");
    const json data = report({"--world", file}, 1);
    EXPECT_EQ(data["steps"][0]["outcome"], "inside");
    EXPECT_EQ(data["steps"][0]["bodies"], (json{0, 1}));
    const auto nothing = write("nothing.json", R"({"schema":"tocca.world/1","bodies":[]})");
    EXPECT_EQ(rigid({"--world", nothing}).code, 2) << "nothing was checked";
}

TEST_F(RigidWorldCommand, WritesWhatItTook)
{
    const Ran ran = rigid({"--world", world(), "--stats", path("stats.json"), "--threads", "1"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_NE(ran.out.find("3 steps: 2 in contact"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("floor, left"), std::string::npos) << ran.out;
    const json stats = json::parse(bytes_of(path("stats.json")));
    EXPECT_EQ(stats["schema"], "tocca.rigid-world-stats/1");
    EXPECT_EQ(stats["threads"], 1);
    EXPECT_EQ(stats["steps"].size(), 3U);
    EXPECT_GE(stats["steps"][1]["work"]["candidates"], 1);
}

TEST_F(RigidWorldCommand, NamesWhatIsAtFault)
{
    const auto expect_fault = [](const Ran& ran, const std::string& says) {
        EXPECT_EQ(ran.code, 2) << ran.out;
        EXPECT_TRUE(ran.err.starts_with("tocca: " + says)) << ran.err;
    };
    expect_fault(rigid({"--world", path("absent.json")}), path("absent.json"));
    const auto no_mesh =
        write("a.json", R"({"schema":"tocca.world/1","bodies":[{"mesh":"absent.obj"},{"shape":"box:1,1,1"}]})");
    expect_fault(rigid({"--world", no_mesh}), path("absent.obj"));
    const auto bad_pose =
        write("b.json", R"({"schema":"tocca.world/1","bodies":[{"shape":"box:1,1,1","pose":"1,2,nan"}]})");
    expect_fault(rigid({"--world", bad_pose}), bad_pose + ":1: bodies[0].pose is not a pose: number 3");
    expect_fault(rigid({"--world", bad_pose, "--json", bad_pose}), bad_pose);
    EXPECT_NE(rigid({"--world", world(), "--json", path("world.json")}).err.find("is a file that is read"),
              std::string::npos);
}

}  // namespace
}  // namespace tocca::rigid_world_test
