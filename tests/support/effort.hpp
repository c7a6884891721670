// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>

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

/// How many of `wanted` random cases a test tries: all in an optimised build, one in twenty where code runs slowly.
[[nodiscard]] constexpr std::size_t effort(std::size_t wanted)
{
    return slow_build ? std::max<std::size_t>(1, wanted / 20) : wanted;
}

}  // namespace tocca::support
