// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tocca/report/recorded_motion.hpp"

namespace tocca {

/// The contacts of a recording as a legacy VTK file (.vtk) of points, which ParaView opens.
///
/// Each contact is a point with its normal and, as fields, `time` (of the recording: step + toc.lower), `toc` (lower and
/// upper), `kind` (0 vertex-face, 1 edge-edge), `step`, `objects`, `vertices`, `weights` and, if any contact has one,
/// `distance` (NaN for those that have none). Binary, in doubles.
///
/// Throws: std::invalid_argument for a recording that breaks a rule or has more contacts than 31 bits count.
[[nodiscard]] std::string contacts_vtk(const RecordedMotion& motion);

}  // namespace tocca
