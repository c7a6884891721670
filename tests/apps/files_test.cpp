// SPDX-License-Identifier: Apache-2.0
// What files may do to the machine through the command: name other files, overwrite them, fill the memory, write to the
// terminal.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "apps/robot_folder.hpp"
#include "apps/run_command.hpp"
#include "io/gltf_text.hpp"
#include "io/temporary_folder.hpp"

namespace tocca::files_test {
namespace {

using support::bytes_of;
using support::Ran;
using support::run_command;
using support::TemporaryFolder;

const std::string cube =
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nf 1 3 2\nf 1 4 3\nf 5 6 7\nf 5 7 8\n"
    "f 1 2 6\nf 1 6 5\nf 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\nf 4 1 5\nf 4 5 8\n";

class FilesTest : public testing::Test {
protected:
    [[nodiscard]] std::string path(const std::string& name) const { return (folder.path() / name).string(); }

    TemporaryFolder folder;
};

/// A command that reads `victim` only because another input names it.
struct Reading {
    std::string name;
    std::string victim;
    std::vector<std::string> command;
    std::vector<std::string> outputs;  ///< its options that write
};

std::vector<Reading> readings(const TemporaryFolder& folder)
{
    const auto path = [&](const std::string& name) { return (folder.path() / name).string(); };
    folder.write("cube.obj", cube);
    folder.write("fin.obj", support::fin_obj);
    folder.write("arm.urdf", support::arm_urdf);
    folder.write("scene.json",
                 R"({"schema":"tocca.robot-scene/1","objects":[{"name":"o","mesh":"cube.obj","pose":"9,0,0"}]})");
    folder.write(
        "scene.yaml",
        "world:\n  collision_objects:\n    - id: o\n      mesh:\n        resource: cube.obj\n      mesh_pose:\n"
        "        position: [9, 0, 0]\n        orientation: [0, 0, 0, 1]\n");
    folder.write("world.json", R"({"schema":"tocca.world/1","bodies":[{"mesh":"cube.obj","poses":["5,0,0","9,0,0"]},)"
                               R"({"shape":"box:1,1,1"}]})");
    support::GltfText text;
    text.floats("VEC3", 3, {0, 0, 0, 1, 0, 0, 0, 1, 0});
    folder.write("data.bin", text.data());
    folder.write("moving.gltf",
                 text.text_beside("data.bin",
                                  R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}])"));
    folder.write("q_vf.csv",
                 "1,1,1,1,1,1\n0,1,0,1,0,1\n4,1,0,1,0,1\n0,1,4,1,0,1\n"
                 "1,1,1,1,-1,1\n0,1,0,1,0,1\n4,1,0,1,0,1\n0,1,4,1,0,1\n");
    folder.write("q_vf_mma_bool.json", "[true]");
    const std::vector<std::string> recorded = {"--json", "--stats", "--report",  "--png",
                                               "--pose", "--gltf",  "--contacts"};
    const std::vector<std::string> move = {"robot", path("arm.urdf"), "--to", "1,1"};
    const auto with = [](std::vector<std::string> command, const std::string& option, const std::string& file) {
        command.insert(command.end(), {option, file});
        return command;
    };
    return {{"mesh of a robot", path("fin.obj"), move, recorded},
            {"mesh of a robot, asked for", path("fin.obj"), {"robot", path("arm.urdf"), "--info"}, {"--json"}},
            {"mesh of a JSON scene", path("cube.obj"), with(move, "--scene", path("scene.json")), recorded},
            {"mesh of a YAML scene", path("cube.obj"), with(move, "--scene", path("scene.yaml")), recorded},
            {"mesh of a world", path("cube.obj"), {"rigid", "--world", path("world.json")}, recorded},
            {"buffer of a body",
             path("data.bin"),
             {"rigid", path("moving.gltf"), "box:1,1,1", "--from", "9,0,0"},
             recorded},
            {"buffer of a frame",
             path("data.bin"),
             {"mesh", path("moving.gltf"), path("moving.gltf"), "--object", path("cube.obj")},
             {"--json", "--stats", "--report", "--png", "--pose", "--gltf", "--contacts", "--intersections"}},
            {"labels", path("q_vf_mma_bool.json"), {"query", path("q_vf.csv")}, {"--json", "--each", "--stats"}},
            {"labels of one", path("q_vf_mma_bool.json"), {"explain", path("q_vf.csv"), "--index", "0"}, {"--json"}}};
}

/// The ends of names that an option takes.
std::string extension_of(const std::string& option)
{
    if (option == "--report") return ".html";
    if (option == "--png") return ".png";
    if (option == "--pose") return ".obj";
    if (option == "--gltf") return ".glb";
    return option == "--contacts" || option == "--intersections" ? ".csv" : ".json";
}

TEST_F(FilesTest, NoOutputReplacesAnInputThatAnotherNamed)
{
    for (const Reading& reading : readings(folder)) {
        const std::string before = bytes_of(reading.victim);
        for (const std::string& option : reading.outputs) {
            SCOPED_TRACE(reading.name + " " + option);
            // By its name where the option takes it, by a link and by a hard link.
            const std::string link = path("link" + extension_of(option)), twin = path("twin" + extension_of(option));
            std::filesystem::create_symlink(reading.victim, link);
            std::filesystem::create_hard_link(reading.victim, twin);
            for (const std::string& output : {reading.victim, link, twin}) {
                std::vector<std::string> command = reading.command;
                command.insert(command.end(), {option, output});
                const Ran ran = run_command(command);
                EXPECT_EQ(ran.code, 2) << output << "\n" << ran.out << ran.err;
                EXPECT_EQ(bytes_of(reading.victim), before) << output;
                EXPECT_EQ(std::filesystem::hard_link_count(reading.victim), 2U) << output;
            }
            std::filesystem::remove(link);
            std::filesystem::remove(twin);
        }
    }
}

TEST_F(FilesTest, OutputsBesideInputsAreWritten)
{
    for (const Reading& reading : readings(folder)) {
        SCOPED_TRACE(reading.name);
        std::vector<std::string> command = reading.command;
        command.insert(command.end(), {"--json", folder.write("out.json", "before").string()});
        const Ran ran = run_command(command);
        EXPECT_TRUE(ran.code == 0 || ran.code == 1) << ran.err;
        EXPECT_NE(bytes_of(path("out.json")), "before");
    }
}

TEST_F(FilesTest, WorldsNameNoPipesAndDevices)
{
    ASSERT_EQ(::mkfifo(path("pipe.obj").c_str(), 0600), 0);
    std::filesystem::create_symlink("/dev/zero", path("zero.obj"));
    folder.write("sparse.obj", "");
    std::filesystem::resize_file(path("sparse.obj"), std::uint64_t{1} << 32U);
    for (const char* mesh : {"pipe.obj", "zero.obj", "sparse.obj", "/dev/zero", "../x.obj"}) {
        const auto world = folder.write("w.json", R"({"schema":"tocca.world/1","bodies":[{"mesh":")" +
                                                      std::string(mesh) + R"("},{"shape":"box:1,1,1"}]})");
        const Ran ran = run_command({"rigid", "--world", world.string()});
        EXPECT_EQ(ran.code, 2) << mesh << ran.err;
    }
    EXPECT_EQ(run_command({"rigid", path("zero.obj"), "box:1,1,1"}).code, 2);
    EXPECT_EQ(run_command({"rigid", path("sparse.obj"), "box:1,1,1"}).code, 2);
}

TEST_F(FilesTest, APackagePathLetsAWorldNameMeshesElsewhere)
{
    folder.write("elsewhere/cube.obj", cube);
    const std::string world =
        folder
            .write("own/w.json", R"({"schema":"tocca.world/1","bodies":[{"mesh":"../elsewhere/cube.obj"},)"
                                 R"({"shape":"box:1,1,1","pose":"5,0,0"}]})")
            .string();
    const Ran refused = run_command({"rigid", "--world", world});
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find("--package-path"), std::string::npos) << refused.err;
    EXPECT_EQ(run_command({"rigid", "--world", world, "--package-path", path("elsewhere")}).code, 0);
}

TEST_F(FilesTest, TheLimitsCanBeRaisedAndLowered)
{
    folder.write("cube.obj", cube);
    const std::vector<std::string> command = {"rigid", path("cube.obj"), "box:1,1,1", "--from", "9,0,0", "--max-read"};
    const auto with = [&](const std::string& size) {
        std::vector<std::string> all = command;
        all.push_back(size);
        return run_command(all);
    };
    EXPECT_EQ(with("1M").code, 0);
    EXPECT_EQ(with("16T").code, 0);
    const Ran refused = with("100");
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find("--max-read"), std::string::npos) << refused.err;
    for (const char* size : {"0", "", "x", "-1", "1KK", "99999999999T"}) EXPECT_EQ(with(size).code, 2) << size;
}

/// Names that would clear the screen, forge a line or turn the text round.
const std::vector<std::string> hostile_names = {"\x1b[2J\x1b[Hfree",
                                                "a\nfree, proven",
                                                "a\rfree, proven",
                                                "\x7f\x7f",
                                                "\xC2\x9B"
                                                "31m",
                                                "\xE2\x80\xAE"
                                                "eerf",
                                                "\xE2\x80\xA8"
                                                "free, proven"};

bool is_clean(const std::string& text)
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte < 0x20 && byte != '\n') || byte == 0x7F) return false;
        if (byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0) return false;
        if (byte == 0xE2 && text.compare(i + 1, 1, "\x80") == 0) return false;
    }
    // No line of the command's own begins as the forged one does.
    return text.find("\nfree, proven") == std::string::npos;
}

/// As an attribute of XML, or a text of JSON.
std::string referenced(const std::string& name, const char* before, const char* after)
{
    std::string text;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20) {
            text += c;
        } else {
            text += before + std::string(byte < 16 ? "0" : "") + "0123456789abcdef"[byte / 16 % 16] +
                    "0123456789abcdef"[byte % 16] + after;
        }
    }
    return text;
}

TEST_F(FilesTest, NamesFromFilesAreShownAsTheyAre)
{
    folder.write("fin.obj", support::fin_obj);
    for (const std::string& name : hostile_names) {
        const std::string in_json = referenced(name, "\\u00", "");
        std::string urdf = support::arm_urdf;
        for (std::size_t at = urdf.find("\"fin\""); at != std::string::npos; at = urdf.find("\"fin\"", at)) {
            urdf.replace(at, 5, "\"" + referenced(name, "&#x", ";") + "\"");
        }
        const std::string robot = folder.write("arm.urdf", urdf).string();
        const std::string world =
            folder
                .write("w.json", R"({"schema":"tocca.world/1","bodies":[{"name":")" + in_json +
                                     R"(","shape":"box:1,1,1","poses":["5,0,0","-5,0,0"]},{"shape":"box:1,1,1"}]})")
                .string();
        const std::string bad_world =
            folder.write("bad.json", R"({"schema":"tocca.world/1","bodies":[{"mesh":")" + in_json + R"(.obj"}]})")
                .string();
        const std::string scene = folder
                                      .write("s.json", R"({"schema":"tocca.robot-scene/1","objects":[{"name":")" +
                                                           in_json + R"(","shape":"box:1,1,9","pose":"2,0,0"}]})")
                                      .string();
        const std::string file = folder.write(name.substr(0, name.find('/')) + ".obj", "v 0 0 x\n").string();
        for (const std::vector<std::string>& command :
             {std::vector<std::string>{"robot", robot, "--info"},
              {"robot", robot, "--to", "1,1", "--all", "--against", "box:1,1,1@2,0,0"},
              {"robot", robot, "--to", "1,1", "--scene", scene, "--json", "/dev/stdout"},
              {"rigid", "--world", world, "--all", "--json", "/dev/stdout"},
              {"rigid", "--world", bad_world},
              {"rigid", file, "box:1,1,1"},
              {"mesh", folder.path().string() + "/*.obj"}}) {
            const Ran ran = run_command(command);
            EXPECT_LE(ran.code, 3) << ran.err;
            EXPECT_TRUE(is_clean(ran.out)) << command[0] << " " << testing::PrintToString(ran.out);
            EXPECT_TRUE(is_clean(ran.err)) << command[0] << " " << testing::PrintToString(ran.err);
        }
        std::filesystem::remove(file);
    }
}

TEST_F(FilesTest, OutOfMemoryIsASentence)
{
    constexpr int side = 200;
    std::string mesh;
    for (int i = 0; i < side * side; ++i)
        mesh += "v " + std::to_string(i % side) + " " + std::to_string(i / side) + " 0\n";
    for (int i = 1; i + side < side * side; ++i) {
        if (i % side == 0) continue;
        mesh += "f " + std::to_string(i) + " " + std::to_string(i + 1) + " " + std::to_string(i + side) + "\n";
    }
    const std::string file = folder.write("large.obj", mesh).string();
    // From what the program itself needs to enough: on the way memory ends in reading, building and answering.
    int needed = 8, refused = 0, answered = 0;
    while (needed < 500 && support::run_command_within(needed, {"--version"}).code != 0) needed += 4;
    for (int megabytes = needed; megabytes <= needed + 60; megabytes += 2) {
        const Ran ran = support::run_command_within(megabytes, {"rigid", file, "box:1,1,1", "--threads", "1"});
        EXPECT_TRUE(ran.code == 1 || ran.code == 2) << megabytes << " MB: " << ran.code << ran.err;
        (ran.code == 1 ? answered : refused) += 1;
        EXPECT_TRUE(ran.code == 1 || ran.err.find("memory") != std::string::npos) << ran.err;
    }
    EXPECT_GT(refused, 0);
    EXPECT_GT(answered, 0);
}

}  // namespace
}  // namespace tocca::files_test
