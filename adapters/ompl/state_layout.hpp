// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ompl/base/StateSpace.h>

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "adapters/ompl/planned_values.hpp"
#include "tocca/robot/robot.hpp"
#include "tocca/robot/robot_query.hpp"

namespace ompl::geometric {
class PathGeometric;
}

namespace tocca::planning {

/// What the states of a space say about a robot: its values are those of the planned joints, in order.
///
/// The space may be of any kind that is made up of RealVectorStateSpace, SO2StateSpace (an angle), SO3StateSpace (a
/// quaternion) and compounds of them such as SE2StateSpace and SE3StateSpace.
class StateLayout {
public:
    /// Throws: std::invalid_argument as robot_state_space; for a space with other parts, with another number of values, with
    ///         rotations where the robot has none, and for one that moves from state to state in another way than the
    ///         robot (tried with some), as DubinsStateSpace does.
    StateLayout(const Robot& robot, ::ompl::base::StateSpacePtr space, const PlannedJoints& planned = {});

    [[nodiscard]] const ::ompl::base::StateSpacePtr& space() const { return space_; }

    /// The whole configuration of the robot.
    [[nodiscard]] Eigen::VectorXd configuration(const ::ompl::base::State* state) const;

    /// The planned joints of a configuration as a state; angles of SO2StateSpace are brought to [-pi, pi).
    void write(const Eigen::VectorXd& configuration, ::ompl::base::State* state) const;

    /// The motion from one state to another as OMPL interpolates it. Where an angle goes through pi on the shorter way round,
    /// `to` has it beyond.
    [[nodiscard]] JointMotion motion(const ::ompl::base::State* from, const ::ompl::base::State* to) const;

    /// Where the motion is at a time, to rounding.
    ///
    /// As StateSpace::interpolate, but for turns of less than 1e-4: those OMPL leaves out in SO3StateSpace.
    void interpolate(const JointMotion& motion, double t, ::ompl::base::State* state) const;

    /// The configurations of a path, one in a row, for check_path. Angles go on beyond pi, so that each motion between rows
    /// is that of the states.
    [[nodiscard]] Eigen::MatrixXd path(const ::ompl::geometric::PathGeometric& path) const;

private:
    /// What a planned value is in the states.
    enum class Kind : unsigned char { real, angle, quaternion };
    struct Value {
        Eigen::Index index;  // in configurations
        Kind kind;           // of quaternions each of the four
    };

    void add_values_of(const Robot& robot, const ::ompl::base::StateSpace& space,
                       const std::vector<std::size_t>& planned);
    void require_same_motion() const;

    ::ompl::base::StateSpacePtr space_;
    Eigen::VectorXd held_;
    std::vector<Value> values_;
};

}  // namespace tocca::planning
