// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tocca::app {

/// What `tocca --version` prints: the version, the SIMD target in use and those there are, the threads, how it was
/// built, and whether reports have a page.
[[nodiscard]] std::string version_text();

}  // namespace tocca::app
