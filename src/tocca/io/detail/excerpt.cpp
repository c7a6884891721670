// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/excerpt.hpp"

namespace tocca::io::detail {

std::string excerpt(std::string_view text)
{
    constexpr std::size_t most = 40;
    std::string shown = "'";
    for (const char c : text.substr(0, most)) shown += c >= ' ' && c <= '~' ? c : '?';
    shown += text.size() > most ? "...'" : "'";
    return shown;
}

}  // namespace tocca::io::detail
