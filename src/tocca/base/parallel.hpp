// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace tocca {

/// The number of threads used when a caller asks for 0: all that the machine offers.
[[nodiscard]] int available_threads();

/// Calls `body(piece)` once for every piece in [0, pieces), on up to `threads` threads (0: all available), but not on
/// more than the machine offers.
///
/// Guarantee: every piece runs exactly once unless a body throws; then the exception of the lowest piece that threw
///            is rethrown after all running bodies have ended. With one thread the pieces run in order.
/// Assumes:   bodies of different pieces do not touch the same data.
void for_each_piece(std::size_t pieces, int threads, const std::function<void(std::size_t)>& body);

}  // namespace tocca
