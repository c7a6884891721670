// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/geometry/point.hpp"
#include "tocca/io/detail/npy_header.hpp"

namespace tocca {

/// Reads positions from the bytes of a NumPy array file: shape (n, 3), float64 or float32 of either byte order, in C or
/// Fortran order.
///
/// Throws: Error (malformed_file) with `file` for anything else, missing or surplus bytes included; Error (not_finite)
///         with the vertex, counted from 0.
[[nodiscard]] std::vector<Point> parse_positions_npy(std::string_view bytes, const std::string& file);

/// Frames of positions in a NumPy array file: shape (frames, n, 3), or (n, 3) for a single frame, otherwise as for
/// parse_positions_npy. Frames are read on demand; several threads may do so at once.
class NpyFrames {
public:
    /// Reads the header only; an array of several frames in Fortran order, which holds no frame in one piece, is read as
    /// a whole.
    ///
    /// Throws: Error (unreadable_file, malformed_file, interrupted) with the file.
    explicit NpyFrames(const std::filesystem::path& path, const std::stop_token& stop = {});

    [[nodiscard]] std::size_t frame_count() const { return array_.frames; }
    [[nodiscard]] std::size_t vertex_count() const { return array_.vertices; }
    [[nodiscard]] bool is_single_frame() const { return array_.single; }

    /// Throws: Error, as parse_positions_npy does; std::invalid_argument for a frame that does not exist.
    [[nodiscard]] std::vector<Point> read_frame(std::size_t frame, const std::stop_token& stop = {}) const;

    /// How positions lie in the array.
    struct Array {
        std::size_t frames = 0;
        std::size_t vertices = 0;
        bool single = false;  ///< whether the shape is that of one frame
        io::detail::NpyFloats floats = {};
        std::size_t frame_stride = 0;  ///< in values, as the next two
        std::size_t vertex_stride = 0;
        std::size_t axis_stride = 0;
    };

private:
    std::filesystem::path path_;
    Array array_;
    std::size_t header_bytes_ = 0;
    std::string values_;  ///< empty when each frame is read from the file
};

}  // namespace tocca
