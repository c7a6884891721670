// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tocca::io::detail {

/// The bytes that a text in base 64 stands for, with padding or without; nothing for any other text.
/// Source: RFC 4648, section 4.
[[nodiscard]] std::optional<std::string> bytes_of_base64(std::string_view text);

}  // namespace tocca::io::detail
