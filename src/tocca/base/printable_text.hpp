// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tocca {

/// Untrusted text made safe for a terminal, an error or a page: whatever could move the cursor, break the line, reorder
/// or hide what follows becomes an escape, `\n` for a line break. That is control characters (C0, DEL, C1), line and
/// paragraph separators, directional and invisible formatting characters, and bytes that are not UTF-8. All other text,
/// in any script, stays as it is.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace tocca
