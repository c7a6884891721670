// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/option_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include "tocca/elementary/batch.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca::app {
namespace {

constexpr int most_threads = 1024;

std::string tolerance_fault(const std::string& text)
{
    const auto value = double_of(text);
    if (value && *value > 0.0 && *value <= 1.0) return "";
    return fmt::format("the tolerance is a number above 0, at most 1, not '{}'", text);
}

}  // namespace

std::string not_negative(const std::string& text)
{
    const auto value = double_of(text);
    if (value && *value >= 0.0 && std::isfinite(*value)) return "";
    return fmt::format("a distance is a number that is 0 or above, not '{}'", text);
}

std::string thread_count(const std::string& text)
{
    int threads = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, threads);
    if (error == std::errc() && stop == end && threads >= 0 && threads <= most_threads) return "";
    return fmt::format("the number of threads is 0 (all) to {}, not '{}'", most_threads, text);
}

std::string simd_target(const std::string& text)
{
    const auto targets = simd_targets();
    if (std::find(targets.begin(), targets.end(), text) != targets.end()) return "";
    return fmt::format("this machine has no SIMD target '{}'; it has {}", text, fmt::join(targets, ", "));
}

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

}  // namespace tocca::app
