// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stop_token>
#include <string>
#include <string_view>

#include "tocca/base/error.hpp"
#include "tocca/io/detail/ply_header.hpp"
#include "tocca/io/detail/text_lines.hpp"

namespace tocca::io::detail {

/// The values of an ASCII PLY file in order, one element a line. `begin` comes before an element's values, `end` after.
class PlyText {
public:
    PlyText(std::string_view text, const std::string& file, const std::stop_token& stop, std::size_t lines_before)
        : lines_(text, file, stop), file_(file), lines_before_(lines_before)
    {}

    /// Whether the text left can hold `count` of these: each value takes a character and one that ends it.
    [[nodiscard]] bool has_room_for(const PlyElement& element) const
    {
        return element.count <= (lines_.rest().size() + 1) / (2 * element.properties.size());
    }

    void begin(const PlyElement& element, std::size_t index)
    {
        if (!lines_.next_filled_line()) fail_short(element, index);
    }
    void end();

    double number(PlyType type);
    std::int64_t integer(PlyType type);
    void skip(PlyType, std::uint64_t count);

    /// Throws: Error (malformed_file) if anything but blanks is left.
    void finish();

    [[noreturn]] void fail(const std::string& sentence, ErrorCode code = ErrorCode::malformed_file) const;

private:
    [[noreturn]] void fail_short(const PlyElement& element, std::size_t index) const;
    std::string_view value();

    TextLines lines_;
    const std::string& file_;
    std::size_t lines_before_;
};

/// The values of a binary PLY file in order, like PlyText.
template <std::endian order>
class PlyBinary {
public:
    PlyBinary(std::string_view bytes, const std::string& file, const std::stop_token& stop)
        : at_(bytes.data()), end_(bytes.data() + bytes.size()), file_(file), stop_(stop)
    {}

    [[nodiscard]] bool has_room_for(const PlyElement& element) const
    {
        std::size_t least = 0;
        for (const PlyProperty& property : element.properties) {
            least += size_of(property.count_type.value_or(property.type));
        }
        return element.count <= left() / least;
    }

    void begin(const PlyElement& element, std::size_t index)
    {
        element_ = &element;
        index_ = index;
        if (index % elements_between_stop_checks == 0) throw_if_stopped(stop_, file_);
    }
    void end() {}

    double number(PlyType type)
    {
        switch (type) {
            case PlyType::float32: return static_cast<double>(load<float, std::uint32_t>());
            case PlyType::float64: return load<double, std::uint64_t>();
            default: return static_cast<double>(integer(type));
        }
    }

    /// Assumes: an integer type.
    std::int64_t integer(PlyType type)
    {
        switch (type) {
            case PlyType::int8: return load<std::int8_t, std::uint8_t>();
            case PlyType::uint8: return load<std::uint8_t, std::uint8_t>();
            case PlyType::int16: return load<std::int16_t, std::uint16_t>();
            case PlyType::uint16: return load<std::uint16_t, std::uint16_t>();
            case PlyType::int32: return load<std::int32_t, std::uint32_t>();
            default: return load<std::uint32_t, std::uint32_t>();
        }
    }

    void skip(PlyType type, std::uint64_t count)
    {
        if (count > left() / size_of(type)) fail_short();
        at_ += count * size_of(type);
    }

    void finish()
    {
        const bool blank = std::all_of(at_, end_, [](char c) { return c == '\n' || c == '\r'; });
        if (!blank || left() > 2) {
            throw Error(ErrorCode::malformed_file, std::to_string(left()) + " bytes are left after the last element",
                        {.file = file_});
        }
    }

    [[noreturn]] void fail(const std::string& sentence, ErrorCode code = ErrorCode::malformed_file) const
    {
        throw Error(code, element_->name + " " + std::to_string(index_) + ": " + sentence, {.file = file_});
    }

private:
    static constexpr std::size_t elements_between_stop_checks = 1 << 14;

    [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
    [[noreturn]] void fail_short() const { fail("the file ends within it"); }

    template <class Value, class Bits>
    Value load()
    {
        static_assert(sizeof(Value) == sizeof(Bits));
        if (left() < sizeof(Bits)) fail_short();
        Bits bits;
        std::memcpy(&bits, at_, sizeof bits);
        at_ += sizeof bits;
        if constexpr (order != std::endian::native) bits = reversed(bits);
        return std::bit_cast<Value>(bits);
    }

    template <class Bits>
    static Bits reversed(Bits bits)
    {
        if constexpr (sizeof(Bits) == 2) return __builtin_bswap16(bits);
        if constexpr (sizeof(Bits) == 4) return __builtin_bswap32(bits);
        if constexpr (sizeof(Bits) == 8) return __builtin_bswap64(bits);
        return bits;
    }

    const char* at_;
    const char* end_;
    const std::string& file_;
    const std::stop_token& stop_;
    const PlyElement* element_ = nullptr;  ///< being read
    std::size_t index_ = 0;
};

}  // namespace tocca::io::detail
