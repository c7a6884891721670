// SPDX-License-Identifier: Apache-2.0
#include "study/kdop.hpp"

#include <cmath>

#include "tocca/bounds/moving_box.hpp"

namespace tocca::study {

FloatInterval project(const Point& point, const KdopDirection& direction)
{
    double sum = 0.0, size = 0.0;
    int terms = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (direction[axis] == 0) continue;
        sum += direction[axis] * point[axis];
        size += std::abs(point[axis]);
        ++terms;
    }
    if (terms == 1) return {round_down(sum), round_up(sum)};
    if (!std::isfinite(size)) {
        constexpr float infinity = std::numeric_limits<float>::infinity();
        return {-infinity, infinity};
    }
    // With u = 2^-53, two additions err by less than 2u size, the subtraction below by u size, and the computed size is
    // short of the true one by 2u of it at most: 4u size cover all. Where this product could underflow, sums are exact.
    const double error = 0x1p-51 * size;
    return {round_down(sum - error), round_up(sum + error)};
}

}  // namespace tocca::study
