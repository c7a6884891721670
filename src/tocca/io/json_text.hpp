// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tocca/answer/answer.hpp"

namespace tocca {

/// A number in JSON: the shortest decimal that reads back as the same double; null for NaN and infinity.
[[nodiscard]] std::string json_number(double value);

/// A string in JSON, quoted; bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string json_string(std::string_view text);

/// Numbers in JSON, as in [0.5,1].
[[nodiscard]] std::string json_numbers(std::span<const double> values);

/// An answer in JSON, in the one shape all answers have:
/// {"outcome":...,"safe_until":...,"contact":{"toc":[...],"kind":...,"weights":[...],"point":[...],"normal":[...]}}
/// with `contact` null when there is none.
[[nodiscard]] std::string json_answer(const Answer& answer);

}  // namespace tocca
