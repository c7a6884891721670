// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/scene/scene_command.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "apps/tocca/output/output_paths.hpp"
#include "apps/tocca/scene/scene_text.hpp"
#include "apps/tocca/terminal/exit_code.hpp"
#include "apps/tocca/terminal/human_text.hpp"
#include "apps/tocca/terminal/interrupt.hpp"
#include "apps/tocca/terminal/options.hpp"
#include "apps/tocca/terminal/progress_line.hpp"
#include "apps/tocca/terminal/standard_streams.hpp"
#include "tocca/io/write_mesh.hpp"

namespace tocca::app {
namespace {

std::string with_hyphens(std::string name)
{
    std::replace(name.begin(), name.end(), ' ', '-');
    return name;
}

/// The command that reads what was written.
std::string reading_command(const scenes::DeformingScene& scene, const std::string& folder)
{
    std::string command = "tocca mesh";
    if (scene.objects.size() == 1) {
        command += " " + folder;
    } else {
        for (const auto& object : scene.objects)
            command += fmt::format(" --object '{}/{}_*.ply'", folder, with_hyphens(object.name));
    }
    return command + (scene.changing_faces ? " --topology-changes" : "");
}

}  // namespace

std::string frame_file_name(const std::string& object, int frame)
{
    return fmt::format("{}_{:04}.ply", with_hyphens(object), frame);
}

CLI::App* add_scene(CLI::App& app, SceneCommand& command)
{
    CLI::App* scene = app.add_subcommand("scene", "Write the frames of a generated scene, or list scenes");
    show_examples_first(*scene,
                        "  tocca scene\n"
                        "  tocca scene cloth-over-ball:92K --out frames\n");
    scene->add_option("NAME[:SIZE]", command.scene, "A scene, and its number of triangles, 1K to 1M")->type_name("");
    add_output_option(*scene, {"--out", "FOLDER", "Folder for the frames, as binary PLY"}, command.folder);
    scene->footer("Exit codes: 0 written, 2 bad usage or file, 4 internal error,\n130 interrupted.");
    return scene;
}

int run_scene(const SceneCommand& command, const std::stop_token& stop)
{
    if (command.scene.empty()) {
        if (!command.folder.empty()) throw std::invalid_argument("--out needs the name of a scene");
        print(scene_list());
        return ExitCode::free;
    }
    const scenes::DeformingScene scene = scene_of_text(command.scene);
    if (command.folder.empty()) throw std::invalid_argument("give --out FOLDER for the frames");
    make_folder(command.folder);
    ProgressLine line("frames", static_cast<std::size_t>(scene.frames));
    for (int frame = 0; frame < scene.frames; ++frame) {
        const auto positions = scene.positions(frame);
        const auto changed =
            scene.changing_faces ? scene.changing_faces(frame) : std::vector<std::vector<FaceVertices>>();
        for (std::size_t i = 0; i < positions.size(); ++i) {
            throw_if_stopped(stop);
            const auto file = std::filesystem::path(command.folder) / frame_file_name(scene.objects[i].name, frame);
            write_mesh(file, positions[i], changed.empty() ? scene.objects[i].faces : changed[i]);
        }
        line.show(frame + 1.0);
    }
    line.hide();
    print(fmt::format("{} of {} in {}\nNext:  {}\n", counted(static_cast<std::uint64_t>(scene.frames), "frame"),
                      counted(scenes::triangle_count(scene), "triangle"), command.folder,
                      reading_command(scene, command.folder)));
    return ExitCode::free;
}

}  // namespace tocca::app
