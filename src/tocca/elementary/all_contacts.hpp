// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/answer/answer.hpp"
#include "tocca/answer/options.hpp"
#include "tocca/elementary/pair.hpp"

namespace tocca {

/// Every time at which the pair touches in [0, 1], each from its first instant (Contact::toc) to its last (Contact::end);
/// brackets as in first_contact.
///
/// Guarantee: exact and complete for the doubles given; the first contact is that of first_contact.
/// Throws:    as first_contact; std::invalid_argument for a clearance.
[[nodiscard]] Answers all_contacts(const VertexFace& pair, const QueryOptions& options = default_options());
[[nodiscard]] Answers all_contacts(const EdgeEdge& pair, const QueryOptions& options = default_options());
[[nodiscard]] Answers all_contacts(const VertexEdge& pair, const QueryOptions& options = default_options());
[[nodiscard]] Answers all_contacts(const VertexVertex& pair, const QueryOptions& options = default_options());
[[nodiscard]] Answers all_contacts(const PairRows& rows, PairKind kind,
                                   const QueryOptions& options = default_options());

}  // namespace tocca
