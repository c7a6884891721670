// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "apps/tocca/query/query_totals.hpp"

namespace tocca::app {

/// A set of queries that needs no file.
struct BuiltinSet {
    std::string name;  ///< stands for a file name in reports
    std::function<QuerySet()> make;
};

/// The queries made by hand, labelled, then generated ones like those a broad phase leaves over.
[[nodiscard]] std::vector<BuiltinSet> builtin_sets();

/// What `tocca query --builtin` shows: a table of the queries made by hand, and the summary of the run.
[[nodiscard]] std::string builtin_text(const QueryTotals& totals, double tolerance);

}  // namespace tocca::app
