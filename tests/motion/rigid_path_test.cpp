// SPDX-License-Identifier: Apache-2.0
#include "tocca/motion/rigid_path.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <new>
#include <numbers>
#include <random>
#include <vector>

#include "motion/exact_path.hpp"
#include "support/effort.hpp"
#include "tocca/base/error.hpp"
#include "tocca/geometry/vector_length.hpp"

namespace tocca::rigid_path_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Vector3d;

class RandomMotions {
public:
    explicit RandomMotions(unsigned seed) : engine_(seed) {}

    double unit() { return std::uniform_real_distribution<double>(-1.0, 1.0)(engine_); }
    int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(engine_); }
    Vector3d vector() { return {unit(), unit(), unit()}; }
    /// Of any magnitude between 2^low and 2^high.
    Vector3d vector(double low, double high) { return std::exp2(low + 0.5 * (unit() + 1.0) * (high - low)) * vector(); }

    Matrix3d rotation()
    {
        if (below(8) == 0) return Matrix3d::Identity();
        return Eigen::Quaterniond(unit(), unit(), unit(), unit()).normalized().toRotationMatrix();
    }

    Isometry3d pose()
    {
        Isometry3d pose = Isometry3d::Identity();
        pose.linear() = rotation();
        if (below(3) == 0)  // as far from a rotation as is let in
            for (int i = 0; i < 9; ++i) pose.linear()(i / 3, i % 3) += 3e-10 * unit();
        pose.translation() = below(4) == 0 ? vector(-30, 40) : vector();
        return pose;
    }

    RigidMotion motion()
    {
        RigidMotion motion{.from = pose(), .to = pose()};
        const int sort = below(8);
        if (sort == 0) motion.to.linear() = motion.from.linear();
        if (sort == 1) motion.to.linear() = turned(vector(-60, -1), motion.from);  // hardly turned
        if (sort == 2)                                                             // half a turn, nearly or exactly
            motion.to.linear() = turned((std::numbers::pi + vector(-60, -10).x()) * vector().normalized(), motion.from);
        if (sort == 3) motion.rotation = vector(0, 19);  // many turns
        if (sort == 4) motion.rotation = vector(-250, 3);
        if (sort == 5) motion.rotation = Vector3d(0, 0, 2.0 * std::numbers::pi * (below(40) + 1));
        if (below(2) == 0) motion.reference = below(3) == 0 ? vector(-20, 40) : vector();
        return motion;
    }

    double time()
    {
        return below(4) == 0 ? below(2) : below(4) == 0 ? std::exp2(30 * (unit() - 1)) : 0.5 + 0.5 * unit();
    }

private:
    static Matrix3d turned(const Vector3d& rotation, const Isometry3d& pose)
    {
        return Eigen::AngleAxisd(rotation.norm(), rotation.normalized()).toRotationMatrix() * pose.linear();
    }

    std::mt19937_64 engine_;
};

exact::Vector computed(const RigidPath& path, double t, const Vector3d& x)
{
    const RigidPath::Place place = path.at(t);
    return exact::vector(place.rotation * x + place.origin);
}

/// A radius that is certainly not too small.
double radius(const RigidPath& path, const Vector3d& x) { return (x - path.reference()).norm() * (1.0 + 1e-15); }

TEST(RigidPath, ComputesPlacesWithinItsBound)
{
    RandomMotions random(1);
    double greatest = 0.0;
    for (std::size_t i = 0; i < support::effort(4000); ++i) {
        const RigidMotion motion = random.motion();
        const RigidPath path(motion);
        const exact::Matrix start = exact::nearest_rotation(motion.from.linear());
        for (int k = 0; k < 4; ++k) {
            const Vector3d x =
                random.below(2) == 0 ? random.vector(-10, 30) : path.reference() + random.vector(-10, 10);
            const double t = random.time();
            const double error = exact::distance(computed(path, t, x), exact::place(path, start, t, x));
            const double bound = path.position_error(radius(path, x));
            ASSERT_LE(error, bound) << i << " turn " << path.angular_velocity().norm() << " t " << t;
            greatest = std::max(greatest, error / bound);
        }
    }
    EXPECT_GT(greatest, 0.1) << "the motions are too tame to test the bound";
    EXPECT_LT(greatest, 0.9);
}

TEST(RigidPath, StartsAndEndsAtThePosesGiven)
{
    RandomMotions random(2);
    for (std::size_t i = 0; i < support::effort(3000); ++i) {
        RigidMotion motion = random.motion();
        motion.rotation.reset();
        const RigidPath path(motion);
        const exact::Matrix start = exact::nearest_rotation(motion.from.linear());
        const Vector3d x = path.reference() + random.vector(-10, 10);
        const double bound = path.position_error(radius(path, x));
        ASSERT_LE(exact::distance(exact::place(path, start, 0.0, x), exact::place(motion.from, x)), bound) << i;
        ASSERT_LE(exact::distance(exact::place(path, start, 1.0, x), exact::place(motion.to, x)), bound) << i;
        ASSERT_LE(path.angular_velocity().norm(), std::numbers::pi * (1.0 + 1e-15)) << i;
    }
}

TEST(RigidPath, ScalesWithTheBody)
{
    RandomMotions random(3);
    for (int i = 0; i < 300; ++i) {
        RigidMotion motion = random.motion();
        if (i % 2 == 0) motion.reference.setZero();
        const double factor = i % 3 == 0 ? 0x1p-900 : 0x1p500;
        motion.from.translation() *= factor, motion.to.translation() *= factor, motion.reference *= factor;
        const RigidPath path(motion);
        const exact::Matrix start = exact::nearest_rotation(motion.from.linear());
        const Vector3d x = factor * random.vector();
        const double t = random.time();
        const double error = exact::distance(computed(path, t, x), exact::place(path, start, t, x));
        const double bound = path.position_error(length_of(x - path.reference()) * (1.0 + 1e-15));
        ASSERT_LE(error, bound) << i;
        const double scale =
            length_of(path.start()) + length_of(path.velocity()) + length_of(path.reference()) + length_of(x);
        ASSERT_LT(bound, 1e-8 * scale) << i;
    }
}

TEST(RigidPath, AtRestStaysAndTranslatesExactly)
{
    Isometry3d pose = Isometry3d::Identity();
    pose.linear() << 0, -1, 0, 1, 0, 0, 0, 0, 1;
    pose.translation() = Vector3d(1, 2, 3);
    const RigidPath rest(at_rest(pose));
    EXPECT_FALSE(rest.moves());
    EXPECT_FALSE(rest.rotates());
    EXPECT_EQ(rest.at(0.3).rotation, pose.linear());
    EXPECT_EQ(rest.at(0.7).origin, pose.translation());

    const RigidPath moving(translation(pose, {2, 0, -4}));
    EXPECT_TRUE(moving.moves());
    EXPECT_FALSE(moving.rotates());
    EXPECT_EQ(moving.velocity(), Vector3d(2, 0, -4));
    EXPECT_EQ(moving.at(0.25).origin, Vector3d(1.5, 2, 2));
    EXPECT_EQ(moving.at(0.25).rotation, pose.linear());
}

TEST(RigidPath, KeepsAMotionWithEqualOrientationsFreeOfRounding)
{
    RandomMotions random(4);
    RigidMotion motion = translation(random.pose(), {0.5, 0.25, 0});
    motion.from.translation() = Vector3d(1, 1, 1);
    motion.to.translation() = Vector3d(1.5, 1.25, 1);
    motion.reference = Vector3d(0.1, 1e6, -3);
    const RigidPath path(motion);
    EXPECT_FALSE(path.rotates());
    EXPECT_EQ(path.velocity(), Vector3d(0.5, 0.25, 0));
}

TEST(RigidPath, StartsAtTheStoredPlaceToTheBit)
{
    RandomMotions random(5);
    for (int i = 0; i < 100; ++i) {
        RigidMotion motion = random.motion();
        motion.reference.setZero();
        const RigidPath path(motion);
        EXPECT_EQ(path.at(0.0).origin, motion.from.translation());
        EXPECT_EQ(path.start(), motion.from.translation());
    }
}

TEST(RigidPath, TakesASmallRotationForNone)
{
    RigidMotion motion;
    motion.rotation = Vector3d(0x1p-201, 0, 0);
    EXPECT_FALSE(RigidPath(motion).rotates());
    motion.rotation = Vector3d(0x1p-199, 0, 0);
    EXPECT_TRUE(RigidPath(motion).rotates());
}

void expect_refused(const RigidMotion& motion, ErrorCode code)
{
    try {
        const RigidPath path(motion);
        FAIL() << "was let in";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), code) << error.what();
    }
}

TEST(RigidPath, RefusesWhatIsNoRigidMotion)
{
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinite = std::numeric_limits<double>::infinity();
    RigidMotion motion;
    motion.from.linear()(1, 2) = nan;
    expect_refused(motion, ErrorCode::not_finite);
    motion = {};
    motion.to.translation().x() = infinite;
    expect_refused(motion, ErrorCode::not_finite);
    motion = {};
    motion.reference.z() = nan;
    expect_refused(motion, ErrorCode::not_finite);
    motion = {};
    motion.rotation = Vector3d(0, nan, 0);
    expect_refused(motion, ErrorCode::not_finite);
    motion = {};
    motion.from.translation().x() = -1.7e308, motion.to.translation().x() = 1.7e308;
    expect_refused(motion, ErrorCode::not_finite);

    for (const double factor : {0.0, -1.0, 2.0, 1.0 + 1e-8, 1e200}) {
        motion = {};
        motion.from.linear() *= factor;
        expect_refused(motion, ErrorCode::not_a_rotation);
        motion = {};
        motion.to.linear() *= factor;
        expect_refused(motion, ErrorCode::not_a_rotation);
    }
    motion = {};
    motion.to.linear()(0, 0) = -1.0;  // a reflection
    expect_refused(motion, ErrorCode::not_a_rotation);
    motion = {};
    motion.rotation = Vector3d(0x1p21, 0, 0);
    expect_refused(motion, ErrorCode::not_a_rotation);
    motion.rotation = Vector3d(1e300, 1e300, 0);
    expect_refused(motion, ErrorCode::not_a_rotation);
}

TEST(RigidPath, LetsInWhatIsNearlyARotation)
{
    RigidMotion motion;
    motion.from.linear() *= 1.0 + 5e-10;
    EXPECT_NO_THROW(RigidPath{motion});
    EXPECT_NEAR(RigidPath(motion).at(0.0).rotation(0, 0), 1.0, 1e-15);
}

TEST(RigidPath, IsTheSameWhereverItLies)
{
    static_assert(alignof(RigidPath) == alignof(double));
    RandomMotions random(9);
    std::vector<std::byte> memory(2 * sizeof(RigidPath) + 16);
    for (std::size_t i = 0; i < support::effort(3'000); ++i) {
        const RigidMotion motion = random.motion();
        const RigidPath path(motion);
        const Vector3d x = random.vector();
        const double t = random.time();
        for (const std::size_t offset : {std::size_t{0}, alignof(double)}) {
            void* place = memory.data();
            std::size_t room = memory.size();
            ASSERT_NE(std::align(2 * alignof(double), sizeof(RigidPath), place, room), nullptr);
            const auto* const placed = new (static_cast<std::byte*>(place) + offset) RigidPath(motion);
            ASSERT_EQ(placed->position_error(1.0), path.position_error(1.0)) << i;
            const RigidPath::Place here = placed->at(t), there = path.at(t);
            ASSERT_EQ(here.rotation * x + here.origin, there.rotation * x + there.origin) << i;
            std::destroy_at(placed);
        }
    }
}

}  // namespace
}  // namespace tocca::rigid_path_test
