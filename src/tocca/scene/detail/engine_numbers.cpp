// SPDX-License-Identifier: Apache-2.0
#include "tocca/scene/detail/engine_numbers.hpp"

#include <algorithm>

namespace tocca::scene::detail {

Numbers objects_of(const Scene& scene, Scene::Kind kind)
{
    Numbers numbers;
    for (const PartId part : scene.parts(kind)) numbers.push_back(scene.first_object(part));
    return numbers;
}

std::optional<std::uint32_t> number_of(std::uint32_t object, const Numbers& numbers)
{
    const auto found = std::lower_bound(numbers.begin(), numbers.end(), object);
    if (found == numbers.end() || *found != object) return std::nullopt;
    return static_cast<std::uint32_t>(found - numbers.begin());
}

std::optional<std::array<std::uint32_t, 2>> in_engine(const std::array<std::uint32_t, 2>& objects,
                                                      const Numbers& numbers)
{
    const auto a = number_of(objects[0], numbers), b = number_of(objects[1], numbers);
    return a && b ? std::optional(std::array{*a, *b}) : std::nullopt;
}

std::vector<std::array<std::uint32_t, 2>> in_engine(const std::vector<std::array<std::uint32_t, 2>>& pairs,
                                                    const Numbers& numbers)
{
    std::vector<std::array<std::uint32_t, 2>> result;
    for (const auto& pair : pairs) {
        if (const auto known = in_engine(pair, numbers)) result.push_back(*known);
    }
    return result;
}

void ignore_rejected(const QueryOptions& options, const Numbers& meshes, QueryOptions& asked)
{
    if (!options.accept_objects) return;
    for (std::uint32_t b = 0; b < meshes.size(); ++b) {
        for (std::uint32_t a = 0; a < b; ++a) {
            if (!options.accept_objects(meshes[a], meshes[b])) asked.ignored_pairs.push_back({a, b});
        }
    }
}

}  // namespace tocca::scene::detail
