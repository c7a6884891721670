// SPDX-License-Identifier: Apache-2.0
#include "tocca/bvh/rss_tree.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "tocca/base/parallel.hpp"
#include "tocca/bounds/moving_box.hpp"

namespace tocca {

namespace {

using Eigen::Vector3d;

/// A volume of a node, its centre relative to the node's origin, in units of the node.
Rss stored(const RssNode& node, std::size_t lane)
{
    const auto read = [&](const std::array<RssNode::Lanes, 3>& lanes) -> Vector3d {
        return {static_cast<double>(lanes[0][lane]), static_cast<double>(lanes[1][lane]),
                static_cast<double>(lanes[2][lane])};
    };
    return {.centre = read(node.centre),
            .u = read(node.u),
            .v = read(node.v),
            .half_u = static_cast<double>(node.half_u[lane]),
            .half_v = static_cast<double>(node.half_v[lane]),
            .radius = static_cast<double>(node.radius[lane])};
}

Rss scaled(Rss rss, double by)
{
    rss.centre *= by;
    rss.half_u *= by;
    rss.half_v *= by;
    rss.radius *= by;
    return rss;
}

using Triangle = std::array<std::uint32_t, 3>;

/// Some of the primitives, in the order of the tree.
struct Range {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    [[nodiscard]] std::uint32_t size() const { return end - begin; }
};

struct Box {
    Vector3d low = Vector3d::Constant(std::numeric_limits<double>::infinity());
    Vector3d high = Vector3d::Constant(-std::numeric_limits<double>::infinity());

    void hold(const Vector3d& point)
    {
        low = low.cwiseMin(point);
        high = high.cwiseMax(point);
    }
    void hold(const Box& box)
    {
        low = low.cwiseMin(box.low);
        high = high.cwiseMax(box.high);
    }
    [[nodiscard]] double half_area() const
    {
        const Vector3d size = (high - low).cwiseMax(0.0);
        return size.x() * size.y() + size.y() * size.z() + size.z() * size.x();
    }
};

/// The primitives below each volume of a node.
using NodeRanges = std::array<Range, RssNode::width>;

/// A node under construction: what is below its volumes, and where their nodes are.
struct Sketch {
    Range all;
    NodeRanges ranges = {};
    std::array<std::uint32_t, RssNode::width> child = {};
};

/// Sorts the primitives into a tree of ranges, and then fits the volumes.
class RssTreeBuilder {
public:
    RssTreeBuilder(std::span<const Point> positions, std::span<const Triangle> triangles, int threads)
        : positions_(positions),
          triangles_(triangles),
          threads_(threads),
          boxes_(triangles.size()),
          centres_(triangles.size()),
          order_(triangles.size())
    {
        std::iota(order_.begin(), order_.end(), 0U);
        for (std::size_t i = 0; i < triangles.size(); ++i) {
            for (const std::uint32_t corner : triangles[i]) boxes_[i].hold(position(corner));
            centres_[i] = 0.5 * (boxes_[i].low + boxes_[i].high);
        }
    }

    std::vector<RssNode> build()
    {
        sort_all();
        std::vector<RssNode> nodes(sketches_.size());
        for_each_piece(nodes.size(), threads_, [&](std::size_t i) { nodes[i] = fitted(sketches_[i]); });
        return nodes;
    }

    [[nodiscard]] Rss fit_all() const
    {
        const std::vector<Vector3d> points = points_of({0, static_cast<std::uint32_t>(order_.size())});
        Rss rss = fit_rss(points);
        rss.radius = radius_about(rss, points);
        return rss;
    }

private:
    static constexpr std::uint32_t width = RssNode::width;

    [[nodiscard]] Vector3d position(std::uint32_t vertex) const
    {
        return Eigen::Map<const Vector3d>(positions_[vertex].data());
    }

    [[nodiscard]] std::vector<Vector3d> points_of(Range range) const
    {
        std::vector<Vector3d> points;
        points.reserve(std::size_t{3} * range.size());
        for (std::uint32_t i = range.begin; i < range.end; ++i) {
            for (const std::uint32_t corner : triangles_[order_[i]]) points.push_back(position(corner));
        }
        return points;
    }

    /// The top of the tree, and below it the subtrees side by side.
    void sort_all()
    {
        const auto count = static_cast<std::uint32_t>(order_.size());
        const std::uint32_t piece = std::max(count / 64, std::uint32_t{2048});
        sketches_.push_back({.all = {0, count}});
        std::vector<std::array<std::uint32_t, 2>> open;  // node, lane
        for (std::uint32_t node = 0; node < sketches_.size(); ++node) {
            sketch_children(sketches_[node]);
            for (std::uint32_t lane = 0; lane < width; ++lane) {
                const Range range = sketches_[node].ranges[lane];
                if (range.size() <= 1) continue;
                if (range.size() <= piece) {
                    open.push_back({node, lane});
                } else {
                    sketches_[node].child[lane] = static_cast<std::uint32_t>(sketches_.size());
                    sketches_.push_back({.all = range});
                }
            }
        }
        std::vector<std::vector<Sketch>> subtrees(open.size());
        for_each_piece(open.size(), threads_,
                       [&](std::size_t i) { append_subtree(sketches_[open[i][0]].ranges[open[i][1]], subtrees[i]); });
        std::size_t total = sketches_.size();
        for (const std::vector<Sketch>& subtree : subtrees) total += subtree.size();
        sketches_.reserve(total);
        for (std::size_t i = 0; i < open.size(); ++i) {
            const auto first = static_cast<std::uint32_t>(sketches_.size());
            sketches_[open[i][0]].child[open[i][1]] = first;
            for (Sketch& sketch : subtrees[i]) {
                for (std::uint32_t lane = 0; lane < width; ++lane) {
                    if (sketch.ranges[lane].size() > 1) sketch.child[lane] += first;
                }
                sketches_.push_back(sketch);
            }
        }
    }

    /// Appends the node over a range and all below it, numbered within `nodes`.
    void append_subtree(Range range, std::vector<Sketch>& nodes)
    {
        const std::size_t node = nodes.size();
        nodes.push_back({.all = range});
        sketch_children(nodes[node]);
        for (std::uint32_t lane = 0; lane < width; ++lane) {
            const Range below = nodes[node].ranges[lane];
            if (below.size() <= 1) continue;
            nodes[node].child[lane] = static_cast<std::uint32_t>(nodes.size());
            append_subtree(below, nodes);
        }
    }

    /// Splits the range of a node into up to eight: the one with the largest surface first.
    ///
    /// Ranges are multiples of eight as far as possible, so that the last nodes, which are most of them, are full.
    void sketch_children(Sketch& node)
    {
        if (node.all.size() <= width) {
            for (std::uint32_t lane = 0; lane < node.all.size(); ++lane) {
                node.ranges[lane] = {node.all.begin + lane, node.all.begin + lane + 1};
            }
            return;
        }
        std::array<double, RssNode::width> areas = {};
        node.ranges[0] = node.all;
        areas[0] = box_of(node.all).half_area();
        for (std::uint32_t used = 1; used < width; ++used) {
            std::optional<std::uint32_t> widest;
            for (std::uint32_t lane = 0; lane < used; ++lane) {
                if (node.ranges[lane].size() > width && (!widest || areas[lane] > areas[*widest])) widest = lane;
            }
            if (!widest) break;
            Range& split = node.ranges[*widest];
            const std::uint32_t middle = split_at(split);
            node.ranges[used] = {middle, split.end};
            split.end = middle;
            areas[*widest] = box_of(split).half_area();
            areas[used] = box_of(node.ranges[used]).half_area();
        }
    }

    [[nodiscard]] Box box_of(Range range) const
    {
        Box box;
        for (std::uint32_t i = range.begin; i < range.end; ++i) box.hold(boxes_[order_[i]]);
        return box;
    }

    /// Sorts a range of more than eight about the split that the surface area heuristic likes best over 16 bins an axis,
    /// moved to a multiple of eight.
    std::uint32_t split_at(Range range)
    {
        Box centres;
        for (std::uint32_t i = range.begin; i < range.end; ++i) centres.hold(centres_[order_[i]]);
        double best_cost = std::numeric_limits<double>::infinity();
        std::uint32_t best_size = range.size() / 2;
        Eigen::Index best_axis = 0;
        for (Eigen::Index axis = 0; axis < 3; ++axis) {
            const double low = centres.low[axis], length = centres.high[axis] - low;
            if (!(length > 0.0)) continue;
            std::array<Box, bins> boxes;
            std::array<std::uint32_t, bins> counts = {};
            for (std::uint32_t i = range.begin; i < range.end; ++i) {
                const double place = (centres_[order_[i]][axis] - low) / length * bins;
                const std::size_t bin = std::min(static_cast<std::size_t>(place), std::size_t{bins - 1});
                boxes[bin].hold(boxes_[order_[i]]);
                ++counts[bin];
            }
            std::array<double, bins> left_costs = {};
            Box left, right;
            std::uint32_t left_count = 0, right_count = 0;
            for (std::size_t bin = 0; bin + 1 < bins; ++bin) {
                left.hold(boxes[bin]);
                left_count += counts[bin];
                left_costs[bin] = left_count * left.half_area();
            }
            for (std::size_t bin = bins - 1; bin > 0; --bin) {
                right.hold(boxes[bin]);
                right_count += counts[bin];
                if (right_count == 0 || right_count == range.size()) continue;
                const double cost = left_costs[bin - 1] + right_count * right.half_area();
                if (cost < best_cost) {
                    best_cost = cost;
                    best_size = range.size() - right_count;
                    best_axis = axis;
                }
            }
        }
        const std::uint32_t last_multiple = (range.size() - 1) / width * width;
        const std::uint32_t size = std::clamp((best_size + width / 2) / width * width, width, last_multiple);
        const auto at = [&](std::uint32_t place) { return order_.begin() + static_cast<std::ptrdiff_t>(place); };
        std::nth_element(at(range.begin), at(range.begin + size), at(range.end), [&](std::uint32_t i, std::uint32_t j) {
            const double x = centres_[i][best_axis], y = centres_[j][best_axis];
            return x != y ? x < y : i < j;
        });
        return range.begin + size;
    }

    [[nodiscard]] RssNode fitted(const Sketch& sketch) const
    {
        RssNode node;
        const Box box = box_of(sketch.all);
        const Vector3d origin = 0.5 * (box.low + box.high);
        for (std::size_t k = 0; k < 3; ++k) node.origin[k] = origin[static_cast<Eigen::Index>(k)];
        // A point minus the origin is rounded once.
        const double lost = 0x1p-50 * origin.cwiseAbs().maxCoeff();
        node.exponent = unit_exponent(std::max(lost, (box.high - box.low).maxCoeff()));
        const double units = std::ldexp(1.0, -node.exponent), rounding = units * lost;
        for (std::uint32_t lane = 0; lane < width; ++lane) {
            const Range range = sketch.ranges[lane];
            node.child[lane] = range.size() > 1    ? sketch.child[lane]
                               : range.size() == 1 ? order_[range.begin] | RssNode::primitive_bit
                                                   : RssNode::no_child;
            if (range.size() == 0) continue;
            std::vector<Vector3d> points = points_of(range);
            // Exact where the points are near each other; else what is lost shows in the radius.
            for (Vector3d& point : points) point = units * (point - origin);
            store(node, lane, fit_rss(points), points, rounding);
        }
        return node;
    }

    /// Stores a volume rounded to floats, with the radius that makes up for it and for the rounding of the points.
    static void store(RssNode& node, std::uint32_t lane, const Rss& fit, std::span<const Vector3d> points,
                      double rounding)
    {
        const auto write = [&](std::array<RssNode::Lanes, 3>& lanes, const Vector3d& x) {
            for (std::size_t k = 0; k < 3; ++k) lanes[k][lane] = static_cast<float>(x[static_cast<Eigen::Index>(k)]);
        };
        write(node.centre, fit.centre);
        write(node.u, fit.u);
        write(node.v, fit.v);
        node.half_u[lane] = static_cast<float>(fit.half_u);
        node.half_v[lane] = static_cast<float>(fit.half_v);
        const Rss rounded = stored(node, lane);
        node.radius[lane] = round_up(radius_about(rounded, points) + rounding);
        const double extent =
            rounded.centre.cwiseAbs().sum() + rounded.half_u + rounded.half_v + static_cast<double>(node.radius[lane]);
        node.extent = std::max(node.extent, round_up(extent * (1.0 + 0x1p-40)));
    }

    static constexpr int bins = 16;

    std::span<const Point> positions_;
    std::span<const Triangle> triangles_;
    int threads_;
    std::vector<Box> boxes_;
    std::vector<Vector3d> centres_;
    std::vector<std::uint32_t> order_;
    std::vector<Sketch> sketches_;
};

}  // namespace

RssTree::RssTree(std::span<const Point> positions, std::span<const Triangle> triangles, int threads)
{
    if (triangles.empty()) return;
    RssTreeBuilder builder(positions, triangles, threads);
    nodes_ = builder.build();
    root_ = builder.fit_all();
}

Rss RssTree::volume(RssSlot slot) const
{
    if (slot.index == RssSlot::root) return root_;
    const RssNode& node = nodes_[slot.index / RssNode::width];
    Rss rss = stored(node, slot.index % RssNode::width);
    if (node.exponent != 0) rss = scaled(rss, std::ldexp(1.0, node.exponent));
    rss.centre += Vector3d(node.origin[0], node.origin[1], node.origin[2]);
    return rss;
}

std::string RssTree::validate(std::span<const Point> positions, std::span<const Triangle> triangles) const
{
    if (nodes_.empty())
        return triangles.empty() ? "" : "no nodes over " + std::to_string(triangles.size()) + " triangles";
    const auto holds = [&](const Rss& rss, std::uint32_t primitive) {
        std::array<Vector3d, 3> corners;
        double scale = rss.centre.cwiseAbs().maxCoeff();
        for (std::size_t k = 0; k < 3; ++k) {
            corners[k] = Eigen::Map<const Vector3d>(positions[triangles[primitive][k]].data());
            scale = std::max(scale, corners[k].cwiseAbs().maxCoeff());
        }
        return radius_about(rss, corners) <= rss.radius * (1.0 + 0x1p-40) + 0x1p-45 * scale;
    };

    std::vector<unsigned char> seen(triangles.size(), 0);
    // A volume and those above it.
    struct Visit {
        std::uint32_t node;
        std::vector<RssSlot> above;
    };
    std::vector<Visit> stack = {{0, {RssSlot{}}}};
    std::size_t visited = 0;
    while (!stack.empty()) {
        const Visit visit = std::move(stack.back());
        stack.pop_back();
        if (visit.node >= nodes_.size() || ++visited > nodes_.size()) return "nodes do not make a tree";
        const RssNode& node = nodes_[visit.node];
        for (std::uint32_t lane = 0; lane < RssNode::width; ++lane) {
            const std::uint32_t child = node.child[lane];
            if (child == RssNode::no_child) continue;
            const std::string place = "node " + std::to_string(visit.node) + ", volume " + std::to_string(lane);
            const Rss rss = volume({visit.node * static_cast<std::uint32_t>(RssNode::width) + lane});
            const Vector3d centre = rss.centre - Vector3d(node.origin[0], node.origin[1], node.origin[2]);
            if (centre.cwiseAbs().sum() + rss.half_u + rss.half_v + rss.radius >
                std::ldexp(static_cast<double>(node.extent), node.exponent) * (1.0 + 0x1p-20)) {
                return place + ": beyond the node's extent";
            }
            std::vector<RssSlot> above = visit.above;
            above.push_back({visit.node * static_cast<std::uint32_t>(RssNode::width) + lane});
            if ((child & RssNode::primitive_bit) == 0) {
                stack.push_back({child, std::move(above)});
                continue;
            }
            const std::uint32_t primitive = child & ~RssNode::primitive_bit;
            if (primitive >= triangles.size() || seen[primitive]++ != 0) return place + ": a wrong primitive";
            for (const RssSlot slot : above) {
                if (!holds(volume(slot), primitive)) {
                    return "primitive " + std::to_string(primitive) + " is not in all volumes above it";
                }
            }
        }
    }
    const bool all = std::all_of(seen.begin(), seen.end(), [](unsigned char times) { return times == 1; });
    return all ? "" : "a primitive is missing";
}

}  // namespace tocca
