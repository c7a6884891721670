// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ctime>
#include <utility>

namespace tocca::bench {

/// Seconds of processor time that one call takes on this thread: what others do meanwhile does not count.
template <typename Work>
[[nodiscard]] double thread_seconds_of(Work&& work)
{
    const auto now = [] {
        std::timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    };
    const double start = now();
    std::forward<Work>(work)();
    return now() - start;
}

}  // namespace tocca::bench
