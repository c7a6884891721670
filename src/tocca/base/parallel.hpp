// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <future>

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

/// A piece of work that runs on a thread of its own beside the caller, such as reading what is needed next.
///
/// Assumes: until finish() or the end of the object, neither touches what the other changes.
class BackgroundTask {
public:
    /// Starts the work; where no thread is to be had, it runs in finish().
    explicit BackgroundTask(std::function<void()> work);
    /// Waits for the work, and forgets what it threw.
    ~BackgroundTask();
    BackgroundTask(const BackgroundTask&) = delete;
    BackgroundTask& operator=(const BackgroundTask&) = delete;

    /// Waits for the work and rethrows what it threw. The second call does nothing.
    void finish();

private:
    std::future<void> done_;
};

}  // namespace tocca
