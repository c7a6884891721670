// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
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

/// The moment that pictures and poses show: that of the first contact, still free, or the start of the first step that is
/// not free, if that touches, crosses or is inside then; without a contact, the end of the proven-free span of the first
/// step that is not free; if all are free, the start.
///
/// Guarantee: it lies in the step it is about, also where a cut ends that step.
[[nodiscard]] double shown_time(const RecordedMotion& motion);

/// The same with the step it is about, and the contact if it is that of one.
struct ShownMoment {
    double time = 0.0;
    std::size_t step = 0;
    const RecordedContact* contact = nullptr;
};
[[nodiscard]] ShownMoment shown_moment(const RecordedMotion& motion);

/// The bodies that are there at a time of the recording.
///
/// Throws: std::invalid_argument for a recording that breaks a rule.
[[nodiscard]] PoseMesh pose_at(const RecordedMotion& motion, double time);

/// The bodies at shown_time().
///
/// Throws: std::invalid_argument for a recording that breaks a rule.
[[nodiscard]] PoseMesh pose_at_first_contact(const RecordedMotion& motion);

}  // namespace tocca
