// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "simulation/world.hpp"

namespace tocca::simulation {

/// A world to simulate, with settings that suit it.
struct ShowPiece {
    World world;
    double edge = 0.01;     ///< typical edge length of the cloth
    int steps = 500;        ///< enough to show the whole scene
    double distance = 0.0;  ///< where contact forces should begin; 0: as for any cloth of this fineness
    bool waits = true;      ///< whether the schedule waits for driven vertices that cannot follow
};

struct ShowPieceEntry {
    std::string_view name;
    std::string_view about;
};

/// All show pieces.
[[nodiscard]] std::span<const ShowPieceEntry> show_pieces();

/// A show piece with about this many triangles, obstacles included; empty for an unknown name.
[[nodiscard]] std::optional<ShowPiece> show_piece(std::string_view name, std::size_t triangles);

}  // namespace tocca::simulation
