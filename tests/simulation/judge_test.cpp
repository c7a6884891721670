// SPDX-License-Identifier: Apache-2.0
#include "simulation/judge.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "simulation/judges/cubic_judge.hpp"

namespace tocca::judge_test {
namespace {

using namespace simulation;

TEST(CubicJudge, FindsRoots)
{
    // (t - 0.25) (t - 0.5) (t + 1), (t - 0.5) (t - 2) (t - 3), a parabola, a line, a constant.
    const auto near = [](const std::vector<double>& roots, const std::vector<double>& expected) {
        ASSERT_EQ(roots.size(), expected.size());
        for (std::size_t i = 0; i < roots.size(); ++i) EXPECT_NEAR(roots[i], expected[i], 1e-12);
    };
    near(roots_in_unit_interval(0.125, -0.625, 0.25, 1.0), {0.25, 0.5});
    near(roots_in_unit_interval(-3.0, 8.5, -5.5, 1.0), {0.5});
    near(roots_in_unit_interval(0.08, -0.6, 1.0, 0.0), {0.2, 0.4});
    near(roots_in_unit_interval(-0.3, 1.0, 0.0, 0.0), {0.3});
    near(roots_in_unit_interval(1.0, 0.0, 0.0, 0.0), {});
}

/// A vertex above a triangle, and both in straight lines.
struct Fall {
    World world = World();
    Positions from, to;

    Fall()
    {
        world.add(Cloth{.name = "upper",
                        .rest = TriangleMesh({{0.2, 0.2, 0.5}, {2.0, 0.0, 1.0}, {0.0, 2.0, 1.0}}, {{0, 1, 2}})});
        world.add(Cloth{.name = "lower",
                        .rest = TriangleMesh({{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}}, {{0, 1, 2}})});
        from = world.start();
        to = from;
    }
};

TEST(Judges, AgreeWhereItIsPlain)
{
    Fall fall;
    for (const char* name : {"exact", "cubic", "additive", "bsc-float"}) {
        const auto judge = judge_of_name(name);
        ASSERT_TRUE(judge) << name;
        ContactScene scene(fall.world, 1);
        fall.to(2, 0) = 0.25;
        EXPECT_TRUE(judge->is_free(scene, fall.from, fall.to)) << name;
        EXPECT_EQ(judge->safe_step(scene, fall.from, fall.to, {}).step, 1.0);
        fall.to(2, 0) = -0.5;
        EXPECT_FALSE(judge->is_free(scene, fall.from, fall.to)) << name;
        const double step = judge->safe_step(scene, fall.from, fall.to, {}).step;
        EXPECT_GT(step, 0.3) << name;
        EXPECT_LE(step, 0.5) << name;
        const auto impacts = judge->impacts(scene, fall.from, fall.to, {});
        ASSERT_FALSE(impacts.empty()) << name;
        // Additive advancement takes what comes within a tenth of its distance for contact too.
        if (name == std::string("additive")) continue;
        ASSERT_EQ(impacts.size(), 1U) << name;
        EXPECT_NEAR(impacts[0].normal[2], 1.0, 1e-6) << name;
        EXPECT_NEAR(impacts[0].stencil.of(fall.from)[2], 0.5, 0.01) << name;
        // Moved away from the side it came from.
        EXPECT_LT(impacts[0].normal.dot(impacts[0].stencil.of(fall.to)), 0.0) << name;
    }
    EXPECT_FALSE(judge_of_name("none"));
}

/// In general position rounding decides nothing: all pairwise tests but the additive one, which keeps a tenth of the
/// distance, say what tocca says.
TEST(Judges, AgreeInGeneralPosition)
{
    std::mt19937 random(11);
    std::uniform_real_distribution<double> coordinate(-1.0, 1.0);
    World world;
    for (const char* name : {"one", "other"}) {
        world.add(Cloth{.name = name,
                        .rest = TriangleMesh({{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}}, {{0, 1, 2}})});
    }
    const auto exact = exact_judge();
    ContactScene scene(world, 1);
    int free = 0, stopped = 0;
    for (int i = 0; i < 400; ++i) {
        Positions from(3, 6), to(3, 6);
        for (double& number : from.reshaped()) number = coordinate(random);
        for (double& number : to.reshaped()) number = coordinate(random);
        if (scene.crossings(from) > 0) continue;
        const bool is_free = exact->is_free(scene, from, to);
        ++(is_free ? free : stopped);
        for (const char* name : {"cubic", "bsc-float"}) {
            EXPECT_EQ(judge_of_name(name)->is_free(scene, from, to), is_free) << name << ' ' << i;
        }
    }
    EXPECT_GT(free, 30);
    EXPECT_GT(stopped, 100);
}

/// A cloth slides in the plane of another, as on a table: the cubics are 0 throughout and their roots say nothing, as
/// they are for Bernstein signs, though a corner of the one ends inside the other.
TEST(Judges, DoublesLetThroughWhatTheExactOneSees)
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> part(0.1, 0.4);
    const auto exact = exact_judge();
    for (int i = 0; i < 50; ++i) {
        World world;
        world.add(Cloth{.name = "lying",
                        .rest = TriangleMesh({{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}}, {{0, 1, 2}})});
        world.add(Cloth{.name = "sliding",
                        .rest = TriangleMesh({{-part(random), part(random), 0.0}, {-1.0, 0.0, 0.0}, {-1.0, 1.0, 0.0}},
                                             {{0, 1, 2}})});
        const Positions from = world.start();
        Positions to = from;
        to.col(3) = Eigen::Vector3d(part(random), part(random), 0.0);
        ContactScene scene(world, 1);
        EXPECT_FALSE(exact->is_free(scene, from, to));
        EXPECT_LT(exact->safe_step(scene, from, to, {}).step, 1.0);
        for (const char* name : {"cubic", "bsc-float"})
            EXPECT_TRUE(judge_of_name(name)->is_free(scene, from, to)) << name;
        EXPECT_EQ(scene.crossings(from), 0U);
        EXPECT_GT(scene.crossings(to), 0U);
    }
}

}  // namespace
}  // namespace tocca::judge_test
