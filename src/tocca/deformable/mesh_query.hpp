// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <stop_token>
#include <string>
#include <vector>

#include "tocca/answer/first_contact.hpp"
#include "tocca/deformable/moving_scene.hpp"
#include "tocca/elementary/batch.hpp"

namespace tocca {

/// A pair of features as a filter sees it; as in Contact.
struct FeaturePair {
    PairKind kind = PairKind::vertex_face;
    std::array<VertexId, 4> vertices = {};
    std::array<ObjectId, 2> objects = {};
};

/// Which pairs of features are asked about. Filters act before a candidate is stored.
struct ContactFilter {
    bool self = true;                                           ///< pairs within an object, unless the object says no
    bool between = true;                                        ///< pairs of two objects
    std::vector<std::array<ObjectId, 2>> skipped_objects = {};  ///< pairs of objects whose contacts are not reported
    std::vector<std::array<std::uint32_t, 2>> skipped_groups = {};  ///< pairs of groups; {g, g} skips within g
    /// Asked last, about single pairs, from any thread; false skips the pair.
    std::function<bool(const FeaturePair&)> accept = {};
};

/// An edge and a face that have a point in common.
struct Intersection {
    EdgeVertices edge = {};  ///< twice the same: an isolated vertex
    FaceVertices face = {};
    std::array<ObjectId, 2> objects = {};  ///< of the edge and of the face
    /// Whether the edge crosses the face: its ends are on either side of the face's plane, and it passes inside the face,
    /// all strictly. Otherwise they touch, or overlap in a plane.
    bool crosses = false;

    friend bool operator==(const Intersection&, const Intersection&) = default;
};

/// The edges that pass through faces when the step starts. They are no events of the step, but a start with any of them
/// is not free.
struct StartCrossings {
    std::uint64_t count = 0;
    std::vector<Intersection> pairs = {};  ///< sorted as MeshIntersections, if they are to be listed
};

/// How a scene is asked. Only the tolerance, the filter and what is said of the start have a part in the answers.
struct MeshQueryOptions {
    double tolerance = 1e-9;  ///< the greatest width of a time bracket, as in FirstContactOptions
    ContactFilter filter = {};
    /// The caller vouches that no edge passes through a face at the start: that is not tested, and the answer says so.
    bool assume_start_free = false;
    bool list_crossings = true;  ///< whether crossings at the start are listed; they are counted anyway
    /// The longest list of contacts, or of intersections: all_contacts and intersections end with Error (too_many_contacts)
    /// rather than list more, or only some. N copies of a part in one place have N^2 contacts.
    std::uint64_t max_contacts = std::numeric_limits<std::uint64_t>::max();
    int threads = 0;                                     ///< 0: all available
    std::string target = {};                             ///< SIMD target by name, as in BatchOptions
    std::stop_token stop = {};                           ///< a stop request ends the call with Error (interrupted)
    std::function<void(double fraction)> progress = {};  ///< called now and then, from any thread, one at a time
};

/// What it took. The counts of first_contact and collides may change from call to call with several threads.
struct MeshStatistics {
    std::uint64_t node_tests = 0;        ///< pairs of boxes of the tree
    std::uint64_t leaf_pairs = 0;        ///< pairs of leaves with boxes that may meet
    std::uint64_t feature_tests = 0;     ///< pairs of features compared by their boxes
    std::uint64_t elementary_tests = 0;  ///< pairs of features given to the elementary core
    StageCounts stages = {};             ///< what settled those
};

/// The first contact of a scene. If edges pass through faces at the start the outcome is `crossing_at_start` and
/// safe_until is 0; `contact` is then still the first pair that touches during the step, if any does.
struct MeshFirstContact : FirstContact {
    StartCrossings crossing_at_start = {};
    bool start_assumed_free = false;  ///< crossings at the start were not looked for, as the caller said
    MeshStatistics statistics = {};
};

/// Every pair of features that touches during the step, each with its first contact.
struct MeshContacts {
    Outcome outcome = Outcome::free;  ///< as in MeshFirstContact
    double safe_until = 1.0;          ///< as in FirstContact
    bool nothing_checked = false;     ///< as in FirstContact
    StartCrossings crossing_at_start = {};
    bool start_assumed_free = false;  ///< as in MeshFirstContact
    /// Sorted by time (toc.lower, then toc.upper), so that the first contact comes first; at the same time by features:
    /// the kind, then the first feature (object, vertices), then the second. Vertex-face: the vertex is the first.
    /// Edge-edge: the ends of each edge in increasing order, the edge of the lower (object, ends) first.
    std::vector<Contact> contacts = {};
    MeshStatistics statistics = {};
};

/// Whether anything touches during the step, or an edge passes through a face when it starts.
///
/// The pairs asked about: every vertex with every face that it is not a corner of, and every two edges without a common
/// vertex; an isolated vertex counts as an edge of length zero too. At the start also every edge with every face without
/// a common vertex. Such a crossing counts unless the filter's `accept` leaves out all five pairs by which it can come
/// about: the ends of the edge with the face, and the edge with the sides of the face.
///
/// Objects with a thickness touch when their surfaces come as near as half the thickness of each, as with a clearance of 0
/// (see MeshClearanceOptions).
///
/// Guarantee: exact for the doubles given, for any number of threads, any SIMD target and any shape of the tree, and
///            whatever was asked before.
/// Cost:      the start is searched for crossings (some `intersections`) in the first step only, as long as steps begin
///            where others ended that were proven free, or where safe_step said that the scene may go. A filter with
///            `accept` proves nothing for the next step, nor does a filter that lets fewer objects pass than the next.
/// Throws:    Error (interrupted) on a stop request; std::invalid_argument for an unknown target, a negative number of
///            threads, a tolerance that is not positive, and unless floating_point_as_assumed().
[[nodiscard]] bool collides(const MovingScene& scene, const MeshQueryOptions& options = {});

/// The first contact: the one that MeshContacts begin with.
[[nodiscard]] MeshFirstContact first_contact(const MovingScene& scene, const MeshQueryOptions& options = {});

/// Every pair that touches, with the bracket of its first contact, the point and the normal.
///
/// Throws: as collides; Error (too_many_contacts) for more than max_contacts.
[[nodiscard]] MeshContacts all_contacts(const MovingScene& scene, const MeshQueryOptions& options = {});

}  // namespace tocca
