// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "simulation/judge.hpp"
#include "simulation/world.hpp"

namespace tocca::simulation {

/// Groups vertices that are joined by impacts and move as one rigid body from then on: what moves as one does not touch
/// itself.
///
/// Source: Provot 1997, "Collision and Self-Collision Handling in Cloth Model"; Bridson, Fedkiw, Anderson 2002.
class ImpactZones {
public:
    enum class Motion {
        rigid,       ///< rotates and translates; vertices move along chords, so not quite rigidly
        translation  ///< translates only
    };

    explicit ImpactZones(const World& world);

    /// Joins the vertices of each impact.
    void join(std::span<const Impact> impacts);
    /// The number of zones of more than one vertex.
    [[nodiscard]] std::size_t count() const;
    /// Gives the vertices of each zone a common motion, the one given by their momentum, where driven vertices weigh a
    /// million times as much as free ones. Zones with a fixed vertex stand still.
    void move_as_one(const Positions& from, Positions& to, Motion motion) const;

private:
    [[nodiscard]] std::vector<std::vector<std::uint32_t>> members() const;
    [[nodiscard]] std::uint32_t zone_of(std::uint32_t vertex) const;

    const World& world_;
    std::vector<std::uint32_t> parent_;
};

}  // namespace tocca::simulation
