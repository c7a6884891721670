// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace tocca::app {

/// Seconds since it was made.
class Stopwatch {
public:
    [[nodiscard]] double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

private:
    using Clock = std::chrono::steady_clock;

    Clock::time_point begin_ = Clock::now();
};

}  // namespace tocca::app
