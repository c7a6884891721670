// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/elementary/first_contact.hpp"
#include "tocca/elementary/pair.hpp"

namespace tocca {

/// The stages of an elementary query, in the order in which they are tried.
enum class Stage : unsigned char {
    coordinates,   ///< comparisons of coordinates: apart along an axis throughout, or a common vertex at the start
    coefficients,  ///< the cubic's Bernstein coefficients: never coplanar
    roots,         ///< one or two certain roots of the cubic, each inside or outside for certain
    subdivision,   ///< certified subdivision of time, with the inside quadratics
    exact,         ///< exact integers
};
inline constexpr std::size_t stage_count = 5;

[[nodiscard]] std::string_view to_string(Stage stage);

/// How many queries each stage decided, indexed by Stage.
using StageCounts = std::array<std::uint64_t, stage_count>;

/// How a batch is run. Only the tolerance has a part in the answers.
struct BatchOptions {
    int threads = 0;            ///< 0: all available; the answers do not depend on it
    std::string target = {};    ///< SIMD target by name, one of simd_targets(); empty: the best; no effect on answers
    double tolerance = 1e-9;    ///< of first_contact, as in FirstContactOptions
    std::stop_token stop = {};  ///< a stop request ends the call with Error (interrupted)
    std::function<void(std::size_t done)> progress = {};  ///< called now and then, from any thread, one at a time
};

/// The SIMD targets this machine can run, best first, such as "AVX2", "SSE4", "EMU128".
[[nodiscard]] std::vector<std::string> simd_targets();

/// Queries by vertex numbers, as a mesh produces them: positions x, y, z at the start and at the end, and the four
/// vertices of each pair in the order of PairRows.
struct IndexedPairs {
    std::span<const std::array<double, 3>> start;
    std::span<const std::array<double, 3>> end;
    std::span<const std::array<std::uint32_t, 4>> pairs;
};

/// The answers of `collides` for a batch.
struct CollidesBatch {
    std::vector<std::uint8_t> hit;  ///< 1 or 0 a query
    StageCounts stages = {};
};

/// The bracket of one query that collides. With toc.lower = 0 and no touching at the start, the contact is sooner than
/// any double.
struct BatchContact {
    std::size_t query = 0;
    TimeInterval toc;
    bool touching_at_start = false;

    friend bool operator==(const BatchContact&, const BatchContact&) = default;
};

/// The answers of `first_contact` for a batch.
struct FirstContactBatch {
    std::vector<BatchContact> contacts;  ///< of the queries that collide, in increasing order of query
    StageCounts stages = {};
};

/// `collides` for many queries of one kind.
///
/// Guarantee: the answers of the single query, for every number of threads and every SIMD target.
/// Throws:    Error (not_finite, with the index of the first such query) for NaN and infinity;
///            Error (index_out_of_range) for a vertex that does not exist; Error (interrupted) on a stop request;
///            std::invalid_argument for an unknown target, a negative number of threads, a tolerance that is not
///            positive, starts and ends of different number, and unless floating_point_as_assumed().
[[nodiscard]] CollidesBatch collides(std::span<const PairRows> queries, PairKind kind, const BatchOptions& = {});
[[nodiscard]] CollidesBatch collides(const IndexedPairs& queries, PairKind kind, const BatchOptions& = {});

/// `first_contact` for many queries of one kind: the brackets only.
[[nodiscard]] FirstContactBatch first_contact(std::span<const PairRows> queries, PairKind kind,
                                              const BatchOptions& = {});
[[nodiscard]] FirstContactBatch first_contact(const IndexedPairs& queries, PairKind kind, const BatchOptions& = {});

}  // namespace tocca
