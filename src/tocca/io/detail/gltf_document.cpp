// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/gltf_document.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>

#include "tocca/io/base64.hpp"
#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/gltf_members.hpp"
#include "tocca/io/detail/named_file.hpp"
#include "tocca/io/detail/text_lines.hpp"
#include "tocca/io/file_bytes.hpp"

namespace tocca::io::detail {

/// How the elements of an accessor lie in its bytes.
struct GltfDocument::Elements {
    std::string_view bytes;  ///< from the first element on; empty when all values are 0
    std::size_t count = 0;
    std::size_t components = 0;
    std::size_t component_type = 0;
    std::size_t component_size = 0;
    std::size_t stride = 0;
    bool normalized = false;

    /// A value as it is, or as a fraction of the greatest of its type.
    [[nodiscard]] double value(std::size_t element, std::size_t component) const;
};

namespace {

static_assert(std::endian::native == std::endian::little, "values are copied as the file holds them");

constexpr std::size_t byte_type = 5120;
constexpr std::size_t unsigned_byte_type = 5121;
constexpr std::size_t short_type = 5122;
constexpr std::size_t unsigned_short_type = 5123;
constexpr std::size_t unsigned_int_type = 5125;
constexpr std::size_t float_type = 5126;

bool is_natural(std::size_t type)
{
    return type == unsigned_byte_type || type == unsigned_short_type || type == unsigned_int_type;
}

std::size_t size_of_component(const DocumentPlace& place)
{
    switch (place.natural_number()) {
        case byte_type:
        case unsigned_byte_type: return 1;
        case short_type:
        case unsigned_short_type: return 2;
        case unsigned_int_type:
        case float_type: return 4;
        default: place.fail("is not a component type");
    }
}

std::size_t component_count(const DocumentPlace& place)
{
    constexpr std::array<std::pair<std::string_view, std::size_t>, 5> types = {
        {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}}};
    for (const auto& [name, count] : types) {
        if (place.text() == name) return count;
    }
    place.fail("is " + excerpt(place.text()) + ", which is not a type of accessor for meshes, skins and animations");
}

template <class Value>
Value load(const char* at)
{
    Value value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

template <class Value>
double loaded(const char* at, bool normalized)
{
    const auto value = static_cast<double>(load<Value>(at));
    if (!normalized) return value;
    return std::max(value / static_cast<double>(std::numeric_limits<Value>::max()), -1.0);
}

double value_at(const char* at, std::size_t type, bool normalized)
{
    switch (type) {
        case byte_type: return loaded<std::int8_t>(at, normalized);
        case unsigned_byte_type: return loaded<std::uint8_t>(at, normalized);
        case short_type: return loaded<std::int16_t>(at, normalized);
        case unsigned_short_type: return loaded<std::uint16_t>(at, normalized);
        case unsigned_int_type: return loaded<std::uint32_t>(at, normalized);
        default: return static_cast<double>(load<float>(at));
    }
}

/// Extensions that may be required by a document without changing where its vertices are.
bool is_harmless(const std::string& extension)
{
    return extension.starts_with("KHR_materials_") || extension.starts_with("KHR_texture_") ||
           extension.starts_with("EXT_texture_") || extension == "KHR_lights_punctual" ||
           extension == "KHR_mesh_quantization";  // which allows integers as coordinates, read here as any
}

std::string percent_decoded(const std::string& text)
{
    const auto digit = [](char c) {
        if (c >= '0' && c <= '9') return c - '0';
        if (c >= 'a' && c <= 'f') return c - 'a' + 10;
        return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    };
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0) {
            decoded += static_cast<char>(16 * digit(text[i + 1]) + digit(text[i + 2]));
            i += 2;
        } else {
            decoded += text[i];
        }
    }
    return decoded;
}

std::size_t optional_natural(const DocumentPlace& place, const char* key)
{
    const auto member = place.find(key);
    return member ? member->natural_number() : 0;
}

}  // namespace

double GltfDocument::Elements::value(std::size_t element, std::size_t component) const
{
    if (bytes.empty()) return 0.0;
    return value_at(bytes.data() + element * stride + component * component_size, component_type, normalized);
}

GltfDocument::GltfDocument(std::string_view bytes, const std::string& file, const std::stop_token& stop)
    : file_(file), bytes_(bytes.size()), budget_(file, bytes.size())
{
    if (bytes.starts_with("glTF")) {
        read_binary(bytes);
        document_.forget_lines();
    } else {
        document_ = parse_json(bytes, file_);
    }
    check_gltf_members(root());
    document_.forget_lines();
    const DocumentPlace version = root().at("asset").at("version");
    if (!version.text().starts_with("2.")) version.fail("is " + excerpt(version.text()) + "; only glTF 2 is read");
    if (const auto required = root().find("extensionsRequired")) {
        for (std::size_t i = 0; i < required->size(); ++i) {
            const std::string& name = required->at(i).text();
            if (!is_harmless(name)) required->at(i).fail("is " + excerpt(name) + ", an extension that is not read");
        }
    }
    read_buffers(stop);
}

/// A header of 12 bytes, then chunks: length, type, data; the first is the JSON text, the second the data.
void GltfDocument::read_binary(std::string_view bytes)
{
    const auto fail = [this](const std::string& sentence) {
        throw Error(ErrorCode::malformed_file, sentence, {.file = file_});
    };
    constexpr std::size_t header_size = 12;
    constexpr std::size_t chunk_header_size = 8;
    if (bytes.size() < header_size + chunk_header_size) fail("it is too short for a binary glTF file");
    if (load<std::uint32_t>(bytes.data() + 4) != 2) fail("only version 2 of binary glTF is read");
    if (load<std::uint32_t>(bytes.data() + 8) != bytes.size()) {
        fail("it should have " + std::to_string(load<std::uint32_t>(bytes.data() + 8)) + " bytes, but has " +
             std::to_string(bytes.size()));
    }
    bytes.remove_prefix(header_size);
    for (std::size_t chunk = 0; !bytes.empty(); ++chunk) {
        if (bytes.size() < chunk_header_size) fail("it ends within a chunk");
        const std::size_t size = load<std::uint32_t>(bytes.data());
        const std::string_view type = bytes.substr(4, 4);
        bytes.remove_prefix(chunk_header_size);
        if (size > bytes.size()) fail("it ends within a chunk");
        if ((chunk == 0) != (type == "JSON")) fail("its first chunk, and no other, must be JSON");
        if (chunk == 0) document_ = parse_json(bytes.substr(0, size), file_);
        if (chunk == 1 && type == std::string_view("BIN\0", 4)) chunk_ = bytes.substr(0, size);
        bytes.remove_prefix(size);
    }
}

void GltfDocument::read_buffers(const std::stop_token& stop)
{
    const std::size_t count = root().size_of("buffers");
    for (std::size_t i = 0; i < count; ++i) {
        const DocumentPlace buffer = root().at("buffers").at(i);
        const std::size_t size = buffer.at("byteLength").natural_number();
        const auto address = buffer.find("uri");
        if (!address && i > 0) buffer.fail("has no data");
        buffers_.push_back(address ? buffer_at(address->text(), *address, size, stop) : std::move(chunk_));
        if (buffers_.back().size() < size) {
            buffer.fail("should have " + std::to_string(size) + " bytes, but has " +
                        std::to_string(buffers_.back().size()));
        }
        if (!address) continue;  // part of the document
        bytes_ += buffers_.back().size();
        budget_.add_file_bytes(buffers_.back().size());
    }
}

std::string GltfDocument::buffer_at(const std::string& address, const DocumentPlace& place, std::size_t size,
                                    const std::stop_token& stop) const
{
    if (address.starts_with("data:")) {
        const std::size_t comma = address.find(',');
        if (comma == std::string::npos || !std::string_view(address).substr(0, comma).ends_with(";base64")) {
            place.fail("is not base64 data");
        }
        auto bytes = bytes_of_base64(std::string_view(address).substr(comma + 1));
        if (!bytes) place.fail("is not base64 data");
        return *std::move(bytes);
    }
    const std::filesystem::path relative = percent_decoded(address);
    if (address.find(':') != std::string::npos || !relative.is_relative() || relative.empty()) {
        place.fail("is " + excerpt(address) + ", not the name of a file beside this one");
    }
    const auto path = (std::filesystem::path(file_).parent_path() / relative).lexically_normal();
    const std::string fault = naming_fault(path, {.file = file_, .names_its_package = false});
    if (!fault.empty()) place.fail("is " + excerpt(address) + ", which " + fault, ErrorCode::unreadable_file);
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) {
        throw Error(ErrorCode::unreadable_file,
                    "the file that this one names, " + excerpt(address) + ", does not exist", {.file = file_});
    }
    return read_file_part(path, 0, size, stop);
}

std::string_view GltfDocument::view_bytes(const DocumentPlace& index) const
{
    const DocumentPlace view = root().at("bufferViews").at(index.index_below(root().size_of("bufferViews")));
    const std::string_view buffer = buffers_[view.at("buffer").index_below(buffers_.size())];
    const std::size_t offset = optional_natural(view, "byteOffset");
    const std::size_t size = view.at("byteLength").natural_number();
    if (offset > buffer.size() || size > buffer.size() - offset) view.fail("reaches beyond its buffer");
    return buffer.substr(offset, size);
}

GltfDocument::Elements GltfDocument::elements_of(const DocumentPlace& accessor) const
{
    Elements elements;
    elements.component_size = size_of_component(accessor.at("componentType"));
    elements.component_type = accessor.at("componentType").natural_number();
    elements.components = component_count(accessor.at("type"));
    elements.count = accessor.at("count").natural_number();
    if (elements.count == 0) accessor.at("count").fail("is 0");
    const auto normalized = accessor.find("normalized");
    elements.normalized = normalized && normalized->truth();

    const auto view = accessor.find("bufferView");
    if (!view) {
        if (elements.count > bytes_) accessor.at("count").fail("is more than the file could ever use");
        return elements;
    }
    const std::size_t element_size = elements.component_size * elements.components;
    const DocumentPlace place = root().at("bufferViews").at(view->index_below(root().size_of("bufferViews")));
    elements.stride = optional_natural(place, "byteStride");
    if (elements.stride == 0) elements.stride = element_size;
    if (elements.stride < element_size) place.fail("has elements that overlap");
    std::string_view bytes = view_bytes(*view);
    const std::size_t offset = optional_natural(accessor, "byteOffset");
    if (offset > bytes.size() || bytes.size() - offset < element_size ||
        elements.count - 1 > (bytes.size() - offset - element_size) / elements.stride) {
        accessor.fail("reaches beyond its part of the buffer");
    }
    elements.bytes = bytes.substr(offset);
    return elements;
}

GltfValues GltfDocument::numbers(const DocumentPlace& index) const
{
    const DocumentPlace accessor = root().at("accessors").at(index.index_below(root().size_of("accessors")));
    const Elements elements = elements_of(accessor);
    // The values here, and the copies that are made of them.
    budget_.take(elements.count, 2 * sizeof(double) * elements.components);
    GltfValues result{.components = elements.components, .values = {}};
    result.values.resize(elements.count * elements.components);
    for (std::size_t i = 0; i < elements.count; ++i) {
        for (std::size_t k = 0; k < elements.components; ++k) {
            result.values[i * elements.components + k] = elements.value(i, k);
        }
    }
    apply_sparse(accessor, result);
    for (std::size_t i = 0; i < result.values.size(); ++i) {
        if (std::isfinite(result.values[i])) continue;
        accessor.fail("holds NaN or infinity in element " + std::to_string(i / elements.components),
                      ErrorCode::not_finite);
    }
    return result;
}

/// Some elements may be given apart, by their numbers.
void GltfDocument::apply_sparse(const DocumentPlace& accessor, GltfValues& values) const
{
    const auto sparse = accessor.find("sparse");
    if (!sparse) return;
    const std::size_t count = sparse->at("count").natural_number();
    const DocumentPlace index_place = sparse->at("indices");
    const DocumentPlace value_place = sparse->at("values");
    const std::size_t index_type = index_place.at("componentType").natural_number();
    if (!is_natural(index_type)) index_place.fail("must hold natural numbers");
    const std::size_t index_size = size_of_component(index_place.at("componentType"));
    const std::size_t value_type = accessor.at("componentType").natural_number();
    const std::size_t value_size = size_of_component(accessor.at("componentType"));
    const auto normalized = accessor.find("normalized");

    const auto bytes_from = [&](const DocumentPlace& place, std::size_t element_size) {
        const std::string_view bytes = view_bytes(place.at("bufferView"));
        const std::size_t offset = optional_natural(place, "byteOffset");
        if (offset > bytes.size() || count > (bytes.size() - offset) / element_size) {
            place.fail("reaches beyond its part of the buffer");
        }
        return bytes.substr(offset);
    };
    const std::string_view indices = bytes_from(index_place, index_size);
    const std::string_view replacements = bytes_from(value_place, value_size * values.components);
    for (std::size_t i = 0; i < count; ++i) {
        const double element = value_at(indices.data() + i * index_size, index_type, false);
        if (!(element >= 0.0 && element < static_cast<double>(values.count()))) {
            index_place.fail("names an element that does not exist", ErrorCode::index_out_of_range);
        }
        for (std::size_t k = 0; k < values.components; ++k) {
            values.values[static_cast<std::size_t>(element) * values.components + k] =
                value_at(replacements.data() + (i * values.components + k) * value_size, value_type,
                         normalized && normalized->truth());
        }
    }
}

std::vector<std::uint32_t> GltfDocument::natural_numbers(const DocumentPlace& index) const
{
    const DocumentPlace accessor = root().at("accessors").at(index.index_below(root().size_of("accessors")));
    const std::size_t type = accessor.at("componentType").natural_number();
    const auto normalized = accessor.find("normalized");
    if (!is_natural(type) || (normalized && normalized->truth())) accessor.fail("must hold natural numbers");
    const GltfValues found = numbers(index);
    std::vector<std::uint32_t> naturals(found.values.size());
    std::transform(found.values.begin(), found.values.end(), naturals.begin(),
                   [](double value) { return static_cast<std::uint32_t>(value); });
    return naturals;
}

}  // namespace tocca::io::detail
