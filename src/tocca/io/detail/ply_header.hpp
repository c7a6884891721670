// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace tocca::io::detail {

enum class PlyEncoding { ascii, binary_little_endian, binary_big_endian };

enum class PlyType { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

/// Bytes of a value in a binary file.
[[nodiscard]] constexpr std::size_t size_of(PlyType type)
{
    switch (type) {
        case PlyType::int8:
        case PlyType::uint8: return 1;
        case PlyType::int16:
        case PlyType::uint16: return 2;
        case PlyType::int32:
        case PlyType::uint32:
        case PlyType::float32: return 4;
        case PlyType::float64: break;
    }
    return 8;
}

[[nodiscard]] constexpr bool is_integer(PlyType type) { return type != PlyType::float32 && type != PlyType::float64; }

struct PlyProperty {
    std::string name;
    PlyType type = PlyType::float32;         ///< of the value, or of each value of a list
    std::optional<PlyType> count_type = {};  ///< of a list's length; nothing for a single value
};

struct PlyElement {
    std::string name;
    std::size_t count = 0;
    std::size_t line = 0;  ///< where the header declares it
    std::vector<PlyProperty> properties = {};

    /// The place of a property called so; nothing if there is none.
    [[nodiscard]] std::optional<std::size_t> property(std::string_view wanted) const;
};

struct PlyHeader {
    PlyEncoding encoding = PlyEncoding::ascii;
    std::vector<PlyElement> elements;
    std::size_t lines = 0;

    /// The element called so; null if there is none.
    [[nodiscard]] const PlyElement* element(std::string_view wanted) const;
};

/// Takes the header off the front of `bytes`.
///
/// Guarantee: names of elements, and of the properties of each, differ; every element has a property; a list's length
///            is of an integer type.
/// Throws:    Error (malformed_file) with `file` and the line.
[[nodiscard]] PlyHeader take_ply_header(std::string_view& bytes, const std::string& file);

}  // namespace tocca::io::detail
