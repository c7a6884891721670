// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/rigid/rigid_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <stdexcept>

#include "apps/tocca/rigid/rigid_question.hpp"
#include "apps/tocca/terminal/options.hpp"

namespace tocca::app {
namespace {

bool says_anything(const MotionTexts& texts)
{
    return !texts.from.empty() || !texts.to.empty() || !texts.turn.empty() || !texts.reference.empty() || texts.screw;
}

/// Refuses options that contradict each other before any work is done.
void check(const RigidCommand& command)
{
    const bool of_world = !command.world.empty();
    if (of_world == !command.bodies.empty() || (!of_world && command.bodies.size() != 2)) {
        throw std::invalid_argument("give two bodies, mesh files or shapes such as box:1,2,3; or --world FILE");
    }
    if (std::find(command.bodies.begin(), command.bodies.end(), "") != command.bodies.end()) {
        throw std::invalid_argument("'': empty file name");
    }
    if (!of_world && !command.package_paths.empty()) {
        throw std::invalid_argument("--package-path needs --world: it names folders for the files of a world");
    }
    if (of_world &&
        (says_anything(command.a) || says_anything(command.b) || command.solid || command.isolated_vertices)) {
        throw std::invalid_argument(
            "--world cannot be combined with poses, motions, --solid or --isolated-vertices: its file has them");
    }
    if (command.all && !of_world) {
        throw std::invalid_argument("--all needs --world: it reports every pair of its bodies");
    }
    if (command.contacts_within && (of_world || command.collides)) {
        throw std::invalid_argument(
            "--contacts-within needs the first contact of two bodies: drop --world and --collides");
    }
    refuse_contradictions(command);
}

void add_motion(CLI::App& rigid, MotionTexts& texts, const std::string& prefix, const std::string& body)
{
    const auto add = [&](const char* name, std::string& text, const char* value, const std::string& about,
                         std::string (*fault)(const std::string&)) {
        add_checked_option(rigid, {prefix + name, value, about}, fault,
                           [&text](const std::string& given) { text = given; });
    };
    add("from", texts.from, "POSE", fmt::format("Where {} starts; default 0,0,0", body), pose_fault);
    add("to", texts.to, "POSE", fmt::format("Where {} ends; default where it starts", body), pose_fault);
    add("turn", texts.turn, "R", fmt::format("Total rotation of {}, over 360deg too", body), rotation_fault);
    add("reference", texts.reference, "X,Y,Z", fmt::format("Point of {} that moves straight", body), point_fault);
}

}  // namespace

CLI::App* add_rigid(CLI::App& app, RigidCommand& command)
{
    CLI::App* rigid = app.add_subcommand("rigid", "Find the first contact of moving rigid bodies");
    show_examples_first(*rigid,
                        "  tocca rigid wrench.obj engine.stl --from 0,0,9 --to 0,0,0,0,0,90deg\n"
                        "  tocca rigid knot:1,0.15 box:4,4,0.1 --from 0,0,3 --to 0,0,-3 --turn 0,720,0deg\n"
                        "  tocca rigid a.ply b.ply --to pose.txt --clearance 1e-3 --report report.html\n"
                        "  tocca rigid --world scene.json --all --json answers.json\n");
    rigid->add_option("BODY", command.bodies, "Two bodies: mesh files, or shapes in words")->type_name("");
    rigid->add_option("--world", command.world, "File of many bodies over many steps")->type_name("FILE");
    rigid->add_option("--package-path", command.package_paths, "More folders whose meshes a world may use")
        ->type_name("DIR...");
    add_motion(*rigid, command.a, "--", "the first body");
    add_motion(*rigid, command.b, "--b-", "the second body");
    rigid->add_flag_callback(
        "--screw", [&command] { command.a.screw = command.b.screw = true; }, "Move on screws from pose to pose");
    rigid->add_flag("--solid", command.solid, "Closed meshes: starting inside is contact");
    rigid->add_flag("--isolated-vertices", command.isolated_vertices, "Vertices without a face count as points");
    add_question_options(*rigid, command,
                         {.all = "Report the first contact of every pair of a world",
                          .clearance = "Report when bodies come within distance D"});
    add_time_tolerance_option(*rigid, command);
    add_number_option(*rigid, {"--contacts-within", "D", "List the features within D at the contact"}, Zero::refused,
                      [&](double value) { command.contacts_within = value; });
    add_budget_option(*rigid, command.budget, fmt::format("Maximum number of steps; default {}", command.budget));
    add_max_contacts_option(*rigid, command.max_contacts,
                            fmt::format("Maximum pairs of a world; default {} or more", always_listed_pairs));
    add_run_options(*rigid, command);
    rigid->footer(
        "Poses: x,y,z or x,y,z,rx,ry,rzdeg or ...rad (axis times angle),\n"
        "x,y,z,qw,qx,qy,qzwxyz or ...xyzw, or a file with a 4 x 4 matrix.\n"
        "Rotations R: rx,ry,rzdeg or rx,ry,rzrad, in world axes.\n"
        "Exit codes: 0 free, 1 contact, 2 bad usage or file, 3 undecided,\n"
        "4 internal error, 130 interrupted.\n"
        "Poses, shapes, worlds and JSON: docs/rigid_command.md.");
    return rigid;
}

int run_rigid(const RigidCommand& command, const std::stop_token& stop)
{
    check(command);
    return command.world.empty() ? run_rigid_pair(command, stop) : run_rigid_world(command, stop);
}

}  // namespace tocca::app
