// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ompl/base/MotionValidator.h>
#include <ompl/base/PlannerTerminationCondition.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/StateValidityChecker.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <utility>

#include "adapters/ompl/motion_tally.hpp"
#include "adapters/ompl/state_layout.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::planning {

/// States at which nothing touches, in the bounds of the space.
///
/// Guarantee: a valid state is proven free for the exact poses. Any number of threads may ask.
class ProvenStateChecker : public ::ompl::base::StateValidityChecker {
public:
    ProvenStateChecker(const ::ompl::base::SpaceInformationPtr& information, StateLayout layout, RobotChecker checker);

    [[nodiscard]] bool isValid(const ::ompl::base::State* state) const override;

private:
    StateLayout layout_;
    RobotChecker checker_;
};

/// Motions that are proven free from beginning to end, in place of OMPL's DiscreteMotionValidator, which looks at states some
/// way apart.
///
/// Guarantee: a valid motion touches nothing; what could not be proven is refused. Of a motion that is refused, the part up to
///            lastValid is proven free, unless it touches at the start: then lastValid is the first state, at time 0.
///            Any number of threads may ask.
/// Assumes:   the space has not changed since the layout was made.
class ProvenMotionValidator : public ::ompl::base::MotionValidator {
public:
    /// A stop requested by `options.stop` ends a question that is being answered, and refuses all that follow. The budget
    /// ends the search for lastValid, which then is earlier; whether a motion is free is always decided.
    ///
    /// Throws: std::invalid_argument for a layout of another space, and for options that do not apply: an end before 1,
    ///         statistics, and a clearance or a threshold, which RobotCheckOptions have for states and motions alike.
    ProvenMotionValidator(const ::ompl::base::SpaceInformationPtr& information, StateLayout layout,
                          RobotChecker checker, QueryOptions options = {});

    [[nodiscard]] bool checkMotion(const ::ompl::base::State* from, const ::ompl::base::State* to) const override;

    [[nodiscard]] bool checkMotion(const ::ompl::base::State* from, const ::ompl::base::State* to,
                                   std::pair<::ompl::base::State*, double>& lastValid) const override;

    /// Since the validator was made. OMPL's own counters (getValidMotionCount) are kept as well.
    [[nodiscard]] MotionTally tally() const;

private:
    enum class Verdict : unsigned char { free, refused, interrupted };
    struct FreePart {
        Verdict verdict = Verdict::refused;
        double safe_until = 0.0;
    };
    [[nodiscard]] Verdict ask(const JointMotion& motion) const;
    [[nodiscard]] FreePart free_part(const JointMotion& motion) const;
    bool count(Verdict verdict) const;

    StateLayout layout_;
    RobotChecker checker_;
    QueryOptions options_;
    mutable std::atomic<std::uint64_t> proven_ = 0;
    mutable std::atomic<std::uint64_t> refused_ = 0;
    mutable std::atomic<std::uint64_t> interrupted_ = 0;
};

/// Gives both to a space information, which then asks them about states and motions.
///
/// Throws: std::invalid_argument when the layout is that of another space.
std::shared_ptr<ProvenMotionValidator> prove_motions(const ::ompl::base::SpaceInformationPtr& information,
                                                     const StateLayout& layout, const RobotChecker& checker,
                                                     const QueryOptions& options = {});

/// Ends a planner when a stop is requested.
[[nodiscard]] ::ompl::base::PlannerTerminationCondition until_stopped(std::stop_token stop);

}  // namespace tocca::planning
