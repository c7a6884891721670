// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/sequence.hpp"

#include <optional>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/io/detail/text_lines.hpp"
#include "tocca/io/frame_files.hpp"
#include "tocca/io/gltf_motion.hpp"
#include "tocca/io/mesh_format.hpp"
#include "tocca/io/positions_npy.hpp"

namespace tocca {
namespace {

std::string count_text(std::size_t count, const char* one, const char* many)
{
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

/// What tells two meshes apart, as a sentence about the first; empty if nothing does.
std::string difference(const MeshFile& mesh, const MeshFile& model, const std::string& model_file)
{
    const auto counted = [&](std::size_t count, std::size_t wanted, const char* one, const char* many) {
        return "it has " + count_text(count, one, many) + ", but " + model_file + " has " + std::to_string(wanted);
    };
    if (mesh.positions.size() != model.positions.size()) {
        return counted(mesh.positions.size(), model.positions.size(), "vertex", "vertices");
    }
    if (mesh.faces.size() != model.faces.size()) {
        return counted(mesh.faces.size(), model.faces.size(), "triangle", "triangles");
    }
    if (mesh.edges.size() != model.edges.size()) {
        return counted(mesh.edges.size(), model.edges.size(), "loose edge", "loose edges");
    }
    for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
        if (mesh.faces[i] != model.faces[i]) {
            return "its triangle " + std::to_string(i) + " has other vertices than that of " + model_file;
        }
    }
    return mesh.edges == model.edges ? "" : "its loose edges have other vertices than those of " + model_file;
}

}  // namespace

/// A file that holds frames.
class Sequence::Source {
public:
    explicit Source(std::filesystem::path file) : file_(std::move(file)) {}
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;
    virtual ~Source() = default;

    [[nodiscard]] const std::filesystem::path& file() const { return file_; }
    [[nodiscard]] virtual std::size_t frame_count() const { return 1; }
    /// Whether its frames are told apart by numbers.
    [[nodiscard]] virtual bool numbered() const { return false; }
    /// Whether its frames have faces of their own.
    [[nodiscard]] virtual bool has_faces() const { return true; }
    [[nodiscard]] virtual MeshFile read(std::size_t index, const std::stop_token& stop) const = 0;

private:
    std::filesystem::path file_;
};

class Sequence::FileSource final : public Source {
public:
    using Source::Source;
    [[nodiscard]] MeshFile read(std::size_t, const std::stop_token& stop) const override
    {
        return read_mesh(file(), stop);
    }
};

class Sequence::NpySource final : public Source {
public:
    NpySource(const std::filesystem::path& file, const std::stop_token& stop) : Source(file), frames_(file, stop) {}

    [[nodiscard]] std::size_t frame_count() const override { return frames_.frame_count(); }
    [[nodiscard]] bool numbered() const override { return !frames_.is_single_frame(); }
    [[nodiscard]] bool has_faces() const override { return false; }
    [[nodiscard]] MeshFile read(std::size_t index, const std::stop_token& stop) const override
    {
        return {.positions = frames_.read_frame(index, stop), .faces = {}, .edges = {}};
    }

private:
    NpyFrames frames_;
};

class Sequence::GltfSource final : public Source {
public:
    GltfSource(const std::filesystem::path& file, const GltfSampling& sampling, const std::stop_token& stop)
        : Source(file),
          motion_(file, stop),
          animation_(motion_.animation_called(sampling.animation)),
          times_(motion_.frame_times(sampling))
    {}

    [[nodiscard]] std::size_t frame_count() const override { return times_.size(); }
    [[nodiscard]] bool numbered() const override { return times_.size() > 1; }
    [[nodiscard]] MeshFile read(std::size_t index, const std::stop_token& stop) const override
    {
        io::detail::throw_if_stopped(stop, file().string());
        return {.positions = motion_.positions_at(animation_, times_[index]),
                .faces = {motion_.faces().begin(), motion_.faces().end()},
                .edges = {motion_.edges().begin(), motion_.edges().end()}};
    }

private:
    GltfMotion motion_;
    std::optional<std::size_t> animation_;
    std::vector<double> times_;
};

bool have_same_topology(const MeshFile& a, const MeshFile& b)
{
    return a.positions.size() == b.positions.size() && a.faces == b.faces && a.edges == b.edges;
}

Sequence::Sequence(const std::vector<std::filesystem::path>& files, const SequenceOptions& options)
{
    require(!files.empty(), "a sequence must have at least one file");
    for (const auto& file : files) add_frames_of(file, options);

    MeshFile first = frames_.front().source->read(0, options.stop);
    const bool has_faces = frames_.front().source->has_faces();
    if (options.topology.empty()) {
        if (!has_faces) {
            throw Error(ErrorCode::malformed_file,
                        "a NumPy array has no faces; name a mesh with the same vertices, or put one before it",
                        {.file = frame_name(0)});
        }
        first_ = std::move(first);
        topology_file_ = frame_name(0);
        return;
    }
    first_ = read_mesh(options.topology, options.stop);
    topology_file_ = options.topology.string();
    if (!has_faces) {
        first.faces = first_.faces;
        first.edges = first_.edges;
    }
    check_topology(first, frame_name(0));
    first_.positions = std::move(first.positions);
}

void Sequence::add_frames_of(const std::filesystem::path& file, const SequenceOptions& options)
{
    std::shared_ptr<const Source> source;
    const MeshFormat format = required_mesh_format_of(file);
    if (format == MeshFormat::npy) {
        source = std::make_shared<NpySource>(file, options.stop);
    } else if (format == MeshFormat::gltf) {
        source = std::make_shared<GltfSource>(file, options.gltf, options.stop);
    } else {
        source = std::make_shared<FileSource>(file);
    }
    for (std::size_t i = 0; i < source->frame_count(); ++i) frames_.push_back({.source = source, .index = i});
}

const Sequence::Place& Sequence::place_of(std::size_t frame) const
{
    require(frame < frames_.size(), "the number of a frame must be below that of the frames");
    return frames_[frame];
}

std::string Sequence::frame_name(std::size_t frame) const
{
    const Place& place = place_of(frame);
    const std::string file = place.source->file().string();
    return place.source->numbered() ? file + "[" + std::to_string(place.index) + "]" : file;
}

void Sequence::check_topology(const MeshFile& mesh, const std::string& file) const
{
    const std::string fault = difference(mesh, first_, topology_file_);
    if (!fault.empty()) throw Error(ErrorCode::mismatched_frames, fault, {.file = file});
}

std::vector<Point> Sequence::read_frame(std::size_t frame, const std::stop_token& stop) const
{
    const Place& place = place_of(frame);
    MeshFile mesh = place.source->read(place.index, stop);
    if (place.source->has_faces()) {
        check_topology(mesh, frame_name(frame));
    } else if (mesh.positions.size() != first_.positions.size()) {
        mesh.faces = first_.faces;
        check_topology(mesh, frame_name(frame));
    }
    return std::move(mesh.positions);
}

MeshFile Sequence::read_changing_frame(std::size_t frame, const std::stop_token& stop) const
{
    const Place& place = place_of(frame);
    MeshFile mesh = place.source->read(place.index, stop);
    if (!place.source->has_faces()) {
        mesh.faces = first_.faces;
        mesh.edges = first_.edges;
        check_topology(mesh, frame_name(frame));
    }
    return mesh;
}

Sequence open_sequence(std::span<const std::string> texts, const SequenceOptions& options)
{
    require(!texts.empty(), "a sequence must have at least one file");
    std::vector<std::filesystem::path> files;
    for (const std::string& text : texts) {
        for (auto& file : frame_files_at(text, options.topology)) files.push_back(std::move(file));
    }
    return Sequence(files, options);
}

}  // namespace tocca
