// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/geometry/point.hpp"
#include "tocca/rigid/rigid_body.hpp"

namespace tocca {

/// Whether a point, in the body's own coordinates, lies within a closed body: a ray from it leaves the surface an odd
/// number of times. A point of the surface itself may count as either.
///
/// Guarantee: exact for the doubles given, for any closed mesh: where parts overlap, an even number of layers is outside.
/// Assumes:   a body that is closed, as solids are.
/// Cost:      some microseconds.
[[nodiscard]] bool contains(const RigidBody& closed, const Point& point);

}  // namespace tocca
