// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "scenes/rigid_models.hpp"
#include "scenes/surface_mesh.hpp"
#include "scenes/surfaces.hpp"
#include "tocca/base/error.hpp"

namespace tocca::scenes {
namespace {

using Eigen::Vector3d;

/// A cubic Bezier curve: a profile beside the z axis (x is the radius), or the middle of a tube, in the plane y = 0.
struct FlatCurve {
    struct Place {
        double x, z;
    };
    std::array<Place, 4> control;

    [[nodiscard]] Vector3d at(double t) const
    {
        const double s = 1.0 - t;
        const std::array<double, 4> weights{s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t};
        Vector3d sum = Vector3d::Zero();
        for (std::size_t i = 0; i < 4; ++i) sum += weights[i] * Vector3d(control[i].x, 0.0, control[i].z);
        return sum;
    }

    /// Its direction, of length 1.
    [[nodiscard]] Vector3d along(double t) const
    {
        const double s = 1.0 - t;
        const std::array<double, 3> weights{s * s, 2 * s * t, t * t};
        Vector3d sum = Vector3d::Zero();
        for (std::size_t i = 0; i < 3; ++i) {
            sum += weights[i] * Vector3d(control[i + 1].x - control[i].x, 0.0, control[i + 1].z - control[i].z);
        }
        return sum.normalized();
    }
};

constexpr FlatCurve body_profile{{{{1.0, 0.0}, {2.3, 0.4}, {1.9, 1.5}, {1.15, 1.8}}}};
constexpr FlatCurve lid_profile{{{{1.2, 1.72}, {1.1, 2.3}, {0.05, 1.9}, {0.25, 2.5}}}};
constexpr FlatCurve spout_middle{{{{1.2, 0.5}, {2.9, 0.5}, {2.0, 1.7}, {3.1, 1.9}}}};
constexpr FlatCurve handle_middle{{{{-1.1, 1.6}, {-3.4, 2.0}, {-3.2, 0.2}, {-1.4, 0.5}}}};

double part(std::size_t i, std::size_t count) { return static_cast<double>(i) / static_cast<double>(count); }

/// The number of vertices along a curve and around its axis or middle.
struct Fineness {
    std::size_t along;
    std::size_t around;
};

VertexGrid open_tube(const Fineness& fineness)
{
    return {.rows = fineness.along + 1, .columns = fineness.around, .closed_columns = true};
}

Surface revolved(const FlatCurve& profile, const Fineness& fineness)
{
    Surface surface{.points = {}, .faces = grid_faces(open_tube(fineness))};
    for (std::size_t i = 0; i <= fineness.along; ++i) {
        const Vector3d at = profile.at(part(i, fineness.along));
        for (std::size_t j = 0; j < fineness.around; ++j) {
            const double angle = -2 * std::numbers::pi * part(j, fineness.around);
            surface.points.emplace_back(at.x() * std::cos(angle), at.x() * std::sin(angle), at.z());
        }
    }
    return surface;
}

struct Radii {
    double first, last;
};

/// A tube around a curve, whose radius changes evenly from one end to the other.
Surface swept(const FlatCurve& middle, const Radii& radii, const Fineness& fineness)
{
    Surface surface{.points = {}, .faces = grid_faces(open_tube(fineness))};
    for (std::size_t i = 0; i <= fineness.along; ++i) {
        const double t = part(i, fineness.along), radius = std::lerp(radii.first, radii.last, t);
        const Vector3d across = Vector3d::UnitY(), up = across.cross(middle.along(t));
        for (std::size_t j = 0; j < fineness.around; ++j) {
            const double angle = 2 * std::numbers::pi * part(j, fineness.around);
            surface.points.emplace_back(middle.at(t) + radius * (std::cos(angle) * up + std::sin(angle) * across));
        }
    }
    return surface;
}

/// A fan from a ring of vertices to a new one.
void append_fan(Surface& surface, std::size_t ring, std::size_t around, const Vector3d& tip)
{
    const auto last = static_cast<VertexId>(surface.points.size());
    surface.points.push_back(tip);
    for (std::size_t j = 0; j < around; ++j) {
        const auto a = static_cast<VertexId>(ring * around + j);
        const auto b = static_cast<VertexId>(ring * around + (j + 1) % around);
        surface.faces.push_back({a, b, last});
    }
}

/// The body with a bottom, open at the top; on a ring of it a shelf, whose edges there have three faces; and the faces of
/// a band once more.
Surface body(const Fineness& fineness)
{
    Surface surface = revolved(body_profile, fineness);
    append_fan(surface, 0, fineness.around, {0.0, 0.0, 0.1});
    append_fan(surface, fineness.along * 5 / 6, fineness.around, {0.0, 0.0, 1.2});
    const std::size_t band_begin = fineness.along / 3, band_end = std::max(fineness.along / 2, band_begin + 1);
    const std::size_t faces_of_ring = 2 * fineness.around;
    for (std::size_t i = band_begin * faces_of_ring; i < band_end * faces_of_ring; ++i) {
        surface.faces.push_back(FaceVertices(surface.faces[i]));
    }
    return surface;
}

void append(Surface& surface, const Surface& other)
{
    append_faces(surface.faces, other.faces, surface.points.size());
    surface.points.insert(surface.points.end(), other.points.begin(), other.points.end());
}

/// The pot whose body has `around` vertices around its axis.
Surface pot_of(std::size_t around)
{
    const std::size_t half = around / 2, third = around / 3, quarter = around / 4;
    Surface surface = body({.along = half, .around = around});
    Surface lid = revolved(lid_profile, {.along = quarter, .around = around});
    append_fan(lid, quarter, around, {0.0, 0.0, 2.6});
    append(surface, lid);
    append(surface, swept(spout_middle, {.first = 0.55, .last = 0.2}, {.along = half, .around = half}));
    append(surface, swept(handle_middle, {.first = 0.18, .last = 0.14}, {.along = half + quarter, .around = third}));
    return surface;
}

}  // namespace

TriangleMesh pot(std::size_t triangles)
{
    require(triangles >= 500, "a model has at least 500 triangles");
    // The parts have 1, 1/2, 1/2, 1/2 and 1/6 times the square of this.
    const auto around = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(triangles) / 2.67)));
    return mesh_of(pot_of(around));
}

}  // namespace tocca::scenes
