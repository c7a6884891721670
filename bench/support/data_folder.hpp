// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace tocca::bench {

/// `shared/data` beside the source tree, looked for from the working directory and from the program's own place in
/// build/<preset>/bench; the first of the two when there is none.
[[nodiscard]] std::filesystem::path default_data_folder(const std::filesystem::path& program);

}  // namespace tocca::bench
