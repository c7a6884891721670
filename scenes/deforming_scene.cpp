// SPDX-License-Identifier: Apache-2.0
#include "scenes/deforming_scene.hpp"

#include <algorithm>
#include <cmath>

#include "scenes/fold_sheet.hpp"
#include "scenes/generators.hpp"
#include "tocca/base/error.hpp"

namespace tocca::scenes {
namespace {

std::size_t sheet_side(std::size_t triangles)
{
    return static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(triangles) / 2))) + 1;
}

DeformingScene fold_fixed(std::size_t triangles) { return fold_sheet(FoldMotion::fixed, sheet_side(triangles)); }

DeformingScene fold_cfl(std::size_t triangles) { return fold_sheet(FoldMotion::cfl, sheet_side(triangles)); }

}  // namespace

std::size_t triangle_count(const DeformingScene& scene)
{
    std::size_t count = 0;
    for (const DeformingObject& object : scene.objects) count += object.faces.size();
    return count;
}

std::vector<TriangleMesh> meshes_at(const DeformingScene& scene, int frame)
{
    ScenePositions positions = scene.positions(frame);
    std::vector<std::vector<FaceVertices>> faces;
    if (scene.changing_faces) {
        faces = scene.changing_faces(frame);
    } else {
        for (const DeformingObject& object : scene.objects) faces.push_back(object.faces);
    }
    std::vector<TriangleMesh> meshes;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        meshes.emplace_back(std::move(positions[i]), std::move(faces[i]));
    }
    return meshes;
}

const std::vector<DeformingSceneEntry>& deforming_scenes()
{
    static const std::vector<DeformingSceneEntry> scenes{
        {"cloth-over-ball", "a cloth falls on a ball and gathers into folds", 92'230, cloth_over_ball},
        {"cloth-in-long-steps", "a cloth falls on a ball in eight steps", 100'000, cloth_in_long_steps},
        {"cloth-over-knot", "a cloth falls on a knot and hangs down in folds", 100'000, cloth_over_knot},
        {"cloth-in-funnel", "a cloth sinks through a funnel", 18'484, cloth_in_funnel},
        {"twisting-cloth", "a strip of cloth is wrung", 20'000, twisting_cloth},
        {"remeshing-cloth", "a ball rolls over a cloth that is cut finer under it", 20'000, remeshing_cloth},
        {"bouncing-balls", "elastic balls in a box", 146'000, bouncing_balls},
        {"exploding-model", "a ball breaks a knot into pieces", 252'000, exploding_model},
        {"crash", "a tube of sheet metal crumples against a wall", 1'000'000, crash},
        {"snake", "a snake winds until it meets itself", 30'000, snake},
        {"needle-soup", "long thin triangles without connection", 10'000, needle_soup},
        {"bar-and-spheres", "an elastic bar falls between three elastic spheres", 636, bar_and_spheres},
        {"heart-among-organs", "a beating heart is taken out between lungs", 14'000, heart_among_organs},
        {"fold-fixed", "a sheet folds over itself", 130'050, fold_fixed},
        {"fold-cfl", "a sheet folds over itself by the size of a triangle", 32'258, fold_cfl},
    };
    return scenes;
}

std::optional<DeformingScene> deforming_scene(std::string_view name, std::optional<std::size_t> triangles)
{
    const auto& scenes = deforming_scenes();
    const auto found =
        std::find_if(scenes.begin(), scenes.end(), [&](const auto& entry) { return entry.name == name; });
    if (found == scenes.end()) return std::nullopt;
    return found->make(triangles.value_or(found->triangles));
}

}  // namespace tocca::scenes
