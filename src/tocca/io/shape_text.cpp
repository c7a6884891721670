// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/shape_text.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/text_lines.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca {
namespace {

using Lengths = std::array<double, 3>;

struct NamedShape {
    std::string_view name;
    std::size_t length_count;
    Shape (*make)(const Lengths&);
};

constexpr std::array<NamedShape, 6> shapes = {{
    {"box", 3,
     [](const Lengths& l) {
         return box({.lengths = {l[0], l[1], l[2]}});
     }},
    {"sphere", 1, [](const Lengths& l) { return ico_sphere({.radius = l[0], .subdivisions = 4}); }},
    {"cylinder", 2, [](const Lengths& l) { return cylinder({.radius = l[0], .height = l[1], .segments = 64}); }},
    {"capsule", 2, [](const Lengths& l) { return capsule({.radius = l[0], .height = l[1], .segments = 32}); }},
    {"torus", 2,
     [](const Lengths& l) { return torus({.radius = l[0], .tube_radius = l[1], .segments = 64, .sides = 24}); }},
    {"knot", 2,
     [](const Lengths& l) { return torus_knot({.radius = l[0], .tube_radius = l[1], .segments = 600, .sides = 20}); }},
}};

const NamedShape* find_shape(std::string_view text)
{
    const std::string_view name = text.substr(0, text.find(':'));
    if (name.size() == text.size()) return nullptr;
    for (const NamedShape& shape : shapes) {
        if (shape.name == name) return &shape;
    }
    return nullptr;
}

}  // namespace

bool names_a_shape(std::string_view text) { return find_shape(text) != nullptr; }

TextReading<Shape> shape_of_text(std::string_view text)
{
    const NamedShape* shape = find_shape(text);
    if (shape == nullptr) {
        return {{},
                io::detail::excerpt(text) +
                    " is not a shape: it must begin with box:, sphere:, cylinder:, capsule:, torus: or knot:"};
    }
    Lengths lengths = {};
    std::size_t count = 0;
    for (const std::string_view word : io::detail::comma_separated(text.substr(shape->name.size() + 1))) {
        const auto number = double_of(word);
        if (!number || !std::isfinite(*number) || *number <= 0.0) {
            return {{}, fmt::format("length {} of {} is not a number above 0", count + 1, io::detail::excerpt(text))};
        }
        if (count < lengths.size()) lengths[count] = *number;
        ++count;
    }
    if (count != shape->length_count) {
        return {{},
                fmt::format("{} has {} lengths; a {} has {}", io::detail::excerpt(text), count, shape->name,
                            shape->length_count)};
    }
    try {
        return {shape->make(lengths)};
    } catch (const std::invalid_argument& error) {  // lengths that do not go together
        return {{}, fmt::format("{}: {}", io::detail::excerpt(text), error.what())};
    }
}

}  // namespace tocca
