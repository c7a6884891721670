// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/robot/robot_start.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "apps/tocca/terminal/human_text.hpp"
#include "tocca/base/error.hpp"
#include "tocca/io/joint_state.hpp"
#include "tocca/io/load_mesh.hpp"
#include "tocca/io/robot_shape_text.hpp"
#include "tocca/io/shape_text.hpp"

namespace tocca::app {
namespace {

/// Names the file in errors that do not.
template <class Make>
auto with_file(const std::string& file, const Make& make)
{
    try {
        return make();
    } catch (const Error& error) {
        throw Error(error.code(), error.what(), {.file = file});
    }
}

}  // namespace

Robot robot_of(RobotParts parts, const std::string& file)
{
    return with_file(file, [&] { return Robot(std::move(parts)); });
}

RobotShape shape_of(const std::string& body, const RigidBodyOptions& how, const std::stop_token& stop)
{
    const auto origin = Eigen::Isometry3d::Identity();
    if (names_a_shape(body)) {
        auto reading = robot_shape_of_text(body, origin);
        if (!reading.fault.empty()) throw std::invalid_argument(reading.fault);
        return std::move(reading.value);
    }
    if (body.empty()) throw std::invalid_argument("'': empty file name");
    const TriangleMesh mesh = load_mesh(body, stop);
    return with_file(body, [&] { return mesh_shape(mesh, origin, Eigen::Vector3d::Ones(), how); });
}

std::string unknown_pairs_text(std::size_t count)
{
    return fmt::format("{} not used: no link or object has one of the names", counted(count, "ignored pair"));
}

void RobotStart::give(const std::vector<std::size_t>& values)
{
    for (const std::size_t value : values) given_[value] = true;
}

Eigen::VectorXd RobotStart::read(const std::string& text, const Robot& robot, const Eigen::VectorXd& rest, bool gives)
{
    std::vector<Note> notes;
    Eigen::VectorXd values = configuration_of_text(text, robot, rest, &notes);
    add_notes(notes);
    if (gives) give(values_given(text, robot));
    return values;
}

void RobotStart::add_notes(const std::vector<Note>& notes)
{
    for (const Note& note : notes) notes_.push_back(note.text());
}

void RobotStart::note_defaults(const Robot& robot, const std::string& where)
{
    constexpr std::size_t max_names = 8;
    std::vector<std::string> names;
    std::size_t count = 0;
    for (std::size_t i = 0; i < given_.size(); ++i) {
        if (!given_[i] && ++count <= max_names) names.push_back(robot.value_name(i));
    }
    if (count == 0) return;
    notes_.push_back(fmt::format("{} start{} {}, because nothing says where: {}{}", counted(count, "value"),
                                 count == 1 ? "s" : "", where, fmt::join(names, ", "),
                                 count > max_names ? ", ..." : ""));
}

std::string where_it_starts(const DefaultStart& start)
{
    return start.state.empty()
               ? "in the middle of the joint's limits, or at 0 without limits"
               : fmt::format("in the state '{}' of the SRDF file, otherwise in the middle of the joint's limits",
                             start.state);
}

}  // namespace tocca::app
