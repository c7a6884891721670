// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ompl/base/MotionValidator.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/StateSpace.h>
#include <ompl/base/StateValidityChecker.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "adapters/ompl/deforming_world.hpp"
#include "adapters/ompl/motion_tally.hpp"
#include "tocca/answer/answer.hpp"
#include "tocca/answer/options.hpp"

namespace tocca::planning {

/// A RealVectorStateSpace with a dimension for every value, within its bounds.
[[nodiscard]] ::ompl::base::StateSpacePtr deforming_state_space(const DeformingWorld& world);

/// The values of a state of such a space, and the other way round.
[[nodiscard]] Eigen::VectorXd values_of(const ::ompl::base::StateSpace& space, const ::ompl::base::State* state);
void write_values(const Eigen::VectorXd& values, ::ompl::base::State* state);

/// Asks tocca about states and motions of a world. Any number of threads may ask: a scene holds the step that it is asked
/// about, so each thread that asks borrows one, and a copy is made when all are lent (about 250 bytes per triangle).
class DeformingProver {
public:
    /// How many questions were asked, and the seconds that passed until they were answered, the moving of vertices included.
    struct Tally {
        std::uint64_t queries = 0;
        double seconds = 0.0;
    };

    /// Throws: std::invalid_argument for options that do not apply: an end before 1, a clearance, a near_fraction, ignored
    ///         pairs, `accept`, `accept_objects`, `assume_start_free`, and statistics.
    explicit DeformingProver(std::shared_ptr<const DeformingWorld> world, QueryOptions options = {});
    ~DeformingProver();

    [[nodiscard]] const std::shared_ptr<const DeformingWorld>& world() const { return world_; }
    [[nodiscard]] const QueryOptions& options() const { return options_; }

    /// Whether the straight motion of every vertex from one state to the other is not free: something touches on [0, 1],
    /// crosses at the start, or is inside a solid.
    ///
    /// Guarantee: exact for the rounded positions of both states (see DeformingWorld), the same from either end and for any
    ///            number of threads.
    /// Throws:    std::invalid_argument for another number of values; Error (not_finite) for values that are not;
    ///            Error (interrupted).
    [[nodiscard]] bool collides(const Eigen::VectorXd& from, const Eigen::VectorXd& to) const;
    [[nodiscard]] bool collides_at(const Eigen::VectorXd& state) const { return collides(state, state); }
    [[nodiscard]] Answer first_contact(const Eigen::VectorXd& from, const Eigen::VectorXd& to) const;

    [[nodiscard]] Tally tally() const;

private:
    struct Scenes;
    class Borrowed;

    std::shared_ptr<const DeformingWorld> world_;
    QueryOptions options_;
    std::unique_ptr<Scenes> scenes_;
    mutable std::atomic<std::uint64_t> queries_ = 0;
    mutable std::atomic<std::uint64_t> nanoseconds_ = 0;
};

/// States within the bounds at which no body touches another or itself, and none is inside a solid.
///
/// Guarantee: exact for the rounded positions. Any number of threads may ask.
class DeformingStateChecker : public ::ompl::base::StateValidityChecker {
public:
    /// Throws: std::invalid_argument unless the space is one that deforming_state_space made for the world.
    DeformingStateChecker(const ::ompl::base::SpaceInformationPtr& information,
                          std::shared_ptr<const DeformingProver> prover);

    /// Throws: as DeformingProver::collides. A stop request makes the state invalid.
    [[nodiscard]] bool isValid(const ::ompl::base::State* state) const override;

private:
    std::shared_ptr<const DeformingProver> prover_;
};

/// Motions of deforming bodies that are proven free from beginning to end; nothing is sampled.
///
/// Guarantee: a valid motion is free, exactly, for the straight lines of all vertices between their rounded positions at both
///            states (see DeformingWorld), and its end is a valid state. A motion is refused if and only
///            if something touches, crosses or is inside, its end is out of bounds, a time decreases, or a stop is
///            requested. Of a motion that is refused, the motion from the first state to the one in lastValid is proven
///            free in the same sense; if there is none, or the end is out of bounds or a time decreases, lastValid is the
///            first state, at time 0. Any number of threads may ask.
class DeformingMotionValidator : public ::ompl::base::MotionValidator {
public:
    /// Throws: std::invalid_argument unless the space is one that deforming_state_space made for the world.
    DeformingMotionValidator(const ::ompl::base::SpaceInformationPtr& information,
                             std::shared_ptr<const DeformingProver> prover);

    [[nodiscard]] bool checkMotion(const ::ompl::base::State* from, const ::ompl::base::State* to) const override;

    /// The time in lastValid is where the state in it is found between the two: interpolate(from, to, time) gives the same
    /// doubles.
    [[nodiscard]] bool checkMotion(const ::ompl::base::State* from, const ::ompl::base::State* to,
                                   std::pair<::ompl::base::State*, double>& lastValid) const override;

    /// Since the validator was made. OMPL's own counters (getValidMotionCount) are kept as well.
    [[nodiscard]] MotionTally tally() const;

private:
    enum class Verdict : unsigned char { free, refused, interrupted };
    [[nodiscard]] bool may_go(const ::ompl::base::State* to, const Eigen::VectorXd& from_values,
                              const Eigen::VectorXd& to_values) const;
    [[nodiscard]] Verdict ask(const Eigen::VectorXd& from, const Eigen::VectorXd& to) const;
    [[nodiscard]] double free_part(const ::ompl::base::State* from, const ::ompl::base::State* to,
                                   ::ompl::base::State* at) const;
    bool count(Verdict verdict) const;

    std::shared_ptr<const DeformingProver> prover_;
    mutable std::atomic<std::uint64_t> proven_ = 0;
    mutable std::atomic<std::uint64_t> refused_ = 0;
    mutable std::atomic<std::uint64_t> interrupted_ = 0;
};

/// Gives both to a space information, which then asks them about states and motions.
///
/// Throws: std::invalid_argument unless the space is one that deforming_state_space made for the world.
std::shared_ptr<DeformingMotionValidator> prove_motions(const ::ompl::base::SpaceInformationPtr& information,
                                                        const std::shared_ptr<const DeformingProver>& prover);

}  // namespace tocca::planning
