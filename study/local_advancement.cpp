// SPDX-License-Identifier: Apache-2.0
#include "study/local_advancement.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "tocca/base/next_double.hpp"
#include "tocca/geometry/closest_points.hpp"

namespace tocca::study {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

using base::next_down;
using base::next_up;

/// The number of points of the first feature; the others are those of the second.
std::size_t first_size(PairKind kind) { return kind == PairKind::vertex_face ? 1 : 2; }

Eigen::Vector3d point_at(const PairRows& rows, std::size_t point, double t)
{
    const Eigen::Map<const Eigen::Vector3d> start(rows.data() + 3 * point), end(rows.data() + 12 + 3 * point);
    return (1.0 - t) * start + t * end;
}

/// From the second feature to the first at a time, in doubles.
Eigen::Vector3d difference_at(const PairRows& rows, PairKind kind, double t)
{
    const Eigen::Vector3d a = point_at(rows, 0, t), b = point_at(rows, 1, t);
    const Eigen::Vector3d c = point_at(rows, 2, t), d = point_at(rows, 3, t);
    return (kind == PairKind::vertex_face ? closest_points(a, Triangle{b, c, d})
                                          : closest_points(Segment{a, b}, Segment{c, d}))
        .difference;
}

/// Not more than n . (x - y) for the points `x` and `y` of the rows at one end of the step.
///
/// A difference, a product and at most two sums: with u = 2^-53 each term errs by less than 5u of its size, and 8u
/// absorb the rounding of the bound; 2^-1000 is for what underflows. NaN where something overflows, or minus infinity.
double gap_below(const double* end, std::size_t x, std::size_t y, const Eigen::Vector3d& n)
{
    double sum = 0.0, size = 0.0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double term = n[static_cast<Eigen::Index>(axis)] * (end[3 * x + axis] - end[3 * y + axis]);
        sum += term;
        size += std::abs(term);
    }
    return std::isfinite(size) ? sum - (0x1p-50 * size + 0x1p-1000) : -infinity;
}

/// The time until which n separates the features from t on, the end not included; t if it does not separate them at t,
/// infinity if it separates them to the end of the step.
double separated_until(const PairRows& rows, PairKind kind, const Eigen::Vector3d& n, double t)
{
    double until = infinity;
    for (std::size_t x = 0; x < first_size(kind); ++x) {
        for (std::size_t y = first_size(kind); y < 4; ++y) {
            // The gap along n is linear in time, and so is this bound from below.
            const double g0 = gap_below(rows.data(), x, y, n), g1 = gap_below(rows.data() + 12, x, y, n);
            if (!(g0 > 0.0) && !(g1 > 0.0)) return t;
            if (!(g0 > 0.0)) {
                if (!(t > next_up(-g0 / next_down(g1 - g0)))) return t;
            } else if (!(g1 > 0.0)) {
                until = std::min(until, next_down(g0 / next_up(g0 - g1)));
            }
        }
    }
    return std::max(t, until);
}

}  // namespace

AdvancementBound local_advancement(const PairRows& rows, PairKind kind, const AdvancementOptions& options)
{
    AdvancementBound bound;
    while (bound.steps < options.most_steps) {
        ++bound.steps;
        Eigen::Vector3d n = difference_at(rows, kind, bound.free_until);
        // Any length will do, so long as products neither overflow nor vanish.
        const double size = n.cwiseAbs().maxCoeff();
        if (!(size > 0.0) || !std::isfinite(size)) return bound;
        n /= size;
        const double until = separated_until(rows, kind, n, bound.free_until);
        if (until > 1.0) {
            bound.free = true;
            bound.free_until = 1.0;
            return bound;
        }
        const double gain = until - bound.free_until;
        bound.free_until = until;
        if (until > options.until || gain < 0.01 * (options.until - until)) return bound;
    }
    return bound;
}

AdvancementVerdict local_advancement_verdict(const PairRows& rows, PairKind kind, double threshold, int most_steps)
{
    AdvancementVerdict verdict;
    double t = 0.0;
    while (verdict.steps < most_steps) {
        ++verdict.steps;
        const Eigen::Vector3d difference = difference_at(rows, kind, t);
        const double distance = difference.norm();
        if (distance <= threshold) {
            verdict.contact = t;
            return verdict;
        }
        const Eigen::Vector3d n = difference / distance;
        double first = infinity, second = -infinity;
        for (std::size_t point = 0; point < 4; ++point) {
            const double speed = n.dot(point_at(rows, point, 1.0) - point_at(rows, point, 0.0));
            if (point < first_size(kind))
                first = std::min(first, speed);
            else
                second = std::max(second, speed);
        }
        const double closing = second - first;
        if (closing <= 0.0) return verdict;
        t += distance / closing;
        if (t >= 1.0) return verdict;
    }
    verdict.contact = t;
    verdict.gave_up = true;
    return verdict;
}

}  // namespace tocca::study
