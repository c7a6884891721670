// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tocca/io/detail/gltf_document.hpp"
#include "tocca/io/detail/gltf_track.hpp"

namespace tocca::io::detail {

/// Where a node is, relative to its parent: a matrix, or translation, rotation and scale.
struct GltfTransform {
    std::optional<Eigen::Matrix4d> matrix = {};
    Eigen::Vector3d translation = Eigen::Vector3d::Zero();
    Eigen::Vector4d rotation = Eigen::Vector4d(0, 0, 0, 1);  ///< a quaternion x, y, z, w of any length but 0
    Eigen::Vector3d scale = Eigen::Vector3d::Ones();

    /// Assumes: the rotation is not 0.
    [[nodiscard]] Eigen::Matrix4d local() const;
};

struct GltfNode {
    std::string name;
    GltfTransform transform;
    std::vector<std::size_t> children;
    std::optional<std::size_t> parent;
    std::optional<std::size_t> mesh;
    std::optional<std::size_t> skin;
    std::vector<double> weights;  ///< of the mesh's morph targets
    bool is_mark = false;         ///< with all below it drawn beside the motion, as glb_of draws contacts: no geometry
};

/// A track and the node it moves.
struct GltfChannel {
    std::size_t node;
    GltfTarget target;
    GltfTrack track;
};

struct GltfAnimation {
    std::string name;
    std::vector<GltfChannel> channels;
    double begin = 0.0;  ///< the first key, in seconds
    double end = 0.0;    ///< the last
};

/// The nodes of a document and how they move. Parents are derived from children; there are no cycles.
class GltfNodes {
public:
    /// Throws: Error (malformed_file, not_finite, index_out_of_range).
    explicit GltfNodes(const GltfDocument& document);

    [[nodiscard]] const std::vector<GltfNode>& nodes() const { return nodes_; }
    [[nodiscard]] const std::vector<GltfAnimation>& animations() const { return animations_; }
    /// The nodes of the scene that the document shows, or of the whole document if it has no scene; ascending.
    [[nodiscard]] const std::vector<std::size_t>& shown() const { return shown_; }

    /// All nodes at one time.
    struct Pose {
        std::vector<Eigen::Matrix4d> to_world;
        std::vector<std::vector<double>> weights;
    };

    /// The pose that an animation gives at a time, or without an animation.
    ///
    /// Throws: Error (malformed_file) for a rotation of length 0.
    [[nodiscard]] Pose pose(const GltfAnimation* animation, double time) const;

private:
    void read_nodes(const GltfDocument& document);
    void sort_nodes(const GltfDocument& document);
    void find_shown(const GltfDocument& document);
    void read_animation(const GltfDocument& document, const DocumentPlace& animation);

    std::string file_;
    std::vector<GltfNode> nodes_;
    std::vector<std::size_t> parents_first_;
    std::vector<std::size_t> shown_;
    std::vector<GltfAnimation> animations_;
};

}  // namespace tocca::io::detail
