// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace tocca {

/// What a query found out.
enum class Outcome {
    free,               ///< proven: no contact on [0, 1]
    contact,            ///< proven: a first contact, after the start
    touching_at_start,  ///< proven: contact at t = 0
    inside,             ///< a surface starts inside a solid
    undecided,          ///< neither is proven; safe_until still holds
};

/// The word used in JSON and in reports.
[[nodiscard]] constexpr std::string_view to_string(Outcome outcome)
{
    switch (outcome) {
        case Outcome::free: return "free";
        case Outcome::contact: return "contact";
        case Outcome::touching_at_start: return "touching_at_start";
        case Outcome::inside: return "inside";
        case Outcome::undecided: break;
    }
    return "undecided";
}

}  // namespace tocca
