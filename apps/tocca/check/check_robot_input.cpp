// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/check/check_robot_input.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>
#include <variant>

#include "apps/tocca/robot/robot_start.hpp"
#include "apps/tocca/terminal/human_text.hpp"
#include "tocca/base/error.hpp"
#include "tocca/io/joint_path.hpp"
#include "tocca/io/joint_state.hpp"
#include "tocca/io/joint_values.hpp"
#include "tocca/io/robot_file.hpp"
#include "tocca/io/shape_text.hpp"
#include "tocca/robot/robot_scene.hpp"
#include "tocca/robot/robot_state.hpp"

namespace tocca::app {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

class RobotPartReader {
public:
    RobotPartReader(const SceneFile::Part& part, const SceneFile::Robot& robot, const CheckedRobotOptions& options)
        : part_(part), description_(robot), options_(options)
    {}

    CheckedRobot read()
    {
        inputs_.emplace_back(description_.urdf);
        if (!description_.srdf.empty()) inputs_.emplace_back(description_.srdf);
        RobotFile file = read_robot(description_.urdf,
                                    {.srdf = description_.srdf,
                                     .package_paths = {options_.package_paths.begin(), options_.package_paths.end()},
                                     .solid_meshes = part_.options.solid,
                                     .isolated_vertices = description_.isolated_vertices},
                                    options_.stop);
        start_.add_notes(file.notes);
        for (const SurfaceMesh& mesh : file.surfaces) {
            start_.add_note(fmt::format("{} is a surface, not a solid: {}", mesh.file, mesh.why));
        }
        if (!file.unknown_pairs.empty()) start_.add_note(unknown_pairs_text(file.unknown_pairs.size()));
        Robot robot = robot_of(std::move(file.parts), description_.urdf);
        Eigen::MatrixXd waypoints = waypoints_of(robot);
        for (const SceneFile::Hold& hold : description_.holds) robot = holding(robot, hold);
        if (description_.pose) robot = at_place([&] { return join({{.robot = robot, .pose = *description_.pose}}); });
        return {.robot = std::move(robot),
                .waypoints = std::move(waypoints),
                .notes = start_.take_notes(),
                .inputs = std::move(inputs_)};
    }

private:
    /// What the scene file says of the robot and the robot refuses is at fault in the scene file.
    template <class Make>
    [[nodiscard]] Robot at_place(const Make& make) const
    {
        try {
            return make();
        } catch (const Error& error) {
            if (!error.place().file.empty()) throw;
            throw Error(error.code(), fmt::format("part '{}': {}", part_.options.name, error.what()), part_.place);
        }
    }

    [[nodiscard]] Robot holding(const Robot& robot, const SceneFile::Hold& hold)
    {
        if (!names_a_shape(hold.body)) inputs_.emplace_back(hold.body);
        return at_place([&] {
            for (const std::string& link : hold.touch_links) {
                if (robot.find_link(link)) continue;
                throw Error(
                    ErrorCode::malformed_robot,
                    fmt::format("it holds '{}', which may touch '{}', but there is no such link", hold.name, link));
            }
            const RigidBodyOptions how{.solid = part_.options.solid,
                                       .isolated_vertices = description_.isolated_vertices};
            return attach(robot, {.name = hold.name,
                                  .link = hold.link,
                                  .shapes = {shape_of(hold.body, how, options_.stop)},
                                  .pose = hold.pose,
                                  .touch_links = hold.touch_links});
        });
    }

    [[nodiscard]] Eigen::MatrixXd waypoints_of(const Robot& robot)
    {
        const DefaultStart start = default_start(robot);
        start_.begin(robot, false);
        Eigen::MatrixXd waypoints = start.values.transpose();
        if (!description_.path_file.empty()) {
            inputs_.emplace_back(description_.path_file);
            JointPath path = read_joint_path(description_.path_file, robot, start.values, options_.stop);
            start_.add_notes(path.notes);
            start_.give(path.named);
            waypoints = std::move(path.waypoints);
        } else if (!description_.waypoints.empty()) {
            waypoints.resize(static_cast<Index>(description_.waypoints.size()),
                             static_cast<Index>(robot.value_count()));
            VectorXd last = start.values;
            for (std::size_t i = 0; i < description_.waypoints.size(); ++i) {
                last = waypoint_of(robot, i, last);
                waypoints.row(static_cast<Index>(i)) = last.transpose();
            }
        }
        start_.note_defaults(robot, where_it_starts(start));
        return waypoints;
    }

    /// What a waypoint does not say is as in the one before. The first one gives the values at the start.
    [[nodiscard]] VectorXd waypoint_of(const Robot& robot, std::size_t number, const VectorXd& before)
    {
        const auto& waypoint = description_.waypoints[number];
        if (const auto* text = std::get_if<std::string>(&waypoint)) {
            try {
                return start_.read(*text, robot, before, number == 0);
            } catch (const std::invalid_argument& error) {
                refuse(number, error.what());
            }
        }
        const auto& numbers = std::get<std::vector<double>>(waypoint);
        if (numbers.size() != robot.value_count()) {
            refuse(number, fmt::format("it has {}, but the robot has {}: see tocca robot --info",
                                       counted(numbers.size(), "value"), robot.value_count()));
        }
        VectorXd values = Eigen::Map<const VectorXd>(numbers.data(), static_cast<Index>(numbers.size()));
        const OrientationReading reading = normalise_orientations(values, robot);
        if (!reading.fault.empty()) refuse(number, reading.fault);
        if (!reading.joint.empty()) {
            start_.add_note(fmt::format("waypoint {}: the quaternion of joint '{}' was not of length 1: normalised",
                                        number, reading.joint));
        }
        if (number == 0) start_.give_all();
        return values;
    }

    [[noreturn]] void refuse(std::size_t waypoint, const std::string& fault) const
    {
        throw Error(ErrorCode::malformed_file,
                    fmt::format("part '{}': waypoint {} of its path: {}", part_.options.name, waypoint, fault),
                    description_.path_place);
    }

    const SceneFile::Part& part_;
    const SceneFile::Robot& description_;
    const CheckedRobotOptions& options_;
    RobotStart start_;
    std::vector<std::filesystem::path> inputs_;
};

}  // namespace

CheckedRobot read_checked_robot(const SceneFile::Part& part, const SceneFile::Robot& robot,
                                const CheckedRobotOptions& options)
{
    return RobotPartReader(part, robot, options).read();
}

}  // namespace tocca::app
