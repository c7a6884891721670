// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tocca/report/detail/palette.hpp"

namespace tocca::report::detail {

/// Pixels in rows from the top, three bytes each: red, green, blue.
struct Image {
    std::size_t width = 0;
    std::size_t height = 0;
    std::vector<std::uint8_t> bytes = {};
};

/// A place on a canvas, in pixels from its upper left corner.
struct Place {
    double x = 0.0;
    double y = 0.0;
};

/// A corner of a triangle: what has the greater nearness hides what has less; of equals, the later hides.
struct Corner {
    Place place = {};
    double nearness = 0.0;
};

/// A rectangle of a canvas, in pixels, outside of which nothing is drawn.
struct Window {
    std::size_t left = 0;
    std::size_t top = 0;
    std::size_t right = 0;   ///< one past
    std::size_t bottom = 0;  ///< one past
};

/// Triangles of one colour each, gathered first and then drawn all at once, each pixel as the mean of 3 x 3 samples.
///
/// Guarantee: corners are rounded to 1/256 of a sample and what is covered is decided in integers, so that triangles with
///            a common edge leave no gap, and pixels depend neither on the machine nor on the number of threads.
class Canvas {
public:
    /// Assumes: at least one pixel, and no side of more than 16384.
    Canvas(std::size_t width, std::size_t height, Colour ground);

    [[nodiscard]] Window whole() const { return {0, 0, width_, height_}; }
    /// What is added from here on is drawn within the window alone.
    void set_window(const Window& window);

    /// Triangles of either orientation; those of no area, and those with a corner that is not finite or farther off than
    /// four times the sides of the canvas, are left out.
    void add(const std::array<Corner, 3>& corners, Colour colour);

    [[nodiscard]] Image drawn(int threads) const;

private:
    struct Triangle;
    struct Band;
    /// The numbers of the triangles that reach into each band, in the order they were added.
    [[nodiscard]] std::vector<std::vector<std::uint32_t>> triangles_of_bands() const;
    void draw(const Triangle& triangle, Band& band) const;
    void resolve(const Band& band, Image& image) const;

    struct Triangle {
        std::array<std::int64_t, 3> x;  ///< in 1/256 of a sample
        std::array<std::int64_t, 3> y;
        std::array<double, 3> nearness;
        std::uint32_t window;
        Colour colour;
    };

    std::size_t width_;
    std::size_t height_;
    Colour ground_;
    std::vector<Window> windows_;
    std::vector<Triangle> triangles_;
};

}  // namespace tocca::report::detail
