// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "tocca/bvh/pair_kernel.hpp"

namespace tocca::bvh {

/// A traversal front: a cut through the node pairs of a search. Every pair of leaves is one of its pairs or lies below
/// exactly one of them, including pairs that were found apart.
///
/// This depends on the shape of the tree alone. A search may start from the front whatever has moved since, and with any
/// rule, gap or time.
struct PairFront {
    std::vector<NodePair> pairs;
    /// The number of pairs, and of pairs that met, when it was cut from the root.
    std::size_t pairs_when_cut = 0;
    std::size_t meeting_when_cut = 0;
};

/// How the pairs of a tree are compared.
struct FrontComparison {
    const KineticTree& tree;
    const TagRule& rule;
    MeetingLimit limit;
    const PairKernel& kernel;
    int threads = 1;
};

/// Where a search starts.
struct FollowedFront {
    std::shared_ptr<const PairFront> front;  ///< for the next search; null if it had better begin at the root
    std::vector<NodePair> meeting;           ///< the pairs to search
};

/// Compares the pairs of a front (null: the root) and splits those that meet, down to the leaves if that gives at most
/// `max_pairs` pairs, else as many levels as fit. Adds the number of box comparisons to `tests`.
///
/// Pairs are never merged again: a front is dropped once it has twice as many pairs, or half as many that meet, as when it
/// was cut.
///
/// Guarantee: every pair of leaves that may meet is in `meeting` or below exactly one pair of it.
/// Assumes:   the tree has the shape that the front was made for.
/// Cost:      linear in the pairs. A front is rewritten only if much of it has to be split.
[[nodiscard]] FollowedFront follow_front(std::shared_ptr<const PairFront> front, const FrontComparison& by,
                                         std::size_t max_pairs, std::uint64_t& tests);

/// The same from the root, without a front to keep: pairs are split level by level until at least `enough` meet.
[[nodiscard]] std::vector<NodePair> cut_into_pairs(const FrontComparison& by, std::size_t enough, std::uint64_t& tests);

/// Keeps the front of a tree from one search to the next, on request. Concurrent searches may each store theirs: any front
/// of the tree is valid.
class FrontKeeper {
public:
    FrontKeeper() = default;
    FrontKeeper(const FrontKeeper& other);
    FrontKeeper& operator=(const FrontKeeper& other);
    ~FrontKeeper() = default;

    /// From now on keeps fronts of at most this many pairs; 0: none.
    void set_max_pairs(std::size_t pairs);
    [[nodiscard]] std::size_t max_pairs() const { return max_pairs_; }

    [[nodiscard]] std::shared_ptr<const PairFront> last() const;
    void keep(std::shared_ptr<const PairFront> front) const;
    /// Call this when the shape of the tree has changed.
    void forget() { keep(nullptr); }

private:
    std::size_t max_pairs_ = 0;
    mutable std::mutex mutex_;
    mutable std::shared_ptr<const PairFront> last_;
};

}  // namespace tocca::bvh
