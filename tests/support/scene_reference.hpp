// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "support/scene_queries.hpp"

/// Brute force that shares nothing with the search of a scene: poses and distances in extended precision, all pairs of
/// triangles.
namespace tocca::support {

/// The kinds of pairs that a scene is asked about: by the kinds of their parts, links of one robot last.
inline constexpr std::array<std::string_view, 7> scene_pair_names = {
    "mesh-mesh", "mesh-body", "mesh-robot", "body-body", "body-robot", "robot-robot", "links",
};
/// Which of them two objects are; a mesh and itself are meshes.
[[nodiscard]] std::size_t scene_pair_kind(const Scene& scene, std::uint32_t a, std::uint32_t b);
/// How many pairs of objects with triangles of each kind are to be checked; meshes against themselves aside.
[[nodiscard]] std::array<std::size_t, scene_pair_names.size()> count_scene_pairs(const SceneCase& c);

/// The least distance of two objects or shapes at a time, padding taken off.
[[nodiscard]] double judged_distance(const SceneCase& c, const ObjectPair& pair, double t);

/// What is wrong with the answers of first_contact and all_contacts: at one of many times triangles of two objects cross or
/// are nearer than the answers prove, which rounding does not explain; or something starts near or inside, untold; or a
/// contact is none of the features it names, not that near, or of a pair that is not to be checked. Nothing when nothing is.
///
/// Of contacts of a mesh with itself only the place is checked.
[[nodiscard]] std::optional<std::string> find_fault(const SceneCase& c, const Answer& first, const Answers& all,
                                                    std::size_t max_times);

}  // namespace tocca::support
