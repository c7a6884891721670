// SPDX-License-Identifier: Apache-2.0
#include "support/swept_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>
#include <utility>

namespace tocca::bench {
namespace {

struct Box {
    std::array<double, 3> low{HUGE_VAL, HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
};

bool overlap(const Box& a, const Box& b)
{
    for (std::size_t k = 0; k < 3; ++k) {
        if (a.high[k] < b.low[k] || b.high[k] < a.low[k]) return false;
    }
    return true;
}

/// A vertex, an edge or a face by its vertices, and the box it sweeps.
struct Feature {
    std::array<std::uint32_t, 3> vertices;
    std::size_t size;
    Box box;
};

Feature feature(const MovingShape& shape, std::span<const std::uint32_t> vertices)
{
    Feature f{.vertices = {}, .size = vertices.size(), .box = {}};
    std::copy(vertices.begin(), vertices.end(), f.vertices.begin());
    for (const std::uint32_t v : vertices) {
        for (std::size_t k = 0; k < 3; ++k) {
            f.box.low[k] = std::min({f.box.low[k], shape.start[v][k], shape.end[v][k]});
            f.box.high[k] = std::max({f.box.high[k], shape.start[v][k], shape.end[v][k]});
        }
    }
    return f;
}

std::vector<Feature> vertices_of(const MovingShape& shape)
{
    std::vector<Feature> features;
    for (std::uint32_t v = 0; v < shape.start.size(); ++v) features.push_back(feature(shape, {&v, 1}));
    return features;
}

std::vector<Feature> faces_of(const MovingShape& shape)
{
    std::vector<Feature> features;
    for (const auto& face : shape.faces) features.push_back(feature(shape, face));
    return features;
}

std::vector<Feature> edges_of(const MovingShape& shape)
{
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  // greater vertex first
    for (const auto& face : shape.faces) {
        for (std::size_t i = 0; i < 3; ++i) edges.push_back(std::minmax(face[i], face[(i + 1) % 3], std::greater<>()));
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    std::vector<Feature> features;
    for (const auto& [greater, lesser] : edges) {
        const std::array ends{lesser, greater};
        features.push_back(feature(shape, ends));
    }
    return features;
}

bool share_a_vertex(const Feature& a, const Feature& b)
{
    return std::find_first_of(a.vertices.begin(), a.vertices.begin() + static_cast<std::ptrdiff_t>(a.size),
                              b.vertices.begin(), b.vertices.begin() + static_cast<std::ptrdiff_t>(b.size)) !=
           a.vertices.begin() + static_cast<std::ptrdiff_t>(a.size);
}

std::size_t longest_axis(std::span<const Feature> features)
{
    Box all;
    for (const Feature& f : features) {
        for (std::size_t k = 0; k < 3; ++k) {
            all.low[k] = std::min(all.low[k], f.box.low[k]);
            all.high[k] = std::max(all.high[k], f.box.high[k]);
        }
    }
    std::size_t axis = 0;
    for (std::size_t k = 1; k < 3; ++k) {
        if (all.high[k] - all.low[k] > all.high[axis] - all.low[axis]) axis = k;
    }
    return axis;
}

std::vector<std::uint32_t> by_low_end(std::span<const Feature> features, std::size_t axis)
{
    std::vector<std::uint32_t> order(features.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t i, std::uint32_t k) { return features[i].box.low[axis] < features[k].box.low[axis]; });
    return order;
}

using FeaturePair = std::pair<std::uint32_t, std::uint32_t>;

/// Sweep along one axis: each pair is met where the later of its two boxes begins.
class Sweep {
public:
    Sweep(std::span<const Feature> first, std::span<const Feature> second)
        : first_(first), second_(second), axis_(longest_axis(second))
    {}

    /// Every pair of one of `first` with one of `second`.
    [[nodiscard]] std::vector<FeaturePair> across()
    {
        const auto a = by_low_end(first_, axis_), b = by_low_end(second_, axis_);
        run(first_, a, second_, b, [this](std::uint32_t i, std::uint32_t k) { add(i, k); });
        run(second_, b, first_, a, [this](std::uint32_t k, std::uint32_t i) {
            if (first_[i].box.low[axis_] != second_[k].box.low[axis_]) add(i, k);  // equal ends were met before
        });
        return sorted();
    }

    /// Every pair of two different ones of `first`, which is `second`, the lesser number first.
    [[nodiscard]] std::vector<FeaturePair> within()
    {
        const auto a = by_low_end(first_, axis_);
        for (std::size_t n = 0; n < a.size(); ++n) {
            for (std::size_t m = n + 1; m < a.size(); ++m) {
                if (first_[a[m]].box.low[axis_] > first_[a[n]].box.high[axis_]) break;
                add(std::min(a[n], a[m]), std::max(a[n], a[m]));
            }
        }
        return sorted();
    }

private:
    /// Calls `meet` for each x with every y that begins within x.
    template <typename Meet>
    void run(std::span<const Feature> xs, const std::vector<std::uint32_t>& x_order, std::span<const Feature> ys,
             const std::vector<std::uint32_t>& y_order, Meet meet) const
    {
        std::size_t begin = 0;
        for (const std::uint32_t x : x_order) {
            const Box& box = xs[x].box;
            while (begin < y_order.size() && ys[y_order[begin]].box.low[axis_] < box.low[axis_]) ++begin;
            for (std::size_t n = begin; n < y_order.size(); ++n) {
                if (ys[y_order[n]].box.low[axis_] > box.high[axis_]) break;
                meet(x, y_order[n]);
            }
        }
    }

    void add(std::uint32_t i, std::uint32_t k)
    {
        if (overlap(first_[i].box, second_[k].box) && !share_a_vertex(first_[i], second_[k])) pairs_.emplace_back(i, k);
    }

    [[nodiscard]] std::vector<FeaturePair> sorted()
    {
        std::sort(pairs_.begin(), pairs_.end());
        return std::move(pairs_);
    }

    std::span<const Feature> first_, second_;
    std::size_t axis_;
    std::vector<FeaturePair> pairs_;
};

}  // namespace

std::vector<PairVertices> swept_pairs(const MovingShape& shape, PairKind kind)
{
    std::vector<PairVertices> pairs;
    if (kind == PairKind::vertex_face) {
        const std::vector<Feature> vertices = vertices_of(shape), faces = faces_of(shape);
        for (const auto& [v, f] : Sweep(vertices, faces).across()) {
            const auto& corners = faces[f].vertices;
            pairs.push_back({v, corners[0], corners[1], corners[2]});
        }
        return pairs;
    }
    const std::vector<Feature> edges = edges_of(shape);
    for (const auto& [i, k] : Sweep(edges, edges).within()) {
        const auto &a = edges[i].vertices, &b = edges[k].vertices;
        pairs.push_back({a[0], a[1], b[0], b[1]});
    }
    return pairs;
}

PairRows rows_of(const MovingShape& shape, const PairVertices& pair)
{
    PairRows rows{};
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            rows[3 * i + k] = shape.start[pair[i]][k];
            rows[12 + 3 * i + k] = shape.end[pair[i]][k];
        }
    }
    return rows;
}

}  // namespace tocca::bench
