// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/rigid/rigid_command.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "apps/rigid_folder.hpp"
#include "tocca/elementary/batch.hpp"
#include "tocca/io/pose_text.hpp"
#include "tocca/io/shape_text.hpp"
#include "tocca/rigid/rigid_query.hpp"

namespace tocca::rigid_test {
namespace {

using nlohmann::json;
using support::bytes_of;
using support::Ran;
using support::RigidCommandTest;

TEST_F(RigidCommandTest, FindsTheFirstContact)
{
    const json data =
        report({"sphere:0.5", "box:1,1,1", "--from", "0,0,3", "--to", "0,0,-1", "--threshold", "1e-6"}, 1);
    EXPECT_EQ(data["schema"], "tocca.rigid/1");
    EXPECT_EQ(data["verb"], "first_contact");
    EXPECT_EQ(data["threshold"], 1e-6);
    EXPECT_EQ(data["clearance"], 0);
    EXPECT_EQ(data["time_tolerance"], 0);
    EXPECT_EQ(data["budget"], 10000000);
    EXPECT_EQ(data["bodies"][1], (json{{"name", "box:1,1,1"},
                                       {"vertices", 8},
                                       {"edges", 18},
                                       {"faces", 12},
                                       {"ignored_vertices", 0},
                                       {"solid", false}}));
    EXPECT_EQ(data["outcome"], "contact");
    const json& contact = data["contact"];
    EXPECT_EQ(contact["toc"][0], data["safe_until"]);
    EXPECT_NEAR(data["safe_until"].get<double>(), 0.5, 1e-3);
    EXPECT_EQ(contact["vertices"].size(), 4U);
    EXPECT_EQ(contact["objects"].size(), 2U);
    EXPECT_NEAR(contact["point"][2].get<double>(), 0.5, 1e-5);
    EXPECT_NEAR(contact["normal"][2].get<double>(), contact["objects"][0] == 0 ? 1 : -1, 1e-6);
    EXPECT_GT(data["distance"].get<double>(), 0);
    EXPECT_LE(data["distance"].get<double>(), 1e-6);
    EXPECT_TRUE(data["near_features"].is_null());
}

TEST_F(RigidCommandTest, GivesTheAnswerOfTheLibrary)
{
    const RigidBody knot(shape_of_text("knot:1,0.15").value.mesh());
    const RigidBody torus(shape_of_text("torus:1,0.3").value.mesh());
    const RigidMotion motion{.from = pose_of_text("0,1,4").value, .to = pose_of_text("0,0,-4,90,20,5deg").value};
    const RigidMotion other{.from = pose_of_text("1,0,0").value,
                            .to = pose_of_text("0,1,0,0.6,0,0.8,0wxyz").value,
                            .reference = {0.5, 0, 0}};
    const Answer expected = first_contact(knot, motion, torus, other);
    const json data = report({"knot:1,0.15", "torus:1,0.3", "--from", "0,1,4", "--to", "0,0,-4,90,20,5deg", "--b-from",
                              "1,0,0", "--b-to", "0,1,0,0.6,0,0.8,0wxyz", "--b-reference", "0.5,0,0"},
                             1);
    ASSERT_TRUE(expected.contact);
    EXPECT_EQ(data["safe_until"], expected.safe_until);
    EXPECT_EQ(data["contact"]["vertices"], json(expected.contact->vertices));
    EXPECT_EQ(data["contact"]["weights"], json(expected.contact->weights));
    EXPECT_EQ(data["distance"], expected.contact->distance);
}

TEST_F(RigidCommandTest, SaysByItsCodeWhatIsFound)
{
    EXPECT_EQ(cubes({"--from", "-3,0,0", "--to", "3,5,0"}).code, 0);
    EXPECT_EQ(cubes({"--from", "-3,0,0", "--to", "3,0,0"}).code, 1);
    EXPECT_EQ(cubes({"--from", "-3,0,0", "--to", "3,0,0", "--collides"}).code, 1);
    EXPECT_EQ(cubes({"--from", "-3,0,0", "--to", "3,5,0", "--collides"}).code, 0);
    EXPECT_EQ(cubes({"--from", "3,0,0"}).code, 0) << "both at rest";
    EXPECT_EQ(cubes({"--from", "3,0,0", "--b-to", "4,0,0"}).code, 1) << "only the second moves";
    EXPECT_EQ(rigid({"knot:1,0.15", "knot:1,0.1", "--from", "0,0,9", "--to", "0,0,-3", "--budget", "3"}).code, 3);
}

TEST_F(RigidCommandTest, TellsTheOutcomesApart)
{
    const json touching = report({"box:1,1,1", "box:1,1,1", "--from", "0.5,0,0"}, 1);
    EXPECT_EQ(touching["outcome"], "touching_at_start");
    EXPECT_EQ(touching["safe_until"], 0);
    EXPECT_EQ(touching["contact"]["toc"], (json{0, 0}));
    EXPECT_EQ(touching["distance"], 0);

    const json free = report({"box:1,1,1", "box:3,3,3"}, 0);
    EXPECT_EQ(free["outcome"], "free") << "a surface within a surface";
    EXPECT_EQ(free["safe_until"], 1);
    EXPECT_TRUE(free["contact"].is_null());
    EXPECT_TRUE(free["distance"].is_null());
    const json inside = report({"box:1,1,1", "box:3,3,3", "--solid"}, 1);
    EXPECT_EQ(inside["outcome"], "inside");
    EXPECT_EQ(inside["safe_until"], 0);
    EXPECT_EQ(inside["bodies"][0]["solid"], true);

    const json undecided =
        report({"knot:1,0.15", "knot:1,0.1", "--from", "0,0,9", "--to", "0,0,-3", "--budget", "3"}, 3);
    EXPECT_EQ(undecided["outcome"], "undecided");
    EXPECT_GT(undecided["safe_until"], 0);
    EXPECT_LT(undecided["safe_until"], 1);

    const json whether = report({"box:1,1,1", "box:1,1,1", "--from", "3,0,0", "--to", "0,0,0", "--collides"}, 1);
    EXPECT_EQ(whether["verb"], "collides");
    EXPECT_EQ(whether["outcome"], "contact");
    EXPECT_EQ(whether["safe_until"], 0);
    EXPECT_TRUE(whether["contact"].is_null());
}

TEST_F(RigidCommandTest, KeepsAClearance)
{
    const std::vector<std::string> passes = {"box:1,1,1", "box:1,1,1", "--from", "-3,1.25,0", "--to", "3,1.25,0"};
    const auto with = [&](const std::string& clearance) {
        std::vector<std::string> arguments = passes;
        arguments.insert(arguments.end(), {"--clearance", clearance});
        return arguments;
    };
    EXPECT_EQ(report(passes, 0)["outcome"], "free");
    EXPECT_EQ(report(with("0.2"), 0)["outcome"], "free");
    const json near = report(with("0.5"), 1);
    EXPECT_EQ(near["clearance"], 0.5);
    EXPECT_GE(near["distance"].get<double>(), 0.5);
    EXPECT_NEAR(near["distance"].get<double>(), 0.5, 1e-4);
}

TEST_F(RigidCommandTest, ReadsMeshesAndPosesFromFiles)
{
    const auto mesh = write("tip.obj", "v 0 0 0\nv 1 0 1\nv 0 1 1\nf 1 2 3\n");
    const auto high = write("high.txt", "1 0 0 0\n0 1 0 0\n0 0 1 3 # above\n0 0 0 1\n");
    const auto low = write("1,low", "1 0 0 0\n0 1 0 0\n0 0 1 -1\n0 0 0 1\n");
    const json data = report({mesh, "box:9,9,2", "--from", high, "--to", low}, 1);
    EXPECT_EQ(data["bodies"][0]["name"], mesh);
    EXPECT_EQ(data["bodies"][0]["faces"], 1);
    EXPECT_NEAR(data["safe_until"].get<double>(), 0.5, 1e-4);
    EXPECT_EQ(data["contact"]["kind"], "vf");
    EXPECT_EQ(data["contact"]["objects"], (json{0, 1}));
    EXPECT_EQ(data["contact"]["vertices"][0], 0);
}

/// The three ways to turn: the shortest between two poses, a whole rotation, and a screw.
TEST_F(RigidCommandTest, MovesAsItIsTold)
{
    const std::vector<std::string> post = {"box:4,0.1,0.1", "box:0.1,0.1,0.1", "--b-from", "0,1.5,0"};
    const auto with = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments = post;
        arguments.insert(arguments.end(), more.begin(), more.end());
        return arguments;
    };
    EXPECT_EQ(report(with({"--to", "0,0,0,0,0,60deg"}), 0)["outcome"], "free");
    const double quarter = report(with({"--to", "0,0,0,0,0,120deg"}), 1)["safe_until"];
    const double turns = report(with({"--turn", "0,0,1200deg"}), 1)["safe_until"];
    EXPECT_NEAR(turns, quarter / 10, 1e-5);
    EXPECT_EQ(report(with({"--to", "0,0,5", "--turn", "0,0,360deg"}), 0)["outcome"], "free") << "it rises before";
    EXPECT_EQ(report(with({"--to", "0,0,0.2", "--turn", "0,0,360deg"}), 1)["outcome"], "contact");
    EXPECT_EQ(report(with({"--reference", "-2,0,0", "--turn", "0,0,360deg"}), 1)["outcome"], "contact");
    EXPECT_EQ(report(with({"--reference", "-2,0,0", "--turn", "0,0,-20deg"}), 0)["outcome"], "free");

    // Half a turn about (1, 0): the screw takes the origin over (1, 1) or (1, -1), a straight line does not.
    const std::vector<std::string> half = {"sphere:0.1", "box:0.1,0.1,9", "--to", "2,0,0,0,0,179deg"};
    std::vector<std::string> below = half, above = half;
    below.insert(below.end(), {"--b-from", "1,-1,0", "--screw"});
    above.insert(above.end(), {"--b-from", "1,-1,0"});
    EXPECT_EQ(report(below, 1)["outcome"], "contact");
    EXPECT_EQ(report(above, 0)["outcome"], "free");
}

TEST_F(RigidCommandTest, ListsTheFeaturesNearTheContact)
{
    const json data = report({"box:1,1,1", "box:4,4,1", "--from", "0,0,3", "--to", "0,0,0", "--threshold", "1e-4",
                              "--contacts-within", "1e-3"},
                             1);
    ASSERT_GE(data["near_features"].size(), 4U);
    for (const json& near : data["near_features"]) {
        EXPECT_LE(near["distance"], 1e-3);
        EXPECT_EQ(near["points"].size(), 2U);
        EXPECT_NEAR(near["normal"][2].get<double>(), 1, 1e-9);
        EXPECT_EQ(near["objects"].size(), 2U);
    }
    EXPECT_EQ(report({"box:1,1,1", "box:1,1,1", "--from", "3,0,0", "--contacts-within", "1"}, 0)["near_features"],
              json::array());
}

TEST_F(RigidCommandTest, GivesTheSameBytesForEveryTargetAndNumberOfThreads)
{
    const std::vector<std::string> question = {
        "knot:1,0.15", "torus:1,0.3",       "--from", "0,1,4", "--to", "0,0,-4,90,20,5deg", "--b-turn",
        "0,0,5rad",    "--contacts-within", "0.01"};
    std::string first;
    for (const std::string& target : simd_targets()) {
        for (const char* threads : {"1", "2", "0"}) {
            std::vector<std::string> arguments = question;
            arguments.insert(arguments.end(), {"--target", target, "--threads", threads});
            (void)report(arguments, 1);
            const std::string bytes = bytes_of(path("report.json"));
            if (first.empty()) first = bytes;
            EXPECT_EQ(bytes, first) << target << " " << threads;
        }
    }
}

TEST_F(RigidCommandTest, WritesWhatItTook)
{
    EXPECT_EQ(cubes({"--from", "3,0,0", "--to", "0,0,0", "--stats", path("stats.json"), "--target", "EMU128"}).code, 1);
    const json stats = json::parse(bytes_of(path("stats.json")));
    EXPECT_EQ(stats["schema"], "tocca.rigid-stats/1");
    EXPECT_EQ(stats["target"], "EMU128");
    EXPECT_GE(stats["seconds"]["all"], stats["seconds"]["answer"]);
    EXPECT_GT(stats["body_bytes"], 0);
    EXPECT_GT(stats["work"]["triangle_tests"], 0);
}

TEST_F(RigidCommandTest, SaysItInAFewLines)
{
    const Ran hit = cubes({"--from", "3,0,0", "--to", "0,0,0"});
    for (const char* part :
         {"contact at 0.66", " of the first", " of the second", "1, 0, 0), ", " apart\n", "answered in "}) {
        EXPECT_NE(hit.out.find(part), std::string::npos) << part << "\n" << hit.out;
    }
    EXPECT_NE(cubes({"--from", "3,0,0"}).out.find("free, proven\n"), std::string::npos);
    const Ran help = rigid({"--help"});
    EXPECT_EQ(help.code, 0);
    EXPECT_TRUE(help.out.starts_with("Example:\n  tocca rigid ")) << help.out;
}

TEST_F(RigidCommandTest, BadUsageIsOneSentenceAndCodeTwo)
{
    const std::vector<std::pair<std::vector<std::string>, std::string>> wrong = {
        {{}, "give two bodies"},
        {{"box:1,1,1"}, "give two bodies"},
        {{"box:1,1,1", "box:1,1,1", "box:1,1,1"}, "give two bodies"},
        {{"box:1,1,1", ""}, "empty file name"},
        {{"box:1,1", "box:1,1,1"}, "has 2 lengths"},
        {{"box:1,1,1", path("absent.obj")}, "absent.obj"},
        {{"box:1,1,1", path("notes.txt")}, "notes.txt"},
        {{"A", "B", "--from", "1,2"}, "--from: '1,2' has 2 numbers"},
        {{"A", "B", "--to", "1,2,x"}, "--to: number 3"},
        {{"A", "B", "--to", "1,2,nan"}, "--to: number 3 of '1,2,nan' is not finite"},
        {{"A", "B", "--b-from", "1,2,3,4,5,6"}, "--b-from: '1,2,3,4,5,6' needs the unit"},
        {{"A", "B", "--b-to", "1,2,3,1,0,0,0"}, "--b-to: '1,2,3,1,0,0,0' needs the order"},
        {{"A", "B", "--turn", "90"}, "--turn: "},
        {{"A", "B", "--turn", "0,0,90"}, "--turn: "},
        {{"A", "B", "--reference", "1,2"}, "--reference: "},
        {{"A", "B", "--from", path("absent.txt")}, "absent.txt"},
        {{"A", "B", "--from", ""}, "--from: "},
        {{"A", "B", "--turn", "0,0,9999999rad"}, "turns by more than"},
        {{"A", "B", "--turn", "0,0,90deg", "--screw"}, "--screw and --turn"},
        {{"A", "B", "--b-turn", "0,0,90deg", "--b-to", "1,2,3,0,0,90deg"}, "--b-to"},
        {{"A", "B", "--reference", "1,0,0", "--screw"}, "--reference"},
        {{"A", "B", "--threshold", "0"}, "--threshold: "},
        {{"A", "B", "--threshold", "nan"}, "--threshold: "},
        {{"A", "B", "--clearance", "-1"}, "--clearance: "},
        {{"A", "B", "--time-tolerance", "inf"}, "--time-tolerance: "},
        {{"A", "B", "--contacts-within", "0"}, "--contacts-within: "},
        {{"A", "B", "--budget", "0"}, "--budget: "},
        {{"A", "B", "--all"}, "--world"},
        {{"A", "B", "--collides", "--contacts-within", "1"}, "--contacts-within"},
        {{"A", "B", "--world", path("w.json")}, "give two bodies"},
        {{"--world", path("w.json"), "--from", "1,2,3"}, "--world"},
        {{"--world", path("w.json")}, "w.json"},
        {{"A", "B", "--target", "ABACUS"}, "ABACUS"},
        {{"A", "B", "--frobnicate"}, "frobnicate"},
        {{"A", "B", "--json", ""}, "empty"},
    };
    for (auto [arguments, says] : wrong) {
        std::string shown;
        for (std::string& argument : arguments) {
            if (argument == "A" || argument == "B") argument = "box:1,1,1";
            shown += argument + " ";
        }
        const Ran ran = rigid(arguments);
        EXPECT_EQ(ran.code, 2) << shown;
        EXPECT_EQ(ran.out, "") << shown;
        EXPECT_TRUE(ran.err.starts_with("tocca: ")) << shown << ": " << ran.err;
        EXPECT_NE(ran.err.find(says), std::string::npos) << shown << ": " << ran.err;
    }
    EXPECT_EQ(folder.file_count(), 0U);
}

TEST_F(RigidCommandTest, NamesTheFileThatIsAtFault)
{
    const auto open = write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const auto broken = write("broken.obj", "v 0 0 0\nv 1 0 nan\nv 0 1 0\nf 1 2 3\n");
    const auto scaled = write("scaled.txt", "2 0 0 0\n0 2 0 0\n0 0 2 0\n0 0 0 1\n");
    const auto mirrored = write("mirrored.txt", "-1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n");
    const auto cut = write("cut.txt", "1 0 0 0\n0 1 0\n");
    const auto expect_fault = [](const Ran& ran, const std::string& says) {
        EXPECT_EQ(ran.code, 2) << ran.out;
        EXPECT_TRUE(ran.err.starts_with("tocca: " + says)) << ran.err;
    };
    expect_fault(rigid({open, "box:1,1,1", "--solid"}), open + ": ");
    expect_fault(rigid({"box:1,1,1", broken}), broken + ":2: ");
    expect_fault(cubes({"--to", scaled}), scaled + ": ");
    expect_fault(cubes({"--b-from", mirrored}), mirrored + ": ");
    expect_fault(cubes({"--b-from", cut}), cut + ":2: ");
    expect_fault(cubes({"--json", "/absent/folder/x.json"}), "/absent/folder/x.json: cannot be written");
    for (const char* option : {"--json", "--stats"}) {
        EXPECT_NE(cubes({"--to", cut, option, cut}).err.find("is a file that is read"), std::string::npos);
        EXPECT_NE(rigid({open, open, option, open}).err.find("is a file that is read"), std::string::npos);
    }
    EXPECT_EQ(cubes({"--json", path("x"), "--stats", path("x")}).code, 2);
}

}  // namespace
}  // namespace tocca::rigid_test
