// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/rigid.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "apps/tocca/help.hpp"
#include "apps/tocca/option_text.hpp"
#include "apps/tocca/rigid_pair.hpp"
#include "apps/tocca/rigid_world.hpp"
#include "tocca/io/json_text.hpp"

namespace tocca::app {
namespace {

bool says_anything(const MotionTexts& texts)
{
    return !texts.from.empty() || !texts.to.empty() || !texts.turn.empty() || !texts.reference.empty() || texts.screw;
}

/// Refuses what makes no sense before any work is done.
void check(const RigidCommand& command)
{
    const bool of_world = !command.world.empty();
    if (of_world == !command.bodies.empty() || (!of_world && command.bodies.size() != 2)) {
        throw std::invalid_argument("give two bodies, mesh files or shapes such as box:1,2,3; or --world FILE");
    }
    if (std::find(command.bodies.begin(), command.bodies.end(), "") != command.bodies.end()) {
        throw std::invalid_argument("'' is the name of no file");
    }
    if (!of_world && !command.package_paths.empty()) {
        throw std::invalid_argument("--package-path is about the files that a world names: it goes with --world");
    }
    if (of_world &&
        (says_anything(command.a) || says_anything(command.b) || command.solid || command.isolated_vertices)) {
        throw std::invalid_argument("poses, motions, solids and isolated vertices of a world stand in its file");
    }
    if (command.all && !of_world) {
        throw std::invalid_argument("--all asks about every pair of a world: it goes with --world");
    }
    if (command.contacts_within && (of_world || command.collides)) {
        throw std::invalid_argument("--contacts-within goes with the first contact of two bodies");
    }
    if (command.collides && command.all) {
        throw std::invalid_argument("--collides and --all are two questions: ask one");
    }
    if (command.collides && !command.recording.contacts.empty()) {
        throw std::invalid_argument("--collides asks for no contact that --contacts could write");
    }
    check(command.recording);
}

void add_motion(CLI::App& rigid, MotionTexts& texts, const std::string& prefix, const std::string& body)
{
    rigid.add_option(prefix + "from", texts.from, fmt::format("Where {} starts; default 0,0,0", body))
        ->type_name("POSE")
        ->check(pose_fault);
    rigid.add_option(prefix + "to", texts.to, fmt::format("Where {} ends; default where it starts", body))
        ->type_name("POSE")
        ->check(pose_fault);
    rigid.add_option(prefix + "turn", texts.turn, fmt::format("Whole rotation of {}, many turns too", body))
        ->type_name("R")
        ->check(rotation_fault);
    rigid.add_option(prefix + "reference", texts.reference, fmt::format("Point of {} that goes straight", body))
        ->type_name("X,Y,Z")
        ->check(point_fault);
}

}  // namespace

CLI::App* add_rigid(CLI::App& app, RigidCommand& command)
{
    CLI::App* rigid = app.add_subcommand("rigid", "Find the first contact of rigid bodies in motion");
    show_examples_first(*rigid,
                        "  tocca rigid wrench.obj engine.stl --from 0,0,9 --to 0,0,0,0,0,90deg\n"
                        "  tocca rigid knot:1,0.15 box:4,4,0.1 --from 0,0,3 --to 0,0,-3 --turn 0,720,0deg\n"
                        "  tocca rigid a.ply b.ply --to pose.txt --clearance 1e-3 --report report.html\n"
                        "  tocca rigid --world scene.json --all --json answers.json\n");
    rigid->add_option("BODY", command.bodies, "Two bodies: mesh files, or shapes in words")->type_name("");
    rigid->add_option("--world", command.world, "File of many bodies over many steps")->type_name("FILE");
    rigid->add_option("--package-path", command.package_paths, "Folders whose meshes a world may name")
        ->type_name("DIR...");
    add_motion(*rigid, command.a, "--", "the first body");
    add_motion(*rigid, command.b, "--b-", "the second body");
    rigid->add_flag_callback(
        "--screw", [&command] { command.a.screw = command.b.screw = true; }, "Move on screws from pose to pose");
    rigid->add_flag("--solid", command.solid, "Both are closed, and what starts inside touches");
    rigid->add_flag("--isolated-vertices", command.isolated_vertices, "Vertices without a face count as points");
    rigid->add_flag("--collides", command.collides, "Ask whether they touch, and no more");
    rigid->add_flag("--all", command.all, "Ask for the first contact of every pair of a world");
    add_number_option(*rigid, "--threshold", "How near is contact; default 1e-5 of the diameter", Zero::refused,
                      [&](double value) { command.threshold = value; })
        ->type_name("D");
    add_clearance_option(*rigid, command.clearance)->description("Ask when they come as near as D");
    add_number_option(*rigid, "--time-tolerance", "Crossing proven this soon is contact too", Zero::allowed,
                      [&](double value) { command.time_tolerance = std::abs(value); })
        ->type_name("T");
    add_number_option(*rigid, "--contacts-within", "List the features as near as D at the contact", Zero::refused,
                      [&](double value) { command.contacts_within = value; })
        ->type_name("D");
    add_budget_option(*rigid, command.budget);
    add_max_contacts_option(*rigid, command.max_contacts)
        ->description(fmt::format("Most pairs of a world; default {} or 32/body/step", always_listed_pairs));
    add_threads_option(*rigid, command.threads);
    rigid->add_option("--target", command.target, "SIMD target, see tocca --version")
        ->type_name("T")
        ->check(simd_target);
    add_max_read_option(*rigid);
    add_output_option(*rigid, "--json", command.json_file, "Write the answer");
    add_output_option(*rigid, "--stats", command.stats_file, "Write seconds, counts and memory");
    add_recorded_contacts_option(*rigid, command.recording);
    add_recording_options(*rigid, command.recording);
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

QueryOptions pair_options(const RigidCommand& command, const std::stop_token& stop)
{
    return {.clearance = command.clearance.value_or(0.0),
            .threshold = command.threshold,
            .tolerance = command.time_tolerance,
            .budget = command.budget,
            .target = command.target,
            .stop = stop};
}

std::string question_members(const RigidCommand& command)
{
    return fmt::format(R"("threshold":{},"clearance":{},"time_tolerance":{},"budget":{})",
                       command.threshold ? json_number(*command.threshold) : "null",
                       json_number(command.clearance.value_or(0.0)), json_number(command.time_tolerance),
                       command.budget);
}

std::string target_name(const RigidCommand& command) { return target_or_best(command.target); }

}  // namespace tocca::app
