// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Core>
#include <cmath>

#include "scenes/generators.hpp"
#include "scenes/seeded_random.hpp"
#include "scenes/surfaces.hpp"

namespace tocca::scenes {
namespace {

constexpr double needle_length = 1.0;
constexpr double needle_width = 0.01;
constexpr double needle_spacing = 0.65;  ///< a needle has a cube of this side to itself

Eigen::Vector3d in_cube(SeededRandom& random)
{
    const double x = random.between(-1, 1), y = random.between(-1, 1), z = random.between(-1, 1);
    return {x, y, z};
}

}  // namespace

DeformingScene needle_soup(std::size_t triangles)
{
    DeformingScene scene;
    scene.name = "needle-soup";
    scene.frames = 10;
    scene.objects = {{.name = "needles", .faces = {}}};
    for (std::size_t i = 0; i < triangles; ++i) {
        const auto first = static_cast<VertexId>(3 * i);
        scene.objects[0].faces.push_back({first, first + 1, first + 2});
    }
    scene.positions = [triangles](int frame) {
        SeededRandom random(7);
        const double half_side = 0.5 * needle_spacing * std::cbrt(static_cast<double>(triangles));
        std::vector<Point> points;
        points.reserve(3 * triangles);
        for (std::size_t i = 0; i < triangles; ++i) {
            const Eigen::Vector3d middle = half_side * in_cube(random);
            const Eigen::Vector3d along = 0.5 * needle_length * in_cube(random);
            const Eigen::Vector3d across = needle_width * in_cube(random);
            for (const Eigen::Vector3d& corner : {Eigen::Vector3d(-along), along, across}) {
                // Every corner has its own way: needles turn and stretch a little.
                const Eigen::Vector3d velocity = 0.02 * in_cube(random);
                points.push_back(to_point(middle + corner + frame * velocity));
            }
        }
        return ScenePositions{std::move(points)};
    };
    return scene;
}

}  // namespace tocca::scenes
