// SPDX-License-Identifier: Apache-2.0
#include "tocca/bounds/moving_box.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "random_boxes.hpp"

namespace tocca::moving_box_test {
namespace {

using support::at;
using support::box_of;
using support::draw_cluster;
using support::draw_coordinate;
using support::draw_point;
using support::Random;
using support::Rational;

constexpr float infinity = std::numeric_limits<float>::infinity();

TEST(RoundOutward, FindsTheNearestFloatsAround)
{
    Random random(1);
    for (int i = 0; i < 100'000; ++i) {
        const double x = draw_coordinate(random);
        const float low = round_down(x), high = round_up(x);
        EXPECT_LE(static_cast<double>(low), x);
        EXPECT_GE(static_cast<double>(high), x);
        // Nothing lies between: either x is a float, or the two are neighbours.
        EXPECT_EQ(high, static_cast<double>(low) == x ? low : std::nextafter(low, infinity)) << x;
    }
    EXPECT_EQ(round_down(0.5), 0.5F);
    EXPECT_EQ(round_up(0.5), 0.5F);
    EXPECT_EQ(round_down(1e300), std::numeric_limits<float>::max());
    EXPECT_EQ(round_up(1e300), infinity);
    EXPECT_EQ(round_down(-1e300), -infinity);
    EXPECT_EQ(round_up(-1e300), std::numeric_limits<float>::lowest());
}

/// Whether two boxes overlap at a time, exactly.
bool overlap_at(const MovingBox& a, const MovingBox& b, const Rational& t)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto low = [&](const MovingBox& box) { return at(box.lower_start.at[axis], box.lower_end.at[axis], t); };
        const auto high = [&](const MovingBox& box) { return at(box.upper_start.at[axis], box.upper_end.at[axis], t); };
        if (high(a) < low(b) || high(b) < low(a)) return false;
    }
    return true;
}

TEST(OverlapTimes, OfBoxesThatPassEachOther)
{
    const MovingBox still = box_of({{{0, 0, 0}, {0, 0, 0}}, {{1, 1, 1}, {1, 1, 1}}});
    const MovingBox passing = box_of({{{2, 0, 0}, {-3, 0, 0}}, {{3, 1, 1}, {-2, 1, 1}}});
    const auto times = overlap_times(still, passing);
    ASSERT_TRUE(times);
    EXPECT_NEAR(times->lower, 0.2, 1e-15);
    EXPECT_NEAR(times->upper, 0.6, 1e-15);
    EXPECT_TRUE(may_meet(still, passing));
}

TEST(OverlapTimes, NeverCutAnInstantOfOverlapAndLittleElse)
{
    Random random(2);
    int kept = 0, never = 0, narrowed = 0;
    for (int i = 0; i < 4'000; ++i) {
        const MovingBox a = box_of(draw_cluster(random)), b = box_of(draw_cluster(random));
        const auto times = overlap_times(a, b);
        if (!times) ++never;
        if (times && (times->lower > 0.0 || times->upper < 1.0)) ++narrowed;
        for (int step = 0; step <= 32; ++step) {
            const Rational t(step, 32);
            if (overlap_at(a, b, t)) {
                ++kept;
                ASSERT_TRUE(times && may_meet(a, b));
                EXPECT_LE(Rational(times->lower), t);
                EXPECT_GE(Rational(times->upper), t);
            } else if (times) {
                // Rounding may add a sliver at the ends, but not more.
                const Rational sliver(1, 1 << 20);
                EXPECT_FALSE(Rational(times->lower) + sliver < t && t < Rational(times->upper) - sliver);
            }
        }
    }
    EXPECT_GT(kept, 5'000);
    EXPECT_GT(never, 500);
    EXPECT_GT(narrowed, 500);
}

TEST(MayMeet, IsTheAxisTestWithAGap)
{
    Random random(3);
    int apart = 0;
    for (int i = 0; i < 20'000; ++i) {
        const MovingBox a = box_of(draw_cluster(random)), b = box_of(draw_cluster(random));
        const auto gap = static_cast<float>(random.pick({0.0, 0.25, 0.3}));
        bool before_somewhere = false;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto exceeds = [&](float high, float low) { return Rational(low) - Rational(high) > Rational(gap); };
            before_somewhere |= exceeds(a.upper_start.at[axis], b.lower_start.at[axis]) &&
                                exceeds(a.upper_end.at[axis], b.lower_end.at[axis]);
            before_somewhere |= exceeds(b.upper_start.at[axis], a.lower_start.at[axis]) &&
                                exceeds(b.upper_end.at[axis], a.lower_end.at[axis]);
        }
        if (!may_meet(a, b, gap)) {
            ++apart;
            EXPECT_TRUE(before_somewhere);
        }
        EXPECT_EQ(may_meet(a, b, gap), may_meet(b, a, gap));
        if (gap == 0.0F) {
            EXPECT_EQ(may_meet(a, b), !before_somewhere);
        }
    }
    EXPECT_GT(apart, 1'000);
}

TEST(MovingBox, HoldsItsPointsThroughout)
{
    Random random(4);
    for (int i = 0; i < 3'000; ++i) {
        const support::PointMotion p{draw_point(random), draw_point(random)};
        MovingBox box = moving_box(p.start, p.end);
        const MovingBox other = moving_box(draw_point(random), draw_point(random));
        extend(box, other);
        EXPECT_TRUE(contains(box, moving_box(p.start, p.end)));
        EXPECT_TRUE(contains(box, other));
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (const Rational& t : {Rational(0), Rational(1, 3), Rational(1)}) {
                const Rational x = (1 - t) * Rational(p.start[axis]) + t * Rational(p.end[axis]);
                const auto finite = [](float a, float b) { return std::isfinite(a) && std::isfinite(b); };
                if (finite(box.lower_start.at[axis], box.lower_end.at[axis])) {
                    EXPECT_LE(at(box.lower_start.at[axis], box.lower_end.at[axis], t), x);
                }
                if (finite(box.upper_start.at[axis], box.upper_end.at[axis])) {
                    EXPECT_GE(at(box.upper_start.at[axis], box.upper_end.at[axis], t), x);
                }
            }
        }
        MovingBox less = box;
        float& side = less.upper_end.at[random.below(3)];
        side = std::nextafter(side, -infinity);
        EXPECT_FALSE(contains(less, box));
    }
}

TEST(MovingBox, KeepsItsWordsWhenExtended)
{
    MovingBox box = moving_box({0, 0, 0}, {0, 0, 0});
    box.lower_start.word = 7;
    box.upper_end.word = 9;
    extend(box, moving_box({1, 2, 3}, {4, 5, 6}));
    EXPECT_EQ(box.lower_start.word, 7U);
    EXPECT_EQ(box.upper_end.word, 9U);
    EXPECT_EQ(half_area(box), 2.0 + 6.0 + 3.0 + 20.0 + 30.0 + 24.0);
}

}  // namespace
}  // namespace tocca::moving_box_test
