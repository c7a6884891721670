// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/recorded_motion.hpp"

#include <gtest/gtest.h>

#include <numbers>
#include <stdexcept>

#include "report/random_recording.hpp"

namespace tocca::recorded_motion_test {
namespace {

using support::contact_at;

/// A triangle that moves up by 1 in the first step, jumps to x = 5, and moves up again; and a point that turns about z.
RecordedMotion two_steps()
{
    RecordedMotion motion{.title = "two", .key_times = {0, 1, 1, 2}, .bodies = {}, .steps = {{}, {}}, .contacts = {}};
    const auto at = [](double x, double z) { return std::vector<Point>{{x, 0, z}, {x + 1, 0, z}, {x, 1, z}}; };
    motion.bodies.push_back({.name = "a",
                             .faces = {{0, 1, 2}},
                             .first_key = 0,
                             .last_key = 3,
                             .positions = {at(0, 0), at(0, 1), at(5, 0), at(5, 1)}});
    RecordedBody turning{.name = "b", .faces = {}, .first_key = 2, .last_key = 3, .positions = {{{1, 0, 0}}}};
    turning.poses.assign(2, Eigen::Isometry3d::Identity());
    turning.poses[1].rotate(Eigen::AngleAxisd(std::numbers::pi / 2, Eigen::Vector3d::UnitZ()));
    turning.poses[1].pretranslate(Eigen::Vector3d(0, 0, 4));
    motion.bodies.push_back(turning);
    return motion;
}

TEST(RecordedMotion, MovesStraightBetweenKeys)
{
    const RecordedMotion motion = two_steps();
    check(motion);
    EXPECT_EQ(positions_at(motion, 0, 0.0)[0], (Point{0, 0, 0}));
    EXPECT_EQ(positions_at(motion, 0, 0.25)[1], (Point{1, 0, 0.25}));
    EXPECT_EQ(positions_at(motion, 0, 2.0)[2], (Point{5, 1, 1}));
}

TEST(RecordedMotion, IsAfterTheCutAtItsTime)
{
    EXPECT_EQ(positions_at(two_steps(), 0, 1.0)[0], (Point{5, 0, 0}));
    EXPECT_NEAR(positions_at(two_steps(), 0, 0.999)[0][0], 0.0, 1e-12);
}

TEST(RecordedMotion, TurnsTheShortestWay)
{
    const Point half = positions_at(two_steps(), 1, 1.5)[0];
    EXPECT_NEAR(half[0], std::numbers::sqrt2 / 2, 1e-12);
    EXPECT_NEAR(half[1], std::numbers::sqrt2 / 2, 1e-12);
    EXPECT_NEAR(half[2], 2.0, 1e-12);
}

TEST(RecordedMotion, BodiesAreThereFromTheirFirstKeyToTheirLast)
{
    EXPECT_TRUE(positions_at(two_steps(), 1, 0.5).empty());
    EXPECT_EQ(positions_at(two_steps(), 1, 1.0).size(), 1U);
}

TEST(RecordedMotion, FirstContactIsThatOfTheFirstStepWithOne)
{
    RecordedMotion motion = two_steps();
    EXPECT_EQ(first_contact(motion), nullptr);
    motion.contacts = {contact_at(0, 0.5), contact_at(0, 0.25), contact_at(1, 0.0)};
    check(motion);
    ASSERT_NE(first_contact(motion), nullptr);
    EXPECT_EQ(time_of(*first_contact(motion)), 0.25);
    EXPECT_EQ(time_of(motion.contacts[2]), 1.0);
}

TEST(RecordedMotion, RefusesWhatBreaksARule)
{
    const auto expect_refused = [](auto change) {
        RecordedMotion motion = two_steps();
        motion.contacts = {contact_at(0, 0.5)};
        check(motion);
        change(motion);
        EXPECT_THROW(check(motion), std::invalid_argument);
    };
    expect_refused([](RecordedMotion& motion) { motion.key_times.clear(); });
    expect_refused([](RecordedMotion& motion) { motion.key_times = {0, 1, 0.5, 2}; });
    expect_refused([](RecordedMotion& motion) { motion.key_times.back() = 3; });
    expect_refused([](RecordedMotion& motion) { motion.steps.pop_back(); });
    expect_refused([](RecordedMotion& motion) { motion.bodies[0].last_key = 4; });
    expect_refused([](RecordedMotion& motion) { motion.bodies[1].first_key = 4; });
    expect_refused([](RecordedMotion& motion) { motion.bodies[0].positions.pop_back(); });
    expect_refused([](RecordedMotion& motion) { motion.bodies[0].positions.clear(); });
    expect_refused([](RecordedMotion& motion) { motion.bodies[0].positions[2].pop_back(); });
    expect_refused([](RecordedMotion& motion) { motion.bodies[1].poses.pop_back(); });
    expect_refused([](RecordedMotion& motion) { motion.bodies[0].faces[0][1] = 3; });
    expect_refused([](RecordedMotion& motion) { motion.bodies[0].loose_edges = {{0, 3}}; });
    expect_refused([](RecordedMotion& motion) { motion.contacts[0].step = 2; });
    expect_refused([](RecordedMotion& motion) { motion.contacts[0].contact.objects = {0, 2}; });
    expect_refused([](RecordedMotion& motion) { motion.contacts[0].contact.objects = {0, 1}; });
    expect_refused([](RecordedMotion& motion) { motion.contacts = {contact_at(1, 0.5), contact_at(0, 0.5)}; });
}

}  // namespace
}  // namespace tocca::recorded_motion_test
