// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/excerpt.hpp"

#include <algorithm>

#include "tocca/base/printable_text.hpp"

namespace tocca::io::detail {

std::string excerpt(std::string_view text)
{
    constexpr std::size_t most = 40;
    std::size_t size = std::min(most, text.size());
    // A character is not cut: bytes 10xxxxxx go with those before them.
    while (size < text.size() && size + 3 > most && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U) --size;
    return "'" + printable(text.substr(0, size)) + (size < text.size() ? "...'" : "'");
}

}  // namespace tocca::io::detail
