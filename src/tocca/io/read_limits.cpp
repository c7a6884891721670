// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/read_limits.hpp"

#include <atomic>

namespace tocca {
namespace {

std::atomic<std::uint64_t> max_file_bytes = ReadLimits{}.max_file_bytes;
std::atomic<std::uint64_t> max_expanded_bytes = ReadLimits{}.max_expanded_bytes;

}  // namespace

ReadLimits read_limits() { return {.max_file_bytes = max_file_bytes, .max_expanded_bytes = max_expanded_bytes}; }

void set_read_limits(const ReadLimits& limits)
{
    max_file_bytes = limits.max_file_bytes;
    max_expanded_bytes = limits.max_expanded_bytes;
}

}  // namespace tocca
