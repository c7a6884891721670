// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/packed_block.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

#include "report/unpacked_block.hpp"

namespace tocca::packed_block_test {
namespace {

using support::unpacked;

template <class Number>
std::vector<Number> some(std::size_t count)
{
    std::mt19937_64 random(count);
    std::vector<Number> numbers(count);
    for (Number& number : numbers) number = static_cast<Number>(random() >> (random() % 60));
    if (count > 2) {
        numbers[0] = 0;
        numbers[1] = std::numeric_limits<Number>::max();
    }
    return numbers;
}

template <class Number>
void expect_same()
{
    for (const std::size_t count :
         {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{1000}}) {
        const std::vector<Number> numbers = some<Number>(count);
        for (const std::size_t stride : {std::size_t{1}, std::size_t{3}, std::size_t{400}, std::size_t{2000}}) {
            for (const int order : {0, 1, 2}) {
                const PackedBlock block = packed(std::span<const Number>(numbers), {.stride = stride, .order = order});
                EXPECT_EQ(block.count, count);
                EXPECT_EQ(unpacked<Number>(block), numbers) << count << " " << stride << " " << order;
            }
        }
    }
}

TEST(PackedBlock, IntegersComeBack)
{
    expect_same<std::uint8_t>();
    expect_same<std::uint16_t>();
    expect_same<std::uint32_t>();
}

TEST(PackedBlock, FloatsComeBack)
{
    const std::vector<double> numbers = {0.0, -0.0, 1.5, -1e300, 5e-324, std::numeric_limits<double>::infinity()};
    const std::vector<double> back = unpacked<double>(packed(std::span(numbers)));
    EXPECT_EQ(back, numbers);
    EXPECT_TRUE(std::signbit(back[1]));
    const std::vector<float> floats = {1.0F, std::numeric_limits<float>::quiet_NaN(), -3.25F};
    const std::vector<float> read = unpacked<float>(packed(std::span(floats)));
    EXPECT_EQ(read[0], 1.0F);
    EXPECT_TRUE(std::isnan(read[1]));
    EXPECT_EQ(read[2], -3.25F);
}

TEST(PackedBlock, GoesOnFromWhatIsKnown)
{
    const std::vector<std::uint16_t> before = {10, 60000, 7};
    const std::vector<std::uint16_t> numbers = {11, 2, 9, 12, 3000, 11, 13, 6000, 13};
    for (const int order : {1, 2}) {
        const PackedBlock block =
            packed(std::span<const std::uint16_t>(numbers), {.stride = 3, .order = order, .before = before});
        EXPECT_EQ(block.count, numbers.size());
        EXPECT_EQ(unpacked<std::uint16_t>(block, before), numbers);
    }
}

TEST(PackedBlock, SteadyMotionsAreSmallByTheSecondOrder)
{
    std::vector<std::uint16_t> steady, still;
    for (std::uint16_t key = 0; key < 50; ++key) {
        for (std::uint16_t i = 0; i < 100; ++i) {
            steady.push_back(static_cast<std::uint16_t>(37 * i + key * (i + 1)));
            still.push_back(static_cast<std::uint16_t>(1000 * i));
        }
    }
    EXPECT_EQ(better_order(steady, {.stride = 100}), 2);
    EXPECT_EQ(better_order(still, {.stride = 100}), 1);
    const std::span<const std::uint16_t> numbers(steady);
    EXPECT_LT(packed(numbers, {.stride = 100, .order = 2}).bytes.size(), packed(numbers).bytes.size() / 4);
}

TEST(PackedBlock, RefusesWhatCannotBeRead)
{
    const std::vector<std::uint16_t> numbers = {1, 2, 3};
    const std::span<const std::uint16_t> span(numbers);
    EXPECT_THROW((void)packed(span, {.stride = 0}), std::invalid_argument);
    EXPECT_THROW((void)packed(span, {.stride = 1, .order = 3}), std::invalid_argument);
    EXPECT_THROW((void)packed(span, {.stride = 2, .order = 1, .before = span}), std::invalid_argument);
}

}  // namespace
}  // namespace tocca::packed_block_test
