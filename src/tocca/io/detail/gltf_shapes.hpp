// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tocca/io/detail/gltf_nodes.hpp"
#include "tocca/io/mesh_file.hpp"

namespace tocca::io::detail {

/// The mesh of one node, ready to be posed.
class GltfShape {
public:
    /// Reads all primitives of the mesh. Vertices that are the same in all that moves them become one.
    ///
    /// Throws: Error (malformed_file, not_finite, index_out_of_range).
    GltfShape(const GltfDocument& document, const GltfNodes& nodes, std::size_t node);

    [[nodiscard]] std::size_t vertex_count() const { return vertex_count_; }
    [[nodiscard]] const std::vector<FaceVertices>& faces() const { return faces_; }
    [[nodiscard]] const std::vector<EdgeVertices>& edges() const { return edges_; }

    /// The vertices of the mesh in a pose, in world coordinates. They may be infinite or NaN where numbers grow beyond
    /// the doubles.
    [[nodiscard]] std::vector<Point> positions(const GltfNodes::Pose& pose) const;

private:
    class Reader;

    /// What a joint does to a vertex.
    struct Influence {
        std::uint32_t joint;  ///< in the skin
        double weight;        ///< the share of all of a vertex, which are 1 together
    };

    std::size_t node_;
    std::size_t vertex_count_ = 0;
    std::size_t target_count_ = 0;
    std::size_t influence_count_ = 0;    ///< of each vertex; 0 without a skin
    std::vector<Point> points_;          ///< base and targets of the first vertex, then of the next
    std::vector<Influence> influences_;  ///< of the first vertex, then of the next
    std::vector<std::size_t> joints_;    ///< nodes of the skin
    std::vector<Eigen::Matrix4d> inverse_binds_;
    std::vector<FaceVertices> faces_;
    std::vector<EdgeVertices> edges_;
};

}  // namespace tocca::io::detail
