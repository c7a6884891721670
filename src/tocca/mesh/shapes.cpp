// SPDX-License-Identifier: Apache-2.0
#include "tocca/mesh/shapes.hpp"

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/mesh/face_sides.hpp"

namespace tocca {
namespace {

using Eigen::Vector3d;

void require_length(double length) { require(length > 0.0 && std::isfinite(length), "a length must be positive"); }

void require_count(std::size_t count, std::size_t least) { require(count >= least, "a count is too small"); }

VertexId id(std::size_t number) { return static_cast<VertexId>(number); }

Point point(const Vector3d& v) { return {v.x(), v.y(), v.z()}; }

/// The part of a full turn that step `i` of `count` is, in radians.
double angle(std::size_t i, std::size_t count)
{
    return 2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
}

double part(std::size_t i, std::size_t count) { return static_cast<double>(i) / static_cast<double>(count); }

/// Rows of vertices, numbered row by row; cells turn from the row's direction to that of the columns.
struct Lattice {
    std::size_t rows;
    std::size_t columns;
    bool closed_rows = false;     ///< the last row is joined to the first
    bool closed_columns = false;  ///< the last column is joined to the first
};

void append_cells(std::vector<FaceVertices>& faces, const Lattice& lattice)
{
    const auto vertex = [&](std::size_t row, std::size_t column) {
        return id(row % lattice.rows * lattice.columns + column % lattice.columns);
    };
    const std::size_t rows = lattice.closed_rows ? lattice.rows : lattice.rows - 1;
    const std::size_t columns = lattice.closed_columns ? lattice.columns : lattice.columns - 1;
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < columns; ++j) {
            const VertexId a = vertex(i, j), b = vertex(i, j + 1), c = vertex(i + 1, j + 1), d = vertex(i + 1, j);
            if ((i + j) % 2 == 0) {
                faces.push_back({a, b, c});
                faces.push_back({a, c, d});
            } else {
                faces.push_back({a, b, d});
                faces.push_back({b, c, d});
            }
        }
    }
}

struct ProfilePoint {
    double radius;
    double height;
};

/// The surface of revolution of a profile from bottom to top, open at both ends.
Shape revolve(const std::vector<ProfilePoint>& profile, std::size_t segments)
{
    require_count(segments, 3);
    Shape shape;
    for (const auto& [radius, height] : profile) {
        for (std::size_t j = 0; j < segments; ++j)
            shape.positions.push_back(
                {radius * std::cos(angle(j, segments)), radius * std::sin(angle(j, segments)), height});
    }
    append_cells(shape.faces, {.rows = profile.size(), .columns = segments, .closed_columns = true});
    return shape;
}

/// Closes a surface of revolution by fans to points on the axis.
void close_ends(Shape& shape, std::size_t segments, double bottom, double top)
{
    const std::size_t last_ring = shape.positions.size() - segments;
    const VertexId low = id(shape.positions.size()), high = low + 1;
    shape.positions.push_back({0.0, 0.0, bottom});
    shape.positions.push_back({0.0, 0.0, top});
    for (std::size_t j = 0; j < segments; ++j) {
        const std::size_t next = (j + 1) % segments;
        shape.faces.push_back({low, id(next), id(j)});
        shape.faces.push_back({high, id(last_ring + j), id(last_ring + next)});
    }
}

std::vector<ProfilePoint> straight_profile(const CylinderSize& size)
{
    require_length(size.radius);
    require_length(size.height);
    require_count(size.rings, 1);
    std::vector<ProfilePoint> profile;
    for (std::size_t i = 0; i <= size.rings; ++i)
        profile.push_back({size.radius, size.height * (part(i, size.rings) - 0.5)});
    return profile;
}

/// A closed tube of circles around a closed curve, given its point, direction and a vector across it at each step.
struct CurveFrame {
    Vector3d centre;
    Vector3d along;
    Vector3d across;  ///< need not be at right angles, but not parallel either
};

template <class Curve>
Shape closed_tube(std::size_t segments, std::size_t sides, double radius, const Curve& curve)
{
    require_count(segments, 3);
    require_count(sides, 3);
    require_length(radius);
    Shape shape;
    for (std::size_t i = 0; i < segments; ++i) {
        const CurveFrame frame = curve(angle(i, segments));
        const Vector3d up = frame.across.cross(frame.along).normalized();
        const Vector3d out = frame.along.cross(up).normalized();
        for (std::size_t j = 0; j < sides; ++j) {
            // Clockwise about the curve, so that cells turn outward.
            const double phi = -angle(j, sides);
            shape.positions.push_back(point(frame.centre + radius * (std::cos(phi) * out + std::sin(phi) * up)));
        }
    }
    append_cells(shape.faces, {.rows = segments, .columns = sides, .closed_rows = true, .closed_columns = true});
    return shape;
}

Shape icosahedron()
{
    const double g = std::numbers::phi;
    return {{{-1, g, 0},
             {1, g, 0},
             {-1, -g, 0},
             {1, -g, 0},
             {0, -1, g},
             {0, 1, g},
             {0, -1, -g},
             {0, 1, -g},
             {g, 0, -1},
             {g, 0, 1},
             {-g, 0, -1},
             {-g, 0, 1}},
            {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
             {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
             {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}}};
}

/// Every triangle cut into four at the middles of its sides.
Shape cut_in_four(const Shape& coarse)
{
    Shape fine{coarse.positions, {}};
    fine.faces.reserve(4 * coarse.faces.size());
    std::map<EdgeVertices, VertexId> middles;
    const auto middle = [&](VertexId a, VertexId b) {
        const auto [place, is_new] = middles.try_emplace(mesh::edge_of(a, b), id(fine.positions.size()));
        if (is_new) {
            const Point &p = fine.positions[a], &q = fine.positions[b];
            fine.positions.push_back({0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1]), 0.5 * (p[2] + q[2])});
        }
        return place->second;
    };
    for (const auto& [a, b, c] : coarse.faces) {
        const VertexId ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
        fine.faces.push_back({a, ab, ca});
        fine.faces.push_back({ab, b, bc});
        fine.faces.push_back({ca, bc, c});
        fine.faces.push_back({ab, bc, ca});
    }
    return fine;
}

void project_to_sphere(Shape& shape, double radius)
{
    for (Point& p : shape.positions) {
        const double length = std::hypot(p[0], p[1], p[2]);
        for (double& x : p) x *= radius / length;
    }
}

}  // namespace

Shape sheet(const SheetSize& size)
{
    require_count(size.columns, 1);
    require_count(size.rows, 1);
    require_length(size.width);
    require_length(size.depth);
    Shape shape;
    for (std::size_t i = 0; i <= size.rows; ++i) {
        for (std::size_t j = 0; j <= size.columns; ++j)
            shape.positions.push_back({size.width * part(j, size.columns), size.depth * part(i, size.rows), 0.0});
    }
    append_cells(shape.faces, {.rows = size.rows + 1, .columns = size.columns + 1});
    return shape;
}

Shape uv_sphere(const UvSphereSize& size)
{
    require_length(size.radius);
    require_count(size.rings, 2);
    std::vector<ProfilePoint> profile;
    for (std::size_t i = 1; i < size.rings; ++i) {
        const double latitude = std::numbers::pi * (part(i, size.rings) - 0.5);
        profile.push_back({size.radius * std::cos(latitude), size.radius * std::sin(latitude)});
    }
    Shape shape = revolve(profile, size.segments);
    close_ends(shape, size.segments, -size.radius, size.radius);
    return shape;
}

Shape ico_sphere(const IcoSphereSize& size)
{
    require_length(size.radius);
    require(size.subdivisions <= 13,
            "too many subdivisions: at most 13, since an ico-sphere has 20 * 4^subdivisions faces");
    Shape shape = icosahedron();
    project_to_sphere(shape, size.radius);
    for (std::size_t i = 0; i < size.subdivisions; ++i) {
        shape = cut_in_four(shape);
        project_to_sphere(shape, size.radius);
    }
    return shape;
}

Shape torus(const TorusSize& size)
{
    require_length(size.radius);
    require(size.tube_radius < size.radius, "the tube radius of a torus must be less than its radius");
    return closed_tube(size.segments, size.sides, size.tube_radius, [&](double theta) -> CurveFrame {
        const Vector3d out(std::cos(theta), std::sin(theta), 0.0);
        return {size.radius * out, {-out.y(), out.x(), 0.0}, out};
    });
}

Shape torus_knot(const TorusKnotSize& size)
{
    require_length(size.radius);
    require_count(size.turns, 1);
    require_count(size.windings, 1);
    require(std::gcd(size.turns, size.windings) == 1, "turns and windings of a torus knot must have no common divisor");
    const auto turns = static_cast<double>(size.turns), windings = static_cast<double>(size.windings);
    const double inner = 0.5 * size.radius;
    return closed_tube(size.segments, size.sides, size.tube_radius, [&](double t) -> CurveFrame {
        const Vector3d out(std::cos(turns * t), std::sin(turns * t), 0.0), round(-out.y(), out.x(), 0.0);
        const Vector3d up = Vector3d::UnitZ();
        const double c = std::cos(windings * t), s = std::sin(windings * t), radius = size.radius + inner * c;
        return {radius * out + inner * s * up, turns * radius * round + windings * inner * (c * up - s * out),
                c * out + s * up};  // at right angles to the torus, so never along the curve
    });
}

Shape box(const BoxSize& size)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        require_length(size.lengths[axis]);
        require_count(size.cells[axis], 1);
    }
    using Place = std::array<std::size_t, 3>;
    Shape shape;
    std::map<Place, VertexId> vertices;
    const auto vertex = [&](const Place& place) {
        const auto [found, is_new] = vertices.try_emplace(place, id(shape.positions.size()));
        if (is_new) {
            Point p;
            for (std::size_t axis = 0; axis < 3; ++axis)
                p[axis] = size.lengths[axis] * (part(place[axis], size.cells[axis]) - 0.5);
            shape.positions.push_back(p);
        }
        return found->second;
    };
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
        for (const std::size_t level : {std::size_t{0}, size.cells[axis]}) {
            for (std::size_t i = 0; i < size.cells[u]; ++i) {
                for (std::size_t j = 0; j < size.cells[v]; ++j) {
                    const auto corner = [&](std::size_t du, std::size_t dv) {
                        Place place{};
                        place[axis] = level;
                        place[u] = i + du;
                        place[v] = j + dv;
                        return vertex(place);
                    };
                    const VertexId a = corner(0, 0), b = corner(1, 0), c = corner(1, 1), d = corner(0, 1);
                    if (level == 0) {  // seen from below, u and v turn the other way
                        shape.faces.push_back({a, c, b});
                        shape.faces.push_back({a, d, c});
                    } else {
                        shape.faces.push_back({a, b, c});
                        shape.faces.push_back({a, c, d});
                    }
                }
            }
        }
    }
    return shape;
}

Shape tube(const CylinderSize& size) { return revolve(straight_profile(size), size.segments); }

Shape cylinder(const CylinderSize& size)
{
    Shape shape = tube(size);
    close_ends(shape, size.segments, -0.5 * size.height, 0.5 * size.height);
    return shape;
}

Shape capsule(const CylinderSize& size)
{
    const auto straight = straight_profile(size);
    const std::size_t bands = size.segments < 8 ? 1 : size.segments / 4;
    std::vector<ProfilePoint> profile;
    const auto cap_point = [&](std::size_t i) -> ProfilePoint {  // from the pole to the equator
        const double polar = 0.5 * std::numbers::pi * part(i, bands);
        return {size.radius * std::sin(polar), 0.5 * size.height + size.radius * std::cos(polar)};
    };
    for (std::size_t i = 1; i < bands; ++i) profile.push_back({cap_point(i).radius, -cap_point(i).height});
    profile.insert(profile.end(), straight.begin(), straight.end());
    for (std::size_t i = bands - 1; i > 0; --i) profile.push_back(cap_point(i));
    Shape shape = revolve(profile, size.segments);
    const double pole = 0.5 * size.height + size.radius;
    close_ends(shape, size.segments, -pole, pole);
    return shape;
}

void append(Shape& shape, const Shape& other)
{
    const VertexId offset = id(shape.positions.size());
    // Counted first: the other may be the same shape.
    const std::size_t vertices = other.positions.size(), faces = other.faces.size();
    shape.positions.reserve(shape.positions.size() + vertices);
    shape.faces.reserve(shape.faces.size() + faces);
    for (std::size_t i = 0; i < vertices; ++i) shape.positions.push_back(Point(other.positions[i]));
    for (std::size_t i = 0; i < faces; ++i) {
        const auto [a, b, c] = other.faces[i];
        shape.faces.push_back({a + offset, b + offset, c + offset});
    }
}

Shape translated(Shape shape, const Point& offset)
{
    for (Point& p : shape.positions) {
        for (std::size_t axis = 0; axis < 3; ++axis) p[axis] += offset[axis];
    }
    return shape;
}

}  // namespace tocca
