// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/geometry/point.hpp"
#include "tocca/rigid/rigid_body.hpp"

namespace tocca::rigid {

/// Whether no point of the body is within a distance of a point, in body coordinates.
///
/// Guarantee: true is proven.
[[nodiscard]] bool clear_of_surface(const RigidBody& body, const Point& point, double distance);

}  // namespace tocca::rigid
