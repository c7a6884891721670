// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/npy_header.hpp"

#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <system_error>

#include "tocca/base/error.hpp"
#include "tocca/io/detail/excerpt.hpp"

namespace tocca::io::detail {
namespace {

static_assert(std::endian::native == std::endian::little, "'<' values are copied as the file holds them");

constexpr std::string_view magic = "\x93NUMPY";

/// Reads the header's Python literal: {'descr': '<f8', 'fortran_order': False, 'shape': (n, 8, 3), }
class HeaderReader {
public:
    HeaderReader(std::string_view text, const std::string& file) : rest_(text), file_(file) {}

    NpyLayout read()
    {
        NpyLayout layout;
        bool has_type = false;
        bool has_order = false;
        bool has_shape = false;
        expect('{');
        while (!accept('}')) {
            const std::string_view key = quoted();
            expect(':');
            if ((key == "descr" && has_type) || (key == "fortran_order" && has_order) ||
                (key == "shape" && has_shape)) {
                fail_npy(file_, "the key " + excerpt(key) + " is twice in the header of the array");
            }
            if (key == "descr") {
                layout.type = quoted();
                has_type = true;
            } else if (key == "fortran_order") {
                layout.fortran_order = truth();
                has_order = true;
            } else if (key == "shape") {
                layout.shape = tuple();
                has_shape = true;
            } else {
                fail_npy(file_, "unknown key " + excerpt(key) + " in the header of the array");
            }
            if (accept(',')) continue;
            expect('}');
            break;
        }
        skip_blanks();
        if (!rest_.empty()) broken();
        if (!has_type || !has_order || !has_shape) {
            fail_npy(file_, "the header of the array lacks 'descr', 'fortran_order' or 'shape'");
        }
        return layout;
    }

private:
    void skip_blanks()
    {
        while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\n' || rest_.front() == '\t')) {
            rest_.remove_prefix(1);
        }
    }

    bool accept(char c)
    {
        skip_blanks();
        if (rest_.empty() || rest_.front() != c) return false;
        rest_.remove_prefix(1);
        return true;
    }

    bool accept_word(std::string_view word)
    {
        skip_blanks();
        if (!rest_.starts_with(word)) return false;
        rest_.remove_prefix(word.size());
        return true;
    }

    void expect(char c)
    {
        if (!accept(c)) broken();
    }

    std::string_view quoted()
    {
        skip_blanks();
        if (rest_.empty() || (rest_.front() != '\'' && rest_.front() != '"')) {
            fail_npy(file_, "the array is not one of plain numbers: " + excerpt(rest_));
        }
        const std::size_t end = rest_.find(rest_.front(), 1);
        if (end == std::string_view::npos) broken();
        const std::string_view text = rest_.substr(1, end - 1);
        rest_.remove_prefix(end + 1);
        return text;
    }

    bool truth()
    {
        if (accept_word("True")) return true;
        if (!accept_word("False")) broken();
        return false;
    }

    std::vector<std::size_t> tuple()
    {
        std::vector<std::size_t> sizes;
        expect('(');
        while (!accept(')')) {
            skip_blanks();
            std::size_t size = 0;
            const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
            if (error != std::errc()) broken();
            rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
            accept('L');  // Python 2 wrote long integers so
            sizes.push_back(size);
            if (accept(',')) continue;
            expect(')');
            break;
        }
        return sizes;
    }

    [[noreturn]] void broken() const
    {
        fail_npy(file_, "the header of the array cannot be understood at " + excerpt(rest_));
    }

    std::string_view rest_;
    const std::string& file_;
};

std::size_t little_endian(std::string_view bytes)
{
    std::size_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) value = (value << 8) | static_cast<unsigned char>(bytes[i]);
    return value;
}

}  // namespace

void fail_npy(const std::string& file, const std::string& sentence)
{
    throw Error(ErrorCode::malformed_file, sentence, {.file = file});
}

NpyLayout take_npy_header(std::string_view& bytes, const std::string& file)
{
    if (!bytes.starts_with(magic)) fail_npy(file, "it does not begin as a NumPy array file does");
    bytes.remove_prefix(magic.size());
    if (bytes.size() < 2) fail_npy(file, "it ends within the header of the array");
    const int version = static_cast<unsigned char>(bytes[0]);
    if (version < 1 || version > 3) {
        fail_npy(file,
                 "version " + std::to_string(version) + " of the NumPy array format is not read, only 1, 2 and 3");
    }
    bytes.remove_prefix(2);
    const std::size_t size_bytes = version == 1 ? 2 : 4;
    if (bytes.size() < size_bytes) fail_npy(file, "it ends within the header of the array");
    const std::size_t size = little_endian(bytes.substr(0, size_bytes));
    bytes.remove_prefix(size_bytes);
    if (bytes.size() < size) fail_npy(file, "it ends within the header of the array");
    const NpyLayout layout = HeaderReader(bytes.substr(0, size), file).read();
    bytes.remove_prefix(size);
    return layout;
}

double NpyFloats::at(const char* values, std::size_t number) const
{
    if (wide) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, values + number * sizeof bits, sizeof bits);
        return std::bit_cast<double>(reversed ? __builtin_bswap64(bits) : bits);
    }
    std::uint32_t bits = 0;
    std::memcpy(&bits, values + number * sizeof bits, sizeof bits);
    return static_cast<double>(std::bit_cast<float>(reversed ? __builtin_bswap32(bits) : bits));
}

NpyFloats npy_floats(const NpyLayout& layout, std::size_t value_bytes, const std::string& file)
{
    const std::string_view type = layout.type;
    if (type != "<f8" && type != "<f4" && type != ">f8" && type != ">f4") {
        fail_npy(file, "the array has values of type " + excerpt(type) + ", not float64 or float32");
    }
    const NpyFloats floats{.wide = type.ends_with("f8"), .reversed = type.starts_with('>')};
    // Divided, since a product may be beyond 64 bits.
    std::size_t rest = value_bytes / floats.bytes();
    bool fills = value_bytes % floats.bytes() == 0;
    for (const std::size_t size : layout.shape) {
        fills = fills && size != 0 && rest % size == 0;
        if (fills) rest /= size;
    }
    if (!fills || rest != 1) {
        fail_npy(file, "an array of shape " + shape_text(layout.shape) + " does not fill its " +
                           std::to_string(value_bytes) + " bytes");
    }
    return floats;
}

std::string shape_text(const std::vector<std::size_t>& shape)
{
    std::string text = "(";
    for (const std::size_t size : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
    return text + ")";
}

}  // namespace tocca::io::detail
