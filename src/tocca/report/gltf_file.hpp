// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tocca/report/recorded_motion.hpp"

namespace tocca {

/// A recording as a binary glTF 2.0 file (.glb) with one animation, a second of which is a step.
///
/// Bodies are nodes with their names and colours. Those that deform have a morph target for each key after their first;
/// those that move as a whole have a translation and a rotation for each key; a body that is there for some of the time
/// only has scale 0 for the rest of it. A cut is two keys one float apart. Coordinates are those of the recording, as
/// floats relative to an origin of each body, with a rounding of 2^-22 of the body's extent; no axis is turned to be up.
/// read_mesh and Sequence read the same motion back. While a step lasts, each of its contacts has a marker and a line along
/// its normal.
///
/// Throws: std::invalid_argument for a recording that breaks a rule; Error (not_finite) for NaN and infinity;
///         Error (unwritable_file) for more than the 4 GiB that the format holds.
/// Cost:   for a body of n vertices that deforms over k keys, 12 n k + 4 k^2 bytes.
/// Source: registry.khronos.org/glTF/specs/2.0/glTF-2.0.html
[[nodiscard]] std::string glb_of(const RecordedMotion& motion);

}  // namespace tocca
