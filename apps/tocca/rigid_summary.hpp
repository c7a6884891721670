// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "tocca/answer/answer.hpp"
#include "tocca/rigid/rigid_query.hpp"

namespace tocca::app {

/// How long something took, in the unit that suits: "0.113 ms", "2.04 s".
[[nodiscard]] std::string duration_text(double seconds);

/// ", 3 vertices without a face ignored"; empty for none.
[[nodiscard]] std::string ignored_text(std::size_t vertices);

/// "vertex 7 of a.obj and face 1 2 3 of b.obj", given what the bodies of the first and second feature are called.
[[nodiscard]] std::string features_text(const Contact& contact, const std::string& first, const std::string& second);

/// When the first contact is, for a cell of a table: empty where there is none.
[[nodiscard]] std::string contact_time(const Answer& first);

/// The contact in lines that begin with two blanks: features, place and normal, distance, crossing.
[[nodiscard]] std::string contact_text(const Answer& answer, const std::string& first, const std::string& second);

}  // namespace tocca::app
