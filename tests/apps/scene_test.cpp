// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/scene/scene_command.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "apps/mesh_folder.hpp"
#include "apps/tocca/scene/scene_text.hpp"

namespace tocca::scene_test {
namespace {

using nlohmann::json;
using support::bytes_of;
using support::Ran;
using support::run_command;
using support::TemporaryFolder;

TEST(SceneCommand, ListsTheScenes)
{
    const Ran ran = run_command({"scene"});
    EXPECT_EQ(ran.code, 0);
    for (const auto& entry : scenes::deforming_scenes()) {
        EXPECT_NE(ran.out.find(entry.name), std::string::npos) << entry.name;
    }
}

/// Frames that were written and read give the contacts of the scene itself.
TEST(SceneCommand, WritesFramesThatReadBackTheSame)
{
    const TemporaryFolder folder;
    const auto path = [&](const std::string& name) { return (folder.path() / name).string(); };
    for (const auto& [name, objects, changes] :
         {std::tuple{"needle-soup:1K", 1, false}, {"bar-and-spheres", 4, false}, {"remeshing-cloth:1K", 2, true}}) {
        const scenes::DeformingScene scene = app::scene_of_text(name);
        ASSERT_EQ(scene.objects.size(), static_cast<std::size_t>(objects));
        const std::string frames = path(scene.name);
        const Ran written = run_command({"scene", name, "--out", frames});
        EXPECT_EQ(written.code, 0) << written.err;
        std::vector<std::string> arguments = {"mesh", "--contacts", path("files.csv"), "--json", path("files.json")};
        for (const auto& object : scene.objects) {
            const std::string first = app::frame_file_name(object.name, 0);
            EXPECT_EQ(first.find(' '), std::string::npos);
            const std::string pattern = frames + "/" + first.substr(0, first.size() - 8) + "%04d.ply";
            arguments.insert(arguments.end(), {"--object", pattern});
        }
        if (changes) arguments.emplace_back("--topology-changes");
        const int code = run_command(arguments).code;
        EXPECT_EQ(
            run_command({"mesh", "--contacts", path("scene.csv"), "--json", path("scene.json"), "--scene", name}).code,
            code);
        EXPECT_EQ(bytes_of(path("files.csv")), bytes_of(path("scene.csv")));
        const json of_files = json::parse(bytes_of(path("files.json")));
        EXPECT_EQ(of_files["counts"], json::parse(bytes_of(path("scene.json")))["counts"]);
        EXPECT_EQ(of_files["frames"], scene.frames);
        EXPECT_EQ(of_files["topology_changes"].empty(), !changes);
    }
}

TEST(SceneCommand, TakesSizesInThousandsAndMillions)
{
    EXPECT_EQ(scenes::triangle_count(app::scene_of_text("snake:4000")),
              scenes::triangle_count(app::scene_of_text("snake:4K")));
    EXPECT_NEAR(static_cast<double>(scenes::triangle_count(app::scene_of_text("snake:4k"))), 4000.0, 400.0);
    EXPECT_EQ(app::scene_of_text("bar-and-spheres").name, "bar-and-spheres");
}

TEST(SceneCommand, RefusesWhatItCannotDo)
{
    const TemporaryFolder folder;
    const auto file = folder.write("file", "").string();
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"scene", "frobnicate", "--out", file},
                                                      {"scene", "snake"},
                                                      {"scene", "--out", file},
                                                      {"scene", "snake:1K", "--out", ""},
                                                      {"scene", "snake:1K", "--out", file},
                                                      {"scene", "snake:1K", "--out", file + "/below"}}) {
        const Ran ran = run_command(arguments);
        EXPECT_EQ(ran.code, 2) << ran.out;
        EXPECT_EQ(ran.out, "");
        EXPECT_TRUE(ran.err.starts_with("tocca: ")) << ran.err;
    }
    EXPECT_EQ(folder.file_count(), 1U);
}

}  // namespace
}  // namespace tocca::scene_test
