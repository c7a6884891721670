// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "tocca/answer/contact.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca::app {

/// 1234567 as "1.23 M": three digits and a letter.
[[nodiscard]] std::string short_count(double count);

/// "1 file", "2 files".
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view noun);

/// "vertex-face" or "edge-edge".
[[nodiscard]] std::string_view full_name(PairKind kind);

/// A duration in a suitable unit: "0.113 ms", "2.04 s".
[[nodiscard]] std::string duration_text(double seconds);

/// A path without its folders.
[[nodiscard]] std::string file_name(const std::string& path);

/// An integer of at least `min` and at most `max` that is the whole text; none for any other text.
template <class Integer>
[[nodiscard]] std::optional<Integer> integer_of(std::string_view text, Integer min = 0,
                                                Integer max = std::numeric_limits<Integer>::max())
{
    Integer value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end || value < min || value > max) return std::nullopt;
    return value;
}

}  // namespace tocca::app
