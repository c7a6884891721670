// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Core>
#include <cmath>
#include <vector>

#include "scenes/implicit_surface.hpp"
#include "scenes/rigid_models.hpp"
#include "scenes/seeded_random.hpp"
#include "scenes/surface_mesh.hpp"
#include "tocca/base/error.hpp"

namespace tocca::scenes {
namespace {

using Eigen::Vector3d;

constexpr std::size_t ball_count = 12;
constexpr double ball_spacing = 0.75;  ///< of a ball from one before it; half-way between them the field is 0.64
constexpr double surface_level = 0.4;  ///< so they hang together

/// Uniform on the unit sphere, without functions that differ from one C library to the next.
Vector3d way_to_next(SeededRandom& random)
{
    for (;;) {
        const double x = random.between(-1, 1), y = random.between(-1, 1), z = random.between(-1, 1);
        const double length = std::sqrt(x * x + y * y + z * z);
        if (length > 0.1 && length < 1.0) return Vector3d(x, y, z) / length;
    }
}

std::vector<Vector3d> ball_centres()
{
    SeededRandom random(7);
    std::vector<Vector3d> centres{Vector3d::Zero()};
    while (centres.size() < ball_count) {
        const Vector3d from = centres[random.word() % centres.size()];
        centres.emplace_back(from + ball_spacing * way_to_next(random));
    }
    return centres;
}

/// The level set with cubes of a given size.
Surface blob_of(double cube)
{
    const std::vector<Vector3d> centres = ball_centres();
    Vector3d low = centres[0], high = centres[0];
    for (const Vector3d& centre : centres) {
        low = low.cwiseMin(centre);
        high = high.cwiseMax(centre);
    }
    low.array() -= 1.0;  // where the field of a ball ends
    high.array() += 1.0;
    CubeGrid grid{.low = low, .cube = cube};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto i = static_cast<Eigen::Index>(axis);
        grid.cubes[axis] = static_cast<std::size_t>(std::ceil((high[i] - low[i]) / cube));
    }
    const auto field = [&](const Vector3d& at) {
        double sum = 0.0;
        for (const Vector3d& centre : centres) {
            const double rest = 1.0 - (at - centre).squaredNorm();
            if (rest > 0.0) sum += rest * rest * rest;
        }
        return sum;
    };
    return implicit_surface(field, surface_level, grid);
}

}  // namespace

TriangleMesh blob(std::size_t triangles)
{
    require(triangles >= 500, "a model has at least 500 triangles");
    // The number of triangles goes with the square of that of cubes along a side.
    constexpr double coarse_cube = 0.2;
    const auto coarse_count = static_cast<double>(blob_of(coarse_cube).faces.size());
    return mesh_of(blob_of(coarse_cube * std::sqrt(coarse_count / static_cast<double>(triangles))));
}

}  // namespace tocca::scenes
