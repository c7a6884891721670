// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/joint_state.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <string>

#include "io/expect_error.hpp"
#include "io/small_robot.hpp"
#include "tocca/io/joint_values.hpp"

namespace tocca::joint_state_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using support::expect_error;

const Robot& robot()
{
    static const Robot made = support::small_robot();
    return made;
}

VectorXd configured(const JointState& state) { return configuration_of(state, robot(), robot().zero()); }

TEST(FindValue, KnowsValuesByName)
{
    for (std::size_t i = 0; i < robot().value_count(); ++i) {
        const ValueReading reading = find_value(robot(), robot().value_name(i));
        EXPECT_EQ(reading.fault, "");
        EXPECT_EQ(reading.value, i);
    }
    EXPECT_NE(find_value(robot(), "grip").fault.find("follows 'elbow'"), std::string::npos);
    EXPECT_NE(find_value(robot(), "mount").fault.find("is fixed"), std::string::npos);
    EXPECT_NE(find_value(robot(), "ball").fault.find("ball.qx"), std::string::npos);
    for (const char* wrong : {"", "wrist", "elbow.x", "ball.", "ball.x", "ballqx", "elbo", "elbow2", "Elbow"}) {
        EXPECT_NE(find_value(robot(), wrong).fault, "") << wrong;
    }
}

TEST(ConfigurationOf, KeepsWhatIsNotNamed)
{
    VectorXd rest = robot().zero();
    rest[0] = 0.25;
    const VectorXd values =
        configuration_of({.joints = {{"elbow", {1.5}}, {"grip", {9}}, {"mount", {}}}}, robot(), rest);
    EXPECT_EQ(values[0], 0.25);
    EXPECT_EQ(values[1], 1.5);
    EXPECT_EQ(values.tail(11), rest.tail(11));
}

TEST(ConfigurationOf, ReadsPlacements)
{
    Isometry3d pose = Isometry3d::Identity();
    pose.translation() = Vector3d(1, 2, 3);
    pose.linear() = Eigen::AngleAxisd(1.0, Vector3d(0, 0.6, 0.8)).toRotationMatrix();
    const JointState state{.placements = {{"float", pose}, {"ball", pose}, {"virtual", pose}}};
    const VectorXd values = configured(state);
    const auto poses = robot().poses(values);
    EXPECT_TRUE(poses[*robot().find_link("kite")].isApprox(pose, 1e-12));
    EXPECT_TRUE(poses[*robot().find_link("eye")].linear().isApprox(pose.linear(), 1e-12));
    EXPECT_EQ(root_pose_of(state, robot()).matrix(), pose.matrix());
    EXPECT_EQ(root_pose_of({}, robot()).matrix(), Eigen::Matrix4d::Identity());
    expect_error({.code = ErrorCode::malformed_robot, .says = "'other'"}, [&] {
        (void)root_pose_of({.placements = {{"virtual", pose}, {"other", pose}}}, robot());
    });
    expect_error({.code = ErrorCode::malformed_robot, .says = "not read from a pose"}, [&] {
        (void)configured({.placements = {{"elbow", pose}}});
    });
}

TEST(ConfigurationOf, NamesWhatIsWrong)
{
    const ErrorPlace place{.file = "state.yaml", .line = 7};
    const auto expect = [&](const JointState& state, const std::string& says, ErrorCode code) {
        expect_error({.code = code, .line = 7, .says = says}, [&] { (void)configured(state); });
    };
    expect({.joints = {{"wrist", {1}, place}}}, "has no joint 'wrist'", ErrorCode::malformed_robot);
    expect({.joints = {{"elbow", {1, 2}, place}}}, "has 1 values, but 2 are given", ErrorCode::malformed_robot);
    expect({.joints = {{"elbow", {std::numeric_limits<double>::quiet_NaN()}, place}}}, "not finite",
           ErrorCode::not_finite);
    expect({.joints = {{"ball", {0, 0, 0, 3}, place}}}, "has length 3", ErrorCode::not_a_rotation);
    EXPECT_THROW((void)configuration_of({}, robot(), VectorXd::Zero(3)), std::invalid_argument);
}

TEST(ConfigurationOfText, ReadsAllValuesOrSomeByName)
{
    const VectorXd zero = robot().zero();
    const VectorXd some = configuration_of_text("elbow=-1.5, ball.qw = -1", robot(), zero);
    EXPECT_EQ(some[1], -1.5);
    EXPECT_EQ(some[5], -1.0);
    EXPECT_EQ(some[0], 0.0);
    const VectorXd all = configuration_of_text("1,2,0,0,0,1,5,6,7,0,0,0,1", robot(), zero);
    EXPECT_EQ(all[0], 1.0);
    EXPECT_EQ(all[6], 5.0);
    for (const char* wrong :
         {"", "1,2", "elbow", "elbow=", "elbow=x", "elbow=nan", "elbow=1,elbow=2", "wrist=1", "grip=1", "elbow=1,2",
          "ball.qw=3", "1,2,0,0,0,9,5,6,7,0,0,0,1", "1,2,0,0,0,1,5,6,7,0,0,0,inf", "="}) {
        EXPECT_THROW((void)configuration_of_text(wrong, robot(), zero), std::invalid_argument) << wrong;
    }
}

}  // namespace
}  // namespace tocca::joint_state_test
