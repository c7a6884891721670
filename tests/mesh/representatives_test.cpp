// SPDX-License-Identifier: Apache-2.0
#include "tocca/mesh/representatives.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "mesh/dispatched_pairs.hpp"
#include "mesh/random_mesh.hpp"
#include "support/effort.hpp"
#include "tocca/mesh/shapes.hpp"

namespace tocca::representatives_test {
namespace {

using support::Random;

constexpr std::array assignments = {Assignment::greedy, Assignment::uniform, Assignment::maximal};

TEST(Representatives, the_first_of_two_triangles_takes_all_it_has)
{
    const TriangleMesh mesh({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 3}});
    const auto leaves = representative_leaves(mesh);
    ASSERT_EQ(leaves.size(), 2U);
    EXPECT_EQ(leaves[0], (Leaf{LeafKind::face, 0b111'111, 0}));
    EXPECT_EQ(leaves[1], (Leaf{LeafKind::face, 0b110'100, 1}));  // its vertex 3, its edges 2 3 and 3 0
}

TEST(Representatives, what_has_no_face_is_a_leaf)
{
    // A face 0 1 2, loose edges 1 3 and 3 4, an isolated vertex 5.
    const TriangleMesh mesh({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {5, 5, 5}, {6, 6, 6}}, {{0, 1, 2}},
                            {{4, 3}, {3, 1}});
    for (const Assignment assignment : assignments) {
        const auto leaves = representative_leaves(mesh, assignment);
        ASSERT_EQ(leaves.size(), 4U);
        EXPECT_EQ(leaves[0], (Leaf{LeafKind::face, 0b111'111, 0}));
        EXPECT_EQ(leaves[1], (Leaf{LeafKind::edge, 0b001'010, 3}));
        EXPECT_EQ(leaves[2], (Leaf{LeafKind::edge, 0b001'010, 4}));
        EXPECT_EQ(leaves[3], (Leaf{LeafKind::vertex, 0b001'001, 5}));
    }
}

TEST(Representatives, a_vertex_named_twice_is_represented_once)
{
    const TriangleMesh mesh({{0, 0, 0}, {1, 0, 0}}, {{0, 0, 1}});
    EXPECT_EQ(representative_leaves(mesh)[0].represents, 0b010'101);
    const TriangleMesh point({{0, 0, 0}}, {{0, 0, 0}});
    EXPECT_EQ(representative_leaves(point)[0].represents, 0b000'001);
}

TEST(Representatives, every_pair_is_met_exactly_once_on_any_mesh)
{
    Random random(41);
    for (std::size_t round = 0; round < support::effort(400); ++round) {
        const TriangleMesh mesh = random_mesh(random, 14);
        const FeaturePairs expected = all_pairs(mesh);
        for (const Assignment assignment : assignments)
            ASSERT_EQ(dispatched_pairs(mesh, representative_leaves(mesh, assignment)), expected) << round;
    }
}

/// How many faces represent 0, 1, ... 6 features.
std::array<int, 7> histogram(const TriangleMesh& mesh, Assignment assignment)
{
    std::array<int, 7> result{};
    for (const Leaf& leaf : representative_leaves(mesh, assignment))
        ++result[static_cast<std::size_t>(std::popcount(leaf.represents))];
    return result;
}

TEST(Representatives, uniform_gives_every_face_of_a_regular_mesh_about_as_much)
{
    const TriangleMesh mesh = torus({.segments = 24, .sides = 12}).mesh();
    const auto uniform = histogram(mesh, Assignment::uniform);
    EXPECT_EQ(uniform[0], 0);  // two features a face, on average
    EXPECT_GT(uniform[2], 9 * (uniform[1] + uniform[3]));
    EXPECT_EQ(uniform[4] + uniform[5] + uniform[6], 0);
}

TEST(Representatives, maximal_leaves_many_faces_of_a_regular_mesh_without_any)
{
    const TriangleMesh mesh = torus({.segments = 24, .sides = 12}).mesh();
    const auto faces = static_cast<int>(mesh.faces().size());
    const auto maximal = histogram(mesh, Assignment::maximal);
    EXPECT_GT(maximal[0], faces * 2 / 5);
    EXPECT_LE(maximal[0], faces / 2);  // no more is possible: of two neighbours one has their edge
    EXPECT_GT(maximal[0], histogram(mesh, Assignment::greedy)[0]);
}

}  // namespace
}  // namespace tocca::representatives_test
