// SPDX-License-Identifier: Apache-2.0
#include "tocca/bvh/tree_topology.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "tocca/base/error.hpp"
#include "tocca/base/parallel.hpp"

namespace tocca {
namespace {

constexpr std::size_t bin_count = 16;
/// Parts with fewer leaves are built by one thread.
constexpr std::size_t split_part_size = 2048;

/// A subtree still to be built over order[first_leaf, first_leaf + leaves).
struct Part {
    std::size_t first_inner = 0;
    std::size_t first_leaf = 0;
    std::size_t leaves = 0;
};

struct Bin {
    MovingBox box;
    std::size_t count = 0;

    void add(const MovingBox& other, std::size_t primitives)
    {
        if (count == 0)
            box = other;
        else
            extend(box, other);
        count += primitives;
    }
    [[nodiscard]] double cost() const { return count == 0 ? 0.0 : half_area(box) * static_cast<double>(count); }
};

/// The middle of a box over the step, halved: a place to sort it by. It is finite, and so is the difference of two.
float middle(const MovingBox& box, std::size_t axis)
{
    constexpr float most = std::numeric_limits<float>::max();
    const float lower = 0.5F * box.lower_start.at[axis] + 0.5F * box.lower_end.at[axis];
    const float upper = 0.5F * box.upper_start.at[axis] + 0.5F * box.upper_end.at[axis];
    return 0.25F * std::max(lower, -most) + 0.25F * std::min(upper, most);
}

/// Where to cut a part: bins below `bin` along `axis` go left.
struct Cut {
    std::size_t axis = 0;
    std::size_t bin = 0;
    double cost = std::numeric_limits<double>::infinity();
};

/// The extent of the middles along an axis, divided into bins.
struct Scale {
    float low = std::numeric_limits<float>::infinity();
    float high = -std::numeric_limits<float>::infinity();

    [[nodiscard]] bool flat() const { return !(high - low > 0.0F); }
    [[nodiscard]] std::size_t bin(float at) const
    {
        const float share = (at - low) / (high - low) * static_cast<float>(bin_count);
        return share >= static_cast<float>(bin_count) ? bin_count - 1 : static_cast<std::size_t>(std::max(share, 0.0F));
    }
};

class TopologyBuilder {
public:
    explicit TopologyBuilder(std::span<const MovingBox> boxes) : boxes_(boxes)
    {
        tree_.order.resize(boxes.size());
        std::iota(tree_.order.begin(), tree_.order.end(), 0U);
        tree_.children.resize(boxes.empty() ? 0 : boxes.size() - 1);
    }

    /// Builds a part to the end.
    void build(const Part& root)
    {
        std::vector<Part> open{root};
        while (!open.empty()) {
            const Part part = open.back();
            open.pop_back();
            if (part.leaves < 2) continue;
            const auto [left, right] = split(part);
            open.push_back(right);
            open.push_back(left);
        }
    }

    /// Splits parts until they are small, and returns those.
    std::vector<Part> split_to_small(const Part& root)
    {
        std::vector<Part> open{root}, small;
        while (!open.empty()) {
            const Part part = open.back();
            open.pop_back();
            if (part.leaves <= split_part_size) {
                small.push_back(part);
                continue;
            }
            const auto [left, right] = split(part);
            open.push_back(right);
            open.push_back(left);
        }
        return small;
    }

    [[nodiscard]] NodeId node_of(const Part& part) const
    {
        return static_cast<NodeId>(part.leaves == 1 ? tree_.children.size() + part.first_leaf : part.first_inner);
    }

    /// Makes `part` an inner node with the first `left` of its leaves on the left.
    std::array<Part, 2> divide(const Part& part, std::size_t left)
    {
        const Part first{part.first_inner + 1, part.first_leaf, left};
        const Part second{part.first_inner + left, part.first_leaf + left, part.leaves - left};
        tree_.children[part.first_inner] = {node_of(first), node_of(second)};
        return {first, second};
    }

    std::vector<std::uint32_t>& order() { return tree_.order; }
    TreeTopology take() { return std::move(tree_); }

private:
    std::span<const MovingBox> boxes_;
    TreeTopology tree_;

    [[nodiscard]] std::span<std::uint32_t> primitives(const Part& part)
    {
        return std::span(tree_.order).subspan(part.first_leaf, part.leaves);
    }

    std::array<Part, 2> split(const Part& part)
    {
        const auto members = primitives(part);
        const Cut cut = best_cut(members);
        std::size_t left = members.size() / 2;
        if (cut.bin > 0) {
            const Scale scale = scale_of(members, cut.axis);
            const auto middle_of = [&](std::uint32_t primitive) { return middle(boxes_[primitive], cut.axis); };
            left = static_cast<std::size_t>(
                std::stable_partition(members.begin(), members.end(),
                                      [&](std::uint32_t p) { return scale.bin(middle_of(p)) < cut.bin; }) -
                members.begin());
        }
        // Boxes of about one place may all fall into one bin.
        if (left == 0 || left == members.size()) left = members.size() / 2;
        return divide(part, left);
    }

    [[nodiscard]] Scale scale_of(std::span<const std::uint32_t> members, std::size_t axis) const
    {
        Scale scale;
        for (const std::uint32_t primitive : members) {
            const float at = middle(boxes_[primitive], axis);
            scale.low = std::min(scale.low, at);
            scale.high = std::max(scale.high, at);
        }
        return scale;
    }

    /// The cheapest cut by the surface area heuristic; bin 0 if all middles coincide.
    [[nodiscard]] Cut best_cut(std::span<const std::uint32_t> members) const
    {
        Cut best;
        std::array<Scale, 3> scales;
        for (std::size_t axis = 0; axis < 3; ++axis) scales[axis] = scale_of(members, axis);
        std::array<std::array<Bin, bin_count>, 3> bins;
        for (const std::uint32_t primitive : members) {
            const MovingBox& box = boxes_[primitive];
            for (std::size_t axis = 0; axis < 3; ++axis) {
                if (!scales[axis].flat()) bins[axis][scales[axis].bin(middle(box, axis))].add(box, 1);
            }
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (!scales[axis].flat()) consider(bins[axis], axis, best);
        }
        return best;
    }

    static void consider(const std::array<Bin, bin_count>& bins, std::size_t axis, Cut& best)
    {
        std::array<double, bin_count> right_cost{};
        Bin right;
        for (std::size_t bin = bin_count - 1; bin > 0; --bin) {
            if (bins[bin].count > 0) right.add(bins[bin].box, bins[bin].count);
            right_cost[bin] = right.cost();
        }
        Bin left;
        for (std::size_t bin = 1; bin < bin_count; ++bin) {
            if (bins[bin - 1].count > 0) left.add(bins[bin - 1].box, bins[bin - 1].count);
            const double cost = left.cost() + right_cost[bin];
            if (cost < best.cost || best.bin == 0) best = {axis, bin, cost};
        }
    }
};

/// The parts that the tags make, with their boxes merged.
struct TagPart {
    std::size_t first = 0;
    std::size_t size = 0;
    MovingBox box;
};

std::vector<TagPart> parts_of(std::span<const MovingBox> boxes, std::span<const std::uint32_t> tags)
{
    std::vector<TagPart> parts;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (i == 0 || (!tags.empty() && tags[i] != tags[i - 1])) {
            parts.push_back({i, 1, boxes[i]});
        } else {
            ++parts.back().size;
            extend(parts.back().box, boxes[i]);
        }
    }
    return parts;
}

/// Lays the tree over the tags, `upper`, on top: reorders the tags' primitives to its order, and links its nodes.
std::vector<Part> hang_parts(TopologyBuilder& builder, std::vector<std::uint32_t>& order, const TreeTopology& upper,
                             const std::vector<TagPart>& tag_parts)
{
    // The leaves under each node of the upper tree; children come after their parents.
    const std::size_t inner = upper.children.size();
    std::vector<std::size_t> leaves(inner + upper.order.size());
    for (std::size_t i = 0; i < upper.order.size(); ++i) leaves[inner + i] = tag_parts[upper.order[i]].size;
    for (std::size_t i = inner; i-- > 0;) leaves[i] = leaves[upper.children[i][0]] + leaves[upper.children[i][1]];

    order.clear();
    for (const std::uint32_t tag : upper.order) {
        for (std::size_t i = 0; i < tag_parts[tag].size; ++i)
            order.push_back(static_cast<std::uint32_t>(tag_parts[tag].first + i));
    }
    std::vector<Part> parts(leaves.size());
    parts[0] = {0, 0, leaves[0]};
    for (std::size_t i = 0; i < inner; ++i) {
        const auto [left, right] = builder.divide(parts[i], leaves[upper.children[i][0]]);
        parts[upper.children[i][0]] = left;
        parts[upper.children[i][1]] = right;
    }
    return {parts.begin() + static_cast<std::ptrdiff_t>(inner), parts.end()};
}

}  // namespace

TreeTopology build_tree(std::span<const MovingBox> boxes, std::span<const std::uint32_t> tags, int threads)
{
    require(tags.empty() || tags.size() == boxes.size(), "there must be a tag for every primitive, or none at all");
    require(boxes.size() < (std::size_t{1} << 31), "too many leaves: a tree can hold fewer than 2^31");
    TopologyBuilder builder(boxes);
    if (boxes.empty()) return builder.take();
    const std::vector<TagPart> tag_parts = parts_of(boxes, tags);
    std::vector<Part> small;
    if (tag_parts.size() == 1) {
        small = builder.split_to_small({0, 0, boxes.size()});
    } else {
        std::vector<MovingBox> tag_boxes;
        tag_boxes.reserve(tag_parts.size());
        for (const TagPart& part : tag_parts) tag_boxes.push_back(part.box);
        const TreeTopology upper = build_tree(tag_boxes, {}, threads);
        for (const Part& part : hang_parts(builder, builder.order(), upper, tag_parts)) {
            const std::vector<Part> pieces = builder.split_to_small(part);
            small.insert(small.end(), pieces.begin(), pieces.end());
        }
    }
    for_each_piece(small.size(), threads, [&](std::size_t i) { builder.build(small[i]); });
    return builder.take();
}

}  // namespace tocca
