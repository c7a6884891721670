// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "tocca/io/gltf_sampling.hpp"
#include "tocca/io/mesh_file.hpp"

namespace tocca {

struct SequenceOptions {
    std::filesystem::path topology = {};  ///< the mesh whose faces all frames have; empty: the first frame
    GltfSampling gltf = {};               ///< which moments of glTF files are frames
    std::stop_token stop = {};            ///< for what is read when the sequence is opened
};

/// Whether two meshes have as many vertices and the same faces and loose edges.
[[nodiscard]] bool have_same_topology(const MeshFile& a, const MeshFile& b);

/// The frames of a motion, read from files on demand.
///
/// A file holds one frame, but a NumPy array of shape (frames, n, 3) and a glTF file hold several. NumPy arrays have no
/// faces and take them from the topology. Corners of STL files are welded
/// frame by frame, so that their topology may change.
///
/// Keeps no state between calls: frames may be read in any order, and by several threads at once.
class Sequence {
public:
    /// Reads the first frame, and the topology if it is another file.
    ///
    /// Throws: Error, as read_mesh does; Error (mismatched_frames) if the first frame does not have the topology;
    ///         Error (malformed_file) if no frame can have faces; std::invalid_argument for no files.
    explicit Sequence(const std::vector<std::filesystem::path>& files, const SequenceOptions& options = {});

    [[nodiscard]] std::size_t frame_count() const { return frames_.size(); }
    /// The file of a frame and, if it holds several, the place in it, counted from 0: "cloth.npy[7]".
    [[nodiscard]] std::string frame_name(std::size_t frame) const;
    /// With the faces and loose edges that all frames have, unless they change.
    [[nodiscard]] const MeshFile& first_frame() const { return first_; }

    /// The positions of a frame that has the same vertices, faces and loose edges as the first.
    ///
    /// Throws: Error, as read_mesh does; Error (mismatched_frames) with the file of a frame that differs.
    [[nodiscard]] std::vector<Point> read_frame(std::size_t frame, const std::stop_token& stop = {}) const;

    /// A frame with faces and loose edges of its own, for sequences in which they change; have_same_topology finds where.
    ///
    /// Throws: as read_frame, but only for positions without faces that are too few or too many for the topology.
    [[nodiscard]] MeshFile read_changing_frame(std::size_t frame, const std::stop_token& stop = {}) const;

private:
    class Source;
    class FileSource;
    class NpySource;
    class GltfSource;

    /// Where a frame is found.
    struct Place {
        std::shared_ptr<const Source> source;
        std::size_t index = 0;  ///< in the source
    };

    void add_frames_of(const std::filesystem::path& file, const SequenceOptions& options);
    [[nodiscard]] const Place& place_of(std::size_t frame) const;
    void check_topology(const MeshFile& mesh, const std::string& file) const;

    std::vector<Place> frames_;
    MeshFile first_;
    std::string topology_file_;
};

/// Opens the frames that the texts stand for (frame_files_at), one text after the other.
///
/// Throws: Error, as frame_files_at and Sequence do; std::invalid_argument for no texts.
[[nodiscard]] Sequence open_sequence(std::span<const std::string> texts, const SequenceOptions& options = {});

}  // namespace tocca
