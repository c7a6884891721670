// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "tocca/answer/answer.hpp"
#include "tocca/deformable/moving_scene.hpp"
#include "tocca/mesh/representatives.hpp"

namespace tocca::study::detail {
class ContactSearch;
struct SceneFeatures;
}  // namespace tocca::study::detail

namespace tocca::study {

/// How pairs of triangles become elementary tests. All find the same contacts.
///
/// Source: Curtis, Tamstorf, Manocha 2008, 5.2 and (separate_trees) 3.
enum class Strategy : unsigned char {
    basic,    ///< all 15 pairs of features of two triangles but those with a common vertex, as often as they come
    no_dupl,  ///< pairs of represented features: each once
    adj,      ///< all pairs whose volumes meet and that a database has not seen; adjacent triangles last
    r_tri,    ///< pairs of represented features whose volumes meet
    separate_trees,  ///< a tree of vertices, one of edges and one of faces
};

enum class BoundingVolume : unsigned char { aabb, kdop14, kdop18, kdop26 };

/// Which nodes of the tree have a volume at both ends of the step, and which one over the whole step.
enum class TreeLayers : unsigned char {
    swept,    ///< one everywhere, features included
    kinetic,  ///< two everywhere
    hybrid,   ///< two near the leaves and for features, one above
};

enum class LocalAdvancement : unsigned char {
    off,
    accelerator,  ///< pairs that it proves free are not tested, and those that it proves free long enough
    judge,        ///< it decides by a threshold, in place of the elementary core: not exact
};

[[nodiscard]] std::string_view to_string(Strategy strategy);
[[nodiscard]] std::string_view to_string(BoundingVolume volume);
[[nodiscard]] std::string_view to_string(TreeLayers layers);
[[nodiscard]] std::string_view to_string(LocalAdvancement advancement);
[[nodiscard]] std::string_view to_string(Assignment assignment);

/// One way to find contacts. But for the judge, no member but the tolerance has a part in the answers.
struct StudyOptions {
    Strategy strategy = Strategy::r_tri;
    BoundingVolume volume = BoundingVolume::aabb;
    TreeLayers layers = TreeLayers::kinetic;
    /// Levels of the lower layer of a hybrid tree, the leaves counted.
    int lower_levels = 3;
    /// Moving volumes are compared by the times at which they overlap along all directions at once, in place of
    /// direction by direction.
    bool overlap_times = false;
    /// The segment of a swept vertex is compared with the box of a swept face too; for strategies with feature volumes.
    bool segment_box = false;
    Assignment assignment = Assignment::greedy;
    LocalAdvancement local_advancement = LocalAdvancement::off;
    double threshold = 1e-6;  ///< of the judge, a length
    /// first_contact drops what is apart until the best time so far, and looks into the most promising pairs first.
    bool temporal_culling = true;
    double tolerance = 1e-9;  ///< as in QueryOptions
};

/// What it took.
struct StudyCounts {
    std::uint64_t node_tests = 0;         ///< pairs of volumes of the trees
    std::uint64_t triangle_pairs = 0;     ///< pairs of leaves whose volumes may meet
    std::uint64_t feature_tests = 0;      ///< pairs of volumes of features
    std::uint64_t segment_tests = 0;      ///< segments with boxes
    std::uint64_t lookups = 0;            ///< questions to the database of adj
    std::uint64_t vertex_face_tests = 0;  ///< given to the elementary core, or to the judge
    std::uint64_t edge_edge_tests = 0;
    std::uint64_t advanced = 0;           ///< pairs given to local advancement
    std::uint64_t advancement_steps = 0;  ///< closest points computed
    std::uint64_t gave_up = 0;            ///< pairs for which the judge ran out of steps

    [[nodiscard]] std::uint64_t elementary_tests() const { return vertex_face_tests + edge_edge_tests; }
    friend bool operator==(const StudyCounts&, const StudyCounts&) = default;
};

struct StudyResult {
    std::vector<Contact> contacts = {};  ///< in the order of Answers::contacts
    StudyCounts counts = {};
};

struct StudyFirstContact : Answer {
    StudyCounts counts = {};
};

struct StudyCollides {
    bool collides = false;
    StudyCounts counts = {};
};

/// Finds the contacts of a scene by ways that the verbs of mesh_query.hpp do not take, for study and comparison: one
/// thread, no SIMD of its own, no filters beyond what the objects say.
///
/// Throws: std::invalid_argument for a tolerance that is not positive, a negative threshold or number of levels, and
///         unless floating_point_as_assumed().
class ContactStudy {
public:
    /// Builds the trees over the scene's current step.
    ContactStudy(const deformable::MovingScene& scene, const StudyOptions& options);
    ContactStudy(ContactStudy&&) noexcept;
    ContactStudy& operator=(ContactStudy&&) noexcept;
    ~ContactStudy();

    /// Refits the trees to the current step of the scene, which must have the objects it was built with.
    void refit(const deformable::MovingScene& scene);

    /// What trees and feature volumes take in memory.
    [[nodiscard]] std::size_t bytes() const;

    /// Guarantee: the contacts of `all_contacts`, bit for bit, unless local advancement is the judge: its contacts have
    ///            a time alone, as both ends of the bracket, and the place of the features then.
    [[nodiscard]] StudyResult all_contacts() const;
    [[nodiscard]] StudyFirstContact first_contact() const;
    [[nodiscard]] StudyCollides collides() const;

private:
    StudyOptions options_;
    std::unique_ptr<detail::SceneFeatures> features_;
    std::unique_ptr<detail::ContactSearch> search_;
};

/// The contacts of the current step in one call.
[[nodiscard]] StudyResult study_contacts(const deformable::MovingScene& scene, const StudyOptions& options = {});
[[nodiscard]] StudyFirstContact study_first_contact(const deformable::MovingScene& scene,
                                                    const StudyOptions& options = {});
[[nodiscard]] StudyCollides study_collides(const deformable::MovingScene& scene, const StudyOptions& options = {});

/// How the contacts of the judge differ from the exact ones.
struct ContactDifferences {
    std::size_t missed = 0;         ///< of the exact contacts
    std::size_t extra = 0;          ///< not among the exact contacts
    double greatest_delay = 0.0;    ///< of a time after the exact bracket, among the contacts of both
    double greatest_advance = 0.0;  ///< of a time before it
};

/// Assumes: no pair of features twice in either.
[[nodiscard]] ContactDifferences differences(std::vector<Contact> judged, std::vector<Contact> exact);

/// An edge and a face without a common vertex that meet, by their vertices and objects as in Contact.
struct EdgeFaceIntersection {
    std::array<VertexId, 2> edge = {};
    FaceVertices face = {};
    deformable::ObjectId edge_object = 0;
    deformable::ObjectId face_object = 0;

    // NOLINTNEXTLINE(modernize-use-nullptr): found in what the compiler makes of it
    friend auto operator<=>(const EdgeFaceIntersection&, const EdgeFaceIntersection&) = default;
};

struct StudyIntersections {
    std::vector<EdgeFaceIntersection> intersections = {};  ///< sorted
    StudyCounts counts = {};
    std::uint64_t edge_face_tests = 0;
};

/// Discrete collision detection at the start of the step: every edge that meets a face. Of the options the strategy
/// (but adj and separate_trees), the volume, segment_box (edges are segments) and the assignment count.
///
/// Guarantee: exact for the doubles given.
/// Source:    Curtis, Tamstorf, Manocha 2008, 1: six tests for two triangles, fewer with representatives.
[[nodiscard]] StudyIntersections study_intersections(const deformable::MovingScene& scene,
                                                     const StudyOptions& options = {});

}  // namespace tocca::study
