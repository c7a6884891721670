// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/png_file.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace tocca {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t pixel_size = 3;

void append_number(std::string& text, std::uint32_t value)
{
    for (const int shift : {24, 16, 8, 0}) text += static_cast<char>(value >> shift & 0xFFU);
}

void append_chunk(std::string& file, std::string_view type, std::string_view content)
{
    append_number(file, static_cast<std::uint32_t>(content.size()));
    const std::size_t start = file.size();
    file += type;
    file += content;
    const auto* checked = reinterpret_cast<const Bytef*>(file.data() + start);
    append_number(file, static_cast<std::uint32_t>(crc32_z(crc32(0, nullptr, 0), checked, file.size() - start)));
}

/// Which of its left, upper and upper left neighbours a byte is most likely near to.
int paeth(int left, int above, int corner)
{
    const int estimate = left + above - corner;
    const int to_left = std::abs(estimate - left), to_above = std::abs(estimate - above);
    const int to_corner = std::abs(estimate - corner);
    if (to_left <= to_above && to_left <= to_corner) return left;
    return to_above <= to_corner ? above : corner;
}

constexpr int filters = 5;

/// A row as the differences that a filter of the format leaves, with the filter's number in front.
void filter_row(int filter, const std::uint8_t* row, const std::uint8_t* above, Bytes& filtered)
{
    filtered[0] = static_cast<std::uint8_t>(filter);
    for (std::size_t i = 0; i + 1 < filtered.size(); ++i) {
        const int left = i < pixel_size ? 0 : row[i - pixel_size];
        const int corner = i < pixel_size ? 0 : above[i - pixel_size];
        const std::array<int, filters> expected = {0, left, above[i], (left + above[i]) / 2,
                                                   filter == 4 ? paeth(left, above[i], corner) : 0};
        filtered[i + 1] = static_cast<std::uint8_t>(row[i] - expected[static_cast<std::size_t>(filter)]);
    }
}

/// How much a filtered row holds, taken as the sum of its differences.
std::size_t weight(const Bytes& filtered)
{
    std::size_t sum = 0;
    for (std::size_t i = 1; i < filtered.size(); ++i) sum += filtered[i] < 128 ? filtered[i] : 256U - filtered[i];
    return sum;
}

/// All rows, each by the filter that leaves least.
Bytes filtered_rows(const report::detail::Image& image)
{
    const std::size_t row_size = image.width * pixel_size;
    const Bytes nothing(row_size, 0);
    Bytes rows, best(row_size + 1), candidate(row_size + 1);
    rows.reserve(image.height * (row_size + 1));
    for (std::size_t i = 0; i < image.height; ++i) {
        const std::uint8_t* row = &image.bytes[i * row_size];
        const std::uint8_t* above = i == 0 ? nothing.data() : row - row_size;
        filter_row(0, row, above, best);
        for (int filter = 1; filter < filters; ++filter) {
            filter_row(filter, row, above, candidate);
            if (weight(candidate) < weight(best)) best.swap(candidate);
        }
        rows.insert(rows.end(), best.begin(), best.end());
    }
    return rows;
}

std::string compressed(const Bytes& bytes)
{
    uLongf size = compressBound(static_cast<uLong>(bytes.size()));
    std::string text(size, '\0');
    const int error = compress2(reinterpret_cast<Bytef*>(text.data()), &size, bytes.data(),
                                static_cast<uLong>(bytes.size()), Z_DEFAULT_COMPRESSION);
    if (error == Z_MEM_ERROR) throw std::bad_alloc();
    if (error != Z_OK) throw std::runtime_error("zlib compresses no picture");
    text.resize(size);
    return text;
}

}  // namespace

std::string png_bytes(const report::detail::Image& image)
{
    std::string file = "\x89PNG\r\n\x1a\n";
    std::string head;
    append_number(head, static_cast<std::uint32_t>(image.width));
    append_number(head, static_cast<std::uint32_t>(image.height));
    head += {8, 2, 0, 0, 0};  // bits, colour without transparency, the one compression, the one filtering, no interlace
    append_chunk(file, "IHDR", head);
    constexpr std::size_t piece = std::size_t{1} << 20;
    const std::string content = compressed(filtered_rows(image));
    for (std::size_t i = 0; i < content.size(); i += piece) {
        append_chunk(file, "IDAT", std::string_view(content).substr(i, piece));
    }
    append_chunk(file, "IEND", "");
    return file;
}

}  // namespace tocca
