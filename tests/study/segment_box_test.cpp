// SPDX-License-Identifier: Apache-2.0
#include "study/segment_box.hpp"

#include <gtest/gtest.h>

#include "bounds/random_boxes.hpp"

namespace tocca::study::segment_box_test {
namespace {

using support::Random;
using support::Rational;

/// Clips the segment by the box's slabs one after the other, exactly.
bool meets_exactly(const Point& p, const Point& q, const PointBox& box)
{
    Rational from = 0, to = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Rational a(p[axis]), step = Rational(q[axis]) - a;
        const Rational low(box.lower[axis]), high(box.upper[axis]);
        if (step == 0) {
            if (a < low || a > high) return false;
            continue;
        }
        Rational enter = (low - a) / step, leave = (high - a) / step;
        if (enter > leave) std::swap(enter, leave);
        if (enter > from) from = enter;
        if (leave < to) to = leave;
    }
    return from <= to;
}

/// A segment through, past or along a corner or an edge of the box.
struct Draw {
    Point p, q;
    PointBox box;
};

Draw draw(Random& random)
{
    const double scale = random.pick({1.0, 1e-3, 1e6, 0x1p-500, 0x1p400}), offset = random.pick({0.0, 1.0, 1000.0});
    const auto coordinate = [&] { return scale * (offset + random.signed_unit()); };
    const auto point = [&]() -> Point { return {coordinate(), coordinate(), coordinate()}; };
    Draw drawn{point(), point(), box_of(point())};
    extend(drawn.box, point());
    if (random.chance(0.7)) {
        // Through a corner, or nearly: the second end mirrors the first.
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double corner = random.chance(0.5) ? drawn.box.lower[axis] : drawn.box.upper[axis];
            drawn.q[axis] = random.nudged(2.0 * corner - drawn.p[axis], 3);
        }
    }
    return drawn;
}

TEST(SegmentBox, NeverSeparatesWhatMeets)
{
    Random random(1);
    int meeting = 0, apart = 0, told = 0;
    for (int i = 0; i < 30'000; ++i) {
        const Draw d = draw(random);
        if (meets_exactly(d.p, d.q, d.box)) {
            ++meeting;
            EXPECT_TRUE(segment_may_meet(d.p, d.q, d.box));
            EXPECT_TRUE(segment_may_meet(d.q, d.p, d.box));
        } else {
            ++apart;
            if (!segment_may_meet(d.p, d.q, d.box)) ++told;
        }
    }
    EXPECT_GT(meeting, 5'000);
    EXPECT_GT(apart, 5'000);
    EXPECT_GT(10 * told, 4 * apart) << "what is not within rounding of touching is told apart";
}

TEST(SegmentBox, TellsApartWhatTheSegmentsBoxDoesNot)
{
    const PointBox box{{0, 0, 0}, {1, 1, 1}};
    EXPECT_FALSE(segment_may_meet({-1, 0.5, 0.5}, {0.5, 3, 0.5}, box));
    EXPECT_TRUE(segment_may_meet({-1, 0.5, 0.5}, {0.5, 1.1, 0.5}, box));
    EXPECT_TRUE(segment_may_meet({0.5, 0.5, 0.5}, {0.5, 0.5, 0.5}, box)) << "a point within";
    EXPECT_FALSE(segment_may_meet({1.5, 0.5, 0.5}, {1.5, 0.5, 0.5}, box)) << "a point outside";
    EXPECT_TRUE(segment_may_meet({1, 1, 1}, {2, 2, 2}, box)) << "touching";
}

TEST(SegmentBox, KeepsWhatOverflows)
{
    const double most = std::numeric_limits<double>::max();
    EXPECT_TRUE(segment_may_meet({-most, -most, -most}, {most, most, most}, {{-1, -1, -1}, {1, 1, 1}}));
}

}  // namespace
}  // namespace tocca::study::segment_box_test
