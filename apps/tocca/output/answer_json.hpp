// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "tocca/io/json_text.hpp"
#include "tocca/rigid/placed_bodies.hpp"
#include "tocca/rigid/rigid_query.hpp"

namespace tocca::app {

/// The members of all these objects, in their order.
[[nodiscard]] Json joined(std::initializer_list<Json> objects);

/// The value, or null if there is none.
template <class Value>
[[nodiscard]] Json or_null(const std::optional<Value>& value)
{
    return value ? Json(*value) : Json();
}

/// A document that ends in a list: the members of `head`, then `list` with what `make` gives of the number of each item
/// and the item. Only one of its elements is held as JSON at a time.
template <class Items, class Make>
[[nodiscard]] std::string json_document(const Json& head, std::string_view list, const Items& items, const Make& make)
{
    std::string text = json_text(head);
    text.back() = ',';
    append_json(text, list);
    text += ":[";
    const char* before = "\n";
    std::size_t number = 0;
    for (const auto& item : items) {
        text += before;
        append_json(text, make(number++, item));
        before = ",\n";
    }
    return text + "]}\n";
}

/// An answer about rigid bodies: the members of every answer, distance, threshold_used, penetrates_at and
/// starts_within_clearance.
[[nodiscard]] Json body_answer_json(const Answer& answer);

/// Two features near each other.
[[nodiscard]] Json near_features_json(const NearFeatures& features);

/// A body: its name, its counts, and whether it is a solid.
[[nodiscard]] Json body_json(const std::string& name, const RigidBody& body);

/// How many pairs each stage has decided, by its name.
[[nodiscard]] Json stages_json(const Statistics::StageCounts& stages);

/// The work of an answer about deforming meshes: leaf_pairs to stages.
[[nodiscard]] Json feature_work_json(const Statistics& statistics);

/// The work of an answer about rigid bodies: node_pairs to iterations.
[[nodiscard]] Json body_work_json(const Statistics& statistics);

}  // namespace tocca::app
