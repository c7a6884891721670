// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/check_robot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <variant>

#include "apps/tocca/human_text.hpp"
#include "apps/tocca/robot_pieces.hpp"
#include "apps/tocca/robot_report.hpp"
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
        add_notes(file.notes);
        for (const SurfaceMesh& mesh : file.surfaces) {
            notes_.push_back(fmt::format("{} is a surface and no solid: {}", mesh.file, mesh.why));
        }
        if (!file.unknown_pairs.empty()) {
            notes_.push_back(fmt::format("{} passed over that name what is not there",
                                         counted(file.unknown_pairs.size(), "allowed pair")));
        }
        Robot robot = robot_of(std::move(file.parts));
        Eigen::MatrixXd waypoints = waypoints_of(robot);
        for (const SceneFile::Hold& hold : description_.holds) robot = holding(robot, hold);
        if (description_.pose) robot = at_place([&] { return join({{.robot = robot, .pose = *description_.pose}}); });
        return {.robot = std::move(robot),
                .waypoints = std::move(waypoints),
                .notes = std::move(notes_),
                .inputs = std::move(inputs_)};
    }

private:
    void add_notes(const std::vector<Note>& notes)
    {
        for (const Note& note : notes) notes_.push_back(note.text());
    }

    [[nodiscard]] Robot robot_of(RobotParts parts) const
    {
        try {
            return Robot(std::move(parts));
        } catch (const Error& error) {
            throw Error(error.code(), error.what(), {.file = description_.urdf});
        }
    }

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
                throw Error(ErrorCode::malformed_robot,
                            fmt::format("it holds '{}', which may touch '{}': no such link", hold.name, link));
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
        std::vector<bool> told(robot.value_count(), false);
        Eigen::MatrixXd waypoints = start.values.transpose();
        if (!description_.path_file.empty()) {
            inputs_.emplace_back(description_.path_file);
            JointPath path = read_joint_path(description_.path_file, robot, start.values, options_.stop);
            add_notes(path.notes);
            for (const std::size_t value : path.named) told[value] = true;
            waypoints = std::move(path.waypoints);
        } else if (!description_.waypoints.empty()) {
            waypoints.resize(static_cast<Index>(description_.waypoints.size()),
                             static_cast<Index>(robot.value_count()));
            VectorXd last = start.values;
            for (std::size_t i = 0; i < description_.waypoints.size(); ++i) {
                last = waypoint_of(robot, i, last, told);
                waypoints.row(static_cast<Index>(i)) = last.transpose();
            }
        }
        if (const auto note = default_values_note(robot, told, where_it_starts(start))) notes_.push_back(*note);
        return waypoints;
    }

    /// What a waypoint does not say is as in the one before. Marks as told what the first one says.
    [[nodiscard]] VectorXd waypoint_of(const Robot& robot, std::size_t number, const VectorXd& before,
                                       std::vector<bool>& told)
    {
        const auto& waypoint = description_.waypoints[number];
        if (const auto* text = std::get_if<std::string>(&waypoint)) {
            try {
                std::vector<Note> notes;
                VectorXd values = configuration_of_text(*text, robot, before, &notes);
                add_notes(notes);
                for (const std::size_t value : values_given(*text, robot)) {
                    if (number == 0) told[value] = true;
                }
                return values;
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
            notes_.push_back(fmt::format("waypoint {}: the quaternion of joint '{}' is not of length 1, normalised",
                                         number, reading.joint));
        }
        if (number == 0) std::fill(told.begin(), told.end(), true);
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
    std::vector<std::string> notes_;
    std::vector<std::filesystem::path> inputs_;
};

}  // namespace

CheckedRobot read_checked_robot(const SceneFile::Part& part, const SceneFile::Robot& robot,
                                const CheckedRobotOptions& options)
{
    return RobotPartReader(part, robot, options).read();
}

}  // namespace tocca::app
