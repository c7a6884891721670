// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/rss_kernel.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cstring>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/effort.hpp"
#include "support/random.hpp"
#include "support/rigid_queries.hpp"
#include "support/rss_distance.hpp"
#include "tocca/bvh/rss_tree.hpp"
#include "tocca/elementary/batch.hpp"
#include "tocca/geometry/triangle_distance.hpp"
#include "tocca/rigid/rigid_body.hpp"

namespace tocca::rigid::detail::rss_kernel_test {
namespace {

using Eigen::Vector3d;
using support::effort;
using support::Random;

Vector3d random_offset(Random& random) { return {random.signed_unit(), random.signed_unit(), random.signed_unit()}; }

/// A volume and a node, both on their way, at a time.
struct KernelCase {
    RigidBody first, second;
    RigidBodyMotion first_motion, second_motion;
    double time;
    double level;
};

RigidMotion random_motion(Random& random, double scale)
{
    RigidMotion motion = {.from = support::random_pose(random, 2.0 * scale)};
    motion.to = motion.from;
    motion.to.translation() += random.pick({0.0, 1.0, 5.0}) * scale * random_offset(random);
    motion.reference = random.pick({0.0, 1.0, 10.0}) * scale * random_offset(random);
    motion.rotation = random.pick({0.0, 1e-6, 1.0, 6.0 * std::numbers::pi}) * random_offset(random);
    return motion;
}

KernelCase random_case(Random& random)
{
    const double scale = random.pick({1e-120, 1e-40, 1e-28, 1e-22, 1e-6, 1.0, 1.0, 1.0, 1e6, 1e11});
    const auto body = [&] {
        const Vector3d away = random.pick({0.0, 1.0, 1e3}) * scale * random_offset(random);
        const double size = random.pick({1.0, 1.0, 1.0, 1e-25}) * scale;
        return RigidBody(support::moved(support::random_body_mesh(random, 8), size, {away.x(), away.y(), away.z()}),
                         {.isolated_vertices = true});
    };
    const RigidBody first = body(), second = body();
    const auto moving = [&](const RigidBody& other) {
        RigidMotion motion = random_motion(random, scale);
        // Near the origin, whatever its coordinates.
        motion.from.translation() -= motion.from.linear() * other.tree().root().centre;
        motion.to.translation() -= motion.to.linear() * other.tree().root().centre;
        motion.reference += other.tree().root().centre;
        return RigidBodyMotion(motion, other.radius_about(motion.reference), other.tree().root().centre);
    };
    return {.first = first,
            .second = second,
            .first_motion = moving(first),
            .second_motion = moving(second),
            .time = random.chance(0.3) ? 0.0 : 0.9 * random.unit(),
            .level = random.pick({0.0, 1e-5, 0.1}) * scale};
}

RssSlot random_slot(Random& random, const RssTree& tree)
{
    if (random.chance(0.5)) return {};
    const auto lane = static_cast<std::uint32_t>(random.below(RssNode::width));
    return tree.nodes()[0].child[lane] == RssNode::no_child ? RssSlot{} : RssSlot{lane};
}

/// A volume of a body where the motion has it, to rounding.
Rss placed(const Rss& volume, const MovingFrame& frame)
{
    Rss result = volume;
    result.centre = frame.place(volume.centre);
    result.u = frame.rotation * volume.u;
    result.v = frame.rotation * volume.v;
    return result;
}

struct Asked {
    Rss volume;
    RssQuestion question;
};

Asked ask(const KernelCase& c, RssSlot slot)
{
    const MovingFrame first = c.first_motion.at(c.time), second = c.second_motion.at(c.time);
    const double level = c.level + c.first_motion.position_error() + c.second_motion.position_error();
    const Rss volume = c.first.tree().volume(slot);
    return {volume,
            rss_question({.volume = volume, .frame = first, .level = level}, c.second.tree().nodes()[0], second)};
}

TEST(RssKernel, AnswersTheSameForAllTargets)
{
    const std::vector<std::string> targets = simd_targets();
    Random random(1);
    for (std::size_t i = 0; i < effort(5'000); ++i) {
        const KernelCase c = random_case(random);
        if (c.first.tree().empty() || c.second.tree().empty()) continue;
        const RssNode& node = c.second.tree().nodes()[0];
        const RssQuestion question = ask(c, random_slot(random, c.first.tree())).question;
        RssAnswer expected;
        rss_kernel("").answer(question, node, expected);
        for (const std::string& target : targets) {
            RssAnswer answer;
            rss_kernel(target).answer(question, node, answer);
            for (std::size_t lane = 0; lane < RssNode::width; ++lane) {
                if (node.child[lane] == RssNode::no_child) continue;
                ASSERT_EQ(std::memcmp(&answer.gap[lane], &expected.gap[lane], sizeof(float)), 0) << target;
                ASSERT_EQ(std::memcmp(&answer.step[lane], &expected.step[lane], sizeof(float)), 0) << target;
            }
        }
    }
}

TEST(RssKernel, GapsAndStepsAreNeverTooLong)
{
    Random random(2);
    std::size_t apart = 0, stepped = 0;
    for (std::size_t i = 0; i < effort(1'500); ++i) {
        const KernelCase c = random_case(random);
        if (c.first.tree().empty() || c.second.tree().empty()) continue;
        const RssNode& node = c.second.tree().nodes()[0];
        const Asked asked = ask(c, random_slot(random, c.first.tree()));
        RssAnswer answer;
        rss_kernel("").answer(asked.question, node, answer);
        for (std::uint32_t lane = 0; lane < RssNode::width; ++lane) {
            if (node.child[lane] == RssNode::no_child) continue;
            const Rss other = c.second.tree().volume({lane});
            const auto distance_at = [&](double t) {
                return support::rss_distance(placed(asked.volume, c.first_motion.at(t)),
                                             placed(other, c.second_motion.at(t)));
            };
            const double gap = asked.question.unit * static_cast<double>(answer.gap[lane]);
            const double step = static_cast<double>(answer.step[lane]);
            ASSERT_LE(gap, distance_at(c.time) - c.level);
            ASSERT_GE(step, 0.0);
            ASSERT_LE(step, 2.0);
            if (gap <= 0.0) {
                ASSERT_EQ(step, 0.0);
                continue;
            }
            ++apart;
            const double end = std::min(1.0, c.time + step);
            stepped += end > c.time + 0.01 ? 1 : 0;
            constexpr int samples = 40;
            for (int k = 0; k <= samples; ++k) {
                const double t = c.time + (end - c.time) * k / samples;
                ASSERT_GT(distance_at(t), c.level) << "case " << i << ", lane " << lane << ", after " << t - c.time;
            }
        }
    }
    EXPECT_GT(apart, effort(1'500));
    EXPECT_GT(stepped, effort(1'500) / 2);
}

TEST(RssKernel, TrianglesAreToldFromTheirRectangles)
{
    const std::vector<std::string> targets = simd_targets();
    Random random(3);
    std::size_t asked = 0, better = 0;
    for (std::size_t i = 0; i < effort(1'500); ++i) {
        const KernelCase c = random_case(random);
        if (c.first.tree().empty() || c.second.tree().empty()) continue;
        const RssSlot slot = {0};
        const std::uint32_t child = c.first.tree().child(slot);
        if ((child & RssNode::primitive_bit) == 0) continue;
        const std::array<Vector3d, 3> corners = c.first.corners(child & ~RssNode::primitive_bit);
        const MovingFrame first = c.first_motion.at(c.time), second = c.second_motion.at(c.time);
        const double level = c.level + c.first_motion.position_error() + c.second_motion.position_error();
        const Rss volume = c.first.tree().volume(slot);
        const RssNode& node = c.second.tree().nodes()[0];
        const RssQuestion question =
            rss_question({.volume = volume, .frame = first, .level = level, .triangle = &corners}, node, second);
        RssAnswer answer, plain;
        rss_kernel("").answer(question, node, answer);
        rss_kernel("").answer(ask(c, slot).question, node, plain);
        for (std::uint32_t lane = 0; lane < RssNode::width; ++lane) {
            const std::uint32_t other = node.child[lane];
            if (other == RssNode::no_child || (other & RssNode::primitive_bit) == 0) continue;
            ++asked;
            const auto triangle_at = [](const std::array<Vector3d, 3>& points, const MovingFrame& frame) {
                TrianglePoints placed;
                for (std::size_t k = 0; k < 3; ++k) {
                    const Vector3d place = frame.place(points[k]);
                    placed[k] = {place.x(), place.y(), place.z()};
                }
                return placed;
            };
            const std::array<Vector3d, 3> others = c.second.corners(other & ~RssNode::primitive_bit);
            const auto distance_at = [&](double t) {
                return triangle_distance(triangle_at(corners, c.first_motion.at(t)),
                                         triangle_at(others, c.second_motion.at(t)))
                    .distance;
            };
            const double gap = question.unit * static_cast<double>(answer.gap[lane]);
            const double step = static_cast<double>(answer.step[lane]);
            better += answer.gap[lane] > plain.gap[lane] ? 1 : 0;
            ASSERT_LE(gap, distance_at(c.time) - c.level);
            for (const std::string& target : targets) {
                RssAnswer same;
                rss_kernel(target).answer(question, node, same);
                ASSERT_EQ(std::memcmp(&same.gap[lane], &answer.gap[lane], sizeof(float)), 0) << target;
                ASSERT_EQ(std::memcmp(&same.step[lane], &answer.step[lane], sizeof(float)), 0) << target;
            }
            if (gap <= 0.0) continue;
            const double end = std::min(1.0, c.time + step);
            constexpr int samples = 20;
            for (int k = 0; k <= samples; ++k) {
                const double t = c.time + (end - c.time) * k / samples;
                ASSERT_GT(distance_at(t), c.level) << "case " << i << ", lane " << lane << ", after " << t - c.time;
            }
        }
    }
    EXPECT_GT(asked, effort(1'500));
    EXPECT_GT(better, asked / 10);
}

TEST(RssKernel, StepsAtRestHaveNoEnd)
{
    const RigidBody body(TriangleMesh({{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}}, {{0, 1, 2}}));
    Eigen::Isometry3d above = Eigen::Isometry3d::Identity();
    above.translation().z() = 1.0;
    const RigidBodyMotion low(at_rest(Eigen::Isometry3d::Identity()), 2.0, Vector3d::Zero());
    const RigidBodyMotion high(at_rest(above), 2.0, Vector3d::Zero());
    const RssQuestion question = rss_question({.volume = body.tree().root(), .frame = low.at(0.0), .level = 0.25},
                                              body.tree().nodes()[0], high.at(0.0));
    RssAnswer answer;
    rss_kernel("").answer(question, body.tree().nodes()[0], answer);
    EXPECT_NEAR(static_cast<double>(answer.gap[0]), 0.75, 1e-3);
    EXPECT_EQ(answer.step[0], 2.0F);
}

TEST(RssKernel, RefusesUnknownTargets) { EXPECT_THROW((void)rss_kernel("no such target"), std::invalid_argument); }

}  // namespace
}  // namespace tocca::rigid::detail::rss_kernel_test
