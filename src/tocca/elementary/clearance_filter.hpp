// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "tocca/answer/time_interval.hpp"
#include "tocca/elementary/pair.hpp"
#include "tocca/geometry/closest_points.hpp"
#include "tocca/numeric/dyadic_bracket.hpp"

namespace tocca::elementary {

/// The error bounds of the filter; docs/clearance.md derives them. With L the largest component of a difference of a
/// point of the first feature and one of the second, at the start or at the end:
namespace clearance_bounds {
inline constexpr double u = 0x1p-53;
inline constexpr double gap = 32 * u;         ///< of a component along a direction n: times the largest |n_k|, times L
inline constexpr double distance = 32 * u;    ///< of the distance of two points of the features: times L
inline constexpr double norm = 8 * u;         ///< of the length of a vector, relative
inline constexpr double min_size = 0x1p-300;  ///< of L
inline constexpr double max_size = 0x1p300;
}  // namespace clearance_bounds

/// What doubles can prove about the distance of a pair. Distances and directions may come from anywhere, however
/// inaccurate: only what is proven from them counts.
class ClearanceFilter {
public:
    /// A vector that moves in a straight line.
    struct Difference {
        Eigen::Vector3d start, end;
    };

    ClearanceFilter(const PairRows& rows, PairKind kind, double clearance);

    /// Whether the bounds hold; everything below requires it.
    [[nodiscard]] bool in_range() const;

    /// A good guess of the closest points at time t.
    [[nodiscard]] ClosestPoints closest_at(double t) const;

    /// Proves that the distance at time t is at most the clearance, by the points with these weights.
    ///
    /// Assumes: no weight is negative, and each side's add up to 1 within 2u.
    [[nodiscard]] bool certainly_within(double t, const std::array<double, 4>& weights) const;

    /// Proves that the distance exceeds the clearance throughout the closed interval, by one direction from the second
    /// feature to the first: all differences keep a greater component along it at both ends, and are linear between.
    [[nodiscard]] bool certainly_apart(const TimeInterval& times, Eigen::Vector3d direction) const;

    /// The same by a direction that turns, from `first` to `last` in a straight line.
    ///
    /// Assumes: each has a length of about 1, or is zero.
    [[nodiscard]] bool certainly_apart(const TimeInterval& times, const Eigen::Vector3d& first,
                                       const Eigen::Vector3d& last) const;

    /// About how fast the points with these weights move, the first feature's relative to the second's.
    [[nodiscard]] Eigen::Vector3d velocity(const std::array<double, 4>& weights) const;

private:
    /// The weight of difference j.
    [[nodiscard]] double weight(const std::array<double, 4>& weights, std::size_t j) const;

    PairKind kind_;
    double clearance_;
    std::array<Difference, 4> differences_ = {};  ///< of the points of the first feature and of the second
    std::size_t count_ = 0;
    std::array<Difference, 4> points_ = {};  ///< relative to the second feature's first point, as it moves
    double size_ = 0.0;                      ///< L
};

/// What doubles can prove about the first time within a clearance.
struct FilteredClearance {
    bool decided = false;
    /// If decided: the cell of that time on the grid; empty if the distance stays above the clearance.
    std::optional<DyadicBracket> first = {};
};

/// The question of first_within_exact in doubles, with proven error bounds.
///
/// Guarantee: what is decided is the answer of first_within_exact.
/// Assumes:   finite rows, a finite clearance > 0.
/// Source:    bisection of time with separating directions; docs/clearance.md.
[[nodiscard]] FilteredClearance first_within_filtered(const PairRows& rows, PairKind kind, double clearance, int k);

}  // namespace tocca::elementary
