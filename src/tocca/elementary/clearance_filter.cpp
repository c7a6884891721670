// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/clearance_filter.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace tocca::elementary {
namespace {

using Eigen::Vector3d;
using Difference = ClearanceFilter::Difference;

double largest(const Vector3d& v) { return v.cwiseAbs().maxCoeff(); }

Vector3d between_ends(const Difference& d, double t) { return (1.0 - t) * d.start + t * d.end; }

/// The cell [index, index + 1] / 2^level.
struct Cell {
    std::int64_t index;
    int level;

    [[nodiscard]] double lower() const { return std::ldexp(static_cast<double>(index), -level); }
    [[nodiscard]] double upper() const { return std::ldexp(static_cast<double>(index + 1), -level); }
    [[nodiscard]] double middle() const { return std::ldexp(static_cast<double>(2 * index + 1), -level - 1); }
};

/// Enough for two cells a level and a few detours; what takes longer is near the clearance for long.
constexpr int max_cells = 256;

}  // namespace

ClearanceFilter::ClearanceFilter(const PairRows& rows, PairKind kind, double clearance)
    : kind_(kind), clearance_(clearance)
{
    const auto point = [&](std::size_t i) { return Vector3d(rows[3 * i], rows[3 * i + 1], rows[3 * i + 2]); };
    const std::size_t firsts = kind == PairKind::vertex_face ? 1 : 2;
    for (std::size_t i = 0; i < firsts; ++i) {
        for (std::size_t j = firsts; j < 4; ++j) {
            const Difference d{point(i) - point(j), point(i + 4) - point(j + 4)};
            size_ = std::max({size_, largest(d.start), largest(d.end)});
            differences_[count_++] = d;
        }
    }
    for (std::size_t i = 0; i < 4; ++i) points_[i] = {point(i) - point(firsts), point(i + 4) - point(firsts + 4)};
}

bool ClearanceFilter::in_range() const
{
    return size_ >= clearance_bounds::min_size && size_ <= clearance_bounds::max_size &&
           clearance_ <= clearance_bounds::max_size;
}

ClosestPoints ClearanceFilter::closest_at(double t) const
{
    const auto x = [&](std::size_t i) { return between_ends(points_[i], t); };
    return kind_ == PairKind::vertex_face ? closest_points(x(0), Triangle{x(1), x(2), x(3)})
                                          : closest_points(Segment{x(0), x(1)}, Segment{x(2), x(3)});
}

bool ClearanceFilter::certainly_within(double t, const std::array<double, 4>& weights) const
{
    Vector3d between = Vector3d::Zero();
    for (std::size_t j = 0; j < count_; ++j) {
        const double weight = kind_ == PairKind::vertex_face ? weights[j + 1] : weights[j / 2] * weights[2 + j % 2];
        between += weight * between_ends(differences_[j], t);
    }
    return between.norm() + clearance_bounds::distance * size_ <= clearance_;
}

bool ClearanceFilter::certainly_apart(const TimeInterval& times, Vector3d direction) const
{
    const double longest = largest(direction);
    if (!(longest > 0.0)) return false;
    const int exponent = std::ilogb(longest);
    for (double& x : direction) x = std::ldexp(x, -exponent);
    const double needed = clearance_ * direction.norm() * (1.0 + clearance_bounds::norm) +
                          clearance_bounds::gap * largest(direction) * size_;
    for (std::size_t j = 0; j < count_; ++j) {
        const double start = direction.dot(differences_[j].start), end = direction.dot(differences_[j].end);
        const double at_lower = (1.0 - times.lower) * start + times.lower * end;
        const double at_upper = (1.0 - times.upper) * start + times.upper * end;
        if (!(at_lower > needed && at_upper > needed)) return false;
    }
    return true;
}

FilteredClearance first_within_filtered(const PairRows& rows, PairKind kind, double clearance, int k)
{
    constexpr FilteredClearance undecided{};
    const ClearanceFilter filter(rows, kind, clearance);
    if (!filter.in_range()) return undecided;
    const ClosestPoints at_start = filter.closest_at(0.0);
    if (filter.certainly_within(0.0, at_start.weights)) return {true, DyadicBracket{}};
    if (filter.certainly_apart({0.0, 1.0}, at_start.difference)) return {true, std::nullopt};

    // Leftmost first: all that lies left of a cell taken from the stack is proven free, its right end included.
    double within_by = 2.0;  // the earliest time found so far at which the pair is within the clearance for certain
    std::vector<Cell> stack{{0, 0}};
    for (int visited = 0; !stack.empty(); ++visited) {
        if (visited == max_cells) return undecided;
        const Cell cell = stack.back();
        stack.pop_back();

        const double probe = cell.level < k ? cell.middle() : cell.upper();
        const ClosestPoints closest = filter.closest_at(probe);
        if (filter.certainly_within(probe, closest.weights)) {
            within_by = std::min(within_by, probe);
        } else if (filter.certainly_apart({cell.lower(), cell.upper()}, closest.difference)) {
            continue;
        }

        if (cell.level < k) {
            if (cell.middle() < within_by) stack.push_back({2 * cell.index + 1, cell.level + 1});
            stack.push_back({2 * cell.index, cell.level + 1});
            continue;
        }
        // The first cell on the grid that is not free. Cells before the first grid point are left to exact arithmetic.
        if (within_by > cell.upper() || cell.index == 0) return undecided;
        return {true, DyadicBracket{cell.lower(), cell.upper()}};
    }
    return within_by > 1.0 ? FilteredClearance{true, std::nullopt} : undecided;
}

}  // namespace tocca::elementary
