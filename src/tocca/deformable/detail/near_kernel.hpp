// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tocca/answer/contact.hpp"

namespace tocca::deformable::detail {

/// The coordinates of many pairs at an instant: row 3 i + axis holds that coordinate of the point i of PairRows.
struct alignas(64) PointBlock {
    static constexpr std::size_t capacity = 128;
    std::array<std::array<double, capacity>, 12> rows;
};

/// The same at the start and at the end of a step.
struct StepBlock {
    PointBlock start, end;
};

/// The distances of pairs of features at one instant and over a step, for one SIMD target.
struct NearKernel {
    std::string_view name;
    /// Lists the pairs, of the first `count`, that are not proven farther apart than a distance, in order; returns how
    /// many. There is room for one entry more than pairs.
    ///
    /// Assumes: the columns up to the next multiple of 4 hold numbers too.
    std::size_t (*keep_near)(const PointBlock& block, std::size_t count, PairKind kind, double max_distance,
                             std::uint32_t* kept);
    /// The same of pairs that move in straight lines: not proven to stay farther apart until a fraction of the step.
    std::size_t (*keep_approaching)(const StepBlock& block, std::size_t count, PairKind kind, double max_distance,
                                    double until, std::uint32_t* kept);
};

/// As pair_kernel.
[[nodiscard]] const NearKernel& near_kernel(const std::string& name);

}  // namespace tocca::deformable::detail
