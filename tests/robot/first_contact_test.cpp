// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <thread>
#include <vector>

#include "support/effort.hpp"
#include "support/robot_agreement.hpp"
#include "support/robot_queries.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::first_contact_test {
namespace {

using support::effort;
using support::find_robot_difference;
using support::random_robot_case;
using support::RobotCase;
using support::RobotQuestion;

RobotQuestion question_of(const RobotCase& drawn)
{
    return {drawn.robot, drawn.scene, drawn.check, drawn.motion, drawn.options};
}

TEST(RobotFirstContact, IsFreeAndNearWhereItSaysSo)
{
    std::size_t contacts = 0, free = 0;
    const std::size_t cases = effort(400);
    for (std::uint64_t seed = 0; seed < cases; ++seed) {
        const RobotCase drawn = random_robot_case(seed);
        const Answer answer = first_contact(drawn.robot, drawn.motion, drawn.scene, drawn.check, drawn.options);
        ASSERT_EQ(support::find_fault(question_of(drawn), answer, 150).value_or(""), "") << "seed " << seed;
        contacts += answer.outcome == Outcome::contact ? 1 : 0;
        free += answer.outcome == Outcome::free ? 1 : 0;
    }
    if (cases >= 100) {
        EXPECT_GT(contacts, cases / 10);
        EXPECT_GT(free, cases / 10);
    }
}

TEST(RobotFirstContact, AllWaysToAskAgree)
{
    for (std::uint64_t seed = 0; seed < effort(400); ++seed) {
        const RobotCase drawn = random_robot_case(100'000 + seed);
        const Answer answer = first_contact(drawn.robot, drawn.motion, drawn.scene, drawn.check, drawn.options);
        ASSERT_EQ(support::find_disagreement(question_of(drawn), answer).value_or(""), "") << "seed " << seed;
    }
}

/// The scene of a case in which all pairs but one are ignored.
RobotScene scene_of_pair(const RobotCase& drawn, const RobotChecker& checker,
                         const std::array<std::uint32_t, 2>& bodies)
{
    RobotScene scene = drawn.scene;
    for (std::uint32_t a = 0; a < checker.body_count(); ++a) {
        for (std::uint32_t b = a + 1; b < checker.body_count(); ++b) {
            if (std::array{a, b} != bodies)
                scene.allowed.push_back({checker.body_name(a), checker.body_name(b), "other"});
        }
    }
    return scene;
}

TEST(RobotFirstContact, EachPairIsAsWhenAskedAlone)
{
    std::size_t compared = 0, unlisted = 0;
    for (std::uint64_t seed = 0; seed < effort(300); ++seed) {
        RobotCase drawn = random_robot_case(200'000 + seed);
        drawn.options.budget.reset();
        const RobotChecker checker(drawn.robot, drawn.scene, drawn.check);
        const Answers all = all_contacts(checker, drawn.motion, drawn.options);
        std::map<std::array<std::uint32_t, 2>, Answer> listed;
        for (const Answer& pair : support::answers_of_pairs(all, drawn.options.until))
            ASSERT_TRUE(listed.emplace(pair.pair->objects, pair).second) << "seed " << seed;
        for (std::uint32_t a = 0; a < checker.body_count(); ++a) {
            for (std::uint32_t b = a + 1; b < checker.body_count(); ++b) {
                const auto pair = listed.find({a, b});
                // Most pairs are not listed: those are asked about in some of the cases.
                if (pair == listed.end() && seed % 10 != 0) continue;
                const Answer alone = first_contact(drawn.robot, drawn.motion, scene_of_pair(drawn, checker, {a, b}),
                                                   drawn.check, drawn.options);
                if (pair == listed.end()) {
                    ASSERT_EQ(alone.outcome, Outcome::free) << "seed " << seed;
                    ++unlisted;
                    continue;
                }
                ASSERT_EQ(alone.outcome, pair->second.outcome) << "seed " << seed;
                ASSERT_EQ(alone.safe_until, pair->second.safe_until) << "seed " << seed;
                ASSERT_EQ(alone.start.near, pair->second.start.near) << "seed " << seed;
                ASSERT_EQ(find_robot_difference(alone, pair->second).value_or(""), "") << "seed " << seed;
                ++compared;
            }
        }
    }
    EXPECT_GT(compared, 0U);
    EXPECT_GT(unlisted, 0U);
}

TEST(RobotFirstContact, CopiesOfACheckerAnswerAlikeOnManyThreads)
{
    for (std::uint64_t seed = 0; seed < effort(40); ++seed) {
        const RobotCase drawn = random_robot_case(300'000 + seed);
        const RobotChecker checker(drawn.robot, drawn.scene, drawn.check);
        const Answer answer = first_contact(checker, drawn.motion, drawn.options);
        std::vector<Answer> answers(4);
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < answers.size(); ++i) {
            threads.emplace_back([&, i] {
                const RobotChecker copy = checker;
                answers[i] = first_contact(i % 2 == 0 ? copy : checker, drawn.motion, drawn.options);
            });
        }
        for (std::thread& thread : threads) thread.join();
        for (const Answer& other : answers) {
            ASSERT_EQ(find_robot_difference(answer, other).value_or(""), "") << "seed " << seed;
            ASSERT_EQ(answer.safe_until, other.safe_until);
        }
    }
}

TEST(RobotFirstContact, OtherQuaternionsOfAnOrientationChangeNothing)
{
    // The same motion, written otherwise: the first contact is at the same time.
    std::size_t rewritten = 0;
    for (std::uint64_t seed = 0; seed < effort(200); ++seed) {
        RobotCase drawn = random_robot_case(400'000 + seed);
        drawn.options = {};
        const Answer answer = first_contact(drawn.robot, drawn.motion, drawn.scene, drawn.check);
        JointMotion other = drawn.motion;
        for (std::size_t i = 0; i < drawn.robot.joints().size(); ++i) {
            const Joint& joint = drawn.robot.joints()[i];
            if (joint.type != Joint::Type::ball) continue;
            other.to.segment<4>(static_cast<Eigen::Index>(drawn.robot.first_value(i))) *= -1.0;
        }
        rewritten += other.to != drawn.motion.to ? 1 : 0;
        const Answer same = first_contact(drawn.robot, other, drawn.scene, drawn.check);
        ASSERT_EQ(answer.outcome, same.outcome) << "seed " << seed;
        ASSERT_NEAR(answer.safe_until, same.safe_until, 1e-9) << "seed " << seed;
    }
    EXPECT_GT(rewritten, effort(200) / 20);
}

TEST(RobotFirstContact, ALaterEndChangesNothingBefore)
{
    std::size_t contacts = 0;
    for (std::uint64_t seed = 0; seed < effort(200); ++seed) {
        RobotCase drawn = random_robot_case(500'000 + seed);
        drawn.options = {};
        const RobotChecker checker(drawn.robot, drawn.scene, drawn.check);
        const Answer whole = first_contact(checker, drawn.motion);
        if (whole.outcome != Outcome::contact || whole.safe_until == 0.0) continue;
        ++contacts;
        const double t = whole.safe_until;
        const Answer up_to = first_contact(checker, drawn.motion, {.until = t});
        ASSERT_EQ(find_robot_difference(whole, up_to).value_or(""), "") << "seed " << seed;
        const double before = std::nextafter(t, 0.0);
        const Answer sooner = first_contact(checker, drawn.motion, {.until = before});
        const bool near = collides_at(checker, drawn.motion.from);
        ASSERT_EQ(sooner.outcome, near ? Outcome::near_at_start : Outcome::free) << "seed " << seed;
        ASSERT_EQ(sooner.safe_until, before);
        ASSERT_EQ(collides(checker, drawn.motion, {.until = before}), near) << "seed " << seed;
    }
    EXPECT_GT(contacts, effort(200) / 20);
}

TEST(RobotFirstContact, TheStaticTestAgreesWithTheStart)
{
    for (std::uint64_t seed = 0; seed < effort(300); ++seed) {
        RobotCase drawn = random_robot_case(700'000 + seed);
        drawn.check.clearance = 0.0;
        drawn.check.pair_clearances.clear();
        const RobotChecker checker(drawn.robot, drawn.scene, drawn.check);
        for (const Eigen::VectorXd& values : {drawn.motion.from, drawn.motion.to}) {
            const Answer rest = first_contact(checker, {values, values});
            const bool at_start = rest.outcome == Outcome::touching_at_start || rest.outcome == Outcome::inside;
            ASSERT_EQ(collides_at(checker, values), at_start) << "seed " << seed;
            // Nothing moves.
            ASSERT_TRUE(at_start || rest.outcome == Outcome::free) << "seed " << seed;
        }
    }
}

}  // namespace
}  // namespace tocca::first_contact_test
