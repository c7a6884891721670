// SPDX-License-Identifier: Apache-2.0
#include "tocca/bounds/point_box.hpp"

#include <algorithm>
#include <cstddef>

namespace tocca {

PointBox box_of(const Point& point) { return {point, point}; }

void extend(PointBox& box, const Point& point)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        box.lower[axis] = std::min(box.lower[axis], point[axis]);
        box.upper[axis] = std::max(box.upper[axis], point[axis]);
    }
}

}  // namespace tocca
