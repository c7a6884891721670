// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/report_limits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace tocca::report_limits_test {
namespace {

/// So many steps of a triangle that goes up, with so many contacts in every third of them, in falling order of times.
RecordedMotion many_steps(std::size_t steps, std::size_t contacts)
{
    RecordedMotion motion{.title = "many", .key_times = {}, .bodies = {}, .steps = {}, .contacts = {}};
    RecordedBody body{.name = "a", .faces = {{0, 1, 2}}, .first_key = 0, .last_key = steps};
    for (std::size_t key = 0; key <= steps; ++key) {
        const auto z = static_cast<double>(key);
        motion.key_times.push_back(z);
        body.positions.push_back({{0, 0, z}, {1, 0, z}, {0, 1, z}});
        if (key == steps) break;
        motion.steps.push_back({.name = "step"});
        for (std::size_t i = 0; key % 3 == 0 && i < contacts; ++i) {
            RecordedContact contact{.step = key};
            const double time = 1.0 - static_cast<double>(i + 1) / static_cast<double>(contacts + 1);
            contact.contact.toc = {time, time};
            motion.contacts.push_back(contact);
        }
    }
    motion.bodies.push_back(body);
    return motion;
}

TEST(ReportLimits, AllStaysWithinThem)
{
    const RecordedMotion motion = many_steps(10, 5);
    const ReportSelection selection = select_for_report(motion, {});
    EXPECT_EQ(selection.keys.size(), 11U);
    EXPECT_EQ(selection.contacts.size(), motion.contacts.size());
    EXPECT_TRUE(selection.sentences.empty());
}

TEST(ReportLimits, OfEachStepTheFirstContactStays)
{
    const RecordedMotion motion = many_steps(31, 100);
    for (const std::size_t most : {std::size_t{0}, std::size_t{1}, std::size_t{50}, std::size_t{500}}) {
        const ReportSelection selection = select_for_report(motion, {.max_contacts = most});
        EXPECT_TRUE(std::is_sorted(selection.contacts.begin(), selection.contacts.end()));
        EXPECT_EQ(std::set<std::size_t>(selection.contacts.begin(), selection.contacts.end()).size(),
                  selection.contacts.size());
        EXPECT_LE(selection.contacts.size(), std::max<std::size_t>(most, 11));
        EXPECT_GE(selection.contacts.size(), std::max<std::size_t>(most * 8 / 10, 11));
        for (std::size_t step = 0; step < 31; step += 3) {
            // The last of a step's list has its least time.
            EXPECT_TRUE(std::binary_search(selection.contacts.begin(), selection.contacts.end(), step / 3 * 100 + 99));
        }
        ASSERT_EQ(selection.sentences.size(), 1U);
        EXPECT_NE(selection.sentences[0].find("of 1,100 contacts"), std::string::npos);
    }
}

TEST(ReportLimits, KeysWithoutContactGoFirst)
{
    const RecordedMotion motion = many_steps(300, 1);
    // Steps 0, 3, 6 ... touch: keys 0, 1, 3, 4, 6, 7 ... are needed, which is two thirds.
    const ReportSelection some = select_for_report(motion, {.max_position_bytes = 18 * 250});
    EXPECT_LE(some.keys.size(), 250U);
    EXPECT_GE(some.keys.size(), 240U);
    for (std::size_t key = 0; key <= 300; ++key) {
        if (key % 3 != 2) {
            EXPECT_TRUE(std::binary_search(some.keys.begin(), some.keys.end(), key)) << key;
        }
    }
    EXPECT_NE(some.sentences.at(0).find("without contact"), std::string::npos);

    const ReportSelection few = select_for_report(motion, {.max_position_bytes = 18 * 40});
    EXPECT_LE(few.keys.size(), 41U);
    EXPECT_EQ(few.keys.front(), 0U);
    EXPECT_EQ(few.keys.back(), 300U);
    EXPECT_EQ(few.sentences.at(0).find("without contact"), std::string::npos);
}

TEST(ReportLimits, EndsOfBodiesAndCutsStay)
{
    RecordedMotion motion = many_steps(100, 0);
    RecordedBody& body = motion.bodies[0];
    motion.key_times.insert(motion.key_times.begin() + 50, motion.key_times[50]);
    body.positions.insert(body.positions.begin() + 50, body.positions[10]);
    body.last_key = 101;
    RecordedBody guest = body;
    guest.first_key = 20;
    guest.last_key = 30;
    guest.positions = {guest.positions[0]};
    motion.bodies.push_back(guest);
    check(motion);
    const ReportSelection selection = select_for_report(motion, {.max_position_bytes = 0});
    EXPECT_EQ(selection.keys, (std::vector<std::size_t>{0, 20, 30, 50, 51, 101}));
}

TEST(ReportLimits, OfNothing)
{
    const RecordedMotion motion{.title = "", .key_times = {0}, .bodies = {}, .steps = {}, .contacts = {}};
    const ReportSelection selection = select_for_report(motion, {.max_contacts = 0, .max_position_bytes = 0});
    EXPECT_EQ(selection.keys, std::vector<std::size_t>{0});
    EXPECT_TRUE(selection.contacts.empty());
    EXPECT_TRUE(selection.sentences.empty());
}

}  // namespace
}  // namespace tocca::report_limits_test
