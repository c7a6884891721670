// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "tocca/answer/time_interval.hpp"

namespace tocca {

/// The two kinds of feature pairs to which every contact of triangle models reduces.
enum class PairKind : unsigned char { vertex_face, edge_edge };

/// "vf" or "ee", as in JSON, file names and reports.
[[nodiscard]] constexpr std::string_view to_string(PairKind kind)
{
    return kind == PairKind::vertex_face ? "vf" : "ee";
}

/// A pair of features: a vertex and a face, or two edges.
struct FeaturePair {
    PairKind kind = PairKind::vertex_face;
    /// The four vertices, by their numbers in their meshes: vertex-face {vertex, a, b, c}, edge-edge {a, b, c, d}.
    /// Those of an elementary pair are numbered 0 to 3.
    std::array<std::uint32_t, 4> vertices = {0, 1, 2, 3};
    /// The objects of the first and of the second feature: numbers of a scene's objects, of a world's bodies, of a
    /// robot's links and obstacles; 0 and 1 for two bodies; 0 where there is only one object.
    std::array<std::uint32_t, 2> objects = {0, 0};

    friend bool operator==(const FeaturePair&, const FeaturePair&) = default;

    struct Near;
};

/// Two features that are near each other at an instant, as near_pairs lists them.
struct FeaturePair::Near : FeaturePair {
    /// Where the closest points lie: for each of the two, the smallest vertex, edge or face that contains it.
    enum class Region : unsigned char { vertex_vertex, vertex_edge, vertex_face, edge_edge };

    /// The distance of the features in double precision: correct within 2^-48 L, where L is the largest difference of
    /// two of the pair's coordinates along an axis; never above the limit of the query.
    double distance = 0.0;
    /// The closest point of each side as weights of the pair's four vertices, as in Contact: none is negative, and the
    /// weight of a vertex that does not contribute is exactly 0.
    std::array<double, 4> weights = {};
    /// Unit vector from the closest point of the second feature to that of the first; zero where the distance is 0.
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();
    Region region = Region::vertex_vertex;
    /// Pairs whose closest points lie in the same vertices, edges or face are the same contact: two vertices near each
    /// other belong to a pair for every face and edge around them. The first pair of each contact has the number of its
    /// pairs here, the others have 0.
    std::uint32_t multiplicity = 1;

    friend bool operator==(const Near&, const Near&) = default;
};

/// "vv", "ve", "vf" or "ee".
[[nodiscard]] constexpr std::string_view to_string(FeaturePair::Near::Region region)
{
    using Region = FeaturePair::Near::Region;
    switch (region) {
        case Region::vertex_vertex: return "vv";
        case Region::vertex_edge: return "ve";
        case Region::vertex_face: return "vf";
        case Region::edge_edge: break;
    }
    return "ee";
}

/// Two objects, the lower number first, and the shapes of each that are involved (robots only; 0 otherwise).
struct ObjectPair {
    std::array<std::uint32_t, 2> objects = {0, 0};
    std::array<std::uint32_t, 2> shapes = {0, 0};

    friend bool operator==(const ObjectPair&, const ObjectPair&) = default;
};

/// What is proven about a contact.
enum class Proof : unsigned char {
    touches,  ///< exact: the features touch, or come as near as the clearance, by toc.upper
    within,   ///< at toc.upper the features are nearer than clearance + threshold; see Contact::crosses_at
};

/// A contact of two features: when (the time of impact), where, and what is proven about it.
struct Contact {
    /// Bracket of the time of impact: free on [0, lower], in contact by `upper` in the sense of `proof`; both are 0 for
    /// a contact at the start.
    TimeInterval toc = {};
    /// Bracket of the last instant of this contact; the same as toc if the features touch for an instant only. For
    /// elementary pairs in all_contacts only.
    std::optional<TimeInterval> end = {};
    /// The features, as in FeaturePair.
    PairKind kind = PairKind::vertex_face;
    std::array<std::uint32_t, 4> vertices = {0, 1, 2, 3};
    std::array<std::uint32_t, 2> objects = {0, 0};
    /// The contact point of each side as weights of the pair's four points: vertex-face {1, alpha, beta, gamma} with
    /// alpha + beta + gamma = 1, edge-edge {1-s, s, 1-r, r}. Vertex-edge and vertex-vertex pairs count as edge-edge,
    /// with each vertex twice.
    std::array<double, 4> weights = {};
    /// The contact point, in double precision.
    Eigen::Vector3d point = Eigen::Vector3d::Zero();
    /// Unit normal of the contact, from the second feature (the face, the second edge) to the side the first came
    /// from; zero when neither the features nor their motion define one (such as overlapping edges at rest on a line).
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();
    Proof proof = Proof::touches;
    /// The contact is after the start but not after the smallest positive double: toc.lower is 0, and yet t = 0 is
    /// free.
    bool sooner_than_any_double = false;
    /// Which shapes of the two objects, in the order of `objects`; robots only.
    std::array<std::uint32_t, 2> shapes = {0, 0};
    /// With Proof::within, the distance of the features at toc.lower, to rounding. Other features may be nearer, but
    /// none is nearer than half of the threshold.
    double distance = 0.0;
    /// With Proof::within, the threshold of this contact: the given or default one, or 16 times the largest error of a
    /// distance if that is more. For triangles that start within two thresholds of each other it is less.
    double threshold = 0.0;
    /// With Proof::within, a time soon after the contact at which the two are proven to cross, if one was found.
    std::optional<double> crosses_at = {};

    [[nodiscard]] FeaturePair features() const { return {kind, vertices, objects}; }
};

}  // namespace tocca
