// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/positions_npy.hpp"

#include <algorithm>
#include <cmath>

#include "tocca/base/error.hpp"
#include "tocca/io/detail/mesh_parts.hpp"
#include "tocca/io/file_bytes.hpp"

namespace tocca {
namespace {

/// Longer than the header of any plain array.
constexpr std::size_t max_header_bytes = 1 << 17;

/// Assumes: `value_bytes` are those after the header.
NpyFrames::Array array_of(const io::detail::NpyLayout& layout, std::size_t value_bytes, const std::string& file)
{
    const auto& shape = layout.shape;
    NpyFrames::Array array;
    array.single = shape.size() == 2;
    if ((shape.size() != 2 && shape.size() != 3) || shape.back() != 3) {
        io::detail::fail_npy(file,
                             "the array has shape " + io::detail::shape_text(shape) + ", not (n, 3) or (frames, n, 3)");
    }
    array.frames = array.single ? 1 : shape[0];
    array.vertices = shape[shape.size() - 2];
    if (array.frames == 0) io::detail::fail_npy(file, "there are no frames in it");
    io::detail::check_vertex_count(array.vertices, file);

    array.floats = io::detail::npy_floats(layout, value_bytes, file);
    // The last index runs fastest in C order, the first in Fortran order.
    array.frame_stride = layout.fortran_order ? 1 : 3 * array.vertices;
    array.vertex_stride = layout.fortran_order ? array.frames : 3;
    array.axis_stride = layout.fortran_order ? array.frames * array.vertices : 1;
    return array;
}

/// The frame whose first value stands at `values`.
std::vector<Point> positions_at(const char* values, const NpyFrames::Array& array, const std::string& file)
{
    std::vector<Point> positions(array.vertices);
    for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
        Point& point = positions[vertex];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            point[axis] = array.floats.at(values, vertex * array.vertex_stride + axis * array.axis_stride);
        }
        if (!std::all_of(point.begin(), point.end(), [](double x) { return std::isfinite(x); })) {
            throw Error(ErrorCode::not_finite, "vertex " + std::to_string(vertex) + ": a coordinate is NaN or infinite",
                        {.file = file});
        }
    }
    return positions;
}

}  // namespace

std::vector<Point> parse_positions_npy(std::string_view bytes, const std::string& file)
{
    const io::detail::NpyLayout layout = io::detail::take_npy_header(bytes, file);
    const NpyFrames::Array array = array_of(layout, bytes.size(), file);
    if (!array.single) {
        io::detail::fail_npy(file, "the array has shape " + io::detail::shape_text(layout.shape) +
                                       ", the frames of a motion, not (n, 3)");
    }
    return positions_at(bytes.data(), array, file);
}

NpyFrames::NpyFrames(const std::filesystem::path& path, const std::stop_token& stop) : path_(path)
{
    const std::string file = path.string();
    const std::string start = read_file_part(path, 0, max_header_bytes, stop);
    std::string_view bytes = start;
    const io::detail::NpyLayout layout = io::detail::take_npy_header(bytes, file);
    header_bytes_ = start.size() - bytes.size();
    std::error_code error;
    const auto file_bytes = std::filesystem::file_size(path, error);
    array_ = array_of(layout, error ? bytes.size() : file_bytes - std::min(file_bytes, header_bytes_), file);
    if (!layout.fortran_order || array_.frames == 1) return;
    values_ = read_file(path, stop).substr(header_bytes_);
    array_ = array_of(layout, values_.size(), file);
}

std::vector<Point> NpyFrames::read_frame(std::size_t frame, const std::stop_token& stop) const
{
    require(frame < array_.frames, "the number of a frame must be below that of the frames");
    const std::string file = path_.string();
    const std::size_t value_bytes = array_.floats.bytes();
    if (!values_.empty()) return positions_at(values_.data() + frame * array_.frame_stride * value_bytes, array_, file);
    const std::size_t frame_bytes = 3 * array_.vertices * value_bytes;
    const std::string values = read_file_part(path_, header_bytes_ + frame * frame_bytes, frame_bytes, stop);
    if (values.size() != frame_bytes) io::detail::fail_npy(file, "it ends within frame " + std::to_string(frame));
    return positions_at(values.data(), array_, file);
}

}  // namespace tocca
