// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "tocca/report/detail/palette.hpp"
#include "tocca/report/detail/view.hpp"
#include "tocca/report/recorded_motion.hpp"

namespace tocca::report::detail {

/// A body at one moment.
struct PlacedBody {
    const RecordedBody* body = nullptr;
    Colour colour = {};
    std::vector<Eigen::Vector3d> points = {};
};

/// Two features that touch, or nearly.
struct PlacedContact {
    PairKind kind = PairKind::vertex_face;
    std::array<Eigen::Vector3d, 4> points = {};
    Eigen::Vector3d point = Eigen::Vector3d::Zero();
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();
};

/// The bodies of a recording at one moment, moved and scaled so that they fill the cube from -1 to 1: coordinates of any
/// size are drawn alike.
struct PlacedScene {
    std::vector<PlacedBody> bodies = {};
    std::optional<PlacedContact> contact = {};  ///< the first, if its bodies are there and its numbers finite

    /// All points of the bodies that are finite.
    [[nodiscard]] std::vector<Eigen::Vector3d> points() const;
};

[[nodiscard]] PlacedScene placed_scene(const RecordedMotion& motion, double time);

/// Draws the faces of a scene, edges where they are long enough to be told apart, and points of no face or edge.
/// Nearness is that of the view above `layer`.
void draw_bodies(Canvas& canvas, const View& view, const PlacedScene& scene, double layer);

/// How a contact is drawn on top of the bodies.
struct ContactMarks {
    const Theme* theme = nullptr;
    double unit = 1.0;   ///< the width of a fine line, in pixels
    double layer = 0.0;  ///< the nearness of the marks
    double arrow = 0.0;  ///< the length of the normal where it lies across the view, in pixels
};
void draw_contact(Canvas& canvas, const View& view, const PlacedContact& contact, const ContactMarks& marks);

/// The greatest distance from the point of a contact to a vertex of its features.
[[nodiscard]] double contact_radius(const PlacedContact& contact);

}  // namespace tocca::report::detail
