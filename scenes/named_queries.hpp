// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "tocca/elementary/pair.hpp"

namespace tocca::scenes {

/// A time known as a fraction.
struct ExactTime {
    int numerator;
    int denominator;
};

/// A query made by hand, with its answer.
struct NamedQuery {
    std::string_view name;
    std::string_view about;  ///< what happens, in a few words
    PairKind kind = PairKind::vertex_face;
    PairRows rows = {};
    bool collides = false;
    std::optional<ExactTime> first = {};  ///< of the first contact, where it is a plain fraction
};

/// Ordinary and degenerate queries, and those that break published codes; vertex-face first, then edge-edge.
[[nodiscard]] const std::vector<NamedQuery>& named_queries();

/// The query of that name; nothing if there is none.
[[nodiscard]] std::optional<NamedQuery> named_query(std::string_view name);

}  // namespace tocca::scenes
