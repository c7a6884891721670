// SPDX-License-Identifier: Apache-2.0
// Robots and objects with features of very different sizes that are known to touch by some time: no verb may miss it.
#include <gtest/gtest.h>

#include <map>

#include "support/effort.hpp"
#include "support/robot_agreement.hpp"
#include "support/robot_queries.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::mixed_sizes_test {
namespace {

using support::effort;
using support::mixed_robot_case;
using support::RobotCase;

TEST(RobotMixedSizes, AKnownContactIsNotMissed)
{
    std::map<Outcome, std::size_t> outcomes;
    for (std::uint64_t seed = 0; seed < effort(900); ++seed) {
        const RobotCase drawn = mixed_robot_case(seed);
        const Answer answer = first_contact(drawn.robot, drawn.motion, drawn.scene, drawn.check, drawn.options);
        ++outcomes[answer.outcome];
        ASSERT_TRUE(drawn.known.has_value());
        ASSERT_EQ(find_miss(drawn.question(), *drawn.known, answer).value_or(""), "") << "seed " << seed;
        ASSERT_EQ(find_fault(drawn.question(), answer, 8).value_or(""), "") << "seed " << seed;
        ASSERT_EQ(find_disagreement(drawn.question(), answer).value_or(""), "") << "seed " << seed;
    }
    if (support::slow_build) return;
    for (const Outcome outcome : {Outcome::contact, Outcome::touching_at_start})
        EXPECT_GT(outcomes[outcome], 0U) << to_string(outcome);
}

}  // namespace
}  // namespace tocca::mixed_sizes_test
