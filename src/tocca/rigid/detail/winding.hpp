// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "tocca/rigid/rigid_body.hpp"
#include "tocca/rigid/solid_parts.hpp"

namespace tocca::rigid::detail {

/// The winding number of a point about a surface without one of its parts.
[[nodiscard]] std::optional<int> winding_without(const RigidBody& body, const SolidParts& parts, std::uint32_t part,
                                                 const Point& point);

/// Throws: Error (malformed_mesh) for a part that is oriented otherwise than the outermost one and is not a cavity: one
///         with a vertex that the rest does not hold. Where it overlaps others the two would cancel out.
void check_cavities(const RigidBody& body, const SolidParts& parts);

}  // namespace tocca::rigid::detail
