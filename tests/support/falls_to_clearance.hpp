// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "tocca/answer/answer.hpp"
#include "tocca/elementary/clearance.hpp"
#include "tocca/elementary/contact_place.hpp"
#include "tocca/elementary/exact_clearance.hpp"
#include "tocca/elementary/first_contact.hpp"

namespace tocca::support {

/// When the distance of the pair first falls to the clearance: first_contact without its rule for pairs that start nearer.
[[nodiscard]] inline Answer falls_to_clearance(const PairRows& rows, PairKind kind, const QueryOptions& options)
{
    check_options(options, Subject::pair);
    const int k = grid_exponent(bracket_width(options));
    const elementary::Decision decision = elementary::decide_gap(rows, kind, options.clearance, k);
    Answer answer;
    if (decision.contact)
        elementary::set_first(answer, elementary::contact_of(rows, kind, decision.bracket, options.clearance));
    return answer;
}

/// The same by exact arithmetic alone, without any filter.
[[nodiscard]] inline Answer falls_to_clearance_exact(const PairRows& rows, PairKind kind, const QueryOptions& options)
{
    if (options.clearance == 0.0) return first_contact_exact(rows, kind, options);
    const int k = grid_exponent(bracket_width(options));
    Answer answer;
    if (const auto first = elementary::first_within_exact(rows, kind, options.clearance, k))
        elementary::set_first(answer, elementary::contact_of(rows, kind, *first, options.clearance));
    return answer;
}

}  // namespace tocca::support
