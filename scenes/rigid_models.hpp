// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenes/surfaces.hpp"
#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca::scenes {

/// Rigid bodies to throw at each other, always the same for the same number of triangles. They come as near to that
/// number as they can, from about 1,000 to 200,000 and beyond. Throws std::invalid_argument for fewer than 500.

/// A tube around ((cos 3f + 2) cos 2f, (cos 3f + 2) sin 2f, -sin 3f), closed, turning outward.
///
/// The frame of the tube is that of the curve's first and second differences over steps of 1e-4, so that the vertices are
/// those with which other libraries were measured.
struct TrefoilSize {
    std::size_t segments = 700;  ///< along the curve
    std::size_t sides = 25;      ///< around it
    double tube_radius = 0.5;
};
[[nodiscard]] Surface trefoil_tube(const TrefoilSize& size);
/// With 28 times as many segments as sides: 700 by 25 for 35,000 triangles.
[[nodiscard]] TriangleMesh trefoil_knot(std::size_t triangles);

/// A sphere with 162 round dimples, closed, turning outward.
[[nodiscard]] TriangleMesh golf_ball(std::size_t triangles);

/// A pot with lid, spout and handle as such models are found: the parts pass through each other and do not share
/// vertices, the body, the lid and both tubes are open, a shelf hangs on edges that have two faces already, and a band of
/// the body is there twice.
[[nodiscard]] TriangleMesh pot(std::size_t triangles);

/// A lump of twelve balls that melt into each other, closed, turning outward: a level set, with the small and thin
/// triangles that come of it.
[[nodiscard]] TriangleMesh blob(std::size_t triangles);

/// A model by its name.
struct RigidModelEntry {
    std::string name;
    std::size_t triangles;  ///< the usual number
    std::function<TriangleMesh(std::size_t)> make;
};

/// knot, golf-ball, pot, blob.
[[nodiscard]] const std::vector<RigidModelEntry>& rigid_models();

/// The mesh moved and scaled: the centre of its bounding box at the origin, the vertex farthest from there at distance
/// `radius`. Then faces of an area of 5e-13 or less are left out, loose edges, and vertices without a face, so that only
/// triangles remain; the other vertices stay in order.
///
/// Throws: std::invalid_argument for a radius that is not positive and finite, and for a mesh of a single place.
[[nodiscard]] TriangleMesh scaled_to_radius(const TriangleMesh& mesh, double radius);

}  // namespace tocca::scenes
