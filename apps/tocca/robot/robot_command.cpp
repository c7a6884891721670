// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/robot/robot_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <stdexcept>

#include "apps/tocca/robot/robot_question.hpp"
#include "apps/tocca/terminal/options.hpp"

namespace tocca::app {
namespace {

/// Refuses options that contradict each other before any work is done.
void check(const RobotCommand& command)
{
    if (command.robot.empty() == command.builtin.empty()) {
        throw std::invalid_argument("give a robot, a URDF file; or --builtin NAME");
    }
    if (!command.builtin.empty() && (!command.srdf.empty() || !command.scene.empty() || command.solid)) {
        throw std::invalid_argument(
            "--builtin cannot be combined with --srdf, --scene or --solid: it has its own scene");
    }
    const int ways = (command.path.empty() ? 0 : 1) + (command.request.empty() ? 0 : 1) +
                     (command.from.empty() && command.to.empty() ? 0 : 1);
    if (ways > 1) throw std::invalid_argument("give only one of --path, --request, and --from with --to");
    if (!command.from.empty() && command.to.empty()) throw std::invalid_argument("--from needs --to");
    if (ways == 0 && command.builtin.empty() && !command.info) {
        throw std::invalid_argument("give --path FILE, --request FILE, or --to VALUES; or ask for --info");
    }
    if (command.info && (command.collides || command.all || !command.stats_file.empty() || command.recording.any())) {
        throw std::invalid_argument(
            "--info checks no motion: it cannot be combined with --collides, --all, --stats or files that show "
            "motions");
    }
    refuse_contradictions(command);
}

void add_inputs(CLI::App& robot, RobotCommand& command)
{
    robot.add_option("ROBOT", command.robot, "URDF file")->type_name("");
    robot.add_option("--builtin", command.builtin, "A built-in robot with scene and motions")->type_name("NAME");
    robot.add_option("--srdf", command.srdf, "SRDF file: pairs that may touch, states")->type_name("FILE");
    robot.add_option("--package-path", command.package_paths, "Folders of packages, to find their meshes")
        ->type_name("DIR...");
    robot.add_option("--path", command.path, "Waypoints: joint names, then a row per waypoint")->type_name("FILE");
    robot.add_option("--request", command.request, "Planning request: from start to goal")->type_name("FILE");
    robot.add_option("--from", command.from, "Values or state at the start")->type_name("VALUES");
    robot.add_option("--to", command.to, "Values or state at the end; the rest stay put")->type_name("VALUES");
    robot.add_option("--start", command.start, "Values that nothing else gives")->type_name("VALUES");
    robot.add_option("--scene", command.scene, "MoveIt planning scene, JSON or YAML")->type_name("FILE");
    robot.add_option("--against", command.against, "Obstacles: meshes or shapes, at @POSE")->type_name("BODY...");
    robot.add_option("--attach", command.attach, "Put BODY in a hand: LINK=BODY@POSE")->type_name("T...");
    robot.add_flag("--solid", command.solid, "Closed meshes of robot and obstacles are solids");
    robot.add_flag("--isolated-vertices", command.isolated_vertices, "Vertices without a face count as points");
}

void add_questions(CLI::App& robot, RobotCommand& command)
{
    robot.add_flag_callback(
        "--self", [&command] { command.self = true; }, "Check links against each other; the default");
    robot.add_flag_callback(
        "--no-self", [&command] { command.self = false; }, "Check links only against their surroundings");
    robot.add_flag("--check-limits", command.check_limits, "Refuse waypoints outside the joint limits");
    robot.add_flag("--info", command.info, "Show links, joints and ignored pairs; no motion");
    add_question_options(robot, command, {.all = "Report the first contact of every pair", .clearance = "Gap to keep"});
    robot.add_option("--pair-clearance", command.pair_clearances, "Gap to keep between two: A,B=D")->type_name("T...");
    add_time_tolerance_option(robot, command);
    add_budget_option(robot, command.budget, fmt::format("Maximum number of steps; default {}", command.budget));
}

}  // namespace

CLI::App* add_robot(CLI::App& app, RobotCommand& command)
{
    CLI::App* robot = app.add_subcommand("robot", "Prove robot motions free, or find their contacts");
    show_examples_first(*robot,
                        "  tocca robot arm.urdf --srdf arm.srdf --path path.csv --scene scene.yaml\n"
                        "  tocca robot arm.urdf --srdf arm.srdf --from ready --to elbow=1.5,wrist=-0.5\n"
                        "  tocca robot arm.urdf --request goal.yaml --clearance 0.01 --json a.json\n"
                        "  tocca robot arm.urdf --info\n"
                        "  tocca robot --builtin mannequin --report report.html\n");
    add_inputs(*robot, command);
    add_questions(*robot, command);
    add_run_options(*robot, command);
    robot->footer(
        "VALUES: all of the robot's, 0,0.5,-1.2, or some by name, elbow=0.5,wrist=-1.2,\n"
        "or a state of the SRDF file, ready or arm/ready; --info lists them.\n"
        "Default start: state home, ready or default of the SRDF file, or else the middle\n"
        "of the joint limits. The summary says which.\n"
        "Units: radians and the lengths of the URDF file. Poses: as in tocca rigid.\n"
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
