// SPDX-License-Identifier: Apache-2.0
#include "tocca/mesh/adjacency.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "mesh/random_mesh.hpp"

namespace tocca::adjacency_test {
namespace {

using support::Random;

TEST(Adjacency, three_faces_of_one_edge)
{
    const TriangleMesh mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, -1, 0}, {9, 9, 9}},
                            {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}}, {{2, 5}});
    EXPECT_EQ(non_manifold_edges(mesh), (std::vector<EdgeId>{0}));
    EXPECT_EQ(boundary_edges(mesh), (std::vector<EdgeId>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(
        counts(mesh),
        (MeshCounts{
            .vertices = 6, .edges = 8, .faces = 3, .boundary_edges = 6, .non_manifold_edges = 1, .loose_edges = 1}));
    EXPECT_EQ(faces_of_edges(mesh).count(0), 3U);
    EXPECT_EQ(faces_of_vertices(mesh).of(3)[0], 1U);
    EXPECT_EQ(edges_of_vertices(mesh).count(2), 3U);
}

TEST(Adjacency, lists_that_do_not_fill_their_items_are_refused)
{
    EXPECT_THROW(Incidence({0, 2}, {1}), std::invalid_argument);
    EXPECT_THROW(Incidence({}, {}), std::invalid_argument);
    EXPECT_EQ(Incidence().size(), 0U);
}

TEST(Adjacency, equals_looking_at_every_feature)
{
    Random random(42);
    for (int round = 0; round < 300; ++round) {
        const TriangleMesh mesh = random_mesh(random, 12);
        const Incidence vertex_faces = faces_of_vertices(mesh), edge_faces = faces_of_edges(mesh),
                        vertex_edges = edges_of_vertices(mesh);
        ASSERT_EQ(vertex_faces.size(), mesh.vertex_count());
        ASSERT_EQ(edge_faces.size(), mesh.edges().size());
        for (VertexId v = 0; v < mesh.vertex_count(); ++v) {
            std::vector<FaceId> faces;
            for (FaceId f = 0; f < mesh.faces().size(); ++f)
                if (std::ranges::count(mesh.faces()[f], v) > 0) faces.push_back(f);
            EXPECT_TRUE(std::ranges::equal(vertex_faces.of(v), faces));
            std::vector<EdgeId> edges;
            for (EdgeId e = 0; e < mesh.edges().size(); ++e)
                if (std::ranges::count(mesh.edges()[e], v) > 0) edges.push_back(e);
            EXPECT_TRUE(std::ranges::equal(vertex_edges.of(v), edges));
        }
        std::vector<EdgeId> boundary, non_manifold;
        for (EdgeId e = 0; e < mesh.edges().size(); ++e) {
            const auto [a, b] = mesh.edges()[e];
            std::vector<FaceId> faces;
            for (FaceId f = 0; f < mesh.faces().size(); ++f)
                if (std::ranges::count(mesh.faces()[f], a) > 0 && std::ranges::count(mesh.faces()[f], b) > 0)
                    faces.push_back(f);
            EXPECT_TRUE(std::ranges::equal(edge_faces.of(e), faces));
            if (faces.size() == 1) boundary.push_back(e);
            if (faces.size() > 2) non_manifold.push_back(e);
        }
        EXPECT_EQ(boundary_edges(mesh), boundary);
        EXPECT_EQ(non_manifold_edges(mesh), non_manifold);
        EXPECT_EQ(counts(mesh).boundary_edges, boundary.size());
        EXPECT_EQ(counts(mesh).non_manifold_edges, non_manifold.size());
    }
}

}  // namespace
}  // namespace tocca::adjacency_test
