// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tocca::app {

/// The most memory the program has had, in bytes.
[[nodiscard]] std::uint64_t peak_memory();

}  // namespace tocca::app
