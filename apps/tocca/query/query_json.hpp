// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "apps/tocca/query/query_totals.hpp"

namespace tocca::app {

/// The answers in short, schema tocca.query/1: counts in all and for each file. Neither times nor threads are in it.
[[nodiscard]] std::string query_json(const QueryTotals& totals);

/// One JSON line per query: file, index, collides, toc, and with a clearance the outcome.
[[nodiscard]] std::string each_json(const QuerySet& set, const SetAnswers& answers);

/// The cost of the answers, schema tocca.query-stats/1: seconds, queries per second, how many each stage decided.
[[nodiscard]] std::string stats_json(const QueryTotals& totals);

}  // namespace tocca::app
