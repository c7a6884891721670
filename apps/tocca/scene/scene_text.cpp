// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/scene/scene_text.hpp"

#include <fmt/format.h>

#include <iterator>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "apps/tocca/terminal/human_text.hpp"

namespace tocca::app {
namespace {

constexpr std::size_t min_size = 1'000;
constexpr std::size_t max_size = 1'000'000;

}  // namespace

std::optional<std::size_t> triangle_count_of(std::string_view text)
{
    std::size_t unit = 1;
    if (text.ends_with('K') || text.ends_with('k')) unit = 1'000;
    if (text.ends_with('M') || text.ends_with('m')) unit = 1'000'000;
    if (unit > 1) text.remove_suffix(1);
    const auto number = integer_of<std::size_t>(text, 0, max_size / unit);
    if (!number || *number * unit < min_size) return std::nullopt;
    return *number * unit;
}

scenes::DeformingScene scene_of_text(const std::string& text)
{
    const std::size_t colon = text.find(':');
    std::optional<std::size_t> triangles;
    if (colon != std::string::npos) {
        triangles = triangle_count_of(std::string_view(text).substr(colon + 1));
        if (!triangles) {
            throw std::invalid_argument(
                fmt::format("the size of a scene must be {} to {} triangles, such as 92K, got '{}'",
                            with_commas(min_size), with_commas(max_size), text.substr(colon + 1)));
        }
    }
    auto scene = scenes::deforming_scene(text.substr(0, colon), triangles);
    if (!scene) {
        throw std::invalid_argument(
            fmt::format("there is no scene '{}'; the scenes are\n{}", text.substr(0, colon), scene_list()));
    }
    return *std::move(scene);
}

std::string scene_head(const scenes::DeformingScene& scene)
{
    std::string_view about;
    for (const scenes::DeformingSceneEntry& entry : scenes::deforming_scenes()) {
        if (entry.name == scene.name) about = entry.about;
    }
    return fmt::format("{}: {}\n{}, {}\n", scene.name, about, counted(scenes::triangle_count(scene), "triangle"),
                       counted(static_cast<std::uint64_t>(scene.frames), "frame"));
}

std::string scene_list()
{
    std::string text;
    for (const scenes::DeformingSceneEntry& entry : scenes::deforming_scenes()) {
        fmt::format_to(std::back_inserter(text), "  {:<20} {:>9}  {}\n", entry.name, with_commas(entry.triangles),
                       entry.about);
    }
    return text;
}

}  // namespace tocca::app
