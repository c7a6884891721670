// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "scenes/surfaces.hpp"

namespace tocca::scenes {

/// A circle about the z axis.
struct ProfileCircle {
    double height = 0.0;
    double radius = 0.0;
};

/// What a lathe makes of a profile, from bottom to top.
struct TurnedShape {
    std::vector<ProfileCircle> profile;  ///< at least one circle
    double bottom = 0.0;                 ///< of the point of the axis at which it begins
    double top = 0.0;                    ///< and ends
    std::size_t segments = 32;           ///< around the axis
};
/// Closed, turning outward. The circles are numbered from the bottom, then the two ends.
[[nodiscard]] Surface turned_surface(const TurnedShape& shape);

/// A capsule from the origin along z.
struct CapsuleSize {
    double length = 1.0;  ///< between the middles of its half-spheres
    double radius = 0.5;
    std::size_t segments = 26;  ///< around the axis
    std::size_t cap_bands = 8;  ///< of each half-sphere
    std::size_t bands = 12;     ///< of the straight part
};
[[nodiscard]] Surface capsule_surface(const CapsuleSize& size);

/// A torus about the z axis, closed, turning outward; the circles of the tube are numbered one after the other.
struct RingSize {
    double radius = 1.0;  ///< of the circle in the middle of the tube
    double tube_radius = 0.3;
    std::size_t segments = 88;
    std::size_t sides = 36;  ///< of the tube
};
[[nodiscard]] Surface ring_surface(const RingSize& size);

/// The faces of a closed tube of `segments` circles of `sides` points, numbered one after the other, the last circle
/// joined to the first; each square of a segment and a side in turn is two triangles.
[[nodiscard]] std::vector<FaceVertices> ring_faces(std::size_t segments, std::size_t sides);

}  // namespace tocca::scenes
