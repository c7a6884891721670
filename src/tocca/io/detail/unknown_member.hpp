// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tocca::io::detail {

/// The end of a sentence about a member that is none of those that are known: misspelt, or of another format.
[[nodiscard]] std::string unknown_member(std::string_view name, std::span<const std::string_view> known);

}  // namespace tocca::io::detail
