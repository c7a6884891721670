// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <zlib.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tocca/report/detail/canvas.hpp"

namespace tocca::support {

/// Reads back what png_bytes writes, strictly: anything else throws. Written from the specification, not from the writer.
class PngReading {
public:
    explicit PngReading(std::string_view bytes) : rest_(bytes)
    {
        refuse_unless(take(8) == std::string_view("\x89PNG\r\n\x1a\n", 8), "signature");
        std::string packed;
        for (bool ended = false; !ended;) {
            const std::uint32_t length = number();
            const std::string_view checked = rest_.substr(0, 4 + length);
            const std::string_view type = take(4), content = take(length);
            const auto sum =
                crc32(0, reinterpret_cast<const Bytef*>(checked.data()), static_cast<uInt>(checked.size()));
            refuse_unless(number() == sum, "sum of a chunk");
            if (type == "IHDR") {
                read_head(content);
            } else if (type == "IDAT") {
                packed += content;
            } else {
                // Chunks whose names begin with a small letter may be passed over.
                ended = type == "IEND" && content.empty();
                refuse_unless(ended || (type[0] >= 'a' && type[0] <= 'z'), "chunk");
            }
        }
        refuse_unless(rest_.empty() && image_.width > 0, "end");
        unfilter(inflated(packed));
    }

    [[nodiscard]] const report::detail::Image& image() const { return image_; }

private:
    static void refuse_unless(bool holds, const char* what)
    {
        if (!holds) throw std::runtime_error(std::string("no PNG file: ") + what);
    }

    std::string_view take(std::size_t size)
    {
        refuse_unless(size <= rest_.size(), "length");
        const std::string_view front = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return front;
    }

    std::uint32_t number()
    {
        std::uint32_t value = 0;
        for (const char c : take(4)) value = value << 8 | static_cast<unsigned char>(c);
        return value;
    }

    void read_head(std::string_view content)
    {
        refuse_unless(content.size() == 13 && image_.width == 0, "head");
        const std::string_view after = std::exchange(rest_, content);
        image_.width = number();
        image_.height = number();
        refuse_unless(rest_ == std::string_view("\x08\x02\0\0\0", 5), "kind of pixels");
        rest_ = after;
    }

    [[nodiscard]] std::vector<std::uint8_t> inflated(const std::string& packed) const
    {
        std::vector<std::uint8_t> bytes((image_.width * 3 + 1) * image_.height);
        auto size = static_cast<uLongf>(bytes.size());
        const int error = uncompress(bytes.data(), &size, reinterpret_cast<const Bytef*>(packed.data()),
                                     static_cast<uLong>(packed.size()));
        refuse_unless(error == Z_OK && size == bytes.size(), "compressed rows");
        return bytes;
    }

    void unfilter(const std::vector<std::uint8_t>& bytes)
    {
        const std::size_t row_size = image_.width * 3;
        image_.bytes.assign(row_size * image_.height, 0);
        const auto at = [&](std::size_t row, std::size_t i, std::size_t up, std::size_t left) -> int {
            return row < up || i < left ? 0 : image_.bytes[(row - up) * row_size + i - left];
        };
        for (std::size_t row = 0; row < image_.height; ++row) {
            const std::uint8_t* line = &bytes[row * (row_size + 1)];
            refuse_unless(line[0] < 5, "filter");
            for (std::size_t i = 0; i < row_size; ++i) {
                const int a = at(row, i, 0, 3), b = at(row, i, 1, 0), c = at(row, i, 1, 3), p = a + b - c;
                const int nearest = std::abs(p - a) <= std::abs(p - b) && std::abs(p - a) <= std::abs(p - c) ? a
                                    : std::abs(p - b) <= std::abs(p - c)                                     ? b
                                                                                                             : c;
                const std::array<int, 5> expected = {0, a, b, (a + b) / 2, nearest};
                image_.bytes[row * row_size + i] = static_cast<std::uint8_t>(line[i + 1] + expected[line[0]]);
            }
        }
    }

    std::string_view rest_;
    report::detail::Image image_;
};

/// How many pixels have exactly this colour.
[[nodiscard]] inline std::size_t count_of(const report::detail::Image& image, report::detail::Colour colour)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < image.bytes.size(); i += 3) {
        if (report::detail::Colour{image.bytes[i], image.bytes[i + 1], image.bytes[i + 2]} == colour) ++count;
    }
    return count;
}

[[nodiscard]] inline report::detail::Colour pixel(const report::detail::Image& image, std::size_t x, std::size_t y)
{
    const std::uint8_t* at = &image.bytes[(y * image.width + x) * 3];
    return {at[0], at[1], at[2]};
}

}  // namespace tocca::support
