// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/detail/glb_content.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

#include "tocca/base/error.hpp"
#include "tocca/base/version.hpp"

namespace tocca::report::detail {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are written as they are in memory");

// Numbers that the format gives to kinds of values and of views.
constexpr int float_type = 5126, unsigned_type = 5125;
constexpr int vertex_target = 34962, index_target = 34963;

template <class Number>
std::string_view bytes_of(std::span<const Number> numbers)
{
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}

void append_number(std::string& bytes, std::size_t value)
{
    const auto number = static_cast<std::uint32_t>(value);
    bytes += bytes_of(std::span<const std::uint32_t>(&number, 1));
}

const char* item_type(std::size_t components)
{
    switch (components) {
        case 1: return "SCALAR";
        case 3: return "VEC3";
        default: return "VEC4";
    }
}

}  // namespace

std::size_t GlbContent::add(const char* list, nlohmann::json thing)
{
    nlohmann::json& things = document_[list];
    things.push_back(std::move(thing));
    return things.size() - 1;
}

std::size_t GlbContent::add_view(std::string_view bytes, GlbUse use)
{
    nlohmann::json view = {{"buffer", 0}, {"byteOffset", bytes_.size()}, {"byteLength", bytes.size()}};
    if (use != GlbUse::animation) view["target"] = use == GlbUse::vertices ? vertex_target : index_target;
    bytes_ += bytes;
    return add("bufferViews", std::move(view));
}

std::size_t GlbContent::add_floats(const GlbFloats& floats)
{
    const auto& [numbers, components, use] = floats;
    std::vector<float> least(components, std::numeric_limits<float>::infinity());
    std::vector<float> greatest(components, -std::numeric_limits<float>::infinity());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        least[i % components] = std::min(least[i % components], numbers[i]);
        greatest[i % components] = std::max(greatest[i % components], numbers[i]);
    }
    return add("accessors", {{"bufferView", add_view(bytes_of(numbers), use)},
                             {"componentType", float_type},
                             {"count", numbers.size() / components},
                             {"type", item_type(components)},
                             {"min", least},
                             {"max", greatest}});
}

std::size_t GlbContent::add_indices(std::span<const std::uint32_t> indices)
{
    return add("accessors", {{"bufferView", add_view(bytes_of(indices), GlbUse::indices)},
                             {"componentType", unsigned_type},
                             {"count", indices.size()},
                             {"type", "SCALAR"}});
}

void GlbContent::animate(std::size_t node, const char* path, const nlohmann::json& sampler)
{
    channels_.push_back({{"sampler", samplers_.size()}, {"target", {{"node", node}, {"path", path}}}});
    samplers_.push_back(sampler);
}

std::string GlbContent::file(std::size_t root, std::string_view scene_name)
{
    document_["asset"] = {{"version", "2.0"}, {"generator", "tocca " + std::string(version)}};
    document_["scene"] = 0;
    document_["scenes"] = {{{"name", scene_name}, {"nodes", {root}}}};
    if (!channels_.empty()) {
        document_["animations"] = {{{"name", "motion"}, {"samplers", samplers_}, {"channels", channels_}}};
    }
    if (!bytes_.empty()) document_["buffers"] = {{{"byteLength", bytes_.size()}}};
    std::string text = document_.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    text.resize((text.size() + 3) / 4 * 4, ' ');

    const bool with_bytes = !bytes_.empty();
    const std::size_t size = 12 + 8 + text.size() + (with_bytes ? 8 + bytes_.size() : 0);
    if (size > std::numeric_limits<std::uint32_t>::max()) {
        throw Error(ErrorCode::unwritable_file,
                    "the motion has " + std::to_string(size) + " bytes as glTF, and a file of that format holds 4 GiB");
    }
    std::string file = "glTF";
    file.reserve(size);
    for (const std::size_t number : {std::size_t{2}, size, text.size()}) append_number(file, number);
    file += "JSON";
    file += text;
    if (with_bytes) {
        append_number(file, bytes_.size());
        file += std::string_view("BIN\0", 4);
        file += bytes_;
    }
    return file;
}

}  // namespace tocca::report::detail
