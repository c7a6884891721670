// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tocca/report/detail/canvas.hpp"

namespace tocca::report::detail {

/// An image as the bytes of a PNG file, with 8 bits for each of red, green and blue.
///
/// Assumes: at least one pixel, and sides of at most 16384.
[[nodiscard]] std::string png_bytes(const Image& image);

}  // namespace tocca::report::detail
