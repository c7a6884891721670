// SPDX-License-Identifier: Apache-2.0
#include "simulation/contact_scene.hpp"

#include <gtest/gtest.h>

#include <random>

#include "tocca/mesh/shapes.hpp"

namespace tocca::contact_scene_test {
namespace {

using namespace simulation;

constexpr double distance = 0.05;

/// Two sheets, one a little above the other.
World two_sheets()
{
    World world;
    const Shape sheet_shape = sheet({.columns = 6, .rows = 6});
    world.add(Cloth{.name = "lower", .rest = sheet_shape.mesh()});
    world.add(Cloth{.name = "upper", .rest = translated(sheet_shape, {0.02, 0.03, 0.04}).mesh()});
    return world;
}

Positions shaken(const Positions& positions, double most, std::mt19937& random)
{
    std::uniform_real_distribution<double> move(-most, most);
    Positions result = positions;
    for (double& number : result.reshaped()) number += move(random);
    return result;
}

void expect_same(const std::vector<NearContact>& a, const std::vector<NearContact>& b)
{
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].stencil.vertices, b[i].stencil.vertices);
        EXPECT_LT((a[i].difference - b[i].difference).norm(), 1e-12);
    }
}

/// The ends of a step are asked in the scene of the step, all other places in another; the answers are the same.
TEST(ContactScene, AnswersAtTheEndsOfAStepAsElsewhere)
{
    const World world = two_sheets();
    std::mt19937 random(5);
    ContactScene asked(world, 1);
    Positions from = world.start();
    for (int i = 0; i < 10; ++i) {
        const Positions to = shaken(from, 0.02, random), other = shaken(from, 0.02, random);
        asked.set_step(from, to);
        for (const Positions& end : {other, to}) {
            asked.set_step(from, end);  // the same start again
            for (const Positions& place : {from, end, shaken(end, 0.01, random)}) {
                ContactScene fresh(world, 1);
                expect_same(asked.near_contacts(place, distance), fresh.near_contacts(place, distance));
                EXPECT_EQ(asked.crossings(place), fresh.crossings(place));
            }
        }
        from = to;
    }
}

}  // namespace
}  // namespace tocca::contact_scene_test
