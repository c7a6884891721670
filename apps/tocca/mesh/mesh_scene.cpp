// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/mesh/mesh_scene.hpp"

#include <fmt/format.h>

#include <span>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/mesh/split_components.hpp"

namespace tocca::app {
namespace {

/// Increasing numbers as runs of consecutive ones.
std::vector<std::array<VertexId, 2>> runs_of(const std::vector<VertexId>& numbers)
{
    std::vector<std::array<VertexId, 2>> runs;
    for (const VertexId number : numbers) {
        if (!runs.empty() && runs.back()[1] + 1 == number) {
            runs.back()[1] = number;
        } else {
            runs.push_back({number, number});
        }
    }
    return runs;
}

/// A face and a vertex, or two edges, are the least that can touch; those of a single triangle have common vertices.
void check_question(const std::vector<deformable::SceneObject>& objects, const std::string& name)
{
    std::size_t faces = 0, edges = 0, vertices = 0;
    for (const deformable::SceneObject& object : objects) {
        faces += object.mesh.faces().size();
        edges += object.mesh.edges().size();
        vertices += object.mesh.vertex_count();
    }
    if (vertices > 3 && (faces > 0 || edges > 1)) return;
    const std::string found = faces > 0    ? "there is one triangle alone"
                              : edges == 0 ? "there are no faces and no edges"
                              : edges == 1 ? "there are no faces and only one edge"
                                           : "there are no faces and only edges with a common end";
    throw Error(ErrorCode::malformed_mesh, fmt::format("nothing to check: {}, so that nothing can touch", found),
                {.file = name});
}

}  // namespace

FrameScene::FrameScene(std::vector<std::string> object_names, bool components, bool many_steps)
    : object_names_(std::move(object_names)), components_(components), many_steps_(many_steps)
{}

bool FrameScene::advance(Frame frame, int threads)
{
    from_ = std::exchange(to_, std::move(frame.names));
    if (frame.new_topology) {
        build(std::move(frame.meshes), threads);
        return false;
    }
    move(frame.meshes, threads);
    return true;
}

void FrameScene::build(std::vector<MeshFile> meshes, int threads)
{
    scene_ = deformable::MovingScene();  // before the next one takes its place in memory
    parts_.clear();
    std::vector<deformable::SceneObject> objects;
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        auto& [positions, faces, edges] = meshes[i];
        TriangleMesh mesh(std::move(positions), std::move(faces), std::move(edges));
        const deformable::ObjectOptions options{.name = object_names_[i]};
        if (!components_) {
            objects.push_back({std::move(mesh), options});
            continue;
        }
        parts_.emplace_back();
        for (MeshPart& part : split_components(mesh)) {
            objects.push_back({std::move(part.mesh), options});
            parts_.back().push_back(std::move(part.vertices));
        }
    }
    check_question(objects, to_.empty() ? "" : to_.front());
    std::size_t faces = 0;
    for (const deformable::SceneObject& object : objects) faces += object.mesh.faces().size();
    scene_ = deformable::MovingScene(std::move(objects), threads);
    // As many pairs a triangle as a whole front has.
    if (many_steps_) scene_.keep_front(40 * faces);
}

void FrameScene::move(const std::vector<MeshFile>& meshes, int threads)
{
    std::vector<std::vector<Point>> gathered;
    std::vector<std::span<const Point>> next;
    if (!components_) {
        for (const MeshFile& mesh : meshes) next.emplace_back(mesh.positions);
        scene_.move_to(next, threads);
        return;
    }
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        const std::vector<Point>& positions = meshes[i].positions;
        for (const std::vector<VertexId>& part : parts_[i]) {
            gathered.emplace_back();
            if (positions.empty()) continue;  // at rest
            gathered.back().reserve(part.size());
            for (const VertexId vertex : part) gathered.back().push_back(positions[vertex]);
        }
    }
    next.assign(gathered.begin(), gathered.end());
    scene_.move_to(next, threads);
}

std::vector<ObjectSummary> FrameScene::objects() const
{
    std::vector<ObjectSummary> summaries;
    for (deformable::ObjectId id = 0; id < scene_.object_count(); ++id) {
        const deformable::SceneObject& object = scene_.object(id);
        summaries.push_back({.name = object.options.name,
                             .vertices = object.mesh.vertex_count(),
                             .isolated_vertices = object.mesh.isolated_vertices().size(),
                             .edges = object.mesh.edges().size(),
                             .faces = object.mesh.faces().size()});
    }
    std::size_t next = 0;
    for (const auto& object : parts_) {
        for (const auto& part : object) summaries[next++].file_vertices = runs_of(part);
    }
    return summaries;
}

}  // namespace tocca::app
