// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "tocca/bvh/kinetic_tree.hpp"

namespace tocca {
namespace {

/// A part that has grown to more leaves than this has the tree built anew.
constexpr std::size_t max_part_size = 8192;

/// The leaves that come, by the leaf whose place they come to.
class Arrivals {
public:
    Arrivals(std::span<const std::uint32_t> beside, std::size_t leaves) : first_(leaves + 1), members_(beside.size())
    {
        for (const std::uint32_t leaf : beside) ++first_[leaf + std::size_t{1}];
        std::partial_sum(first_.begin(), first_.end(), first_.begin());
        std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
        for (std::size_t i = 0; i < beside.size(); ++i) members_[next[beside[i]]++] = static_cast<std::uint32_t>(i);
    }

    [[nodiscard]] std::span<const std::uint32_t> at(std::size_t leaf) const
    {
        return std::span(members_).subspan(first_[leaf], first_[leaf + 1] - first_[leaf]);
    }

private:
    std::vector<std::uint32_t> first_;
    std::vector<std::uint32_t> members_;
};

/// The nodes of a tree of which leaves go and come, laid out again in one pass.
class NewLayout {
public:
    NewLayout(std::span<const MovingBox> nodes, const LeafExchange& exchange)
        : nodes_(nodes),
          inner_(nodes.size() / 2),
          exchange_(exchange),
          arrivals_(exchange.beside, nodes.size() - inner_),
          counts_(nodes.size()),
          inner_at_(nodes.size())
    {
        for (std::size_t node = nodes.size(); node-- > 0;) {
            if (node >= inner_) {
                const std::size_t leaf = node - inner_;
                counts_[node] =
                    static_cast<std::uint32_t>((exchange.removed[leaf] == 0 ? 1 : 0) + arrivals_.at(leaf).size());
            } else {
                counts_[node] = counts_[nodes[node].lower_start.word] + counts_[nodes[node].upper_start.word];
            }
        }
    }

    /// The leaves below a node that was there.
    [[nodiscard]] std::size_t count(std::size_t node) const { return counts_[node]; }
    /// Whether an inner node still has leaves on both sides.
    [[nodiscard]] bool forks(std::size_t node) const
    {
        return counts_[nodes_[node].lower_start.word] > 0 && counts_[nodes_[node].upper_start.word] > 0;
    }
    /// Where the first inner node below or at a node that was there is now.
    [[nodiscard]] std::size_t inner_at(std::size_t node) const { return inner_at_[node]; }

    [[nodiscard]] std::vector<MovingBox> run()
    {
        new_inner_ = counts_[0] - std::size_t{1};
        out_.resize(2 * std::size_t{counts_[0]} - 1);
        open_.push_back({0, 0, 0});
        while (!open_.empty()) {
            const Task task = open_.back();
            open_.pop_back();
            inner_at_[task.node] = static_cast<std::uint32_t>(task.inner);
            if (task.node >= inner_)
                emit_leaves(task);
            else
                emit_inner(task);
        }
        return std::move(out_);
    }

private:
    /// A node, where its first inner node goes and its first leaf.
    struct Task {
        std::size_t node, inner, leaf;
    };

    /// The number of a subtree's root.
    [[nodiscard]] NodeId root(std::size_t leaves, std::size_t inner, std::size_t leaf) const
    {
        return static_cast<NodeId>(leaves == 1 ? new_inner_ + leaf : inner);
    }

    void emit_inner(const Task& task)
    {
        const NodeId left = nodes_[task.node].lower_start.word, right = nodes_[task.node].upper_start.word;
        const std::size_t on_left = counts_[left], on_right = counts_[right];
        if (on_left == 0 || on_right == 0) {
            // One side is left, which takes the place of the node.
            if (on_left + on_right > 0) open_.push_back({on_left > 0 ? left : right, task.inner, task.leaf});
            return;
        }
        MovingBox& box = out_[task.inner] = nodes_[task.node];
        box.lower_start.word = root(on_left, task.inner + 1, task.leaf);
        box.upper_start.word = root(on_right, task.inner + on_left, task.leaf + on_left);
        open_.push_back({right, task.inner + on_left, task.leaf + on_left});
        open_.push_back({left, task.inner + 1, task.leaf});
    }

    /// The leaf, if it stays, and those that come to its place, as a small tree.
    void emit_leaves(const Task& task)
    {
        const std::size_t leaf = task.node - inner_;
        members_.clear();
        if (exchange_.removed[leaf] == 0) members_.push_back(nodes_[task.node]);
        for (const std::uint32_t i : arrivals_.at(leaf)) members_.push_back(exchange_.added[i]);
        const std::span<MovingBox> places = std::span(out_).subspan(new_inner_ + task.leaf, members_.size());
        if (members_.size() < 2) {
            std::ranges::copy(members_, places.begin());
            return;
        }
        const TreeTopology topology = build_tree(members_, {}, 1);
        for (std::size_t i = 0; i < members_.size(); ++i) places[i] = members_[topology.order[i]];
        const std::size_t inner = topology.children.size();
        const auto node_of = [&](NodeId child) {
            return static_cast<NodeId>(child < inner ? task.inner + child : new_inner_ + task.leaf + (child - inner));
        };
        for (std::size_t i = 0; i < inner; ++i) {
            MovingBox& node = out_[task.inner + i];
            node = members_[0];  // any box: it is refitted
            node.lower_start.word = node_of(topology.children[i][0]);
            node.upper_start.word = node_of(topology.children[i][1]);
            node.lower_end.word = 0;
        }
    }

    std::span<const MovingBox> nodes_;
    std::size_t inner_;
    const LeafExchange& exchange_;
    Arrivals arrivals_;
    std::vector<std::uint32_t> counts_;    ///< by node that was there
    std::vector<std::uint32_t> inner_at_;  ///< likewise
    std::size_t new_inner_ = 0;
    std::vector<MovingBox> out_;
    std::vector<Task> open_;
    std::vector<MovingBox> members_;
};

}  // namespace

void KineticTree::exchange(const LeafExchange& exchange, int threads)
{
    if (nodes_.empty()) {
        *this = KineticTree(exchange.added, threads);
        return;
    }
    NewLayout layout(nodes_, exchange);
    if (layout.count(0) == 0) {
        *this = KineticTree();
        return;
    }
    std::vector<MovingBox> nodes = layout.run();
    std::vector<Part> parts;
    std::size_t largest = 0, first_leaf = 0;
    for (Part part : parts_) {
        const std::size_t root = part.leaves < 2 ? inner_count() + part.first_leaf : part.first_inner;
        part.leaves = layout.count(root);
        if (part.leaves == 0) continue;
        part.first_inner = layout.inner_at(root);
        part.first_leaf = first_leaf;
        first_leaf += part.leaves;
        largest = std::max(largest, part.leaves);
        parts.push_back(part);
    }
    std::vector<std::uint32_t> upper;
    for (const std::uint32_t node : upper_) {
        if (layout.forks(node)) upper.push_back(static_cast<std::uint32_t>(layout.inner_at(node)));
    }
    nodes_ = std::move(nodes);
    parts_ = std::move(parts);
    upper_ = std::move(upper);
    whole_.leaves = leaf_count();
    if (upper_.empty()) whole_.cost = whole_.cost_built = 1.0;
    if (largest > max_part_size) {
        build(threads);
        return;
    }
    for (std::size_t node = inner_count(); node-- > 0;) set_tag(node);
    refit(threads);
}

}  // namespace tocca
