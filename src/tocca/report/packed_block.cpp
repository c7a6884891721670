// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/packed_block.hpp"

#include <zlib.h>

#include <bit>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "tocca/base/error.hpp"

namespace tocca {
namespace {

// Beyond level 6 numbers take much longer and get hardly smaller.
constexpr int deflate_level = 6;

std::string deflated(const std::vector<unsigned char>& bytes)
{
    z_stream stream{};
    if (deflateInit(&stream, deflate_level) != Z_OK) throw std::bad_alloc();
    std::string result;
    std::vector<unsigned char> buffer(std::size_t{1} << 18U);
    std::size_t given = 0;
    int state = Z_OK;
    while (state != Z_STREAM_END) {
        const std::size_t piece = std::min<std::size_t>(bytes.size() - given, std::numeric_limits<uInt>::max() / 2);
        // zlib does not write to its input; its type predates const.
        stream.next_in = const_cast<unsigned char*>(bytes.data() + given);
        stream.avail_in = static_cast<uInt>(piece);
        const bool last = given + piece == bytes.size();
        do {
            stream.next_out = buffer.data();
            stream.avail_out = static_cast<uInt>(buffer.size());
            state = deflate(&stream, last ? Z_FINISH : Z_NO_FLUSH);
            result.append(buffer.begin(), buffer.end() - stream.avail_out);
        } while (stream.avail_out == 0);
        given += piece;
    }
    deflateEnd(&stream);
    return result;
}

/// Little endian, byte plane by byte plane.
template <class Number>
std::vector<unsigned char> planes_of(std::span<const Number> numbers)
{
    std::vector<unsigned char> bytes(numbers.size() * sizeof(Number));
    for (std::size_t j = 0; j < sizeof(Number); ++j) {
        unsigned char* plane = bytes.data() + j * numbers.size();
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            plane[i] = static_cast<unsigned char>(static_cast<std::uint64_t>(numbers[i]) >> (8U * j) & 255U);
        }
    }
    return bytes;
}

/// Small differences of either sign as small numbers.
template <class Number>
Number folded(Number difference)
{
    using Signed = std::make_signed_t<Number>;
    constexpr int bits = std::numeric_limits<Number>::digits;
    const auto sign = static_cast<Number>(static_cast<Signed>(difference) >> (bits - 1));
    return static_cast<Number>(static_cast<Number>(difference << 1U) ^ sign);
}

/// Number i of the array that what comes before and the numbers make together, less its prediction.
template <class Number>
Number difference_at(std::span<const Number> numbers, const Prediction& prediction, int order, std::size_t i)
{
    const std::size_t stride = prediction.stride, known = prediction.before.size();
    const auto at = [&](std::size_t place) {
        return place < known ? static_cast<Number>(prediction.before[place]) : numbers[place - known];
    };
    const std::size_t place = known + i;
    if (order == 0 || place < stride) return numbers[i];
    const Number before = at(place - stride);
    if (order == 1 || place < 2 * stride) return static_cast<Number>(numbers[i] - before);
    return static_cast<Number>(numbers[i] - before - (before - at(place - 2 * stride)));
}

void check(const Prediction& prediction)
{
    require(prediction.stride > 0, "the stride of a prediction must be positive");
    require(prediction.order >= 0 && prediction.order <= 2, "the order of a prediction must be 0, 1 or 2");
    require(prediction.before.empty() || prediction.before.size() == prediction.stride,
            "the numbers before a block must be as many as its stride");
}

template <class Number>
PackedBlock packed_integers(std::string_view type, std::span<const Number> numbers, const Prediction& prediction)
{
    check(prediction);
    std::vector<Number> differences(numbers.begin(), numbers.end());
    if (prediction.order > 0) {
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            differences[i] = folded(difference_at(numbers, prediction, prediction.order, i));
        }
    }
    return {.type = type,
            .count = numbers.size(),
            .stride = prediction.stride,
            .order = prediction.order,
            .bytes = deflated(planes_of(std::span<const Number>(differences)))};
}

template <class Bits, class Number>
PackedBlock packed_floats(std::string_view type, std::span<const Number> numbers)
{
    std::vector<Bits> bits(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) bits[i] = std::bit_cast<Bits>(numbers[i]);
    return {.type = type, .count = numbers.size(), .bytes = deflated(planes_of(std::span<const Bits>(bits)))};
}

}  // namespace

PackedBlock packed(std::span<const std::uint8_t> numbers, const Prediction& prediction)
{
    return packed_integers("u8", numbers, prediction);
}

PackedBlock packed(std::span<const std::uint16_t> numbers, const Prediction& prediction)
{
    return packed_integers("u16", numbers, prediction);
}

PackedBlock packed(std::span<const std::uint32_t> numbers, const Prediction& prediction)
{
    return packed_integers("u32", numbers, prediction);
}

PackedBlock packed(std::span<const float> numbers) { return packed_floats<std::uint32_t>("f32", numbers); }
PackedBlock packed(std::span<const double> numbers) { return packed_floats<std::uint64_t>("f64", numbers); }

int better_order(std::span<const std::uint16_t> numbers, const Prediction& prediction)
{
    check(prediction);
    std::uint64_t first = 0, second = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        first += folded(difference_at(numbers, prediction, 1, i));
        second += folded(difference_at(numbers, prediction, 2, i));
    }
    return second < first ? 2 : 1;
}

}  // namespace tocca
