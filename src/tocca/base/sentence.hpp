// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

namespace tocca::base {

/// Concatenates words and numbers; a number gets the fewest digits that round-trip.
///
///     throw Error(ErrorCode::not_finite, sentence("vertex ", v, " has a coordinate that is ", x));
template <class... Parts>
[[nodiscard]] std::string sentence(const Parts&... parts)
{
    std::string text;
    const auto append = [&text](const auto& part) {
        if constexpr (std::integral<std::decay_t<decltype(part)>> ||
                      std::floating_point<std::decay_t<decltype(part)>>) {
            char digits[32];
            text.append(digits, std::to_chars(digits, digits + sizeof digits, part).ptr);
        } else {
            text += std::string_view(part);
        }
    };
    (append(parts), ...);
    return text;
}

}  // namespace tocca::base
