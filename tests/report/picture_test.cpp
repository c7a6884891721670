// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/picture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "report/png_reading.hpp"
#include "report/random_recording.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/report/pose_mesh.hpp"
#include "tocca/report/verdict.hpp"

namespace tocca::picture_test {
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

/// The part of an image from a row on, or up to one, as bytes.
std::vector<std::uint8_t> rows(const report::detail::Image& image, std::size_t from, std::size_t to)
{
    const auto at = [&](std::size_t row) {
        return image.bytes.begin() + static_cast<std::ptrdiff_t>(row * image.width * 3);
    };
    return {at(from), at(to)};
}

/// Which columns and rows of an image show anything but the ground.
struct Extent {
    std::size_t left = ~std::size_t{0}, top = left, right = 0, bottom = 0, count = 0;
};

Extent drawn_part(const report::detail::Image& image)
{
    Extent extent;
    for (std::size_t y = 0; y < image.height; ++y) {
        for (std::size_t x = 0; x < image.width; ++x) {
            if (pixel(image, x, y) == report::detail::light_theme.ground) continue;
            extent = {std::min(extent.left, x), std::min(extent.top, y), std::max(extent.right, x),
                      std::max(extent.bottom, y), extent.count + 1};
        }
    }
    return extent;
}

constexpr std::size_t scene_rows = 200;  // of a small picture; below them is the strip with text and time line

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

/// Along the time line: green to the time of contact, then nothing proven, with the moment shown in between.
TEST(Picture, TheTimeLineShowsWhatIsFreeAndWhen)
{
    const report::detail::Image image = image_of(falling_box(), {});
    const auto row_of = [&](std::size_t y) {
        std::vector<report::detail::Colour> colours;
        for (std::size_t x = 0; x < image.width; ++x) colours.push_back(pixel(image, x, y));
        return colours;
    };
    std::size_t y = image.height - 1;
    while (y > 0 && std::ranges::count(row_of(y), report::detail::free_colour) < 800) --y;
    ASSERT_GT(y, image.height - 84);
    const auto row = row_of(y);
    const auto is_ground = [](const report::detail::Colour& c) { return c == report::detail::light_theme.ground; };
    const auto first = std::ranges::find_if_not(row, is_ground);
    const auto last = std::find_if_not(row.rbegin(), row.rend(), is_ground).base();
    const auto length = static_cast<double>(last - first);
    ASSERT_GT(length, 1500.0);
    for (auto at = first; at != last; ++at) {
        const double time = 2.0 * (static_cast<double>(at - first) + 0.5) / length;
        if (std::abs(time - 1.0) < 0.003 || std::abs(time - 1.5) < 0.005) continue;  // the gap between steps, the mark
        ASSERT_EQ(*at, time < 1.5 ? report::detail::free_colour : report::detail::light_theme.empty_bar) << time;
    }
    EXPECT_EQ(*(first + std::lround(0.75 * length)), report::detail::light_theme.ink);
    EXPECT_NE(*(first + std::lround(0.5 * length)), report::detail::free_colour);
}

TEST(Picture, StepsAreCalledAsTold)
{
    const report::detail::Image steps = image_of(falling_box(), {.step_word = "step"});
    const report::detail::Image edges = image_of(falling_box(), {.step_word = "edge"});
    // Only the text above the time line differs.
    EXPECT_EQ(rows(edges, 0, 916), rows(steps, 0, 916));
    EXPECT_NE(rows(edges, 916, 956), rows(steps, 916, 956));
    EXPECT_EQ(rows(edges, 956, 1000), rows(steps, 956, 1000));
    RecordedMotion single = bare_recording("", {0.0, 1.0});  // whose only step needs no name
    EXPECT_EQ(image_of(single, {.step_word = "edge"}).bytes, image_of(single, {.step_word = "step"}).bytes);
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
    const auto at = [](double time) { return image_of(falling_box(), {.width = 320, .height = 240, .time = time}); };
    const auto scene_at = [&](double time) { return rows(at(time), 0, scene_rows); };
    EXPECT_EQ(at(1.5).bytes, image_of(falling_box()).bytes)
        << "the time of contact is shown unless another is asked for";
    // Other times show the bodies where they are then, and no contact.
    for (const double time : {0.0, 0.5, 1.75}) {
        RecordedMotion still = falling_box();
        for (std::size_t i = 0; i < 2; ++i) still.bodies[i].positions = {positions_at(falling_box(), i, time)};
        EXPECT_EQ(scene_at(time), rows(image_of(still, {.width = 320, .height = 240, .time = 0.0}), 0, scene_rows));
        const report::detail::Image scene{.width = 320, .height = scene_rows, .bytes = scene_at(time)};
        EXPECT_EQ(count_of(scene, report::detail::contact_colour), 0U) << time;
    }
    EXPECT_NE(scene_at(0.0), scene_at(0.5));
    // Before the start and after the end nothing moves.
    EXPECT_EQ(scene_at(-5.0), scene_at(0.0));
    EXPECT_EQ(scene_at(1e9), scene_at(2.0));
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
    const Extent point = drawn_part(image_of(motion));
    EXPECT_GT(point.count, 0U);
    EXPECT_NEAR(static_cast<double>(point.left + point.right) / 2.0, 160.0, 1.0);
    EXPECT_NEAR(static_cast<double>(point.top + point.bottom) / 2.0, scene_rows / 2.0, 2.0);
    EXPECT_LT(point.right - point.left, 10U);
    motion.bodies[0] = {.name = "", .faces = {}, .loose_edges = {{0, 1}}, .positions = {{{1, 1, 0}, {1, 1, 8}}}};
    const Extent upright = drawn_part(image_of(motion));
    EXPECT_GT(upright.bottom - upright.top, scene_rows / 2);
    EXPECT_LT(upright.right - upright.left, 10U) << "z is up";
    EXPECT_GE(upright.count, upright.bottom - upright.top) << "without gaps";
}

/// A face with vertices that are no numbers is as if it were not there.
TEST(Picture, NumbersThatAreNotFiniteAreLeftOut)
{
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double number : {std::nan(""), infinity, -infinity}) {
        RecordedMotion motion = falling_box();
        motion.bodies.push_back({.name = "broken",
                                 .faces = {{0, 1, 2}},
                                 .last_key = 2,
                                 .positions = {{{0, 0, 0}, {number, 1, 1}, {1, number, 1}}}});
        EXPECT_EQ(image_of(motion).bytes, image_of(falling_box()).bytes) << number;
        // A contact nowhere is not marked; the time line still has its time.
        motion.contacts[0].contact.point.y() = number;
        const auto scene = rows(image_of(motion), 0, scene_rows);
        EXPECT_EQ(count_of({.width = 320, .height = scene_rows, .bytes = scene}, report::detail::contact_colour), 0U);
        EXPECT_GT(count_of(image_of(motion, {.time = 0.0}), report::detail::contact_colour), 0U);
        motion.contacts[0].contact.toc = {number, number};
        motion.steps[0].safe_until = number;
        EXPECT_EQ(image_of(motion).width, 320U);
    }
}

/// One vertex so far away that the rest is a point beside it.
TEST(Picture, TheGreatestNumbersAreShown)
{
    for (const double number : {-1e308, 1.7e308}) {
        RecordedMotion motion = falling_box();
        for (auto& positions : motion.bodies[1].positions) positions[3][1] = number;
        const auto scene = rows(image_of(motion, {.width = 320, .height = 240, .time = 0.0}), 0, scene_rows);
        const Extent extent = drawn_part({.width = 320, .height = scene_rows, .bytes = scene});
        EXPECT_GT(std::max(extent.right - extent.left, extent.bottom - extent.top), scene_rows / 2) << number;
    }
}

/// Whether a mesh has something to draw that is more than a few pixels large: a face or an edge of a good part of its
/// extent, or a vertex of neither, which is a dot.
bool is_visible(const MeshFile& mesh)
{
    const auto apart = [&](VertexId a, VertexId b) {
        double greatest = 0.0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            greatest = std::max(greatest, std::abs(mesh.positions[a][axis] - mesh.positions[b][axis]));
        }
        return greatest;
    };
    double extent = 0.0;
    for (VertexId v = 0; v < mesh.positions.size(); ++v) extent = std::max(extent, apart(0, v));
    std::vector<bool> used(mesh.positions.size(), false);
    bool visible = false;
    for (const auto& [a, b, c] : mesh.faces) {
        used[a] = used[b] = used[c] = true;
        visible |= extent > 0.0 && std::min({apart(a, b), apart(b, c), apart(c, a)}) > 0.3 * extent;
    }
    for (const auto& [a, b] : mesh.edges) {
        used[a] = used[b] = true;
        visible |= extent > 0.0 && apart(a, b) > 0.3 * extent;
    }
    return visible || std::ranges::count(used, false) > 0;
}

TEST(Picture, OfAnyRecordingShowsItsBodies)
{
    std::size_t shown = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        SCOPED_TRACE(seed);
        const double sizes[] = {1.0, 1e-300, 1e300, 1e-3};
        const RecordedMotion motion = RandomRecording(seed).make(sizes[seed % 4], seed % 8 < 4 ? 0.0 : 10.0);
        const bool dark = seed % 2 == 0;
        // Smaller than this there is no strip: all that is drawn is of bodies and of the contact.
        const report::detail::Image image = image_of(motion, {.width = 190, .height = 190, .dark = dark});
        const MeshFile pose = pose_at_first_contact(motion);
        const report::detail::Colour ground = (dark ? report::detail::dark_theme : report::detail::light_theme).ground;
        const bool is_empty = count_of(image, ground) == 190U * 190U;
        EXPECT_FALSE(is_empty && is_visible(pose));
        EXPECT_TRUE(is_empty || !pose.positions.empty());
        shown += is_visible(pose) ? 1 : 0;
    }
    EXPECT_GT(shown, 50U);
}

}  // namespace
}  // namespace tocca::picture_test
