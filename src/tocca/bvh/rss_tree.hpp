// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tocca/bounds/rss.hpp"
#include "tocca/geometry/point.hpp"

namespace tocca {

/// Eight volumes in structure-of-arrays layout, for wide registers. Unused ones have no child.
struct alignas(64) RssNode {
    static constexpr std::size_t width = 8;
    /// Values of a child: no child; a primitive, whose number is in the other bits; otherwise a node.
    static constexpr std::uint32_t no_child = ~std::uint32_t{0};
    static constexpr std::uint32_t primitive_bit = std::uint32_t{1} << 31U;

    using Lanes = std::array<float, width>;

    /// The centres are relative to this, so that floats are fine enough for small nodes far from the origin.
    std::array<double, 3> origin = {};
    /// All lengths below are in units of 2^exponent, so that floats are fine enough for nodes of any size.
    std::int32_t exponent = 0;
    /// At least |centre|_1 + half_u + half_v + radius of every volume in it.
    float extent = 0.0F;
    std::array<Lanes, 3> centre = {}, u = {}, v = {};
    Lanes half_u = {}, half_v = {}, radius = {};
    std::array<std::uint32_t, width> child = {};
};

/// A place in the tree: a volume of a node, or the volume of the whole tree.
struct RssSlot {
    static constexpr std::uint32_t root = ~std::uint32_t{0};
    std::uint32_t index = root;  ///< 8 node + lane

    friend bool operator==(const RssSlot&, const RssSlot&) = default;
};

/// A bounding volume hierarchy (BVH) of rectangle swept spheres over triangles: eight children per node, floats rounded
/// outward.
///
/// The root node is the first. Every primitive is the child of exactly one volume, which holds it.
class RssTree {
public:
    RssTree() = default;

    /// Guarantee: a function of the triangles alone, whatever the number of threads.
    /// Assumes:   finite coordinates of at most 1e15; fewer than 2^31 triangles; corners that exist.
    /// Cost:      n log n.
    RssTree(std::span<const Point> positions, std::span<const std::array<std::uint32_t, 3>> triangles, int threads);

    [[nodiscard]] bool empty() const { return nodes_.empty(); }
    [[nodiscard]] std::span<const RssNode> nodes() const { return nodes_; }
    /// The volume of the whole tree.
    [[nodiscard]] const Rss& root() const { return root_; }
    /// A volume, exactly as stored.
    [[nodiscard]] Rss volume(RssSlot slot) const;
    /// What is below a volume: a node, or a primitive with its bit.
    [[nodiscard]] std::uint32_t child(RssSlot slot) const
    {
        return slot.index == RssSlot::root ? 0 : nodes_[slot.index / RssNode::width].child[slot.index % RssNode::width];
    }

    [[nodiscard]] std::size_t memory_bytes() const { return nodes_.capacity() * sizeof(RssNode); }

    /// The first fault of the tree over these triangles: a volume that does not contain what is below it, a primitive that
    /// is missing or there twice, an extent too small. Empty if the tree is valid.
    [[nodiscard]] std::string validate(std::span<const Point> positions,
                                       std::span<const std::array<std::uint32_t, 3>> triangles) const;

private:
    std::vector<RssNode> nodes_;
    Rss root_;
};

}  // namespace tocca
