// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>

#include "tocca/bounds/rss.hpp"
#include "tocca/rigid/rss_kernel.hpp"
#include "tocca/scene/detail/deforming_object.hpp"

namespace tocca::scene::detail {

/// A volume that holds the triangles below a node of a deforming object at a time, and how it grows from then on, in the
/// form used by the kernel that compares volumes of bodies.
///
/// Guarantee: at the time all triangles below the node are in the volume, or no further out than the object's error of a
///            place. Along any direction of length 1 their reach grows from then on no faster than frame.velocity moves
///            along it, plus frame.velocity_error.
struct MovingVolume {
    Rss volume;
    rigid::MovingFrame frame;
    std::array<Eigen::Vector3d, 3> corners;  ///< of a leaf
    bool is_triangle = false;

    /// `level` is the distance of contact plus the error of a distance.
    [[nodiscard]] rigid::RssQuery query(double level) const
    {
        return {.volume = volume, .frame = frame, .level = level, .triangle = is_triangle ? &corners : nullptr};
    }
};

[[nodiscard]] MovingVolume volume_at(const DeformingObject& object, NodeId node, double t);

}  // namespace tocca::scene::detail
