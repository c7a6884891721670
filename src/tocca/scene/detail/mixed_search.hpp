// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "tocca/bvh/rss_tree.hpp"
#include "tocca/rigid/search_result.hpp"
#include "tocca/scene/detail/mixed_pair.hpp"
#include "tocca/scene/detail/named_contact.hpp"
#include "tocca/scene/detail/time_buckets.hpp"

namespace tocca::scene::detail {

/// Finds the first contact of an object that deforms with a body that moves as a whole.
///
/// Conservative advancement, as rigid bodies have it, over pairs of a node of the object's tree, a box at both ends of the
/// step, and a volume of the body's: all of them wait, each with the time up to which it is proven free; one of the earliest
/// is opened, and what is below it inherits the time and advances from there. A pair with room between its volumes is
/// bounded again instead. The pairs of one box with the eight volumes of a node wait together, by the earliest of them.
///
/// Every pair of triangles is below exactly one pair that waits or was dropped because it is free, by the contact level, for
/// longer than the best contact found. One that comes near the contact level is followed on its own from the start
/// (rigid::walk_pair), so that its answer does not depend on the way that led to it, and the result is the least of all
/// pairs. Contacts begin at times of a grid: once one is found, what cannot begin one at an earlier time is not
/// followed. Which of the pairs that begin then was found depends on the trees; `named_contact` says which to name.
///
/// In what is found, objects are 0 for the object and 1 for the body; pair.a is the slot of the object's triangle in the
/// step's tree, and no part of the answer.
class MixedSearch {
public:
    MixedSearch(const MixedPair& pair, const rigid::ContactLevels& levels, const rigid::RssKernel& kernel);

    [[nodiscard]] rigid::SearchResult run(const rigid::SearchLimits& limits);

    /// The same in steps: start, then `advance` until there is no next time, then the result.
    void start(const rigid::SearchLimits& limits);
    /// What is left to do is proven free up to this time; empty when all is done.
    [[nodiscard]] std::optional<double> next_time() const;
    /// Continues while the next time is at most this.
    void advance(double while_at_most);
    /// Contacts later than this do not matter any more.
    void limit_to(double time) { limits_.until = std::min(limits_.until, time); }
    /// `found` is any of the contacts that begin at its time.
    [[nodiscard]] rigid::SearchResult result() const;
    /// The contact to name of what was found, if anything was.
    [[nodiscard]] std::optional<rigid::FoundContact> named() const;

private:
    /// The pairs of one node of the object with the volumes of a node of the body.
    struct Group {
        std::array<double, RssNode::width> time = {};               ///< up to which each is proven free
        std::array<std::uint32_t, RssNode::width> iterations = {};  ///< that led there
        NodeId node = 0;
        std::uint32_t body_node = 0;
        double size = 0.0;  ///< of the node's volume when last bounded
        LaneMask waiting = 0;
        LaneMask glanced = 0;  ///< triangles that were bounded cheaply already
        LaneMask roomy = 0;    ///< volumes whose gap was large for their size when last bounded
    };
    /// The earliest waiting pair of a group.
    struct Entry {
        double time;
        std::uint32_t group;
        std::uint32_t lane;
    };
    /// A contact with what decides which of several at one time comes first.
    struct Found {
        rigid::FoundContact contact;
        FaceVertices corners;

        [[nodiscard]] bool before(const Found& other) const;
    };

    void add_group(const Group& group);
    void push_earliest_of(std::uint32_t group);
    void advance_first();
    void open(const Entry& first);
    void open_object(double time, std::uint32_t group, LaneMask lanes);
    void open_body(double time, std::uint32_t group, std::uint32_t lane);
    void bound(double time, Group& group);
    [[nodiscard]] std::optional<double> follow(const Entry& first, const MixedPrimitives& primitives, bool first_time,
                                               std::uint32_t& iterations);
    [[nodiscard]] std::optional<double> try_contact(double time, const MixedPrimitives& primitives,
                                                    std::uint32_t& iterations);
    rigid::WalkResult consider(const MixedPrimitives& primitives, std::uint64_t budget);
    /// Whether what is free up to a time cannot begin a contact before the best one, unless it starts near.
    [[nodiscard]] bool may_only_tie(double time) const;
    /// Sets aside the pairs of the group at a place that do not start near each other. Whether any are left.
    [[nodiscard]] bool set_ties_aside(std::uint32_t place);
    /// What ends a search before all that is earlier than its limit was followed.
    [[nodiscard]] bool ended_early() const { return spent_at_ || touches_at_start() || (limits_.any && best_); }
    void count_iterations(std::uint32_t& iterations, std::uint64_t more);
    [[nodiscard]] const rigid::MovingFrame& frame_at(double time);
    /// No contact can be earlier.
    [[nodiscard]] bool touches_at_start() const { return best_ && best_->contact.when.touching; }
    [[nodiscard]] double limit() const { return best_ ? best_->contact.when.lower : limits_.until; }
    /// Pairs that are free up to here do not matter: they cannot cross within the time tolerance of the limit.
    [[nodiscard]] double horizon() const { return std::min(1.0, limit() + levels_.time_tolerance); }
    [[nodiscard]] std::uint64_t spent() const { return statistics_.node_pairs + statistics_.triangle_tests; }
    [[nodiscard]] const RssNode& body_node(const Group& group) const
    {
        return pair_.body.body.tree().nodes()[group.body_node];
    }

    const MixedPair& pair_;
    rigid::ContactLevels levels_;
    const rigid::RssKernel& kernel_;

    std::vector<Group> groups_;
    std::vector<std::uint32_t> spare_groups_;
    TimeBuckets<Entry> waiting_;
    std::optional<Found> best_;
    rigid::SearchLimits limits_;
    rigid::TimeGrid grid_;
    std::vector<OpenPair> ties_;             ///< that may begin at the time of the best contact, not before
    std::vector<MixedPrimitives> followed_;  ///< that begin at that time
    std::optional<double> spent_at_;
    std::uint64_t patience_ = 0;  ///< steps of one pair before others have their turn
    Statistics statistics_;

    double frame_time_ = -1.0;
    rigid::MovingFrame frame_;
};

}  // namespace tocca::scene::detail
