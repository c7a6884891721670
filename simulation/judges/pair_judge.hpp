// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "simulation/judge.hpp"

namespace tocca::simulation {

/// Four points that move in straight lines: of a vertex and a face, or of two edges.
struct MovingPair {
    PairKind kind = PairKind::vertex_face;
    std::array<Eigen::Vector3d, 4> start = {}, end = {};

    [[nodiscard]] std::array<Eigen::Vector3d, 4> at(double time) const;
};

/// A judge that is given pairs one by one. The pairs are those that tocca's search finds, so that nothing is lost before
/// the judge sees it.
class PairJudge : public Judge {
public:
    [[nodiscard]] std::vector<Impact> impacts(ContactScene& scene, const Positions& from, const Positions& to,
                                              const KeptGap& gap) const final;
    [[nodiscard]] double safe_step(ContactScene& scene, const Positions& from, const Positions& to,
                                   const KeptGap& gap) const final;
    [[nodiscard]] bool is_free(ContactScene& scene, const Positions& from, const Positions& to) const final;

protected:
    /// When the pair touches, as far as this judge can tell.
    [[nodiscard]] virtual std::optional<double> touches_at(const MovingPair& pair) const = 0;
    /// The part of the time of first contact that a step may go.
    [[nodiscard]] virtual double kept_part() const = 0;
};

}  // namespace tocca::simulation
