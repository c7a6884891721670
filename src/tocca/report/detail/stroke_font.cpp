// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/detail/stroke_font.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace tocca::report::detail {
namespace {

// A letter is a list of strokes; a stroke is a row of points of two characters each: how far to the right, 0 to 9, and
// how high, d being the line that letters stand on, j the height of small letters and m that of capitals. Letters are as
// wide as their rightmost point.
constexpr int base_line = 'd';
constexpr double capital_height = 'm' - 'd';
constexpr double gap = 2.6;          // between letters
constexpr double blank_width = 3.0;  // of a space, gaps aside
constexpr double stroke_width = 1.15;

constexpr std::array<std::string_view, 95> letters = {
    "",                                              // space
    "1m1g 1d1d",                                     // !
    "0m0j 3m3j",                                     // "
    "2m1d 5m4d 0j6j 0g6g",                           // #
    "6k5l1l0k0j1i5h6g6f5e1e0f 3m3d",                 // $
    "7m0d 1m0l0k1j2j3k3l2m1m 6g5f5e6d7d8e8f7g6g",    // %
    "7d1j1l2m3m4l4k0g0e1d4d7g",                      // &
    "0m0j",                                          // '
    "2n1m0k0f1d2c",                                  // (
    "0n1m2k2f1d0c",                                  // )
    "2l2h 0k4i 4k0i",                                // *
    "3k3e 0h6h",                                     // +
    "1d1c0b",                                        // ,
    "0h4h",                                          // -
    "0d0d",                                          // .
    "0c5n",                                          // /
    "2d1e0g0j1l2m4m5l6j6g5e4d2d",                    // 0
    "0k3m3d",                                        // 1
    "0k1l2m4m5l6k6j5h0d6d",                          // 2
    "0m6m3i4i5h6g6f5e4d2d1e0f",                      // 3
    "4d4m0g6g",                                      // 4
    "6m1m0i2j4j5i6h6f5e4d2d1e0f",                    // 5
    "5m3m1k0h0f1e2d4d5e6f6g5h4i2i1h0g",              // 6
    "0m6m2d",                                        // 7
    "2i1j0k1l2m4m5l6k5j4i2i1h0g0f1e2d4d5e6f6g5h4i",  // 8
    "1d3d5f6i6k5l4m2m1l0k0j1i2h4h5i6j",              // 9
    "0i0i 0d0d",                                     // :
    "1i1i 1d1c0b",                                   // ;
    "5k0h5e",                                        // <
    "0i6i 0f6f",                                     // =
    "0k5h0e",                                        // >
    "0l1m3m4l4k3i2h2g 2d2d",                         // ?
    "5f5i4j3j2i2g3f4f5g6f7g7j6l5m3m1l0j0g1e3d5d",    // @
    "0d3m6d 1g5g",                                   // A
    "0d0m4m5l6k5j4i0i 4i5h6g6f5e4d0d",               // B
    "6k5l4m2m1l0j0g1e2d4d5e6f",                      // C
    "0d0m3m5l6j6g5e3d0d",                            // D
    "6m0m0d6d 0i4i",                                 // E
    "6m0m0d 0i4i",                                   // F
    "6k5l4m2m1l0j0g1e2d4d5e6f6h4h",                  // G
    "0d0m 6d6m 0i6i",                                // H
    "0d0m",                                          // I
    "4m4f3e2d1d0e0f",                                // J
    "0d0m 6m0h 2j6d",                                // K
    "0m0d5d",                                        // L
    "0d0m4g8m8d",                                    // M
    "0d0m6d6m",                                      // N
    "2d1e0g0j1l2m5m6l7j7g6e5d2d",                    // O
    "0d0m4m5l6k6j5i4h0h",                            // P
    "2d1e0g0j1l2m5m6l7j7g6e5d2d 5f7c",               // Q
    "0d0m4m5l6k6j5i4h0h 3h6d",                       // R
    "6k5l4m2m1l0k1j2i4i5h6g6f5e4d2d1e0f",            // S
    "0m6m 3m3d",                                     // T
    "0m0g1e2d4d5e6g6m",                              // U
    "0m3d6m",                                        // V
    "0m2d4k6d8m",                                    // W
    "0m6d 6m0d",                                     // X
    "0m3h6m 3h3d",                                   // Y
    "0m6m0d6d",                                      // Z
    "2n0n0c2c",                                      // [
    "0n5c",                                          // backslash
    "0n2n2c0c",                                      // ]
    "0j2m4j",                                        // ^
    "0c6c",                                          // _
    "0m1k",                                          // `
    "0i1j3j4j5i5d 5h1h0g0e1d3d4d5f",                 // a
    "0m0d 0h1i2j3j4i5h5f4e3d2d1e0f",                 // b
    "5i4j2j1i0h0f1e2d4d5e",                          // c
    "5m5d 5h4i3j2j1i0h0f1e2d3d4e5f",                 // d
    "0g5g5h4i3j2j1i0h0f1e2d4d5e",                    // e
    "3m2m1l1d 0j3j",                                 // f
    "5j5c4b3a2a0b 5h4i3j2j1i0h0f1e2d3d4e5f",         // g
    "0m0d 0h1i2j3j4i5h5d",                           // h
    "0j0d 0m0m",                                     // i
    "2j2b1a0a 2m2m",                                 // j
    "0m0d 4j0f 2g5d",                                // k
    "0m0e1d",                                        // l
    "0j0d 0h1i2j3j4h4d 4h5i6j7j8h8d",                // m
    "0j0d 0h1i2j3j4i5h5d",                           // n
    "2d1e0f0h1i2j3j4i5h5f4e3d2d",                    // o
    "0j0a 0h1i2j3j4i5h5f4e3d2d1e0f",                 // p
    "5j5a 5h4i3j2j1i0h0f1e2d3d4e5f",                 // q
    "0j0d 0g1i2j3j",                                 // r
    "5i4j1j0i0h1g4g5f5e4d1d0e",                      // s
    "1m1e2d3d 0j3j",                                 // t
    "0j0f1e2d3d4e5f 5j5d",                           // u
    "0j3d5j",                                        // v
    "0j2d4i6d8j",                                    // w
    "0j5d 5j0d",                                     // x
    "0j3d 5j3d1a0a",                                 // y
    "0j5j0d5d",                                      // z
    "3n2m2i1h0h1h2g2d3c",                            // {
    "0n0b",                                          // |
    "0n1m1i2h3h2h1g1d0c",                            // }
    "0g1h2h4g5g6h",                                  // ~
};
constexpr std::string_view unknown_letter = "0d0j4j4d0d";

/// The strokes of the character that begins a text, and how many bytes it has.
struct Letter {
    std::string_view strokes;
    std::size_t bytes;
};

Letter first_letter(std::string_view text)
{
    const char c = text.front();
    if (c >= ' ' && c <= '~') return {letters[static_cast<std::size_t>(c - ' ')], 1};
    std::size_t bytes = 1;
    while (bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) ++bytes;
    return {unknown_letter, bytes};
}

double width_of(std::string_view strokes)
{
    if (strokes.empty()) return blank_width;
    int most = 0;
    for (const char c : strokes) {
        if (c >= '0' && c <= '9') most = std::max(most, c - '0');
    }
    return most;
}

/// The points of a letter's next stroke, taken off its front.
std::string_view take_stroke(std::string_view& strokes)
{
    const std::string_view stroke = strokes.substr(0, strokes.find(' '));
    strokes.remove_prefix(std::min(strokes.size(), stroke.size() + 1));
    return stroke;
}

}  // namespace

double text_width(std::string_view text, double size)
{
    double width = 0.0;
    while (!text.empty()) {
        const Letter letter = first_letter(text);
        width += width_of(letter.strokes) + gap;
        text.remove_prefix(letter.bytes);
    }
    return width == 0.0 ? 0.0 : (width - gap) * size / capital_height;
}

void add_text(Canvas& canvas, Place start, std::string_view text, double size, const Pen& pen)
{
    const double scale = size / capital_height;
    const Pen stroke_pen{.colour = pen.colour, .width = stroke_width * scale, .nearness = pen.nearness};
    while (!text.empty()) {
        const Letter letter = first_letter(text);
        const auto place = [&](std::string_view point) {
            return Place{start.x + scale * (point[0] - '0'), start.y - scale * (point[1] - base_line)};
        };
        std::string_view strokes = letter.strokes;
        while (!strokes.empty()) {
            const std::string_view stroke = take_stroke(strokes);
            if (stroke.size() == 4 && stroke.substr(0, 2) == stroke.substr(2)) {
                add_disc(canvas, place(stroke), 0.8 * stroke_pen.width, stroke_pen);
            }
            for (std::size_t i = 2; i + 1 < stroke.size(); i += 2) {
                add_round_line(canvas, place(stroke.substr(i - 2)), place(stroke.substr(i)), stroke_pen);
            }
        }
        start.x += scale * (width_of(letter.strokes) + gap);
        text.remove_prefix(letter.bytes);
    }
}

std::string shortened(std::string_view text, double size, double width)
{
    if (text_width(text, size) <= width) return std::string(text);
    constexpr std::string_view rest = "...";
    std::string kept;
    while (!text.empty()) {
        const std::size_t bytes = first_letter(text).bytes;
        const std::string longer = kept + std::string(text.substr(0, bytes));
        if (text_width(longer + std::string(rest), size) > width) break;
        kept = longer;
        text.remove_prefix(bytes);
    }
    return kept.empty() ? std::string() : kept + std::string(rest);
}

}  // namespace tocca::report::detail
