// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/png_file.hpp"

#include <gtest/gtest.h>

#include "report/png_reading.hpp"
#include "support/random.hpp"

namespace tocca {
namespace {

using report::detail::Image;
using support::PngReading;

Image blank(std::size_t width, std::size_t height)
{
    return {.width = width, .height = height, .bytes = std::vector<std::uint8_t>(width * height * 3)};
}

void expect_same(const Image& image)
{
    const PngReading reading(png_bytes(image));
    EXPECT_EQ(reading.image().width, image.width);
    EXPECT_EQ(reading.image().height, image.height);
    EXPECT_EQ(reading.image().bytes, image.bytes);
}

TEST(PngFile, ReadsBackNoise)
{
    support::Random random(1);
    for (const auto& [width, height] : {std::pair<std::size_t, std::size_t>{1, 1}, {1, 9}, {9, 1}, {37, 23}}) {
        Image image = blank(width, height);
        for (auto& byte : image.bytes) byte = static_cast<std::uint8_t>(random.below(256));
        expect_same(image);
    }
}

/// Noise does not compress: the content is longer than one chunk takes.
TEST(PngFile, ReadsBackSeveralChunks)
{
    support::Random random(2);
    Image image = blank(900, 500);
    for (auto& byte : image.bytes) byte = static_cast<std::uint8_t>(random.below(256));
    expect_same(image);
}

/// Pictures in which each of the filters is the best for some rows.
TEST(PngFile, ReadsBackWhatSuitsEachFilter)
{
    support::Random random(3);
    for (int sort = 0; sort < 5; ++sort) {
        Image image = blank(64, 40);
        for (std::size_t y = 0; y < image.height; ++y) {
            const std::size_t shift = random.below(256);
            for (std::size_t i = 0; i < image.width * 3; ++i) {
                const std::size_t values[] = {random.below(2) * 255, i * shift, shift * 7 + random.below(2),
                                              (i + y) * 3, i * i + y * y};
                image.bytes[y * image.width * 3 + i] = static_cast<std::uint8_t>(values[sort]);
            }
        }
        expect_same(image);
    }
}

TEST(PngFile, FlatPicturesAreSmall)
{
    Image image = blank(1600, 1000);
    std::fill(image.bytes.begin(), image.bytes.end(), std::uint8_t{200});
    EXPECT_LT(png_bytes(image).size(), 20'000U);
}

}  // namespace
}  // namespace tocca
