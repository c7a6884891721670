// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/picture.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "report/png_reading.hpp"
#include "report/random_recording.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/report/verdict.hpp"

namespace tocca {
namespace {

using support::bare_recording;
using support::count_of;
using support::pixel;
using support::PngReading;
using support::RandomRecording;

const PictureOptions small = {.width = 320, .height = 240};

report::detail::Image image_of(const RecordedMotion& motion, const PictureOptions& options = small)
{
    return PngReading(png_of(motion, options)).image();
}

std::uint64_t hash(const report::detail::Image& image)
{
    std::uint64_t value = 14695981039346656037U;
    for (const std::uint8_t byte : image.bytes) value = (value ^ byte) * 1099511628211U;
    return value;
}

/// A box that falls on a sheet; all numbers are multiples of powers of two.
RecordedMotion falling_box()
{
    RecordedMotion motion = bare_recording("a box falls on a sheet", {0.0, 1.0, 2.0});
    const Shape ground = sheet({.columns = 4, .rows = 4, .width = 4.0, .depth = 4.0});
    const Shape high = translated(box({}), {2.0, 2.0, 2.5});
    motion.bodies.push_back({.name = "sheet", .faces = ground.faces, .last_key = 2, .positions = {ground.positions}});
    motion.bodies.push_back({.name = "box",
                             .faces = high.faces,
                             .last_key = 2,
                             .positions = {high.positions, translated(high, {0, 0, -1}).positions,
                                           translated(high, {0, 0, -3}).positions}});
    motion.steps[0].name = "first";
    motion.steps[1] = {.name = "second", .outcome = Outcome::contact, .safe_until = 0.5, .contact_count = 1};
    RecordedContact contact{.step = 1};
    contact.contact.toc = {0.5, 0.5};
    contact.contact.objects = {1, 0};
    contact.contact.vertices = {0, 6, 7, 12};
    contact.contact.point = {1.5, 1.5, 0.0};
    contact.contact.normal = {0, 0, 1};
    motion.contacts = {contact};
    return motion;
}

TEST(Picture, ShowsBodiesContactTextAndTimeLine)
{
    const report::detail::Image image = image_of(falling_box(), {.width = 800, .height = 500});
    EXPECT_EQ(image.width, 800U);
    EXPECT_EQ(image.height, 500U);
    EXPECT_GT(count_of(image, {0xf6, 0xf5, 0xf1}), 100'000U);
    EXPECT_GT(count_of(image, report::detail::contact_colour), 30U);
    EXPECT_GT(count_of(image, report::detail::free_colour), 1'000U);
    EXPECT_GT(count_of(image, report::detail::light_theme.empty_bar), 500U);
    EXPECT_GT(count_of(image, report::detail::light_theme.ink), 20U);
    // The contact is in the middle of what is above the strip.
    EXPECT_EQ(pixel(image, 400, 229), report::detail::contact_colour);
    // The box and the sheet have the hues of their colours.
    std::size_t blue = 0, orange = 0;
    for (std::size_t i = 0; i < image.bytes.size(); i += 3) {
        if (image.bytes[i + 2] > image.bytes[i] + 40) ++blue;
        if (image.bytes[i] > image.bytes[i + 2] + 40) ++orange;
    }
    EXPECT_GT(blue, 20'000U);
    EXPECT_GT(orange, 10'000U);
}

TEST(Picture, DarkOnesHaveADarkGround)
{
    const report::detail::Image image = image_of(falling_box(), {.width = 800, .height = 500, .dark = true});
    EXPECT_EQ(pixel(image, 0, 0), (report::detail::Colour{0x15, 0x17, 0x1a}));
    EXPECT_EQ(count_of(image, {0xf6, 0xf5, 0xf1}), 0U);
}

TEST(Picture, PixelsAreTheSameEverywhere) { EXPECT_EQ(hash(image_of(falling_box())), 554836740123187349U); }

TEST(Picture, StepsAreCalledAsTold)
{
    const std::string usual = png_of(falling_box());
    EXPECT_EQ(png_of(falling_box(), {.step_word = "step"}), usual);
    EXPECT_NE(png_of(falling_box(), {.step_word = "edge"}), usual);
}

TEST(Picture, ThreadsMakeNoDifference)
{
    EXPECT_EQ(png_of(falling_box(), {.threads = 1}), png_of(falling_box(), {.threads = 3}));
}

/// Coordinates of any size are drawn alike: powers of two change no digit.
TEST(Picture, SizeMakesNoDifference)
{
    const report::detail::Image usual = image_of(falling_box());
    for (const int exponent : {-1000, -300, 300, 1000}) {
        const double scale = std::ldexp(1.0, exponent);
        RecordedMotion motion = falling_box();
        for (RecordedBody& body : motion.bodies) {
            for (auto& positions : body.positions) {
                for (Point& point : positions) {
                    for (double& x : point) x *= scale;
                }
            }
        }
        motion.contacts[0].contact.point *= scale;
        EXPECT_EQ(image_of(motion).bytes, usual.bytes) << exponent;
    }
}

/// Nothing of a step whose start is not free is green, however long nothing touches in it.
TEST(Picture, GreenIsWhatIsFree)
{
    for (int i = 0; i <= static_cast<int>(Outcome::undecided); ++i) {
        RecordedMotion motion = falling_box();
        motion.contacts.clear();
        for (RecordedStep& step : motion.steps) {
            step = {.name = "", .outcome = static_cast<Outcome>(i), .safe_until = 1.0};
        }
        const std::size_t green = count_of(image_of(motion), report::detail::free_colour);
        const std::size_t red = count_of(image_of(motion), report::detail::blocked_colour);
        const bool starts_free = is_free_at_start(static_cast<Outcome>(i));
        const std::string about = std::string(to_string(static_cast<Outcome>(i))) + ", green " + std::to_string(green);
        EXPECT_TRUE(starts_free ? green > 500U && red == 0U : green == 0U && red > 500U) << about << ", red " << red;
    }
}

/// A face is as light from behind as from the front.
TEST(Picture, FacesHaveTwoSides)
{
    RecordedMotion motion = falling_box(), turned = motion;
    for (FaceVertices& face : turned.bodies[0].faces) std::swap(face[0], face[1]);
    EXPECT_EQ(image_of(motion).bytes, image_of(turned).bytes);
}

TEST(Picture, SmallFeaturesAreShownCloseUp)
{
    RecordedMotion motion = falling_box();
    const auto frame = report::detail::light_theme.faint;
    const std::size_t without = count_of(image_of(motion, {}), frame);
    const Shape far = translated(box({}), {100.0, 0.0, 0.0});
    motion.bodies.push_back({.name = "far", .faces = far.faces, .last_key = 2, .positions = {far.positions}});
    EXPECT_GT(count_of(image_of(motion, {}), frame), without + 300U);
}

TEST(Picture, ATimeMayBeAskedFor)
{
    const report::detail::Image start = image_of(falling_box(), {.width = 320, .height = 240, .time = 0.0});
    EXPECT_NE(start.bytes, image_of(falling_box()).bytes);
    EXPECT_EQ(image_of(falling_box(), {.width = 320, .height = 240, .time = -5.0}).width, 320U);
    EXPECT_EQ(image_of(falling_box(), {.width = 320, .height = 240, .time = 1e9}).width, 320U);
}

TEST(Picture, SizesHaveLimits)
{
    for (const std::size_t bad : {std::size_t{0}, std::size_t{63}, std::size_t{16385}, ~std::size_t{0}}) {
        EXPECT_THROW((void)png_of(falling_box(), {.width = bad}), std::invalid_argument);
        EXPECT_THROW((void)png_of(falling_box(), {.height = bad}), std::invalid_argument);
    }
    EXPECT_THROW((void)png_of(falling_box(), {.time = std::nan("")}), std::invalid_argument);
    EXPECT_EQ(image_of(falling_box(), {.width = 64, .height = 64}).width, 64U);
    EXPECT_EQ(image_of(falling_box(), {.width = 64, .height = 900}).height, 900U);
    EXPECT_EQ(image_of(falling_box(), {.width = 3000, .height = 200}).width, 3000U);
}

TEST(Picture, OfNothingIsEmpty)
{
    EXPECT_EQ(count_of(image_of(bare_recording("", {0.0})), {0xf6, 0xf5, 0xf1}), 320U * 240U);
}

TEST(Picture, LooseEdgesAndPointsAreSeen)
{
    RecordedMotion motion = bare_recording("", {0.0});
    motion.bodies.push_back({.name = "", .faces = {}, .positions = {{{1, 2, 3}}}});
    EXPECT_LT(count_of(image_of(motion), {0xf6, 0xf5, 0xf1}), 320U * 240U);
    motion.bodies[0] = {.name = "", .faces = {}, .loose_edges = {{0, 1}}, .positions = {{{1, 2, 3}, {4, 4, 4}}}};
    EXPECT_LT(count_of(image_of(motion), {0xf6, 0xf5, 0xf1}), 320U * 240U - 100U);
}

TEST(Picture, NumbersThatAreNotFiniteAreLeftOut)
{
    const double bad[] = {std::nan(""), std::numeric_limits<double>::infinity(), -1e308, 1.7e308};
    for (const double number : bad) {
        RecordedMotion motion = falling_box();
        for (auto& positions : motion.bodies[1].positions) positions[3][1] = number;
        EXPECT_EQ(image_of(motion).width, 320U);
        motion.contacts[0].contact.point.y() = number;
        motion.contacts[0].contact.normal.x() = number;
        EXPECT_EQ(image_of(motion).width, 320U);
        motion.steps[0].safe_until = number;
        motion.contacts[0].contact.toc = {number, number};
        EXPECT_EQ(image_of(motion).width, 320U);
    }
}

TEST(Picture, OfAnyRecordingIsAFile)
{
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        SCOPED_TRACE(seed);
        const double sizes[] = {1.0, 1e-300, 1e300, 1e-3};
        const RecordedMotion motion = RandomRecording(seed).make(sizes[seed % 4], seed % 8 < 4 ? 0.0 : 10.0);
        EXPECT_EQ(image_of(motion, {.width = 200, .height = 200, .dark = seed % 2 == 0}).height, 200U);
    }
}

}  // namespace
}  // namespace tocca
