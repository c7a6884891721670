// SPDX-License-Identifier: Apache-2.0
#pragma once

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

}  // namespace tocca::support
