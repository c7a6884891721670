// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <string>
#include <string_view>

namespace tocca {

/// Appends an integer, or the shortest decimal that reads back as the same double.
template <class Number>
void append_number(std::string& text, Number value)
{
    std::array<char, 32> digits;  // no double needs more than 24
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    text.append(digits.data(), end);
}

/// Appends a number as JSON has it: null for a double that is not finite.
template <class Number>
void append_json_number(std::string& text, Number value)
{
    if constexpr (std::floating_point<Number>) {
        if (!std::isfinite(value)) {
            text += "null";
            return;
        }
    }
    append_number(text, value);
}

/// Appends further columns of a line of CSV, such as ",1,2.5".
template <class Numbers>
void append_csv_numbers(std::string& text, const Numbers& numbers)
{
    for (const auto number : numbers) {
        text += ',';
        append_number(text, number);
    }
}

/// Appends a further member of a JSON object, such as `,"point":[1,2.5]`.
template <class Numbers>
void append_json_list(std::string& text, std::string_view name, const Numbers& numbers)
{
    text += ",\"";
    text += name;
    text += "\":[";
    bool first = true;
    for (const auto number : numbers) {
        if (!first) text += ',';
        first = false;
        append_json_number(text, number);
    }
    text += ']';
}

}  // namespace tocca
