// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "simulation/judge.hpp"

namespace tocca::simulation {

/// The four points of a vertex and a face, or of two edges, that move in straight lines.
struct MovingPair {
    PairKind kind = PairKind::vertex_face;
    std::array<Eigen::Vector3d, 4> start = {}, end = {};

    [[nodiscard]] std::array<Eigen::Vector3d, 4> at(double time) const;
};

/// A judge that decides pairs one by one. The pairs are the candidates of tocca's broad phase, so that no pair is lost
/// before the judge sees it.
class PairJudge : public Judge {
public:
    [[nodiscard]] std::vector<Impact> impacts(ContactScene& scene, const Positions& from, const Positions& to,
                                              const KeptGap& gap) const final;
    [[nodiscard]] SafeMotion safe_step(ContactScene& scene, const Positions& from, const Positions& to,
                                       const KeptGap& gap) const final;
    [[nodiscard]] bool is_free(ContactScene& scene, const Positions& from, const Positions& to) const final;

protected:
    /// When the pair touches, as far as this judge can tell.
    [[nodiscard]] virtual std::optional<double> touches_at(const MovingPair& pair) const = 0;
    /// A step goes to this fraction of the time of first contact.
    [[nodiscard]] virtual double kept_part() const = 0;
};

}  // namespace tocca::simulation
