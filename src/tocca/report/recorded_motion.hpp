// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tocca/answer/contact.hpp"
#include "tocca/answer/outcome.hpp"
#include "tocca/geometry/point.hpp"
#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca {

/// A body of a recording: what it looks like, and where it is at the keys of the recording.
///
/// It is there from key `first_key` on, to `last_key` and no further. It either deforms, with positions for each of these
/// keys and no poses; or moves as a whole, with positions of its own and a pose for each of these keys; or is at rest,
/// with positions and no poses.
struct RecordedBody {
    std::string name;
    std::vector<FaceVertices> faces;
    std::vector<EdgeVertices> loose_edges = {};
    std::size_t first_key = 0;
    std::size_t last_key = 0;
    std::vector<std::vector<Point>> positions = {};
    std::vector<Eigen::Isometry3d> poses = {};
};

/// A body that looks like a mesh, still without positions.
[[nodiscard]] RecordedBody shown_body(std::string name, const TriangleMesh& mesh);

/// The answer for one step, edge or query of a recording.
struct RecordedStep {
    std::string name = {};  ///< such as the names of its frames
    Outcome outcome = Outcome::free;
    double safe_until = 1.0;         ///< of the step, in [0, 1]
    std::size_t contact_count = 0;   ///< that were found, whether recorded or not
    std::size_t crossing_count = 0;  ///< edges through faces at its start
    bool checked = true;             ///< otherwise the step was not checked, and its outcome is undecided
};

/// A contact of a recording. Its objects are bodies of the recording.
struct RecordedContact {
    std::size_t step = 0;
    Contact contact = {};
    std::optional<double> distance = {};  ///< at toc.lower, of bodies that turn
};

/// A motion with its answers, from which all pictures, pages and exports are made.
///
/// Step k lasts from time k to time k + 1 of the recording. Between two keys vertices move in straight lines; origins of
/// bodies move in straight lines too, and orientations turn by the shortest way. Two keys of the same time are a cut: what
/// comes before does not lead to what comes after.
struct RecordedMotion {
    std::string title;
    std::vector<double> key_times;  ///< not decreasing, from 0 to the number of steps
    std::vector<RecordedBody> bodies;
    std::vector<RecordedStep> steps;
    std::vector<RecordedContact> contacts;     ///< sorted by step, then as the answers sort them
    std::vector<std::string> reductions = {};  ///< sentences about what is recorded less exactly than it was checked
};

/// Throws: std::invalid_argument with the sentence that a recording breaks.
void check(const RecordedMotion& motion);

/// Where a body's vertices are at a time of the recording; of a cut, after it. Nothing while the body is not there.
///
/// Assumes: check(motion) passes.
[[nodiscard]] std::vector<Point> positions_at(const RecordedMotion& motion, std::size_t body, double time);

/// The first contact of the first step that has one: the place that pictures show.
[[nodiscard]] const RecordedContact* first_contact(const RecordedMotion& motion);

/// The time of a contact in the recording: its step and toc.lower.
[[nodiscard]] double time_of(const RecordedContact& contact);

}  // namespace tocca
