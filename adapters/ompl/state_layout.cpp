// SPDX-License-Identifier: Apache-2.0
#include "adapters/ompl/state_layout.hpp"

#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/SO2StateSpace.h>
#include <ompl/base/spaces/SO3StateSpace.h>
#include <ompl/geometric/PathGeometric.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <random>
#include <stdexcept>
#include <utility>

#include "tocca/base/error.hpp"

namespace tocca::planning {

namespace {

namespace ob = ::ompl::base;
using Eigen::Index;
using Eigen::Map;
using Eigen::MatrixXd;
using Eigen::Quaterniond;
using Eigen::VectorXd;

constexpr double turn = 2.0 * std::numbers::pi;

/// Calls `visit` with the address of every value of a state, in order.
template <class Visit>
void for_each_value(const ob::StateSpace& space, ob::State* state, const Visit& visit)
{
    if (space.isCompound()) {
        const auto& compound = *space.as<ob::CompoundStateSpace>();
        for (unsigned int i = 0; i < compound.getSubspaceCount(); ++i)
            for_each_value(*compound.getSubspace(i), state->as<ob::CompoundState>()->components[i], visit);
    } else if (space.getType() == ob::STATE_SPACE_REAL_VECTOR) {
        double* const values = state->as<ob::RealVectorStateSpace::StateType>()->values;
        for (unsigned int i = 0; i < space.getDimension(); ++i) visit(values[i]);
    } else if (space.getType() == ob::STATE_SPACE_SO2) {
        visit(state->as<ob::SO2StateSpace::StateType>()->value);
    } else {
        auto& quaternion = *state->as<ob::SO3StateSpace::StateType>();
        visit(quaternion.x);
        visit(quaternion.y);
        visit(quaternion.z);
        visit(quaternion.w);
    }
}

/// The same angle in [-pi, pi); one that is there already is not changed.
double within_turn(double angle)
{
    if (angle >= -std::numbers::pi && angle < std::numbers::pi) return angle;
    const double rest = std::remainder(angle, turn);
    return rest >= std::numbers::pi ? rest - turn : rest;
}

/// Where OMPL's way from one angle to the other ends.
double shorter_way(double from, double to)
{
    if (to - from > std::numbers::pi) return to - turn;
    if (to - from < -std::numbers::pi) return to + turn;
    return to;
}

/// A state that is freed when it is no longer needed.
class OwnState {
public:
    explicit OwnState(const ob::StateSpacePtr& space) : space_(space), state_(space->allocState()) {}
    ~OwnState() { space_->freeState(state_); }
    OwnState(const OwnState&) = delete;
    OwnState& operator=(const OwnState&) = delete;
    [[nodiscard]] ob::State* get() const { return state_; }

private:
    const ob::StateSpacePtr& space_;
    ob::State* state_;
};

}  // namespace

StateLayout::StateLayout(const Robot& robot, ob::StateSpacePtr space, const PlannedJoints& planned)
    : space_(std::move(space)), held_(planned.held ? *planned.held : robot.zero())
{
    require(space_ != nullptr, "a layout needs a state space");
    (void)robot.poses(held_);
    const std::vector<std::size_t> values = planned_values(robot, planned);
    add_values_of(robot, *space_, values);
    if (values_.size() != values.size())
        throw std::invalid_argument("the state space has " + std::to_string(values_.size()) +
                                    " values, the planned joints have " + std::to_string(values.size()));
    require_same_motion();
}

void StateLayout::add_values_of(const Robot& robot, const ob::StateSpace& space,
                                const std::vector<std::size_t>& planned)
{
    if (space.isCompound()) {
        const auto& compound = *space.as<ob::CompoundStateSpace>();
        for (unsigned int i = 0; i < compound.getSubspaceCount(); ++i)
            add_values_of(robot, *compound.getSubspace(i), planned);
        return;
    }
    const auto add = [&](Kind kind, ValueKind wanted, const char* what) {
        if (values_.size() >= planned.size())
            throw std::invalid_argument("the state space has more values than the planned joints");
        const std::size_t value = planned[values_.size()];
        const ValueKind is = value_kind(robot, value);
        // An angle that is the same after a turn may still be planned as a number.
        const bool fits = is == wanted || (wanted == ValueKind::real && is == ValueKind::angle);
        if (!fits)
            throw std::invalid_argument("the value '" + robot.value_name(value) + "' of the robot cannot be " + what +
                                        " in the state space");
        values_.push_back({static_cast<Index>(value), kind});
    };
    if (space.getType() == ob::STATE_SPACE_REAL_VECTOR) {
        for (unsigned int i = 0; i < space.getDimension(); ++i) add(Kind::real, ValueKind::real, "a real number");
    } else if (space.getType() == ob::STATE_SPACE_SO2) {
        add(Kind::angle, ValueKind::angle, "an SO2");
    } else if (space.getType() == ob::STATE_SPACE_SO3) {
        const std::size_t first = values_.size();
        for (int i = 0; i < 4; ++i) add(Kind::quaternion, ValueKind::quaternion, "part of an SO3");
        for (std::size_t i = 0; i < 4; ++i)
            require(planned[first + i] == planned[first] + i && robot.value_name(planned[first]).ends_with(".qx"),
                    "an SO3 must be the whole quaternion of a joint");
    } else {
        throw std::invalid_argument("a state space has parts other than real vectors, SO2 and SO3");
    }
}

VectorXd StateLayout::configuration(const ob::State* state) const
{
    VectorXd values = held_;
    std::size_t next = 0;
    // The visitor only reads.
    for_each_value(*space_, const_cast<ob::State*>(state),
                   [&](const double& value) { values[values_[next++].index] = value; });
    return values;
}

void StateLayout::write(const VectorXd& configuration, ob::State* state) const
{
    require(configuration.size() == held_.size(), "a configuration must have as many values as the robot has");
    std::size_t next = 0;
    for_each_value(*space_, state, [&](double& value) {
        const Value& place = values_[next++];
        value = configuration[place.index];
        if (place.kind == Kind::angle) value = within_turn(value);
    });
}

JointMotion StateLayout::motion(const ob::State* from, const ob::State* to) const
{
    JointMotion motion = {configuration(from), configuration(to)};
    for (const Value& value : values_) {
        if (value.kind == Kind::angle)
            motion.to[value.index] = shorter_way(motion.from[value.index], motion.to[value.index]);
    }
    return motion;
}

void StateLayout::interpolate(const JointMotion& motion, double t, ob::State* state) const
{
    VectorXd values = (1.0 - t) * motion.from + t * motion.to;
    for (std::size_t i = 0; i < values_.size(); ++i) {
        if (values_[i].kind != Kind::quaternion) continue;
        const Index first = values_[i].index;
        const Map<const Quaterniond> from(motion.from.data() + first);
        const Map<const Quaterniond> to(motion.to.data() + first);
        values.segment<4>(first) = from.normalized().slerp(t, to.normalized()).normalized().coeffs();
        i += 3;
    }
    write(values, state);
}

MatrixXd StateLayout::path(const ::ompl::geometric::PathGeometric& path) const
{
    MatrixXd rows(static_cast<Index>(path.getStateCount()), held_.size());
    VectorXd turns = VectorXd::Zero(held_.size());
    for (Index row = 0; row < rows.rows(); ++row) {
        const ob::State* const state = path.getState(static_cast<unsigned int>(row));
        const VectorXd values = configuration(state);
        if (row > 0) {
            const JointMotion before = motion(path.getState(static_cast<unsigned int>(row - 1)), state);
            turns += ((before.to - values) / turn).array().round().matrix();
        }
        rows.row(row) = (values + turn * turns).transpose();
    }
    return rows;
}

/// Goes a quarter and half of the way between some states, with OMPL and with the robot.
void StateLayout::require_same_motion() const
{
    std::minstd_rand random(1);
    const auto unit = [&] { return static_cast<double>(random()) / static_cast<double>(std::minstd_rand::max()); };
    const auto some_state = [&](ob::State* state) {
        VectorXd values = held_;
        for (std::size_t i = 0; i < values_.size(); ++i) {
            const Index index = values_[i].index;
            values[index] = 2.0 * unit() - 1.0;
            if (values_[i].kind == Kind::angle) values[index] *= std::numbers::pi;
            if (values_[i].kind != Kind::quaternion) continue;
            Quaterniond quaternion(unit() + 0.1, unit() - 0.5, unit() - 0.5, unit() - 0.5);
            values.segment<4>(index) = quaternion.normalized().coeffs();
            i += 3;
        }
        write(values, state);
    };
    const OwnState from(space_), to(space_), theirs(space_), ours(space_);
    for (int i = 0; i < 8; ++i) {
        some_state(from.get());
        some_state(to.get());
        for (const double t : {0.25, 0.5}) {
            space_->interpolate(from.get(), to.get(), t, theirs.get());
            interpolate(motion(from.get(), to.get()), t, ours.get());
            const VectorXd difference = motion(ours.get(), theirs.get()).to - configuration(ours.get());
            require(difference.lpNorm<Eigen::Infinity>() < 1e-9,
                    "the state space moves from state to state in another way than the robot");
        }
    }
}

}  // namespace tocca::planning
