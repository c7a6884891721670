// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
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
    std::vector<std::array<ObjectId, 2>> skipped_objects = {};  ///< pairs of objects that may touch unseen
    std::vector<std::array<std::uint32_t, 2>> skipped_groups = {};  ///< pairs of groups; {g, g} skips within g
    /// Asked last, about single pairs, from any thread; false skips the pair.
    std::function<bool(const FeaturePair&)> accept = {};
};

/// How a scene is asked. Only the tolerance and the filter have a part in the answers.
struct MeshQueryOptions {
    double tolerance = 1e-9;  ///< the greatest width of a time bracket, as in FirstContactOptions
    ContactFilter filter = {};
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

/// The first contact of a scene.
struct MeshFirstContact : FirstContact {
    MeshStatistics statistics = {};
};

/// Every pair of features that touches during the step, each with its first contact.
struct MeshContacts {
    Outcome outcome = Outcome::free;
    double safe_until = 1.0;  ///< as in FirstContact
    /// Sorted by kind, then the first feature (object, vertices), then the second. Vertex-face: the vertex is the first.
    /// Edge-edge: the ends of each edge in increasing order, the edge of the lower (object, ends) first.
    std::vector<Contact> contacts = {};
    MeshStatistics statistics = {};
};

/// Whether anything touches during the step.
///
/// The pairs asked about: every vertex with every face that it is not a corner of, and every two edges without a common
/// vertex; an isolated vertex counts as an edge of length zero too. Triangles that already cross at the start, an edge
/// through a face, are no contact by themselves: see `intersections`.
///
/// Guarantee: exact for the doubles given, for any number of threads, any SIMD target and any shape of the tree.
/// Throws:    Error (interrupted) on a stop request; std::invalid_argument for an unknown target, a negative number of
///            threads, a tolerance that is not positive, and unless floating_point_as_assumed().
[[nodiscard]] bool collides(const MovingScene& scene, const MeshQueryOptions& options = {});

/// The first contact: the least by its bracket, then in the order of MeshContacts.
[[nodiscard]] MeshFirstContact first_contact(const MovingScene& scene, const MeshQueryOptions& options = {});

/// Every pair that touches, with the bracket of its first contact, the point and the normal.
[[nodiscard]] MeshContacts all_contacts(const MovingScene& scene, const MeshQueryOptions& options = {});

}  // namespace tocca
