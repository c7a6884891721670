// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/report/detail/canvas.hpp"

namespace tocca::report::detail {

/// How a mark is drawn: its colour, and how near it is (see Corner).
struct Pen {
    Colour colour;
    double width = 1.0;     ///< of lines, in pixels
    double nearness = 0.0;  ///< of marks that lie flat on the canvas
};

void add_rectangle(Canvas& canvas, Place upper_left, Place lower_right, const Pen& pen);
void add_triangle(Canvas& canvas, const std::array<Place, 3>& places, const Pen& pen);
void add_disc(Canvas& canvas, Place centre, double radius, const Pen& pen);

/// A line with straight ends whose nearness goes from that of one end to that of the other; a dot of the line's width where
/// both ends are one.
void add_line(Canvas& canvas, const Corner& from, const Corner& to, const Pen& pen);
/// A line that lies flat on the canvas, with round ends.
void add_round_line(Canvas& canvas, Place from, Place to, const Pen& pen);
/// A line that ends in a point, flat on the canvas.
void add_arrow(Canvas& canvas, Place from, Place to, const Pen& pen);

}  // namespace tocca::report::detail
