// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "apps/tocca/query/query_question.hpp"

namespace tocca::app {

/// What is kept of one file once it is answered.
struct FileCounts {
    std::string file;
    PairKind kind = PairKind::vertex_face;
    QueryCounts counts;
};

/// An answer that differs from the label.
struct Disagreement {
    std::string file;
    std::size_t index = 0;
    bool labelled_contact = false;
};

/// What is kept of all files of one kind.
struct KindTotals {
    QueryCounts counts;
    double answer_seconds = 0.0;
    Statistics::StageCounts stages = {};

    void add(const Statistics::StageCounts& more)
    {
        for (std::size_t i = 0; i < stage_count; ++i) stages[i] += more[i];
    }
};

/// What is kept of a whole run.
struct QueryTotals {
    std::vector<FileCounts> files;
    std::array<KindTotals, 2> kinds;          ///< indexed by PairKind
    std::vector<Disagreement> disagreements;  ///< the first few
    double read_seconds = 0.0;
    int threads = 1;
    std::string target;
    bool has_stages = true;

    /// Adds an answered file.
    void add(const QuerySet& set, const SetAnswers& answers, const QueryCounts& counts, double answer_seconds);

    [[nodiscard]] QueryCounts counts() const;
    [[nodiscard]] double answer_seconds() const;
};

}  // namespace tocca::app
