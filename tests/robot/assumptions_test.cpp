// SPDX-License-Identifier: Apache-2.0
// What every verb of a robot keeps to: the floating-point mode it needs, and its budget.
#include <gtest/gtest.h>
#include <pmmintrin.h>

#include <cfenv>
#include <functional>
#include <stdexcept>
#include <vector>

#include "support/poses.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::assumptions_test {
namespace {

using Eigen::VectorXd;
using support::at;

VectorXd one(double value) { return VectorXd::Constant(1, value); }

/// A cube on a rail along x, and one ahead of it: face meets face at x = 5.
Robot carriage()
{
    return Robot(
        {.links = {{"rail"}, {"carriage", {box_shape({1, 1, 1}, at(0, 0, 0))}}},
         .joints = {{.name = "slide", .type = Joint::Type::prismatic, .parent = "rail", .child = "carriage"}}});
}

RobotScene cube_ahead() { return {.objects = {{.name = "ahead", .shapes = {box_shape({1, 1, 1}, at(6, 0, 0))}}}}; }

TEST(RobotAssumptions, EveryVerbRefusesAnotherFloatingPointMode)
{
    const Robot robot = carriage();
    const RobotScene scene = cube_ahead();
    const RobotChecker checker(robot, scene);
    const JointMotion motion = {one(0.0), one(10.0)};
    Eigen::MatrixXd path(2, 1);
    path << 0.0, 10.0;
    const std::vector<std::function<void()>> verbs = {
        [&] { (void)RobotChecker(robot, scene); },
        [&] { (void)collides(checker, motion); },
        [&] { (void)collision_outcome(checker, motion); },
        [&] { (void)first_contact(checker, motion); },
        [&] { (void)all_contacts(checker, motion); },
        [&] { (void)safe_step(checker, motion); },
        [&] { (void)collides_at(checker, one(0.0)); },
        [&] { (void)check_path(checker, path); },
        [&] { (void)check_path(checker, path, {.only_collides = true}); },
    };
    const std::vector<std::function<void()>> modes = {[] { _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON); },
                                                      [] { _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_ON); },
                                                      [] { std::fesetround(FE_UPWARD); }};
    for (std::size_t i = 0; i < verbs.size(); ++i) {
        EXPECT_NO_THROW(verbs[i]()) << i;
        for (std::size_t mode = 0; mode < modes.size(); ++mode) {
            const unsigned before = _mm_getcsr();
            modes[mode]();
            bool refused = false;
            try {
                verbs[i]();
            } catch (const std::invalid_argument&) {
                refused = true;
            }
            std::fesetround(FE_TONEAREST);
            _mm_setcsr(before);
            EXPECT_TRUE(refused) << "verb " << i << ", mode " << mode;
        }
    }
}

TEST(RobotAssumptions, EveryVerbEndsWithItsBudget)
{
    const RobotChecker checker(carriage(), cube_ahead());
    const JointMotion motion = {one(0.0), one(10.0)};
    const QueryOptions options = {.budget = 1};
    EXPECT_EQ(first_contact(checker, motion, options).outcome, Outcome::undecided);
    EXPECT_EQ(all_contacts(checker, motion, options).outcome, Outcome::undecided);
    EXPECT_EQ(collision_outcome(checker, motion, options), Outcome::undecided);
    EXPECT_TRUE(collides(checker, motion, options));
    Eigen::MatrixXd path(2, 1);
    path << 0.0, 10.0;
    for (const bool only_collides : {false, true}) {
        const PathAnswer report = check_path(checker, path, {.only_collides = only_collides, .budget = 1});
        EXPECT_EQ(report.outcome, Outcome::undecided);
        EXPECT_EQ(report.free_edges, 0U);
    }
}

TEST(RobotAssumptions, FaceOnFaceIsFoundWithinTheThreshold)
{
    const JointMotion motion = {one(0.0), one(10.0)};
    const Answer expected = first_contact(carriage(), motion, cube_ahead());
    ASSERT_EQ(expected.outcome, Outcome::contact);
    EXPECT_NEAR(5.0 - 10.0 * expected.safe_until, expected.contact->distance, 1e-9);
    EXPECT_GE(expected.contact->distance, 0.5 * expected.threshold);
    EXPECT_LE(expected.contact->distance, expected.threshold);
    EXPECT_EQ(collision_outcome(RobotChecker(carriage(), cube_ahead()), motion), Outcome::contact);
}

}  // namespace
}  // namespace tocca::assumptions_test
