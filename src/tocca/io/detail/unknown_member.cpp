// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/unknown_member.hpp"

#include "tocca/io/detail/excerpt.hpp"

namespace tocca::io::detail {

std::string unknown_member(std::string_view name, std::span<const std::string_view> known)
{
    std::string text = "has an unknown member " + excerpt(name);
    for (std::size_t i = 0; i < known.size(); ++i) {
        text += i == 0 ? "; known are " : i + 1 == known.size() ? " and " : ", ";
        text += known[i];
    }
    return text;
}

}  // namespace tocca::io::detail
