// SPDX-License-Identifier: Apache-2.0
#include "tocca/elementary/clearance_filter.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tocca::elementary {
namespace {

using Eigen::Vector3d;
using Difference = ClearanceFilter::Difference;

double largest(const Vector3d& v) { return v.cwiseAbs().maxCoeff(); }

Vector3d between_ends(const Difference& d, double t) { return (1.0 - t) * d.start + t * d.end; }

/// Instants looked at, at most: about ten are usual. What takes longer is near the clearance for long.
constexpr int max_instants = 128;

/// The pair at one instant.
struct Instant {
    double time = 0.0;
    bool within = false;  ///< proven
    Vector3d direction;   ///< from the second feature to the first, about as long as 1; zero if there is none
    ClosestPoints closest;
};

/// A vector about as long as 1 in about this direction; zero if doubles cannot give one.
Vector3d unit_or_zero(const Vector3d& v)
{
    const double square = v.squaredNorm();
    if (square > 0x1p-400 && square < 0x1p400) return v / std::sqrt(square);
    const double longest = largest(v);
    if (!(longest > 0x1p-1000 && longest < 0x1p1000)) return Vector3d::Zero();
    const Vector3d scaled = std::ldexp(1.0, -std::ilogb(longest)) * v;
    return scaled / scaled.norm();
}

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

double ClearanceFilter::weight(const std::array<double, 4>& weights, std::size_t j) const
{
    return kind_ == PairKind::vertex_face ? weights[j + 1] : weights[j / 2] * weights[2 + j % 2];
}

Vector3d ClearanceFilter::velocity(const std::array<double, 4>& weights) const
{
    Vector3d sum = Vector3d::Zero();
    for (std::size_t j = 0; j < count_; ++j) sum += weight(weights, j) * (differences_[j].end - differences_[j].start);
    return sum;
}

bool ClearanceFilter::certainly_within(double t, const std::array<double, 4>& weights) const
{
    Vector3d between = Vector3d::Zero();
    for (std::size_t j = 0; j < count_; ++j) between += weight(weights, j) * between_ends(differences_[j], t);
    return between.norm() + clearance_bounds::distance * size_ <= clearance_;
}

bool ClearanceFilter::certainly_apart(const TimeInterval& times, Vector3d direction) const
{
    const double longest = largest(direction);
    if (!(longest > 0.0)) return false;
    if (longest < 0x1p-1000) return false;
    direction *= std::ldexp(1.0, -std::ilogb(longest));
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

bool ClearanceFilter::certainly_apart(const TimeInterval& times, const Vector3d& first, const Vector3d& last) const
{
    const double needed = clearance_ * std::max(first.norm(), last.norm()) * (1.0 + clearance_bounds::norm) +
                          clearance_bounds::gap * std::max(largest(first), largest(last)) * size_;
    for (std::size_t j = 0; j < count_; ++j) {
        const Vector3d from = between_ends(differences_[j], times.lower),
                       to = between_ends(differences_[j], times.upper);
        const double at_lower = first.dot(from), at_upper = last.dot(to);
        const double control = 0.5 * (first.dot(to) + last.dot(from));
        if (!(at_lower > needed && control > needed && at_upper > needed)) return false;
    }
    return true;
}

namespace {

/// Looks for the first cell of the grid 2^-k in which the pair is within the clearance.
///
/// All up to `left` is proven apart, that instant included. The stack holds later instants, the earliest on top. If the span
/// from `left` to that one is proven apart, it is the next `left`; otherwise an instant between them comes on top. Which
/// instants are looked at affects the time it takes, not what is proven.
class FirstWithin {
public:
    FirstWithin(const ClearanceFilter& filter, double clearance, int k)
        : filter_(filter), clearance_(clearance), cells_(std::ldexp(1.0, k))
    {}

    FilteredClearance run(const ClosestPoints& at_start)
    {
        left_ = at(0.0, at_start);
        stack_.push_back(at(1.0));
        for (int count = 0; count < max_instants; ++count) {
            const Instant& right = stack_.back();
            if (!right.within && filter_.certainly_apart({left_.time, right.time}, left_.direction, right.direction)) {
                left_ = right;
                stack_.pop_back();
                if (stack_.empty()) return {true, std::nullopt};
                step_ *= step_;
                continue;
            }
            const double lower = std::floor(left_.time * cells_);
            if (right.within && right.time * cells_ <= lower + 1.0) {
                // The first cell on the grid that is not free. Cells before the first grid point are left to exact arithmetic.
                if (lower == 0.0) return {};
                return {true, DyadicBracket{lower / cells_, (lower + 1.0) / cells_}};
            }
            const double next = between(right);
            if (!(next > left_.time && next < right.time)) return {};
            stack_.push_back(at(next));
        }
        return {};
    }

private:
    [[nodiscard]] Instant at(double time) const { return at(time, filter_.closest_at(time)); }
    [[nodiscard]] Instant at(double time, const ClosestPoints& closest) const
    {
        const bool near = closest.squared_distance <= 4.0 * clearance_ * clearance_;
        return {time, near && filter_.certainly_within(time, closest.weights), unit_or_zero(closest.difference),
                closest};
    }

    /// An instant between `left_` and another.
    double between(const Instant& right)
    {
        const double middle = left_.time + 0.5 * (right.time - left_.time);
        if (!right.within) return middle;
        // The time of contact by the speed at `left_`; and one before it by a fraction, which falls from step to step.
        const double excess = left_.closest.difference.dot(left_.direction) - clearance_;
        const double rate = filter_.velocity(left_.closest.weights).dot(left_.direction);
        const double root = left_.time - excess / rate;
        if (!(rate < 0.0 && root < right.time)) {
            step_ = first_step;
            return middle;
        }
        const double wanted = root - step_ * (root - left_.time);
        const double cell = std::floor(root * cells_);
        if ((root - wanted) * cells_ > 0.25) return wanted;
        const double lower = cell / cells_, upper = (cell + 1.0) / cells_;
        if (upper < right.time) return upper;
        if (lower > left_.time) return lower;
        return middle;
    }

    static constexpr double first_step = 0.125;

    const ClearanceFilter& filter_;
    double clearance_;
    double cells_;
    double step_ = first_step;
    Instant left_;
    std::vector<Instant> stack_;
};

}  // namespace

FilteredClearance first_within_filtered(const PairRows& rows, PairKind kind, double clearance, int k)
{
    const ClearanceFilter filter(rows, kind, clearance);
    if (!filter.in_range()) return {};
    const ClosestPoints at_start = filter.closest_at(0.0);
    if (filter.certainly_within(0.0, at_start.weights)) return {true, DyadicBracket{}};
    if (filter.certainly_apart({0.0, 1.0}, at_start.difference)) return {true, std::nullopt};
    return FirstWithin(filter, clearance, k).run(at_start);
}

}  // namespace tocca::elementary
