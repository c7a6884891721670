// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/rigid/rigid_input.hpp"

#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "apps/tocca/terminal/cost.hpp"
#include "tocca/base/error.hpp"
#include "tocca/io/load_mesh.hpp"
#include "tocca/io/shape_text.hpp"

namespace tocca::app {
namespace {

TriangleMesh mesh_of(const std::string& text, const std::stop_token& stop)
{
    if (!names_a_shape(text)) return load_mesh(text, stop);
    const auto reading = shape_of_text(text);
    if (!reading.fault.empty()) throw std::invalid_argument(reading.fault);
    return reading.value.mesh();
}

}  // namespace

std::shared_ptr<const RigidBody> BodyStore::body(const std::string& text, bool solid, bool isolated_vertices)
{
    const Key key = {text, solid, isolated_vertices};
    auto& made = bodies_[key];
    if (!made) {
        made = make(key);
        budget_.take(made->memory_bytes() / 8, 1);
    }
    return made;
}

std::shared_ptr<const RigidBody> BodyStore::make(const Key& key)
{
    const auto& [text, solid, isolated_vertices] = key;
    const Stopwatch reading;
    TriangleMesh mesh = mesh_of(text, stop_);
    std::error_code unknown;
    const auto size = std::filesystem::file_size(text, unknown);
    if (!unknown) budget_.add_file_bytes(size);
    read_seconds_ += reading.seconds();
    const Stopwatch building;
    try {
        auto body = std::make_shared<const RigidBody>(
            std::move(mesh),
            RigidBodyOptions{.solid = solid, .isolated_vertices = isolated_vertices, .threads = threads_});
        build_seconds_ += building.seconds();
        if (body->primitives().empty()) {
            throw Error(ErrorCode::malformed_mesh,
                        "nothing to check: there are no faces and no edges, so that nothing can touch");
        }
        return body;
    } catch (const Error& error) {
        throw Error(error.code(), error.what(), {.file = text});
    }
}

std::size_t BodyStore::memory_bytes() const
{
    std::size_t sum = 0;
    for (const auto& [key, body] : bodies_) sum += body->memory_bytes();
    return sum;
}

}  // namespace tocca::app
