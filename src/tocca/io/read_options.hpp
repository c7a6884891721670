// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <vector>

namespace tocca {

/// How a file that names other files is read.
struct ReadOptions {
    /// Folders whose files may be named, beside those below the file or in its package; `package://name/...` is looked for
    /// there first.
    std::vector<std::string> package_paths = {};
    std::stop_token stop = {};
};

}  // namespace tocca
