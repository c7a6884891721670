// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "simulation/world.hpp"

namespace tocca::simulation {

/// A world to be simulated, with what suits it.
struct ShowPiece {
    World world;
    double edge = 0.01;  ///< the usual length of an edge of the cloth
    int steps = 500;     ///< until its story is told
};

struct ShowPieceEntry {
    std::string_view name;
    std::string_view about;
};

/// The show pieces there are.
[[nodiscard]] std::span<const ShowPieceEntry> show_pieces();

/// A show piece of about so many triangles, obstacles included; nothing for a name that there is not.
[[nodiscard]] std::optional<ShowPiece> show_piece(std::string_view name, std::size_t triangles);

}  // namespace tocca::simulation
