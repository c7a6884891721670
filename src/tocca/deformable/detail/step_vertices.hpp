// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "tocca/geometry/point.hpp"

namespace tocca::deformable {

/// A vertex of the scene by its position in tree order: the vertices of neighbouring leaves are neighbours.
using Place = std::uint32_t;
inline constexpr Place no_place = ~Place{0};

/// The four vertices of a pair of features that may touch, in the order of PairRows.
using Candidate = std::array<Place, 4>;

struct MovingVertex {
    Point start;
    Point end;
};

}  // namespace tocca::deformable
