// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "tocca/answer/first_contact.hpp"

namespace tocca::app {

/// Checks of option values, in the form CLI11 wants: what is wrong, or an empty text.
[[nodiscard]] std::string not_negative(const std::string& text);
[[nodiscard]] std::string thread_count(const std::string& text);
[[nodiscard]] std::string simd_target(const std::string& text);

/// --kind vf|ee
CLI::Option* add_kind_option(CLI::App& command, std::optional<PairKind>& kind, const std::string& about);

/// --tolerance T
CLI::Option* add_tolerance_option(CLI::App& command, double& tolerance);

}  // namespace tocca::app
