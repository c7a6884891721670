// SPDX-License-Identifier: Apache-2.0
#include "tocca/geometry/vector_length.hpp"

#include <limits>

namespace tocca::geometry::detail {

namespace {

using Eigen::Vector3d;

/// Times a power of two: exact, but for components that vanish beside the largest one.
Vector3d times_power_of_two(const Vector3d& v, int exponent)
{
    return {std::ldexp(v.x(), exponent), std::ldexp(v.y(), exponent), std::ldexp(v.z(), exponent)};
}

}  // namespace

double length_by_scaling(const Vector3d& v)
{
    const double greatest = v.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
    if (!(greatest > 0.0) || greatest > std::numeric_limits<double>::max()) return greatest;
    const int exponent = std::ilogb(greatest);
    return std::ldexp(times_power_of_two(v, -exponent).norm(), exponent);
}

Vector3d unit_vector_by_scaling(const Vector3d& v)
{
    const double greatest = v.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
    if (!(greatest > 0.0) || greatest > std::numeric_limits<double>::max()) return Vector3d::Zero();
    const Vector3d scaled = times_power_of_two(v, -std::ilogb(greatest));
    return scaled / scaled.norm();
}

}  // namespace tocca::geometry::detail
