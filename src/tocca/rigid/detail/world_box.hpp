// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "tocca/bounds/moving_box.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/rigid/rigid_body.hpp"

namespace tocca::rigid::detail {

/// A box that moves as the motion's reference point does and holds the body at every time; empty for a body without
/// triangles.
///
/// Guarantee: it holds all that is within 36 position errors of the exact motion of RigidPath: every computed place, and,
///            with what the other body's box adds, whatever two bodies cannot be told from touching by.
/// Throws:    Error as RigidPath; Error (not_finite) for a pose further from the origin than queries of two bodies allow.
/// Cost:      some microseconds, the more the body turns.
[[nodiscard]] std::optional<MovingBox> body_box(const RigidBody& body, const RigidMotion& motion);

}  // namespace tocca::rigid::detail
