// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/number_text.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>

#include "support/random.hpp"
#include "support/rational.hpp"

namespace tocca::number_text_test {
namespace {

using support::Integer;
using support::Rational;

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(DoubleOf, ReadsDecimals)
{
    EXPECT_EQ(double_of("0"), 0.0);
    EXPECT_EQ(double_of("-1.5e-3"), -1.5e-3);
    EXPECT_EQ(double_of("+2"), 2.0);
    EXPECT_EQ(double_of(".5"), 0.5);
    EXPECT_EQ(double_of("5e-324"), std::numeric_limits<double>::denorm_min());
    EXPECT_EQ(double_of("9007199254740993"), 9007199254740992.0);  // halfway, to even
    EXPECT_TRUE(std::signbit(*double_of("-0")));
}

TEST(DoubleOf, ReadsHexadecimals)
{
    EXPECT_EQ(double_of("0x1.8p-3"), 0x1.8p-3);
    EXPECT_EQ(double_of("-0X1P+4"), -16.0);
    EXPECT_EQ(double_of("0x0.0000000000001p-1022"), std::numeric_limits<double>::denorm_min());
    EXPECT_EQ(double_of("0x1.fffffffffffffp+1023"), std::numeric_limits<double>::max());
}

TEST(DoubleOf, RefusesWhatIsNoNumber)
{
    for (const char* text : {"",     "-",       "+",      "--1",   "+-1",    "-+1",  "1,5",    "1.5x",    "x",
                             "0x",   "0x-1p3",  "0x+1p3", "1 2",   "e5",     "0x1p", "0x1pp3", "0x1p+-3", "0x.",
                             "0xp3", "0x1.2.3", "0xinf",  "0xnan", "-0xinf", "0x1g", "1..2",   "\xff"}) {
        EXPECT_FALSE(double_of(text)) << text;
    }
    EXPECT_FALSE(double_of(std::string_view("1\0", 2)));
}

TEST(DoubleOf, SaysWhatIsNotFinite)
{
    EXPECT_EQ(double_of("1e400"), infinity);
    EXPECT_EQ(double_of("-inf"), -infinity);
    EXPECT_TRUE(std::isnan(*double_of("nan")));
}

TEST(DoubleOf, RoundsHexadecimalsAtTheEndsOfTheRange)
{
    const double least = std::numeric_limits<double>::denorm_min();
    EXPECT_EQ(double_of("0x1p1024"), infinity);
    EXPECT_EQ(double_of("-0x1p99999999999999999999"), -infinity);
    EXPECT_EQ(double_of("0x1.fffffffffffff8p+1023"), infinity);  // halfway, to even
    EXPECT_EQ(double_of("0x1.fffffffffffff7ffffffffffffffp+1023"), std::numeric_limits<double>::max());
    EXPECT_EQ(double_of("0x1p-1075"), 0.0);  // halfway, to even
    EXPECT_EQ(double_of("0x1.00000000000000000000001p-1075"), least);
    EXPECT_EQ(double_of("0xfffffffffffffffffffp-1150"), least);
    EXPECT_EQ(double_of("0xfffffffffffffffffffp-1151"), 0.0);  // just below halfway
    EXPECT_EQ(double_of("0x1.8p-1074"), 2 * least);
    EXPECT_EQ(double_of("0x1p-1076"), 0.0);
    EXPECT_EQ(double_of("0x1p-99999999999999999999"), 0.0);
    EXPECT_EQ(double_of("0x0p99999999999999999999"), 0.0);
    EXPECT_TRUE(std::signbit(*double_of("-0x1p-2000")));
}

TEST(DoubleOf, RoundsHexadecimalsLikeTheStandardLibrary)
{
    support::Random random(13);
    for (int i = 0; i < 20'000; ++i) {
        char digits[64];
        std::snprintf(digits, sizeof digits, "%llx%llx", static_cast<unsigned long long>(random.bits()),
                      static_cast<unsigned long long>(random.bits() >> random.below(64)));
        std::string text = digits;
        text.resize(1 + random.below(text.size()));
        if (random.below(4) == 0) text += "8";  // halfway, now and then
        text.insert(random.below(text.size()), ".");
        text = "0x" + text + "p" + std::to_string(random.between(-1180, 1030));
        EXPECT_EQ(double_of(text), std::strtod(text.c_str(), nullptr)) << text;
    }
}

TEST(DoubleOf, ReadsBackEveryDouble)
{
    support::Random random(11);
    for (int i = 0; i < 100'000; ++i) {
        const double x = std::bit_cast<double>(random.bits());
        if (!std::isfinite(x)) continue;
        EXPECT_EQ(double_of(shortest_text(x)), x);
        char text[64];
        std::snprintf(text, sizeof text, "%a", x);
        EXPECT_EQ(double_of(text), x) << text;
    }
}

TEST(DoubleOf, RoundsLikeTheStandardLibrary)
{
    support::Random random(12);
    for (int i = 0; i < 20'000; ++i) {
        std::string digits = std::to_string(random.bits()) + std::to_string(random.bits());
        digits.insert(random.below(digits.size()), ".");
        const std::string decimal = digits + "e" + std::to_string(random.between(-340, 280));
        EXPECT_EQ(double_of(decimal), std::strtod(decimal.c_str(), nullptr)) << decimal;
    }
}

std::string text_of(const Integer& integer) { return integer.str(); }

RatioReading reading_of(const Rational& ratio, const Integer& factor)
{
    return double_of_ratio(text_of(numerator(ratio) * factor), text_of(denominator(ratio) * factor));
}

TEST(DoubleOfRatio, ReadsEveryDoubleReducedOrNot)
{
    support::Random random(13);
    for (int i = 0; i < 20'000; ++i) {
        const double x = random.chance(0.5) ? std::bit_cast<double>(random.bits())
                                            : std::ldexp(random.between(-1000, 1000), random.between(-30, 30));
        if (!std::isfinite(x)) continue;
        const Integer factor = random.chance(0.5) ? Integer(1) : Integer(random.between(1, 1'000'000)) * 7;
        const RatioReading reading = reading_of(Rational(x), factor);
        ASSERT_EQ(reading.fault, nullptr) << x;
        EXPECT_EQ(reading.value, x);
    }
}

TEST(DoubleOfRatio, RefusesWhatIsBetweenDoubles)
{
    support::Random random(14);
    for (int i = 0; i < 20'000; ++i) {
        const double x = std::bit_cast<double>(random.bits());
        const double above = std::nextafter(x, infinity);
        if (!std::isfinite(x) || !std::isfinite(above)) continue;
        EXPECT_NE(reading_of((Rational(x) + Rational(above)) / 2, 1).fault, nullptr) << x;
        EXPECT_NE(reading_of((2 * Rational(x) + Rational(above)) / 3, 1).fault, nullptr) << x;
    }
}

TEST(DoubleOfRatio, KnowsTheEndsOfTheRange)
{
    const Integer one = 1;
    const double greatest = std::numeric_limits<double>::max();
    EXPECT_EQ(reading_of(Rational(greatest), 3).value, greatest);
    EXPECT_NE(double_of_ratio(text_of(one << 1024), "1").fault, nullptr);
    EXPECT_EQ(double_of_ratio("1", text_of(one << 1074)).value, std::numeric_limits<double>::denorm_min());
    EXPECT_NE(double_of_ratio("1", text_of(one << 1075)).fault, nullptr);
    EXPECT_NE(double_of_ratio("3", text_of(one << 1075)).fault, nullptr);
    EXPECT_EQ(double_of_ratio("2", text_of(one << 1075)).value, std::numeric_limits<double>::denorm_min());
}

TEST(DoubleOfRatio, ReadsSignsAndLeadingZeros)
{
    EXPECT_EQ(double_of_ratio("-3", "2").value, -1.5);
    EXPECT_EQ(double_of_ratio("3", "-2").value, -1.5);
    EXPECT_EQ(double_of_ratio("-3", "-2").value, 1.5);
    EXPECT_EQ(double_of_ratio("+010", "8").value, 1.25);
    EXPECT_EQ(double_of_ratio(std::string(100, '0') + "10", "8").value, 1.25);
    EXPECT_EQ(double_of_ratio("0", "1" + std::string(400, '0')).value, 0.0);
    EXPECT_EQ(double_of_ratio("18446744073709551616", "1").value, 0x1p64);
    EXPECT_EQ(double_of_ratio("9999999999999999999", "9999999999999999999").value, 1.0);
}

TEST(DoubleOfRatio, RefusesWhatIsNoRatio)
{
    for (const char* text : {"", "-", "1.5", "0x10", "1e3", "a", "1 ", "--1"}) {
        EXPECT_STREQ(double_of_ratio(text, "1").fault, "not a ratio of two integers") << text;
        EXPECT_STREQ(double_of_ratio("1", text).fault, "not a ratio of two integers") << text;
    }
    EXPECT_STREQ(double_of_ratio("1", "0").fault, "a division by zero");
    EXPECT_STREQ(double_of_ratio("0", std::string(50, '0')).fault, "a division by zero");
}

TEST(NumberText, CountsWithCommas)
{
    EXPECT_EQ(with_commas(0), "0");
    EXPECT_EQ(with_commas(999), "999");
    EXPECT_EQ(with_commas(1000), "1,000");
    EXPECT_EQ(with_commas(18446744073709551615U), "18,446,744,073,709,551,615");
}

}  // namespace
}  // namespace tocca::number_text_test
