// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "tocca/report/detail/canvas.hpp"

namespace tocca::report::detail {

/// Where a view looks, and what of the canvas it fills.
struct ViewFrame {
    Eigen::Vector3d target = Eigen::Vector3d::Zero();  ///< in the middle of the window
    Window window = {};
};

/// The directions of a camera: to the right, up, and to the eye.
struct ViewAxes {
    Eigen::Vector3d right, up, back;
};

/// A camera: z is up, it looks from the right, the front and above, and sees 35 degrees from the top of its window to its
/// bottom.
class View {
public:
    /// As near to the target as it can be with all points in the window, less a margin of a tenth.
    static View around(std::span<const Eigen::Vector3d> points, const ViewFrame& frame);
    /// With a ball about the target filling the height of the window; what is nearer than the ball is cut away.
    static View close_up(double radius, const ViewFrame& frame);

    /// From a point to the eye, of length 1.
    [[nodiscard]] Eigen::Vector3d to_eye(const Eigen::Vector3d& point) const;
    /// A direction, to the right, up and to the eye.
    [[nodiscard]] Eigen::Vector3d turned(const Eigen::Vector3d& direction) const;

    /// Where a point is on the canvas, with a nearness in (0, 1]; empty for points that are cut away or far off the
    /// window.
    [[nodiscard]] std::optional<Corner> corner(const Eigen::Vector3d& point) const;
    /// What is seen of a segment, lifted towards the eye by so little that it lies on its faces.
    [[nodiscard]] std::optional<std::array<Corner, 2>> segment(const Eigen::Vector3d& from,
                                                               const Eigen::Vector3d& to) const;
    /// Three, one more for each of the five planes that bound what is seen, and two that rounding may add.
    static constexpr std::size_t max_corners = 10;
    /// What is seen of a triangle: nothing, or a convex polygon.
    struct Polygon {
        std::array<Corner, max_corners> corners;
        std::size_t count = 0;
    };
    [[nodiscard]] Polygon polygon(const std::array<Eigen::Vector3d, 3>& points) const;
    /// How many pixels a length has at the target.
    [[nodiscard]] double pixels(double length) const { return length * scale_ / distance_; }
    [[nodiscard]] const Window& window() const { return window_; }

private:
    View(const ViewFrame& frame, double distance, double nearest);

    /// To the right of the middle, above it, and the depth.
    [[nodiscard]] Eigen::Vector3d seen(const Eigen::Vector3d& point) const;
    [[nodiscard]] Corner projected(const Eigen::Vector3d& seen_point, double lift) const;
    /// How far a point is on the inner side of a plane that bounds what is seen.
    [[nodiscard]] double inside(int plane, const Eigen::Vector3d& seen_point) const;

    Window window_;
    ViewAxes axes_;
    Eigen::Vector3d eye_;
    double distance_;  ///< from the eye to the target
    double nearest_;   ///< what is nearer than this depth is cut away
    double scale_;     ///< pixels of a length at depth 1
    double reach_x_;   ///< what is seen of depth 1, to the right and to the left, with a border
    double reach_y_;
};

}  // namespace tocca::report::detail
