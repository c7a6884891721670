// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/line_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <string_view>
#include <type_traits>

#include "tocca/base/parallel.hpp"

namespace tocca::app {
namespace {

constexpr std::size_t piece_size = 1024;      // items that one thread formats at a time
constexpr std::size_t pieces_at_a_time = 16;  // what is held of the text: some megabytes
constexpr std::size_t usual_line = 220;       // bytes

template <class Number>
void append_number(std::string& text, Number value)
{
    std::array<char, 32> digits;  // no double needs more than 24
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    text.append(digits.data(), end);
}

void append_json_number(std::string& text, double value)
{
    if (std::isfinite(value)) {
        append_number(text, value);
    } else {
        text += "null";
    }
}

template <class Numbers>
void append_json_list(std::string& text, std::string_view name, const Numbers& numbers)
{
    text += ",\"";
    text += name;
    text += "\":";
    char before = '[';
    for (const auto number : numbers) {
        text += before;
        before = ',';
        if constexpr (std::is_floating_point_v<std::remove_const_t<decltype(number)>>) {
            append_json_number(text, number);
        } else {
            append_number(text, number);
        }
    }
    text += ']';
}

std::array<double, 3> coordinates(const Eigen::Vector3d& vector) { return {vector.x(), vector.y(), vector.z()}; }

void append_json_step(std::string& text, std::size_t step)
{
    text += "{\"step\":";
    append_number(text, step);
}

template <class Numbers>
void append_csv_numbers(std::string& text, const Numbers& numbers)
{
    for (const auto number : numbers) {
        text += ',';
        append_number(text, number);
    }
}

/// How a sort of items is written.
template <class Item>
struct Lines;

template <>
struct Lines<Contact> {
    static constexpr std::string_view head = "step,kind,v0,v1,v2,v3,toc_lower,toc_upper,px,py,pz,nx,ny,nz";
    static constexpr std::string_view object_columns = ",object_a,object_b";

    static void append_json(std::string& text, const Contact& contact, std::size_t step, bool with_objects)
    {
        append_json_step(text, step);
        text += ",\"kind\":\"";
        text += to_string(contact.kind);
        text += '"';
        if (with_objects) append_json_list(text, "objects", contact.objects);
        append_json_list(text, "vertices", contact.vertices);
        append_json_list(text, "toc", std::array{contact.toc.lower, contact.toc.upper});
        append_json_list(text, "point", coordinates(contact.point));
        append_json_list(text, "normal", coordinates(contact.normal));
        text += "}\n";
    }

    static void append_csv(std::string& text, const Contact& contact, std::size_t step, bool with_objects)
    {
        append_number(text, step);
        text += ',';
        text += to_string(contact.kind);
        append_csv_numbers(text, contact.vertices);
        append_csv_numbers(text, std::array{contact.toc.lower, contact.toc.upper});
        append_csv_numbers(text, coordinates(contact.point));
        append_csv_numbers(text, coordinates(contact.normal));
        if (with_objects) append_csv_numbers(text, contact.objects);
        text += '\n';
    }
};

template <>
struct Lines<Intersection> {
    static constexpr std::string_view head = "step,e0,e1,f0,f1,f2,crosses";
    static constexpr std::string_view object_columns = ",object_edge,object_face";

    static void append_json(std::string& text, const Intersection& pair, std::size_t step, bool with_objects)
    {
        append_json_step(text, step);
        if (with_objects) append_json_list(text, "objects", pair.objects);
        append_json_list(text, "edge", pair.edge);
        append_json_list(text, "face", pair.face);
        text += pair.crosses ? ",\"crosses\":true}\n" : ",\"crosses\":false}\n";
    }

    static void append_csv(std::string& text, const Intersection& pair, std::size_t step, bool with_objects)
    {
        append_number(text, step);
        append_csv_numbers(text, pair.edge);
        append_csv_numbers(text, pair.face);
        text += pair.crosses ? ",1" : ",0";
        if (with_objects) append_csv_numbers(text, pair.objects);
        text += '\n';
    }
};

}  // namespace

LineFormat line_format_of(const std::string& file)
{
    const auto extension = std::filesystem::path(file).extension();
    if (extension == ".csv") return LineFormat::csv;
    if (extension == ".jsonl") return LineFormat::jsonl;
    throw std::invalid_argument(fmt::format("lines are written as .csv or .jsonl, and {} is neither", file));
}

template <class Item>
LineFile<Item>::LineFile(const std::string& file, bool with_objects)
    : format_(line_format_of(file)), with_objects_(with_objects), file_(file)
{
    if (format_ != LineFormat::csv) return;
    file_.write(Lines<Item>::head);
    if (with_objects) file_.write(Lines<Item>::object_columns);
    file_.write("\n");
}

template <class Item>
void LineFile<Item>::write(std::size_t step, std::span<const Item> items, int threads)
{
    const auto append = format_ == LineFormat::csv ? Lines<Item>::append_csv : Lines<Item>::append_json;
    std::array<std::string, pieces_at_a_time> texts;
    while (!items.empty()) {
        const auto block = items.first(std::min(items.size(), piece_size * pieces_at_a_time));
        items = items.subspan(block.size());
        const std::size_t pieces = (block.size() + piece_size - 1) / piece_size;
        for_each_piece(pieces, threads, [&](std::size_t piece) {
            const auto rest = block.subspan(piece * piece_size);
            texts[piece].clear();
            texts[piece].reserve(std::min(rest.size(), piece_size) * usual_line);
            for (const Item& item : rest.first(std::min(rest.size(), piece_size))) {
                append(texts[piece], item, step, with_objects_);
            }
        });
        for (std::size_t piece = 0; piece < pieces; ++piece) file_.write(texts[piece]);
    }
}

template class LineFile<Contact>;
template class LineFile<Intersection>;

}  // namespace tocca::app
