// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "tocca/elementary/explain.hpp"

namespace tocca::app {

/// A query to be explained, and where it is from.
struct ExplainedQuery {
    std::string source;
    std::optional<std::size_t> index = {};
    std::string title;
    std::string about;  ///< what happens, where that is known
    PairKind kind = PairKind::vertex_face;
    PairRows rows = {};
};

/// The explanation in words a person can follow, in at most 80 columns where the numbers allow.
[[nodiscard]] std::string explanation_text(const ExplainedQuery& query, const Explanation& explanation);

/// The explanation as data, schema tocca.explain/1.
[[nodiscard]] std::string explanation_json(const ExplainedQuery& query, const Explanation& explanation);

}  // namespace tocca::app
