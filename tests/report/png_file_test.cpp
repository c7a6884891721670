// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/detail/png_file.hpp"

#include <gtest/gtest.h>

#include "report/png_reading.hpp"
#include "support/random.hpp"

namespace tocca::png_file_test {
namespace {

using report::detail::Image;
using report::detail::png_bytes;
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
    for (const auto& [width, height] :
         {std::pair<std::size_t, std::size_t>{1, 1}, {1, 9}, {9, 1}, {37, 23}, {900, 500}}) {
        Image image = blank(width, height);
        for (auto& byte : image.bytes) byte = static_cast<std::uint8_t>(random.below(256));
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
}  // namespace tocca::png_file_test
