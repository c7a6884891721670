// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/human_text.hpp"

#include <fmt/core.h>

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

}  // namespace tocca::app
