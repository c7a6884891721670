// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/detail/canvas.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "report/png_reading.hpp"
#include "support/random.hpp"
#include "tocca/report/detail/canvas_shapes.hpp"
#include "tocca/report/detail/stroke_font.hpp"

namespace tocca::report::detail::canvas_test {
namespace {

using support::count_of;
using support::pixel;

constexpr Colour black = {0, 0, 0}, red = {255, 0, 0}, green = {0, 255, 0};

std::array<Corner, 3> flat(Place a, Place b, Place c, double nearness = 1.0)
{
    return {{{a, nearness}, {b, nearness}, {c, nearness}}};
}

TEST(Canvas, DrawsTheGround)
{
    const Image image = Canvas(5, 3, red).drawn(1);
    EXPECT_EQ(image.bytes.size(), 45U);
    EXPECT_EQ(count_of(image, red), 15U);
}

TEST(Canvas, ARectangleCoversItsPixelsAndNoOthers)
{
    Canvas canvas(40, 40, black);
    add_rectangle(canvas, {3, 5}, {20, 33}, {.colour = red, .nearness = 1.0});
    const Image image = canvas.drawn(1);
    EXPECT_EQ(count_of(image, red), 17U * 28U);
    EXPECT_EQ(count_of(image, black), 1600U - 17U * 28U);
}

TEST(Canvas, EdgesAreMeansOfSamples)
{
    Canvas canvas(4, 4, black);
    add_rectangle(canvas, {0, 0}, {1.0 / 3.0, 4}, {.colour = {255, 255, 255}, .nearness = 1.0});
    const Image image = canvas.drawn(1);
    EXPECT_EQ(pixel(image, 0, 0), (Colour{85, 85, 85}));
    EXPECT_EQ(pixel(image, 1, 0), black);
}

/// However a square is cut into triangles, with whatever orientation, each sample is covered.
TEST(Canvas, TrianglesWithACommonEdgeLeaveNoGap)
{
    support::Random random(5);
    for (int round = 0; round < 200; ++round) {
        Canvas canvas(32, 32, black);
        const Place middle{32.0 * random.unit(), 32.0 * random.unit()};
        std::vector<Place> around = {{0, 0},  {32.0 * random.unit(), 0}, {32, 0}, {32, 32.0 * random.unit()}, {32, 32},
                                     {0, 32}, {0, 32.0 * random.unit()}};
        for (std::size_t i = 0; i < around.size(); ++i) {
            const Place next = around[(i + 1) % around.size()];
            canvas.add(random.chance(0.5) ? flat(middle, around[i], next) : flat(middle, next, around[i]), red);
        }
        EXPECT_EQ(count_of(canvas.drawn(1), red), 32U * 32U) << round;
    }
}

/// A sample on a common edge belongs to one triangle: what is drawn after another does not take over its edge.
TEST(Canvas, CommonEdgesBelongToOneTriangle)
{
    Canvas first(8, 8, black), second(8, 8, black);
    const auto upper = flat({0, 0}, {8, 0}, {8, 8}), lower = flat({0, 0}, {8, 8}, {0, 8});
    first.add(upper, red);
    first.add(lower, green);
    second.add(lower, green);
    second.add(upper, red);
    EXPECT_EQ(first.drawn(1).bytes, second.drawn(1).bytes);
}

TEST(Canvas, NearerHidesAndOfEqualsTheLater)
{
    const auto whole = [](double nearness) { return flat({-9, -9}, {30, -9}, {-9, 30}, nearness); };
    Canvas canvas(8, 8, black);
    canvas.add(whole(0.5), red);
    canvas.add(whole(0.4), green);
    EXPECT_EQ(count_of(canvas.drawn(1), red), 64U);
    canvas.add(whole(0.5), green);
    EXPECT_EQ(count_of(canvas.drawn(1), green), 64U);
}

/// Two triangles that pass through each other: each is seen where it is nearer.
TEST(Canvas, NearnessIsLinearAcrossATriangle)
{
    Canvas canvas(60, 6, black);
    const auto slanted = [&](double left, double right, Colour colour) {
        canvas.add({{{{0, -20}, left}, {{60, 0}, right}, {{0, 20}, left}}}, colour);
        canvas.add({{{{60, -20}, right}, {{60, 20}, right}, {{0, -20}, left}}}, colour);
        canvas.add({{{{60, 20}, right}, {{0, 20}, left}, {{0, -20}, left}}}, colour);
    };
    slanted(0.1, 0.9, red);
    slanted(0.9, 0.1, green);
    const Image image = canvas.drawn(1);
    EXPECT_EQ(pixel(image, 28, 3), green);
    EXPECT_EQ(pixel(image, 31, 3), red);
}

TEST(Canvas, WindowsCut)
{
    Canvas canvas(20, 20, black);
    canvas.set_window({5, 6, 9, 16});
    add_rectangle(canvas, {-3, -3}, {23, 23}, {.colour = red, .nearness = 1.0});
    EXPECT_EQ(count_of(canvas.drawn(1), red), 40U);
}

TEST(Canvas, LeavesOutWhatIsNoTriangle)
{
    const double infinity = std::numeric_limits<double>::infinity(), nan = std::nan("");
    Canvas canvas(16, 16, black);
    canvas.add(flat({1, 1}, {1, 1}, {9, 9}), red);
    canvas.add(flat({1, 1}, {5, 5}, {9, 9}), red);
    for (const double bad : {nan, infinity, -infinity, 1e300, 65.0, -65.0}) {
        canvas.add(flat({1, bad}, {15, 1}, {9, 9}), red);
        canvas.add(flat({bad, 1}, {15, 1}, {9, 9}), red);
    }
    canvas.add(flat({0, 0}, {15, 1}, {9, 9}, nan), red);
    EXPECT_EQ(count_of(canvas.drawn(1), black), 256U);
}

TEST(Canvas, ThreadsMakeNoDifference)
{
    support::Random random(7);
    Canvas canvas(200, 333, black);
    for (int i = 0; i < 500; ++i) {
        std::array<Corner, 3> corners;
        for (Corner& corner : corners) {
            corner = {{300.0 * random.signed_unit(), 400.0 * random.unit()}, random.unit()};
        }
        canvas.add(corners, {static_cast<std::uint8_t>(random.below(256)), 7, 9});
    }
    EXPECT_EQ(canvas.drawn(1).bytes, canvas.drawn(4).bytes);
}

TEST(Canvas, LinesDiscsAndArrowsAreAsLargeAsTheyShouldBe)
{
    const auto covered = [](const auto& draw) {
        Canvas canvas(100, 100, black);
        draw(canvas);
        double sum = 0.0;
        const Image image = canvas.drawn(1);
        for (std::size_t i = 0; i < image.bytes.size(); i += 3) sum += image.bytes[i] / 255.0;
        return sum;
    };
    const Pen pen{.colour = red, .width = 4.0, .nearness = 1.0};
    constexpr double pi = 3.14159;
    EXPECT_NEAR(covered([&](Canvas& canvas) { add_disc(canvas, {50, 50}, 20, pen); }), pi * 400.0, 10.0);
    EXPECT_NEAR(covered([&](Canvas& canvas) { add_line(canvas, {{10, 10}, 1}, {{40, 50}, 1}, pen); }), 200.0, 5.0);
    EXPECT_NEAR(covered([&](Canvas& canvas) {
                    add_round_line(canvas, {10, 10}, {40, 50}, pen);
                }),
                200.0 + pi * 4.0, 5.0);
    EXPECT_NEAR(covered([&](Canvas& canvas) { add_line(canvas, {{10, 10}, 1}, {{10, 10}, 1}, pen); }), 16.0, 3.0);
    EXPECT_EQ(covered([&](Canvas& canvas) { add_arrow(canvas, {10, 10}, {10, 10}, pen); }), 0.0);
    EXPECT_GT(covered([&](Canvas& canvas) { add_arrow(canvas, {10, 10}, {10, 90}, pen); }), 4.0 * 80.0);
}

TEST(StrokeFont, EveryLetterIsDrawnWithinItsWidth)
{
    for (char c = '!'; c <= '~'; ++c) {
        Canvas canvas(60, 60, black);
        add_text(canvas, {10, 40}, std::string(1, c), 27, {.colour = red, .nearness = 1.0});
        const Image image = canvas.drawn(1);
        const double right = 10 + text_width(std::string(1, c), 27);
        std::size_t drawn = 0;
        for (std::size_t x = 0; x < 60; ++x) {
            for (std::size_t y = 0; y < 60; ++y) {
                if (pixel(image, x, y) == black) continue;
                ++drawn;
                EXPECT_GE(static_cast<double>(x), 6.0) << c;
                EXPECT_LE(static_cast<double>(x), right + 4.0) << c;
            }
        }
        EXPECT_GT(drawn, 8U) << c;
    }
}

TEST(StrokeFont, LettersDiffer)
{
    std::vector<std::vector<std::uint8_t>> seen;
    for (char c = ' '; c <= '~'; ++c) {
        Canvas canvas(60, 60, black);
        add_text(canvas, {10, 40}, std::string(1, c), 27, {.colour = red, .nearness = 1.0});
        seen.push_back(canvas.drawn(1).bytes);
    }
    for (std::size_t i = 0; i < seen.size(); ++i) {
        for (std::size_t j = i + 1; j < seen.size(); ++j) EXPECT_NE(seen[i], seen[j]) << i << ' ' << j;
    }
}

TEST(StrokeFont, CharactersOfUtf8AreOneBoxEach)
{
    EXPECT_EQ(text_width("", 10.0), 0.0);
    EXPECT_EQ(text_width("\xe2\x82\xac", 10.0), text_width("\x01", 10.0));
    EXPECT_EQ(text_width("\xc3\xa9\xc3\xa9", 10.0), text_width("\xff\xfe", 10.0));
}

TEST(StrokeFont, ShortensToAWidth)
{
    EXPECT_EQ(shortened("short", 10.0, 1000.0), "short");
    EXPECT_EQ(shortened("anything", 10.0, 1.0), "");
    EXPECT_EQ(shortened("anything", 10.0, -1.0), "");
    const std::string text = shortened(std::string(5000, 'x'), 10.0, 200.0);
    EXPECT_LE(text_width(text, 10.0), 200.0);
    EXPECT_GT(text_width(text, 10.0), 180.0);
    EXPECT_EQ(text.substr(text.size() - 4), "x...");
    EXPECT_EQ(shortened("\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 10.0, 30.0).size() % 2, 1U);
}

}  // namespace
}  // namespace tocca::report::detail::canvas_test
