// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include "tocca/bvh/rss_tree.hpp"
#include "tocca/rigid/rss_kernel.hpp"

namespace tocca::scene::detail {

/// Some of the eight volumes of a node, as bits.
using LaneMask = std::uint8_t;

[[nodiscard]] inline LaneMask lane_bit(std::uint32_t lane) { return static_cast<LaneMask>(1U << lane); }
[[nodiscard]] inline bool has_lane(LaneMask mask, std::uint32_t lane) { return (mask >> lane & 1U) != 0; }
[[nodiscard]] inline LaneMask without(LaneMask mask, LaneMask others) { return static_cast<LaneMask>(mask & ~others); }

[[nodiscard]] inline bool is_primitive(const RssNode& node, std::uint32_t lane)
{
    return (node.child[lane] & RssNode::primitive_bit) != 0;
}
[[nodiscard]] inline std::uint32_t primitive(const RssNode& node, std::uint32_t lane)
{
    return node.child[lane] & ~RssNode::primitive_bit;
}

/// The volumes that are there.
[[nodiscard]] inline LaneMask used_lanes(const RssNode& node)
{
    LaneMask used = 0;
    for (std::uint32_t lane = 0; lane < RssNode::width; ++lane) {
        if (node.child[lane] != RssNode::no_child) used = static_cast<LaneMask>(used | lane_bit(lane));
    }
    return used;
}

/// The volumes proven to be further away than the level.
[[nodiscard]] inline LaneMask lanes_apart(const rigid::RssAnswer& answer)
{
    LaneMask apart = 0;
    for (std::uint32_t lane = 0; lane < RssNode::width; ++lane) {
        if (answer.gap[lane] > 0.0F) apart = static_cast<LaneMask>(apart | lane_bit(lane));
    }
    return apart;
}

/// How large a volume is, for comparison with others.
[[nodiscard]] inline double size_of(const Rss& volume) { return volume.half_u + volume.half_v + volume.radius; }

/// Of the volumes of a node those beside which a box of this size is to be opened: the smaller ones, and those of single
/// triangles, which cannot be. A box of a deforming mesh opens in two and fits less closely, a volume of a body in eight:
/// measured on cloths, a box is to be opened before a volume of up to three times its size.
[[nodiscard]] inline LaneMask lanes_to_keep(const RssNode& node, LaneMask lanes, double size)
{
    const double most = 3.0 * (node.exponent == 0 ? size : std::ldexp(size, -node.exponent));
    LaneMask kept = 0;
    for (std::uint32_t lane = 0; lane < RssNode::width; ++lane) {
        if (!has_lane(lanes, lane)) continue;
        const float own = node.half_u[lane] + node.half_v[lane] + node.radius[lane];
        if (is_primitive(node, lane) || most > static_cast<double>(own))
            kept = static_cast<LaneMask>(kept | lane_bit(lane));
    }
    return kept;
}

}  // namespace tocca::scene::detail
