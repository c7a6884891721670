// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "tocca/report/detail/canvas_shapes.hpp"

namespace tocca::report::detail {

/// Text of straight strokes. A `size` is the height of capital letters, in pixels.

/// Characters that are not printable ASCII are drawn as a small box, one for each character of UTF-8.
[[nodiscard]] double text_width(std::string_view text, double size);

/// Writes from `start`, the left end of the line that letters stand on. The pen's width does not count.
void add_text(Canvas& canvas, Place start, std::string_view text, double size, const Pen& pen);

/// The text, or as much of it as fits a width with "..." at its end.
[[nodiscard]] std::string shortened(std::string_view text, double size, double width);

}  // namespace tocca::report::detail
