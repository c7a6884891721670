// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

namespace tocca::app {

/// Measures the seconds since its construction.
class Stopwatch {
public:
    [[nodiscard]] double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

private:
    using Clock = std::chrono::steady_clock;

    Clock::time_point begin_ = Clock::now();
};

/// The peak memory use of the program so far, in bytes.
[[nodiscard]] std::uint64_t peak_memory();

}  // namespace tocca::app
