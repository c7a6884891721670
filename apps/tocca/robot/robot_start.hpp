// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "tocca/io/note.hpp"
#include "tocca/robot/robot.hpp"
#include "tocca/robot/robot_state.hpp"

namespace tocca::app {

/// The robot that the parts of a file make.
///
/// Throws: Error as Robot, with the file.
[[nodiscard]] Robot robot_of(RobotParts parts, const std::string& file);

/// A mesh file or a shape of shape_of_text, at the origin of what holds it.
///
/// Throws: Error as load_mesh and mesh_shape, with the file; std::invalid_argument for a malformed shape.
[[nodiscard]] RobotShape shape_of(const std::string& body, const RigidBodyOptions& how, const std::stop_token& stop);

/// What is said of pairs to be ignored of which a name is unknown.
[[nodiscard]] std::string unknown_pairs_text(std::size_t count);

/// Where a robot starts: which of its values files and options give, and the notes of those who read them.
class RobotStart {
public:
    void begin(const Robot& robot, bool given) { given_.assign(robot.value_count(), given); }
    void give(const std::vector<std::size_t>& values);
    void give_all() { given_.assign(given_.size(), true); }

    /// Reads a configuration: what the text leaves out is as in `rest`. `gives`: its values count as given.
    ///
    /// Throws: std::invalid_argument as configuration_of_text.
    [[nodiscard]] Eigen::VectorXd read(const std::string& text, const Robot& robot, const Eigen::VectorXd& rest,
                                       bool gives);

    void add_notes(const std::vector<Note>& notes);
    void add_note(std::string note) { notes_.push_back(std::move(note)); }
    /// Notes which values nothing gives, if there are any, since nobody asked for the place where the motion starts.
    void note_defaults(const Robot& robot, const std::string& where);
    [[nodiscard]] std::vector<std::string> take_notes() { return std::move(notes_); }

private:
    std::vector<bool> given_;
    std::vector<std::string> notes_;
};

/// Where values start that nothing gives, as in "1 value starts in the state 'home' of the SRDF file".
[[nodiscard]] std::string where_it_starts(const DefaultStart& start);

}  // namespace tocca::app
