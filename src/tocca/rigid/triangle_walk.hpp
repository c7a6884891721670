// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "tocca/numeric/interval.hpp"

namespace tocca::rigid {

struct MovingBodies;

/// The distance levels of a search.
struct ContactLevels {
    double clearance = 0.0;
    double threshold = 0.0;
    double time_tolerance = 0.0;
    /// The padding of both bodies around their triangles, added up: at this distance they touch.
    double padding = 0.0;

    /// The distance to keep; rounded up, since a sum rounded down would keep less.
    [[nodiscard]] double kept() const
    {
        return padding > 0.0 && clearance > 0.0 ? rounded_up(padding + clearance) : padding + clearance;
    }
    /// At this distance, or nearer, bodies are in contact. Not more than `kept` where the threshold is below its last
    /// digit: no answer may hang on which of the two is greater.
    [[nodiscard]] double contact() const { return kept() + threshold; }
};

/// The first contact of two triangles on their own.
struct PairContact {
    double lower = 0.0;     ///< free, by half the threshold at least, up to and including this time
    double upper = 0.0;     ///< within the threshold, or proven to cross
    bool touching = false;  ///< at the start, to rounding
    double distance = 0.0;  ///< at lower
};

/// The times at which contacts begin: the multiples of a power of two so small that from one to the next nothing comes
/// nearer by more than 3/8 of a threshold. So rounding does not decide which of many triangles come into contact first: those
/// of two faces that meet do so at the same time.
class TimeGrid {
public:
    /// Below this, times are as good as any double.
    static constexpr double least_cell = 0x1p-50;

    TimeGrid() = default;
    /// Of triangles of two bodies that are in contact at this threshold.
    TimeGrid(const MovingBodies& bodies, double threshold);
    /// Of what closes in at this speed at most.
    TimeGrid(double threshold, double speed);

    /// The first time of the grid that is not before, and that is after, a time.
    [[nodiscard]] double from(double time) const { return std::ceil(time / cell_) * cell_; }
    [[nodiscard]] double after(double time) const { return (std::floor(time / cell_) + 1.0) * cell_; }
    /// The last one before.
    [[nodiscard]] double before(double time) const { return (std::ceil(time / cell_) - 1.0) * cell_; }
    /// Whether doubles allow for such a grid.
    [[nodiscard]] bool fine_enough() const { return fine_enough_; }

private:
    double cell_ = 1.0;
    bool fine_enough_ = true;
};

/// Limits that end a walk along the motion early.
struct WalkLimits {
    double until = 1.0;
    std::uint64_t steps = 0;  ///< the maximum number of distances; beyond it: WalkResult::spent
};

struct WalkResult {
    std::optional<PairContact> contact = {};
    std::uint64_t steps = 0;
    /// The budget was spent; free up to here.
    std::optional<double> spent = {};
};

/// The levels of two triangles that are followed on their own.
struct WalkLevels {
    double contact;    ///< at this distance they are in contact
    double kept;       ///< what they keep up to then
    double threshold;  ///< their own: contact is this much above what is not theirs to come near to
};

/// The levels of triangles that start this far apart. The start alone decides which of the three cases applies: levels that
/// differ by less than a last digit are the same number and cannot decide it.
[[nodiscard]] WalkLevels walk_levels(const ContactLevels& levels, double start);

/// Follows two triangles from the start by conservative advancement to their time of impact, or to `until`. The contact is
/// at the first time of their grid at which they are within the contact level; with a time tolerance it may be
/// between such times.
///
/// A function of the pair, the motions and the levels alone. Triangles that start nearer than contact plus threshold get
/// their own threshold, half of what they have beyond the clearance; those that start within the clearance keep half
/// their distance (all beyond the padding); so bodies at rest on each other may move on.
///
/// A pair has move_to(t), and then: state(), the bounds of its distance; free_step(level), how long it is proven to stay
/// further apart than a level; closing_speed(), called at the start, a bound for all time; crosses_at(t).
///
/// Guarantee: each step is proven free, as free_step is.
template <class Pair>
[[nodiscard]] WalkResult walk_pair(Pair& pair, const ContactLevels& levels, const WalkLimits& limits)
{
    WalkResult result;
    WalkLevels own = {};
    TimeGrid grid;
    for (double t = 0.0; t <= limits.until;) {
        if (result.steps == limits.steps) {
            result.spent = t;
            return result;
        }
        pair.move_to(t);
        const auto& state = pair.state();
        ++result.steps;
        if (t == 0.0) {
            if (!(state.lower > levels.padding)) {
                result.contact = {.touching = true, .distance = state.nearest.distance};
                return result;
            }
            own = walk_levels(levels, state.lower);
            grid = TimeGrid(own.threshold, pair.closing_speed());
        }
        // The next time of the grid at which they may be in contact. Until then they come nearer than the level that the
        // step keeps by at most 3/8 of the threshold, and the level is at least 3/8 above what is to be kept.
        // Where rounding leaves open whether this is a contact, one is reported once `upper` is down at the contact level:
        // until `lower` is that much lower there is nothing to report, and grazing triangles need no step per cell.
        const double open = state.lower > own.contact ? 0.0 : (state.upper - state.lower) * (1.0 - 0x1p-20);
        const double level = std::max(own.contact - open, std::min(own.contact, own.kept + 0.375 * own.threshold));
        const double step = pair.free_step(level);
        const double next = std::max(grid.after(t), grid.from(t + step - 0x1p-51));
        const auto keeps_half = [&] {
            if (grid.fine_enough()) return state.lower > own.kept + 0.375 * own.threshold;
            return t + pair.free_step(own.kept) - 0x1p-51 >= next;
        };
        // Where rounding leaves nothing to step over, this is as near as can be resolved.
        if (state.upper <= own.contact || !keeps_half()) {
            result.contact = {.lower = t, .upper = t, .distance = state.nearest.distance};
            return result;
        }
        if (next - t <= levels.time_tolerance) {
            const double soon = std::min(1.0, t + levels.time_tolerance);
            if (pair.crosses_at(soon)) {
                result.contact = {.lower = t, .upper = soon, .distance = state.nearest.distance};
                return result;
            }
        }
        t = next;
    }
    return result;
}

}  // namespace tocca::rigid
