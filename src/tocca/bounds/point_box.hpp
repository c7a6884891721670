// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/geometry/point.hpp"

namespace tocca {

/// An axis-aligned box in doubles.
struct PointBox {
    Point lower;
    Point upper;
};

[[nodiscard]] PointBox box_of(const Point& point);
void extend(PointBox& box, const Point& point);

}  // namespace tocca
