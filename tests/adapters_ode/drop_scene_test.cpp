// SPDX-License-Identifier: Apache-2.0
#include "adapters/ode/drop_scene.hpp"

#include <gtest/gtest.h>

#include "scenes/rigid_models.hpp"
#include "tocca/mesh/shapes.hpp"

namespace tocca::ode::drop_scene_test {
namespace {

DropTally drops_of(const DropScene& scene, Keeper keeper, DropOptions options, std::uint64_t count)
{
    DropTally total;
    for (std::uint64_t seed = 0; seed < count; ++seed) {
        options.seed = seed;
        total.add(scene.drop(keeper, options));
    }
    return total;
}

TEST(DropScene, KnotsAndBlobsDoNotCrossWithToccaAndDoWithOdeAlone)
{
    const Engine engine;
    for (const TriangleMesh& mesh : {scenes::trefoil_knot(2'000), scenes::blob(2'000)}) {
        const TriangleMesh model = scenes::scaled_to_radius(mesh, 1.0);
        const DropScene scene(model, model);
        const DropOptions options = {.greatest_steps = 60};
        const DropTally kept = drops_of(scene, Keeper::tocca, options, 5);
        EXPECT_EQ(kept.drops_with_contact, 5U);
        EXPECT_EQ(kept.steps_with_crossing, 0U);
        EXPECT_LE(kept.most_substeps, 20);
        EXPECT_LT(kept.seconds_lost, 0.01 * options.step * static_cast<double>(kept.steps));
        EXPECT_GT(drops_of(scene, Keeper::ode_alone, options, 5).steps_with_crossing, 0U);
    }
}

TEST(DropScene, ASmallCubeIsStoppedByABallWithToccaAndTunnelsWithOdeAlone)
{
    const Engine engine;
    const TriangleMesh cube = box({.lengths = {0.1, 0.1, 0.1}}).mesh();
    const TriangleMesh ball = ico_sphere({.radius = 0.3, .subdivisions = 2}).mesh();
    const DropScene scene(cube, ball);
    DropOptions options = {.greatest_steps = 4, .speed = 300.0, .greatest_miss = 0.1};
    // 5 units a step: ODE alone sees the cube before the ball, then behind it.
    const DropTally alone = drops_of(scene, Keeper::ode_alone, options, 10);
    EXPECT_EQ(alone.drops_with_contact, 0U);
    const DropTally kept = drops_of(scene, Keeper::tocca, options, 10);
    EXPECT_EQ(kept.drops_with_contact, 10U);
    EXPECT_EQ(kept.steps_with_crossing, 0U);
}

TEST(DropScene, ADropIsTheSameEveryTime)
{
    const Engine engine;
    const TriangleMesh model = scenes::scaled_to_radius(scenes::golf_ball(1'000), 1.0);
    const DropScene scene(model, model);
    const DropTally first = scene.drop(Keeper::tocca, {.seed = 3}), again = scene.drop(Keeper::tocca, {.seed = 3});
    EXPECT_EQ(first.steps, again.steps);
    EXPECT_EQ(first.substeps, again.substeps);
    EXPECT_EQ(first.seconds_lost, again.seconds_lost);
}

}  // namespace
}  // namespace tocca::ode::drop_scene_test
