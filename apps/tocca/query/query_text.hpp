// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "apps/tocca/query/query_totals.hpp"

namespace tocca::app {

/// A run in a few lines of at most 80 columns: per kind queries, contacts, labels, speed and the share of each stage.
[[nodiscard]] std::string summary_text(const QueryTotals& totals);

/// The first disagreements with the labels, a line each, and how many there are in all; empty when all agree.
[[nodiscard]] std::string disagreement_text(const QueryTotals& totals);

}  // namespace tocca::app
