// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tocca/answer/answer.hpp"

namespace tocca {

/// A JSON value whose members stay in the order in which they are added.
using Json = nlohmann::ordered_json;

/// {"toc":[...],"kind":...,"objects":[...],"vertices":[...],"weights":[...],"point":[...],"normal":[...],
/// "sooner_than_any_double":...}
void to_json(Json& json, const Contact& contact);

/// {"outcome":...,"safe_until":...,"contact":...}, with `contact` null if there is none.
void to_json(Json& json, const Answer& answer);

/// Appends a value as text. Each number is the shortest decimal that reads back as the same double, null for NaN and
/// infinity; bytes of strings that are not UTF-8 become U+FFFD; each object in an array has a line of its own.
void append_json(std::string& text, const Json& json);

/// The same as a text.
[[nodiscard]] std::string json_text(const Json& json);

}  // namespace tocca
