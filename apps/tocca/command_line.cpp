// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "apps/tocca/check/check_command.hpp"
#include "apps/tocca/explain/explain_command.hpp"
#include "apps/tocca/mesh/mesh_command.hpp"
#include "apps/tocca/output/recording_files.hpp"
#include "apps/tocca/query/query_command.hpp"
#include "apps/tocca/rigid/rigid_command.hpp"
#include "apps/tocca/robot/robot_command.hpp"
#include "apps/tocca/scene/scene_command.hpp"
#include "apps/tocca/simulate/simulate_command.hpp"
#include "apps/tocca/terminal/exit_code.hpp"
#include "apps/tocca/terminal/human_text.hpp"
#include "apps/tocca/terminal/interrupt.hpp"
#include "apps/tocca/terminal/options.hpp"
#include "apps/tocca/terminal/standard_streams.hpp"
#include "apps/tocca/view/view_command.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/base/version.hpp"
#include "tocca/elementary/batch.hpp"
#include "tocca/io/input_protection.hpp"
#include "tocca/report/viewer_page.hpp"

namespace tocca::app {
namespace {

/// What `tocca --version` prints: the version, the SIMD target in use and all there are, the threads, how it was built,
/// and whether reports have a page.
std::string version_text()
{
    const auto targets = simd_targets();
    return fmt::format("tocca {}\nSIMD target {} (of {})\n{}\nbuilt by {} as {}\nreports {} the viewer\n", version,
                       targets.front(), fmt::join(targets, ", "),
                       counted(static_cast<std::uint64_t>(available_threads()), "thread"), TOCCA_COMPILER,
                       TOCCA_BUILD_TYPE, report::viewer_page().empty() ? "without" : "with");
}

/// What is wrong with the command, or an empty text.
std::string command_fault(const CLI::App& app, int argc, const char* const* argv)
{
    constexpr std::array<std::string_view, 3> options = {"--help", "-h", "--version"};
    if (argc > 1 && argv[1][0] == '-') {
        if (std::find(options.begin(), options.end(), argv[1]) != options.end()) return "";
        return fmt::format("unknown option '{}'; see tocca --help", argv[1]);
    }
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
    if (argc > 1 && std::find(names.begin(), names.end(), argv[1]) != names.end()) return "";
    const std::string choice = fmt::format("the commands are {}; see tocca --help", fmt::join(names, ", "));
    return argc > 1 ? fmt::format("unknown command '{}': {}", argv[1], choice) : choice;
}

int run_chosen(int argc, const char* const* argv)
{
    CLI::App app("Exact continuous collision detection: whether, when and where models touch", "tocca");
    show_examples_first(app,
                        "  tocca mesh 'cloth_*.ply' --all --contacts contacts.csv\n"
                        "  tocca rigid wrench.obj engine.stl --from 0,0,9 --to 0,0,0,0,0,90deg\n"
                        "  tocca robot arm.urdf --path path.csv --scene scene.yaml\n"
                        "  tocca check scene.json --all\n"
                        "  tocca query queries/ --check-labels\n"
                        "  tocca explain --builtin grazes-from-above\n");
    app.footer(
        "Exit codes: 0 free, 1 contact, 2 bad usage or file, 3 undecided,\n"
        "4 internal error, 130 interrupted.");
    app.require_subcommand(1);
    app.set_version_flag("--version", version_text, "Version, SIMD targets, threads, build");
    MeshCommand mesh;
    RigidCommand rigid;
    RobotCommand robot;
    CheckCommand scene_check;
    SceneCommand scene;
    SimulateCommand simulate;
    QueryCommand query;
    ExplainCommand explain;
    ViewCommand view;
    mesh.recording.command = rigid.recording.command = robot.recording.command = scene_check.recording.command =
        simulate.recording.command = command_text(argc, argv);
    const CLI::App* mesh_app = add_mesh(app, mesh);
    const CLI::App* rigid_app = add_rigid(app, rigid);
    const CLI::App* robot_app = add_robot(app, robot);
    const CLI::App* check_app = add_check(app, scene_check);
    const CLI::App* query_app = add_query(app, query);
    add_explain(app, explain);
    const CLI::App* scene_app = add_scene(app, scene);
    const CLI::App* simulate_app = add_simulate(app, simulate);
    const CLI::App* view_app = add_view(app, view);
    if (const std::string fault = command_fault(app, argc, argv); !fault.empty()) {
        complain(fault);
        return ExitCode::bad_input;
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForVersion& version_call) {
        print(version_call.what());
        return ExitCode::free;
    } catch (const CLI::Success& help) {
        std::ostringstream text;
        app.exit(help, text, text);
        print(text.str());
        return ExitCode::free;
    } catch (const CLI::ParseError& error) {
        complain(fmt::format("{}\nSee tocca --help, or --help of the command.", error.what()));
        return ExitCode::bad_input;
    }
    if (mesh_app->parsed()) return run_mesh(mesh, stop_on_interrupt());
    if (rigid_app->parsed()) return run_rigid(rigid, stop_on_interrupt());
    if (robot_app->parsed()) return run_robot(robot, stop_on_interrupt());
    if (check_app->parsed()) return run_check(scene_check, stop_on_interrupt());
    if (scene_app->parsed()) return run_scene(scene, stop_on_interrupt());
    if (simulate_app->parsed()) return run_simulate(simulate, stop_on_interrupt());
    if (view_app->parsed()) return run_view(view, stop_on_interrupt());
    return query_app->parsed() ? run_query(query, stop_on_interrupt()) : run_explain(explain);
}

constexpr const char* too_many_hint = "; raise the limit with --max-contacts N, or ask for the first contact only";
constexpr std::string_view out_of_memory = "out of memory for this input; no output file was written";

}  // namespace

int run(int argc, const char* const* argv)
{
    hold_standard_streams();
    const InputProtection protection;
    try {
        const int code = run_chosen(argc, argv);
        flush_output();
        return code;
    } catch (const Error& error) {
        if (error.code() == ErrorCode::interrupted) {
            complain("interrupted; no output file was written");
            return ExitCode::interrupted;
        }
        const bool too_many = error.code() == ErrorCode::too_many_contacts;
        complain(std::string(error.what()) + (too_many ? too_many_hint : ""));
        return ExitCode::bad_input;
    } catch (const std::invalid_argument& error) {
        complain(error.what());
        return ExitCode::bad_input;
    } catch (const std::bad_alloc&) {
        complain(out_of_memory);
        return ExitCode::bad_input;
    } catch (const std::length_error&) {
        complain(out_of_memory);
        return ExitCode::bad_input;
    } catch (const std::exception& error) {
        complain(fmt::format("internal error: {}", error.what()));
        return ExitCode::internal_error;
    } catch (...) {
        complain("internal error");
        return ExitCode::internal_error;
    }
}

}  // namespace tocca::app
