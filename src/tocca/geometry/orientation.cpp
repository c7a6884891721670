// SPDX-License-Identifier: Apache-2.0
#include "tocca/geometry/orientation.hpp"

#include <array>

#include "tocca/geometry/detail/orientation_estimate.hpp"
#include "tocca/numeric/integer.hpp"

namespace tocca {
namespace {

FilteredSign sign_within_error(const geometry::detail::Estimate& estimate)
{
    return filtered_sign(estimate.value, estimate.error);
}

Sign projected_orientation_exact(const Point& a, const Point& b, const Point& c, std::size_t axis)
{
    const std::size_t j = (axis + 1) % 3, k = (axis + 2) % 3;
    const std::array<double, 6> coordinates = {a[j], a[k], b[j], b[k], c[j], c[k]};
    const auto x = to_common_integers(coordinates).integers;
    return sign_of(Integer((x[2] - x[0]) * (x[5] - x[1]) - (x[3] - x[1]) * (x[4] - x[0])));
}

}  // namespace

FilteredSign orientation_filtered(const Point& a, const Point& b, const Point& c, const Point& d)
{
    return sign_within_error(geometry::detail::volume_estimate(a, b, c, d));
}

Sign orientation_exact(const Point& a, const Point& b, const Point& c, const Point& d)
{
    std::array<double, 12> coordinates;
    for (std::size_t i = 0; i < 3; ++i) {
        coordinates[i] = a[i];
        coordinates[3 + i] = b[i];
        coordinates[6 + i] = c[i];
        coordinates[9 + i] = d[i];
    }
    auto x = to_common_integers(coordinates).integers;
    for (std::size_t i = 3; i < 12; ++i) x[i] -= x[i % 3];
    const auto minor = [&](std::size_t j, std::size_t k) { return Integer(x[3 + j] * x[6 + k] - x[3 + k] * x[6 + j]); };
    return sign_of(Integer(minor(1, 2) * x[9] + minor(2, 0) * x[10] + minor(0, 1) * x[11]));
}

Sign orientation(const Point& a, const Point& b, const Point& c, const Point& d)
{
    const FilteredSign filtered = orientation_filtered(a, b, c, d);
    if (filtered != FilteredSign::uncertain) return static_cast<Sign>(filtered);
    for (std::size_t i = 0; i < 3; ++i) {
        // Sheets that are flat along an axis are common, and leave the filter uncertain.
        if (a[i] == b[i] && a[i] == c[i] && a[i] == d[i]) return Sign::zero;
    }
    if (a == b || a == c || a == d || b == c || b == d || c == d) return Sign::zero;
    return orientation_exact(a, b, c, d);
}

Sign projected_orientation(const Point& a, const Point& b, const Point& c, std::size_t axis)
{
    const FilteredSign filtered = sign_within_error(geometry::detail::area_estimate(a, b, c, axis));
    if (filtered != FilteredSign::uncertain) return static_cast<Sign>(filtered);
    return projected_orientation_exact(a, b, c, axis);
}

bool collinear(const Point& a, const Point& b, const Point& c)
{
    if (a == b || b == c || c == a) return true;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (sign_within_error(geometry::detail::area_estimate(a, b, c, axis)) != FilteredSign::uncertain) return false;
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (projected_orientation_exact(a, b, c, axis) != Sign::zero) return false;
    }
    return true;
}

}  // namespace tocca
