// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/contacts_vtk.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

#include "tocca/base/error.hpp"

namespace tocca {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are turned round to be written");

/// Appends numbers the way binary VTK files hold them: the highest byte first.
template <class Number>
void append(std::string& bytes, Number value)
{
    const auto* first = reinterpret_cast<const char*>(&value);
    bytes.append(std::make_reverse_iterator(first + sizeof(Number)), std::make_reverse_iterator(first));
}

void append(std::string& bytes, const Eigen::Vector3d& vector)
{
    for (int axis = 0; axis < 3; ++axis) append(bytes, vector[axis]);
}

/// The head of an array of `width` numbers for each contact.
std::string array_head(std::string_view name, std::size_t width, std::size_t count, std::string_view type)
{
    return std::string(name) + ' ' + std::to_string(width) + ' ' + std::to_string(count) + ' ' + std::string(type) +
           '\n';
}

/// A title fit for the second line of a file: plain characters, fewer than 256.
std::string title_line(std::string_view title)
{
    constexpr std::size_t most = 200;
    std::string line = "tocca contacts: ";
    for (const char c : title.substr(0, most)) line += c >= ' ' && c <= '~' ? c : '?';
    return line + '\n';
}

}  // namespace

std::string contacts_vtk(const RecordedMotion& motion)
{
    check(motion);
    const auto& contacts = motion.contacts;
    const std::size_t count = contacts.size();
    require(count <= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()),
            "a VTK file holds at most 2^31 - 1 contacts");

    std::string bytes = "# vtk DataFile Version 3.0\n" + title_line(motion.title) + "BINARY\nDATASET POLYDATA\n";
    bytes += "POINTS " + std::to_string(count) + " double\n";
    for (const auto& each : contacts) append(bytes, each.contact.point);
    bytes += "\nVERTICES " + std::to_string(count) + ' ' + std::to_string(2 * count) + '\n';
    for (std::size_t i = 0; i < count; ++i) {
        append(bytes, std::int32_t{1});
        append(bytes, static_cast<std::int32_t>(i));
    }

    const bool with_distance =
        std::any_of(contacts.begin(), contacts.end(), [](const auto& each) { return each.distance.has_value(); });
    bytes += "\nPOINT_DATA " + std::to_string(count) + "\nNORMALS normal double\n";
    for (const auto& each : contacts) append(bytes, each.contact.normal);
    bytes += std::string("\nFIELD contacts ") + (with_distance ? "8" : "7") + '\n';
    bytes += array_head("time", 1, count, "double");
    for (const auto& each : contacts) append(bytes, time_of(each));
    bytes += '\n' + array_head("toc", 2, count, "double");
    for (const auto& each : contacts) {
        append(bytes, each.contact.toc.lower);
        append(bytes, each.contact.toc.upper);
    }
    bytes += '\n' + array_head("kind", 1, count, "unsigned_char");
    for (const auto& each : contacts) append(bytes, static_cast<std::uint8_t>(each.contact.kind));
    bytes += '\n' + array_head("step", 1, count, "unsigned_int");
    for (const auto& each : contacts) append(bytes, static_cast<std::uint32_t>(each.step));
    bytes += '\n' + array_head("objects", 2, count, "unsigned_int");
    for (const auto& each : contacts) {
        for (const std::uint32_t object : each.contact.objects) append(bytes, object);
    }
    bytes += '\n' + array_head("vertices", 4, count, "unsigned_int");
    for (const auto& each : contacts) {
        for (const std::uint32_t vertex : each.contact.vertices) append(bytes, vertex);
    }
    bytes += '\n' + array_head("weights", 4, count, "double");
    for (const auto& each : contacts) {
        for (const double weight : each.contact.weights) append(bytes, weight);
    }
    if (with_distance) {
        bytes += '\n' + array_head("distance", 1, count, "double");
        for (const auto& each : contacts) append(bytes, each.distance.value_or(std::nan("")));
    }
    return bytes + '\n';
}

}  // namespace tocca
