// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/answer/answer.hpp"
#include "tocca/elementary/pair.hpp"
#include "tocca/numeric/dyadic_bracket.hpp"

namespace tocca::elementary {

/// The contact of a pair that falls to a gap first within the bracket, in place and time: weights, point and normal. With a
/// gap of 0 that is where they touch. Else they are near: the closest points at the bracket's upper end, the point half-way
/// between them, and the direction from the second to the first.
///
/// Guarantee: a function of the arguments alone; finite for any finite rows. The weights are never negative and add up to 1
///            per side; the normal is a unit vector or zero. These are the contact's place in double precision, not a proof.
/// Assumes:   finite rows, 0 <= lower <= upper <= 1, the first instant of the contact within the bracket.
[[nodiscard]] Contact contact_of(const PairRows& rows, PairKind kind, const DyadicBracket& bracket, double gap);

/// Makes a contact the first of an answer: outcome, safe time and contact.
void set_first(Answer& answer, const Contact& contact);

}  // namespace tocca::elementary
