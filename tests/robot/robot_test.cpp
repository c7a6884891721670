// SPDX-License-Identifier: Apache-2.0
#include "tocca/robot/robot.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "support/effort.hpp"
#include "support/robot_kinematics.hpp"
#include "support/robot_queries.hpp"
#include "tocca/base/error.hpp"

namespace tocca::robot_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using support::effort;
using support::Random;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Three links in a row, of revolute joints.
RobotParts arm()
{
    return {.name = "arm",
            .links = {{"base"}, {"upper"}, {"lower"}},
            .joints = {{.name = "shoulder", .type = Joint::Type::revolute, .parent = "base", .child = "upper"},
                       {.name = "elbow", .type = Joint::Type::revolute, .parent = "upper", .child = "lower"}}};
}

void expect_error(const RobotParts& parts, ErrorCode code, const std::string& word)
{
    try {
        const Robot robot(parts);
        FAIL() << "no error about " << word;
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), code) << error.what();
        EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    }
}

template <class Change>
void expect_malformed(const Change& change, const std::string& word, ErrorCode code = ErrorCode::malformed_robot)
{
    RobotParts parts = arm();
    change(parts);
    expect_error(parts, code, word);
}

TEST(Robot, NamesMustBeThereAndUnique)
{
    expect_malformed([](RobotParts& p) { p.links.clear(), p.joints.clear(); }, "link");
    expect_malformed([](RobotParts& p) { p.links[1].name = ""; }, "name");
    expect_malformed([](RobotParts& p) { p.joints[1].name = ""; }, "name");
    expect_malformed([](RobotParts& p) { p.links[2].name = "upper"; }, "'upper'");
    expect_malformed([](RobotParts& p) { p.joints[1].name = "shoulder"; }, "'shoulder'");
    expect_malformed([](RobotParts& p) { p.joints[0].parent = "nobody"; }, "'nobody'");
    expect_malformed([](RobotParts& p) { p.joints[0].child = "nobody"; }, "'nobody'");
    expect_malformed([](RobotParts& p) { p.allowed.push_back({"base", "nobody", ""}); }, "'nobody'");
}

TEST(Robot, LinksMustBeATree)
{
    expect_malformed([](RobotParts& p) { p.links.push_back({"alone"}); }, "'alone'");
    expect_malformed([](RobotParts& p) { p.joints[1].parent = "base", p.joints[0].child = "lower"; }, "'lower'");
    expect_malformed([](RobotParts& p) { p.joints[0].parent = "lower"; }, "cycle");
    expect_malformed([](RobotParts& p) { p.joints.push_back({.name = "back", .parent = "lower", .child = "base"}); },
                     "cycle");
    // A root beside a circle.
    expect_malformed(
        [](RobotParts& p) {
            p.links.push_back({"apart"});
            p.joints[0].parent = "lower";
            p.joints.push_back({.name = "x", .parent = "apart", .child = "base"});
        },
        "cycle");
    expect_malformed([](RobotParts& p) { p.joints[1].parent = "lower"; }, "cycle");
}

TEST(Robot, AxesAndOriginsMustBeSome)
{
    expect_malformed([](RobotParts& p) { p.joints[1].axis.setZero(); }, "'elbow'");
    expect_malformed([](RobotParts& p) { p.joints[1].axis.x() = nan; }, "'elbow'", ErrorCode::not_finite);
    expect_malformed([](RobotParts& p) { p.joints[1].second_axis.setZero(); }, "'elbow'");
    expect_malformed([](RobotParts& p) { p.joints[1].origin.linear() *= 2.0; }, "'elbow'", ErrorCode::not_a_rotation);
    expect_malformed([](RobotParts& p) { p.joints[1].origin.linear().col(0) *= -1.0; }, "'elbow'",
                     ErrorCode::not_a_rotation);
    expect_malformed([](RobotParts& p) { p.joints[1].origin.translation().y() = infinity; }, "'elbow'",
                     ErrorCode::not_finite);
}

TEST(Robot, AxesOfAnyLengthWillDo)
{
    for (const double length : {1e-300, 1e-10, 1.0, 1e10, 1e300}) {
        RobotParts parts = arm();
        parts.joints[0].axis = Vector3d(0.6, 0.0, 0.8) * length;
        const Robot robot(parts);
        EXPECT_LE((robot.joints()[0].axis - Vector3d(0.6, 0.0, 0.8)).norm(), 1e-15) << length;
    }
}

TEST(Robot, MimicsMustFollowSomething)
{
    const auto mimic = [](std::size_t joint, const Joint::Mimic& how) {
        return [=](RobotParts& p) { p.joints[joint].mimic = how; };
    };
    expect_malformed(mimic(0, {.joint = "nobody"}), "'nobody'");
    expect_malformed(mimic(0, {.joint = "shoulder"}), "itself");
    expect_malformed(
        [](RobotParts& p) {
            p.joints[0].mimic = {.joint = "elbow"};
            p.joints[1].mimic = {.joint = "shoulder"};
        },
        "itself");
    expect_malformed(mimic(0, {.joint = "elbow", .multiplier = nan}), "'shoulder'", ErrorCode::not_finite);
    expect_malformed(mimic(0, {.joint = "elbow", .offset = infinity}), "'shoulder'", ErrorCode::not_finite);
    for (const Joint::Type type :
         {Joint::Type::fixed, Joint::Type::planar, Joint::Type::floating, Joint::Type::ball, Joint::Type::universal}) {
        expect_malformed(
            [&](RobotParts& p) {
                p.joints[0].type = type;
                p.joints[0].mimic = {.joint = "elbow"};
            },
            "'shoulder'");
        expect_malformed(
            [&](RobotParts& p) {
                p.joints[0].type = type;
                p.joints[1].mimic = {.joint = "shoulder"};
            },
            "'elbow'");
    }
}

TEST(Robot, ShapesMustHaveBodies)
{
    RobotParts parts = arm();
    parts.links[0].shapes.push_back({});
    EXPECT_THROW(Robot{parts}, std::invalid_argument);
    for (const double padding : {-1.0, nan, infinity}) {
        parts.links[0].shapes = {sphere_shape(1.0, Isometry3d::Identity())};
        parts.links[0].shapes[0].padding = padding;
        EXPECT_THROW(Robot{parts}, std::invalid_argument) << padding;
    }
}

TEST(Robot, ValuesAreNamedAndNumbered)
{
    RobotParts parts = {.links = {{"0"}}};
    const std::vector<Joint::Type> types = {Joint::Type::revolute,  Joint::Type::fixed,     Joint::Type::planar,
                                            Joint::Type::ball,      Joint::Type::prismatic, Joint::Type::floating,
                                            Joint::Type::universal, Joint::Type::continuous};
    for (std::size_t i = 0; i < types.size(); ++i) {
        const std::string child = std::to_string(i + 1);
        parts.links.push_back({child});
        parts.joints.push_back(
            {.name = std::string(to_string(types[i])), .type = types[i], .parent = std::to_string(i), .child = child});
    }
    parts.joints[4].mimic = {.joint = "revolute"};
    const Robot robot(parts);
    const std::vector<std::string> expected = {"revolute",
                                               "planar.x",
                                               "planar.y",
                                               "planar.angle",
                                               "ball.qx",
                                               "ball.qy",
                                               "ball.qz",
                                               "ball.qw",
                                               "floating.x",
                                               "floating.y",
                                               "floating.z",
                                               "floating.qx",
                                               "floating.qy",
                                               "floating.qz",
                                               "floating.qw",
                                               "universal.angle",
                                               "universal.second_angle",
                                               "continuous"};
    ASSERT_EQ(robot.value_count(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(robot.value_name(i), expected[i]);
    EXPECT_THROW((void)robot.value_name(expected.size()), std::out_of_range);
    EXPECT_EQ(robot.first_value(4), 0U);  // of the joint it follows
    EXPECT_EQ(robot.first_value(7), expected.size() - 1);
    VectorXd zero = VectorXd::Zero(static_cast<Eigen::Index>(expected.size()));
    zero[7] = zero[14] = 1.0;
    EXPECT_EQ(robot.zero(), zero);
    for (const Isometry3d& pose : robot.poses(zero)) EXPECT_TRUE(pose.isApprox(Isometry3d::Identity(), 1e-15));
}

TEST(Robot, LimitsAreTold)
{
    RobotParts parts = arm();
    parts.joints[0].limits = {-1.0, 2.0};
    parts.joints[1].limits = {-1.0, 1.0};
    parts.joints[1].mimic = {.joint = "shoulder", .multiplier = 2.0, .offset = 0.5};
    const Robot robot(parts);
    const auto broken = [&](double value) { return robot.limit_broken(VectorXd::Constant(1, value)); };
    EXPECT_FALSE(broken(0.0));
    EXPECT_FALSE(broken(0.25));
    EXPECT_FALSE(broken(-0.75));
    EXPECT_NE(broken(0.26).value_or("").find("elbow"), std::string::npos);
    EXPECT_NE(broken(2.01).value_or("").find("shoulder"), std::string::npos);
    EXPECT_THROW((void)broken(nan), Error);
    EXPECT_THROW((void)robot.limit_broken(VectorXd::Zero(2)), std::invalid_argument);
}

TEST(Robot, ConfigurationsAreChecked)
{
    RobotParts parts = arm();
    parts.joints[0].type = Joint::Type::ball;
    const Robot robot(parts);
    EXPECT_THROW((void)robot.poses(VectorXd::Zero(4)), std::invalid_argument);
    EXPECT_THROW((void)robot.poses(VectorXd()), std::invalid_argument);
    const auto code = [&](const VectorXd& values) -> std::optional<ErrorCode> {
        try {
            (void)robot.poses(values);
        } catch (const Error& error) {
            return error.code();
        }
        return std::nullopt;
    };
    VectorXd values = robot.zero();
    EXPECT_EQ(code(values), std::nullopt);
    values[3] = 0.85;  // as captured motions have them: normalised
    EXPECT_EQ(code(values), std::nullopt);
    EXPECT_EQ(robot.poses(values).back().matrix(), robot.poses(robot.zero()).back().matrix());
    values[3] = 0.49;
    EXPECT_EQ(code(values), ErrorCode::not_a_rotation);
    values[3] = 2.01;
    EXPECT_EQ(code(values), ErrorCode::not_a_rotation);
    values[3] = 0.0;
    EXPECT_EQ(code(values), ErrorCode::not_a_rotation);
    values[3] = nan;
    EXPECT_EQ(code(values), ErrorCode::not_finite);
    values = robot.zero();
    values[4] = infinity;
    EXPECT_EQ(code(values), ErrorCode::not_finite);
}

/// A torso with two arms of two links each, a hand fixed to one, and a sensor fixed to the hand; all but a frame at the
/// torso have a shape.
Robot torso()
{
    RobotParts parts;
    for (const char* name : {"sensor", "torso", "left", "left hand", "right", "right hand", "camera"})
        parts.links.push_back({name, {sphere_shape(0.1, Isometry3d::Identity())}});
    parts.links.push_back({"frame"});
    const auto join = [&](const char* name, const char* parent, const char* child, Joint::Type type) {
        parts.joints.push_back({.name = name, .type = type, .parent = parent, .child = child});
    };
    join("a", "torso", "left", Joint::Type::revolute);
    join("b", "left", "left hand", Joint::Type::revolute);
    join("c", "torso", "right", Joint::Type::revolute);
    join("d", "right", "right hand", Joint::Type::fixed);
    join("e", "right hand", "sensor", Joint::Type::fixed);
    join("f", "torso", "camera", Joint::Type::fixed);
    join("g", "camera", "frame", Joint::Type::fixed);
    parts.allowed = {{"left hand", "camera", "never"}, {"left", "torso", "late"}, {"camera", "camera", "self"}};
    return Robot(std::move(parts));
}

TEST(Robot, LinksAndJointsAreFound)
{
    const Robot robot = torso();
    EXPECT_EQ(robot.root(), 1U);
    EXPECT_EQ(robot.find_link("sensor"), 0U);
    EXPECT_EQ(robot.find_link("nobody"), std::nullopt);
    EXPECT_EQ(robot.find_joint("e"), 4U);
    EXPECT_EQ(robot.find_joint("torso"), std::nullopt);
    EXPECT_EQ(robot.joint_above(1), std::nullopt);
    EXPECT_EQ(robot.parent(1), std::nullopt);
    EXPECT_EQ(robot.joint_above(0), 4U);
    EXPECT_EQ(robot.parent(0), 5U);
    EXPECT_THROW((void)robot.parent(8), std::out_of_range);
    ASSERT_EQ(robot.order().size(), 8U);
    std::vector<bool> seen(8);
    for (const LinkId link : robot.order()) {
        EXPECT_TRUE(link == robot.root() || seen[*robot.parent(link)]);
        seen[link] = true;
    }
}

TEST(Robot, CommonAncestors)
{
    const Robot robot = torso();
    EXPECT_EQ(robot.common_ancestor(0, 3), 1U);
    EXPECT_EQ(robot.common_ancestor(0, 4), 4U);
    EXPECT_EQ(robot.common_ancestor(4, 0), 4U);
    EXPECT_EQ(robot.common_ancestor(3, 3), 3U);
    EXPECT_EQ(robot.common_ancestor(6, 1), 1U);
}

TEST(Robot, AllowedPairsAreNeighboursRigidGroupsAndThoseGiven)
{
    const Robot robot = torso();
    EXPECT_TRUE(robot.allowed(1, 2));  // adjacent
    EXPECT_TRUE(robot.allowed(2, 1));
    EXPECT_TRUE(robot.allowed(0, 4));  // the sensor is fixed to the right arm
    EXPECT_TRUE(robot.allowed(3, 6));  // given
    EXPECT_FALSE(robot.allowed(2, 6));
    EXPECT_FALSE(robot.allowed(0, 1));
    EXPECT_FALSE(robot.allowed(3, 5));
    std::string reasons;
    LinkId a = 0, b = 0;
    for (const Robot::AllowedPair& pair : robot.allowed_pairs()) {
        EXPECT_LT(pair.a, pair.b);
        EXPECT_TRUE(std::tie(a, b) < std::tie(pair.a, pair.b));
        a = pair.a;
        b = pair.b;
        reasons += pair.reason + " ";
    }
    // 0-4 0-5 1-2 1-4 1-6 2-3 3-6 4-5 6-7; a frame without shapes is only a neighbour.
    EXPECT_EQ(reasons, "rigid adjacent adjacent adjacent adjacent adjacent never adjacent adjacent ");
}

TEST(Robot, PosesAreThoseOfAnotherKinematics)
{
    for (std::uint64_t seed = 0; seed < effort(1500); ++seed) {
        Random random(seed);
        const std::size_t links = 1 + random.below(31);
        const double size = random.pick({1.0, 1e-6, 1e6});
        const Robot robot(
            random_robot_parts(random, {.links = links, .size = size, .chain = random.chance(0.5), .shapes = false}));
        const VectorXd values = random_configuration(random, robot, size, random.pick({3.2, 1e3}));
        const support::ReferenceRobotMotion reference(robot, {values, values});
        const std::vector<Isometry3d> poses = robot.poses(values);
        const std::vector<support::LongPose> exact = reference.poses(0.0);
        const auto count = static_cast<double>(links);
        for (std::size_t i = 0; i < links; ++i) {
            const Eigen::Matrix3d rotation = exact[i].rotation.cast<double>();
            ASSERT_LE((poses[i].linear() - rotation).norm(), 1e-15 * (2.0 + count)) << seed;
            ASSERT_LE((poses[i].translation() - exact[i].origin.cast<double>()).norm(),
                      1e-15 * (2.0 + count) * reference.reach())
                << seed;
        }
    }
}

TEST(Robot, AMimicFollowsAMimic)
{
    RobotParts parts = arm();
    parts.links.push_back({"hand"});
    parts.joints.push_back({.name = "wrist", .type = Joint::Type::prismatic, .parent = "lower", .child = "hand"});
    parts.joints[0].mimic = {.joint = "elbow", .multiplier = 2.0, .offset = 0.25};
    parts.joints[1].mimic = {.joint = "wrist", .multiplier = -3.0, .offset = 0.5};
    const Robot robot(parts);
    ASSERT_EQ(robot.value_count(), 1U);
    const VectorXd values = VectorXd::Constant(1, 0.125);
    EXPECT_EQ(robot.values_of(2, values)[0], 0.125);
    EXPECT_EQ(robot.values_of(1, values)[0], -3.0 * 0.125 + 0.5);
    EXPECT_EQ(robot.values_of(0, values)[0], 2.0 * (-3.0 * 0.125 + 0.5) + 0.25);
}

TEST(Robot, ALinkIsARobot)
{
    const Robot robot({.links = {{"only"}}});
    EXPECT_EQ(robot.value_count(), 0U);
    EXPECT_EQ(robot.zero().size(), 0);
    EXPECT_EQ(robot.poses(VectorXd()).size(), 1U);
    EXPECT_TRUE(robot.allowed_pairs().empty());
    EXPECT_EQ(robot.triangle_count(), 0U);
}

}  // namespace
}  // namespace tocca::robot_test
