// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "tocca/geometry/point.hpp"
#include "tocca/rigid/rigid_body.hpp"

namespace tocca {

/// How many times the surface of a solid winds around a point, in the body's own coordinates; empty for a point on the
/// surface. It is 0 outside and in cavities, 1 inside, 2 where two parts overlap, and negative where faces turn clockwise
/// seen from outside.
///
/// Guarantee: exact for the doubles given.
/// Assumes:   a body that is a solid.
/// Cost:      some microseconds.
[[nodiscard]] std::optional<int> winding_number(const RigidBody& solid, const Point& point);

/// Whether a point, in the body's own coordinates, belongs to a solid: its surface winds around the point, or holds it.
///
/// Guarantee, Assumes, Cost: as winding_number.
[[nodiscard]] bool contains(const RigidBody& solid, const Point& point);

}  // namespace tocca
