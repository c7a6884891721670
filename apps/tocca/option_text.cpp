// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/option_text.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>
#include <system_error>

#include "tocca/elementary/batch.hpp"
#include "tocca/io/number_text.hpp"
#include "tocca/io/read_limits.hpp"

namespace tocca::app {
namespace {

constexpr int most_threads = 1024;

std::string tolerance_fault(const std::string& text)
{
    const auto value = double_of(text);
    if (value && *value > 0.0 && *value <= 1.0) return "";
    return fmt::format("the tolerance is a number above 0, at most 1, not '{}'", text);
}

/// Whether the digits before an exponent are all 0, for a text that is a number.
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
        return fmt::format("the clearance is a number that is 0 or above, not '{}'", text);
    }
    if (*value != 0.0 || is_written_as_zero(text)) return "";
    return fmt::format("the clearance '{}' is not 0, but rounds to 0", text);
}

std::optional<int> thread_count(const std::string& text)
{
    int threads = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, threads);
    if (error == std::errc() && stop == end && threads >= 0 && threads <= most_threads) return threads;
    return std::nullopt;
}

std::optional<std::uint64_t> count_of(const std::string& text)
{
    std::uint64_t count = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, count);
    if (error == std::errc() && stop == end && count > 0) return count;
    return std::nullopt;
}

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

std::string threads_fault(const std::string& text)
{
    if (thread_count(text)) return "";
    return fmt::format("the number of threads is 0 (all) to {}, not '{}'", most_threads, text);
}

}  // namespace

std::string simd_target(const std::string& text)
{
    const auto targets = simd_targets();
    if (std::find(targets.begin(), targets.end(), text) != targets.end()) return "";
    return fmt::format("this machine has no SIMD target '{}'; it has {}", text, fmt::join(targets, ", "));
}

std::string target_or_best(const std::string& target) { return target.empty() ? simd_targets().front() : target; }

CLI::Option* add_kind_option(CLI::App& command, std::optional<PairKind>& kind, const std::string& about)
{
    return command
        .add_option_function<std::string>(
            "--kind",
            [&kind](const std::string& text) { kind = text == "vf" ? PairKind::vertex_face : PairKind::edge_edge; },
            about)
        ->type_name("vf|ee")
        ->check([](const std::string& text) -> std::string {
            return text == "vf" || text == "ee" ? "" : fmt::format("the kind is vf or ee, not '{}'", text);
        });
}

CLI::Option* add_tolerance_option(CLI::App& command, double& tolerance)
{
    return command
        .add_option_function<std::string>(
            "--tolerance", [&tolerance](const std::string& text) { tolerance = *double_of(text); },
            "Width of the time bracket, default 1e-9")
        ->type_name("T")
        ->check(tolerance_fault);
}

CLI::Option* add_clearance_option(CLI::App& command, std::optional<double>& clearance)
{
    return command
        .add_option_function<std::string>(
            "--clearance", [&clearance](const std::string& text) { clearance = std::abs(*double_of(text)); },
            "Ask whether the distance falls to D or below")
        ->type_name("D")
        ->check(clearance_fault);
}

CLI::Option* add_number_option(CLI::App& command, const std::string& name, const std::string& about, Zero zero,
                               const std::function<void(double)>& store)
{
    return command
        .add_option_function<std::string>(
            name, [store](const std::string& text) { store(*double_of(text)); }, about)
        ->check([name, zero](const std::string& text) -> std::string {
            const auto value = double_of(text);
            if (value && std::isfinite(*value) && (*value > 0.0 || (zero == Zero::allowed && *value == 0.0))) return "";
            return fmt::format("{} is a number {}, not '{}'", name.substr(2),
                               zero == Zero::allowed ? "that is 0 or above" : "above 0", text);
        });
}

CLI::Option* add_budget_option(CLI::App& command, std::uint64_t& budget)
{
    return command
        .add_option_function<std::string>(
            "--budget", [&budget](const std::string& text) { budget = *count_of(text); },
            fmt::format("Most steps before giving up; default {}", budget))
        ->type_name("N")
        ->check([](const std::string& text) -> std::string {
            return count_of(text) ? "" : fmt::format("the budget is a number of steps, at least 1, not '{}'", text);
        });
}

CLI::Option* add_max_contacts_option(CLI::App& command, std::optional<std::uint64_t>& max_contacts)
{
    return command
        .add_option_function<std::string>(
            "--max-contacts", [&max_contacts](const std::string& text) { max_contacts = *count_of(text); },
            "Most contacts per step; default 2000000 or 32/triangle")
        ->type_name("N")
        ->check([](const std::string& text) -> std::string {
            return count_of(text) ? ""
                                  : fmt::format("--max-contacts is a number of contacts, at least 1, not '{}'", text);
        });
}

std::uint64_t default_max_contacts(std::uint64_t always, std::uint64_t triangles_or_bodies)
{
    constexpr std::uint64_t each = 32;
    return std::max(always, each * triangles_or_bodies);
}

CLI::Option* add_threads_option(CLI::App& command, int& threads)
{
    return command
        .add_option_function<std::string>(
            "--threads", [&threads](const std::string& text) { threads = *thread_count(text); },
            "Number of threads; 0, the default: all")
        ->type_name("N")
        ->check(threads_fault);
}

CLI::Option* add_max_read_option(CLI::App& command)
{
    return command
        .add_option_function<std::string>(
            "--max-read",
            [](const std::string& text) {
                set_read_limits({.max_file_bytes = *size_of(text), .max_expanded_bytes = *size_of(text)});
            },
            "Most bytes of a file, and of its repetitions; 8G")
        ->type_name("SIZE")
        ->check([](const std::string& text) -> std::string {
            return size_of(text) ? "" : fmt::format("the size is a number of bytes, or as 512M, 8G, not '{}'", text);
        });
}

CLI::Option* add_output_option(CLI::App& command, const std::string& name, std::string& file, const std::string& about)
{
    return command.add_option(name, file, about)->type_name("FILE")->check([](const std::string& text) -> std::string {
        return text.empty() ? "the name of the file is empty" : "";
    });
}

}  // namespace tocca::app
