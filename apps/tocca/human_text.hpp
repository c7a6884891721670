// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tocca/answer/contact.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca::app {

/// 1234567 as "1.23 M": three digits and a letter.
[[nodiscard]] std::string short_count(double count);

/// "1 file", "2 files".
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view noun);

/// "vertex-face" or "edge-edge".
[[nodiscard]] std::string_view full_name(PairKind kind);

}  // namespace tocca::app
