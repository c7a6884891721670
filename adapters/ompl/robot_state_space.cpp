// SPDX-License-Identifier: Apache-2.0
#include "adapters/ompl/robot_state_space.hpp"

#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/SE2StateSpace.h>
#include <ompl/base/spaces/SE3StateSpace.h>
#include <ompl/base/spaces/SO2StateSpace.h>
#include <ompl/base/spaces/SO3StateSpace.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "tocca/base/error.hpp"

namespace tocca::planning {

namespace {

namespace ob = ::ompl::base;

/// Where the values of a robot end.
class Bounds {
public:
    Bounds(const Robot& robot, const StateBounds& bounds) : robot_(robot), bounds_(bounds) {}

    /// Bounds that were given for a value, or the limits of its joint.
    [[nodiscard]] const Joint::Limits* find(std::size_t value) const
    {
        const std::string name = robot_.value_name(value);
        for (const StateBounds::Named& named : bounds_.values) {
            if (named.value == name) return &named.limits;
        }
        const Joint& joint = robot_.joints()[joint_of(robot_, value)];
        const bool limited = joint.type == Joint::Type::revolute || joint.type == Joint::Type::prismatic;
        return limited && joint.limits ? &*joint.limits : nullptr;
    }

    /// Those, or else what is usual for an angle or a length.
    [[nodiscard]] Joint::Limits real(std::size_t value) const
    {
        Joint::Limits limits = {-std::numbers::pi, std::numbers::pi};
        if (const Joint::Limits* found = find(value)) {
            limits = *found;
        } else if (is_length(value)) {
            if (!bounds_.lengths)
                throw std::invalid_argument("the value '" + robot_.value_name(value) +
                                            "' has no limits: give bounds to plan it");
            limits = *bounds_.lengths;
        }
        if (!(std::isfinite(limits.lower) && std::isfinite(limits.upper) && limits.lower < limits.upper))
            throw std::invalid_argument("the bounds of '" + robot_.value_name(value) + "' leave no room to plan it");
        return limits;
    }

private:
    [[nodiscard]] bool is_length(std::size_t value) const
    {
        const std::size_t joint = joint_of(robot_, value);
        const Joint::Type type = robot_.joints()[joint].type;
        return type == Joint::Type::prismatic || type == Joint::Type::floating ||
               (type == Joint::Type::planar && value < robot_.first_value(joint) + 2);
    }

    const Robot& robot_;
    const StateBounds& bounds_;
};

ob::RealVectorBounds real_bounds(const Bounds& bounds, std::size_t first, unsigned int count)
{
    ob::RealVectorBounds real(count);
    for (unsigned int i = 0; i < count; ++i) {
        const Joint::Limits limits = bounds.real(first + i);
        real.setLow(i, limits.lower);
        real.setHigh(i, limits.upper);
    }
    return real;
}

/// The parts of a state space, in order; real values that follow each other are in one.
class Parts {
public:
    Parts(const Robot& robot, const Bounds& bounds) : robot_(robot), bounds_(bounds) {}

    void add_real(std::size_t value)
    {
        if (reals_ == nullptr) {
            reals_ = std::make_shared<ob::RealVectorStateSpace>();
            parts_.push_back(reals_);
        }
        const Joint::Limits limits = bounds_.real(value);
        reals_->addDimension(robot_.value_name(value), limits.lower, limits.upper);
    }

    void add_angle(std::size_t value)
    {
        if (bounds_.find(value) != nullptr || value_kind(robot_, value) == ValueKind::real) return add_real(value);
        add(std::make_shared<ob::SO2StateSpace>());
    }

    void add_plane(std::size_t first)
    {
        if (bounds_.find(first + 2) != nullptr) {
            for (std::size_t i = 0; i < 3; ++i) add_real(first + i);
            return;
        }
        const auto plane = std::make_shared<ob::SE2StateSpace>();
        plane->setBounds(real_bounds(bounds_, first, 2));
        add(plane);
    }

    void add_floating(std::size_t first)
    {
        const auto pose = std::make_shared<ob::SE3StateSpace>();
        pose->setBounds(real_bounds(bounds_, first, 3));
        add(pose);
    }

    void add(const ob::StateSpacePtr& part)
    {
        parts_.push_back(part);
        reals_ = nullptr;
    }

    [[nodiscard]] ob::StateSpacePtr space() const
    {
        if (parts_.size() == 1) return parts_.front();
        const auto compound = std::make_shared<ob::CompoundStateSpace>();
        for (const ob::StateSpacePtr& part : parts_) compound->addSubspace(part, 1.0);
        compound->lock();
        return compound;
    }

private:
    const Robot& robot_;
    const Bounds& bounds_;
    std::vector<ob::StateSpacePtr> parts_;
    std::shared_ptr<ob::RealVectorStateSpace> reals_;  // the last part, if real
};

/// Bounds that no value will ask for are a mistake in a name, or about what does not move.
void require_planned(const Robot& robot, const std::vector<std::size_t>& values, const StateBounds& bounds)
{
    for (const StateBounds::Named& named : bounds.values) {
        bool found = false;
        for (const std::size_t value : values) {
            found =
                found || (robot.value_name(value) == named.value && value_kind(robot, value) != ValueKind::quaternion);
        }
        if (!found) throw std::invalid_argument("there are bounds for '" + named.value + "', which is not planned");
    }
}

}  // namespace

ob::StateSpacePtr robot_state_space(const Robot& robot, const PlannedJoints& planned, const StateBounds& bounds)
{
    require_planned(robot, planned_values(robot, planned), bounds);
    const Bounds all_bounds(robot, bounds);
    Parts parts(robot, all_bounds);
    for (const std::size_t joint : planned_joints(robot, planned)) {
        const std::size_t first = robot.first_value(joint);
        switch (robot.joints()[joint].type) {
            case Joint::Type::prismatic: parts.add_real(first); break;
            case Joint::Type::revolute:
            case Joint::Type::continuous: parts.add_angle(first); break;
            case Joint::Type::universal:
                parts.add_angle(first);
                parts.add_angle(first + 1);
                break;
            case Joint::Type::planar: parts.add_plane(first); break;
            case Joint::Type::floating: parts.add_floating(first); break;
            case Joint::Type::ball: parts.add(std::make_shared<ob::SO3StateSpace>()); break;
            case Joint::Type::fixed: break;
        }
    }
    return parts.space();
}

}  // namespace tocca::planning
