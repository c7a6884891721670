// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/number_text.hpp"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <array>
#include <bit>
#include <boost/multiprecision/gmp.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <system_error>

namespace tocca {
namespace {

using Integer = boost::multiprecision::mpz_int;

constexpr int significand_bits = std::numeric_limits<double>::digits;
constexpr int least_exponent = std::numeric_limits<double>::min_exponent - significand_bits;  // 2^-1074
constexpr int max_exponent = std::numeric_limits<double>::max_exponent;                       // all are below 2^1024

constexpr const char* no_double = "not exactly a double";
constexpr const char* no_integers = "not a ratio of two integers";

/// Digits after an optional sign.
struct IntegerText {
    bool negative = false;
    std::string_view digits;
};

std::optional<IntegerText> integer_text(std::string_view text)
{
    IntegerText integer;
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        integer.negative = text.front() == '-';
        text.remove_prefix(1);
    }
    if (text.empty()) return std::nullopt;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
    }
    integer.digits = text;
    return integer;
}

/// Nothing when the digits may not fit: any 19 digits do.
std::optional<std::uint64_t> small(std::string_view digits)
{
    if (digits.size() > 19) return std::nullopt;
    std::uint64_t value = 0;
    for (const char c : digits) value = 10 * value + static_cast<std::uint64_t>(c - '0');
    return value;
}

Integer large(std::string_view digits)
{
    Integer value;
    mpz_set_str(value.backend().data(), std::string(digits).c_str(), 10);
    return value;
}

/// significand * 2^exponent for an odd significand, if that is a double.
RatioReading scaled(std::uint64_t significand, long exponent)
{
    const auto bits = static_cast<int>(std::bit_width(significand));
    if (bits > significand_bits || exponent < least_exponent || exponent > max_exponent - bits) {
        return {.fault = no_double};
    }
    return {.value = std::ldexp(static_cast<double>(significand), static_cast<int>(exponent))};
}

RatioReading ratio_of_small(std::uint64_t numerator, std::uint64_t denominator)
{
    // A double is an integer times a power of two, so the odd part of the denominator must divide the numerator.
    const int halvings = std::countr_zero(denominator);
    const std::uint64_t odd = denominator >> halvings;
    if (odd != 1 && numerator % odd != 0) return {.fault = no_double};
    const std::uint64_t quotient = numerator / odd;
    const int doublings = std::countr_zero(quotient);
    return scaled(quotient >> doublings, doublings - halvings);
}

RatioReading ratio_of_large(const Integer& numerator, Integer denominator)
{
    const std::size_t halvings = lsb(denominator);
    denominator >>= halvings;
    Integer rest;
    Integer quotient;
    divide_qr(numerator, denominator, quotient, rest);
    if (rest != 0) return {.fault = no_double};
    const std::size_t doublings = lsb(quotient);
    quotient >>= doublings;
    if (msb(quotient) >= static_cast<std::size_t>(significand_bits)) return {.fault = no_double};
    return scaled(quotient.convert_to<std::uint64_t>(), static_cast<long>(doublings) - static_cast<long>(halvings));
}

int hexadecimal_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/// What stands after the "p" of a hexadecimal number, held at a value that no number of digits makes up for.
std::optional<std::int64_t> binary_exponent(std::string_view text)
{
    constexpr std::int64_t far_beyond = std::int64_t{1} << 58;
    const auto integer = integer_text(text);
    if (!integer) return std::nullopt;
    std::int64_t exponent = 0;
    for (const char c : integer->digits) exponent = std::min(10 * exponent + (c - '0'), far_beyond);
    return integer->negative ? -exponent : exponent;
}

/// The double nearest to significand * 2^exponent, ties to even; `more` says that the number is a little greater.
/// Assumes: without `more`, or a significand of more bits than a double has.
double nearest(std::uint64_t significand, std::int64_t exponent, bool more)
{
    if (significand == 0) return 0.0;
    const auto width = static_cast<std::int64_t>(std::bit_width(significand));
    if (exponent + width > max_exponent) return std::numeric_limits<double>::infinity();
    const std::int64_t kept = std::min<std::int64_t>(significand_bits, exponent + width - least_exponent);
    if (kept < 0) return 0.0;
    const std::int64_t dropped = width - kept;
    if (dropped > 0) {
        const std::uint64_t above = dropped == 64 ? 0 : significand >> dropped;
        const std::uint64_t rest = dropped == 64 ? significand : significand - (above << dropped);
        const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
        const bool up = rest > half || (rest == half && (more || above % 2 == 1));
        significand = above + (up ? 1 : 0);
        exponent += dropped;
    }
    return std::ldexp(static_cast<double>(significand), static_cast<int>(exponent));
}

std::optional<double> double_of_hexadecimal(std::string_view text)
{
    constexpr std::uint64_t full = std::uint64_t{1} << 60;  // no room for another digit
    std::uint64_t significand = 0;
    std::int64_t exponent = 0;
    bool more = false;
    bool has_digits = false;
    bool after_point = false;
    for (; !text.empty() && text.front() != 'p' && text.front() != 'P'; text.remove_prefix(1)) {
        if (text.front() == '.' && !after_point) {
            after_point = true;
            continue;
        }
        const int digit = hexadecimal_digit(text.front());
        if (digit < 0) return std::nullopt;
        has_digits = true;
        if (after_point) exponent -= 4;
        if (significand < full) {
            significand = 16 * significand + static_cast<std::uint64_t>(digit);
        } else {
            more |= digit != 0;
            exponent += 4;
        }
    }
    if (!has_digits) return std::nullopt;
    if (!text.empty()) {
        const auto written = binary_exponent(text.substr(1));
        if (!written) return std::nullopt;
        exponent += *written;
    }
    return nearest(significand, exponent, more);
}

}  // namespace

std::optional<double> double_of(std::string_view text)
{
    const bool negative = !text.empty() && text.front() == '-';
    if (negative || (!text.empty() && text.front() == '+')) text.remove_prefix(1);
    if (text.empty() || text.front() == '-' || text.front() == '+') return std::nullopt;

    std::optional<double> magnitude;
    if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        magnitude = double_of_hexadecimal(text.substr(2));
    } else {
        double value = 0.0;
        const char* end = text.data() + text.size();
        const auto [stop, error] = fast_float::from_chars(text.data(), end, value);
        const bool read = error == std::errc() || error == std::errc::result_out_of_range;
        if (read && stop == end) magnitude = value;
    }
    if (magnitude && negative) return -*magnitude;
    return magnitude;
}

RatioReading double_of_ratio(std::string_view numerator, std::string_view denominator)
{
    const auto above = integer_text(numerator);
    const auto below = integer_text(denominator);
    if (!above || !below) return {.fault = no_integers};

    RatioReading reading;
    const auto small_above = small(above->digits);
    const auto small_below = small(below->digits);
    if (small_above && small_below) {
        if (*small_below == 0) return {.fault = "a division by zero"};
        if (*small_above == 0) return {.value = 0.0};
        reading = ratio_of_small(*small_above, *small_below);
    } else {
        const Integer large_below = large(below->digits);
        const Integer large_above = large(above->digits);
        if (large_below == 0) return {.fault = "a division by zero"};
        if (large_above == 0) return {.value = 0.0};
        reading = ratio_of_large(large_above, large_below);
    }
    if (above->negative != below->negative) reading.value = -reading.value;
    return reading;
}

std::string shortest_text(double value)
{
    std::array<char, 32> text;
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), end};
}

std::string with_commas(std::uint64_t count)
{
    std::string text = std::to_string(count);
    for (std::size_t end = text.size(); end > 3; end -= 3) text.insert(end - 3, ",");
    return text;
}

}  // namespace tocca
