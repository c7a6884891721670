// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/gltf_motion.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/gltf_document.hpp"
#include "tocca/io/detail/gltf_nodes.hpp"
#include "tocca/io/detail/gltf_shapes.hpp"
#include "tocca/io/detail/mesh_parts.hpp"
#include "tocca/io/detail/text_lines.hpp"
#include "tocca/io/mesh_format.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca {
namespace {

constexpr double frames_per_second = 30.0;
constexpr double max_frames = 36'000;  // 20 minutes, of which a few bytes may be the whole description

std::vector<double> even_times(double begin, double end, std::size_t count)
{
    std::vector<double> times(count, begin);
    for (std::size_t i = 1; i < count; ++i) {
        const double fraction = static_cast<double>(i) / static_cast<double>(count - 1);
        times[i] = i + 1 == count ? end : begin + (end - begin) * fraction;
    }
    return times;
}

}  // namespace

struct GltfMotion::Content {
    Content(std::string_view bytes, const std::string& name, const std::stop_token& stop)
        : Content(io::detail::GltfDocument(bytes, name, stop), stop)
    {}
    Content(const io::detail::GltfDocument& document, const std::stop_token& stop)
        : file(document.file()), nodes(document)
    {
        for (const std::size_t node : nodes.shown()) {
            io::detail::throw_if_stopped(stop, file);
            if (nodes.nodes()[node].mesh) add(io::detail::GltfShape(document, nodes, node));
        }
        io::detail::check_vertex_count(vertex_count, file);
        for (const auto& each : nodes.animations()) {
            animations.push_back({.name = each.name, .begin = each.begin, .end = each.end});
        }
    }

    void add(io::detail::GltfShape shape)
    {
        const auto shifted = [this](auto vertices) {
            for (VertexId& vertex : vertices) vertex += static_cast<VertexId>(vertex_count);
            return vertices;
        };
        io::detail::check_vertex_count(vertex_count + shape.vertex_count(), file);
        for (const FaceVertices& face : shape.faces()) faces.push_back(shifted(face));
        for (const EdgeVertices& edge : shape.edges()) edges.push_back(shifted(edge));
        vertex_count += shape.vertex_count();
        shapes.push_back(std::move(shape));
    }

    std::string file;
    io::detail::GltfNodes nodes;
    std::vector<io::detail::GltfShape> shapes;
    std::size_t vertex_count = 0;
    std::vector<FaceVertices> faces;
    std::vector<EdgeVertices> edges;
    std::vector<GltfAnimationSummary> animations;
};

GltfMotion::GltfMotion(std::string_view bytes, const std::string& file, const std::stop_token& stop)
    : content_(std::make_unique<const Content>(bytes, file, stop))
{}

GltfMotion::GltfMotion(const std::filesystem::path& path, const std::stop_token& stop)
    : GltfMotion(
          read_file(path, stop, [&](const FileHead& head) { check_mesh_head(head, MeshFormat::gltf, path.string()); }),
          path.string(), stop)
{}

GltfMotion::~GltfMotion() = default;
GltfMotion::GltfMotion(GltfMotion&&) noexcept = default;
GltfMotion& GltfMotion::operator=(GltfMotion&&) noexcept = default;

const GltfMotion::Content& GltfMotion::content() const
{
    require(content_ != nullptr, "the motion was moved from");
    return *content_;
}

std::size_t GltfMotion::vertex_count() const { return content().vertex_count; }
std::span<const FaceVertices> GltfMotion::faces() const { return content().faces; }
std::span<const EdgeVertices> GltfMotion::edges() const { return content().edges; }
std::span<const GltfAnimationSummary> GltfMotion::animations() const { return content().animations; }

std::optional<std::size_t> GltfMotion::animation_called(std::string_view text) const
{
    const auto& animations = content().animations;
    if (text.empty()) return animations.empty() ? std::nullopt : std::optional<std::size_t>(0);
    const auto named = std::find_if(animations.begin(), animations.end(),
                                    [&](const GltfAnimationSummary& each) { return each.name == text; });
    if (named != animations.end()) return static_cast<std::size_t>(named - animations.begin());
    const auto number = io::detail::natural_number_of(text);
    if (number && *number < animations.size()) return static_cast<std::size_t>(*number);
    std::string known;
    for (const auto& each : animations) known += (known.empty() ? "" : ", ") + io::detail::excerpt(each.name);
    throw Error(ErrorCode::malformed_file,
                "there is no animation " + io::detail::excerpt(text) + " in it" +
                    (known.empty() ? ", nor any other" : ", only " + known),
                {.file = content().file});
}

std::vector<double> GltfMotion::frame_times(const GltfSampling& sampling) const
{
    const auto animation = animation_called(sampling.animation);
    if (!sampling.times.empty()) {
        require(std::all_of(sampling.times.begin(), sampling.times.end(), [](double t) { return std::isfinite(t); }),
                "a time must be finite");
        return sampling.times;
    }
    if (!animation) return {0.0};
    const GltfAnimationSummary& chosen = content().animations[*animation];
    if (sampling.frames > 0) return even_times(chosen.begin, chosen.end, sampling.frames);
    if (chosen.begin == chosen.end) return {chosen.begin};
    const double wanted = std::max(std::round((chosen.end - chosen.begin) * frames_per_second) + 1.0, 2.0);
    if (!(wanted <= max_frames)) {
        throw Error(ErrorCode::malformed_file,
                    "its animation lasts " + shortest_text(chosen.end - chosen.begin) +
                        " s, too long for 30 frames per second; give the number of frames, as in --frames 100",
                    {.file = content_->file});
    }
    return even_times(chosen.begin, chosen.end, static_cast<std::size_t>(wanted));
}

std::vector<Point> GltfMotion::positions_at(std::optional<std::size_t> animation, double time) const
{
    require(!animation || *animation < content().animations.size(),
            "the number of the animation must be that of one in the file");
    require(std::isfinite(time), "a time must be finite");
    const auto pose = content().nodes.pose(animation ? &content().nodes.animations()[*animation] : nullptr, time);
    std::vector<Point> positions;
    positions.reserve(content().vertex_count);
    for (const io::detail::GltfShape& shape : content().shapes) {
        const std::vector<Point> placed = shape.positions(pose);
        positions.insert(positions.end(), placed.begin(), placed.end());
    }
    for (std::size_t i = 0; i < positions.size(); ++i) {
        if (std::all_of(positions[i].begin(), positions[i].end(), [](double x) { return std::isfinite(x); })) continue;
        throw Error(ErrorCode::not_finite, "vertex " + std::to_string(i) + " moves beyond the range of doubles",
                    {.file = content().file});
    }
    return positions;
}

}  // namespace tocca
