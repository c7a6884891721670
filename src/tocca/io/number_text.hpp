// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tocca {

/// The double nearest to a number written in decimal ("-1.5e-3") or in hexadecimal ("0x1.8p-3"); empty if `text` is not
/// a number. "nan", "inf" and numbers beyond the doubles give NaN and infinity, for the caller to refuse.
///
/// Guarantee: correctly rounded; the same in every locale.
[[nodiscard]] std::optional<double> double_of(std::string_view text);

/// A ratio of two integers read as a double, or the reason why it is none.
struct RatioReading {
    double value = 0.0;
    const char* fault = nullptr;  ///< the end of a sentence "... is", null when `value` holds
};

/// The double that equals `numerator` / `denominator`, integers of any length.
///
/// Guarantee: exact; a ratio that no finite double equals is a fault, never rounded.
[[nodiscard]] RatioReading double_of_ratio(std::string_view numerator, std::string_view denominator);

/// The shortest decimal that reads back as the same double; "nan", "inf" and "-inf" for the others.
[[nodiscard]] std::string shortest_text(double value);

/// 1234567 as "1,234,567".
[[nodiscard]] std::string with_commas(std::uint64_t count);

}  // namespace tocca
