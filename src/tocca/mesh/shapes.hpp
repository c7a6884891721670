// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca {

/// Triangles that are not a mesh yet: move them, join them, pass them to TriangleMesh.
///
/// Closed shapes turn counterclockwise seen from outside, have every edge in two faces, and are centred at the origin;
/// the axis of round ones is z. Lengths are in any unit. Throws std::invalid_argument for a length that is not positive
/// and finite and for counts below the least that makes sense.
struct Shape {
    std::vector<Point> positions;
    std::vector<FaceVertices> faces;

    [[nodiscard]] TriangleMesh mesh() const { return {positions, faces}; }
};

/// A rectangle of cells in the plane z = 0, from the origin to (width, depth, 0), two triangles per cell with alternating
/// diagonals. Vertices are numbered row by row, x first.
struct SheetSize {
    std::size_t columns = 1;
    std::size_t rows = 1;
    double width = 1.0;
    double depth = 1.0;
};
[[nodiscard]] Shape sheet(const SheetSize& size);

/// A sphere of meridians and parallels; rings are the bands between parallels, at least 2.
struct UvSphereSize {
    double radius = 1.0;
    std::size_t segments = 16;
    std::size_t rings = 8;
};
[[nodiscard]] Shape uv_sphere(const UvSphereSize& size);

/// An icosahedron, each triangle cut into four `subdivisions` times, projected onto a sphere: 20 * 4^subdivisions
/// triangles.
struct IcoSphereSize {
    double radius = 1.0;
    std::size_t subdivisions = 2;
};
[[nodiscard]] Shape ico_sphere(const IcoSphereSize& size);

struct TorusSize {
    double radius = 1.0;       ///< of the circle in the middle of the tube
    double tube_radius = 0.3;  ///< smaller
    std::size_t segments = 32;
    std::size_t sides = 12;  ///< of the tube
};
[[nodiscard]] Shape torus(const TorusSize& size);

/// A tube around a curve that winds on a torus.
struct TorusKnotSize {
    std::size_t turns = 2;     ///< about the axis
    std::size_t windings = 3;  ///< about the tube of the torus; without common divisor with the turns
    double radius = 1.0;       ///< of the circle in the middle; the torus has half of it as tube radius
    double tube_radius = 0.15;
    std::size_t segments = 128;
    std::size_t sides = 12;
};
[[nodiscard]] Shape torus_knot(const TorusKnotSize& size);

/// A box with a grid of cells on every side.
struct BoxSize {
    Point lengths = {1.0, 1.0, 1.0};
    std::array<std::size_t, 3> cells = {1, 1, 1};
};
[[nodiscard]] Shape box(const BoxSize& size);

struct CylinderSize {
    double radius = 0.5;
    double height = 1.0;  ///< of a capsule: between its half-spheres
    std::size_t segments = 16;
    std::size_t rings = 1;  ///< bands along the height
};
/// Closed by fans at both ends.
[[nodiscard]] Shape cylinder(const CylinderSize& size);
/// A cylinder open at both ends.
[[nodiscard]] Shape tube(const CylinderSize& size);
/// A cylinder closed by half-spheres of `segments` / 4 bands, at least 1.
[[nodiscard]] Shape capsule(const CylinderSize& size);

/// Adds the vertices and faces of another shape.
void append(Shape& shape, const Shape& other);
[[nodiscard]] Shape translated(Shape shape, const Point& offset);

}  // namespace tocca
