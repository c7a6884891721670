// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "tocca/answer/first_contact.hpp"
#include "tocca/geometry/triangle_distance.hpp"
#include "tocca/numeric/interval.hpp"
#include "tocca/rigid/detail/body_motion.hpp"
#include "tocca/rigid/rigid_body.hpp"

namespace tocca::rigid::detail {

/// A body on its way.
struct MovingBody {
    const RigidBody& body;
    const BodyMotion& motion;
};

/// Two bodies on their way, and the greatest error of a distance between computed places.
struct MovingBodies {
    MovingBody a, b;
    double error;
};

/// The levels of distance that a search works with.
struct ContactLevels {
    double clearance = 0.0;
    double threshold = 0.0;
    double time_tolerance = 0.0;
    /// What belongs to the bodies beyond their triangles, on both sides together: at this distance they touch.
    double padding = 0.0;

    /// No less than this distance is to be kept; rounded up, for a sum that is rounded down would keep less.
    [[nodiscard]] double kept() const
    {
        return padding > 0.0 && clearance > 0.0 ? rounded_up(padding + clearance) : padding + clearance;
    }
    /// At this distance, or nearer, bodies are in contact. Not more than `kept` where the threshold is below its last
    /// digit: no answer may hang on which of the two is greater.
    [[nodiscard]] double contact() const { return kept() + threshold; }
};

/// A primitive of a and one of b.
struct TrianglePair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};

/// The two triangles at a time.
struct PlacedPair {
    TrianglePoints a, b;
};

[[nodiscard]] PlacedPair place(const MovingBodies& bodies, const TrianglePair& pair, const MovingFrame& frame_a,
                               const MovingFrame& frame_b);

/// What is known of two triangles at a time.
struct PairState {
    TriangleDistance nearest;
    double lower = 0.0;  ///< proven lower bound of their distance; 0 when nothing is proven
    double upper = 0.0;  ///< proven upper bound
};

[[nodiscard]] PairState examine(const MovingBodies& bodies, const PlacedPair& placed);

/// The same at a quarter of the cost, along the better of the two normals only: the lower bound and the direction, which
/// free_step needs, and nothing else. Good where triangles pass each other face to face.
[[nodiscard]] PairState glance(const MovingBodies& bodies, const PlacedPair& placed);

/// How long the two triangles stay further apart than `level`, proven, from a time at which this was found of them; 0 when
/// they are not proven to be further apart at all.
[[nodiscard]] double free_step(const PlacedPair& placed, const PairState& state, const MovingFrame& frame_a,
                               const MovingFrame& frame_b, double level);

/// The first contact of two triangles by themselves.
struct PairContact {
    double lower = 0.0;     ///< free, by half the threshold at least, up to and including this time
    double upper = 0.0;     ///< within the threshold, or proven to cross
    bool touching = false;  ///< at the start, to rounding
    double distance = 0.0;  ///< at lower
};

/// The times at which contacts begin: the multiples of a power of two so small that from one to the next nothing comes
/// nearer by more than 3/8 of a threshold. So which of many triangles come into contact first is no matter of rounding: those
/// of two faces that meet do so at the same time.
class TimeGrid {
public:
    /// Below this, times are as good as any double.
    static constexpr double least_cell = 0x1p-50;

    TimeGrid() = default;
    /// Of triangles that are in contact at this threshold.
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

/// How a walk along the motion may end early.
struct WalkLimits {
    double until = 1.0;
    std::uint64_t steps = 0;  ///< the greatest number of distances; more: WalkResult::spent
};

struct WalkResult {
    std::optional<PairContact> contact = {};
    std::uint64_t steps = 0;
    /// The budget was spent; free up to here.
    std::optional<double> spent = {};
};

/// Follows two triangles from the start by conservative advancement until they are in contact or `until` is reached. The
/// contact is at the first time of their grid at which they are within the contact level; with a time tolerance it may be
/// between such times.
///
/// A function of the pair, the motions and the levels alone. Triangles that start nearer than contact plus threshold get
/// a threshold of their own, half of what they have beyond the clearance; those that start within the clearance keep half
/// their distance (all beyond the padding); so bodies at rest on each other may move on.
/// Guarantee: each step is proven free; see free_step.
[[nodiscard]] WalkResult walk(const MovingBodies& bodies, const TrianglePair& pair, const ContactLevels& levels,
                              const WalkLimits& limits);

/// Whether two triangles are proven to cross at a time, an edge of one through the inside of the other, though their
/// corners may be wrong by `error` each.
[[nodiscard]] bool proven_crossing(const PlacedPair& placed, double error);

/// The features in contact: kind, vertices, weights, point and normal. objects are {0, 1}, of the first and the second
/// feature: a vertex of b against a face of a has objects {1, 0}. Of triangles that cross: the face, and the nearer end of
/// the edge that passes through it; there is no normal then.
[[nodiscard]] Contact contact_of(const MovingBodies& bodies, const TrianglePair& pair, const PairState& state);

}  // namespace tocca::rigid::detail
