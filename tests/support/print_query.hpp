// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tocca/elementary/pair.hpp"

namespace tocca::support {

/// The query as it would stand in a regression file, for the message of a failing test.
[[nodiscard]] std::string text_of(const PairRows& rows, PairKind kind);

}  // namespace tocca::support
