// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tocca/report/recorded_motion.hpp"

namespace tocca {

/// All bodies of a recording at one moment, joined in their order, for write_mesh.
struct PoseMesh {
    double time = 0.0;  ///< of the recording
    std::vector<Point> positions = {};
    std::vector<FaceVertices> faces = {};
    std::vector<EdgeVertices> loose_edges = {};
};

/// The moment that pictures and poses show: that of the first contact, still free; without a contact, the end of the
/// proven-free span of the first step that is not free; if all are free, the start.
///
/// Guarantee: it lies in the step it is about, also where a cut ends that step.
[[nodiscard]] double shown_time(const RecordedMotion& motion);

/// The bodies that are there at a time of the recording.
///
/// Throws: std::invalid_argument for a recording that breaks a rule.
[[nodiscard]] PoseMesh pose_at(const RecordedMotion& motion, double time);

/// The bodies at shown_time().
///
/// Throws: std::invalid_argument for a recording that breaks a rule.
[[nodiscard]] PoseMesh pose_at_first_contact(const RecordedMotion& motion);

}  // namespace tocca
