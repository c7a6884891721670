// SPDX-License-Identifier: Apache-2.0
#include "tocca/motion/rigid_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <stdexcept>

#include "tocca/motion/rigid_path.hpp"

namespace tocca::rigid_motion_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using std::numbers::pi;

class RandomPoses {
public:
    explicit RandomPoses(unsigned seed) : engine_(seed) {}

    double unit() { return std::uniform_real_distribution<double>(-1.0, 1.0)(engine_); }
    Vector3d vector() { return {unit(), unit(), unit()}; }
    Isometry3d pose()
    {
        Isometry3d pose = Isometry3d::Identity();
        pose.linear() = Eigen::Quaterniond(unit(), unit(), unit(), unit()).normalized().toRotationMatrix();
        pose.translation() = 10.0 * vector();
        return pose;
    }

private:
    std::mt19937_64 engine_;
};

Vector3d place(const RigidMotion& motion, double t, const Vector3d& x)
{
    const RigidPath::Place at = RigidPath(motion).at(t);
    return at.rotation * x + at.origin;
}

TEST(Translation, MovesEveryPointTheSameWay)
{
    RandomPoses random(1);
    const Isometry3d pose = random.pose();
    const RigidMotion motion = translation(pose, {1, 2, 3});
    const Vector3d x = random.vector();
    EXPECT_LT((place(motion, 0.5, x) - (pose * x + Vector3d(0.5, 1.0, 1.5))).norm(), 1e-14);
}

TEST(Turn, KeepsItsCentreAndTurnsAsOftenAsAsked)
{
    RandomPoses random(2);
    for (int i = 0; i < 100; ++i) {
        const Isometry3d pose = random.pose();
        const Vector3d centre = 5.0 * random.vector(), axis = random.vector().normalized();
        const double angle = 40.0 * random.unit(), t = 0.5 + 0.5 * random.unit();
        const RigidMotion motion = turn(pose, centre, angle * axis);
        const Vector3d x = random.vector();
        const Vector3d expected = centre + Eigen::AngleAxisd(t * angle, axis) * (pose * x - centre);
        EXPECT_LT((place(motion, t, x) - expected).norm(), 1e-12);
        EXPECT_LT((place(motion, t, pose.inverse() * centre) - centre).norm(), 1e-13);
        EXPECT_LT((place(motion, 1.0, x) - motion.to * x).norm(), 1e-12);
    }
}

/// Every point moves on a helix: what is done by time s and then by time t is done by time s + t.
void expect_constant_twist(const RigidMotion& motion, double allowed)
{
    const RigidPath path(motion);
    const auto pose = [&](double t) {
        Isometry3d result = Isometry3d::Identity();
        result.linear() = path.at(t).rotation;
        result.translation() = path.at(t).origin;
        return result;
    };
    const Isometry3d back = pose(0.0).inverse();
    const Isometry3d once = pose(0.25) * back, twice = pose(0.5) * back, all = pose(1.0) * back;
    EXPECT_LT(((once * once).matrix() - twice.matrix()).norm(), allowed);
    EXPECT_LT(((twice * twice).matrix() - all.matrix()).norm(), allowed);
}

TEST(ScrewMotion, BetweenPosesIsAConstantTwist)
{
    RandomPoses random(3);
    for (int i = 0; i < 200; ++i) {
        const RigidMotion motion = screw_motion(random.pose(), random.pose());
        expect_constant_twist(motion, 1e-11);
        const Vector3d x = random.vector();
        EXPECT_LT((place(motion, 0.0, x) - motion.from * x).norm(), 1e-12);
        EXPECT_LT((place(motion, 1.0, x) - motion.to * x).norm(), 1e-12);
    }
}

TEST(ScrewMotion, OfSmallAndOfHalfTurns)
{
    RandomPoses random(4);
    for (const double angle : {1e-12, 1e-8, 1e-7, 2e-7, 3e-7, 1e-6, 1e-3, pi - 1e-9, pi}) {
        Isometry3d from = random.pose(), to = from;
        to.linear() = Eigen::AngleAxisd(angle, random.vector().normalized()).toRotationMatrix() * from.linear();
        to.translation() += random.vector();
        const RigidMotion motion = screw_motion(from, to);
        // The axis is as far as 2^22 times the way; what that costs, or the chord in its place, stays this small.
        expect_constant_twist(motion, 1e-6);
        const Vector3d x = random.vector();
        EXPECT_LT((place(motion, 1.0, x) - to * x).norm(), 1e-6) << angle;
    }
}

TEST(ScrewMotion, WithoutATurnIsATranslation)
{
    RandomPoses random(5);
    const Isometry3d from = random.pose();
    Isometry3d to = from;
    to.translation() += Vector3d(1, 2, 3);
    EXPECT_FALSE(RigidPath(screw_motion(from, to)).rotates());
}

TEST(ScrewMotion, AboutAnAxisTurnsAndAdvances)
{
    const Isometry3d from = Isometry3d::Identity();
    const RigidMotion motion =
        screw_motion(from, Screw{.point = {1, 0, 7}, .direction = {0, 0, 5}, .angle = 3 * pi, .advance = 6});
    expect_constant_twist(motion, 1e-13);
    EXPECT_LT((place(motion, 1.0 / 3.0, Vector3d::Zero()) - Vector3d(2, 0, 2)).norm(), 1e-14);
    EXPECT_LT((place(motion, 1.0, Vector3d::Zero()) - Vector3d(2, 0, 6)).norm(), 1e-13);
    EXPECT_LT((place(motion, 1.0, {1, 0, 0}) - Vector3d(1, 0, 6)).norm(), 1e-13);
    EXPECT_LT((motion.to * Vector3d::Zero() - Vector3d(2, 0, 6)).norm(), 1e-13);
}

TEST(ScrewMotion, AgreesWithTheOneBetweenItsEnds)
{
    RandomPoses random(6);
    for (int i = 0; i < 100; ++i) {
        const Screw screw{.point = 3.0 * random.vector(),
                          .direction = random.vector(),
                          .angle = 3.0 * random.unit(),
                          .advance = random.unit()};
        const RigidMotion given = screw_motion(random.pose(), screw);
        const RigidMotion found = screw_motion(given.from, given.to);
        const Vector3d x = random.vector();
        EXPECT_LT((place(given, 0.4, x) - place(found, 0.4, x)).norm(), 1e-9) << screw.angle;
    }
}

TEST(ScrewMotion, RefusesAnAxisWithoutDirection)
{
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    for (const Vector3d& direction : {Vector3d(0, 0, 0), Vector3d(nan, 0, 0)}) {
        const Screw screw{.direction = direction, .angle = 1.0};
        EXPECT_THROW(static_cast<void>(screw_motion(Isometry3d::Identity(), screw)), std::invalid_argument);
    }
}

}  // namespace
}  // namespace tocca::rigid_motion_test
