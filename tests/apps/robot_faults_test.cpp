// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "apps/robot_folder.hpp"
#include "apps/tocca/command_line.hpp"
#include "support/effort.hpp"
#include "support/random.hpp"

namespace tocca::robot_faults_test {
namespace {

using nlohmann::json;
using support::bytes_of;
using support::Ran;
using support::Random;

using RobotFaults = support::RobotCommandTest;

/// Runs the command within this program, which is faster than starting another.
Ran run_here(const std::vector<std::string>& arguments)
{
    std::vector<const char*> words = {"tocca"};
    for (const std::string& argument : arguments) words.push_back(argument.c_str());
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    Ran ran;
    ran.code = app::run(static_cast<int>(words.size()), words.data());
    ran.out = testing::internal::GetCapturedStdout();
    ran.err = testing::internal::GetCapturedStderr();
    return ran;
}

TEST_F(RobotFaults, BadUsageIsOneSentenceAndCodeTwo)
{
    const std::string file = path("arm.urdf");
    const std::vector<std::pair<std::vector<std::string>, std::string>> wrong = {
        {{}, "give a robot"},
        {{"--info"}, "give a robot"},
        {{file, "--builtin", "mannequin"}, "give a robot"},
        {{file}, "give --path"},
        {{file, "--from", "0,0"}, "--from needs --to"},
        {{file, "--to", "0,0", "--path", "p.csv"}, "--path, --request"},
        {{file, "--request", "r.yaml", "--path", "p.csv"}, "--path, --request"},
        {{file, "--to", "1,1", "--collides", "--all"}, "--collides and --all"},
        {{file, "--info", "--all"}, "--info"},
        {{"--builtin", "mannequin", "--scene", "s.json"}, "--scene"},
        {{"--builtin", "robocop"}, "'robocop'; the names are mannequin"},
        {{file, "--to", "1"}, "--to: '1' has 1 values, but the robot has 2"},
        {{file, "--to", "1,x"}, "--to: 'x' in '1,x' is not a finite number"},
        {{file, "--to", "wrist=1"}, "--to: the robot 'arm' has no joint value 'wrist'"},
        {{file, "--to", "tip=1"}, "is fixed"},
        {{file, "--to", "1,1", "--from", "nan,0"}, "--from: "},
        {{file, "--to", "1,1", "--start", "1"}, "--start: "},
        {{file, "--to", "1e9,1"}, "edge 0: "},
        {{file, "--to", "1,1", "--against", "box:1,1"}, "has 2 lengths"},
        {{file, "--to", "1,1", "--against", "box:1,1,1@1,2"}, "'1,2' has 2 numbers"},
        {{file, "--to", "1,1", "--against", ""}, "empty file name"},
        {{file, "--to", "1,1", "--against", path("absent.obj")}, "absent.obj"},
        {{file, "--to", "1,1", "--attach", "box:1,1,1"}, "LINK=BODY@POSE, got 'box:1,1,1'"},
        {{file, "--to", "1,1", "--attach", "hand=box:1,1,1"}, "there is no link 'hand'"},
        {{file, "--to", "1,1", "--attach", "fin,hand=box:1,1,1"}, "there is no link 'hand'"},
        {{file, "--to", "1,1", "--pair-clearance", "a=1"}, "A,B=D with a length D, got 'a=1'"},
        {{file, "--to", "1,1", "--pair-clearance", "base,fin=-1"}, "--pair-clearance"},
        {{file, "--to", "1,1", "--pair-clearance", "base,ghost=1"}, "ghost"},
        {{file, "--to", "1,1", "--threshold", "0"}, "--threshold: "},
        {{file, "--to", "1,1", "--clearance", "-1"}, "--clearance: "},
        {{file, "--to", "1,1", "--budget", "0"}, "--budget: "},
        {{file, "--to", "1,1", "--target", "ABACUS"}, "ABACUS"},
        {{file, "--to", "1,1", "--json", ""}, "empty"},
        {{file, "--to", "1,1", "--json", file}, "is a file that is read"},
        {{file, "--to", "1,1", "--json", "/absent/folder/x.json"}, "cannot be written"},
        {{file, "--to", "1,1", "--frobnicate"}, "frobnicate"},
        {{path("absent.urdf"), "--info"}, "absent.urdf"},
        {{file, "--path", path("absent.csv")}, "absent.csv"},
        {{file, "--request", path("absent.yaml")}, "absent.yaml"},
        {{file, "--to", "1,1", "--scene", path("absent.json")}, "absent.json"},
        {{file, "--to", "1,1", "--srdf", path("absent.srdf")}, "absent.srdf"},
    };
    for (const auto& [arguments, says] : wrong) {
        std::string shown;
        for (const std::string& argument : arguments) shown += argument + " ";
        const Ran ran = robot(arguments);
        EXPECT_EQ(ran.code, 2) << shown;
        EXPECT_TRUE(ran.err.starts_with("tocca: ")) << shown << ": " << ran.err;
        EXPECT_NE(ran.err.find(says), std::string::npos) << shown << ": " << ran.err;
    }
    EXPECT_EQ(folder.file_count(), 2U);
}

TEST_F(RobotFaults, NamesTheFileAndTheLine)
{
    const auto expect_fault = [](const Ran& ran, const std::string& says) {
        EXPECT_EQ(ran.code, 2) << ran.out;
        EXPECT_TRUE(ran.err.starts_with("tocca: " + says)) << ran.err;
    };
    const auto changed = [](std::string text, const std::string& from, const std::string& to) {
        return text.replace(text.find(from), from.size(), to);
    };
    write("report.json", "before");
    const std::string& urdf = support::arm_urdf;
    const auto with_urdf = [&](const std::string& text) {
        return robot({write("bad.urdf", text), "--to", "1,1", "--json", path("report.json")});
    };
    expect_fault(with_urdf(changed(urdf, "fin.obj", "absent.obj")), path("bad.urdf") + ":6: ");
    expect_fault(with_urdf(changed(urdf, "child link=\"lower\"", "child link=\"upper\"")), path("bad.urdf"));
    expect_fault(with_urdf(changed(urdf, "<child link=\"lower\"", "<child link=\"base\"")), path("bad.urdf"));
    expect_fault(with_urdf(changed(urdf, "0.5 0 0", "0.5 0")), path("bad.urdf") + ":4: ");
    expect_fault(with_urdf(changed(urdf, "revolute", "bendy")), path("bad.urdf") + ":7: ");
    expect_fault(with_urdf(urdf.substr(0, 500)), path("bad.urdf"));
    expect_fault(arm({"--path", write("p.csv", "shoulder\n1\nx\n")}), path("p.csv") + ":3: ");
    expect_fault(arm({"--path", write("p.csv", "shoulder\n1\n1e8\n")}), path("p.csv") + ": edge 0: ");
    expect_fault(arm({"--to", "1,1", "--scene", write("s.json", changed(support::arm_scene, "fin", "hand"))}),
                 path("s.json") + ":4: the link 'hand'");
    expect_fault(arm({"--to", "1,1", "--scene", write("s.yaml", changed(support::arm_scene_yaml, "sphere", "blob"))}),
                 path("s.yaml") + ":13: ");
    expect_fault(arm({"--request", write("r.yaml", changed(support::arm_request, "name: shoulder", "name: wrist"))}),
                 path("r.yaml") + ":7: ");
    expect_fault(arm({"--to", "1,1", "--srdf", write("bad.srdf", "<robot name='arm'><disable_collisions/></robot>")}),
                 path("bad.srdf") + ":1: ");
    EXPECT_EQ(bytes_of(path("report.json")), "before");
}

std::string damaged(std::string text, Random& random)
{
    for (int edits = random.between(1, 3); edits > 0 && !text.empty(); --edits) {
        const std::size_t at = random.below(text.size());
        const std::size_t some = std::min(text.size() - at, random.below(40) + 1);
        switch (random.below(7)) {
            case 0: text[at] = static_cast<char>(static_cast<unsigned char>(text[at]) ^ (1U << random.below(8))); break;
            case 1: text.erase(at, some); break;
            case 2: text.insert(random.below(text.size()), text.substr(at, some)); break;
            case 3: text.resize(at); break;
            case 4:
                text.insert(at, random.pick({"nan", "-1", "1e308", "1e-320", "0", "999999999999", ",", "\"", "<",
                                             "&#0;", "[", "{", "}", ":", "\n", " ", "- ", "..", "\xff"}));
                break;
            default: {
                // Numbers change most.
                const std::size_t digit = text.find_first_of("0123456789", at);
                if (digit != std::string::npos) {
                    text.replace(digit, 1, random.pick({"7", "-", "1e9", ".", "", "nan", "1e300", "00"}));
                }
            }
        }
    }
    return text;
}

/// Damaged files are refused with a sentence or, where they still mean something, answered: never a crash or a hang, and
/// never another code.
TEST_F(RobotFaults, SurvivesDamagedFiles)
{
    struct Kind {
        std::string file;
        const std::string& good;
    };
    const std::vector<Kind> kinds = {{"arm.urdf", support::arm_urdf},
                                     {"arm.srdf", support::arm_srdf},
                                     {"path.csv", support::arm_path},
                                     {"scene.json", support::arm_scene},
                                     {"scene.yaml", support::arm_scene_yaml},
                                     {"request.yaml", support::arm_request},
                                     {"fin.obj", support::fin_obj}};
    for (const Kind& kind : kinds) write(kind.file, kind.good);
    const auto run_with = [&](const std::string& file) {
        const bool planner = file.ends_with(".yaml");
        return run_here({"robot", path("arm.urdf"), "--srdf", path("arm.srdf"), "--scene",
                         path(planner ? "scene.yaml" : "scene.json"), planner ? "--request" : "--path",
                         path(planner ? "request.yaml" : "path.csv"), "--budget", "20000", "--threads", "1"});
    };
    for (const Kind& kind : kinds) {
        const Ran ran = run_with(kind.file);
        EXPECT_EQ(ran.code, 1) << kind.file << ran.err;
    }
    Random random(5);
    std::size_t refused = 0, answered = 0;
    for (std::size_t i = 0; i < (support::slow_build ? 420U : 1050U); ++i) {
        const Kind& kind = kinds[i % kinds.size()];
        const std::string bad = damaged(kind.good, random);
        write(kind.file, bad);
        const auto begin = std::chrono::steady_clock::now();
        const Ran ran = run_with(kind.file);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        EXPECT_LT(took.count(), 30.0) << bad;
        if (ran.code == 2) {
            EXPECT_TRUE(ran.err.starts_with("tocca: ")) << ran.err;
            EXPECT_GT(ran.err.size(), 12U);
            ++refused;
        } else {
            EXPECT_TRUE(ran.code == 0 || ran.code == 1 || ran.code == 3) << ran.code << ran.err << "\n" << bad;
            EXPECT_EQ(ran.err, "") << bad;
            ++answered;
        }
        write(kind.file, kind.good);
    }
    EXPECT_GT(refused, 150U);
    EXPECT_GT(answered, 25U);
}

/// What was answered before Ctrl-C is in the files, and the files are whole.
TEST_F(RobotFaults, LeavesAPartialReportWhenInterrupted)
{
    std::string rows = "shoulder,elbow\n";
    for (int i = 0; i < 400'000; ++i) rows += i % 2 == 0 ? "0.5,1\n" : "2.5,-2.5\n";
    const auto file = write("path.csv", rows);
    const auto scene = write("scene.json", support::arm_scene);
    Ran ran;
    json data;
    for (const char* seconds : {"1", "4", "16"}) {  // a busy machine may be reading still
        ran = support::run_command_and_interrupt(
            {"robot", path("arm.urdf"), "--path", file, "--scene", scene, "--all", "--threads", "1", "--json",
             path("report.json"), "--stats", path("stats.json")},
            seconds);
        EXPECT_EQ(ran.code, 130) << ran.err;
        data = json::parse(bytes_of(path("report.json")));
        if (data["edges_answered"] > 0) break;
    }
    EXPECT_NE(ran.err.find("interrupted after "), std::string::npos) << ran.err;
    EXPECT_EQ(data["complete"], false);
    EXPECT_EQ(data["edge_count"], 399'999);
    EXPECT_GT(data["edges_answered"], 0);
    EXPECT_LT(data["edges_answered"], 399'999);
    EXPECT_EQ(data["edges"].size(), data["edges_answered"]);
    EXPECT_EQ(json::parse(bytes_of(path("stats.json")))["edges_answered"], data["edges_answered"]);
}

}  // namespace
}  // namespace tocca::robot_faults_test
