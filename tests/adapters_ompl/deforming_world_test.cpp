// SPDX-License-Identifier: Apache-2.0
#include "adapters/ompl/deforming_world.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "adapters_ompl/deforming_blocks.hpp"
#include "scenes/seeded_random.hpp"
#include "tocca/base/error.hpp"

namespace tocca::planning::deforming_world_test {
namespace {

using Eigen::Vector2d;
using Eigen::VectorXd;
using tests::cube_and_plate;
using tests::mode_of;
using tests::sliding_cube;

const std::vector<StateValue> two_values = {{"x", -10.0, 10.0}, {"stretch", -0.5, 0.5}};

TEST(DeformingWorld, VerticesAreLinearInTheState)
{
    const auto world = sliding_cube(0.5);
    EXPECT_EQ(world->triangle_count(), 48U + 12U);
    const WorldPositions moved = world->positions(Vector2d(3.0, 0.25));
    const auto& rest = world->bodies()[0].mesh.positions();
    ASSERT_EQ(moved.size(), 2U);
    for (std::size_t i = 0; i < rest.size(); ++i) {
        EXPECT_EQ(moved[0][i][0], rest[i][0] + 3.0 + 0.5 * rest[i][0]);
        EXPECT_EQ(moved[0][i][1], rest[i][1]);
        EXPECT_EQ(moved[0][i][2], rest[i][2]);
    }
    const auto& plate = world->bodies()[1].mesh.positions();
    EXPECT_TRUE(std::equal(plate.begin(), plate.end(), moved[1].begin(), moved[1].end()));
}

/// The bound of rounding holds against sums in a longer format.
TEST(DeformingWorld, RoundingIsBounded)
{
    const auto world = sliding_cube(0.5);
    EXPECT_GT(world->rounding_error(), 0.0);
    EXPECT_LT(world->rounding_error(), 1e-13);
    if (std::numeric_limits<long double>::digits <= std::numeric_limits<double>::digits)
        GTEST_SKIP() << "long double is no longer than double";
    scenes::SeededRandom random(3);
    const DeformingBody& cube = world->bodies()[0];
    for (int i = 0; i < 100; ++i) {
        const Vector2d state(random.between(-10, 10), random.between(-0.5, 0.5));
        const WorldPositions moved = world->positions(state);
        for (std::size_t v = 0; v < cube.mesh.vertex_count(); ++v) {
            long double x = cube.mesh.positions()[v][0];
            for (const Mode& mode : cube.modes)
                x += static_cast<long double>(state[static_cast<Eigen::Index>(mode.value)]) * mode.directions[v][0];
            EXPECT_LE(std::abs(x - moved[0][v][0]), world->rounding_error());
        }
    }
}

TEST(DeformingWorld, SceneHasTheBodiesInOrder)
{
    std::vector<DeformingBody> bodies = cube_and_plate(0.5);
    bodies[1].solid = false;
    bodies[1].self = false;
    const Scene scene = DeformingWorld(bodies, two_values).scene();
    ASSERT_EQ(scene.part_count(), 2U);
    EXPECT_EQ(scene.name(0), "cube");
    EXPECT_TRUE(scene.options(0).solid);
    EXPECT_TRUE(scene.options(0).self);
    EXPECT_FALSE(scene.options(1).solid);
    EXPECT_FALSE(scene.options(1).self);
}

TEST(DeformingWorld, RefusesValuesThatLeaveNoRoom)
{
    const auto refused = [](std::vector<StateValue> values) {
        EXPECT_THROW(DeformingWorld(cube_and_plate(0.5), std::move(values)), std::invalid_argument);
    };
    refused({});
    refused({{"x", 0, 1}});  // the cube follows two
    refused({{"x", 0, 1}, {"x", 0, 1}});
    refused({{"x", 0, 1}, {"", 0, 1}});
    refused({{"x", 0, 1}, {"y", 1, 1}});
    refused({{"x", 0, 1}, {"y", 1, 0}});
    refused({{"x", 0, 1}, {"y", 0, INFINITY}});
    refused({{"x", 0, 1}, {"y", std::nan(""), 1}});
}

TEST(DeformingWorld, RefusesModesThatDoNotFit)
{
    std::vector<DeformingBody> bodies = cube_and_plate(0.5);
    bodies[0].modes[1].directions.pop_back();
    EXPECT_THROW(DeformingWorld(bodies, two_values), std::invalid_argument);

    bodies = cube_and_plate(0.5);
    bodies[0].modes[1].directions[3][1] = std::nan("");
    EXPECT_THROW(DeformingWorld(bodies, two_values), Error);
    bodies[0].modes[1].directions[3][1] = 1e308;
    EXPECT_THROW(DeformingWorld(bodies, {{"x", 0, 1}, {"stretch", 0, 10}}), Error);

    bodies = cube_and_plate(0.5);
    bodies[0].modes.clear();
    EXPECT_THROW(DeformingWorld(bodies, two_values), std::invalid_argument);

    // A solid with a hole.
    bodies = cube_and_plate(0.5);
    const TriangleMesh& closed = bodies[1].mesh;
    bodies[1].mesh = TriangleMesh({closed.positions().begin(), closed.positions().end()},
                                  {closed.faces().begin() + 1, closed.faces().end()});
    EXPECT_THROW(DeformingWorld(bodies, two_values), Error);
    bodies[1].solid = false;
    EXPECT_NO_THROW(DeformingWorld(bodies, two_values));
}

TEST(DeformingWorld, RefusesStatesOfAnotherLength)
{
    const auto world = sliding_cube(0.5);
    EXPECT_THROW((void)world->positions(VectorXd::Zero(1)), std::invalid_argument);
    EXPECT_THROW((void)world->positions(VectorXd::Zero(3)), std::invalid_argument);
}

}  // namespace
}  // namespace tocca::planning::deforming_world_test
