// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/near_points.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "tocca/base/next_double.hpp"
#include "tocca/elementary/clearance_filter.hpp"
#include "tocca/elementary/decide.hpp"
#include "tocca/elementary/exact_clearance.hpp"
#include "tocca/geometry/closest_points.hpp"
#include "tocca/geometry/vector_length.hpp"

namespace tocca::elementary {
namespace {

using Eigen::Vector3d;

double largest(const Vector3d& v) { return v.cwiseAbs().maxCoeff(); }

ClosestPoints closest_of(const PairPoints& x, PairKind kind)
{
    return kind == PairKind::vertex_face ? closest_points(x[0], Triangle{x[1], x[2], x[3]})
                                         : closest_points(Segment{x[0], x[1]}, Segment{x[2], x[3]});
}

/// The largest difference of two coordinates along an axis.
double extent_of(const PairPoints& x)
{
    const Vector3d lower = x[0].cwiseMin(x[1]).cwiseMin(x[2]).cwiseMin(x[3]);
    const Vector3d upper = x[0].cwiseMax(x[1]).cwiseMax(x[2]).cwiseMax(x[3]);
    return (upper - lower).maxCoeff();
}

PairRows at_rest(const PairPoints& x)
{
    PairRows rows;
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            rows[3 * i + axis] = rows[12 + 3 * i + axis] = x[i][static_cast<Eigen::Index>(axis)];
    }
    return rows;
}

bool within_exactly(const PairRows& rows, PairKind kind, double max_distance)
{
    constexpr int any_grid = 1;  // nothing moves
    if (max_distance == 0.0) return decide(rows, kind, any_grid).contact;
    return first_within_exact(rows, kind, max_distance, any_grid).has_value();
}

/// Whether the computed closest points prove it. Any weights are those of points of the features, so that the distance is
/// at most theirs; computed, that errs by less than the bound of docs/clearance.md, for `extent` is not below its L.
bool certainly_within(double distance, double extent, double max_distance)
{
    return extent >= clearance_bounds::min_size && extent <= clearance_bounds::max_size &&
           distance + 2.0 * clearance_bounds::distance * extent <= max_distance;
}

bool decide_within(const PairPoints& points, PairKind kind, const ClosestPoints& closest, double distance,
                   double max_distance, Stage& stage)
{
    stage = Stage::subdivision;
    if (certainly_within(distance, extent_of(points), max_distance)) return true;
    const PairRows rows = at_rest(points);
    const ClearanceFilter filter(rows, kind, max_distance);
    if (filter.in_range() && filter.certainly_apart({0.0, 0.0}, closest.difference)) return false;
    stage = Stage::exact;
    return within_exactly(rows, kind, max_distance);
}

/// The differences of the points of the first feature and those of the second, scaled so that the largest component is in
/// [1, 2).
struct Differences {
    std::array<Vector3d, 4> d;
    std::size_t count = 0;
    int exponent = 0;
    bool finite = false;

    Differences(const PairPoints& x, PairKind kind)
    {
        const std::size_t firsts = kind == PairKind::vertex_face ? 1 : 2;
        double size = 0.0;
        for (std::size_t i = 0; i < firsts; ++i) {
            for (std::size_t j = firsts; j < 4; ++j) {
                d[count] = x[i] - x[j];
                size = std::max(size, largest(d[count++]));
            }
        }
        finite = size > 0.0 && std::isfinite(size);
        if (!finite) return;
        exponent = std::ilogb(size);
        for (std::size_t i = 0; i < count; ++i) {
            for (double& component : d[i]) component = std::ldexp(component, -exponent);
        }
    }

    /// What all have along a direction, less what rounding may add (docs/clearance.md: `gap`, with L below 2).
    [[nodiscard]] double along(Vector3d n) const
    {
        const double longest = largest(n);
        if (!(longest > 0.0) || !std::isfinite(longest)) return 0.0;
        const int to_one = -std::ilogb(longest);
        for (double& component : n) component = std::ldexp(component, to_one);
        double least = n.dot(d[0]);
        for (std::size_t i = 1; i < count; ++i) least = std::min(least, n.dot(d[i]));
        least -= clearance_bounds::gap * largest(n) * 2.0;
        return least > 0.0 ? least / (n.norm() * (1.0 + 2.0 * clearance_bounds::norm)) : 0.0;
    }
};

/// Across the face, or across both edges; of the scaled differences.
Vector3d normal_of(const Differences& of, PairKind kind)
{
    if (kind == PairKind::vertex_face) return (of.d[0] - of.d[1]).cross(of.d[0] - of.d[2]);
    return (of.d[2] - of.d[0]).cross(of.d[0] - of.d[1]);
}

}  // namespace

NearPoints near_points(const PairPoints& points, PairKind kind, double max_distance)
{
    NearPoints result;
    const ClosestPoints closest = closest_of(points, kind);
    const double distance = length_of(closest.difference);
    result.within = decide_within(points, kind, closest, distance, max_distance, result.stage);
    if (!result.within) return result;
    result.distance = std::min(distance, max_distance);  // too large by rounding, or out of the range of doubles
    result.weights = closest.weights;
    if (result.distance > 0.0) result.normal = unit_vector(closest.difference);
    return result;
}

double distance_bound(const PairPoints& points, PairKind kind, const Vector3d& direction)
{
    const Differences differences(points, kind);
    if (!differences.finite) return 0.0;
    const Vector3d normal = normal_of(differences, kind);
    const double bound =
        std::max({differences.along(direction), differences.along(normal), differences.along(-normal)});
    return std::max(0.0, base::next_down(std::ldexp(bound, differences.exponent)));
}

}  // namespace tocca::elementary
