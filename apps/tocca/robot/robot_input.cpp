// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/robot/robot_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "apps/tocca/output/output_paths.hpp"
#include "apps/tocca/robot/robot_start.hpp"
#include "apps/tocca/terminal/builtin_entry.hpp"
#include "scenes/robots.hpp"
#include "tocca/base/error.hpp"
#include "tocca/io/joint_path.hpp"
#include "tocca/io/joint_state.hpp"
#include "tocca/io/number_text.hpp"
#include "tocca/io/planning_request.hpp"
#include "tocca/io/planning_scene.hpp"
#include "tocca/io/pose_text.hpp"
#include "tocca/io/robot_file.hpp"
#include "tocca/io/shape_text.hpp"
#include "tocca/robot/robot_state.hpp"

namespace tocca::app {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// BODY or BODY@POSE: a mesh file or a shape, and where it is.
struct BodyText {
    std::string body;
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
};

/// Names of files may hold an @ as long as no pose follows the last one.
BodyText body_of_text(const std::string& text)
{
    const std::size_t at = text.rfind('@');
    if (at == std::string::npos) return {text};
    const auto pose = pose_of_text(text.substr(at + 1));
    if (pose.fault.empty()) return {text.substr(0, at), pose.value};
    std::error_code ignored;
    if (!names_a_shape(text) && std::filesystem::exists(text, ignored)) return {text};
    throw std::invalid_argument(fmt::format("'{}': {}", text, pose.fault));
}

/// LINK=BODY@POSE, where more links may follow the first, after commas: those may be touched too.
struct AttachText {
    AttachedObject object;
    std::string body;
};

AttachText attach_of_text(const std::string& text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
        throw std::invalid_argument(fmt::format("--attach must be LINK=BODY or LINK=BODY@POSE, got '{}'", text));
    }
    const BodyText body = body_of_text(text.substr(equals + 1));
    AttachText attached{.object = {.name = body.body, .link = {}, .pose = body.pose}, .body = body.body};
    std::string links = text.substr(0, equals);
    for (bool first = true;; first = false) {
        const std::size_t comma = links.find(',');
        (first ? attached.object.link : attached.object.touch_links.emplace_back()) = links.substr(0, comma);
        if (comma == std::string::npos) return attached;
        links.erase(0, comma + 1);
    }
}

/// A name that neither a link nor an object has.
std::string free_name(const std::string& name, const RobotSetting& setting)
{
    for (int number = 1;; ++number) {
        const std::string candidate = number == 1 ? name : fmt::format("{} ({})", name, number);
        const bool taken = setting.robot.find_link(candidate) ||
                           std::any_of(setting.scene.objects.begin(), setting.scene.objects.end(),
                                       [&](const Obstacle& object) { return object.name == candidate; });
        if (!taken) return candidate;
    }
}

class Reader {
public:
    Reader(const RobotCommand& command, const std::stop_token& stop) : command_(command), stop_(stop) {}

    RobotSetting read()
    {
        RobotSetting setting = command_.builtin.empty() ? from_files() : from_builtin();
        for (const std::string& text : command_.attach) attach_to(setting, text);
        for (const std::string& text : command_.against) {
            const BodyText body = body_of_text(text);
            setting.scene.objects.push_back({.name = free_name(body.body, setting),
                                             .shapes = {shape_of(body.body, how(), stop_)},
                                             .pose = body.pose});
        }
        if (!command_.path.empty() || !command_.to.empty()) setting.motions = motions_of(setting.robot);
        if (!setting.motions.empty()) start_.note_defaults(setting.robot, default_);
        setting.notes = start_.take_notes();
        if (command_.check_limits && !command_.builtin.empty() && command_.path.empty() && command_.to.empty()) {
            for (const JointMotion& motion : setting.motions) {
                for (const VectorXd& end : {motion.from, motion.to}) check_limits(setting.robot, end, {});
            }
        }
        return setting;
    }

private:
    /// Meshes of --against and --attach.
    [[nodiscard]] RigidBodyOptions how() const
    {
        return {.solid = command_.solid, .isolated_vertices = command_.isolated_vertices};
    }

    RobotSetting from_builtin()
    {
        scenes::MovingRobot scene = made_by_name(scenes::robot_scenes(), command_.builtin, "robot");
        rest_ = scene.motions.empty() ? scene.robot.zero() : scene.motions.front().from;
        default_ = "as in the builtin motion";
        start_.begin(scene.robot, command_.path.empty() && command_.to.empty());
        RobotSetting setting{.robot = std::move(scene.robot),
                             .scene = std::move(scene.scene),
                             .motions = std::move(scene.motions),
                             .threshold = scene.threshold};
        finish_rest(setting.robot);
        if (!command_.request.empty()) setting.motions = {motion_of(read_request(setting.robot))};
        return setting;
    }

    RobotSetting from_files()
    {
        RobotFile file = read_robot(command_.robot,
                                    {.srdf = command_.srdf,
                                     .package_paths = command_.package_paths,
                                     .solid_meshes = command_.solid,
                                     .isolated_vertices = command_.isolated_vertices},
                                    stop_);
        const std::size_t unknown = file.unknown_pairs.size();
        start_.add_notes(file.notes);
        std::vector<SurfaceMesh> surfaces = std::move(file.surfaces);
        const Robot robot = robot_of(std::move(file.parts), command_.robot);
        PlanningScene scene;
        if (!command_.scene.empty()) {
            scene = load_scene(command_.scene, {.package_paths = command_.package_paths, .stop = stop_});
        }
        begin_rest(robot, scene.state);
        finish_rest(robot);
        std::vector<JointMotion> motions;
        JointState state;
        if (!command_.request.empty()) {
            const PlanningRequest request = read_request(robot);
            state = request.state;
            tell(robot, request.state);
            motions.push_back(motion_of(request));
        }
        RobotInScene placed = place_robot(robot, scene, state, rest_);
        start_.add_notes(placed.notes);
        return {.robot = std::move(placed.robot),
                .scene = std::move(placed.scene),
                .motions = std::move(motions),
                .unknown_pairs = unknown + placed.left_out.size(),
                .surfaces = std::move(surfaces)};
    }

    void begin_rest(const Robot& robot, const JointState& state)
    {
        DefaultStart start = default_start(robot);
        default_ = where_it_starts(start);
        start_.begin(robot, false);
        rest_ = configuration_of(state, robot, std::move(start.values));
        tell(robot, state);
    }

    void finish_rest(const Robot& robot)
    {
        if (!command_.start.empty()) rest_ = values_of(robot, "--start", command_.start, rest_, true);
    }

    /// Marks the values that a state gives.
    void tell(const Robot& robot, const JointState& state)
    {
        const auto tell_joint = [&](const std::string& name) {
            const auto joint = robot.find_joint(name);
            if (!joint || robot.joints()[*joint].mimic) return;
            for (std::size_t i = 0; i < value_count(robot.joints()[*joint].type); ++i) {
                start_.give({robot.first_value(*joint) + i});
            }
        };
        for (const JointState::Values& given : state.joints) tell_joint(given.joint);
        for (const JointState::Placement& given : state.placements) tell_joint(given.joint);
    }

    /// `at_start`: the values are those at the start.
    [[nodiscard]] VectorXd values_of(const Robot& robot, const char* option, const std::string& text,
                                     const VectorXd& rest, bool at_start)
    {
        try {
            return start_.read(text, robot, rest, at_start);
        } catch (const std::invalid_argument& error) {
            throw std::invalid_argument(fmt::format("{}: {}", option, error.what()));
        }
    }

    [[nodiscard]] PlanningRequest read_request(const Robot& robot)
    {
        PlanningRequest request = read_planning_request(command_.request, robot, rest_, stop_);
        start_.add_notes(request.notes);
        check_limits(robot, request.start, {.file = command_.request});
        check_limits(robot, request.goals.front(), {.file = command_.request});
        return request;
    }

    [[nodiscard]] static JointMotion motion_of(const PlanningRequest& request)
    {
        return {.from = request.start, .to = request.goals.front()};
    }

    [[nodiscard]] std::vector<JointMotion> motions_of(const Robot& robot)
    {
        if (command_.path.empty()) {
            JointMotion motion{.from = rest_, .to = {}};
            if (!command_.from.empty()) motion.from = values_of(robot, "--from", command_.from, rest_, true);
            motion.to = values_of(robot, "--to", command_.to, motion.from, false);
            for (const VectorXd& end : {motion.from, motion.to}) check_limits(robot, end, {});
            return {motion};
        }
        const JointPath path = read_joint_path(command_.path, robot, rest_, stop_);
        start_.add_notes(path.notes);
        start_.give(path.named);
        for (Index row = 0; row < path.waypoints.rows(); ++row) {
            ErrorPlace place{.file = command_.path};
            if (!path.lines.empty()) place.line = path.lines[static_cast<std::size_t>(row)];
            check_limits(robot, path.waypoints.row(row).transpose(), place);
        }
        // A single waypoint is a robot at rest.
        if (path.waypoints.rows() == 1) {
            const VectorXd only = path.waypoints.row(0).transpose();
            return {{.from = only, .to = only}};
        }
        std::vector<JointMotion> motions;
        for (Index row = 0; row + 1 < path.waypoints.rows(); ++row) {
            motions.push_back(
                {.from = path.waypoints.row(row).transpose(), .to = path.waypoints.row(row + 1).transpose()});
        }
        return motions;
    }

    void check_limits(const Robot& robot, const VectorXd& configuration, const ErrorPlace& place) const
    {
        if (!command_.check_limits) return;
        if (const auto broken = robot.limit_broken(configuration)) throw Error(ErrorCode::joint_limit, *broken, place);
    }

    void attach_to(RobotSetting& setting, const std::string& text) const
    {
        AttachText attached = attach_of_text(text);
        std::vector<std::string> links = attached.object.touch_links;
        links.push_back(attached.object.link);
        for (const std::string& link : links) {
            if (setting.robot.find_link(link)) continue;
            throw std::invalid_argument(fmt::format("--attach {}: there is no link '{}'", text, link));
        }
        attached.object.name = free_name(attached.body, setting);
        attached.object.shapes = {shape_of(attached.body, how(), stop_)};
        setting.robot = attach(setting.robot, attached.object);
    }

    const RobotCommand& command_;
    const std::stop_token& stop_;
    VectorXd rest_;  ///< values that are not given
    RobotStart start_;
    std::string default_;  ///< where values start that nothing gives
};

RobotCheckOptions::PairClearance pair_clearance_of(const std::string& text)
{
    const std::size_t equals = text.rfind('='), comma = text.find(',');
    const auto number = equals == std::string::npos ? std::nullopt : double_of(text.substr(equals + 1));
    if (!number || !std::isfinite(*number) || *number < 0.0 || comma == std::string::npos || comma > equals) {
        throw std::invalid_argument(fmt::format("--pair-clearance must be A,B=D with a length D, got '{}'", text));
    }
    return {text.substr(0, comma), text.substr(comma + 1, equals - comma - 1), *number};
}

}  // namespace

RobotSetting read_setting(const RobotCommand& command, const std::stop_token& stop)
{
    return Reader(command, stop).read();
}

RobotCheckOptions check_options(const RobotCommand& command, const RobotSetting& setting)
{
    RobotCheckOptions options{.self = command.self,
                              .clearance = command.clearance.value_or(0.0),
                              .threshold = command.threshold ? command.threshold : setting.threshold};
    for (const std::string& text : command.pair_clearances) options.pair_clearances.push_back(pair_clearance_of(text));
    return options;
}

void check_robot_files(const RobotCommand& command)
{
    std::vector<std::filesystem::path> inputs;
    for (const std::string& file : {command.robot, command.srdf, command.scene, command.path, command.request}) {
        if (!file.empty()) inputs.emplace_back(file);
    }
    std::vector<std::string> bodies = command.against;
    for (const std::string& text : command.attach) bodies.push_back(text.substr(text.find('=') + 1));
    for (const std::string& text : bodies) {
        if (names_a_shape(text)) continue;
        inputs.emplace_back(text);
        inputs.emplace_back(text.substr(0, text.rfind('@')));
    }
    check_outputs(command.outputs(), inputs);
}

}  // namespace tocca::app
