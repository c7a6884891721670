// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tocca {

// Source: RFC 4648, 4.

/// Bytes as base64 text, with padding and without line breaks.
[[nodiscard]] std::string base64(std::string_view bytes);

/// The bytes that a base64 text stands for, with padding or without; nothing for any other text.
[[nodiscard]] std::optional<std::string> bytes_of_base64(std::string_view text);

}  // namespace tocca
