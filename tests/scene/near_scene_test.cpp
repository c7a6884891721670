// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tocca/mesh/shapes.hpp"
#include "tocca/scene/scene_query.hpp"

namespace tocca::near_scene_test {
namespace {

/// Two triangles a quarter apart, at the start, among bodies, so that numbers of parts and of meshes differ.
struct TwoAmongBodies {
    Scene scene;
    PartId below = 0, above = 0;

    TwoAmongBodies()
    {
        scene.add(RigidBody(box({}).mesh()));
        below = scene.add(TriangleMesh({{10, 0, 0}, {14, 0, 0}, {10, 4, 0}}, {{0, 1, 2}}));
        scene.add(RigidBody(box({}).mesh()));
        above = scene.add(TriangleMesh({{11, 1, 0.25}, {12, 1, 1}, {11, 2, 1}}, {{0, 1, 2}}));
    }
};

TEST(NearPairsOfAScene, HaveTheNumbersOfTheScene)
{
    const TwoAmongBodies two;
    const auto pairs = near_pairs(two.scene, 0.3, 0.0);
    ASSERT_EQ(pairs.size(), 1U);
    EXPECT_EQ(pairs[0].objects, (std::array<std::uint32_t, 2>{two.above, two.below}));
    const auto rejects = [&](const FeaturePair& pair) { return pair.objects != pairs[0].objects; };
    EXPECT_TRUE(near_pairs(two.scene, 0.3, 1.0, {.accept = rejects}).empty());
    EXPECT_TRUE(near_pairs(two.scene, 0.3, 1.0, {.ignored_pairs = {{two.above, two.below}}}).empty());
    EXPECT_THROW((void)near_pairs(Scene(), 0.3, 1.0), std::invalid_argument);
}

TEST(NearPairsOfAScene, GiveRadiiByPart)
{
    const TwoAmongBodies two;
    const auto radii = free_radii(two.scene, 1.0, 0.0);
    ASSERT_EQ(radii.size(), 4U);
    EXPECT_TRUE(radii[0].empty());
    EXPECT_NEAR(radii[two.above][0], 0.125, 1e-12);
    EXPECT_NEAR(radii[two.above][1], 0.5, 1e-12);
}

TEST(SafeFractionsOfAScene, LeadToWhereItAdvances)
{
    Scene scene;
    const PartId below = scene.add(TriangleMesh({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {{0, 1, 2}}));
    const PartId above = scene.add(TriangleMesh({{1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {9, 9, 1}}, {{0, 1, 2}}));
    scene.move(above, std::vector<Point>{{1, 1, -1}, {2, 1, -1}, {1, 2, -1}, {9, 9, -1}});
    const auto fractions = safe_fractions(scene, {.clearance = 0.25});
    scene.advance(fractions);
    EXPECT_NEAR(scene.start(above)[0][2], 0.25, 1e-8);
    EXPECT_EQ(scene.start(above)[3][2], -1.0);
    EXPECT_EQ(scene.start(below), scene.end(below));
    EXPECT_THROW(scene.advance({{1.0}}), std::invalid_argument);
    EXPECT_THROW((void)safe_fractions(TwoAmongBodies().scene), std::invalid_argument);
    EXPECT_THROW(TwoAmongBodies().scene.advance(std::vector<std::vector<double>>(4)), std::invalid_argument);
}

}  // namespace
}  // namespace tocca::near_scene_test
