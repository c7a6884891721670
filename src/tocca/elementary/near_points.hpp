// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>

#include "tocca/answer/contact.hpp"
#include "tocca/answer/statistics.hpp"

namespace tocca::elementary {

/// The four points of a pair at one instant, in the order of PairRows.
using PairPoints = std::array<Eigen::Vector3d, 4>;

/// Where a pair is nearest, as FeaturePair::Near says.
struct NearPoints {
    bool within = false;         ///< at most the distance asked for; otherwise the rest means nothing
    Stage stage = Stage::exact;  ///< that decided it: `subdivision` stands for doubles
    double distance = 0.0;
    std::array<double, 4> weights = {};
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();
};

/// Decides whether a pair is at most `max_distance` apart, and finds where it is nearest.
///
/// Guarantee: `within` is exact for the doubles given; the rest is a function of the arguments alone, and finite.
/// Assumes:   finite points, a finite distance >= 0.
/// Cost:      a tenth of a microsecond; where the distance differs from `max_distance` by rounding only, ten
///            microseconds in exact integers.
/// Source:    docs/near_pairs.md.
[[nodiscard]] NearPoints near_points(const PairPoints& points, PairKind kind, double max_distance);

/// A lower bound of the distance of a pair, by planes across the direction given and across the normal of the pair.
///
/// Guarantee: never above the distance. Below it by rounding alone where the direction is that of the closest points, or the
///            closest points are inside the features.
/// Assumes:   finite points.
[[nodiscard]] double distance_bound(const PairPoints& points, PairKind kind, const Eigen::Vector3d& direction);

}  // namespace tocca::elementary
