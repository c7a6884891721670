// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/number_text.hpp"

#include <fast_float/fast_float.h>

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
constexpr int greatest_exponent = std::numeric_limits<double>::max_exponent;                  // all are below 2^1024

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
    if (bits > significand_bits || exponent < least_exponent || exponent > greatest_exponent - bits) {
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

RatioReading ratio_of_large(Integer numerator, Integer denominator)
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

std::optional<double> double_of_hexadecimal(std::string_view digits)
{
    double value = 0.0;
    const char* end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, value, std::chars_format::hex);
    if (error != std::errc() || stop != end) return std::nullopt;
    return value;
}

}  // namespace

std::optional<double> double_of(std::string_view text)
{
    const bool negative = !text.empty() && text.front() == '-';
    if (negative || (!text.empty() && text.front() == '+')) text.remove_prefix(1);
    if (text.empty() || text.front() == '-' || text.front() == '+') return std::nullopt;

    std::optional<double> magnitude;
    if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        if (text[2] == '-') return std::nullopt;  // from_chars takes a sign of its own
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

}  // namespace tocca
