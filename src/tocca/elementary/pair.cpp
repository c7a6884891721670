// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/pair.hpp"

#include <cstddef>

namespace tocca {
namespace {

PairRows rows_of(const std::array<const MovingPoint*, 4>& points)
{
    PairRows rows;
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            rows[3 * i + k] = points[i]->start[static_cast<Eigen::Index>(k)];
            rows[12 + 3 * i + k] = points[i]->end[static_cast<Eigen::Index>(k)];
        }
    }
    return rows;
}

MovingPoint point_of(const PairRows& rows, std::size_t i)
{
    return {Eigen::Vector3d(rows[3 * i], rows[3 * i + 1], rows[3 * i + 2]),
            Eigen::Vector3d(rows[12 + 3 * i], rows[13 + 3 * i], rows[14 + 3 * i])};
}

}  // namespace

PairRows rows_of(const VertexFace& pair) { return rows_of({&pair.vertex, &pair.a, &pair.b, &pair.c}); }

PairRows rows_of(const EdgeEdge& pair) { return rows_of({&pair.a, &pair.b, &pair.c, &pair.d}); }

VertexFace vertex_face_of(const PairRows& rows)
{
    return {point_of(rows, 0), point_of(rows, 1), point_of(rows, 2), point_of(rows, 3)};
}

EdgeEdge edge_edge_of(const PairRows& rows)
{
    return {point_of(rows, 0), point_of(rows, 1), point_of(rows, 2), point_of(rows, 3)};
}

EdgeEdge as_edge_edge(const VertexEdge& pair) { return {pair.vertex, pair.vertex, pair.a, pair.b}; }

EdgeEdge as_edge_edge(const VertexVertex& pair) { return {pair.a, pair.a, pair.b, pair.b}; }

}  // namespace tocca
