// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "apps/tocca/terminal/cli_forward.hpp"
#include "tocca/answer/contact.hpp"

namespace tocca::app {

/// Makes the help of a command begin with examples, one per line.
void show_examples_first(CLI::App& command, const std::string& examples);

/// Name, value and purpose of an option, as its help shows them.
struct OptionText {
    std::string name;
    std::string value;
    std::string about;
};

/// An option whose value `read` turns into something and `store` keeps. `rule` says what a value must be, as in
/// "must be a number of bytes": it is the error for a value that `read` gives none for.
template <class Read, class Store>
CLI::Option* add_value_option(CLI::App& command, const OptionText& option, const std::string& rule, const Read& read,
                              const Store& store);

/// An option whose text `store` keeps after `fault` has found no fault (an empty text) in it.
CLI::Option* add_checked_option(CLI::App& command, const OptionText& option,
                                const std::function<std::string(const std::string&)>& fault,
                                const std::function<void(const std::string&)>& store);

template <class Read, class Store>
CLI::Option* add_value_option(CLI::App& command, const OptionText& option, const std::string& rule, const Read& read,
                              const Store& store)
{
    return add_checked_option(
        command, option,
        [read, rule](const std::string& text) { return read(text) ? "" : rule + ", got '" + text + "'"; },
        [read, store](const std::string& text) { store(*read(text)); });
}

/// --kind vf|ee
void add_kind_option(CLI::App& command, std::optional<PairKind>& kind, const std::string& about);

/// --tolerance T
void add_tolerance_option(CLI::App& command, double& tolerance);

/// --clearance D
void add_clearance_option(CLI::App& command, std::optional<double>& clearance, const std::string& about);

/// An option with a finite length or time: positive, or also 0.
enum class Zero { allowed, refused };
void add_number_option(CLI::App& command, const OptionText& option, Zero zero,
                       const std::function<void(double)>& store);

/// --budget N
void add_budget_option(CLI::App& command, std::uint64_t& budget, const std::string& about);

/// --max-contacts N
void add_max_contacts_option(CLI::App& command, std::optional<std::uint64_t>& max_contacts, const std::string& about);

/// The default of --max-contacts: `always`, or 32 per triangle or body if that is more. Only many copies in one place
/// have so many.
[[nodiscard]] std::uint64_t default_max_contacts(std::uint64_t always, std::uint64_t triangles_or_bodies);

/// --threads N
void add_threads_option(CLI::App& command, int& threads);

/// --threads N and --target T
void add_machine_options(CLI::App& command, int& threads, std::string& target);

/// The number of threads that are used for --threads N.
[[nodiscard]] int used_threads(int threads);

/// The SIMD target that is used for --target T; the best if that is empty.
[[nodiscard]] std::string used_target(const std::string& target);

/// --max-read SIZE, which changes the limits of all readers.
void add_max_read_option(CLI::App& command);

/// An option whose value is the name of a file to write.
void add_output_option(CLI::App& command, const OptionText& option, std::string& file);

}  // namespace tocca::app
