// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

namespace tocca::bench {

/// Wall-clock seconds that one call takes.
template <typename Work>
[[nodiscard]] double seconds_of(Work&& work)
{
    const auto start = std::chrono::steady_clock::now();
    std::forward<Work>(work)();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The least of the times given to it: what the work costs when nothing disturbs it.
class BestTime {
public:
    template <typename Work>
    void measure(Work&& work)
    {
        seconds_ = std::min(seconds_, seconds_of(std::forward<Work>(work)));
    }

    [[nodiscard]] double seconds() const { return seconds_; }

private:
    double seconds_ = std::numeric_limits<double>::infinity();
};

/// Keeps a computed value from being optimised away.
template <typename Value>
void keep(const Value& value)
{
    asm volatile("" : : "g"(&value) : "memory");
}

}  // namespace tocca::bench
