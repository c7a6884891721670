// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>

#include "support/robot_reference.hpp"

namespace tocca::support {

/// How two answers differ, statistics aside: nothing when every bit is the same. Of answers of which one or both are
/// undecided, nothing is said.
[[nodiscard]] std::optional<std::string> find_difference(const RobotFirstContact& x, const RobotFirstContact& y);

/// What is wrong with the other verbs, ways of searching and SIMD targets: all must fit the answer. Asks each once more.
[[nodiscard]] std::optional<std::string> find_disagreement(const RobotQuestion& question,
                                                           const RobotFirstContact& answer);

/// Two bodies that touch by a time, to rounding: known before anything is asked.
struct KnownTouch {
    double time = 0.0;
    std::array<RobotBodyId, 2> bodies = {};  ///< the lower number first
};

/// Which verb missed a contact that is known: said free, or safe until later; of all contacts, that of the two bodies. Asks
/// each verb but the one that gave the answer.
///
/// Assumes: the contact is not after the end asked about.
[[nodiscard]] std::optional<std::string> find_miss(const RobotQuestion& question, const KnownTouch& known,
                                                   const RobotFirstContact& answer);

}  // namespace tocca::support
