// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/answer/contact.hpp"
#include "tocca/elementary/pair.hpp"

namespace tocca::elementary {

/// Fills in where a contact is: weights, point and normal, given the bracket of its time in `contact.toc`.
///
/// Guarantee: a function of the rows, the kind and the bracket alone; finite for any finite rows. The weights are
///            never negative and add up to 1 per side; the normal is a unit vector or zero. These are the contact's
///            place in double precision, not a proof.
/// Assumes:   finite rows, 0 <= lower <= upper <= 1, the first instant of a contact within the bracket.
void place_contact(const PairRows& rows, PairKind kind, Contact& contact);

/// The same for features that come near without touching: the closest points at `contact.toc.upper`, the point half-way
/// between them, and the direction from the second to the first.
void place_approach(const PairRows& rows, PairKind kind, Contact& contact);

}  // namespace tocca::elementary
