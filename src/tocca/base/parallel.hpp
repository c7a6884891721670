// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <future>

namespace tocca {

/// The number of threads used when a caller asks for 0: all that the machine offers.
[[nodiscard]] int available_threads();

/// Calls `body(piece)` once for every piece in [0, pieces), on up to `threads` threads (0: all available), never more
/// than the machine has.
///
/// Guarantee: every piece runs exactly once unless a body throws; then the exception of the lowest piece that threw
///            is rethrown after all running bodies have ended. With one thread the pieces run in order.
/// Assumes:   bodies of different pieces do not touch the same data.
void for_each_piece(std::size_t pieces, int threads, const std::function<void(std::size_t)>& body);

/// Work that runs on its own thread beside the caller, such as reading the next frame.
///
/// Assumes: until finish() or destruction, neither side accesses what the other modifies.
class BackgroundTask {
public:
    /// Starts the work; if no thread can be started, it runs in finish().
    explicit BackgroundTask(std::function<void()> work);
    /// Waits for the work and drops its exception, if any.
    ~BackgroundTask();
    BackgroundTask(const BackgroundTask&) = delete;
    BackgroundTask& operator=(const BackgroundTask&) = delete;

    /// Whether a thread of its own does the work, perhaps later than now; otherwise finish() does it.
    [[nodiscard]] bool has_thread() const;
    /// Waits for the work and rethrows its exception. A second call does nothing.
    void finish();

private:
    std::future<void> done_;
};

}  // namespace tocca
