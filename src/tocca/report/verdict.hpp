// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "tocca/answer/outcome.hpp"

namespace tocca {

/// The summary of one or many answers. Exit codes, texts, pages and pictures all use it, so that they never differ.
enum class Verdict {
    free,       ///< every answer is `free`
    contact,    ///< something touches, crosses, is inside or is nearer than the clearance
    undecided,  ///< no contact is known, and not every answer is `free`
    nothing,    ///< there is no answer
};

/// The word used in reports.
[[nodiscard]] std::string_view to_string(Verdict verdict);

[[nodiscard]] constexpr Verdict verdict_of(Outcome outcome)
{
    if (outcome == Outcome::free) return Verdict::free;
    return outcome == Outcome::undecided ? Verdict::undecided : Verdict::contact;
}

/// The verdict on a whole from those on two parts.
[[nodiscard]] constexpr Verdict joined(Verdict a, Verdict b)
{
    if (a == Verdict::nothing) return b;
    if (b == Verdict::nothing) return a;
    if (a == Verdict::contact || b == Verdict::contact) return Verdict::contact;
    return a == Verdict::free && b == Verdict::free ? Verdict::free : Verdict::undecided;
}

/// The outcome in words, such as "touching at the start".
[[nodiscard]] std::string_view words(Outcome outcome);

/// Whether a part of the step may be shown as free. Nothing need touch in one that starts nearer than the clearance, and
/// yet no part of it is free.
[[nodiscard]] constexpr bool is_free_at_start(Outcome outcome)
{
    return !is_at_start(outcome) && outcome != Outcome::near_at_start;
}

}  // namespace tocca
