// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/gltf_members.hpp"

namespace tocca::io::detail {
namespace {

void check_accessor(const DocumentPlace& accessor)
{
    accessor.know({"bufferView", "byteOffset", "componentType", "normalized", "count", "type", "max", "min", "sparse",
                   "name", "extensions", "extras"});
    const auto sparse = accessor.find("sparse");
    if (!sparse) return;
    sparse->know({"count", "indices", "values", "extensions", "extras"});
    if (const auto indices = sparse->find("indices")) {
        indices->know({"bufferView", "byteOffset", "componentType", "extensions", "extras"});
    }
    if (const auto values = sparse->find("values")) {
        values->know({"bufferView", "byteOffset", "extensions", "extras"});
    }
}

void check_animation(const DocumentPlace& animation)
{
    animation.know({"channels", "samplers", "name", "extensions", "extras"});
    animation.each("channels", [](const DocumentPlace& channel) {
        channel.know({"sampler", "target", "extensions", "extras"});
        if (const auto target = channel.find("target")) target->know({"node", "path", "extensions", "extras"});
    });
    animation.each("samplers", [](const DocumentPlace& sampler) {
        sampler.know({"input", "interpolation", "output", "extensions", "extras"});
    });
}

void check_mesh(const DocumentPlace& mesh)
{
    mesh.know({"primitives", "weights", "name", "extensions", "extras"});
    mesh.each("primitives", [](const DocumentPlace& primitive) {
        primitive.know({"attributes", "indices", "material", "mode", "targets", "extensions", "extras"});
    });
}

}  // namespace

void check_gltf_members(const DocumentPlace& root)
{
    root.know({"accessors", "animations", "asset", "buffers", "bufferViews", "cameras", "extensionsUsed",
               "extensionsRequired", "images", "materials", "meshes", "nodes", "samplers", "scene", "scenes", "skins",
               "textures", "extensions", "extras"});
    root.each("accessors", check_accessor);
    root.each("animations", check_animation);
    root.each("meshes", check_mesh);
    root.each("buffers", [](const DocumentPlace& buffer) {
        buffer.know({"uri", "byteLength", "name", "extensions", "extras"});
    });
    root.each("bufferViews", [](const DocumentPlace& view) {
        view.know({"buffer", "byteOffset", "byteLength", "byteStride", "target", "name", "extensions", "extras"});
    });
    root.each("nodes", [](const DocumentPlace& node) {
        node.know({"camera", "children", "skin", "matrix", "mesh", "rotation", "scale", "translation", "weights",
                   "name", "extensions", "extras"});
    });
    root.each("scenes", [](const DocumentPlace& scene) { scene.know({"nodes", "name", "extensions", "extras"}); });
    root.each("skins", [](const DocumentPlace& skin) {
        skin.know({"inverseBindMatrices", "skeleton", "joints", "name", "extensions", "extras"});
    });
}

}  // namespace tocca::io::detail
