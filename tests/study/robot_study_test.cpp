// SPDX-License-Identifier: Apache-2.0
#include "study/robot_study.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "support/effort.hpp"
#include "support/poses.hpp"
#include "support/robot_agreement.hpp"
#include "support/robot_queries.hpp"
#include "tocca/mesh/shapes.hpp"

namespace tocca::study::robot_study_test {
namespace {

using Eigen::VectorXd;
using support::at;
using support::effort;
using support::find_robot_difference;
using support::RobotCase;

VectorXd one(double value) { return VectorXd::Constant(1, value); }

/// A cube on a rail along x.
Robot carriage()
{
    return Robot(
        {.links = {{"rail"}, {"carriage", {box_shape({1, 1, 1}, at(0, 0, 0))}}},
         .joints = {{.name = "slide", .type = Joint::Type::prismatic, .parent = "rail", .child = "carriage"}}});
}

RobotScene scene_of(const std::vector<RobotShape>& shapes)
{
    RobotScene scene;
    for (const RobotShape& shape : shapes)
        scene.objects.push_back({.name = std::to_string(scene.objects.size()), .shapes = {shape}});
    return scene;
}

/// All choices, with these hulls and without.
std::vector<RobotStudyOptions> all_ways(const RobotHulls& hulls)
{
    std::vector<RobotStudyOptions> ways;
    for (const LinkBoxMethod boxes : {LinkBoxMethod::taylor, LinkBoxMethod::interval, LinkBoxMethod::none}) {
        for (const RobotSearchOrder order : {RobotSearchOrder::one_heap, RobotSearchOrder::pair_by_pair}) {
            for (const RobotHulls* which : {static_cast<const RobotHulls*>(nullptr), &hulls})
                ways.push_back({.boxes = boxes, .order = order, .hulls = which});
        }
    }
    return ways;
}

TEST(RobotStudy, EveryWayGivesTheAnswerOfTheLibrary)
{
    std::size_t contacts = 0;
    const std::size_t count = effort(300);
    for (std::uint64_t seed = 0; seed < count; ++seed) {
        const RobotCase drawn = support::random_robot_case(800'000 + seed);
        const RobotChecker checker(drawn.robot, drawn.scene, drawn.check);
        const Answer expected = first_contact(checker, drawn.motion, drawn.options);
        contacts += expected.outcome == Outcome::contact ? 1 : 0;
        const RobotHulls hulls(checker, 1);
        for (RobotStudyOptions& way : all_ways(hulls)) {
            way.query = drawn.options;
            const Answer found = study_first_contact(checker, drawn.motion, way);
            ASSERT_EQ(find_robot_difference(found, expected).value_or(""), "") << "seed " << seed;
        }
    }
    EXPECT_GT(contacts, count / 10);
}

TEST(RobotStudy, FaceOnFaceIsFoundAtTheSameTimeByEveryWay)
{
    const RobotChecker checker(carriage(), scene_of({box_shape({1, 1, 1}, at(6, 0, 0))}));
    const JointMotion motion = {one(0.0), one(10.0)};
    const Answer expected = first_contact(checker, motion);
    ASSERT_EQ(expected.outcome, Outcome::contact);
    const RobotHulls hulls(checker, 1);
    for (const RobotStudyOptions& way : all_ways(hulls)) {
        const Answer answer = study_first_contact(checker, motion, way);
        EXPECT_EQ(answer.safe_until, expected.safe_until);
        EXPECT_EQ(answer.contact->vertices, expected.contact->vertices);
    }
}

TEST(RobotStudy, HullsDoNotHideWhatIsBetweenParts)
{
    // A cube in the hole of a ring: within its hull, and in contact only when it has moved.
    const RobotShape ring =
        mesh_shape(torus({.radius = 3.0, .tube_radius = 0.5, .segments = 24, .sides = 8}).mesh(), at(0, 0, 0));
    const RobotChecker checker(carriage(), scene_of({ring}));
    const RobotHulls hulls(checker);
    ASSERT_EQ(hulls.size(), 2U);
    ASSERT_NE(hulls.of(1), nullptr);
    const JointMotion motion = {one(0.0), one(5.0)};
    const Answer answer = study_first_contact(checker, motion, {.hulls = &hulls});
    ASSERT_EQ(answer.outcome, Outcome::contact);
    EXPECT_NEAR(answer.safe_until, 2.0 / 5.0, 0.02);
}

TEST(RobotStudy, HullsThatStayApartSpareTheShapes)
{
    // Two tori side by side, whose boxes meet over the motion.
    const TriangleMesh ring = torus({.radius = 1.0, .tube_radius = 0.25, .segments = 48, .sides = 24}).mesh();
    const Robot robot(
        {.links = {{"rail"}, {"carriage", {mesh_shape(ring, at(0, 0, 0))}}},
         .joints = {{.name = "slide", .type = Joint::Type::prismatic, .parent = "rail", .child = "carriage"}}});
    const RobotChecker checker(robot, scene_of({mesh_shape(ring, at(4, 2.4, 0))}));
    const RobotHulls hulls(checker);
    const JointMotion motion = {one(0.0), one(2.4)};
    Statistics work;
    const Answer answer = study_first_contact(checker, motion, {.query = {.statistics = &work}, .hulls = &hulls});
    EXPECT_EQ(answer.outcome, Outcome::free);
    EXPECT_EQ(work.near_pairs, 1U);
    EXPECT_EQ(work.searched_pairs, 1U);
    EXPECT_EQ(work.finished_pairs, 0U);
    EXPECT_GT(work.node_pairs, 0U);
}

TEST(RobotStudy, WithoutBoxesAllPairsAreNear)
{
    const RobotChecker checker(carriage(),
                               scene_of({box_shape({1, 1, 1}, at(6, 0, 0)), box_shape({1, 1, 1}, at(3, 50, 0))}));
    const JointMotion motion = {one(0.0), one(10.0)};
    Statistics with_boxes, without;
    (void)study_first_contact(checker, motion, {.query = {.statistics = &with_boxes}});
    (void)study_first_contact(checker, motion, {.query = {.statistics = &without}, .boxes = LinkBoxMethod::none});
    EXPECT_EQ(with_boxes.near_pairs, 1U);
    EXPECT_EQ(without.near_pairs, 2U);
}

TEST(RobotStudy, RefusesWhatTheLibraryRefuses)
{
    const RobotChecker checker(carriage(), scene_of({box_shape({1, 1, 1}, at(6, 0, 0))}));
    const RobotChecker alone(carriage(), {});
    const RobotHulls hulls(alone);
    const JointMotion motion = {one(0.0), one(10.0)};
    EXPECT_THROW((void)study_first_contact(checker, motion, {.query = {.until = 2.0}}), std::invalid_argument);
    EXPECT_THROW((void)study_first_contact(checker, motion, {.query = {.target = "no such"}}), std::invalid_argument);
    EXPECT_THROW((void)study_first_contact(checker, motion, {.hulls = &hulls}), std::invalid_argument);
}

}  // namespace
}  // namespace tocca::study::robot_study_test
