// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/answer/answer.hpp"

namespace tocca::app {

/// ", 3 vertices without a face ignored"; empty for none.
[[nodiscard]] std::string ignored_text(std::size_t vertices);

/// "vertex 7 of a.obj and face 1 2 3 of b.obj", given the names of the objects of the first and of the second feature;
/// without their names "vertex 7 and face 1 2 3".
[[nodiscard]] std::string features_text(const Contact& contact, const std::string& first, const std::string& second);

/// Where the first contact is in time, for a sentence: "at the start" or "at 0.25".
[[nodiscard]] std::string when_text(Outcome outcome, double time);

/// The contact in lines that begin with two blanks: features, place and normal, distance, crossing.
[[nodiscard]] std::string contact_text(const Answer& answer, const std::string& first, const std::string& second);

/// The notes of readers, one per line; of many the first.
[[nodiscard]] std::string notes_text(const std::vector<std::string>& notes);

}  // namespace tocca::app
