// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tocca/bounds/oriented_box.hpp"
#include "tocca/bounds/point_box.hpp"

namespace tocca::robot::detail {

/// Elements of a chain are numbered from 0, parents before children.
using ElementId = std::uint32_t;

/// The parent of elements that move in the base itself.
inline constexpr ElementId no_element = ~ElementId{0};

/// A frame that moves in the frame of its parent: at time t its point x is at
///
///     start + velocity t + exp(t [angular_velocity]) rotation x
///
/// of the parent's frame. So the origin of the frame moves on a straight line and the frame turns about it at constant
/// speed; everything but the time is constant, and every vector but x is one of the parent's frame.
struct ChainElement {
    Eigen::Vector3d start = Eigen::Vector3d::Zero();
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
    Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
    Eigen::Vector3d angular_velocity = Eigen::Vector3d::Zero();
    ElementId parent = no_element;
};

/// The time interval from `from` to `to`, both in [0, 1], in equal parts.
struct TimeSpans {
    double from = 0.0;
    double to = 1.0;
    std::size_t count = 1;

    /// When part `span` begins. Each ends when the next begins, and the last at `to`.
    [[nodiscard]] double begin(std::size_t span) const
    {
        if (span >= count) return to;
        return from + (to - from) * (static_cast<double>(span) / static_cast<double>(count));
    }
};

/// The number of equal parts of such a time interval such that the turns of all elements from the base to any other, from the
/// middle of a part to its end, add up to at most `max_turn` (radians); never more than `max_count`.
///
/// At half a radian the sides of boxes are 0.2 % longer than what links sweep, on average; at one 1 %, at two 6 %.
struct SpanChoice {
    double duration = 1.0;
    double max_turn = 0.5;
    std::size_t max_count = 64;
};
[[nodiscard]] std::size_t span_count(std::span<const ChainElement> elements, const SpanChoice& choice = {});

/// What moves with an element: all that is within `padding` of a box in the element's coordinates.
struct LinkBox {
    ElementId element = 0;
    OrientedBox box = {};
    double padding = 0.0;
};

enum class BoxArithmetic : unsigned char { taylor, interval };

/// Axis-aligned boxes, in the frame of `base` (no_element: the frame that all chains begin in), of what moves with
/// elements below it: one for each link and part of the time, link by link.
///
/// Guarantee: a box holds its link at all times of its part, both ends included; also for rotations within 2^-48 of those
///            given, entry by entry, and starts and velocities within 2^-48 of their largest component. Where a length is
///            greater than 1e15, an angular velocity than 1e6, or a number is NaN, boxes are the whole space.
/// Assumes:   rotations within 1e-9 of orthogonal.
/// Throws:    std::invalid_argument for an element that is not below the base or does not exist, for one that comes before
///            its parent, and for no parts.
/// Cost:      some 0.3 us for each element on the way to a link and part of the time, less for axes along coordinates.
[[nodiscard]] std::vector<PointBox> link_boxes(std::span<const ChainElement> elements, ElementId base,
                                               std::span<const LinkBox> links, const TimeSpans& spans,
                                               BoxArithmetic arithmetic = BoxArithmetic::taylor);

}  // namespace tocca::robot::detail
