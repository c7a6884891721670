// SPDX-License-Identifier: Apache-2.0
#include "tocca/bounds/moving_box.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tocca/base/next_double.hpp"

namespace tocca {
namespace {

float below(float x) { return std::nextafter(x, -std::numeric_limits<float>::infinity()); }
float above(float x) { return std::nextafter(x, std::numeric_limits<float>::infinity()); }

using base::next_down;
using base::next_up;

/// Narrows [times] to where the linear function from g0 to g1 may be at least 0; false if that is nowhere.
bool clip(double g0, double g1, TimeInterval& times)
{
    if (g0 < 0.0 && g1 < 0.0) return false;
    if (g0 < 0.0) {
        // The zero is at -g0 / (g1 - g0), rounded down at every operation.
        const double rise = next_up(g1 - g0);
        times.lower = std::max(times.lower, std::max(0.0, next_down(-g0 / rise)));
    } else if (g1 < 0.0) {
        const double fall = next_down(g0 - g1);
        if (fall > 0.0) times.upper = std::min(times.upper, std::min(1.0, next_up(g0 / fall)));
    }
    return times.lower <= times.upper;
}

/// Beyond this a coordinate is taken for infinite, outward: so no difference of two overflows towards a gap.
constexpr double float_reach = 0x1p126;

float lower_face(double x)
{
    return x < -float_reach ? -std::numeric_limits<float>::infinity() : round_down(std::min(x, float_reach));
}
float upper_face(double x)
{
    return x > float_reach ? std::numeric_limits<float>::infinity() : round_up(std::max(x, -float_reach));
}

double half_area(const BoxCorner& lower, const BoxCorner& upper)
{
    const auto side = [&](std::size_t axis) { return static_cast<double>(upper.at[axis] - lower.at[axis]); };
    const double x = side(0), y = side(1), z = side(2);
    return x * y + y * z + z * x;
}

}  // namespace

float round_down(double x)
{
    const auto nearest = static_cast<float>(x);
    return static_cast<double>(nearest) > x ? below(nearest) : nearest;
}

float round_up(double x)
{
    const auto nearest = static_cast<float>(x);
    return static_cast<double>(nearest) < x ? above(nearest) : nearest;
}

MovingBox moving_box(const Point& start, const Point& end)
{
    MovingBox box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        box.lower_start.at[axis] = lower_face(start[axis]);
        box.upper_start.at[axis] = upper_face(start[axis]);
        box.lower_end.at[axis] = lower_face(end[axis]);
        box.upper_end.at[axis] = upper_face(end[axis]);
    }
    return box;
}

void extend(MovingBox& box, const MovingBox& other)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        box.lower_start.at[axis] = std::min(box.lower_start.at[axis], other.lower_start.at[axis]);
        box.upper_start.at[axis] = std::max(box.upper_start.at[axis], other.upper_start.at[axis]);
        box.lower_end.at[axis] = std::min(box.lower_end.at[axis], other.lower_end.at[axis]);
        box.upper_end.at[axis] = std::max(box.upper_end.at[axis], other.upper_end.at[axis]);
    }
}

MovingBox widened(const MovingBox& narrow, double distance)
{
    MovingBox box = narrow;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (BoxCorner* lower : {&box.lower_start, &box.lower_end}) {
            lower->at[axis] = round_down(static_cast<double>(lower->at[axis]) - distance);
        }
        for (BoxCorner* upper : {&box.upper_start, &box.upper_end}) {
            upper->at[axis] = round_up(static_cast<double>(upper->at[axis]) + distance);
        }
    }
    return box;
}

bool contains(const MovingBox& outer, const MovingBox& inner)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (outer.lower_start.at[axis] > inner.lower_start.at[axis] ||
            outer.upper_start.at[axis] < inner.upper_start.at[axis] ||
            outer.lower_end.at[axis] > inner.lower_end.at[axis] || outer.upper_end.at[axis] < inner.upper_end.at[axis])
            return false;
    }
    return true;
}

bool may_meet(const MovingBox& a, const MovingBox& b, float gap)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const bool before =
            b.lower_start.at[axis] - a.upper_start.at[axis] > gap && b.lower_end.at[axis] - a.upper_end.at[axis] > gap;
        const bool behind =
            a.lower_start.at[axis] - b.upper_start.at[axis] > gap && a.lower_end.at[axis] - b.upper_end.at[axis] > gap;
        if (before || behind) return false;
    }
    return true;
}

std::optional<TimeInterval> overlap_times(const MovingBox& a, const MovingBox& b)
{
    TimeInterval times{0.0, 1.0};
    // Differences of floats, in doubles, are rounded up: the boxes are never apart by more than they seem.
    const auto span = [](float high, float low) {
        return next_up(static_cast<double>(high) - static_cast<double>(low));
    };
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!clip(span(b.upper_start.at[axis], a.lower_start.at[axis]),
                  span(b.upper_end.at[axis], a.lower_end.at[axis]), times) ||
            !clip(span(a.upper_start.at[axis], b.lower_start.at[axis]),
                  span(a.upper_end.at[axis], b.lower_end.at[axis]), times))
            return std::nullopt;
    }
    return times;
}

double half_area(const MovingBox& box)
{
    return half_area(box.lower_start, box.upper_start) + half_area(box.lower_end, box.upper_end);
}

}  // namespace tocca
