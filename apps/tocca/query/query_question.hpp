// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "tocca/answer/outcome.hpp"
#include "tocca/answer/time_interval.hpp"
#include "tocca/elementary/batch.hpp"
#include "tocca/io/query_set.hpp"

namespace tocca::app {

/// How a set of queries is to be answered.
struct AnswerOptions {
    QueryOptions batch = {};
    std::optional<double> clearance = {};  ///< ask for this distance in place of contact
    bool times = false;                    ///< whether the brackets of the first contact are wanted
};

/// The answers to a set of queries, one a query.
struct SetAnswers {
    std::vector<std::uint8_t> hit;                  ///< 1 for contact, or a start within the clearance
    std::vector<TimeInterval> toc;                  ///< of contacts; empty when times were not asked for
    std::vector<Outcome> outcome;                   ///< with a clearance only, where an answer may be undecided
    std::optional<Statistics::StageCounts> stages;  ///< not with a clearance
};

/// Throws: Error (interrupted) after a stop request.
[[nodiscard]] SetAnswers answer_set(const QuerySet& set, const AnswerOptions& options);

/// Answers counted against labels.
struct QueryCounts {
    std::uint64_t queries = 0;
    std::uint64_t contacts = 0;
    std::uint64_t labelled = 0;
    std::uint64_t false_negatives = 0;  ///< answered free, labelled contact
    std::uint64_t false_positives = 0;  ///< answered contact, labelled free
    std::uint64_t undecided = 0;

    QueryCounts& operator+=(const QueryCounts& other);
    [[nodiscard]] std::uint64_t disagreements() const { return false_negatives + false_positives; }
};

/// Labels are about contact: they count unless a positive clearance was asked for.
[[nodiscard]] bool labels_apply(const AnswerOptions& options);

[[nodiscard]] QueryCounts count(const QuerySet& set, const SetAnswers& answers, bool against_labels);

}  // namespace tocca::app
