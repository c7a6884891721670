// SPDX-License-Identifier: Apache-2.0
#include "tocca/bvh/pair_front.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <span>
#include <utility>

#include "tocca/base/parallel.hpp"

namespace tocca::bvh {
namespace {

/// Pairs of a front that one thread compares at a time.
constexpr std::size_t piece_size = 16384;

/// Pairs that are split level by level; below them threads split on their own.
constexpr std::size_t few_pairs = 4096;
/// A front is split if at least one in this many of its meeting pairs can be: rewriting a front takes longer than searching a few
/// more pairs.
constexpr std::size_t worth_splitting = 8;

/// Pairs, and whether the two may meet.
struct MarkedPairs {
    std::vector<NodePair> pairs;
    std::vector<std::uint8_t> meet;
};

MarkedPairs root_of(const KineticTree& tree)
{
    if (tree.leaf_count() < 2) return {};
    return {{{0, 0}}, {1}};
}

/// Whether the pairs may meet; a node always meets itself, if the rule lets it.
std::vector<std::uint8_t> compare(std::span<const NodePair> pairs, const FrontComparison& by)
{
    std::vector<std::uint8_t> meet(pairs.size());
    for_each_piece((pairs.size() + piece_size - 1) / piece_size, by.threads, [&](std::size_t piece) {
        const std::size_t first = piece * piece_size, size = std::min(piece_size, pairs.size() - first);
        by.kernel.compare(by.tree, by.rule, by.limit, pairs.subspan(first, size), meet.data() + first);
    });
    return meet;
}

/// The pairs that a pair of nodes splits into.
struct Children {
    std::array<NodePair, 4> pairs;
    std::size_t count = 0;

    void add(NodeId a, NodeId b) { pairs[count++] = {a, b}; }
};

Children children_of(const KineticTree& tree, const NodePair& pair)
{
    const auto inner = static_cast<NodeId>(tree.inner_count());
    const std::span<const MovingBox> nodes = tree.nodes();
    const auto left = [&](NodeId node) { return nodes[node].lower_start.word; };
    const auto right = [&](NodeId node) { return nodes[node].upper_start.word; };
    const auto [a, b] = pair;
    Children children;
    if (a == b) {
        // A leaf has no pairs within it.
        for (const NodeId child : {left(a), right(a)}) {
            if (child < inner) children.add(child, child);
        }
        children.add(left(a), right(a));
    } else if (a >= inner) {
        children.add(a, left(b));
        children.add(a, right(b));
    } else if (b >= inner) {
        children.add(left(a), b);
        children.add(right(a), b);
    } else {
        for (const NodeId first : {left(a), right(a)}) {
            children.add(first, left(b));
            children.add(first, right(b));
        }
    }
    return children;
}

bool are_leaves(const KineticTree& tree, const NodePair& pair)
{
    return std::min(pair.a, pair.b) >= tree.inner_count();
}

enum class Apart { kept, dropped };

/// The pairs with those that meet split into their children, all in their old order.
MarkedPairs split(const MarkedPairs& old, const FrontComparison& by, Apart apart, std::uint64_t& tests)
{
    MarkedPairs next;
    next.pairs.reserve(old.pairs.size());
    next.meet.reserve(old.pairs.size());
    const auto add = [&](const NodePair& pair, std::uint8_t meets) {
        if (meets == 0 && apart == Apart::dropped) return;
        next.pairs.push_back(pair);
        next.meet.push_back(meets);
    };
    for (std::size_t i = 0; i < old.pairs.size(); ++i) {
        if (old.meet[i] == 0 || are_leaves(by.tree, old.pairs[i])) {
            add(old.pairs[i], old.meet[i]);
            continue;
        }
        const Children children = children_of(by.tree, old.pairs[i]);
        std::array<std::uint8_t, 4> meet = {};
        by.kernel.compare(by.tree, by.rule, by.limit, std::span(children.pairs).first(children.count), meet.data());
        tests += children.count;
        for (std::size_t child = 0; child < children.count; ++child) add(children.pairs[child], meet[child]);
    }
    return next;
}

/// The pairs that can be split.
std::size_t open_count(const MarkedPairs& marked, const KineticTree& tree)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < marked.pairs.size(); ++i)
        count += marked.meet[i] != 0 && !are_leaves(tree, marked.pairs[i]) ? 1U : 0U;
    return count;
}

/// Splits level by level while there are at most `max_pairs` pairs.
void split_levels(MarkedPairs& marked, const FrontComparison& by, std::size_t max_pairs, std::uint64_t& tests)
{
    for (std::size_t open = open_count(marked, by.tree); open > 0 && marked.pairs.size() + 3 * open <= max_pairs;
         open = open_count(marked, by.tree))
        marked = split(marked, by, Apart::kept, tests);
}

/// Splits pairs down to the leaves, those of a range one after the other.
class DeepSplit {
public:
    DeepSplit(const MarkedPairs& old, const FrontComparison& by, std::size_t max_pairs)
        : old_(old), by_(by), max_pairs_(max_pairs)
    {}

    /// All pairs in their old order; empty if there are more than `max_pairs`.
    [[nodiscard]] std::optional<MarkedPairs> run(std::uint64_t& tests)
    {
        const std::size_t ranges = std::min<std::size_t>(old_.pairs.size(), 512);
        std::vector<MarkedPairs> parts(ranges);
        for_each_piece(ranges, by_.threads, [&](std::size_t range) {
            const std::size_t first = old_.pairs.size() * range / ranges;
            const std::size_t last = old_.pairs.size() * (range + 1) / ranges;
            for (std::size_t i = first; i < last && count_ <= max_pairs_; ++i) split_down(i, parts[range]);
        });
        tests += tests_;
        if (count_ > max_pairs_) return std::nullopt;
        MarkedPairs all;
        all.pairs.reserve(count_);
        all.meet.reserve(count_);
        for (const MarkedPairs& part : parts) {
            all.pairs.insert(all.pairs.end(), part.pairs.begin(), part.pairs.end());
            all.meet.insert(all.meet.end(), part.meet.begin(), part.meet.end());
        }
        return all;
    }

private:
    void split_down(std::size_t which, MarkedPairs& out)
    {
        std::vector<std::pair<NodePair, std::uint8_t>> open{{old_.pairs[which], old_.meet[which]}};
        const std::size_t before = out.pairs.size();
        std::uint64_t tests = 0;
        while (!open.empty() && out.pairs.size() - before <= max_pairs_) {
            const auto [pair, meets] = open.back();
            open.pop_back();
            if (meets == 0 || are_leaves(by_.tree, pair)) {
                out.pairs.push_back(pair);
                out.meet.push_back(meets);
                continue;
            }
            const Children children = children_of(by_.tree, pair);
            std::array<std::uint8_t, 4> meet = {};
            by_.kernel.compare(by_.tree, by_.rule, by_.limit, std::span(children.pairs).first(children.count),
                               meet.data());
            tests += children.count;
            for (std::size_t child = children.count; child-- > 0;)
                open.emplace_back(children.pairs[child], meet[child]);
        }
        count_ += out.pairs.size() - before;
        tests_ += tests;
    }

    const MarkedPairs& old_;
    const FrontComparison& by_;
    std::size_t max_pairs_;
    std::atomic<std::size_t> count_ = 0;
    std::atomic<std::uint64_t> tests_ = 0;
};

/// Splits down to the leaves if that gives at most `max_pairs` pairs, else as many levels as it can.
void split_all(MarkedPairs& marked, const FrontComparison& by, std::size_t max_pairs, std::uint64_t& tests)
{
    split_levels(marked, by, std::min(max_pairs, few_pairs), tests);
    std::optional<MarkedPairs> deep = DeepSplit(marked, by, max_pairs).run(tests);
    if (deep)
        marked = std::move(*deep);
    else
        split_levels(marked, by, max_pairs, tests);
}

std::vector<NodePair> meeting_pairs(std::span<const NodePair> pairs, std::span<const std::uint8_t> meet)
{
    // Whether a pair meets is unpredictable: it is always written, and counted only if it stays.
    std::vector<NodePair> meeting(pairs.size() + 1);
    std::size_t count = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        meeting[count] = pairs[i];
        count += meet[i];
    }
    meeting.resize(count);
    return meeting;
}

bool has_decayed(const PairFront& front, std::size_t meeting)
{
    return front.pairs.size() > 2 * front.pairs_when_cut || 2 * meeting < front.meeting_when_cut;
}

}  // namespace

FollowedFront follow_front(std::shared_ptr<const PairFront> front, const FrontComparison& by, std::size_t max_pairs,
                           std::uint64_t& tests)
{
    MarkedPairs marked;
    if (front) {
        marked.meet = compare(front->pairs, by);
        tests += front->pairs.size();
        std::vector<NodePair> meeting = meeting_pairs(front->pairs, marked.meet);
        if (has_decayed(*front, meeting.size())) return {nullptr, std::move(meeting)};
        const auto open = static_cast<std::size_t>(std::count_if(
            meeting.begin(), meeting.end(), [&](const NodePair& pair) { return !are_leaves(by.tree, pair); }));
        if (open * worth_splitting < meeting.size() || front->pairs.size() + 3 * open > max_pairs)
            return {std::move(front), std::move(meeting)};
        marked.pairs = front->pairs;
    } else {
        marked = root_of(by.tree);
    }
    split_all(marked, by, max_pairs, tests);
    std::vector<NodePair> meeting = meeting_pairs(marked.pairs, marked.meet);
    auto next = std::make_shared<PairFront>();
    next->pairs_when_cut = front ? front->pairs_when_cut : marked.pairs.size();
    next->meeting_when_cut = front ? front->meeting_when_cut : meeting.size();
    next->pairs = std::move(marked.pairs);
    return {std::move(next), std::move(meeting)};
}

std::vector<NodePair> cut_into_pairs(const FrontComparison& by, std::size_t enough, std::uint64_t& tests)
{
    MarkedPairs marked = root_of(by.tree);
    while (marked.pairs.size() < enough && open_count(marked, by.tree) > 0)
        marked = split(marked, by, Apart::dropped, tests);
    return std::move(marked.pairs);
}

FrontKeeper::FrontKeeper(const FrontKeeper& other) : max_pairs_(other.max_pairs_), last_(other.last()) {}

FrontKeeper& FrontKeeper::operator=(const FrontKeeper& other)
{
    if (this == &other) return *this;
    max_pairs_ = other.max_pairs_;
    keep(other.last());
    return *this;
}

void FrontKeeper::set_max_pairs(std::size_t pairs)
{
    max_pairs_ = pairs;
    forget();
}

std::shared_ptr<const PairFront> FrontKeeper::last() const
{
    const std::lock_guard lock(mutex_);
    return last_;
}

void FrontKeeper::keep(std::shared_ptr<const PairFront> front) const
{
    const std::lock_guard lock(mutex_);
    last_ = std::move(front);
}

}  // namespace tocca::bvh
