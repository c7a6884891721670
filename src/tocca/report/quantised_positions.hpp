// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tocca/geometry/point.hpp"

namespace tocca {

/// Positions of a body's vertices at several keys as whole numbers: coordinate = low + size * number / 65535.
struct QuantisedPositions {
    Point low = {};
    Point size = {};
    std::vector<std::uint16_t> numbers = {};  ///< three a vertex, key by key

    /// How far a coordinate may be from the one given, but for rounding.
    [[nodiscard]] double error() const;
};

/// Quantises the positions at the keys chosen.
///
/// Coordinates beyond 1e300 count as 1e300, NaN as 0.
[[nodiscard]] QuantisedPositions quantised(std::span<const std::vector<Point>> keys,
                                           std::span<const std::size_t> chosen);

}  // namespace tocca
