// SPDX-License-Identifier: Apache-2.0
#include "adapters/ompl/proven_motion_validator.hpp"

#include <algorithm>
#include <utility>

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"

namespace tocca::planning {

namespace {

namespace ob = ::ompl::base;

}  // namespace

ProvenStateChecker::ProvenStateChecker(const ob::SpaceInformationPtr& information, StateLayout layout,
                                       RobotChecker checker)
    : StateValidityChecker(information), layout_(std::move(layout)), checker_(std::move(checker))
{
    require(layout_.space() == information->getStateSpace(), "the layout must be that of the information's space");
}

bool ProvenStateChecker::isValid(const ob::State* state) const
{
    return si_->satisfiesBounds(state) && !collides_at(checker_, layout_.configuration(state));
}

ProvenMotionValidator::ProvenMotionValidator(const ob::SpaceInformationPtr& information, StateLayout layout,
                                             RobotChecker checker, QueryOptions options)
    : MotionValidator(information),
      layout_(std::move(layout)),
      checker_(std::move(checker)),
      options_(std::move(options))
{
    require(layout_.space() == information->getStateSpace(), "the layout must be that of the information's space");
    check_options(options_, Subject::robot);
    require(options_.until == 1.0, "a motion of a planner is asked about as a whole");
    require(options_.clearance == 0.0 && !options_.threshold,
            "`clearance` and `threshold` must be those of the checker, so that states keep them as motions do");
    require(options_.statistics == nullptr, "`statistics` does not apply: planners may ask from several threads");
}

ProvenMotionValidator::Verdict ProvenMotionValidator::ask(const JointMotion& motion) const
{
    if (options_.stop.stop_requested()) return Verdict::interrupted;
    try {
        return collides(checker_, motion, options_) ? Verdict::refused : Verdict::free;
    } catch (const Error& error) {
        if (error.code() == ErrorCode::interrupted) return Verdict::interrupted;
        throw;
    }
}

ProvenMotionValidator::FreePart ProvenMotionValidator::free_part(const JointMotion& motion) const
{
    try {
        const Answer first = first_contact(checker_, motion, options_);
        if (first.start.near) return {Verdict::refused, 0.0};
        // At safe_until shapes are within the threshold, and a motion that ends there is refused: it must end before.
        QueryOptions part = options_;
        for (double back = 0x1p-20; back < first.safe_until; back *= 2.0) {
            part.until = first.safe_until - back;
            // Twice as far, so that the rounding of the shorter motion changes nothing.
            if (!collides(checker_, motion, part)) return {Verdict::refused, std::max(0.0, part.until - back)};
        }
        return {Verdict::refused, 0.0};
    } catch (const Error& error) {
        if (error.code() == ErrorCode::interrupted) return {Verdict::interrupted, 0.0};
        throw;
    }
}

bool ProvenMotionValidator::count(Verdict verdict) const
{
    constexpr auto relaxed = std::memory_order_relaxed;
    const bool free = verdict == Verdict::free;
    (free ? proven_ : refused_).fetch_add(1, relaxed);
    if (verdict == Verdict::interrupted) interrupted_.fetch_add(1, relaxed);
    // OMPL's counters are plain numbers, though planners may ask from several threads.
    std::atomic_ref<unsigned int>(free ? valid_ : invalid_).fetch_add(1, relaxed);
    return free;
}

bool ProvenMotionValidator::checkMotion(const ob::State* from, const ob::State* to) const
{
    if (!si_->satisfiesBounds(to)) return count(Verdict::refused);
    return count(ask(layout_.motion(from, to)));
}

bool ProvenMotionValidator::checkMotion(const ob::State* from, const ob::State* to,
                                        std::pair<ob::State*, double>& lastValid) const
{
    // Both states are read before anything is written: lastValid.first may be one of them.
    const JointMotion motion = layout_.motion(from, to);
    FreePart free = {};
    if (si_->satisfiesBounds(to)) {
        free.verdict = ask(motion);
        if (free.verdict == Verdict::free) return count(free.verdict);
        if (free.verdict == Verdict::refused) free = free_part(motion);
    }
    lastValid.second = free.safe_until;
    if (lastValid.first != nullptr && free.safe_until > 0.0)
        layout_.interpolate(motion, free.safe_until, lastValid.first);
    if (lastValid.first != nullptr && free.safe_until == 0.0) layout_.write(motion.from, lastValid.first);
    return count(free.verdict);
}

MotionTally ProvenMotionValidator::tally() const { return {proven_.load(), refused_.load(), interrupted_.load()}; }

std::shared_ptr<ProvenMotionValidator> prove_motions(const ob::SpaceInformationPtr& information,
                                                     const StateLayout& layout, const RobotChecker& checker,
                                                     const QueryOptions& options)
{
    auto validator = std::make_shared<ProvenMotionValidator>(information, layout, checker, options);
    information->setStateValidityChecker(std::make_shared<ProvenStateChecker>(information, layout, checker));
    information->setMotionValidator(validator);
    return validator;
}

ob::PlannerTerminationCondition until_stopped(std::stop_token stop)
{
    return ob::PlannerTerminationCondition([stop] { return stop.stop_requested(); });
}

}  // namespace tocca::planning
