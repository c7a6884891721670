// SPDX-License-Identifier: Apache-2.0
#include "study/kdop.hpp"

#include <gtest/gtest.h>

#include <set>

#include "bounds/random_boxes.hpp"
#include "study/moving_kdop.hpp"

namespace tocca::study::kdop_test {
namespace {

using support::at;
using support::draw_cluster;
using support::draw_point;
using support::PointMotion;
using support::Random;
using support::Rational;

Rational exact_projection(const Point& point, const KdopDirection& direction)
{
    Rational sum = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) sum += direction[axis] * Rational(point[axis]);
    return sum;
}

TEST(Project, EnclosesTheExactSumTightly)
{
    Random random(1);
    int tight = 0;
    for (int i = 0; i < 20'000; ++i) {
        const Point point = draw_point(random);
        for (const KdopDirection& direction : kdop_directions<13>()) {
            const FloatInterval interval = project(point, direction);
            const Rational exact = exact_projection(point, direction);
            if (std::isfinite(interval.low)) {
                EXPECT_LE(Rational(interval.low), exact);
            }
            if (std::isfinite(interval.high)) {
                EXPECT_GE(Rational(interval.high), exact);
            }
            EXPECT_LT(interval.low, std::numeric_limits<float>::infinity());
            EXPECT_GT(interval.high, -std::numeric_limits<float>::infinity());
            if (interval.high <= std::nextafter(interval.low, std::numeric_limits<float>::infinity())) ++tight;
        }
    }
    EXPECT_GT(tight, 13 * 15'000);
}

template <class Type>
class KdopTest : public testing::Test {};

template <std::size_t Directions>
using Number = std::integral_constant<std::size_t, Directions>;
using Numbers = testing::Types<Number<3>, Number<7>, Number<9>, Number<13>>;
TYPED_TEST_SUITE(KdopTest, Numbers);

TYPED_TEST(KdopTest, DirectionsAreDifferentLines)
{
    constexpr auto directions = kdop_directions<TypeParam::value>();
    std::set<KdopDirection> seen;
    for (const KdopDirection& d : directions) {
        EXPECT_NE(d, (KdopDirection{0, 0, 0}));
        EXPECT_TRUE(seen.insert(d).second);
        EXPECT_TRUE(seen.insert({-d[0], -d[1], -d[2]}).second);
    }
}

template <std::size_t Directions>
MovingKdop<Directions> kdop_of(const std::vector<PointMotion>& cluster)
{
    auto kdop = MovingKdop<Directions>::of(cluster[0].start, cluster[0].end);
    for (const PointMotion& p : cluster) extend(kdop, MovingKdop<Directions>::of(p.start, p.end));
    return kdop;
}

TYPED_TEST(KdopTest, TimesNeverCutAnInstantOfOverlap)
{
    constexpr std::size_t directions = TypeParam::value;
    Random random(2);
    int overlaps = 0, never = 0;
    for (int i = 0; i < 1'500; ++i) {
        const auto first = draw_cluster(random), second = draw_cluster(random);
        const auto a = kdop_of<directions>(first), b = kdop_of<directions>(second);
        const auto times = overlap_times(a, b);
        if (!times) ++never;
        if (times) {
            EXPECT_TRUE(may_meet(a, b)) << "times are never coarser than the axis test";
        }
        if (may_meet(a, b)) {
            EXPECT_TRUE(may_meet(a.swept(), b.swept())) << "nor that than swept volumes";
        }
        for (int step = 0; step <= 16; ++step) {
            const Rational t(step, 16);
            bool overlap = true;
            for (std::size_t d = 0; d < directions; ++d) {
                const auto low = [&](const auto& k) { return at(k.start.low[d], k.end.low[d], t); };
                const auto high = [&](const auto& k) { return at(k.start.high[d], k.end.high[d], t); };
                overlap = overlap && high(a) >= low(b) && high(b) >= low(a);
            }
            if (!overlap) continue;
            ++overlaps;
            ASSERT_TRUE(times);
            EXPECT_LE(Rational(times->lower), t);
            EXPECT_GE(Rational(times->upper), t);
        }
    }
    EXPECT_GT(overlaps, 300);
    EXPECT_GT(never, 100);
}

TYPED_TEST(KdopTest, HoldsItsPointsThroughout)
{
    constexpr std::size_t directions = TypeParam::value;
    Random random(3);
    for (int i = 0; i < 500; ++i) {
        const auto cluster = draw_cluster(random);
        const auto kdop = kdop_of<directions>(cluster);
        for (const PointMotion& p : cluster) {
            EXPECT_TRUE(contains(kdop, (MovingKdop<directions>::of(p.start, p.end))));
            for (const Rational& t : {Rational(0), Rational(2, 7), Rational(1)}) {
                for (std::size_t d = 0; d < directions; ++d) {
                    const KdopDirection direction = kdop_directions<directions>()[d];
                    const Rational x =
                        (1 - t) * exact_projection(p.start, direction) + t * exact_projection(p.end, direction);
                    EXPECT_LE(at(kdop.start.low[d], kdop.end.low[d], t), x);
                    EXPECT_GE(at(kdop.start.high[d], kdop.end.high[d], t), x);
                    EXPECT_LE(Rational(kdop.swept().low[d]), x);
                    EXPECT_GE(Rational(kdop.swept().high[d]), x);
                }
            }
        }
    }
}

TEST(MovingKdop, OfThreeDirectionsIsAMovingBox)
{
    Random random(4);
    for (int i = 0; i < 3'000; ++i) {
        const auto first = draw_cluster(random), second = draw_cluster(random);
        const auto a = kdop_of<3>(first), b = kdop_of<3>(second);
        EXPECT_EQ(may_meet(a, b), may_meet(support::box_of(first), support::box_of(second)));
        EXPECT_EQ(overlap_times(a, b), overlap_times(support::box_of(first), support::box_of(second)));
    }
}

}  // namespace
}  // namespace tocca::study::kdop_test
