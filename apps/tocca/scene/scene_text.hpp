// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "scenes/deforming_scene.hpp"

namespace tocca::app {

/// A number of triangles from 1K to 1M, such as 92000, 92K or 1M; none for any other text.
[[nodiscard]] std::optional<std::size_t> triangle_count_of(std::string_view text);

/// The scene that NAME or NAME:SIZE stands for; a size is a number of triangles, such as 92000, 92K or 1M.
///
/// Throws: std::invalid_argument, with the scenes there are.
[[nodiscard]] scenes::DeformingScene scene_of_text(const std::string& text);

/// What happens in a scene, and its size, in two lines.
[[nodiscard]] std::string scene_head(const scenes::DeformingScene& scene);

/// The names of all scenes with what happens in them, a line each.
[[nodiscard]] std::string scene_list();

}  // namespace tocca::app
