// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "tocca/deformable/step_tree.hpp"

namespace tocca::deformable::detail {

/// How an edge and a face meet at an instant.
enum class Meeting : unsigned char {
    apart,
    touching,  ///< a common point, but not as below
    crossing,  ///< the ends strictly on either side of the face's plane, the edge strictly inside the face
};

/// An edge and a face, as they move.
struct EdgeAndFace {
    std::array<MovingVertex, 2> edge;
    std::array<MovingVertex, 3> face;
};

/// How they meet at time t, in [0, 1].
///
/// Guarantee: exact for the real positions (1 - t) start + t end, collapsed edges and faces included.
[[nodiscard]] Meeting meeting_at(const EdgeAndFace& pair, double t);

/// Whether they cross at the start, and no more: meeting_at(pair, 0) == Meeting::crossing.
[[nodiscard]] bool cross_at_start(const EdgeAndFace& pair);

/// The same as meeting_at in integers of any size alone.
[[nodiscard]] Meeting meeting_at_exact(const EdgeAndFace& pair, double t);

}  // namespace tocca::deformable::detail
