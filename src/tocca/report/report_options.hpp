// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace tocca {

/// How a page is made. Of a recording beyond the limits it leaves out contacts and frames evenly, and says so.
struct ReportOptions {
    std::string title = "scene";  ///< of what write_report records itself
    std::size_t max_contacts = 200'000;
    /// Bytes of positions and poses before they are compressed, which halves them or better.
    std::size_t max_position_bytes = std::size_t{60} << 20U;
    int threads = 0;  ///< 0: all available
};

}  // namespace tocca
