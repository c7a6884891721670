// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/gltf_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "io/expect_error.hpp"
#include "report/glb_reading.hpp"
#include "report/random_recording.hpp"
#include "tocca/io/gltf_motion.hpp"
#include "tocca/mesh/shapes.hpp"

namespace tocca::gltf_file_test {
namespace {

using support::bare_recording;
using support::GlbReading;
using support::RandomRecording;

/// The positions that a file gives must be those of the recording within `rounding`.
void expect_same_motion(const RecordedMotion& motion, const GlbReading& reading, double rounding)
{
    // Times between keys, and keys where there is no cut.
    std::vector<double> times = {0.0, static_cast<double>(motion.steps.size())};
    for (std::size_t i = 1; i < motion.key_times.size(); ++i) {
        const double before = motion.key_times[i - 1], after = motion.key_times[i];
        if (after - before > 1e-3) times.push_back(0.25 * before + 0.75 * after);
    }
    for (std::size_t body = 0; body < motion.bodies.size(); ++body) {
        const std::size_t node = reading.child_of_root(body);
        for (const double time : times) {
            // Two keys of the end, and two of the start, are no floats apart in the recording.
            const double read_time = time == 0.0 || time == times[1] ? time + 1e-4 * (time == 0.0 ? 0.0 : 1.0) : time;
            const std::vector<Point> wanted = positions_at(motion, body, time),
                                     found = reading.positions(node, read_time);
            if (wanted.empty()) {
                EXPECT_TRUE(found.empty() || reading.scale(node, read_time) == 0.0) << body << " at " << time;
                continue;
            }
            ASSERT_EQ(found.size(), wanted.size());
            EXPECT_EQ(reading.scale(node, read_time), 1.0) << body << " at " << time;
            for (std::size_t i = 0; i < wanted.size(); ++i) {
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    EXPECT_NEAR(found[i][axis], wanted[i][axis], rounding) << body << " at " << time;
                }
            }
        }
    }
}

TEST(GltfFile, AnyRecordingIsAFileOfTheSameMotion)
{
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        SCOPED_TRACE(seed);
        const RecordedMotion motion = RandomRecording(seed).make();
        const GlbReading reading(glb_of(motion));
        // Rounding to floats of places, ways, quaternions, and of times, which tells most between keys that are near.
        expect_same_motion(motion, reading, 2e-5);
    }
}

TEST(GltfFile, HugeAndTinyLengthsAreScaled)
{
    for (const double size : {1e-300, 1e-200, 1e-30, 1e30, 1e200, 1e300}) {
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            SCOPED_TRACE(seed);
            const RecordedMotion motion = RandomRecording(seed).make(size);
            expect_same_motion(motion, GlbReading(glb_of(motion)), 2e-5 * size);
        }
    }
}

/// What lies far from the origin keeps the precision of its size.
TEST(GltfFile, LargeCoordinatesKeepTheirPrecision)
{
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        SCOPED_TRACE(seed);
        RecordedMotion motion = RandomRecording(seed).make(1.0, 1e6);
        // A body that is far from its own origin and turns about that goes far.
        std::erase_if(motion.bodies, [](const RecordedBody& body) { return !body.poses.empty(); });
        motion.contacts.clear();
        expect_same_motion(motion, GlbReading(glb_of(motion)), 2e-5);
    }
}

TEST(GltfFile, IsReadBackByTheLibrary)
{
    RecordedMotion motion = bare_recording("falling", {0.0, 1.0, 2.0});
    const Shape ball = ico_sphere({.radius = 1.0, .subdivisions = 1});
    motion.bodies.push_back({.name = "ball", .faces = ball.faces, .last_key = 2, .positions = {ball.positions}});
    for (int key = 1; key < 3; ++key) {
        motion.bodies[0].positions.push_back(translated(ball, {0.25 * key, 0.0, -0.5 * key * key}).positions);
    }
    const Shape cube = box({});
    motion.bodies.push_back({.name = "cube", .faces = cube.faces, .last_key = 2, .positions = {cube.positions}});
    for (int key = 0; key < 3; ++key) {
        Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
        pose.linear() = Eigen::AngleAxisd(1.5 * key, Eigen::Vector3d(1, 2, 2).normalized()).toRotationMatrix();
        pose.translation() = Eigen::Vector3d(3.0, 0.5 * key, 0.0);
        motion.bodies[1].poses.push_back(pose);
    }

    // Marks of contacts are not geometry.
    RecordedContact contact{.step = 1};
    contact.contact.vertices = {0, 0, 1, 2};
    contact.contact.objects = {0, 1};
    motion.contacts = {contact};

    const GltfMotion read(glb_of(motion), "out.glb");
    ASSERT_EQ(read.animations().size(), 1U);
    EXPECT_EQ(read.animations()[0].begin, 0.0);
    EXPECT_EQ(read.animations()[0].end, 2.0);
    ASSERT_EQ(read.vertex_count(), ball.positions.size() + cube.positions.size());
    EXPECT_EQ(read.faces().size(), ball.faces.size() + cube.faces.size());
    for (const double time : {0.0, 0.3, 1.0, 1.75, 2.0}) {
        std::vector<Point> wanted = positions_at(motion, 0, time);
        const std::vector<Point> second = positions_at(motion, 1, time), found = read.positions_at(0, time);
        wanted.insert(wanted.end(), second.begin(), second.end());
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_NEAR(found[i][axis], wanted[i][axis], 1e-6) << time;
        }
    }
}

/// A step that does not lead to the next: the body jumps from one float to the next.
TEST(GltfFile, ACutIsAJump)
{
    RecordedMotion motion = bare_recording("cut", {0.0, 1.0, 1.0, 2.0});
    const auto triangle = [](double x) { return std::vector<Point>{{x, 0, 0}, {x + 1, 0, 0}, {x, 1, 0}}; };
    motion.bodies.push_back({.name = "jumps",
                             .faces = {{0, 1, 2}},
                             .last_key = 3,
                             .positions = {triangle(0), triangle(1), triangle(10), triangle(11)}});
    motion.bodies.push_back(
        {.name = "leaves", .faces = {{0, 1, 2}}, .last_key = 1, .positions = {triangle(0), triangle(1)}});
    motion.bodies.push_back(
        {.name = "comes", .faces = {{0, 1, 2}}, .first_key = 2, .last_key = 3, .positions = {triangle(5)}});
    const GlbReading reading(glb_of(motion));
    EXPECT_NEAR(reading.positions(reading.child_of_root(0), 1.0)[0][0], 1.0, 1e-6);
    EXPECT_NEAR(reading.positions(reading.child_of_root(0), 1.000001)[0][0], 10.0, 1e-4);
    EXPECT_EQ(reading.scale(reading.child_of_root(1), 0.9), 1.0);
    EXPECT_EQ(reading.scale(reading.child_of_root(1), 1.000001), 0.0);
    EXPECT_EQ(reading.scale(reading.child_of_root(2), 0.9), 0.0);
    EXPECT_EQ(reading.scale(reading.child_of_root(2), 1.000001), 1.0);
}

RecordedMotion with_contacts(std::size_t count)
{
    RecordedMotion motion = bare_recording("contacts", {0.0, 1.0, 2.0, 3.0});
    motion.bodies.push_back(
        {.name = "a", .faces = {{0, 1, 2}}, .last_key = 3, .positions = {{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}}}});
    for (std::size_t i = 0; i < count; ++i) {
        RecordedContact contact{.step = 1};
        contact.contact.vertices = {0, 0, 1, 2};
        contact.contact.point = {1.0, 0.25, 0.0};
        contact.contact.normal = {0, 0, 1};
        motion.contacts.push_back(contact);
    }
    return motion;
}

TEST(GltfFile, ContactsAreShownDuringTheirStep)
{
    const GlbReading reading(glb_of(with_contacts(2)));
    const auto& contacts = reading.list("nodes").at(reading.child_of_root(1));
    EXPECT_EQ(contacts.at("name"), "contacts");
    ASSERT_EQ(contacts.at("children").size(), 1U);
    const std::size_t step = contacts.at("children").at(0);
    EXPECT_EQ(reading.scale(step, 0.5), 0.0);
    EXPECT_EQ(reading.scale(step, 1.5), 1.0);
    EXPECT_EQ(reading.scale(step, 2.5), 0.0);
    const std::vector<Point> corners = reading.positions(step, 1.5);
    ASSERT_EQ(corners.size(), 12U);
    for (const Point& corner : corners) {
        EXPECT_NEAR(corner[0], 1.0, 0.01);
        EXPECT_NEAR(corner[1], 0.25, 0.01);
        EXPECT_NEAR(corner[2], 0.0, 0.01);
    }
}

TEST(GltfFile, MarkersTurnOutward)
{
    const GlbReading reading(glb_of(with_contacts(1)));
    const auto& primitive = reading.list("meshes").at(1).at("primitives").at(0);
    const auto numbers = reading.floats(primitive.at("attributes").at("POSITION"));
    const auto indices = reading.indices(primitive.at("indices"));
    // Corners lie about the node of the step, which is at the only contact.
    const auto corner = [&](std::size_t i) {
        const std::size_t at = 3 * std::size_t{indices[i]};
        return Eigen::Vector3d(numbers[at], numbers[at + 1], numbers[at + 2]);
    };
    for (std::size_t i = 0; i < indices.size(); i += 3) {
        EXPECT_GT(corner(i).dot(corner(i + 1).cross(corner(i + 2))), 0.0) << i;
    }
}

TEST(GltfFile, ContactsAreLimited)
{
    const GlbReading many(glb_of(with_contacts(50'000)));
    const auto& mesh = many.list("meshes").at(1);
    const std::size_t accessor = mesh.at("primitives").at(0).at("attributes").at("POSITION");
    EXPECT_LE(many.list("accessors").at(accessor).at("count").get<std::size_t>(), 6U * 20'000U);
}

TEST(GltfFile, ARecordingOfNothingIsAFile)
{
    const GlbReading reading(glb_of(bare_recording("nothing", {0.0})));
    EXPECT_FALSE(reading.document().contains("buffers"));
}

TEST(GltfFile, RefusesWhatIsNotFinite)
{
    RecordedMotion motion = with_contacts(1);
    motion.bodies[0].positions[0][1][2] = std::nan("");
    support::expect_error({.code = ErrorCode::not_finite, .says = "\"a\""}, [&] { (void)glb_of(motion); });
    motion = with_contacts(1);
    motion.contacts[0].contact.point.x() = std::numeric_limits<double>::infinity();
    support::expect_error({.code = ErrorCode::not_finite, .says = "a contact"}, [&] { (void)glb_of(motion); });
    motion = with_contacts(2);
    motion.contacts[0].contact.point.x() = 1e300;
    support::expect_error({.code = ErrorCode::not_finite, .says = "too far"}, [&] { (void)glb_of(motion); });
    motion = with_contacts(1);
    motion.key_times.pop_back();
    EXPECT_THROW((void)glb_of(motion), std::invalid_argument);
}

/// Weights alone are the square of the keys: it is refused before memory is taken.
TEST(GltfFile, RefusesMoreThanTheFormatHolds)
{
    constexpr std::size_t steps = 40'000;
    std::vector<double> key_times;
    for (std::size_t i = 0; i <= steps; ++i) key_times.push_back(static_cast<double>(i));
    RecordedMotion motion = bare_recording("long", key_times);
    motion.bodies.push_back({.name = "long", .faces = {}, .last_key = steps});
    motion.bodies[0].positions.assign(steps + 1, {{0, 0, 0}});
    support::expect_error({.code = ErrorCode::unwritable_file, .says = "4 GiB"}, [&] { (void)glb_of(motion); });
}

}  // namespace
}  // namespace tocca::gltf_file_test
