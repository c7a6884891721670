// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/bounds/rss.hpp"
#include "tocca/rigid/body_motion.hpp"

namespace tocca::rigid::detail {

/// A volume of a body, in the body's coordinates, and where the body is.
struct MovingVolume {
    const Rss& volume;
    const MovingFrame& frame;
};

/// How long two flat volumes that face each other, of bodies that do not turn, stay further apart than `level`; 0 when
/// that is not proven of any step or when they do not face each other. `position_errors` is the sum of the bodies' errors
/// of places.
///
/// The kernel's floats are too coarse for large faces that meet; this is in doubles.
///
/// Guarantee: every point of the one volume is further than `level` from every point of the other in the exact motion, for
///            the whole step.
[[nodiscard]] double facing_step(const MovingVolume& a, const MovingVolume& b, double level, double position_errors);

}  // namespace tocca::rigid::detail
