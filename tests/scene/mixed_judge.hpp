// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "scene/mixed_case.hpp"

/// Brute force that shares nothing with the search: poses and distances in extended precision, all pairs of triangles.
namespace tocca::support {

/// The least distance of a case at a time; infinite if one of the two is empty.
[[nodiscard]] double judged_distance(const MixedCase& c, double t);

/// How far a place or a distance computed here or by the library may be from the exact one.
[[nodiscard]] double rounding_margin(const MixedCase& c);

/// What is wrong with an answer: at one of so many times up to safe_until triangles meet or are nearer than the answer says,
/// which rounding does not explain; or the distance at the time of contact is beyond the threshold, or the start is not as
/// it says. Nothing when nothing is.
[[nodiscard]] std::optional<std::string> find_fault(const MixedCase& c, const Answer& answer, std::size_t times);

/// How two answers differ, statistics aside: nothing when every bit is the same.
[[nodiscard]] std::optional<std::string> find_difference_of(const Answer& x, const Answer& y);

}  // namespace tocca::support
