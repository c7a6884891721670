// SPDX-License-Identifier: Apache-2.0
#include "tocca/base/printable_text.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace tocca {
namespace {

/// A character and the bytes it takes; no bytes where the text is not UTF-8.
struct Character {
    std::uint32_t code = 0;
    std::size_t size = 0;
};

/// Source: Unicode 15.0, table 3-7, well-formed UTF-8 byte sequences.
Character first_character(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return {lead, 1};
    const std::size_t size = lead >= 0xC2 && lead <= 0xDF ? 2 : lead >= 0xE0 && lead <= 0xEF ? 3 : 4;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < size) return {};
    std::uint32_t code = lead & (0x7FU >> size);
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U) return {};
        code = code << 6U | (byte(i) & 0x3FU);
    }
    const bool overlong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (overlong || surrogate || code > 0x10FFFF) return {};
    return {code, size};
}

struct Range {
    std::uint32_t first, last;
};

/// What a terminal or a page obeys or hides rather than shows.
constexpr std::array<Range, 14> not_shown = {{
    {0x00, 0x1F},        // C0
    {0x7F, 0x9F},        // DEL, C1
    {0xAD, 0xAD},        // soft hyphen
    {0x61C, 0x61C},      // Arabic letter mark
    {0x180E, 0x180E},    // Mongolian vowel separator
    {0x200B, 0x200B},    // zero width space; joiners, U+200C and U+200D, belong to the spelling of some scripts
    {0x200E, 0x200F},    // left-to-right and right-to-left mark
    {0x2028, 0x202E},    // separators of lines and paragraphs, directional embeddings and overrides
    {0x2060, 0x206F},    // word joiner, invisible operators, directional isolates
    {0xFEFF, 0xFEFF},    // byte order mark
    {0xFFF9, 0xFFFB},    // interlinear annotation
    {0x1D173, 0x1D17A},  // musical formatting
    {0xE0000, 0xE0FFF},  // tags
    {0xFFFE, 0xFFFF},    // not characters
}};

bool is_shown(std::uint32_t code)
{
    if (code >= 0x20 && code < 0x7F) return true;
    for (const Range& range : not_shown) {
        if (code >= range.first && code <= range.last) return false;
    }
    return true;
}

void append_hexadecimal(std::string& text, std::uint32_t value, std::size_t digits)
{
    while (digits < 8 && value >> (4 * digits) != 0) ++digits;
    for (std::size_t i = digits; i-- > 0;) text += "0123456789abcdef"[value >> (4 * i) & 0xFU];
}

void append_escape(std::string& text, std::uint32_t code)
{
    text += '\\';
    switch (code) {
        case '\n': text += 'n'; return;
        case '\r': text += 'r'; return;
        case '\t': text += 't'; return;
        default: break;
    }
    text += code < 0x80 ? 'x' : 'u';
    append_hexadecimal(text, code, code < 0x80 ? 2 : 4);
}

}  // namespace

std::string printable(std::string_view text)
{
    std::string shown;
    shown.reserve(text.size());
    while (!text.empty()) {
        const Character character = first_character(text);
        if (character.size == 0) {
            shown += "\\x";
            append_hexadecimal(shown, static_cast<unsigned char>(text.front()), 2);
            text.remove_prefix(1);
            continue;
        }
        if (is_shown(character.code)) {
            shown += text.substr(0, character.size);
        } else {
            append_escape(shown, character.code);
        }
        text.remove_prefix(character.size);
    }
    return shown;
}

}  // namespace tocca
