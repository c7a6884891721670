// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/robot.hpp"

#include <CLI/CLI.hpp>
#include <cmath>
#include <stdexcept>

#include "apps/tocca/help.hpp"
#include "apps/tocca/option_text.hpp"
#include "apps/tocca/robot_edges.hpp"
#include "apps/tocca/robot_info.hpp"

namespace tocca::app {
namespace {

/// Refuses what makes no sense before any work is done.
void check(const RobotCommand& command)
{
    if (command.robot.empty() == command.builtin.empty()) {
        throw std::invalid_argument("give a robot, a URDF file; or --builtin NAME");
    }
    if (!command.builtin.empty() && (!command.srdf.empty() || !command.scene.empty() || command.solid)) {
        throw std::invalid_argument("a builtin robot has its own scene: --srdf, --scene and --solid go with a file");
    }
    const int ways = (command.path.empty() ? 0 : 1) + (command.request.empty() ? 0 : 1) +
                     (command.from.empty() && command.to.empty() ? 0 : 1);
    if (ways > 1)
        throw std::invalid_argument("--path, --request and --from with --to are three ways to move: take one");
    if (!command.from.empty() && command.to.empty()) throw std::invalid_argument("--from goes with --to");
    if (ways == 0 && command.builtin.empty() && !command.info) {
        throw std::invalid_argument("give --path FILE, --request FILE, or --to VALUES; or ask for --info");
    }
    if (command.info && (command.collides || command.all || !command.stats_file.empty())) {
        throw std::invalid_argument("--info asks about no motion: neither --collides, --all nor --stats go with it");
    }
    if (command.info && command.recording.any()) {
        throw std::invalid_argument("--info asks about no motion that could be shown");
    }
    if (command.collides && command.all) {
        throw std::invalid_argument("--collides and --all are two questions: ask one");
    }
    if (command.collides && !command.recording.contacts.empty()) {
        throw std::invalid_argument("--collides asks for no contact that --contacts could write");
    }
    check(command.recording);
}

void add_inputs(CLI::App& robot, RobotCommand& command)
{
    robot.add_option("ROBOT", command.robot, "URDF file")->type_name("");
    robot.add_option("--builtin", command.builtin, "A robot with scene and motions by name")->type_name("NAME");
    robot.add_option("--srdf", command.srdf, "SRDF file: pairs that may touch, states")->type_name("FILE");
    robot.add_option("--package-path", command.package_paths, "Folders of packages; their meshes may be named")
        ->type_name("DIR...");
    robot.add_option("--path", command.path, "Waypoints: a header of joints, a row each")->type_name("FILE");
    robot.add_option("--request", command.request, "Planning request: from start to goal")->type_name("FILE");
    robot.add_option("--from", command.from, "Values or state at the start")->type_name("VALUES");
    robot.add_option("--to", command.to, "Values or state at the end; others stay")->type_name("VALUES");
    robot.add_option("--start", command.start, "Values where nothing else tells them")->type_name("VALUES");
    robot.add_option("--scene", command.scene, "Planning scene, JSON or YAML of MoveIt")->type_name("FILE");
    robot.add_option("--against", command.against, "Meshes or shapes around, at @POSE")->type_name("BODY...");
    robot.add_option("--attach", command.attach, "Put BODY in a hand: LINK=BODY@POSE")->type_name("T...");
    robot.add_flag("--solid", command.solid, "Closed meshes of robot and --against are solids");
    robot.add_flag("--isolated-vertices", command.isolated_vertices, "Vertices without a face count as points");
}

void add_questions(CLI::App& robot, RobotCommand& command)
{
    robot.add_flag_callback(
        "--self", [&command] { command.self = true; }, "Links against each other too, as by default");
    robot.add_flag_callback(
        "--no-self", [&command] { command.self = false; }, "Links only against what is around");
    robot.add_flag("--check-limits", command.check_limits, "Refuse waypoints outside the joints' limits");
    robot.add_flag("--collides", command.collides, "Ask whether anything touches, and no more");
    robot.add_flag("--all", command.all, "Ask for the first contact of every pair");
    robot.add_flag("--info", command.info, "Links, joints and allowed pairs, no motion");
    add_number_option(robot, "--threshold", "How near is contact; default 1e-5 of the diameter", Zero::refused,
                      [&](double value) { command.threshold = value; })
        ->type_name("D");
    add_clearance_option(robot, command.clearance)->description("A gap to keep");
    robot.add_option("--pair-clearance", command.pair_clearances, "The gap between two: A,B=D")->type_name("T...");
    add_number_option(robot, "--time-tolerance", "Crossing proven this soon is contact too", Zero::allowed,
                      [&](double value) { command.time_tolerance = std::abs(value); })
        ->type_name("T");
    add_budget_option(robot, command.budget);
}

}  // namespace

CLI::App* add_robot(CLI::App& app, RobotCommand& command)
{
    CLI::App* robot = app.add_subcommand("robot", "Prove a robot's motions free, or find contacts");
    show_examples_first(*robot,
                        "  tocca robot arm.urdf --srdf arm.srdf --path path.csv --scene scene.yaml\n"
                        "  tocca robot arm.urdf --srdf arm.srdf --from ready --to elbow=1.5,wrist=-0.5\n"
                        "  tocca robot arm.urdf --request goal.yaml --clearance 0.01 --json a.json\n"
                        "  tocca robot arm.urdf --info\n"
                        "  tocca robot --builtin mannequin --report report.html\n");
    add_inputs(*robot, command);
    add_questions(*robot, command);
    add_threads_option(*robot, command.threads);
    robot->add_option("--target", command.target, "SIMD target, see tocca --version")
        ->type_name("T")
        ->check(simd_target);
    add_max_read_option(*robot);
    add_output_option(*robot, "--json", command.json_file, "Write the answers");
    add_output_option(*robot, "--stats", command.stats_file, "Write seconds, counts and memory");
    add_recorded_contacts_option(*robot, command.recording);
    add_recording_options(*robot, command.recording);
    robot->footer(
        "VALUES: all of the robot's, 0,0.5,-1.2, or some by name, elbow=0.5,wrist=-1.2,\n"
        "or a state of the SRDF file, ready or arm/ready; --info lists them.\n"
        "Without a start: the SRDF file's state home, ready or default; otherwise the\n"
        "middle of the joints' limits. The summary says which.\n"
        "Radians and the URDF file's lengths. Poses as in tocca rigid.\n"
        "Exit codes: 0 free, 1 contact, 2 bad usage or file, 3 undecided,\n"
        "4 internal error, 130 interrupted.\n"
        "Files, scenes and JSON: docs/robot_command.md.");
    return robot;
}

int run_robot(const RobotCommand& command, const std::stop_token& stop)
{
    check(command);
    return command.info ? run_robot_info(command, stop) : run_robot_edges(command, stop);
}

}  // namespace tocca::app
