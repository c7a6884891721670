// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/terminal/human_text.hpp"

#include <fmt/core.h>

#include <filesystem>

namespace tocca::app {

std::string short_count(double count)
{
    if (count >= 1e9) return fmt::format("{:.3g} G", count / 1e9);
    if (count >= 1e6) return fmt::format("{:.3g} M", count / 1e6);
    if (count >= 1e3) return fmt::format("{:.3g} k", count / 1e3);
    return fmt::format("{:.3g}", count);
}

std::string counted(std::uint64_t count, std::string_view noun)
{
    const std::string number = with_commas(count);
    if (count == 1) return fmt::format("{} {}", number, noun);
    if (noun.ends_with("y")) return fmt::format("{} {}ies", number, noun.substr(0, noun.size() - 1));
    if (noun.ends_with("ex")) return fmt::format("{} {}ices", number, noun.substr(0, noun.size() - 2));
    if (noun.ends_with("sh")) return fmt::format("{} {}es", number, noun);
    return fmt::format("{} {}s", number, noun);
}

std::string_view full_name(PairKind kind) { return kind == PairKind::vertex_face ? "vertex-face" : "edge-edge"; }

std::string duration_text(double seconds)
{
    return seconds < 1.0 ? fmt::format("{:.3g} ms", 1e3 * seconds) : fmt::format("{:.3g} s", seconds);
}

std::string file_name(const std::string& path)
{
    const std::string name = std::filesystem::path(path).filename().string();
    return name.empty() ? path : name;
}

}  // namespace tocca::app
