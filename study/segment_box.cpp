// SPDX-License-Identifier: Apache-2.0
#include "study/segment_box.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tocca::study {

bool segment_may_meet(const Point& p, const Point& q, const PointBox& box)
{
    // Doubled: s from the box's middle to the segment's, h the box's extent, d the segment's; size bounds rounding.
    Point s, h, d, size;
    for (std::size_t i = 0; i < 3; ++i) {
        if (std::max(p[i], q[i]) < box.lower[i] || std::min(p[i], q[i]) > box.upper[i]) return false;
        s[i] = (p[i] + q[i]) - (box.lower[i] + box.upper[i]);
        h[i] = box.upper[i] - box.lower[i];
        d[i] = q[i] - p[i];
        size[i] = std::abs(p[i]) + std::abs(q[i]) + std::abs(box.lower[i]) + std::abs(box.upper[i]);
    }
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        const double dj = std::abs(d[j]), dk = std::abs(d[k]);
        const double distance = std::abs(s[j] * d[k] - s[k] * d[j]);
        // With u = 2^-53 the left side errs by 5u (size_j d_k + size_k d_j), the right by 4u of the same; 16u absorb the
        // rounding of the bound, and 2^-1000 what underflows.
        const double bound = h[j] * dk + h[k] * dj + 0x1p-49 * (size[j] * dk + size[k] * dj) + 0x1p-1000;
        // A bound that is not finite separates nothing.
        if (distance > bound && std::isfinite(distance)) return false;
    }
    return true;
}

}  // namespace tocca::study
