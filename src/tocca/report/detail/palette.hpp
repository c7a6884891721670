// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tocca::report::detail {

/// Red, green and blue as screens show them (sRGB).
struct Colour {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;

    friend bool operator==(const Colour&, const Colour&) = default;
};

/// Bodies take these in turn; the page of reports has the same.
inline constexpr std::array<Colour, 8> body_colours = {{{0x5b, 0x8d, 0xb8},
                                                        {0xd9, 0x98, 0x5f},
                                                        {0x7a, 0xa8, 0x74},
                                                        {0xb0, 0x7a, 0xa1},
                                                        {0x9c, 0x75, 0x5f},
                                                        {0xed, 0xc9, 0x48},
                                                        {0x76, 0xb7, 0xb2},
                                                        {0xba, 0xb0, 0xac}}};

[[nodiscard]] constexpr Colour body_colour(std::size_t body) { return body_colours[body % body_colours.size()]; }

inline constexpr Colour contact_colour = {0xd1, 0x27, 0x4b};
inline constexpr Colour blocked_colour = {0xe6, 0x8a, 0x9d};  ///< steps that are not free from their start on
inline constexpr Colour free_colour = {0x3a, 0x9d, 0x5d};

/// What differs between light and dark pictures.
struct Theme {
    Colour ground;
    Colour ink;        ///< of text and normals
    Colour faint;      ///< of text of less weight
    Colour empty_bar;  ///< of the time line, where nothing is proven
};
inline constexpr Theme light_theme = {{0xf6, 0xf5, 0xf1}, {0x11, 0x11, 0x11}, {0x6b, 0x6a, 0x66}, {0xd6, 0xd4, 0xcc}};
inline constexpr Theme dark_theme = {{0x15, 0x17, 0x1a}, {0xee, 0xee, 0xee}, {0x9a, 0x9d, 0xa2}, {0x3a, 0x3e, 0x45}};

}  // namespace tocca::report::detail
