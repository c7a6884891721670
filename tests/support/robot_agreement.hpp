// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "support/robot_reference.hpp"

namespace tocca::support {

/// The answer about each two bodies that all_contacts lists, from all of its lists: contacts, inside, undecided, and those
/// that are only near at the start. `until` is the end asked about.
[[nodiscard]] std::vector<Answer> answers_of_pairs(const Answers& all, double until);

/// What is wrong with the other verbs, SIMD targets and ways of searching (study/robot_study.hpp): all must fit the answer.
/// Asks each once more.
[[nodiscard]] std::optional<std::string> find_disagreement(const RobotQuestion& question, const Answer& answer);

/// Two bodies that touch by a time, to rounding: known before anything is asked.
struct KnownTouch {
    double time = 0.0;
    std::array<std::uint32_t, 2> bodies = {};  ///< the lower number first
};

/// Which verb missed a contact that is known: said free, or safe until later; of all contacts, that of the two bodies. Asks
/// each verb but the one that gave the answer.
///
/// Assumes: the contact is not after the end asked about.
[[nodiscard]] std::optional<std::string> find_miss(const RobotQuestion& question, const KnownTouch& known,
                                                   const Answer& answer);

}  // namespace tocca::support
