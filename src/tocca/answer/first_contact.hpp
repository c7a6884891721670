// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "tocca/answer/outcome.hpp"
#include "tocca/answer/time_interval.hpp"

namespace tocca {

/// The two kinds of feature pairs that every contact of triangle models comes down to.
enum class PairKind : unsigned char { vertex_face, edge_edge };

/// "vf" or "ee", as in JSON, file names and reports.
[[nodiscard]] constexpr std::string_view to_string(PairKind kind)
{
    return kind == PairKind::vertex_face ? "vf" : "ee";
}

/// A contact of two features: when and where.
struct Contact {
    /// Free before and at `lower`, in contact by `upper`; both 0 for a contact at the start.
    TimeInterval toc;
    PairKind kind = PairKind::vertex_face;
    /// The pair's four vertices, by their numbers in their meshes: vertex-face {vertex, a, b, c}, edge-edge {a, b, c, d}.
    /// Those of an elementary pair are numbered 0 to 3.
    std::array<std::uint32_t, 4> vertices = {0, 1, 2, 3};
    /// The objects of the first and of the second feature, by their numbers in their scene; 0 where there is but one.
    std::array<std::uint32_t, 2> objects = {0, 0};
    /// The touching point of each side as weights of the pair's four points:
    /// vertex-face {1, alpha, beta, gamma} with alpha + beta + gamma = 1, edge-edge {1-s, s, 1-r, r}. Vertex-edge and
    /// vertex-vertex pairs count as edge-edge, with each vertex twice.
    std::array<double, 4> weights = {};
    /// Where they touch, in double precision.
    Eigen::Vector3d point = Eigen::Vector3d::Zero();
    /// Unit normal of the contact, from the second feature (the face, the second edge) to the side the first came
    /// from; zero when neither the features nor their motion define one (such as overlapping edges at rest on a line).
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();
};

/// The first contact of a motion, if there is one.
struct FirstContact {
    Outcome outcome = Outcome::free;
    /// The motion is proven free on the closed interval [0, safe_until], unless it touches at the start.
    double safe_until = 1.0;
    std::optional<Contact> contact = {};
    /// The contact is after the start but not after the least positive double: toc.lower is 0 and yet t = 0 is free.
    bool sooner_than_any_double = false;
    /// There was no pair of things that could touch: `free` says nothing then. It does not know what an `accept`
    /// predicate rejects: where that rejects every pair, it stays false.
    bool nothing_checked = false;
};

}  // namespace tocca
