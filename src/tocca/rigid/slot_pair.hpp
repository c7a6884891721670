// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "tocca/bvh/rss_tree.hpp"
#include "tocca/rigid/rss_kernel.hpp"
#include "tocca/rigid/triangle_pair.hpp"

namespace tocca::rigid {

/// A volume of one tree and one of another.
struct SlotPair {
    RssSlot a = {};
    RssSlot b = {};
};

/// A pair of volumes of which one is opened: the other one, kept, against the eight volumes of a node.
struct OpenedPair {
    bool opens_a = false;  ///< the node is of a, the volume kept of b; else the other way round
    std::uint32_t node = 0;
    RssSlot kept = {};

    [[nodiscard]] SlotPair pair(std::uint32_t lane) const
    {
        const RssSlot slot = {node * static_cast<std::uint32_t>(RssNode::width) + lane};
        return opens_a ? SlotPair{slot, kept} : SlotPair{kept, slot};
    }
};

/// The kernel's answer for a node, with the unit of its gaps.
struct NodeAnswer : RssAnswer {
    double unit = 1.0;

    /// The volumes are further apart than the level by this length; not positive: perhaps not.
    [[nodiscard]] double distance(std::size_t lane) const { return unit * static_cast<double>(gap[lane]); }
};

/// Two trees that are searched together.
struct TreePair {
    const RssTree& a;
    const RssTree& b;

    [[nodiscard]] static bool is_primitive(std::uint32_t child) { return (child & RssNode::primitive_bit) != 0; }

    /// The two triangles, if each volume holds a single one.
    [[nodiscard]] std::optional<TrianglePair> triangles(const SlotPair& pair) const
    {
        const std::uint32_t child_a = a.child(pair.a), child_b = b.child(pair.b);
        if (!is_primitive(child_a) || !is_primitive(child_b)) return std::nullopt;
        return TrianglePair{child_a & ~RssNode::primitive_bit, child_b & ~RssNode::primitive_bit};
    }

    /// Opens the larger of two volumes that can be opened.
    ///
    /// Assumes: they are not both of a triangle.
    [[nodiscard]] OpenedPair open(const SlotPair& pair) const
    {
        const std::uint32_t child_a = a.child(pair.a), child_b = b.child(pair.b);
        const bool opens_a =
            is_primitive(child_b) || (!is_primitive(child_a) && a.volume(pair.a).size() > b.volume(pair.b).size());
        return {opens_a, opens_a ? child_a : child_b, opens_a ? pair.b : pair.a};
    }

    [[nodiscard]] const RssNode& node(const OpenedPair& opened) const
    {
        return (opened.opens_a ? a : b).nodes()[opened.node];
    }

    /// The kernel's answer for the volume kept and those of the node, with the frames of a and b.
    [[nodiscard]] NodeAnswer ask(const RssKernel& kernel, const OpenedPair& opened, const MovingFrame& frame_a,
                                 const MovingFrame& frame_b, double level) const
    {
        const Rss volume = (opened.opens_a ? b : a).volume(opened.kept);
        const RssQuery kept = {.volume = volume, .frame = opened.opens_a ? frame_b : frame_a, .level = level};
        const RssQuestion question = rss_question(kept, node(opened), opened.opens_a ? frame_a : frame_b);
        NodeAnswer answer;
        kernel.answer(question, node(opened), answer);
        answer.unit = question.unit;
        return answer;
    }
};

}  // namespace tocca::rigid
