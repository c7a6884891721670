// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/deformable/detail/gap_judge.hpp"
#include "tocca/deformable/mesh_query.hpp"

namespace tocca::deformable::detail {

/// The verbs of a scene in which some pair has to keep a gap: by a clearance, or by the thickness of objects.
[[nodiscard]] bool collides_by_gap(const MovingScene& scene, const QueryOptions& options, const GapJudge& judge);
[[nodiscard]] Answer first_by_gap(const MovingScene& scene, const QueryOptions& options, const GapJudge& judge);
[[nodiscard]] Answers all_by_gap(const MovingScene& scene, const QueryOptions& options, const GapJudge& judge);

/// Whether any pair falls to the gap demanded of it, whatever the start is like.
[[nodiscard]] bool any_event_by_gap(const MovingScene& scene, const QueryOptions& options, const GapJudge& judge);

}  // namespace tocca::deformable::detail
