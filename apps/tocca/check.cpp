// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/check.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <stdexcept>

#include "apps/tocca/check_steps.hpp"
#include "apps/tocca/help.hpp"
#include "apps/tocca/option_text.hpp"

namespace tocca::app {
namespace {

/// Refuses what makes no sense before any work is done.
void check(const CheckCommand& command)
{
    if (command.scene.empty() == command.builtin.empty()) {
        throw std::invalid_argument("give a scene file, of format tocca.scene/1; or --builtin NAME");
    }
    if (!command.builtin.empty() && !command.package_paths.empty()) {
        throw std::invalid_argument("--package-path is about the files that a scene names: it goes with a file");
    }
    if (command.collides && command.all) {
        throw std::invalid_argument("--collides and --all are two questions: ask one");
    }
    if (command.collides && !command.recording.contacts.empty()) {
        throw std::invalid_argument("--collides asks for no contact that --contacts could write");
    }
    check(command.recording);
}

}  // namespace

CLI::App* add_check(CLI::App& app, CheckCommand& command)
{
    CLI::App* check = app.add_subcommand("check", "Check a scene of meshes, bodies and robots together");
    show_examples_first(*check,
                        "  tocca check scene.json\n"
                        "  tocca check scene.json --all --json answers.json\n"
                        "  tocca check scene.json --clearance 0.01 --collides\n"
                        "  tocca check --builtin arm-through-cloth --report report.html\n");
    check->add_option("SCENE", command.scene, "Scene file: parts and their motions")->type_name("");
    check->add_option("--builtin", command.builtin, "A scene by name: arm-through-cloth")->type_name("NAME");
    check->add_option("--package-path", command.package_paths, "Folders whose files a scene may name")
        ->type_name("DIR...");
    check->add_flag("--collides", command.collides, "Ask whether anything touches, and no more");
    check->add_flag("--all", command.all, "Ask for every pair of objects that touches");
    add_number_option(*check, "--threshold", "How near is contact, but for two meshes", Zero::refused,
                      [&](double value) { command.threshold = value; })
        ->type_name("D");
    add_clearance_option(*check, command.clearance)->description("A gap to keep; default as in the file");
    add_budget_option(*check, command.budget)->description("Most steps of a pair before giving up");
    add_max_contacts_option(*check, command.max_contacts);
    add_threads_option(*check, command.threads);
    check->add_option("--target", command.target, "SIMD target, see tocca --version")
        ->type_name("T")
        ->check(simd_target);
    add_max_read_option(*check);
    add_output_option(*check, "--json", command.json_file, "Write the answers");
    add_output_option(*check, "--stats", command.stats_file, "Write seconds, counts and memory");
    add_recorded_contacts_option(*check, command.recording);
    add_recording_options(*check, command.recording);
    check->footer(
        "Exit codes: 0 free, 1 contact, 2 bad usage or file, 3 undecided,\n"
        "4 internal error, 130 interrupted.\n"
        "Scene files and JSON: docs/check_command.md.");
    return check;
}

int run_check(const CheckCommand& command, const std::stop_token& stop)
{
    check(command);
    return check_steps(command, stop);
}

}  // namespace tocca::app
