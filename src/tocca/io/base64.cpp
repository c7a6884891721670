// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/base64.hpp"

#include <cstddef>
#include <cstdint>

namespace tocca {
namespace {

int digit_of(char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    if (c == '+') return 62;
    if (c == '/') return 63;
    return -1;
}

}  // namespace

std::string base64(std::string_view bytes)
{
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    const auto byte = [&](std::size_t i) {
        return i < bytes.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) : 0U;
    };
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::uint32_t three = byte(i) << 16U | byte(i + 1) << 8U | byte(i + 2);
        text += digits[three >> 18U];
        text += digits[three >> 12U & 63U];
        text += i + 1 < bytes.size() ? digits[three >> 6U & 63U] : '=';
        text += i + 2 < bytes.size() ? digits[three & 63U] : '=';
    }
    return text;
}

std::optional<std::string> bytes_of_base64(std::string_view text)
{
    if (text.size() % 4 == 0 && text.ends_with("==")) {
        text.remove_suffix(2);
    } else if (text.size() % 4 == 0 && text.ends_with('=')) {
        text.remove_suffix(1);
    }
    if (text.size() % 4 == 1) return std::nullopt;
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3 + 2);
    std::uint32_t bits = 0;
    int held = 0;
    for (const char c : text) {
        const int digit = digit_of(c);
        if (digit < 0) return std::nullopt;
        bits = bits << 6 | static_cast<std::uint32_t>(digit);
        held += 6;
        if (held >= 8) {
            held -= 8;
            bytes += static_cast<char>(bits >> held & 0xff);
        }
    }
    return bytes;
}

}  // namespace tocca
