// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "tocca/answer/time_interval.hpp"
#include "tocca/elementary/first_contact.hpp"
#include "tocca/elementary/pair.hpp"

namespace tocca {

/// A maximal interval of time in contact. Features that pass each other touch for an instant: begin == end.
struct ContactSpan {
    TimeInterval begin;    ///< bracket of its first instant, as in Contact::toc
    TimeInterval end;      ///< bracket of its last instant
    int multiplicity = 1;  ///< of the root of the coplanarity cubic; 0 for a pair that is coplanar throughout
};

/// Every contact of a pair, in order of time.
struct AllContacts {
    std::vector<ContactSpan> spans;
    /// Whether the number of contacts, counted with multiplicity, is odd. Empty for a pair that is coplanar
    /// throughout, where contacts are not crossings.
    std::optional<bool> odd;
};

/// All times at which the pair touches in [0, 1]; brackets as in first_contact.
///
/// Guarantee: exact and complete for the doubles given.
/// Throws:    as first_contact.
[[nodiscard]] AllContacts all_contacts(const VertexFace& pair, const QueryOptions& options = default_options());
[[nodiscard]] AllContacts all_contacts(const EdgeEdge& pair, const QueryOptions& options = default_options());
[[nodiscard]] AllContacts all_contacts(const VertexEdge& pair, const QueryOptions& options = default_options());
[[nodiscard]] AllContacts all_contacts(const VertexVertex& pair, const QueryOptions& options = default_options());
[[nodiscard]] AllContacts all_contacts(const PairRows& rows, PairKind kind,
                                       const QueryOptions& options = default_options());

}  // namespace tocca
