// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "tocca/deformable/mesh_query.hpp"

namespace tocca::deformable {

/// How far each vertex may go, by object and vertex, as a fraction of its own motion: those that are near no contact go all
/// the way. To positions_at of them.
///
/// Vertices of contacts that are connected, an island, share a fraction by which all their contacts are avoided; vertices
/// that rest connect nothing. Where an island that stays behind touches others, they join it, until nothing touches.
///
/// Guarantee: in the motion of every vertex in a straight line from its start to its rounded position nothing touches or falls
///            to the gap demanded of it, as all_contacts says: its last search was of this motion. But what touches at the
///            start stays as it is: its vertices have fraction 0. All are 1 if safe_step is 1, and 0 where edges pass
///            through faces at the start. The same for any number of threads and any SIMD target.
/// Throws:    as all_contacts; std::invalid_argument for `until`.
/// Cost:      all_contacts, a copy of the scene, and another search for every round, of which there are seldom more than
///            four; after 32 safe_step serves for all.
/// Source:    docs/near_pairs.md.
[[nodiscard]] std::vector<std::vector<double>> safe_fractions(const MovingScene& scene,
                                                              const QueryOptions& options = {});

/// Where points are after a fraction of each one's motion, by position_at.
///
/// Throws: std::invalid_argument for another number of fractions than of points, or one outside [0, 1].
[[nodiscard]] std::vector<Point> positions_at(std::span<const Point> start, std::span<const Point> end,
                                              std::span<const double> fractions);

}  // namespace tocca::deformable
