// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/pose_text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "support/random.hpp"
#include "tocca/io/number_text.hpp"
#include "tocca/motion/rigid_path.hpp"

namespace tocca::pose_text_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Vector3d;

Isometry3d read(const std::string& text)
{
    const auto reading = pose_of_text(text);
    EXPECT_EQ(reading.fault, "");
    return reading.value;
}

void expect_fault(const std::string& text, const std::string& says)
{
    const auto reading = pose_of_text(text);
    EXPECT_NE(reading.fault.find(says), std::string::npos) << text << ": '" << reading.fault << "'";
    EXPECT_FALSE(reading.fault.empty()) << text;
}

TEST(PoseOfText, ReadsAPlace)
{
    const Isometry3d pose = read("1,-2.5,3e2");
    EXPECT_EQ(pose.translation(), Vector3d(1, -2.5, 300));
    EXPECT_EQ(pose.linear(), Matrix3d::Identity());
    EXPECT_EQ(read(" 1 , -2.5,\t300 ").matrix(), pose.matrix());
    EXPECT_EQ(read("0x1p0,-0x1.4p1,300").matrix(), pose.matrix());
}

TEST(PoseOfText, TurnsByQuartersExactly)
{
    const Vector3d x = Vector3d::UnitX(), y = Vector3d::UnitY(), z = Vector3d::UnitZ();
    EXPECT_EQ(read("0,0,0,0,0,90deg").linear() * x, y);
    EXPECT_EQ(read("0,0,0,0,0,-90deg").linear() * y, x);
    EXPECT_EQ(read("0,0,0,180,0,0deg").linear() * y, -y);
    EXPECT_EQ(read("0,0,0,0,270,0deg").linear() * x, z);
    EXPECT_EQ(read("0,0,0,0,0,360deg").linear(), Matrix3d::Identity());
    EXPECT_EQ(read("0,0,0,0,0,3690 deg").linear() * x, y);
    EXPECT_EQ(read("1,2,3,0,0,0deg").linear(), Matrix3d::Identity());
    EXPECT_EQ(read("1,2,3,0,0,90deg").translation(), Vector3d(1, 2, 3));
}

TEST(PoseOfText, HasThreeWaysToWriteARotation)
{
    support::Random random(4);
    for (int i = 0; i < 200; ++i) {
        const Vector3d axis = Vector3d(random.signed_unit(), random.signed_unit(), random.signed_unit()).normalized();
        const double angle = 7 * random.signed_unit();
        const Eigen::Quaterniond quaternion(Eigen::AngleAxisd(angle, axis));
        const auto list = [](double a, double b, double c) {
            return "," + shortest_text(a) + "," + shortest_text(b) + "," + shortest_text(c);
        };
        const Vector3d radians = angle * axis, degrees = radians * (180 / std::numbers::pi);
        const Matrix3d expected = quaternion.toRotationMatrix();
        for (const std::string& text :
             {"1,2,3" + list(radians.x(), radians.y(), radians.z()) + "rad",
              "1,2,3" + list(degrees.x(), degrees.y(), degrees.z()) + "deg",
              "1,2,3," + shortest_text(quaternion.w()) + list(quaternion.x(), quaternion.y(), quaternion.z()) + "wxyz",
              "1,2,3" + list(quaternion.x(), quaternion.y(), quaternion.z()) + "," + shortest_text(quaternion.w()) +
                  "xyzw"}) {
            const Isometry3d pose = read(text);
            EXPECT_LT((pose.linear() - expected).norm(), 1e-13) << text;
            EXPECT_NO_THROW((void)RigidPath(at_rest(pose))) << text;
        }
        EXPECT_LT((rotation_matrix(radians) - expected).norm(), 1e-13);
    }
}

TEST(PoseOfText, GivesRotationsForAnglesOfAnySize)
{
    for (const char* number : {"5e-324", "1e-320", "1e-200", "1e-9", "1e3", "7e8"}) {
        for (const char* unit : {"deg", "rad"}) {
            const std::string text = std::string("0,0,0,0,") + number + "," + number + unit;
            const auto reading = pose_of_text(text);
            ASSERT_EQ(reading.fault, "");
            EXPECT_LT((reading.value.linear().transpose() * reading.value.linear() - Matrix3d::Identity()).norm(),
                      1e-13)
                << text;
        }
    }
}

TEST(PoseOfText, ScalesAQuaternionThatIsNearlyAUnit)
{
    EXPECT_LT((read("0,0,0,0.707,0,0,0.707wxyz").linear() * Vector3d::UnitX() - Vector3d::UnitY()).norm(), 1e-15);
    expect_fault("0,0,0,1,0,0,1wxyz", "has length 1.41421, not 1");
    expect_fault("0,0,0,0,0,0,0wxyz", "has length 0, not 1");
    expect_fault("0,0,0,1e300,1e300,0,0xyzw", "not 1");
}

TEST(PoseOfText, NamesTheNumberAtFault)
{
    expect_fault("1,x,3", "number 2 of '1,x,3' is not a number: 'x'");
    expect_fault("1,,3", "number 2 of '1,,3' is not a number: ''");
    expect_fault("1,2,3,", "number 4");
    expect_fault("", "number 1");
    expect_fault("deg", "number 1");
    expect_fault("1,2,nan", "number 3 of '1,2,nan' is not finite");
    expect_fault("inf,2,3", "number 1 of 'inf,2,3' is not finite");
    expect_fault("1,2,3,0,0,1e999rad", "number 6");
    expect_fault("1;2;3", "number 1");
    for (const char* number : {"1.1e9", "1e155", "1.7e308"}) {
        expect_fault(std::string("0,0,0,0,") + number + "," + number + "deg", "is beyond 1e9");
        expect_fault(std::string("0,0,0,0,") + number + "," + number + "rad", "is beyond 1e9");
    }
    expect_fault("1,2,3,0,0,90degrees", "number 6");
}

TEST(PoseOfText, GuessesNeitherUnitNorOrder)
{
    expect_fault("1,2,3,0,0,90", "needs the unit of its rotation");
    expect_fault("1,2,3,1,0,0,0", "needs the order of its quaternion");
    expect_fault("1,2", "has 2 numbers; a pose has 3, 6");
    expect_fault("1,2,3,4", "has 4 numbers");
    expect_fault("1,2,3deg", "has 3 numbers; a place and a rotation vector have 6");
    expect_fault("1,2,3,1,0,0,0rad", "have 6");
    expect_fault("1,2,3,1,0,0wxyz", "a place and a quaternion have 7");
}

TEST(RotationOfText, ReadsAnyNumberOfTurns)
{
    EXPECT_EQ(rotation_of_text("0,0,12.5rad").value, Vector3d(0, 0, 12.5));
    EXPECT_EQ(rotation_of_text("0,0,720deg").value, Vector3d(0, 0, 4 * std::numbers::pi));
    for (const char* wrong : {"0,0,720", "0,720deg", "0,0,0,0,0,1deg", "0,0,1wxyz", "0,0,nandeg", ""}) {
        EXPECT_NE(rotation_of_text(wrong).fault, "") << wrong;
    }
}

TEST(PointOfText, ReadsThreeNumbers)
{
    EXPECT_EQ(point_of_text("1,0,-2.5").value, Vector3d(1, 0, -2.5));
    for (const char* wrong : {"1,2", "1,2,3,4", "1,2,3deg", "1,2,inf", "a,b,c", ""}) {
        EXPECT_NE(point_of_text(wrong).fault, "") << wrong;
    }
}

}  // namespace
}  // namespace tocca::pose_text_test
