// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "support/rational.hpp"
#include "tocca/elementary/pair.hpp"

namespace tocca::support {

using ExactPoint = std::array<Rational, 3>;
using ExactPoints = std::array<ExactPoint, 4>;

/// The squared distance of a point and a closed triangle, in that order, and of two closed segments: the least over
/// corners, sides and insides, each by its textbook formula.
[[nodiscard]] Rational squared_point_triangle(const ExactPoints& x);
[[nodiscard]] Rational squared_segments(const ExactPoints& x);

/// The squared distance of a moving pair at time t.
[[nodiscard]] Rational squared_distance_at(const PairRows& rows, PairKind kind, const Rational& t);

}  // namespace tocca::support
