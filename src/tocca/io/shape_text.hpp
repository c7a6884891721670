// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "tocca/io/pose_text.hpp"
#include "tocca/mesh/shapes.hpp"

namespace tocca {

/// Whether a text is meant as a shape of shape_of_text rather than as the name of a file: it begins with the name of one
/// and a colon.
[[nodiscard]] bool names_a_shape(std::string_view text);

/// Reads a shape written as its name and lengths, centred at the origin with z as the axis of round ones:
///
///     box:1,2,3            lengths along x, y and z; 12 triangles
///     sphere:0.5           radius; 5,120 triangles
///     cylinder:0.5,2       radius and height; 256 triangles
///     capsule:0.5,2        radius and height between the half-spheres; 1,024 triangles
///     torus:1,0.3          radius of the circle in the middle, and of the tube; 3,072 triangles
///     knot:1,0.15          the same for a tube around a trefoil knot; 24,000 triangles
///
/// Round shapes are the polyhedra whose vertices lie on them.
[[nodiscard]] TextReading<Shape> shape_of_text(std::string_view text);

}  // namespace tocca
