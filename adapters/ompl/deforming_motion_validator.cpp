// SPDX-License-Identifier: Apache-2.0
#include "adapters/ompl/deforming_motion_validator.hpp"

#include <ompl/base/spaces/RealVectorStateSpace.h>

#include <chrono>
#include <mutex>
#include <utility>
#include <vector>

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/scene/scene_query.hpp"

namespace tocca::planning {

namespace {

namespace ob = ::ompl::base;
using Eigen::Index;
using Eigen::VectorXd;

constexpr const char* other_space = "the state space must be one that deforming_state_space made for the world";

void require_space_of(const ob::SpaceInformationPtr& information, const DeformingWorld& world)
{
    const auto* space = dynamic_cast<const ob::RealVectorStateSpace*>(information->getStateSpace().get());
    require(space != nullptr && space->getDimension() == world.values().size(), other_space);
    for (std::size_t i = 0; i < world.values().size(); ++i)
        require(space->getDimensionName(static_cast<unsigned int>(i)) == world.values()[i].name, other_space);
}

}  // namespace

ob::StateSpacePtr deforming_state_space(const DeformingWorld& world)
{
    auto space = std::make_shared<ob::RealVectorStateSpace>();
    for (const StateValue& value : world.values()) space->addDimension(value.name, value.lower, value.upper);
    return space;
}

VectorXd values_of(const ob::StateSpace& space, const ob::State* state)
{
    const double* values = state->as<ob::RealVectorStateSpace::StateType>()->values;
    return Eigen::Map<const VectorXd>(values, static_cast<Index>(space.getDimension()));
}

void write_values(const VectorXd& values, ob::State* state)
{
    double* written = state->as<ob::RealVectorStateSpace::StateType>()->values;
    for (Index i = 0; i < values.size(); ++i) written[i] = values[i];
}

struct DeformingProver::Scenes {
    /// What a question needs for itself.
    struct Place {
        Scene scene;
        std::vector<Point> from = {};
        std::vector<Point> to = {};
    };

    std::mutex mutex;
    Scene scene;
    std::vector<std::unique_ptr<Place>> idle;
    std::size_t made = 0;
};

class DeformingProver::Borrowed {
public:
    explicit Borrowed(Scenes& scenes) : scenes_(scenes)
    {
        const std::scoped_lock lock(scenes_.mutex);
        if (scenes_.idle.empty()) {
            // Room for all of them, so that giving one back cannot fail.
            scenes_.idle.reserve(scenes_.made + 1);
            place_ = std::make_unique<Scenes::Place>(Scenes::Place{scenes_.scene});
            ++scenes_.made;
        } else {
            place_ = std::move(scenes_.idle.back());
            scenes_.idle.pop_back();
        }
    }
    ~Borrowed()
    {
        const std::scoped_lock lock(scenes_.mutex);
        scenes_.idle.push_back(std::move(place_));
    }
    Borrowed(const Borrowed&) = delete;
    Borrowed& operator=(const Borrowed&) = delete;

    const Scene& moved(const DeformingWorld& world, const VectorXd& from, const VectorXd& to)
    {
        for (std::size_t body = 0; body < world.bodies().size(); ++body) {
            if (world.bodies()[body].modes.empty()) continue;
            world.positions(body, from, place_->from);
            world.positions(body, to, place_->to);
            place_->scene.move(static_cast<PartId>(body), place_->from, place_->to);
        }
        return place_->scene;
    }

private:
    Scenes& scenes_;
    std::unique_ptr<Scenes::Place> place_;
};

namespace {

/// Counts a question and how long it took.
class Stopwatch {
public:
    Stopwatch(std::atomic<std::uint64_t>& queries, std::atomic<std::uint64_t>& nanoseconds)
        : queries_(queries), nanoseconds_(nanoseconds)
    {}
    ~Stopwatch()
    {
        const auto passed = std::chrono::steady_clock::now() - start_;
        queries_.fetch_add(1, std::memory_order_relaxed);
        nanoseconds_.fetch_add(
            static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(passed).count()),
            std::memory_order_relaxed);
    }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

private:
    std::atomic<std::uint64_t>& queries_;
    std::atomic<std::uint64_t>& nanoseconds_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

DeformingProver::DeformingProver(std::shared_ptr<const DeformingWorld> world, QueryOptions options)
    : world_(std::move(world)), options_(std::move(options)), scenes_(std::make_unique<Scenes>())
{
    require(world_ != nullptr, "a deforming world must be given");
    check_options(options_, Subject::scene);
    require(options_.until == 1.0, "a motion of a planner is asked about as a whole");
    require(options_.clearance == 0.0 && !options_.near_fraction,
            "`clearance` and `near_fraction` do not apply: the features of a fine mesh are nearer to each other at any "
            "state");
    require(options_.self && options_.between, "`self` and `between` do not apply: DeformingBody::self does");
    require(!options_.accept && !options_.accept_objects,
            "`accept` and `accept_objects` do not apply: ignored_pairs and ignored_groups do");
    require(!options_.assume_start_free, "`assume_start_free` does not apply: states are drawn at random");
    require(options_.statistics == nullptr, "`statistics` does not apply: planners may ask from several threads");
    scenes_->scene = world_->scene();
}

DeformingProver::~DeformingProver() = default;

bool DeformingProver::collides(const VectorXd& from, const VectorXd& to) const
{
    const Stopwatch stopwatch(queries_, nanoseconds_);
    Borrowed place(*scenes_);
    return tocca::collides(place.moved(*world_, from, to), options_);
}

Answer DeformingProver::first_contact(const VectorXd& from, const VectorXd& to) const
{
    const Stopwatch stopwatch(queries_, nanoseconds_);
    Borrowed place(*scenes_);
    return tocca::first_contact(place.moved(*world_, from, to), options_);
}

DeformingProver::Tally DeformingProver::tally() const
{
    return {queries_.load(), 1e-9 * static_cast<double>(nanoseconds_.load())};
}

DeformingStateChecker::DeformingStateChecker(const ob::SpaceInformationPtr& information,
                                             std::shared_ptr<const DeformingProver> prover)
    : StateValidityChecker(information), prover_(std::move(prover))
{
    require_space_of(information, *prover_->world());
}

bool DeformingStateChecker::isValid(const ob::State* state) const
{
    if (!si_->satisfiesBounds(state) || prover_->options().stop.stop_requested()) return false;
    try {
        return !prover_->collides_at(values_of(*si_->getStateSpace(), state));
    } catch (const Error& error) {
        if (error.code() == ErrorCode::interrupted) return false;
        throw;
    }
}

DeformingMotionValidator::DeformingMotionValidator(const ob::SpaceInformationPtr& information,
                                                   std::shared_ptr<const DeformingProver> prover)
    : MotionValidator(information), prover_(std::move(prover))
{
    require_space_of(information, *prover_->world());
}

/// What needs no proof: bounds, and the direction of time.
bool DeformingMotionValidator::may_go(const ob::State* to, const VectorXd& from_values, const VectorXd& to_values) const
{
    return si_->satisfiesBounds(to) && prover_->world()->may_follow(from_values, to_values);
}

DeformingMotionValidator::Verdict DeformingMotionValidator::ask(const VectorXd& from, const VectorXd& to) const
{
    if (prover_->options().stop.stop_requested()) return Verdict::interrupted;
    try {
        return prover_->collides(from, to) ? Verdict::refused : Verdict::free;
    } catch (const Error& error) {
        if (error.code() == ErrorCode::interrupted) return Verdict::interrupted;
        throw;
    }
}

/// How far a motion that is not free may go: `at` is the state there, and the motion to it is proven anew, since it is rounded
/// otherwise. 0 if no state is found.
double DeformingMotionValidator::free_part(const ob::State* from, const ob::State* to, ob::State* at) const
{
    const ob::StateSpacePtr& space = si_->getStateSpace();
    const VectorXd start = values_of(*space, from);
    const Answer first = prover_->first_contact(start, values_of(*space, to));
    // A little before the contact, so that the motion on from there has room for its own rounding.
    for (double back = 0x1p-20; back < first.safe_until; back *= 2.0) {
        const double time = first.safe_until - back;
        space->interpolate(from, to, time, at);
        if (!prover_->collides(start, values_of(*space, at))) return time;
    }
    return 0.0;
}

bool DeformingMotionValidator::count(Verdict verdict) const
{
    constexpr auto relaxed = std::memory_order_relaxed;
    const bool free = verdict == Verdict::free;
    (free ? proven_ : refused_).fetch_add(1, relaxed);
    if (verdict == Verdict::interrupted) interrupted_.fetch_add(1, relaxed);
    // OMPL's counters are plain numbers, though planners may ask from several threads.
    std::atomic_ref<unsigned int>(free ? valid_ : invalid_).fetch_add(1, relaxed);
    return free;
}

bool DeformingMotionValidator::checkMotion(const ob::State* from, const ob::State* to) const
{
    const VectorXd from_values = values_of(*si_->getStateSpace(), from);
    const VectorXd to_values = values_of(*si_->getStateSpace(), to);
    return count(may_go(to, from_values, to_values) ? ask(from_values, to_values) : Verdict::refused);
}

bool DeformingMotionValidator::checkMotion(const ob::State* from, const ob::State* to,
                                           std::pair<ob::State*, double>& lastValid) const
{
    const VectorXd from_values = values_of(*si_->getStateSpace(), from);
    const VectorXd to_values = values_of(*si_->getStateSpace(), to);
    Verdict verdict = Verdict::refused;
    double time = 0.0;
    // A state of its own, since lastValid.first may be one of the two.
    const ob::StateSpacePtr& space = si_->getStateSpace();
    const std::shared_ptr<ob::State> at(space->allocState(), [space](ob::State* state) { space->freeState(state); });
    if (may_go(to, from_values, to_values)) {
        verdict = ask(from_values, to_values);
        if (verdict == Verdict::free) return count(verdict);
        try {
            if (verdict == Verdict::refused) time = free_part(from, to, at.get());
        } catch (const Error& error) {
            if (error.code() != ErrorCode::interrupted) throw;
            verdict = Verdict::interrupted;
        }
    }
    if (time == 0.0) write_values(from_values, at.get());
    lastValid.second = time;
    if (lastValid.first != nullptr) space->copyState(lastValid.first, at.get());
    return count(verdict);
}

MotionTally DeformingMotionValidator::tally() const { return {proven_.load(), refused_.load(), interrupted_.load()}; }

std::shared_ptr<DeformingMotionValidator> prove_motions(const ob::SpaceInformationPtr& information,
                                                        const std::shared_ptr<const DeformingProver>& prover)
{
    require(prover != nullptr, "a prover must be given");
    auto validator = std::make_shared<DeformingMotionValidator>(information, prover);
    information->setStateValidityChecker(std::make_shared<DeformingStateChecker>(information, prover));
    information->setMotionValidator(validator);
    return validator;
}

}  // namespace tocca::planning
