// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

namespace tocca::report::detail {

/// What a view of a buffer is for.
enum class GlbUse { animation, vertices, indices };

/// Floats of a document: `components` numbers make an item.
struct GlbFloats {
    std::span<const float> numbers;
    std::size_t components = 1;
    GlbUse use = GlbUse::vertices;
};

/// A glTF document and its numbers on their way to a binary file.
///
/// Things are numbered in the order in which they are added, as the format names them.
class GlbContent {
public:
    /// An accessor of floats, with its least and greatest values.
    std::size_t add_floats(const GlbFloats& floats);
    /// An accessor of vertex numbers.
    std::size_t add_indices(std::span<const std::uint32_t> indices);
    /// A thing in one of the lists of the document: "nodes", "meshes", "materials" ...
    std::size_t add(const char* list, nlohmann::json thing);
    /// What of a node changes with time: "translation", "rotation", "scale" or "weights".
    void animate(std::size_t node, const char* path, const nlohmann::json& sampler);

    /// The file, for a scene of one node.
    ///
    /// Throws: Error (unwritable_file) if it would be longer than the format can tell.
    [[nodiscard]] std::string file(std::size_t root, std::string_view scene_name);

private:
    std::size_t add_view(std::string_view bytes, GlbUse use);

    nlohmann::json document_ = nlohmann::json::object();
    nlohmann::json samplers_ = nlohmann::json::array();
    nlohmann::json channels_ = nlohmann::json::array();
    std::string bytes_;
};

}  // namespace tocca::report::detail
