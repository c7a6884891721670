// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/base/error.hpp"
#include "tocca/io/note.hpp"
#include "tocca/robot/robot.hpp"

namespace tocca {

/// Named values of some joints, as files give them.
struct JointState {
    struct Values {
        std::string joint;
        std::vector<double> values = {};
        ErrorPlace place = {};
    };
    /// The child link of a joint with several values, placed by a pose; or the robot itself, for a joint that it lacks.
    struct Placement {
        std::string joint;
        Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
        ErrorPlace place = {};
    };
    std::vector<Values> joints = {};
    std::vector<Placement> placements = {};
    /// Joints that the robot lacks are passed over, as planning tools do: their robots may have wheels that this one is
    /// read without. If it has none of them, that is an error all the same.
    bool skips_unknown = false;
};

/// The configuration `rest` with the values of the state. Mimic and fixed joints, which have no values of their own, are
/// passed over. Quaternions are normalised where their length is more than 1 % off, and `notes` say so, if given.
///
/// Throws: Error (malformed_robot) with the place, for a joint that the robot lacks or another number of values than it
///         has; Error (not_a_rotation) for quaternions whose length is not within 0.5 and 2. std::invalid_argument for a
///         `rest` of another length.
[[nodiscard]] Eigen::VectorXd configuration_of(const JointState& state, const Robot& robot, Eigen::VectorXd rest,
                                               std::vector<Note>* notes = nullptr);

/// A note about the joints of a state that the robot lacks, if it has such.
[[nodiscard]] std::optional<Note> note_of_unknown_joints(const JointState& state, const Robot& robot);

/// Where the root of the robot is, in the coordinates that the state is about: the placement of the joint that the robot
/// lacks, as planning tools have one between the world and the robot; the identity without such a joint.
///
/// Throws: Error (malformed_robot) when there are several.
[[nodiscard]] Eigen::Isometry3d root_pose_of(const JointState& state, const Robot& robot);

/// Reads a configuration written as all of a robot's values, "0,0.5,-1.2", as some of them by name, "elbow=0.5,wrist=-1.2",
/// as a state of the robot, "ready", or as a state with values that it does not have, "ready,wrist=-1.2"; with the others as
/// in `rest`.
///
/// Throws: std::invalid_argument for a text that is neither, and for names and values as configuration_of.
[[nodiscard]] Eigen::VectorXd configuration_of_text(std::string_view text, const Robot& robot, Eigen::VectorXd rest,
                                                    std::vector<Note>* notes = nullptr);

/// The numbers of the values that such a text gives itself. Assumes: configuration_of_text reads it.
[[nodiscard]] std::vector<std::size_t> values_given(std::string_view text, const Robot& robot);

}  // namespace tocca
