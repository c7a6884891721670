// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/triangle_walk.hpp"

namespace tocca::rigid {

namespace {

/// A power of two of at most 1, in which what closes in at this speed comes nearer by at most 3/8 of the threshold; no less
/// than `least_cell`.
double cell_of(double threshold, double speed)
{
    const double longest = 0.375 * threshold / speed;
    if (!(longest < 1.0)) return 1.0;
    return longest > TimeGrid::least_cell ? std::ldexp(1.0, std::ilogb(longest)) : TimeGrid::least_cell;
}

}  // namespace

TimeGrid::TimeGrid(double threshold, double speed)
    : cell_(cell_of(threshold, speed)), fine_enough_(cell_ * speed <= 0.375 * threshold)
{}

WalkLevels walk_levels(const ContactLevels& levels, double start)
{
    const auto above = [](double floor, double threshold) {
        return WalkLevels{floor + threshold, floor + 0.5 * threshold, threshold};
    };
    const double kept = levels.kept();
    if (start > kept + 2.0 * levels.threshold) return above(kept, levels.threshold);
    if (start > kept) return above(kept, 0.5 * (start - kept));
    return above(levels.padding, 0.5 * (start - levels.padding));
}

}  // namespace tocca::rigid
