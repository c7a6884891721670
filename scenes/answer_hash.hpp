// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tocca/answer/answer.hpp"
#include "tocca/elementary/batch.hpp"
#include "tocca/geometry/point.hpp"

namespace tocca::scenes {

/// FNV-1a, 64 bits, of a text, such as the hashes of many answers, as 16 hexadecimal digits.
[[nodiscard]] std::string hash_of(std::string_view text);

/// The same over every Boolean in order.
[[nodiscard]] std::string hash_of(std::span<const std::uint8_t> answers);

/// The same over the query, the bits of the bracket and the flag of every contact.
[[nodiscard]] std::string hash_of(std::span<const BatchContact> answers);

/// The same over the kind, features, objects, bracket, point and normal of every contact.
[[nodiscard]] std::string hash_of(std::span<const Contact> contacts);

/// The same over the word of the outcome, the free time and the contact.
[[nodiscard]] std::string hash_of(const Answer& answer);

/// The same over every coordinate.
[[nodiscard]] std::string hash_of(std::span<const Point> points);

}  // namespace tocca::scenes
