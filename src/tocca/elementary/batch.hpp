// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tocca/answer/options.hpp"
#include "tocca/elementary/pair.hpp"

namespace tocca {

/// The SIMD targets this machine can run, best first, such as "AVX2", "SSE4", "EMU128".
[[nodiscard]] std::vector<std::string> simd_targets();

/// Queries by vertex numbers, as a mesh produces them: positions x, y, z at the start and at the end, and the four
/// vertices of each pair in the order of PairRows.
struct IndexedPairs {
    std::span<const std::array<double, 3>> start;
    std::span<const std::array<double, 3>> end;
    std::span<const std::array<std::uint32_t, 4>> pairs;
};

/// The bracket of one query that collides. If toc.lower = 0 and it does not touch at the start, the contact is sooner than
/// any double. A query that starts nearer than the clearance and keeps the part of its distance that it has to keep is no
/// contact, but not free: it has near_at_start and the bracket [1, 1].
struct BatchContact {
    std::size_t query = 0;
    TimeInterval toc;
    bool touching_at_start = false;
    bool near_at_start = false;  ///< it starts nearer than the clearance

    friend bool operator==(const BatchContact&, const BatchContact&) = default;
};

/// `collides` for many queries of one kind: 1 or 0 for each. With a clearance each is decided by itself, without the SIMD
/// filter of a block.
///
/// Guarantee: the answers of the single query, for every number of threads and every SIMD target.
/// Throws:    Error (not_finite, with the index of the first such query) for NaN and infinity;
///            Error (index_out_of_range) for a vertex that does not exist; Error (interrupted) on a stop request;
///            std::invalid_argument for options that do not apply or are out of range, for an unknown target, for starts
///            and ends of different number, and unless floating_point_as_assumed().
[[nodiscard]] std::vector<std::uint8_t> collides(std::span<const PairRows> queries, PairKind kind,
                                                 const QueryOptions& options = {});
[[nodiscard]] std::vector<std::uint8_t> collides(const IndexedPairs& queries, PairKind kind,
                                                 const QueryOptions& options = {});

/// `first_contact` for many queries of one kind: the brackets of those that collide, in increasing order of query. All are
/// proven free until the least lower end of a bracket.
[[nodiscard]] std::vector<BatchContact> first_contact(std::span<const PairRows> queries, PairKind kind,
                                                      const QueryOptions& options = {});
[[nodiscard]] std::vector<BatchContact> first_contact(const IndexedPairs& queries, PairKind kind,
                                                      const QueryOptions& options = {});

}  // namespace tocca
