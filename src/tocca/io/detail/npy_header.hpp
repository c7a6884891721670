// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tocca::io::detail {

/// What the header of a NumPy array file says.
struct NpyLayout {
    std::string_view type;  ///< as in "<f8", a part of the bytes read
    bool fortran_order = false;
    std::vector<std::size_t> shape;
};

/// Takes the header, of format version 1 to 3, off the front of `bytes`.
///
/// Throws: Error (malformed_file) with `file`.
/// Source: numpy.org/doc/stable/reference/generated/numpy.lib.format.html
[[nodiscard]] NpyLayout take_npy_header(std::string_view& bytes, const std::string& file);

/// Floating-point values as a NumPy array file holds them.
struct NpyFloats {
    bool wide = false;      ///< float64, otherwise float32
    bool reversed = false;  ///< in the byte order of other machines

    [[nodiscard]] std::size_t bytes() const { return wide ? sizeof(double) : sizeof(float); }
    /// The value with this number.
    [[nodiscard]] double at(const char* values, std::size_t number) const;
};

/// The values of an array. Throws: Error (malformed_file) with `file` if they are not float64 or float32, or if an array of
/// that shape does not take `value_bytes`.
[[nodiscard]] NpyFloats npy_floats(const NpyLayout& layout, std::size_t value_bytes, const std::string& file);

/// Throws: Error (malformed_file) with `file`, always.
[[noreturn]] void fail_npy(const std::string& file, const std::string& sentence);

/// As in "(5, 8, 3)".
[[nodiscard]] std::string shape_text(const std::vector<std::size_t>& shape);

}  // namespace tocca::io::detail
