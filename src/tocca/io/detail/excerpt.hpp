// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tocca::io::detail {

/// Text from a file as it may be shown in a message: quoted, cut to 40 bytes, as printable() shows it.
[[nodiscard]] std::string excerpt(std::string_view text);

}  // namespace tocca::io::detail
