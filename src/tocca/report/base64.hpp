// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tocca {

/// Bytes as base64 text, with padding and without line breaks.
///
/// Source: RFC 4648, 4.
[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace tocca
