// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "tocca/bvh/pair_kernel.hpp"

namespace tocca::bvh {

/// A cut through the pairs of nodes that a search of a tree goes down: every pair of leaves is one of its pairs or lies
/// below exactly one of them, pairs that were found apart included.
///
/// That depends on the shape of the tree alone. A search may start from it whatever has moved since, and whatever rule,
/// gap or time it is about.
struct PairFront {
    std::vector<NodePair> pairs;
    /// How many pairs there were, and how many of them met, when it was cut from the root.
    std::size_t pairs_when_cut = 0;
    std::size_t meeting_when_cut = 0;
};

/// What pairs of a tree are compared by.
struct FrontComparison {
    const KineticTree& tree;
    const TagRule& rule;
    MeetingLimit limit;
    const PairKernel& kernel;
    int threads = 1;
};

/// Where a search starts.
struct FollowedFront {
    std::shared_ptr<const PairFront> front;  ///< for the next search; none if that had better begin at the root
    std::vector<NodePair> meeting;           ///< the pairs to look into
};

/// Compares the pairs of a front (none: the root), and splits those that meet, down to the leaves if that gives at most
/// `max_pairs` pairs, else as many levels as it can. Adds the number of pairs of boxes compared to `tests`.
///
/// Pairs never move up again: a front that has come to have twice as many pairs, or half as many that meet, as when it
/// was cut, is given up.
///
/// Guarantee: every pair of leaves that may meet is in `meeting` or below exactly one pair of it.
/// Assumes:   the tree has the shape that the front was made for.
/// Cost:      linear in the pairs. A front is written anew only where much of it is to be split.
[[nodiscard]] FollowedFront follow_front(std::shared_ptr<const PairFront> front, const FrontComparison& by,
                                         std::size_t max_pairs, std::uint64_t& tests);

/// The same from the root, without a front to keep: pairs are split level by level until at least `enough` meet.
[[nodiscard]] std::vector<NodePair> cut_into_pairs(const FrontComparison& by, std::size_t enough, std::uint64_t& tests);

/// Keeps the front of a tree from one search to the next, on request. Searches at the same time may keep what they like:
/// every front of the tree serves.
class FrontKeeper {
public:
    FrontKeeper() = default;
    FrontKeeper(const FrontKeeper& other);
    FrontKeeper& operator=(const FrontKeeper& other);
    ~FrontKeeper() = default;

    /// Keeps fronts of so many pairs at most from now on, none for 0.
    void set_max_pairs(std::size_t pairs);
    [[nodiscard]] std::size_t max_pairs() const { return max_pairs_; }

    [[nodiscard]] std::shared_ptr<const PairFront> last() const;
    void keep(std::shared_ptr<const PairFront> front) const;
    /// To be called when the tree has got another shape.
    void forget() { keep(nullptr); }

private:
    std::size_t max_pairs_ = 0;
    mutable std::mutex mutex_;
    mutable std::shared_ptr<const PairFront> last_;
};

}  // namespace tocca::bvh
