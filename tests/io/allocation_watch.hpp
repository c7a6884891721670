// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tocca::support {

/// The largest piece of memory that the thread asked for since `forget_allocations`, in bytes.
[[nodiscard]] std::size_t largest_allocation();
void forget_allocations();

}  // namespace tocca::support
