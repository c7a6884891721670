// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "tocca/deformable/mesh_query.hpp"

namespace tocca::deformable {

/// How far each vertex, by object and vertex, may move, as a fraction of its own motion: a vertex away from all
/// contacts moves all the way. positions_at gives the positions for these fractions.
///
/// The vertices of an island of connected contacts share a fraction that avoids all of its contacts; vertices at rest
/// connect nothing. Where an island that stays behind touches other vertices, these join it, until nothing touches.
///
/// Guarantee: if every vertex moves in a straight line from its start to its rounded position, nothing touches or falls
///            to the gap demanded of it: the last search of all_contacts checked exactly this motion. The exception is
///            features that touch at the start: those of their vertices that move have fraction 0 and stay where they are. All fractions
///            are 1 if safe_step is 1, and all are 0 if edges pass through faces at the start. They are the same for
///            any number of threads and any SIMD target.
/// Throws:    as all_contacts; std::invalid_argument for `until`.
/// Cost:      all_contacts, a copy of the scene, and another search per round, of which there are seldom more than
///            four; after 32 rounds all vertices get the step of safe_step.
/// Source:    docs/near_pairs.md.
[[nodiscard]] std::vector<std::vector<double>> safe_fractions(const MovingScene& scene,
                                                              const QueryOptions& options = {});

/// The position of each point after its own fraction of its motion, by position_at.
///
/// Throws: std::invalid_argument if the number of fractions is not that of points, or if a fraction is outside [0, 1].
[[nodiscard]] std::vector<Point> positions_at(std::span<const Point> start, std::span<const Point> end,
                                              std::span<const double> fractions);

}  // namespace tocca::deformable
