// SPDX-License-Identifier: Apache-2.0
#include "tocca/robot/detail/link_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "support/effort.hpp"
#include "support/rigid_queries.hpp"
#include "support/robot_kinematics.hpp"
#include "support/robot_queries.hpp"

namespace tocca::robot::detail::link_motion_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using rigid::MovingFrame;
using support::effort;
using support::LongMatrix;
using support::LongPose;
using support::LongVector;
using support::Random;
using support::ReferenceRobotMotion;

/// A robot on its way, as the library has it and by other means.
struct Moving {
    Robot robot;
    JointMotion motion;
    RobotMotion compiled;
    ReferenceRobotMotion reference;

    Moving(Robot moving, const JointMotion& along)
        : robot(std::move(moving)), motion(along), compiled(robot, motion), reference(robot, motion)
    {}
    Moving(const Moving&) = delete;
    Moving& operator=(const Moving&) = delete;

    [[nodiscard]] LinkMotion link_motion(LinkId link, double radius, ElementId base = no_element) const
    {
        return {compiled, compiled.place(link), base, radius, compiled.joints_above(link)};
    }
};

std::unique_ptr<Moving> random_moving(std::uint64_t seed)
{
    Random random(seed);
    const std::size_t links = random.pick<std::size_t>({2, 2, 3, 4, 6, 10, 31});
    const double size = random.pick({1.0, 1.0, 1e-6, 1e6});
    Robot robot(
        random_robot_parts(random, {.links = links, .size = size, .chain = random.chance(0.7), .shapes = false}));
    const Eigen::VectorXd from = random_configuration(random, robot, size, random.pick({3.2, 3.2, 1e4}));
    const JointMotion motion = random_joint_motion(random, robot, from, size);
    return std::make_unique<Moving>(std::move(robot), motion);
}

Vector3d random_point(Random& random, double radius)
{
    const Vector3d p(random.signed_unit(), random.signed_unit(), random.signed_unit());
    return radius / std::sqrt(3.0) * p;
}

LongVector at(const LongPose& pose, const Vector3d& point) { return pose * point.cast<long double>(); }

TEST(LinkMotion, PlacesAreWithinTheirError)
{
    double worst = 0.0;
    for (std::uint64_t seed = 0; seed < effort(2000); ++seed) {
        const auto moving = random_moving(seed);
        Random random(seed + 1'000'000);
        for (int sample = 0; sample < 10; ++sample) {
            const auto link = static_cast<LinkId>(random.below(moving->robot.links().size()));
            const double radius = std::max(moving->reference.reach(), 1e-3) * random.pick({0.0, 1e-3, 1.0});
            const LinkMotion motion = moving->link_motion(link, radius);
            const double t = random.pick({0.0, 1.0, random.unit()});
            const Vector3d point = random_point(random, radius);
            const LongVector exact = at(moving->reference.pose(link, t), point);
            const Vector3d placed = motion.at(t).place(point);
            const auto error = static_cast<double>((placed.cast<long double>() - exact).norm());
            ASSERT_LE(error, motion.position_error()) << "seed " << seed << " link " << link << " t " << t;
            ASSERT_LE(error, moving->compiled.place_error(radius)) << "seed " << seed;
            if (motion.position_error() > 0.0) worst = std::max(worst, error / motion.position_error());
        }
    }
    // A bound ten thousand times too large would be proven as well, and useless.
    EXPECT_GT(worst, 1e-4);
}

TEST(LinkMotion, OffsetsThatCancelAreWithinTheirErrorToo)
{
    // Far out and back again: what is left is small, its error is not.
    for (std::uint64_t seed = 0; seed < effort(400); ++seed) {
        Random random(seed);
        const double far = std::pow(10.0, 6.0 * random.unit());
        const Vector3d out = random_point(random, far);
        const Isometry3d turn = support::random_pose(random, 0.0);
        const bool slides = random.chance(0.5), moves = random.chance(0.5);
        RobotParts parts = {.links = {{"root"}, {"out"}, {"back"}, {"tip"}}};
        Isometry3d first = turn, second = support::random_pose(random, 0.0);
        first.translation() = out;
        second.translation() = -(turn.linear().transpose() * out) + random_point(random, 1.0);
        parts.joints = {
            {.name = "a", .parent = "root", .child = "out", .origin = first},
            {.name = "b", .type = Joint::Type::prismatic, .parent = "out", .child = "back", .origin = second},
            {.name = "c", .type = Joint::Type::revolute, .parent = "back", .child = "tip"}};
        if (slides) {
            parts.joints[0] = {.name = "a",
                               .type = Joint::Type::prismatic,
                               .parent = "root",
                               .child = "out",
                               .origin = turn,
                               .axis = turn.linear().transpose() * out};
        }
        Robot robot(std::move(parts));
        JointMotion motion = {robot.zero(), robot.zero()};
        motion.to[motion.to.size() - 1] = 1.0;
        if (slides) {
            motion.from[0] = out.norm();
            motion.to[0] = out.norm() + (moves ? 1.0 : 0.0);
        }
        const Moving moving(std::move(robot), motion);
        const LinkMotion tip = moving.link_motion(3, 1.0);
        for (const double t : {0.0, 0.3, 1.0}) {
            const Vector3d point = random_point(random, 1.0);
            const LongVector exact = at(moving.reference.pose(3, t), point);
            const auto error = static_cast<double>((tip.at(t).place(point).cast<long double>() - exact).norm());
            ASSERT_LE(error, tip.position_error()) << "seed " << seed << " far " << far << " t " << t;
            ASSERT_LE(error, moving.compiled.place_error(1.0)) << "seed " << seed << " far " << far;
        }
    }
}

TEST(LinkMotion, PlacesInTheFrameOfAnElementAbove)
{
    for (std::uint64_t seed = 0; seed < effort(1000); ++seed) {
        const auto moving = random_moving(seed);
        Random random(seed + 2'000'000);
        const std::size_t count = moving->robot.links().size();
        const auto a = static_cast<LinkId>(random.below(count)), b = static_cast<LinkId>(random.below(count));
        const ElementId base = moving->compiled.common_element(a, b);
        const double radius = moving->reference.reach();
        const LinkMotion motion_a = moving->link_motion(a, radius, base),
                         motion_b = moving->link_motion(b, radius, base);
        for (int sample = 0; sample < 5; ++sample) {
            const double t = random.unit();
            const Vector3d p = random_point(random, radius), q = random_point(random, radius);
            const Vector3d between = motion_a.at(t).place(p) - motion_b.at(t).place(q);
            const LongVector exact = at(moving->reference.pose(a, t), p) - at(moving->reference.pose(b, t), q);
            const auto error = std::abs(static_cast<double>(between.cast<long double>().norm() - exact.norm()));
            ASSERT_LE(error, motion_a.position_error() + motion_b.position_error()) << "seed " << seed;
        }
    }
}

TEST(LinkMotion, VelocitiesAreThoseOfThePlaces)
{
    for (std::uint64_t seed = 0; seed < effort(1000); ++seed) {
        const auto moving = random_moving(seed);
        Random random(seed + 3'000'000);
        const auto link = static_cast<LinkId>(random.below(moving->robot.links().size()));
        const double radius = std::max(moving->reference.reach(), 1e-9);
        const LinkMotion motion = moving->link_motion(link, radius);
        const double t = 0.01 + 0.98 * random.unit();
        const MovingFrame frame = motion.at(t);
        const Vector3d point = random_point(random, radius);
        const Vector3d arm = frame.place(point) - frame.pivot;
        const Vector3d velocity = frame.velocity + frame.angular_velocity.cross(arm);
        // Central differences: what is left out is at most a sixth of the jerk times h^2.
        const double h = 1e-5;
        const LongVector later = at(moving->reference.pose(link, t + h), point);
        const LongVector sooner = at(moving->reference.pose(link, t - h), point);
        const long double step = (static_cast<long double>(t + h) - static_cast<long double>(t - h));
        const Vector3d expected = ((later - sooner) / step).cast<double>();
        const double jerk = frame.pivot_jerk + frame.jerk * arm.norm();
        // Of long doubles, over h; of velocities that are small; of great angles.
        const double greatest = moving->motion.from.size() > 0 ? moving->motion.from.cwiseAbs().maxCoeff() : 0.0;
        const double rounding = 1e-12 * radius * (1.0 + moving->reference.turn() + std::min(greatest, 1e4));
        ASSERT_LE((velocity - expected).norm(), jerk * h * h + rounding) << "seed " << seed << " link " << link;
    }
}

/// What MovingFrame promises of points after a time, sampled.
void expect_bounds(const Moving& moving, LinkId link, ElementId base, LinkId base_link, Random& random,
                   std::uint64_t seed)
{
    const double radius = std::max(moving.reference.reach(), 1e-9) * random.pick({0.0, 0.1, 1.0});
    const LinkMotion motion = moving.link_motion(link, radius, base);
    // In the frame of the link that rests in the base; its own place there does not change.
    const auto place = [&](double t, const Vector3d& point) -> LongVector {
        const LongPose pose = moving.reference.pose(link, t);
        if (base == no_element) return at(pose, point);
        const Isometry3d rest = moving.compiled.place(base_link).pose;
        const LongPose held = {rest.linear().cast<long double>(), rest.translation().cast<long double>()};
        return held * at(moving.reference.pose(base_link, t).inverse() * pose, point);
    };
    for (int sample = 0; sample < 4; ++sample) {
        const double t = random.chance(0.2) ? 0.0 : random.unit();
        const MovingFrame frame = motion.at(t);
        const Vector3d point = random_point(random, radius);
        const LongVector start = place(t, point);
        const Vector3d arm = frame.place(point) - frame.pivot;
        const double far = arm.norm() + frame.pivot_error;
        const Vector3d velocity = frame.velocity + frame.angular_velocity.cross(arm);
        const double speed_error =
            frame.velocity_error + (frame.turn_error) * far + frame.angular_velocity.norm() * frame.pivot_error;
        const double acceleration = frame.pivot_acceleration + frame.acceleration * far;
        const double jerk = frame.pivot_jerk + frame.jerk * far;
        const double rounding =
            1e-15 * (moving.reference.reach() + radius) * (1.0 + static_cast<double>(moving.robot.joints().size()));
        LongVector before = start;
        double time_before = t;
        for (int i = 1; i <= 24; ++i) {
            // Near t and all the way to the end.
            const double part = i <= 12 ? std::exp2(static_cast<double>(i - 13)) : static_cast<double>(i - 12) / 12.0;
            const double time = t + part * (1.0 - t), s = time - t;
            const LongVector now = place(time, point);
            const Vector3d left =
                (now - start - static_cast<long double>(s) * velocity.cast<long double>()).cast<double>();
            ASSERT_LE(left.norm(),
                      (0.5 * acceleration + jerk * s / 6.0) * s * s * (1.0 + 1e-9) + speed_error * s + rounding)
                << "seed " << seed << " link " << link << " t " << t << " s " << s;
            const double between = time - time_before;
            const Vector3d moved =
                (now - before - static_cast<long double>(between) * frame.drift.cast<long double>()).cast<double>();
            ASSERT_LE(moved.norm(),
                      (frame.pivot_speed + frame.speed * far) * std::abs(between) * (1.0 + 1e-9) + rounding)
                << "seed " << seed << " link " << link << " t " << t << " s " << s;
            before = now;
            time_before = time;
        }
    }
}

TEST(LinkMotion, PointsStayWithinTheirBounds)
{
    for (std::uint64_t seed = 0; seed < effort(1500); ++seed) {
        const auto moving = random_moving(seed);
        Random random(seed + 4'000'000);
        const auto link = static_cast<LinkId>(random.below(moving->robot.links().size()));
        expect_bounds(*moving, link, no_element, 0, random, seed);
        if (HasFatalFailure()) return;
    }
}

TEST(LinkMotion, PointsStayWithinTheirBoundsSeenFromALinkAbove)
{
    std::size_t seen = 0;
    for (std::uint64_t seed = 0; seed < effort(1500); ++seed) {
        const auto moving = random_moving(seed);
        Random random(seed + 5'000'000);
        const auto link = static_cast<LinkId>(random.below(moving->robot.links().size()));
        // A link above whose element is above the link's too: elements that only slide are passed over.
        LinkId above = link;
        for (std::size_t i = random.below(8); i > 0; --i) above = moving->robot.parent(above).value_or(above);
        const ElementId base = moving->compiled.place(above).element;
        if (moving->compiled.common_element(link, above) != base) continue;
        expect_bounds(*moving, link, base, above, random, seed);
        if (HasFatalFailure()) return;
        seen += above != link ? 1 : 0;
    }
    EXPECT_GT(seen, effort(1500) / 20);
}

TEST(LinkMotion, ALinkThatNothingMovesRests)
{
    Robot robot({.links = {{"root"}, {"a"}, {"b"}},
                 .joints = {{.name = "j", .type = Joint::Type::revolute, .parent = "root", .child = "a"},
                            {.name = "k", .type = Joint::Type::revolute, .parent = "root", .child = "b"}}});
    const Moving moving(std::move(robot), {Eigen::Vector2d(0.5, 0.0), Eigen::Vector2d(0.5, 1.0)});
    EXPECT_FALSE(moving.link_motion(1, 1.0).moves());
    EXPECT_TRUE(moving.link_motion(2, 1.0).moves());
    EXPECT_EQ(moving.compiled.elements().size(), 1U);
    const MovingFrame frame = moving.link_motion(1, 1.0).at(0.7);
    EXPECT_EQ(frame.speed, 0.0);
    EXPECT_EQ(frame.pivot_speed, 0.0);
    EXPECT_EQ(frame.velocity.norm(), 0.0);
    EXPECT_EQ(moving.compiled.common_element(1, 2), no_element);
}

TEST(LinkMotion, SlidesBelowEachOtherAreOne)
{
    RobotParts parts = {.links = {{"0"}}};
    for (int i = 1; i <= 4; ++i) {
        parts.links.push_back({std::to_string(i)});
        parts.joints.push_back({.name = "joint " + std::to_string(i),
                                .type = Joint::Type::prismatic,
                                .parent = std::to_string(i - 1),
                                .child = std::to_string(i),
                                .axis = i % 2 == 0 ? Vector3d(0, 1, 0) : Vector3d(1, 0, 0)});
    }
    const Moving moving(Robot(std::move(parts)), {Eigen::Vector4d::Zero(), Eigen::Vector4d(1, 2, 3, 4)});
    const MovingFrame frame = moving.link_motion(4, 1.0).at(0.5);
    EXPECT_EQ(frame.drift, Vector3d(4, 6, 0));
    EXPECT_EQ(frame.velocity, Vector3d(4, 6, 0));
    EXPECT_EQ(frame.pivot_speed, 0.0);
    EXPECT_EQ(frame.pivot_acceleration + frame.acceleration, 0.0);
}

TEST(LinkMotion, HalfATurnOfABallIsOneOfTheTwo)
{
    for (const double near : {0.0, 1e-17, 1e-12, 1e-9, 1e-6}) {
        Robot robot({.links = {{"root"}, {"ball"}},
                     .joints = {{.name = "j", .type = Joint::Type::ball, .parent = "root", .child = "ball"}}});
        JointMotion motion = {robot.zero(), robot.zero()};
        motion.to << 0.6, 0.8, 0.0, near;
        const Moving moving(std::move(robot), motion);
        const LinkMotion ball = moving.link_motion(1, 1.0);
        const Vector3d p(0.1, -0.2, 0.9);
        const Vector3d end = Eigen::AngleAxisd(std::numbers::pi - 2.0 * near, Vector3d(0.6, 0.8, 0.0)) * p;
        EXPECT_LE((ball.at(1.0).place(p) - end).norm(), 1e-14) << near;
        EXPECT_NEAR(ball.at(0.5).angular_velocity.norm(), std::numbers::pi, 1e-5);
    }
}

}  // namespace
}  // namespace tocca::robot::detail::link_motion_test
