// SPDX-License-Identifier: Apache-2.0
#include "tocca/bvh/kinetic_tree.hpp"

#include <algorithm>

#include "tocca/base/parallel.hpp"

namespace tocca {
namespace {

/// Leaves of a part at most: small enough to be rebuilt in a millisecond, large enough to be worth a thread's while.
constexpr std::size_t refit_part_size = 2048;

}  // namespace

KineticTree::KineticTree(std::size_t count, const std::function<MovingBox(std::size_t)>& leaf, int threads)
{
    if (count == 0) return;
    nodes_.resize(2 * count - 1);
    const std::span<MovingBox> boxes = leaves();
    for (std::size_t i = 0; i < count; ++i) boxes[i] = leaf(i);
    build(threads);
}

KineticTree::KineticTree(std::span<const MovingBox> leaves, int threads)
    : KineticTree(
          leaves.size(), [&](std::size_t i) { return leaves[i]; }, threads)
{}

void KineticTree::build(int threads)
{
    std::vector<std::uint32_t> tags;
    tags.reserve(leaf_count());
    for (const MovingBox& leaf : leaves()) tags.push_back(leaf.upper_end.word);
    whole_ = {.first_inner = 0, .first_leaf = 0, .leaves = leaf_count()};
    link(whole_, build_tree(leaves(), tags, threads));
    find_parts();
    refit(threads);
    remember_costs();
}

void KineticTree::remember_costs()
{
    whole_.cost_built = whole_.cost;
    for (Part& part : parts_) part.cost_built = part.cost;
}

void KineticTree::link(const Part& part, TreeTopology topology)
{
    const std::span<MovingBox> members = leaves().subspan(part.first_leaf, part.leaves);
    // In place, cycle by cycle: a copy of the leaves would be the largest block of memory in use.
    for (std::size_t first = 0; first < members.size(); ++first) {
        const MovingBox carried = members[first];
        std::size_t to = first;
        while (topology.order[to] != first) {
            const std::size_t from = topology.order[to];
            members[to] = members[from];
            topology.order[to] = static_cast<std::uint32_t>(to);
            to = from;
        }
        members[to] = carried;
        topology.order[to] = static_cast<std::uint32_t>(to);
    }

    const std::size_t inner = topology.children.size();
    const auto node_of = [&](NodeId child) {
        return static_cast<NodeId>(child < inner ? part.first_inner + child
                                                 : inner_count() + part.first_leaf + (child - inner));
    };
    for (std::size_t i = 0; i < inner; ++i) {
        MovingBox& node = nodes_[part.first_inner + i];
        node.lower_start.word = node_of(topology.children[i][0]);
        node.upper_start.word = node_of(topology.children[i][1]);
        node.lower_end.word = 0;
    }
    for (std::size_t i = inner; i-- > 0;) set_tag(part.first_inner + i);
}

void KineticTree::set_tag(std::size_t node)
{
    MovingBox& box = nodes_[node];
    const std::uint32_t tag = nodes_[box.lower_start.word].upper_end.word;
    box.upper_end.word = nodes_[box.upper_start.word].upper_end.word == tag ? tag : mixed_tag;
}

void KineticTree::find_parts()
{
    parts_.clear();
    upper_.clear();
    std::vector<Part> open{whole_};
    while (!open.empty()) {
        const Part part = open.back();
        open.pop_back();
        if (part.leaves <= refit_part_size) {
            parts_.push_back(part);
            continue;
        }
        upper_.push_back(static_cast<std::uint32_t>(part.first_inner));
        // Inner nodes are in preorder: those of the left subtree lie between the node and its right child.
        const std::size_t right = nodes_[part.first_inner].upper_start.word;
        const std::size_t left_leaves = right < inner_count() ? right - part.first_inner : part.leaves - 1;
        open.push_back({.first_inner = part.first_inner + left_leaves,
                        .first_leaf = part.first_leaf + left_leaves,
                        .leaves = part.leaves - left_leaves});
        open.push_back({.first_inner = part.first_inner + 1, .first_leaf = part.first_leaf, .leaves = left_leaves});
    }
}

/// The areas of a part's inner nodes in relation to that of its root.
void KineticTree::set_cost(Part& part) const
{
    const double root = part.leaves < 2 ? 0.0 : half_area(nodes_[part.first_inner]);
    part.cost = root > 0.0 ? 1.0 + (part.areas.start + part.areas.end) / root : 1.0;
}

void KineticTree::refit(Part& part, bvh::BoxEnds ends)
{
    if (ends == bvh::BoxEnds::none || part.leaves < 2) return;
    bvh::refit_kernel().refit(nodes_, part.first_inner, part.first_inner + part.leaves - 1, ends, part.areas);
    set_cost(part);
}

void KineticTree::refit_upper(bvh::BoxEnds ends)
{
    if (ends == bvh::BoxEnds::none || upper_.empty()) return;
    bvh::AreaSums sum;
    for (std::size_t i = upper_.size(); i-- > 0;) {
        bvh::AreaSums area;
        bvh::refit_kernel().refit(nodes_, upper_[i], upper_[i] + 1, bvh::BoxEnds::both, area);
        sum.start += area.start;
        sum.end += area.end;
    }
    whole_.areas = sum;
    set_cost(whole_);
}

void KineticTree::refit(const MoveLeaves& move, int threads)
{
    std::vector<bvh::BoxEnds> moved(parts_.size());
    for_each_piece(parts_.size(), threads, [&](std::size_t i) {
        moved[i] = move(parts_[i].first_leaf, parts_[i].first_leaf + parts_[i].leaves);
        refit(parts_[i], moved[i]);
    });
    bvh::BoxEnds any = bvh::BoxEnds::none;
    for (const bvh::BoxEnds ends : moved) any = any | ends;
    refit_upper(any);
}

double KineticTree::decay() const
{
    double worst = whole_.decay();
    for (const Part& part : parts_) worst = std::max(worst, part.decay());
    return worst;
}

bool KineticTree::rebuild_decayed(double limit, int threads)
{
    if (whole_.decay() > limit) {
        build(threads);
        return true;
    }
    std::vector<Part*> decayed;
    for (Part& part : parts_) {
        if (part.decay() > limit) decayed.push_back(&part);
    }
    for_each_piece(decayed.size(), threads, [&](std::size_t i) {
        Part& part = *decayed[i];
        std::vector<std::uint32_t> tags;
        for (const MovingBox& leaf : leaves().subspan(part.first_leaf, part.leaves))
            tags.push_back(leaf.upper_end.word);
        link(part, build_tree(leaves().subspan(part.first_leaf, part.leaves), tags, 1));
        refit(part, bvh::BoxEnds::both);
        part.cost_built = part.cost;
    });
    if (!decayed.empty()) refit_upper(bvh::BoxEnds::both);
    return !decayed.empty();
}

}  // namespace tocca
