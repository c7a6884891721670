// SPDX-License-Identifier: Apache-2.0
#include "support/mesh_step.hpp"

#include <array>
#include <span>
#include <utility>

#include "tocca/io/mesh_file.hpp"

namespace tocca::bench {
namespace {

std::vector<std::span<const Point>> spans_of(const scenes::ScenePositions& positions)
{
    return {positions.begin(), positions.end()};
}

struct PublishedFiles {
    const char* name;
    const char* first;
    const char* second;
    std::size_t vertex_face;
    std::size_t edge_edge;
};

constexpr std::array<PublishedFiles, 3> published{{
    {"cloth-ball", "cloth_ball92.ply", "cloth_ball93.ply", 19'032, 94'822},
    {"rod-twist", "3036.ply", "3037.ply", 765, 4'179},
    {"cloth-funnel", "227.ply", "228.ply", 27, 107},
}};

}  // namespace

std::size_t MeshStep::triangle_count() const
{
    std::size_t count = 0;
    for (const auto& of_object : faces) count += of_object.size();
    return count;
}

MeshStep step_of(const scenes::DeformingScene& scene, int frame)
{
    MeshStep step{.name = scene.name, .faces = {}, .start = scene.positions(frame), .end = scene.positions(frame + 1)};
    if (scene.changing_faces) {
        step.faces = scene.changing_faces(frame);
    } else {
        for (const scenes::DeformingObject& object : scene.objects) step.faces.push_back(object.faces);
    }
    return step;
}

std::vector<PublishedStep> published_steps(const std::filesystem::path& data)
{
    std::vector<PublishedStep> steps;
    for (const PublishedFiles& files : published) {
        const std::filesystem::path folder = data / "sequences" / files.name;
        if (!std::filesystem::exists(folder / files.first) || !std::filesystem::exists(folder / files.second)) continue;
        MeshFile first = read_mesh(folder / files.first), second = read_mesh(folder / files.second);
        MeshStep step{.name = files.name, .faces = {}, .start = {}, .end = {}};
        step.faces.push_back(std::move(first.faces));
        step.start.push_back(std::move(first.positions));
        step.end.push_back(std::move(second.positions));
        steps.push_back({.step = std::move(step), .vertex_face = files.vertex_face, .edge_edge = files.edge_edge});
    }
    return steps;
}

deformable::MovingScene scene_at_start(const MeshStep& step)
{
    std::vector<deformable::SceneObject> objects;
    for (std::size_t i = 0; i < step.faces.size(); ++i) {
        objects.push_back({.mesh = TriangleMesh(step.start[i], step.faces[i]), .options = {}});
    }
    return deformable::MovingScene(std::move(objects));
}

void set_step(deformable::MovingScene& scene, const MeshStep& step, int threads)
{
    scene.set_step(spans_of(step.start), spans_of(step.end), threads);
}

}  // namespace tocca::bench
