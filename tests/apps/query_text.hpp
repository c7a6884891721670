// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "scenes/named_queries.hpp"
#include "tocca/elementary/pair.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca::support {

/// A query as eight rows of CSV, each ending in `tail`.
[[nodiscard]] inline std::string csv_of(const PairRows& rows, const std::string& tail = "")
{
    std::string text;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        text += shortest_text(rows[i]);
        text += i % 3 == 2 ? tail + "\n" : ",";
    }
    return text;
}

[[nodiscard]] inline std::string csv_of(std::span<const PairRows> queries)
{
    std::string text;
    for (const PairRows& rows : queries) text += csv_of(rows);
    return text;
}

/// The built-in queries of one kind, labelled.
[[nodiscard]] inline std::string named_csv(PairKind kind)
{
    std::string text;
    for (const scenes::NamedQuery& query : scenes::named_queries()) {
        if (query.kind == kind) text += csv_of(query.rows, query.collides ? ",1" : ",0");
    }
    return text;
}

}  // namespace tocca::support
