// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>

namespace tocca::support {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool slow_build = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool slow_build = true;
#elif defined(NDEBUG)
inline constexpr bool slow_build = false;
#else
inline constexpr bool slow_build = true;
#endif
#elif defined(NDEBUG)
inline constexpr bool slow_build = false;
#else
inline constexpr bool slow_build = true;
#endif

/// How many of `wanted` random cases a test tries: one in three, or all where TOCCA_ALL_CASES is set (`./test --all` sets
/// it); one in twenty where code runs slowly.
[[nodiscard]] inline std::size_t effort(std::size_t wanted)
{
    static const bool all = std::getenv("TOCCA_ALL_CASES") != nullptr;
    const std::size_t part = slow_build ? 20 : all ? 1 : 3;
    return std::max<std::size_t>(1, wanted / part);
}

}  // namespace tocca::support
