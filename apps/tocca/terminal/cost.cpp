// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/terminal/cost.hpp"

#include <sys/resource.h>

namespace tocca::app {

std::uint64_t peak_memory()
{
    struct rusage usage = {};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;  // Linux counts in kilobytes
}

}  // namespace tocca::app
