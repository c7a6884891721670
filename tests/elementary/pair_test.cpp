// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/pair.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace tocca::pair_test {
namespace {

TEST(PairRows, ListThePointsAtTheStartThenAtTheEnd)
{
    PairRows rows;
    std::iota(rows.begin(), rows.end(), 0.0);
    const VertexFace face = vertex_face_of(rows);
    EXPECT_EQ(face.vertex.start, Eigen::Vector3d(0, 1, 2));
    EXPECT_EQ(face.c.start, Eigen::Vector3d(9, 10, 11));
    EXPECT_EQ(face.vertex.end, Eigen::Vector3d(12, 13, 14));
    EXPECT_EQ(face.b.end, Eigen::Vector3d(18, 19, 20));
    EXPECT_EQ(rows_of(face), rows);
    EXPECT_EQ(rows_of(edge_edge_of(rows)), rows);
}

TEST(AsEdgeEdge, RepeatsAVertexAsAnEdgeOfNoLength)
{
    const MovingPoint p{{1, 2, 3}, {4, 5, 6}}, q{{0, 0, 0}, {1, 1, 1}}, r{{7, 7, 7}, {8, 8, 8}};
    const EdgeEdge vertex_edge = as_edge_edge(VertexEdge{p, q, r});
    EXPECT_EQ(vertex_edge.a.start, vertex_edge.b.start);
    EXPECT_EQ(vertex_edge.a.end, p.end);
    EXPECT_EQ(vertex_edge.c.start, q.start);
    EXPECT_EQ(vertex_edge.d.end, r.end);
    const EdgeEdge vertices = as_edge_edge(VertexVertex{p, q});
    EXPECT_EQ(vertices.b.start, p.start);
    EXPECT_EQ(vertices.d.start, q.start);
}

}  // namespace
}  // namespace tocca::pair_test
