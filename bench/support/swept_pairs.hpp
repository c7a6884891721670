// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "support/ply_mesh.hpp"
#include "tocca/elementary/pair.hpp"

namespace tocca::bench {

/// The four vertices of a pair in the order of PairRows.
using PairVertices = std::array<std::uint32_t, 4>;

/// A mesh that moves in a straight line from one shape to another.
struct MovingShape {
    std::vector<std::array<double, 3>> start, end;
    std::vector<std::array<std::uint32_t, 3>> faces;
};

/// All vertex-face or edge-edge pairs without a common vertex whose swept boxes overlap (touching counts), in
/// increasing order of their feature numbers. Edges are numbered by their greater vertex, then by their lesser.
[[nodiscard]] std::vector<PairVertices> swept_pairs(const MovingShape& shape, PairKind kind);

/// The coordinates of a pair.
[[nodiscard]] PairRows rows_of(const MovingShape& shape, const PairVertices& pair);

}  // namespace tocca::bench
