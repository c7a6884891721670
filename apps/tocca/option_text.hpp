// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "apps/tocca/cli_forward.hpp"
#include "tocca/answer/contact.hpp"

namespace tocca::app {

/// Checks an option value in the form CLI11 wants: what is wrong, or an empty text.
[[nodiscard]] std::string simd_target(const std::string& text);

/// The SIMD target that is used where this one is asked for; empty: the best.
[[nodiscard]] std::string target_or_best(const std::string& target);

/// --kind vf|ee
CLI::Option* add_kind_option(CLI::App& command, std::optional<PairKind>& kind, const std::string& about);

/// --tolerance T
CLI::Option* add_tolerance_option(CLI::App& command, double& tolerance);

/// --clearance D
CLI::Option* add_clearance_option(CLI::App& command, std::optional<double>& clearance);

/// An option with a length or a time, finite and not negative.
enum class Zero { allowed, refused };
CLI::Option* add_number_option(CLI::App& command, const std::string& name, const std::string& about, Zero zero,
                               const std::function<void(double)>& store);

/// --budget N
CLI::Option* add_budget_option(CLI::App& command, std::uint64_t& budget);

/// --max-contacts N
CLI::Option* add_max_contacts_option(CLI::App& command, std::optional<std::uint64_t>& max_contacts);

/// The default of --max-contacts: `always`, or 32 for each triangle or body if that is more. Only many copies in one place
/// have so many.
[[nodiscard]] std::uint64_t default_max_contacts(std::uint64_t always, std::uint64_t triangles_or_bodies);

/// --threads N
CLI::Option* add_threads_option(CLI::App& command, int& threads);

/// --max-read SIZE, which changes the limits of all readers.
CLI::Option* add_max_read_option(CLI::App& command);

/// An option whose value is the name of a file to be written.
CLI::Option* add_output_option(CLI::App& command, const std::string& name, std::string& file, const std::string& about);

}  // namespace tocca::app
