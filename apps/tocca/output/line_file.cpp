// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/output/line_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <stdexcept>

#include "tocca/base/parallel.hpp"
#include "tocca/io/line_text.hpp"
#include "tocca/report/contact_lines.hpp"

namespace tocca::app {
namespace {

constexpr std::size_t piece_size = 1024;      // items that one thread formats at a time
constexpr std::size_t pieces_at_a_time = 16;  // what is held of the text: some megabytes
constexpr std::size_t usual_line = 220;       // bytes

/// How a sort of items is written.
template <class Item>
struct Lines;

template <>
struct Lines<Contact> {
    static ContactColumns columns(bool with_objects) { return {.objects = with_objects, .distance = false}; }

    static std::string head(bool with_objects) { return contact_csv_head(columns(with_objects)); }

    static void append_json(std::string& text, const Contact& contact, std::size_t step, bool with_objects)
    {
        append_contact_json(text, {.step = step, .contact = contact}, columns(with_objects));
    }

    static void append_csv(std::string& text, const Contact& contact, std::size_t step, bool with_objects)
    {
        append_contact_csv(text, {.step = step, .contact = contact}, columns(with_objects));
    }
};

template <>
struct Lines<Intersection> {
    static std::string head(bool with_objects)
    {
        return with_objects ? "step,e0,e1,f0,f1,f2,crosses,object_edge,object_face\n" : "step,e0,e1,f0,f1,f2,crosses\n";
    }

    static void append_json(std::string& text, const Intersection& pair, std::size_t step, bool with_objects)
    {
        text += "{\"step\":";
        append_number(text, step);
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
    if (format_ == LineFormat::csv) file_.write(Lines<Item>::head(with_objects));
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
