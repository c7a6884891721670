// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace tocca {

/// The result of a query.
enum class Outcome {
    free,               ///< proven: nothing touches on [0, 1], and the start is clear (see is_at_start)
    contact,            ///< proven: a first contact, after the start
    touching_at_start,  ///< proven: contact at t = 0
    crossing_at_start,  ///< proven: surfaces pass through each other at t = 0
    inside,             ///< a surface starts inside a solid
    near_at_start,      ///< something starts nearer than the clearance, and nothing comes nearer still
    undecided,          ///< neither is proven; safe_until still holds
};

/// The word used in JSON and in reports.
[[nodiscard]] constexpr std::string_view to_string(Outcome outcome)
{
    switch (outcome) {
        case Outcome::free: return "free";
        case Outcome::contact: return "contact";
        case Outcome::touching_at_start: return "touching_at_start";
        case Outcome::crossing_at_start: return "crossing_at_start";
        case Outcome::inside: return "inside";
        case Outcome::near_at_start: return "near_at_start";
        case Outcome::undecided: break;
    }
    return "undecided";
}

/// Whether models touch, cross or are inside each other at t = 0: safe_until is 0 then.
[[nodiscard]] constexpr bool is_at_start(Outcome outcome)
{
    return outcome == Outcome::touching_at_start || outcome == Outcome::crossing_at_start || outcome == Outcome::inside;
}

}  // namespace tocca
