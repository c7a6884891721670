// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/io/mesh_file.hpp"
#include "tocca/report/recorded_motion.hpp"

namespace tocca {

/// The moment that pictures and poses show: that of the first contact, still free, or the start of the first step that is
/// not free, if that touches, crosses or is inside then; without a contact, the end of the proven-free span of the first
/// step that is not free; if all are free, the start.
///
/// Guarantee: it lies in the step it is about, also where a cut ends that step.
[[nodiscard]] double shown_time(const RecordedMotion& motion);

/// The bodies that are there at a time of the recording, joined in their order to one mesh, for write_mesh.
///
/// Throws: std::invalid_argument for a recording that breaks a rule.
[[nodiscard]] MeshFile pose_at(const RecordedMotion& motion, double time);

/// The bodies at shown_time().
///
/// Throws: std::invalid_argument for a recording that breaks a rule.
[[nodiscard]] MeshFile pose_at_first_contact(const RecordedMotion& motion);

}  // namespace tocca
