// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "tocca/answer/statistics.hpp"
#include "tocca/bvh/rss_tree.hpp"
#include "tocca/rigid/best_contact.hpp"
#include "tocca/rigid/slot_pair.hpp"

namespace tocca::rigid {

/// Finds the first contact of two bodies: all pairs of volumes wait in one heap, each with the time up to which it is
/// proven free; the earliest is opened, and what is below it inherits the time and advances from there. A pair with room
/// between its volumes is bounded again instead. Pairs that were found together wait together, and only the earliest of
/// them is in the heap.
///
/// Every pair of triangles is below exactly one pair of the heap or was dropped because it is free, by the contact level,
/// for longer than the best contact found. A pair of triangles that comes near the contact level is followed on its own
/// from the start (`walk`), so that its answer does not depend on the way that led to it: the result is the least of all
/// pairs, by time and then by features, whatever the trees. Of bodies that touch at the start, the first such pair found
/// ends the search.
///
/// Contacts begin at times of a grid. Where two faces meet, thousands of pairs begin theirs at the same one: once a contact
/// is found and no other can begin at an earlier time of the grid, the rest is not followed. Which pair of them was found
/// is a matter of the search then; `named_contact` says which one to name.
class ContactSearch {
public:
    ContactSearch(const MovingBodies& bodies, const ContactLevels& levels, const RssKernel& kernel);

    /// `hints` are pairs that may be the first to touch, such as those of a query before: they are tried first, and what
    /// cannot come before them is dropped at once. They change the cost, never the answer.
    [[nodiscard]] SearchResult run(const SearchLimits& limits, std::span<const TrianglePair> hints = {});

    /// The same in steps: start, then `advance` until there is no next time, then the result.
    void start(const SearchLimits& limits, std::span<const TrianglePair> hints = {});
    /// What is left to do is proven free up to this time; empty when all is done.
    [[nodiscard]] std::optional<double> next_time() const;
    /// Continues while the next time is at most this.
    void advance(double while_at_most);
    /// Contacts later than this do not matter any more.
    void limit_to(double time) { limits_.until = std::min(limits_.until, time); }
    [[nodiscard]] SearchResult result() const;

private:
    /// The pairs of one volume with the eight of a node, each with the time up to which it is proven free.
    struct Group {
        static constexpr std::uint32_t both_roots = ~std::uint32_t{0};

        std::array<double, RssNode::width> time = {};
        std::array<std::uint32_t, RssNode::width> iterations = {};  ///< that led there
        std::uint32_t node = both_roots;
        RssSlot kept = {};
        bool opens_a = false;      ///< the node is of a, the volume kept of b; else the other way round
        std::uint8_t waiting = 0;  ///< lanes, as bits
        std::uint8_t glanced = 0;  ///< lanes of triangles that were bounded cheaply already
        std::uint8_t roomy = 0;    ///< lanes whose gap was large for their size when last bounded
        std::uint16_t depth = 0;   ///< how many pairs were opened above

        [[nodiscard]] RssSlot opened(std::uint32_t lane) const
        {
            return node == both_roots ? RssSlot{} : RssSlot{node * static_cast<std::uint32_t>(RssNode::width) + lane};
        }
    };
    /// The earliest waiting pair of a group.
    struct Entry {
        double time;
        double first_contact;  ///< the first time of the grid at which it may be in contact
        std::uint32_t group;
        std::uint16_t lane;
        std::uint16_t depth;
    };
    /// The earliest contact on top; of several, those the nearest to triangles, so that faces that meet are not opened all
    /// over; at last those of the lower places in the trees, whatever was dropped or tried before.
    struct Later {
        const std::vector<Group>& groups;

        bool operator()(const Entry& x, const Entry& y) const
        {
            if (x.first_contact != y.first_contact) return x.first_contact > y.first_contact;
            return x.depth != y.depth ? x.depth < y.depth : place(x) > place(y);
        }
        [[nodiscard]] std::array<std::uint32_t, 2> place(const Entry& entry) const
        {
            const Group& group = groups[entry.group];
            const std::uint32_t opened = group.opened(entry.lane).index, kept = group.kept.index;
            return group.opens_a ? std::array{opened, kept} : std::array{kept, opened};
        }
    };

    void add_group(const Group& group);
    void push_earliest_of(std::uint32_t group);
    void advance_first();
    void open(double time, const Group& above, std::uint32_t lane, const SlotPair& pair);
    void bound(double time, Group& group);
    /// The time up to which two flat volumes that face each other are free, if that is later than `time`.
    [[nodiscard]] double facing_until(double time, const SlotPair& pair);
    [[nodiscard]] std::optional<double> follow(double time, const TrianglePair& pair, bool first_time,
                                               std::uint32_t& iterations);
    [[nodiscard]] std::optional<double> try_contact(double time, const TrianglePair& pair, std::uint32_t& iterations);
    /// All that waits is proven free up to this time.
    [[nodiscard]] double front_time() const;
    /// A contact was found, and what waits cannot begin one at an earlier time of the grid.
    [[nodiscard]] bool only_ties_left();
    void count_iterations(std::uint32_t& iterations, std::uint64_t more);
    void move_frames_to(double time);
    /// No contact can be earlier, and which of them is found is a matter of the trees.
    [[nodiscard]] bool touches_at_start() const { return best_.found() && best_.found()->when.touching; }
    [[nodiscard]] double limit() const { return best_.limit(limits_.until); }
    /// Pairs that are free up to here do not matter: they cannot cross within the time tolerance of the limit.
    [[nodiscard]] double horizon() const { return std::min(1.0, limit() + levels_.time_tolerance); }
    [[nodiscard]] std::uint64_t spent() const { return statistics_.node_pairs + statistics_.triangle_tests; }

    const MovingBodies& bodies_;
    TreePair trees_;
    ContactLevels levels_;
    const RssKernel& kernel_;

    std::vector<Group> groups_;
    std::vector<std::uint32_t> spare_groups_;
    std::vector<Entry> heap_;
    BestContact best_;
    SearchLimits limits_;
    TimeGrid grid_;
    std::optional<bool>
        near_start_;  ///< whether triangles have levels and grids of their own; looked up when it matters
    std::optional<double> spent_at_;
    std::uint64_t patience_ = 0;  ///< steps of one pair before others have their turn
    Statistics statistics_;

    double frames_time_ = -1.0;
    MovingFrame frame_a_, frame_b_;
};

}  // namespace tocca::rigid
