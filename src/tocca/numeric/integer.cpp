// SPDX-License-Identifier: Apache-2.0
#include "tocca/numeric/integer.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace tocca {
namespace {

/// A finite double as mantissa * 2^exponent with an odd mantissa (or 0).
struct OddMantissa {
    std::int64_t mantissa;
    int exponent;
};

OddMantissa odd_mantissa(double x)
{
    if (x == 0.0) return {0, 0};
    int exponent = 0;
    const double fraction = std::frexp(x, &exponent);
    auto mantissa = static_cast<std::int64_t>(std::ldexp(fraction, 53));
    exponent -= 53;
    const int zeros = __builtin_ctzll(static_cast<unsigned long long>(mantissa));
    return {mantissa >> zeros, exponent + zeros};
}

/// The leading 64 bits of |x| as x = top * 2^shift, cutting the rest.
struct Leading {
    double top;
    int shift;
};

Leading leading(const Integer& x)
{
    const Integer magnitude = abs(x);
    const int bits = static_cast<int>(msb(magnitude)) + 1;
    const int shift = std::max(0, bits - 64);
    const auto top = static_cast<std::uint64_t>(magnitude >> static_cast<unsigned>(shift));
    return {static_cast<double>(top), shift};
}

}  // namespace

CommonScale to_common_integers(std::span<const double> numbers)
{
    std::vector<OddMantissa> parts;
    parts.reserve(numbers.size());
    int lowest = std::numeric_limits<int>::max();
    for (const double x : numbers) {
        parts.push_back(odd_mantissa(x));
        if (parts.back().mantissa != 0) lowest = std::min(lowest, parts.back().exponent);
    }
    CommonScale scale;
    scale.exponent = lowest == std::numeric_limits<int>::max() ? 0 : lowest;
    scale.integers.reserve(numbers.size());
    for (const OddMantissa& part : parts) {
        Integer x = part.mantissa;
        if (part.mantissa != 0) x <<= static_cast<unsigned>(part.exponent - scale.exponent);
        scale.integers.push_back(std::move(x));
    }
    return scale;
}

double approximate_ratio(const Integer& numerator, const Integer& denominator)
{
    if (numerator.is_zero()) return 0.0;
    const Leading n = leading(numerator);
    const Leading d = leading(denominator);
    const double magnitude = std::ldexp(n.top / d.top, n.shift - d.shift);
    return numerator.sign() < 0 ? -magnitude : magnitude;
}

double approximate(const Integer& x, int exponent)
{
    if (x.is_zero()) return 0.0;
    const Leading n = leading(x);
    const double magnitude = std::ldexp(n.top, n.shift + exponent);
    return x.sign() < 0 ? -magnitude : magnitude;
}

}  // namespace tocca
