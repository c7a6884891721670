// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "scenes/deforming_scene.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/io/gltf_motion.hpp"
#include "tocca/io/mesh_file.hpp"

namespace tocca::app {

/// A frame of a motion.
struct Frame {
    std::vector<std::string> names;  ///< of each object's part of the frame
    /// The objects. Unless the topology is new they have no faces and edges, and an object at rest no positions.
    std::vector<MeshFile> meshes;
    bool new_topology = false;  ///< of any object; the first frame's is
};

/// The frames of a motion, one after the other.
class FrameSource {
public:
    FrameSource() = default;
    FrameSource(const FrameSource&) = delete;
    FrameSource& operator=(const FrameSource&) = delete;
    virtual ~FrameSource() = default;

    [[nodiscard]] virtual std::size_t frame_count() const = 0;
    [[nodiscard]] virtual const std::vector<std::string>& object_names() const = 0;
    /// What to say before the steps.
    [[nodiscard]] virtual std::string head() const { return ""; }
    /// Whether a frame comes from something else than a plain file, such as a pipe that waits for its writer.
    [[nodiscard]] virtual bool may_wait() const { return false; }
    /// The next frame.
    ///
    /// Assumes: there is one.
    /// Throws:  Error with the file.
    [[nodiscard]] virtual Frame next(const std::stop_token& stop) = 0;
};

/// Files that hold the frames of one object: one that has a single frame is at rest.
struct ObjectFiles {
    std::string name;
    std::vector<std::filesystem::path> files;
    std::filesystem::path topology = {};  ///< as in SequenceOptions
    GltfSampling gltf = {};
};

/// Throws: Error with the file; Error (mismatched_frames) for objects with different numbers of frames.
[[nodiscard]] std::unique_ptr<FrameSource> frames_of_files(const std::vector<ObjectFiles>& objects,
                                                           bool topology_changes, const std::stop_token& stop);

[[nodiscard]] std::unique_ptr<FrameSource> frames_of_scene(scenes::DeformingScene scene);

/// Reads frames, each while the caller is at work on the one before.
class FrameReader {
public:
    /// Without `ahead` nothing is read before it is asked for.
    FrameReader(std::unique_ptr<FrameSource> source, bool ahead, std::stop_token stop);
    /// Waits until no frame is read any more.
    ~FrameReader() = default;
    FrameReader(const FrameReader&) = delete;
    FrameReader& operator=(const FrameReader&) = delete;

    [[nodiscard]] const FrameSource& source() const { return *source_; }

    /// The next frame; nothing after the last.
    ///
    /// Throws: Error, as FrameSource::next does.
    [[nodiscard]] std::optional<Frame> next();

    /// What reading has taken, beside the caller or not.
    [[nodiscard]] double seconds() const { return seconds_; }

private:
    void read();

    std::unique_ptr<FrameSource> source_;
    bool ahead_;
    std::stop_token stop_;
    std::size_t given_ = 0;  ///< frames handed out
    double seconds_ = 0.0;
    double read_seconds_ = 0.0;  ///< of the frame in `frame_`
    Frame frame_;
    std::optional<BackgroundTask> reading_;  ///< last, to end before what it works on
};

}  // namespace tocca::app
