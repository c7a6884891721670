// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/contact_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "tocca/base/parallel.hpp"

namespace tocca::app {
namespace {

constexpr std::size_t piece_size = 1024;      // contacts that one thread formats at a time
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

void append_jsonl(std::string& text, const Contact& contact, std::size_t step, bool with_objects)
{
    text += "{\"step\":";
    append_number(text, step);
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

void append_csv(std::string& text, const Contact& contact, std::size_t step, bool with_objects)
{
    append_number(text, step);
    text += ',';
    text += to_string(contact.kind);
    const auto append_all = [&](const auto& numbers) {
        for (const auto number : numbers) {
            text += ',';
            append_number(text, number);
        }
    };
    append_all(contact.vertices);
    append_all(std::array{contact.toc.lower, contact.toc.upper});
    append_all(coordinates(contact.point));
    append_all(coordinates(contact.normal));
    if (with_objects) append_all(contact.objects);
    text += '\n';
}

}  // namespace

ContactFormat contact_format_of(const std::string& file)
{
    const auto extension = std::filesystem::path(file).extension();
    if (extension == ".csv") return ContactFormat::csv;
    if (extension == ".jsonl") return ContactFormat::jsonl;
    throw std::invalid_argument(fmt::format("--contacts writes .csv or .jsonl, and {} is neither", file));
}

void append_contact(std::string& text, const Contact& contact, std::size_t step, ContactFormat format,
                    bool with_objects)
{
    if (format == ContactFormat::csv) {
        append_csv(text, contact, step, with_objects);
    } else {
        append_jsonl(text, contact, step, with_objects);
    }
}

ContactFile::ContactFile(const std::string& file, bool with_objects)
    : format_(contact_format_of(file)), with_objects_(with_objects), file_(file)
{
    if (format_ != ContactFormat::csv) return;
    file_.write("step,kind,v0,v1,v2,v3,toc_lower,toc_upper,px,py,pz,nx,ny,nz");
    file_.write(with_objects ? ",object_a,object_b\n" : "\n");
}

void ContactFile::write(std::size_t step, std::span<const Contact> contacts, int threads)
{
    std::array<std::string, pieces_at_a_time> texts;
    while (!contacts.empty()) {
        const auto block = contacts.first(std::min(contacts.size(), piece_size * pieces_at_a_time));
        contacts = contacts.subspan(block.size());
        const std::size_t pieces = (block.size() + piece_size - 1) / piece_size;
        for_each_piece(pieces, threads, [&](std::size_t piece) {
            const auto rest = block.subspan(piece * piece_size);
            texts[piece].clear();
            texts[piece].reserve(std::min(rest.size(), piece_size) * usual_line);
            for (const Contact& contact : rest.first(std::min(rest.size(), piece_size))) {
                append_contact(texts[piece], contact, step, format_, with_objects_);
            }
        });
        for (std::size_t piece = 0; piece < pieces; ++piece) file_.write(texts[piece]);
    }
}

}  // namespace tocca::app
