// SPDX-License-Identifier: Apache-2.0
// libFuzzer: any bytes as a mesh file of every format. They are read or refused with an Error, nothing else; what is
// read is finite and names only vertices that exist, also at several times of a glTF animation.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

#include "tocca/base/error.hpp"
#include "tocca/io/gltf_motion.hpp"
#include "tocca/io/mesh_format.hpp"

namespace {

void require_finite(std::span<const tocca::Point> positions)
{
    for (const tocca::Point& point : positions) {
        if (!std::all_of(point.begin(), point.end(), [](double x) { return std::isfinite(x); })) std::abort();
    }
}

void require_sound(const tocca::MeshFile& mesh)
{
    if (mesh.positions.empty()) std::abort();
    require_finite(mesh.positions);
    const auto exists = [&](tocca::VertexId vertex) { return vertex < mesh.positions.size(); };
    for (const tocca::FaceVertices& face : mesh.faces) {
        if (!std::all_of(face.begin(), face.end(), exists)) std::abort();
    }
    for (const tocca::EdgeVertices& edge : mesh.edges) {
        if (edge[0] >= edge[1] || !exists(edge[1])) std::abort();
    }
}

template <class Work>
void run_or_refuse(Work work)
{
    try {
        work();
    } catch (const tocca::Error&) {
        return;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using tocca::MeshFormat;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    for (const auto format : {MeshFormat::obj, MeshFormat::ply, MeshFormat::stl, MeshFormat::off, MeshFormat::dae,
                              MeshFormat::npy, MeshFormat::gltf}) {
        run_or_refuse([&] { require_sound(tocca::parse_mesh(bytes, format, "fuzzed")); });
    }
    run_or_refuse([&] {
        const tocca::GltfMotion motion(bytes, "fuzzed");
        for (std::size_t i = 0; i < motion.animations().size(); ++i) {
            for (const double time : {-1.0, 0.0, 0.3, 1.0, 1e9}) require_finite(motion.positions_at(i, time));
        }
    });
    return 0;
}
