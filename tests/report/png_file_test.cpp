// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/png_file.hpp"

#include <gtest/gtest.h>

#include "report/png_reading.hpp"
#include "support/random.hpp"

namespace tocca::png_file_test {
namespace {

using report::detail::Image;
using support::PngReading;

Image blank(std::size_t width, std::size_t height)
{
    return {.width = width, .height = height, .bytes = std::vector<std::uint8_t>(width * height * 3)};
}

PngReading expect_same(const Image& image)
{
    PngReading reading(png_bytes(image));
    EXPECT_EQ(reading.image().width, image.width);
    EXPECT_EQ(reading.image().height, image.height);
    EXPECT_EQ(reading.image().bytes, image.bytes);
    return reading;
}

TEST(PngFile, ReadsBackNoise)
{
    support::Random random(1);
    for (const auto& [width, height] : {std::pair<std::size_t, std::size_t>{1, 1}, {1, 9}, {9, 1}, {37, 23}}) {
        Image image = blank(width, height);
        for (auto& byte : image.bytes) byte = static_cast<std::uint8_t>(random.below(256));
        (void)expect_same(image);
    }
}

/// Noise does not compress: the content is longer than one chunk takes.
TEST(PngFile, ReadsBackSeveralChunks)
{
    support::Random random(2);
    Image image = blank(900, 500);
    for (auto& byte : image.bytes) byte = static_cast<std::uint8_t>(random.below(256));
    EXPECT_GT(expect_same(image).data_chunks(), 1U);
}

/// Pictures in which each of the filters is the best for some rows.
TEST(PngFile, ReadsBackWhatSuitsEachFilter)
{
    support::Random random(3);
    std::array<std::size_t, 5> used = {};
    for (int sort = 0; sort < 6; ++sort) {
        Image image = blank(64, 40);
        for (std::size_t y = 0; y < image.height; ++y) {
            const std::size_t shift = random.below(256);
            for (std::size_t i = 0; i < image.width * 3; ++i) {
                const std::size_t at = y * image.width * 3 + i;
                const std::size_t left = i < 3 ? shift : image.bytes[at - 3];
                const std::size_t above = y == 0 ? random.below(256) : image.bytes[at - image.width * 3];
                const std::size_t values[] = {
                    random.below(2) * 255, i * shift,     shift * 7 + random.below(2),
                    (i + y) * 3,           i * i + y * y, (left + above) / 2 + random.below(3)};
                image.bytes[at] = static_cast<std::uint8_t>(values[sort]);
            }
        }
        const PngReading reading = expect_same(image);
        for (std::size_t filter = 0; filter < used.size(); ++filter) used[filter] += reading.filter_counts()[filter];
    }
    for (std::size_t filter = 0; filter < used.size(); ++filter) EXPECT_GT(used[filter], 0U) << filter;
}

TEST(PngFile, FlatPicturesAreSmall)
{
    Image image = blank(1600, 1000);
    std::fill(image.bytes.begin(), image.bytes.end(), std::uint8_t{200});
    EXPECT_LT(png_bytes(image).size(), 20'000U);
}

}  // namespace
}  // namespace tocca::png_file_test
