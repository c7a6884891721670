// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "apps/mesh_folder.hpp"
#include "support/random.hpp"

namespace tocca::mesh_faults_test {
namespace {

using nlohmann::json;
using support::bytes_of;
using support::Ran;
using support::spike;
using support::spike_above_face;

class MeshFaults : public support::MeshCommandTest {
protected:
    MeshFaults() : above(write("above.obj", spike_above_face(1))), through(write("through.obj", spike_above_face(-1)))
    {}

    std::string above;
    std::string through;
};

TEST_F(MeshFaults, BadUsageIsOneSentenceAndCodeTwo)
{
    const std::vector<std::vector<std::string>> wrong = {
        {},
        {"--all"},
        {""},
        {above},
        {above, ""},
        {above, "--object", ""},
        {above, "--object"},
        {above, through, "--frobnicate"},
        {above, through, "--first", "--all"},
        {above, through, "--self"},
        {above, through, "--self", "maybe"},
        {above, through, "--threads", "two"},
        {above, through, "--target", "ABACUS"},
        {above, through, "--tolerance", "0"},
        {above, through, "--max-contacts", "0"},
        {above, through, "--max-contacts", "many"},
        {above, through, "--contacts", path("contacts.txt")},
        {above, through, "--contacts", ""},
        {above, through, "--collides", "--contacts", path("contacts.csv")},
        {above, through, "--intersections", path("intersections.txt")},
        {above, through, "--clearance", "-1"},
        {above, through, "--step", "--all"},
        {above, through, "--frames", "3"},
        {above, through, "--animation", "run"},
        {above, through, "--frames", "1"},
        {"--scene", "snake", "--frames", "3"},
        {above, through, "--topology", above, "--topology-changes"},
        {"--object", above, "--object", through, "--topology", above},
        {above, through, "--scene", "snake"},
        {"--scene", "frobnicate"},
        {"--scene", "snake:"},
        {"--scene", "snake:12"},
        {"--scene", "snake:2M"},
        {"--scene", "snake:1e4"},
        {"--scene", "snake:99999999999999999999K"},
    };
    for (const auto& arguments : wrong) {
        const Ran ran = mesh(arguments);
        std::string shown;
        for (const std::string& argument : arguments) shown += argument + " ";
        EXPECT_EQ(ran.code, 2) << shown;
        EXPECT_EQ(ran.out, "") << shown;
        EXPECT_TRUE(ran.err.starts_with("tocca: ")) << shown << ": " << ran.err;
    }
    const Ran format = mesh({above, through, "--contacts", path("contacts.txt")});
    EXPECT_NE(format.err.find(".csv or .jsonl or .json or .vtk"), std::string::npos) << format.err;
    EXPECT_EQ(folder.file_count(), 2U);
}

TEST_F(MeshFaults, ListsAllContactsOrRefuses)
{
    EXPECT_EQ(mesh({above, through, "--all", "--max-contacts", "1000"}).code, 1);
    EXPECT_EQ(mesh({above, through, "--first", "--max-contacts", "1"}).code, 1);
    const Ran refused = mesh({above, through, "--all", "--max-contacts", "1", "--contacts", path("contacts.csv")});
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find("--max-contacts"), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find(" 1 contacts"), std::string::npos) << refused.err;
    EXPECT_EQ(folder.file_count(), 2U);
}

TEST_F(MeshFaults, NamesTheFileThatIsAtFault)
{
    const std::vector<std::pair<std::string, std::string>> broken = {
        {"v 0 0 0\nv 1 0 nan\nv 0 1 0\nf 1 2 3\n", ":2: "},
        {"v 0 0 0\nv 1 0 x\nv 0 1 0\nf 1 2 3\n", ":2: "},
        {"v 0 0 0\nv 1 0 1e999\nv 0 1 0\nf 1 2 3\n", ":2: "},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", ":4: "},
        {"", ": "},
        {spike(1), ": it has 3 vertices, but " + above + " has 6"},
        {spike_above_face(1) + "f 1 2 4\n", ": it has 3 triangles, but " + above + " has 2"},
        {support::obj_of({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 1}, {2, 1, 2}, {1, 2, 2}}, {{0, 2, 1}, {3, 4, 5}}),
         ": its triangle 0 has other vertices than that of " + above},
    };
    write("report.json", "before");
    for (const auto& [text, place] : broken) {
        const auto file = write("broken.obj", text);
        for (const auto& frames : {std::vector<std::string>{above, file}, {above, through, file, above}}) {
            std::vector<std::string> arguments = frames;
            arguments.insert(arguments.end(), {"--json", path("report.json"), "--contacts", path("c.csv")});
            const Ran ran = mesh(arguments);
            EXPECT_EQ(ran.code, 2) << ran.out;
            EXPECT_TRUE(ran.err.starts_with("tocca: " + file + place)) << ran.err;
            EXPECT_EQ(bytes_of(path("report.json")), "before");
        }
    }
    EXPECT_EQ(folder.file_count(), 4U);  // above, through, broken, report

    for (const std::string& absent : {path("absent.obj"), path("absent_%d.obj"), path("absent*.obj")}) {
        const Ran ran = mesh({above, absent});
        EXPECT_EQ(ran.code, 2);
        EXPECT_TRUE(ran.err.starts_with("tocca: " + absent)) << ran.err;
    }
    const Ran unknown = mesh({above, write("notes.txt", "no mesh")});
    EXPECT_EQ(unknown.code, 2);
    EXPECT_NE(unknown.err.find("notes.txt"), std::string::npos) << unknown.err;
}

TEST_F(MeshFaults, RefusesObjectsWithDifferentNumbersOfFrames)
{
    for (int i = 0; i < 3; ++i) write("three_" + std::to_string(i) + ".obj", spike(1));
    for (int i = 0; i < 2; ++i) write("two_" + std::to_string(i) + ".obj", spike(5));
    const Ran ran = mesh({path("three_*.obj"), "--object", path("two_*.obj")});
    EXPECT_EQ(ran.code, 2);
    EXPECT_TRUE(ran.err.starts_with("tocca: " + path("two_0.obj"))) << ran.err;
    EXPECT_NE(ran.err.find("2 frames"), std::string::npos) << ran.err;
    EXPECT_EQ(mesh({"--object", path("two_0.obj"), "--object", path("three_0.obj")}).code, 2);  // nothing has a step
}

/// Damaged bytes are refused or, where they are a mesh still, answered: never a crash, and never another code.
TEST_F(MeshFaults, SurvivesDamagedFiles)
{
    write_mesh(path("good.ply"), std::vector<Point>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1}},
               std::vector<FaceVertices>{{0, 1, 2}, {1, 2, 3}});
    const std::string good = bytes_of(path("good.ply"));
    for (std::size_t size = 0; size < good.size(); size += 7) {
        const auto file = write("cut.ply", good.substr(0, size));
        const Ran ran = mesh({path("good.ply"), file});
        EXPECT_EQ(ran.code, 2) << size;
        EXPECT_TRUE(ran.err.starts_with("tocca: " + file)) << ran.err;
    }
    support::Random random(11);
    int refused = 0;
    for (int i = 0; i < 40; ++i) {
        std::string bytes = good;
        for (int flips = random.between(1, 4); flips > 0; --flips) {
            char& byte = bytes[random.below(bytes.size())];
            byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1U << random.below(8)));
        }
        const std::string file = write("flipped.ply", bytes);
        const Ran ran = mesh({path("good.ply"), file});
        EXPECT_TRUE(ran.code >= 0 && ran.code <= 3) << ran.code << ran.err;
        EXPECT_EQ(ran.err.find(file) != std::string::npos, ran.code == 2) << ran.code << ran.err;
        refused += ran.code == 2 ? 1 : 0;
    }
    EXPECT_GT(refused, 5);
}

TEST_F(MeshFaults, ReportsOutputsThatCannotBeWrittenBeforeTheWork)
{
    for (const char* option : {"--json", "--stats", "--contacts", "--intersections"}) {
        const Ran ran = mesh({above, through, option, "/absent/folder/out.csv"});
        EXPECT_EQ(ran.code, 2);
        EXPECT_EQ(ran.out, "") << "a step was answered";
        EXPECT_TRUE(ran.err.starts_with("tocca: /absent/folder/out.csv: cannot be written")) << ran.err;
    }
    const Ran full = support::run_command_redirected({"mesh", above, through}, ">/dev/full");
    EXPECT_EQ(full.code, 2);
    EXPECT_EQ(full.err, "tocca: standard output cannot be written\n");
}

TEST_F(MeshFaults, NeverWritesOverWhatItReads)
{
    const std::string before = bytes_of(above);
    std::filesystem::create_symlink(above, path("link"));
    for (const std::string& output :
         {above, path("link"), path("../" + folder.path().filename().string() + "/above.obj")}) {
        for (const char* option : {"--json", "--stats"}) {
            const Ran ran = mesh({above, through, option, output});
            EXPECT_EQ(ran.code, 2);
            EXPECT_NE(ran.err.find("is a file that is read"), std::string::npos) << ran.err;
            EXPECT_EQ(mesh({through, through, "--object", above, option, output}).code, 2);
        }
    }
    EXPECT_EQ(bytes_of(above), before);
    EXPECT_EQ(mesh({above, through, "--json", path("x"), "--stats", path("x")}).code, 2);
    EXPECT_EQ(mesh({above, through, "--json", path("x.csv"), "--contacts", path("x.csv")}).code, 2);
}

/// What was answered before Ctrl-C is in the files, and the files are whole.
TEST_F(MeshFaults, LeavesAPartialReportWhenInterrupted)
{
    for (const char* threads : {"1", "2"}) {
        const Ran ran = support::run_command_and_interrupt(
            {"mesh", "--scene", "crash:300K", "--threads", threads, "--json", path("report.json"), "--contacts",
             path("c.jsonl"), "--stats", path("stats.json")},
            "1.5");
        EXPECT_EQ(ran.code, 130) << ran.err;
        EXPECT_NE(ran.err.find("interrupted after "), std::string::npos) << ran.err;
        const json data = json::parse(bytes_of(path("report.json")));
        EXPECT_EQ(data["complete"], false);
        EXPECT_LT(data["steps_answered"], 49);
        EXPECT_EQ(data["steps"].size(), data["steps_answered"]);
        EXPECT_EQ(json::parse(bytes_of(path("stats.json")))["steps_answered"], data["steps_answered"]);
        std::size_t counted = 0;
        for (const json& step : data["steps"]) {
            counted += step["counts"]["vf"].get<std::size_t>() + step["counts"]["ee"].get<std::size_t>();
        }
        const std::string lines = bytes_of(path("c.jsonl"));
        EXPECT_EQ(static_cast<std::size_t>(std::count(lines.begin(), lines.end(), '\n')), counted);
        EXPECT_TRUE(lines.empty() || lines.back() == '\n');
    }
    EXPECT_EQ(folder.file_count(), 5U);  // above, through and three outputs
}

TEST_F(MeshFaults, StopsOnInterruptWhileItWaitsForAPipe)
{
    ASSERT_EQ(::mkfifo(path("pipe.obj").c_str(), 0600), 0);
    const Ran first = support::run_command_and_interrupt({"mesh", path("pipe.obj"), above}, "0.5");
    EXPECT_EQ(first.code, 130) << first.err;
    json data;
    for (const char* seconds : {"2", "10"}) {  // a busy machine may be at the first step still
        const Ran later = support::run_command_and_interrupt(
            {"mesh", above, through, path("pipe.obj"), "--json", path("json")}, seconds);
        EXPECT_EQ(later.code, 130) << later.err;
        data = json::parse(bytes_of(path("json")));
        if (!data["steps"].empty()) break;
    }
    EXPECT_EQ(data["complete"], false);
    EXPECT_EQ(data["frames"], 3);
    EXPECT_EQ(data["steps"].size(), 1U);
}

}  // namespace
}  // namespace tocca::mesh_faults_test
