// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/mesh/mesh_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "apps/tocca/scene/scene_text.hpp"
#include "apps/tocca/terminal/cost.hpp"
#include "apps/tocca/terminal/human_text.hpp"
#include "tocca/base/error.hpp"
#include "tocca/io/sequence.hpp"

namespace tocca::app {
namespace {

/// Objects of one frame are at rest, the others must have as many frames as each other.
std::size_t common_frame_count(const std::vector<Sequence>& sequences)
{
    std::size_t longest = 0;
    for (std::size_t i = 1; i < sequences.size(); ++i) {
        if (sequences[i].frame_count() > sequences[longest].frame_count()) longest = i;
    }
    const std::size_t count = sequences[longest].frame_count();
    for (const Sequence& sequence : sequences) {
        if (sequence.frame_count() == count || sequence.frame_count() == 1) continue;
        throw Error(ErrorCode::mismatched_frames,
                    fmt::format("the object that begins here has {}, but the one that begins with {} has {}",
                                counted(sequence.frame_count(), "frame"), sequences[longest].frame_name(0), count),
                    {.file = sequence.frame_name(0)});
    }
    return count;
}

class FileFrames final : public FrameSource {
public:
    FileFrames(const std::vector<ObjectFiles>& objects, bool topology_changes, const std::stop_token& stop)
        : topology_changes_(topology_changes)
    {
        for (const ObjectFiles& object : objects) {
            names_.push_back(object.name);
            sequences_.emplace_back(object.files,
                                    SequenceOptions{.topology = object.topology, .gltf = object.gltf, .stop = stop});
            may_wait_ = may_wait_ || !std::all_of(object.files.begin(), object.files.end(), [](const auto& file) {
                            std::error_code ignored;
                            return std::filesystem::is_regular_file(file, ignored);
                        });
        }
        frame_count_ = common_frame_count(sequences_);
    }

    [[nodiscard]] std::size_t frame_count() const override { return frame_count_; }
    [[nodiscard]] const std::vector<std::string>& object_names() const override { return names_; }
    [[nodiscard]] bool may_wait() const override { return may_wait_; }

    [[nodiscard]] Frame next(const std::stop_token& stop) override
    {
        const std::size_t number = next_++;
        Frame frame = number == 0 ? first() : topology_changes_ ? changing(number, stop) : fixed(number, stop);
        for (const Sequence& sequence : sequences_) {
            frame.names.push_back(sequence.frame_name(is_at_rest(sequence) ? 0 : number));
        }
        return frame;
    }

private:
    [[nodiscard]] bool is_at_rest(const Sequence& sequence) const
    {
        return sequence.frame_count() == 1 && frame_count_ > 1;
    }

    [[nodiscard]] Frame first()
    {
        Frame frame{.names = {}, .meshes = {}, .new_topology = true};
        for (const Sequence& sequence : sequences_) frame.meshes.push_back(sequence.first_frame());
        if (topology_changes_) before_ = frame.meshes;
        return frame;
    }

    [[nodiscard]] Frame fixed(std::size_t number, const std::stop_token& stop) const
    {
        Frame frame;
        for (const Sequence& sequence : sequences_) {
            frame.meshes.emplace_back();
            if (!is_at_rest(sequence)) frame.meshes.back().positions = sequence.read_frame(number, stop);
        }
        return frame;
    }

    [[nodiscard]] Frame changing(std::size_t number, const std::stop_token& stop)
    {
        Frame frame;
        for (std::size_t i = 0; i < sequences_.size(); ++i) {
            frame.meshes.push_back(is_at_rest(sequences_[i]) ? before_[i]
                                                             : sequences_[i].read_changing_frame(number, stop));
            if (have_same_topology(frame.meshes[i], before_[i])) continue;
            frame.new_topology = true;
            before_[i] = frame.meshes[i];
        }
        if (frame.new_topology) return frame;
        for (MeshFile& mesh : frame.meshes) mesh = {.positions = std::move(mesh.positions), .faces = {}, .edges = {}};
        return frame;
    }

    std::vector<std::string> names_;
    std::vector<Sequence> sequences_;
    std::size_t frame_count_ = 0;
    std::size_t next_ = 0;
    bool topology_changes_;
    bool may_wait_ = false;
    std::vector<MeshFile> before_;  ///< the topologies of the frame before, where they may change
};

class SceneFrames final : public FrameSource {
public:
    explicit SceneFrames(scenes::DeformingScene scene) : scene_(std::move(scene))
    {
        for (const scenes::DeformingObject& object : scene_.objects) {
            names_.push_back(object.name);
            faces_.push_back(object.faces);
        }
    }

    [[nodiscard]] std::string head() const override { return scene_head(scene_) + "\n"; }
    [[nodiscard]] std::size_t frame_count() const override { return static_cast<std::size_t>(scene_.frames); }
    [[nodiscard]] const std::vector<std::string>& object_names() const override { return names_; }

    [[nodiscard]] Frame next(const std::stop_token&) override
    {
        const int number = next_++;
        Frame frame{.names = {}, .meshes = {}, .new_topology = number == 0};
        frame.names.assign(names_.size(), fmt::format("{}[{}]", scene_.name, number));
        if (number > 0 && scene_.changing_faces) {
            auto faces = scene_.changing_faces(number);
            frame.new_topology = faces != faces_;
            faces_ = std::move(faces);
        }
        auto positions = scene_.positions(number);
        for (std::size_t i = 0; i < positions.size(); ++i) {
            frame.meshes.push_back({.positions = std::move(positions[i]), .faces = {}, .edges = {}});
            if (frame.new_topology) frame.meshes[i].faces = faces_[i];
        }
        return frame;
    }

private:
    scenes::DeformingScene scene_;
    std::vector<std::string> names_;
    std::vector<std::vector<FaceVertices>> faces_;  ///< of the frame before
    int next_ = 0;
};

}  // namespace

std::unique_ptr<FrameSource> frames_of_files(const std::vector<ObjectFiles>& objects, bool topology_changes,
                                             const std::stop_token& stop)
{
    return std::make_unique<FileFrames>(objects, topology_changes, stop);
}

std::unique_ptr<FrameSource> frames_of_scene(scenes::DeformingScene scene)
{
    return std::make_unique<SceneFrames>(std::move(scene));
}

FrameReader::FrameReader(std::unique_ptr<FrameSource> source, bool ahead, std::stop_token stop)
    // A signal ends a read that waits only on the thread that gets it, so what may wait is read by the caller's.
    : source_(std::move(source)), ahead_(ahead && !source_->may_wait()), stop_(std::move(stop))
{}

void FrameReader::read()
{
    const Stopwatch watch;
    frame_ = source_->next(stop_);
    read_seconds_ = watch.seconds();
}

std::optional<Frame> FrameReader::next()
{
    if (given_ == source_->frame_count()) return std::nullopt;
    if (reading_) {
        reading_->finish();
        reading_.reset();
    } else {
        read();
    }
    ++given_;
    seconds_ += read_seconds_;
    Frame frame = std::move(frame_);
    if (ahead_ && given_ < source_->frame_count()) reading_.emplace([this] { read(); });
    return frame;
}

}  // namespace tocca::app
