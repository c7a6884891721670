// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/terminal/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>

#include "apps/tocca/terminal/human_text.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/elementary/batch.hpp"
#include "tocca/io/number_text.hpp"
#include "tocca/io/read_limits.hpp"

namespace tocca::app {
namespace {

constexpr int max_threads = 1024;

class ExamplesFirst : public CLI::Formatter {
public:
    explicit ExamplesFirst(std::string examples) : examples_(std::move(examples)) { column_width(26); }

    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override
    {
        return "Example:\n" + examples_ + "\n" + CLI::Formatter::make_help(app, std::move(name), mode);
    }

    /// Only what the description leaves out: the name of the value.
    std::string make_option_opts(const CLI::Option* option) const override
    {
        return option->get_type_name().empty() ? "" : " " + option->get_type_name();
    }

private:
    std::string examples_;
};

/// Whether the digits before the exponent of a number are all 0.
bool is_written_as_zero(std::string_view text)
{
    const bool hexadecimal = text.find_first_of("xX") != std::string_view::npos;
    const std::string_view digits = text.substr(0, text.find_first_of(hexadecimal ? "pP" : "eE"));
    return digits.find_first_not_of("+-0.xX") == std::string_view::npos;
}

std::string clearance_fault(const std::string& text)
{
    const auto value = double_of(text);
    if (!value || *value < 0.0 || !std::isfinite(*value)) {
        return fmt::format("must be a number of at least 0, got '{}'", text);
    }
    if (*value != 0.0 || is_written_as_zero(text)) return "";
    return fmt::format("'{}' is too small: it rounds to 0", text);
}

std::optional<std::uint64_t> count_of(const std::string& text) { return integer_of<std::uint64_t>(text, 1); }

/// A number of bytes, with K, M, G or T for powers of 1024.
std::optional<std::uint64_t> size_of(std::string text)
{
    constexpr std::string_view units = "KMGT";
    const std::size_t unit = text.empty() ? std::string_view::npos : units.find(text.back());
    const std::size_t shift = unit == std::string_view::npos ? 0 : 10 * (unit + 1);
    if (shift > 0) text.pop_back();
    const auto count = count_of(text);
    if (!count || *count > std::numeric_limits<std::uint64_t>::max() >> shift) return std::nullopt;
    return *count << shift;
}

}  // namespace

void show_examples_first(CLI::App& command, const std::string& examples)
{
    command.formatter(std::make_shared<ExamplesFirst>(examples));
}

CLI::Option* add_checked_option(CLI::App& command, const OptionText& option,
                                const std::function<std::string(const std::string&)>& fault,
                                const std::function<void(const std::string&)>& store)
{
    return command.add_option_function<std::string>(option.name, store, option.about)
        ->type_name(option.value)
        ->check(fault);
}

void add_kind_option(CLI::App& command, std::optional<PairKind>& kind, const std::string& about)
{
    add_checked_option(
        command, {"--kind", "vf|ee", about},
        [](const std::string& text) {
            return text == "vf" || text == "ee" ? "" : fmt::format("must be vf or ee, got '{}'", text);
        },
        [&kind](const std::string& text) { kind = text == "vf" ? PairKind::vertex_face : PairKind::edge_edge; });
}

void add_tolerance_option(CLI::App& command, double& tolerance)
{
    add_value_option(
        command, {"--tolerance", "T", "Width of the bracket of a contact time; default 1e-9"},
        "must be a number above 0 and at most 1",
        [](const std::string& text) {
            const auto value = double_of(text);
            return value && *value > 0.0 && *value <= 1.0 ? value : std::nullopt;
        },
        [&tolerance](double value) { tolerance = value; });
}

void add_clearance_option(CLI::App& command, std::optional<double>& clearance, const std::string& about)
{
    add_checked_option(command, {"--clearance", "D", about}, clearance_fault,
                       [&clearance](const std::string& text) { clearance = std::abs(*double_of(text)); });
}

void add_number_option(CLI::App& command, const OptionText& option, Zero zero, const std::function<void(double)>& store)
{
    add_value_option(
        command, option, zero == Zero::allowed ? "must be a number of at least 0" : "must be a number above 0",
        [zero](const std::string& text) {
            const auto value = double_of(text);
            const bool fits =
                value && std::isfinite(*value) && (*value > 0.0 || (zero == Zero::allowed && *value == 0.0));
            return fits ? std::optional(std::abs(*value)) : std::nullopt;
        },
        store);
}

void add_budget_option(CLI::App& command, std::uint64_t& budget, const std::string& about)
{
    add_value_option(command, {"--budget", "N", about}, "must be a number of steps, at least 1", count_of,
                     [&budget](std::uint64_t count) { budget = count; });
}

void add_max_contacts_option(CLI::App& command, std::optional<std::uint64_t>& max_contacts, const std::string& about)
{
    add_value_option(command, {"--max-contacts", "N", about}, "must be a number of contacts, at least 1", count_of,
                     [&max_contacts](std::uint64_t count) { max_contacts = count; });
}

std::uint64_t default_max_contacts(std::uint64_t always, std::uint64_t triangles_or_bodies)
{
    constexpr std::uint64_t each = 32;
    return std::max(always, each * triangles_or_bodies);
}

void add_threads_option(CLI::App& command, int& threads)
{
    add_value_option(
        command, {"--threads", "N", "Number of threads; default 0: all"},
        fmt::format("must be 0 (all) to {}", max_threads),
        [](const std::string& text) { return integer_of(text, 0, max_threads); },
        [&threads](int count) { threads = count; });
}

void add_machine_options(CLI::App& command, int& threads, std::string& target)
{
    add_threads_option(command, threads);
    add_checked_option(
        command, {"--target", "T", "SIMD target, see tocca --version"},
        [](const std::string& text) -> std::string {
            const auto targets = simd_targets();
            if (std::find(targets.begin(), targets.end(), text) != targets.end()) return "";
            return fmt::format("this machine has no SIMD target '{}'; it has {}", text, fmt::join(targets, ", "));
        },
        [&target](const std::string& text) { target = text; });
}

int used_threads(int threads) { return threads == 0 ? available_threads() : std::min(threads, available_threads()); }

std::string used_target(const std::string& target) { return target.empty() ? simd_targets().front() : target; }

void add_max_read_option(CLI::App& command)
{
    add_value_option(command, {"--max-read", "SIZE", "Largest file to read, and what it expands to; 8G"},
                     "must be a number of bytes, such as 512M or 8G", size_of,
                     [](std::uint64_t size) { set_read_limits({.max_file_bytes = size, .max_expanded_bytes = size}); });
}

void add_output_option(CLI::App& command, const OptionText& option, std::string& file)
{
    add_checked_option(
        command, option, [](const std::string& text) { return text.empty() ? "empty file name" : ""; },
        [&file](const std::string& text) { file = text; });
}

}  // namespace tocca::app
