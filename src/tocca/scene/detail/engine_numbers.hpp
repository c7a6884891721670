// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "tocca/answer/answer.hpp"
#include "tocca/answer/options.hpp"
#include "tocca/scene/scene.hpp"

namespace tocca::scene::detail {

/// The numbers in the scene of what an engine numbers from 0; ascending.
using Numbers = std::vector<std::uint32_t>;

/// Those of the objects of a kind.
[[nodiscard]] Numbers objects_of(const Scene& scene, Scene::Kind kind);

/// The engine's number of an object, if it has one.
[[nodiscard]] std::optional<std::uint32_t> number_of(std::uint32_t object, const Numbers& numbers);

/// The engine's numbers of two objects, if it knows both.
[[nodiscard]] std::optional<std::array<std::uint32_t, 2>> in_engine(const std::array<std::uint32_t, 2>& objects,
                                                                    const Numbers& numbers);
/// Pairs of other objects are left out: they are not the engine's.
[[nodiscard]] std::vector<std::array<std::uint32_t, 2>> in_engine(
    const std::vector<std::array<std::uint32_t, 2>>& pairs, const Numbers& numbers);

/// Gives the engine's numbers in some items those of the scene.
template <class Items>
void rename(Items&& items, const Numbers& numbers)
{
    for (auto& item : items) {
        for (std::uint32_t& object : item.objects) object = numbers[object];
    }
}

/// An engine's answer with the numbers of the scene.
template <class AnyAnswer>
[[nodiscard]] AnyAnswer in_scene(AnyAnswer answer, const Numbers& numbers)
{
    if (answer.contact) rename(std::span(&*answer.contact, 1), numbers);
    if (answer.pair) rename(std::span(&*answer.pair, 1), numbers);
    rename(answer.start.crossings, numbers);
    rename(answer.start.near_pairs, numbers);
    rename(answer.start.near_objects, numbers);
    rename(answer.start.inside, numbers);
    if constexpr (std::is_same_v<AnyAnswer, Answers>) {
        rename(answer.contacts, numbers);
        rename(answer.undecided, numbers);
    }
    if constexpr (std::is_same_v<AnyAnswer, SafeStep>) {
        if (answer.limited_by) rename(std::span(&*answer.limited_by, 1), numbers);
    }
    return answer;
}

/// Ignores the pairs of meshes that accept_objects rejects.
void ignore_rejected(const QueryOptions& options, const Numbers& meshes, QueryOptions& asked);

}  // namespace tocca::scene::detail
