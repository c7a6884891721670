// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tocca/answer/contact.hpp"
#include "tocca/bounds/moving_box.hpp"
#include "tocca/deformable/moving_scene.hpp"
#include "tocca/elementary/pair.hpp"
#include "tocca/mesh/representatives.hpp"

namespace tocca::study::detail {

inline constexpr std::uint32_t no_feature = ~std::uint32_t{0};

/// A triangle, loose edge or isolated vertex with its features, those that it represents first.
struct FeatureLeaf {
    std::array<std::uint32_t, 3> vertices = {};
    std::array<std::uint32_t, 3> edges = {};
    std::uint8_t vertex_count = 0;
    std::uint8_t edge_count = 0;
    std::uint8_t represented_vertices = 0;
    std::uint8_t represented_edges = 0;
    std::uint32_t face = no_feature;
    deformable::ObjectId object = 0;

    /// Either all features or those represented.
    [[nodiscard]] std::span<const std::uint32_t> vertex_list(bool represented) const
    {
        return {vertices.data(), represented ? represented_vertices : vertex_count};
    }
    [[nodiscard]] std::span<const std::uint32_t> edge_list(bool represented) const
    {
        return {edges.data(), represented ? represented_edges : edge_count};
    }
};

/// The features of all objects of a scene, numbered over all of them, and where the vertices are over the step.
struct SceneFeatures {
    std::vector<Point> start;
    std::vector<Point> end;
    /// Isolated vertices are edges of length zero, and come after the edges of their object.
    std::vector<std::array<std::uint32_t, 2>> edges;
    std::vector<std::array<std::uint32_t, 3>> faces;
    std::vector<FeatureLeaf> leaves;
    std::vector<std::uint32_t> first_vertex;  ///< of each object, and one past the last
    std::vector<std::uint8_t> self;           ///< by object: whether it may touch itself
    std::vector<deformable::ObjectId> vertex_objects, edge_objects, face_objects;

    SceneFeatures(const deformable::MovingScene& scene, Assignment assignment);

    void move(const deformable::MovingScene& scene);

    [[nodiscard]] bool may_touch(deformable::ObjectId a, deformable::ObjectId b) const
    {
        return a != b || self[a] != 0;
    }
    [[nodiscard]] bool vertex_of_face(std::uint32_t vertex, std::uint32_t face) const
    {
        const auto& corners = faces[face];
        return vertex == corners[0] || vertex == corners[1] || vertex == corners[2];
    }
    [[nodiscard]] bool edges_share_vertex(std::uint32_t a, std::uint32_t b) const
    {
        const auto &x = edges[a], &y = edges[b];
        return x[0] == y[0] || x[0] == y[1] || x[1] == y[0] || x[1] == y[1];
    }

    [[nodiscard]] MovingBox box_of(std::span<const std::uint32_t> vertices) const;

    /// The four vertices of a pair: of the vertex and the face, or of two edges.
    [[nodiscard]] std::array<std::uint32_t, 4> vertices_of(PairKind kind, std::uint32_t first,
                                                           std::uint32_t second) const;
    [[nodiscard]] PairRows rows_of(const std::array<std::uint32_t, 4>& vertices) const;

    /// Fills in the kind, vertices and objects of a contact.
    void name(PairKind kind, const std::array<std::uint32_t, 4>& vertices, Contact& contact) const;
};

}  // namespace tocca::study::detail
