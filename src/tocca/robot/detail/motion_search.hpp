// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "tocca/rigid/contact_search.hpp"
#include "tocca/robot/detail/moving_shapes.hpp"

namespace tocca::robot::detail {

/// The default budget: steps per pair of shapes.
inline constexpr std::uint64_t default_budget = 100'000'000;

/// Throws: std::invalid_argument for options out of range; Error (joint_limit) for ends of the motion outside the joints'
///         limits, if the options ask for that.
void check_query(const Robot& robot, const JointMotion& motion, const QueryOptions& options);

/// Pairs of shapes are searched up to this time: what crosses within the tolerance after the end is in contact
/// before it.
[[nodiscard]] double last_time(const QueryOptions& options);

/// The contacts of one motion: every pair of shapes has its own search, and the first contact found ends all that is later.
///
/// Assumes: the data and the options outlive it.
class MotionSearch {
public:
    /// `pairs` are those of near_pairs, or more.
    MotionSearch(const RobotChecker::Data& data, RobotMotion motion, std::vector<NearShapes> pairs,
                 const QueryOptions& options);
    MotionSearch(const MotionSearch&) = delete;
    MotionSearch& operator=(const MotionSearch&) = delete;

    [[nodiscard]] Outcome collision_outcome();
    [[nodiscard]] Answer first_contact();
    [[nodiscard]] Answers all_contacts();

    /// The pairs by the times from which they may touch.
    [[nodiscard]] const std::vector<NearShapes>& pairs() const { return near_; }
    [[nodiscard]] const MovingShapes& shapes(std::size_t pair);
    /// Contacts later than this do not matter any more.
    [[nodiscard]] double limit() const { return best_ ? best_->found.when.lower : options_.until; }
    /// Nor do pairs that are free up to here.
    [[nodiscard]] double horizon() const;

    /// Starts to follow a pair that is known to be free, by the contact level, up to `from`.
    void start(std::size_t pair, double from, double until);
    /// Follows a pair, starting it if necessary, while its next time is at most this. Returns the next time; empty when the
    /// pair is done.
    std::optional<double> advance(std::size_t pair, double while_at_most);
    /// The first contact; adds the work of all pairs to the statistics of the options.
    ///
    /// Assumes: every pair that may touch before it was advanced to its end.
    [[nodiscard]] Answer first_found();

private:
    /// A contact found, of which pair of shapes.
    struct FoundPair {
        std::size_t pair = 0;
        rigid::FoundContact found;
        bool undecided = false;  ///< neither resolved nor proven to cross
    };

    [[nodiscard]] auto order_of(const FoundPair& found) const;
    /// Runs until no pair can touch before the first contact found, or any is found where any will do: the pair that is
    /// proven free for the shortest time is followed next.
    void run();
    void consider(std::size_t pair, const rigid::SearchResult& result);
    [[nodiscard]] std::optional<std::size_t> first_inside();
    [[nodiscard]] bool starts_within_clearance(std::size_t pair);
    [[nodiscard]] std::optional<std::size_t> first_within_clearance();
    /// Marks an otherwise free answer with the pair that starts within its clearance, if one does.
    void note_near_start(std::optional<std::size_t> pair, Answer& answer);
    [[nodiscard]] rigid::FoundContact named_contact(const FoundPair& found);
    /// A time soon after a contact at which the shapes are proven to cross, if one is found.
    [[nodiscard]] std::optional<double> penetration(const FoundPair& found);
    [[nodiscard]] Answer answer(const FoundPair& found);
    [[nodiscard]] Answer inside(std::size_t pair);
    [[nodiscard]] std::array<std::uint32_t, 2> bodies_of(const NearShapes& pair) const
    {
        return {data_.shapes[pair.a].body, data_.shapes[pair.b].body};
    }
    [[nodiscard]] std::array<std::uint32_t, 2> bodies(std::size_t pair) const { return bodies_of(near_[pair]); }
    [[nodiscard]] ObjectPair object_pair(std::size_t pair) const
    {
        return {bodies(pair), {data_.shapes[near_[pair].a].index, data_.shapes[near_[pair].b].index}};
    }
    /// Adds the work done to the caller's statistics.
    void count() const;

    const RobotChecker::Data& data_;
    const QueryOptions& options_;
    RobotChecker::Data::Demand demand_;
    double tolerance_;
    const rigid::RssKernel& kernel_;
    RobotMotion motion_;
    std::vector<NearShapes> near_;
    std::vector<std::unique_ptr<MovingShapes>> shapes_;
    std::vector<std::unique_ptr<rigid::ContactSearch>> searches_;
    std::optional<FoundPair> best_;
    std::optional<double> undecided_at_;
    std::size_t undecided_pair_ = 0;
    bool any_ = false;  // any contact will do
    Statistics statistics_;
};

}  // namespace tocca::robot::detail
