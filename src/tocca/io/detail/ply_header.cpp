// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/ply_header.hpp"

#include <array>
#include <utility>

#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/text_lines.hpp"

namespace tocca::io::detail {
namespace {

constexpr std::array<std::pair<std::string_view, PlyType>, 16> type_names = {{
    {"char", PlyType::int8},
    {"int8", PlyType::int8},
    {"uchar", PlyType::uint8},
    {"uint8", PlyType::uint8},
    {"short", PlyType::int16},
    {"int16", PlyType::int16},
    {"ushort", PlyType::uint16},
    {"uint16", PlyType::uint16},
    {"int", PlyType::int32},
    {"int32", PlyType::int32},
    {"uint", PlyType::uint32},
    {"uint32", PlyType::uint32},
    {"float", PlyType::float32},
    {"float32", PlyType::float32},
    {"double", PlyType::float64},
    {"float64", PlyType::float64},
}};

PlyType type_called(std::string_view name, const TextLines& lines)
{
    for (const auto& [known, type] : type_names) {
        if (known == name) return type;
    }
    lines.fail(excerpt(name) + " is not a type of PLY files");
}

PlyEncoding read_format(TextLines& lines)
{
    const std::string_view name = lines.word();
    if (lines.word() != "1.0") lines.fail("only version 1.0 of the PLY format is read");
    if (name == "ascii") return PlyEncoding::ascii;
    if (name == "binary_little_endian") return PlyEncoding::binary_little_endian;
    if (name == "binary_big_endian") return PlyEncoding::binary_big_endian;
    lines.fail(excerpt(name) + " is not an encoding of PLY files");
}

PlyElement read_element(TextLines& lines, const PlyHeader& header)
{
    PlyElement element;
    element.name = lines.word();
    element.line = lines.line();
    if (element.name.empty()) lines.fail("an element without a name");
    if (header.element(element.name) != nullptr) lines.fail("a second element " + excerpt(element.name));
    element.count = lines.natural_number();
    lines.expect_end_of_line();
    return element;
}

PlyProperty read_property(TextLines& lines, const PlyElement& element)
{
    PlyProperty property;
    std::string_view type = lines.word();
    if (type == "list") {
        property.count_type = type_called(lines.word(), lines);
        if (!is_integer(*property.count_type)) lines.fail("the length of a list must be of an integer type");
        type = lines.word();
    }
    property.type = type_called(type, lines);
    property.name = lines.word();
    if (property.name.empty()) lines.fail("a property without a name");
    if (element.property(property.name)) lines.fail("a second property " + excerpt(property.name));
    lines.expect_end_of_line();
    return property;
}

void check_last_element(const PlyHeader& header, const TextLines& lines)
{
    if (header.elements.empty() || !header.elements.back().properties.empty()) return;
    lines.fail("element " + excerpt(header.elements.back().name) + " has no properties");
}

}  // namespace

std::optional<std::size_t> PlyElement::property(std::string_view wanted) const
{
    for (std::size_t i = 0; i < properties.size(); ++i) {
        if (properties[i].name == wanted) return i;
    }
    return std::nullopt;
}

const PlyElement* PlyHeader::element(std::string_view wanted) const
{
    for (const PlyElement& each : elements) {
        if (each.name == wanted) return &each;
    }
    return nullptr;
}

PlyHeader take_ply_header(std::string_view& bytes, const std::string& file)
{
    const std::stop_token never;
    TextLines lines(bytes, file, never);
    if (!bytes.starts_with("ply") || !lines.next_line() || lines.word() != "ply") {
        throw Error(ErrorCode::malformed_file, "it does not begin as a PLY file does", {.file = file});
    }
    PlyHeader header;
    bool has_format = false;
    while (lines.next_line()) {
        const std::string_view keyword = lines.word();
        if (keyword == "comment" || keyword == "obj_info" || keyword.empty()) continue;
        if (keyword == "end_header") {
            check_last_element(header, lines);
            if (!has_format) lines.fail("the header names no format");
            header.lines = lines.line();
            bytes = lines.rest();
            return header;
        }
        if (keyword == "format") {
            if (std::exchange(has_format, true)) lines.fail("a second format");
            header.encoding = read_format(lines);
            lines.expect_end_of_line();
        } else if (keyword == "element") {
            check_last_element(header, lines);
            header.elements.push_back(read_element(lines, header));
        } else if (keyword == "property") {
            if (header.elements.empty()) lines.fail("a property of no element");
            PlyElement& element = header.elements.back();
            element.properties.push_back(read_property(lines, element));
        } else {
            lines.fail(excerpt(keyword) + " has no meaning in the header of a PLY file");
        }
    }
    throw Error(ErrorCode::malformed_file, "it ends within the header", {.file = file});
}

}  // namespace tocca::io::detail
