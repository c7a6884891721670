// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/check/check_command.hpp"

#include <CLI/CLI.hpp>
#include <stdexcept>

#include "apps/tocca/check/check_question.hpp"
#include "apps/tocca/terminal/options.hpp"

namespace tocca::app {
namespace {

/// Refuses options that contradict each other before any work is done.
void check(const CheckCommand& command)
{
    if (command.scene.empty() == command.builtin.empty()) {
        throw std::invalid_argument("give a scene file of format tocca.scene/1, or --builtin NAME");
    }
    if (!command.builtin.empty() && !command.package_paths.empty()) {
        throw std::invalid_argument("--package-path needs a scene file: it names folders for the files of the scene");
    }
    refuse_contradictions(command);
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
    check->add_option("--builtin", command.builtin, "A built-in scene: arm-through-cloth")->type_name("NAME");
    check->add_option("--package-path", command.package_paths, "More folders whose files a scene may use")
        ->type_name("DIR...");
    add_question_options(*check, command,
                         {.all = "Report every pair of objects that touches",
                          .threshold = "Distance that counts as contact, but for two meshes",
                          .clearance = "Gap to keep; default as in the file"});
    add_budget_option(*check, command.budget, "Maximum number of steps for each pair");
    add_max_contacts_option(*check, command.max_contacts, "Maximum contacts per step; default 2000000 or more");
    add_run_options(*check, command);
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
