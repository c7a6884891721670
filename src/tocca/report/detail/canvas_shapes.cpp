// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/detail/canvas_shapes.hpp"

#include <algorithm>
#include <cmath>

namespace tocca::report::detail {
namespace {

double length(Place from, Place to)
{
    const double x = to.x - from.x, y = to.y - from.y;
    return std::sqrt(x * x + y * y);
}

/// The place `along` to the other and `aside` to the left of that way, in pixels.
Place beside(Place from, Place to, double along, double aside)
{
    const double whole = length(from, to);
    const double x = (to.x - from.x) / whole, y = (to.y - from.y) / whole;
    return {from.x + along * x + aside * y, from.y + along * y - aside * x};
}

}  // namespace

void add_triangle(Canvas& canvas, const std::array<Place, 3>& places, const Pen& pen)
{
    canvas.add({{{places[0], pen.nearness}, {places[1], pen.nearness}, {places[2], pen.nearness}}}, pen.colour);
}

void add_rectangle(Canvas& canvas, Place upper_left, Place lower_right, const Pen& pen)
{
    const Place upper_right{lower_right.x, upper_left.y}, lower_left{upper_left.x, lower_right.y};
    add_triangle(canvas, {upper_left, upper_right, lower_right}, pen);
    add_triangle(canvas, {upper_left, lower_right, lower_left}, pen);
}

void add_disc(Canvas& canvas, Place centre, double radius, const Pen& pen)
{
    // A polygon of 32 corners: from each the next by a turn of a 32nd.
    constexpr int corners = 32;
    constexpr double cosine = 0.98078528040323043, sine = 0.19509032201612825;
    double x = radius, y = 0.0;
    for (int i = 0; i < corners; ++i) {
        const double next_x = cosine * x - sine * y, next_y = sine * x + cosine * y;
        add_triangle(canvas, {centre, {centre.x + x, centre.y + y}, {centre.x + next_x, centre.y + next_y}}, pen);
        x = next_x;
        y = next_y;
    }
}

void add_line(Canvas& canvas, const Corner& from, const Corner& to, const Pen& pen)
{
    const double half = 0.5 * pen.width, along = length(from.place, to.place);
    if (!(along > 0.0)) {
        const Pen dot{.colour = pen.colour, .nearness = std::max(from.nearness, to.nearness)};
        add_rectangle(canvas, {from.place.x - half, from.place.y - half}, {from.place.x + half, from.place.y + half},
                      dot);
        return;
    }
    const Corner left{beside(from.place, to.place, 0.0, half), from.nearness};
    const Corner right{beside(from.place, to.place, 0.0, -half), from.nearness};
    const Corner far_left{beside(from.place, to.place, along, half), to.nearness};
    const Corner far_right{beside(from.place, to.place, along, -half), to.nearness};
    canvas.add({left, right, far_right}, pen.colour);
    canvas.add({left, far_right, far_left}, pen.colour);
}

void add_round_line(Canvas& canvas, Place from, Place to, const Pen& pen)
{
    add_line(canvas, {from, pen.nearness}, {to, pen.nearness}, pen);
    add_disc(canvas, from, 0.5 * pen.width, pen);
    add_disc(canvas, to, 0.5 * pen.width, pen);
}

void add_arrow(Canvas& canvas, Place from, Place to, const Pen& pen)
{
    const double along = length(from, to);
    const double head = std::min(4.0 * pen.width + 4.0, along);
    if (!(along > 0.0)) return;
    if (along > head) {
        const Place neck = beside(from, to, along - 0.9 * head, 0.0);
        add_line(canvas, {from, pen.nearness}, {neck, pen.nearness}, pen);
    }
    add_triangle(canvas,
                 {to, beside(from, to, along - head, 0.45 * head), beside(from, to, along - head, -0.45 * head)}, pen);
}

}  // namespace tocca::report::detail
