// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tocca/bounds/moving_box.hpp"

namespace tocca::bvh {

/// Which boxes of moving boxes are meant: a set of bits.
enum class BoxEnds : std::uint8_t { none = 0, start = 1, end = 2, both = 3 };

[[nodiscard]] constexpr bool has(BoxEnds all, BoxEnds one)
{
    return (static_cast<std::uint8_t>(all) & static_cast<std::uint8_t>(one)) != 0;
}
[[nodiscard]] constexpr BoxEnds operator|(BoxEnds a, BoxEnds b)
{
    return static_cast<BoxEnds>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}

/// Half the surface areas of some boxes, added up.
struct AreaSums {
    double start = 0.0;
    double end = 0.0;
};

/// Boxes of points and of nodes, for one SIMD target. All targets give the same bits.
struct RefitKernel {
    std::string_view name;
    /// Of each coordinate the lower and the upper face of a box that holds it, as moving_box.
    void (*bound)(std::span<const double> coordinates, float* lower, float* upper);
    /// Refits the inner nodes [first, last) from their children, the last one first, at the ends given. Sets the sums of
    /// the areas at these ends.
    void (*refit)(std::span<MovingBox> nodes, std::size_t first, std::size_t last, BoxEnds ends, AreaSums& areas);
    /// The largest distance along an axis between a place at the start and one at the end of the same box, as rounded.
    float (*motion)(std::span<const MovingBox> boxes);
};

/// As pair_kernel.
[[nodiscard]] const RefitKernel& refit_kernel(const std::string& name = {});

}  // namespace tocca::bvh
