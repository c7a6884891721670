// SPDX-License-Identifier: Apache-2.0
#include "tocca/mesh/components.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "mesh/random_mesh.hpp"
#include "tocca/mesh/split_components.hpp"

namespace tocca::components_test {
namespace {

using support::Random;

TEST(Components, faces_loose_edges_and_isolated_vertices)
{
    // 0 alone; 1 5 6 a face; 2 3 a loose edge that 4 joins by another; 7 a face that names one vertex.
    const TriangleMesh mesh(std::vector<Point>(8), {{6, 5, 1}, {7, 7, 7}}, {{3, 2}, {3, 4}});
    const Components components = connected_components(mesh);
    EXPECT_EQ(components.count, 4U);
    EXPECT_EQ(components.of_vertex, (std::vector<std::uint32_t>{0, 1, 2, 2, 2, 1, 1, 3}));

    const auto parts = split_components(mesh);
    ASSERT_EQ(parts.size(), 4U);
    EXPECT_EQ(parts[0].mesh.isolated_vertices().size(), 1U);
    EXPECT_EQ(parts[1].vertices, (std::vector<VertexId>{1, 5, 6}));
    EXPECT_EQ(parts[1].mesh.faces()[0], (FaceVertices{2, 1, 0}));
    EXPECT_EQ(parts[2].mesh.loose_edges().size(), 2U);
    EXPECT_EQ(parts[3].faces, (std::vector<FaceId>{1}));
}

TEST(Components, an_empty_mesh_has_none)
{
    EXPECT_EQ(connected_components(TriangleMesh()).count, 0U);
    EXPECT_TRUE(split_components(TriangleMesh()).empty());
}

TEST(Components, put_together_the_parts_are_the_mesh)
{
    Random random(43);
    for (int round = 0; round < 300; ++round) {
        const TriangleMesh mesh = random_mesh(random, 20);
        const Components components = connected_components(mesh);
        // Connected parts by spreading from each vertex in turn.
        std::vector<std::uint32_t> expected(mesh.vertex_count(), no_edge);
        std::uint32_t count = 0;
        for (VertexId seed = 0; seed < mesh.vertex_count(); ++seed) {
            if (expected[seed] != no_edge) continue;
            expected[seed] = count;
            for (bool grows = true; grows;) {
                grows = false;
                for (const auto& [a, b] : mesh.edges()) {
                    if ((expected[a] == count) == (expected[b] == count)) continue;
                    expected[a] = expected[b] = count;
                    grows = true;
                }
            }
            ++count;
        }
        ASSERT_EQ(components.of_vertex, expected);
        ASSERT_EQ(components.count, count);

        std::set<VertexId> vertices;
        std::set<EdgeVertices> edges;
        std::set<FaceId> faces;
        for (std::uint32_t i = 0; const MeshPart& part : split_components(mesh)) {
            ASSERT_EQ(part.vertices.size(), part.mesh.vertex_count());
            EXPECT_TRUE(std::ranges::is_sorted(part.vertices));
            for (VertexId v = 0; v < part.vertices.size(); ++v) {
                EXPECT_TRUE(vertices.insert(part.vertices[v]).second);
                EXPECT_EQ(components.of_vertex[part.vertices[v]], i);
                EXPECT_EQ(part.mesh.positions()[v], mesh.positions()[part.vertices[v]]);
            }
            for (const auto& [a, b] : part.mesh.edges())
                EXPECT_TRUE(edges.insert({part.vertices[a], part.vertices[b]}).second);
            for (std::size_t f = 0; f < part.faces.size(); ++f) {
                EXPECT_TRUE(faces.insert(part.faces[f]).second);
                const auto& [a, b, c] = part.mesh.faces()[f];
                EXPECT_EQ(mesh.faces()[part.faces[f]],
                          (FaceVertices{part.vertices[a], part.vertices[b], part.vertices[c]}));
            }
            ++i;
        }
        EXPECT_EQ(vertices.size(), mesh.vertex_count());
        EXPECT_TRUE(std::ranges::equal(edges, mesh.edges()));
        EXPECT_EQ(faces.size(), mesh.faces().size());
    }
}

}  // namespace
}  // namespace tocca::components_test
