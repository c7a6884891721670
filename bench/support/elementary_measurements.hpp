// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "support/query_sets.hpp"
#include "tocca/elementary/batch.hpp"

namespace tocca::bench {

/// One verb on one set: the least time a query, and what was answered.
struct VerbMeasurement {
    double nanoseconds = 0.0;
    std::string hash;
    std::size_t contacts = 0;
    Statistics::StageCounts stages = {};
};

/// The batch verbs and, in the same passes over the same array, the memory floor.
struct BatchMeasurement {
    double floor_nanoseconds = 0.0;
    VerbMeasurement collides;
    VerbMeasurement first_contact;
    std::vector<std::uint8_t> hit;
};

[[nodiscard]] BatchMeasurement measure_batches(const QuerySet& set, const QueryOptions& options, int passes);

/// The query that takes longest through the single call.
struct SlowestQuery {
    double microseconds = 0.0;
    std::size_t query = 0;
};

/// Times every query singly, takes the `suspects` slowest, runs each of these `runs` times more, and reports the
/// greatest of their least times.
[[nodiscard]] SlowestQuery slowest_query(const QuerySet& set, std::size_t suspects, int runs);

/// A peer: another way to decide one query.
struct Peer {
    std::string name;
    std::function<bool(const PairRows&, PairKind)> collides;
    std::size_t most_queries;  ///< how many it is given at most, since some are slow
};

struct PeerMeasurement {
    double nanoseconds = 0.0;
    std::size_t queries = 0;
    std::size_t false_negatives = 0;
    std::size_t false_positives = 0;
};

/// Time and wrong answers of a peer on the first queries of a set; `hit` holds the right answers.
[[nodiscard]] PeerMeasurement measure_peer(const Peer& peer, const QuerySet& set, std::span<const std::uint8_t> hit);

}  // namespace tocca::bench
