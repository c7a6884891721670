// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/mesh_recorder.hpp"

#include <utility>
#include <vector>

#include "tocca/base/error.hpp"

namespace tocca {
namespace {

template <class At>
std::vector<Point> positions_of(std::size_t vertices, const At& at)
{
    std::vector<Point> positions(vertices);
    for (VertexId vertex = 0; vertex < vertices; ++vertex) positions[vertex] = at(vertex);
    return positions;
}

std::string name_of(const deformable::ObjectOptions& options)
{
    const std::size_t folder = options.name.find_last_of('/');
    return folder == std::string::npos || folder + 1 == options.name.size() ? options.name
                                                                            : options.name.substr(folder + 1);
}

/// Adds the positions at one more key, or nothing while they are the same at all keys.
void add_positions(RecordedBody& body, std::vector<Point> positions)
{
    const std::size_t keys_before = body.last_key - body.first_key;
    if (body.positions.size() == 1) {
        if (positions == body.positions.front()) return;
        body.positions.resize(keys_before, body.positions.front());
    }
    body.positions.push_back(std::move(positions));
}

}  // namespace

MeshRecorder::MeshRecorder(std::string title)
{
    motion_.title = std::move(title);
    motion_.key_times.push_back(0.0);
}

void MeshRecorder::begin(const deformable::MovingScene& scene)
{
    require(!begun_, "a recording must begin only once");
    begun_ = true;
    add_bodies(scene);
}

void MeshRecorder::change(const deformable::MovingScene& scene, std::string name)
{
    require(begun_, "a recording must begin with a scene before steps are added");
    motion_.steps.push_back(
        {.name = std::move(name), .outcome = Outcome::undecided, .safe_until = 0.0, .checked = false});
    motion_.key_times.push_back(static_cast<double>(motion_.steps.size()));
    for (std::size_t i = first_body_; i < motion_.bodies.size(); ++i) {
        RecordedBody& body = motion_.bodies[i];
        body.last_key = motion_.key_times.size() - 1;
        add_positions(body, body.positions.back());
    }
    motion_.key_times.push_back(motion_.key_times.back());
    add_bodies(scene);
}

void MeshRecorder::add_bodies(const deformable::MovingScene& scene)
{
    first_body_ = motion_.bodies.size();
    const std::size_t key = motion_.key_times.size() - 1;
    for (deformable::ObjectId id = 0; id < scene.object_count(); ++id) {
        const auto& [mesh, options] = scene.object(id);
        RecordedBody& body = motion_.bodies.emplace_back(shown_body(name_of(options), mesh));
        body.first_key = body.last_key = key;
        body.positions.push_back(
            positions_of(mesh.vertex_count(), [&](VertexId vertex) { return scene.end(id, vertex); }));
    }
}

void MeshRecorder::add_step(const deformable::MovingScene& scene, RecordedStep step, std::span<const Contact> contacts)
{
    require(begun_, "a recording must begin with a scene before steps are added");
    require(scene.object_count() == motion_.bodies.size() - first_body_,
            "a scene with other objects must be given to change() first");
    for (deformable::ObjectId id = 0; id < scene.object_count(); ++id) {
        require(scene.object(id).mesh.vertex_count() == motion_.bodies[first_body_ + id].positions.front().size(),
                "a scene with other objects must be given to change() first");
    }
    const std::size_t number = motion_.steps.size();
    if (!goes_on(scene)) add_key(scene, Moment::start);
    motion_.steps.push_back(std::move(step));
    add_key(scene, Moment::end);
    for (const Contact& contact : contacts) {
        RecordedContact& recorded = motion_.contacts.emplace_back(RecordedContact{.step = number, .contact = contact});
        for (auto& object : recorded.contact.objects) object += static_cast<std::uint32_t>(first_body_);
    }
}

void MeshRecorder::add_key(const deformable::MovingScene& scene, Moment moment)
{
    motion_.key_times.push_back(static_cast<double>(motion_.steps.size()));
    for (deformable::ObjectId id = 0; id < scene.object_count(); ++id) {
        RecordedBody& body = motion_.bodies[first_body_ + id];
        body.last_key = motion_.key_times.size() - 1;
        add_positions(body, positions_of(body.positions.front().size(), [&](VertexId vertex) {
                          return moment == Moment::start ? scene.start(id, vertex) : scene.end(id, vertex);
                      }));
    }
}

bool MeshRecorder::goes_on(const deformable::MovingScene& scene) const
{
    for (deformable::ObjectId id = 0; id < scene.object_count(); ++id) {
        const std::vector<Point>& last = motion_.bodies[first_body_ + id].positions.back();
        for (VertexId vertex = 0; vertex < last.size(); ++vertex) {
            if (last[vertex] != scene.start(id, vertex)) return false;
        }
    }
    return true;
}

}  // namespace tocca
