// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/pose_file.hpp"

#include <fmt/format.h>

#include "tocca/base/error.hpp"
#include "tocca/io/detail/text_lines.hpp"
#include "tocca/io/file_bytes.hpp"
#include "tocca/motion/rigid_path.hpp"

namespace tocca {

using Eigen::Isometry3d;
using Eigen::Matrix4d;

Isometry3d pose_of_matrix(const Matrix4d& matrix)
{
    if (!matrix.allFinite()) throw Error(ErrorCode::not_finite, "an element of the matrix is not finite");
    if (matrix.row(3) != Eigen::RowVector4d(0.0, 0.0, 0.0, 1.0)) {
        throw Error(ErrorCode::malformed_file, "the last row of the matrix is not 0 0 0 1");
    }
    Isometry3d pose;
    pose.matrix() = matrix;
    try {
        (void)RigidPath(at_rest(pose));
    } catch (const Error& error) {
        if (error.code() != ErrorCode::not_a_rotation) throw;
        throw Error(
            error.code(),
            "the first three rows and columns are not a rotation, within 1e-9: they scale, shear or reflect, or "
            "are written with too few digits");
    }
    return pose;
}

Isometry3d parse_pose_file(std::string_view text, const std::string& file, const std::stop_token& stop)
{
    io::detail::TextLines lines(io::detail::without_byte_order_mark(text), file, stop, {.comment = '#'});
    Matrix4d matrix;
    for (int row = 0; row < 4; ++row) {
        if (!lines.next_filled_line()) {
            throw Error(ErrorCode::malformed_file, fmt::format("the matrix has {} of 4 rows", row), {.file = file});
        }
        for (int column = 0; column < 4; ++column) matrix(row, column) = lines.coordinate();
        lines.expect_end_of_line();
    }
    if (lines.next_filled_line()) lines.fail("there is text after the fourth row");
    try {
        return pose_of_matrix(matrix);
    } catch (const Error& error) {
        throw Error(error.code(), error.what(), {.file = file});
    }
}

Isometry3d read_pose_file(const std::filesystem::path& path, const std::stop_token& stop)
{
    return parse_pose_file(read_text_file(path, stop), path.string(), stop);
}

}  // namespace tocca
