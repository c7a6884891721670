// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/safe_step.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <string>

#include "deformable/gap_reference.hpp"
#include "support/effort.hpp"
#include "tocca/elementary/batch.hpp"

namespace tocca::safe_step_test {
namespace {

using support::draw_moving;
using support::effort;
using support::moving_families;
using support::MovingFamily;
using support::Random;
using support::same;
using support::scene_of;

/// The scene with the same start that goes to the rounded positions of a step.
deformable::MovingScene shortened(const deformable::MovingScene& scene, double step)
{
    std::vector<std::vector<Point>> start, end;
    for (deformable::ObjectId object = 0; object < scene.object_count(); ++object) {
        start.push_back(positions_at(scene, object, 0.0));
        end.push_back(positions_at(scene, object, step));
    }
    deformable::MovingScene result = scene;
    const std::vector<std::span<const Point>> starts(start.begin(), start.end()), ends(end.begin(), end.end());
    result.set_step(starts, ends);
    return result;
}

/// Everything that the header promises of a safe step, pair by pair.
void expect_safe(const deformable::MovingScene& scene, const QueryOptions& options)
{
    const SafeStep safe = safe_step(scene, options);
    const Answer first = first_contact(scene, options);
    EXPECT_EQ(safe.outcome, first.outcome);
    EXPECT_LE(safe.step, first.safe_until);
    for (const Contact& touch : support::brute_force_contacts(scene, options)) {
        EXPECT_LE(safe.step, touch.toc.lower);
    }
    EXPECT_EQ(safe.step == 1.0, !safe.limited_by && safe.outcome != Outcome::crossing_at_start);
    if (options.clearance == 0.0 && !safe.start.near) {
        EXPECT_EQ(safe.step == 1.0, first.outcome == Outcome::free);
    }
    EXPECT_EQ(safe.start.crossings, first.start.crossings);
    EXPECT_EQ(safe.safe_until, first.safe_until);
    EXPECT_EQ(safe.contact.has_value(), first.contact.has_value());
    if (safe.contact && first.contact) {
        EXPECT_TRUE(same(*safe.contact, *first.contact));
    }
    EXPECT_EQ(safe.start.near_count, first.start.near_count);
    if (is_at_start(safe.outcome)) {
        EXPECT_EQ(safe.step, 0.0);
        return;
    }
    const std::vector<Contact> left = brute_force_approaches(shortened(scene, safe.step), options, safe.start);
    EXPECT_TRUE(left.empty()) << left.size() << " pairs are not free at step " << safe.step;
}

class SafeStepFamily : public testing::TestWithParam<MovingFamily> {};

TEST_P(SafeStepFamily, TheShortenedStepIsFree)
{
    Random random(51);
    const std::size_t draws = effort(GetParam() == MovingFamily::far_and_wide ? 4 : 40);
    for (std::size_t i = 0; i < draws; ++i) {
        SCOPED_TRACE(i);
        const deformable::MovingScene scene = scene_of(draw_moving(random, GetParam()));
        expect_safe(scene, {});
        expect_safe(scene, {.clearance = 0.05 * size_of(scene)});
    }
}

TEST_P(SafeStepFamily, TheShortenedStepOfThickObjectsIsFree)
{
    Random random(52);
    for (std::size_t i = 0; i < effort(GetParam() == MovingFamily::far_and_wide ? 1 : 5); ++i) {
        SCOPED_TRACE(i);
        expect_safe(draw_thick_scene(random, GetParam(), 0.1), {.clearance = 0.02});
    }
}

TEST_P(SafeStepFamily, DoesNotDependOnThreadsAndTargets)
{
    Random random(53);
    for (std::size_t i = 0; i < effort(GetParam() == MovingFamily::far_and_wide ? 1 : 5); ++i) {
        const deformable::MovingScene scene = support::draw_scene(random, GetParam()).scene();
        const SafeStep wanted = safe_step(scene, {.clearance = 0.01, .threads = 1});
        for (const std::string& target : simd_targets()) {
            for (const int threads : {1, 2, 5}) {
                const SafeStep found = safe_step(scene, {.clearance = 0.01, .threads = threads, .target = target});
                EXPECT_EQ(found.step, wanted.step);
                EXPECT_EQ(found.tested_steps, wanted.tested_steps);
                ASSERT_EQ(found.contact.has_value(), wanted.contact.has_value());
                if (found.contact) {
                    EXPECT_TRUE(same(*found.contact, *wanted.contact));
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Deformable, SafeStepFamily, testing::ValuesIn(moving_families),
                         [](const auto& family) { return std::string(to_string(family.param)); });

/// A triangle `height` above another, both `away` along every axis, falls by `fall`.
deformable::MovingScene falling_triangle(double height, double fall, double away = 0.0)
{
    deformable::MovingScene scene(
        {{TriangleMesh({{away, away, away}, {away + 4, away, away}, {away, away + 4, away}}, {{0, 1, 2}}), {}},
         {TriangleMesh({{away + 1, away + 1, away + height},
                        {away + 2, away + 1, away + height},
                        {away + 1, away + 2, away + height}},
                       {{0, 1, 2}}),
          {}}});
    const double low = away + (height - fall);
    const std::vector<Point> end{{away + 1, away + 1, low}, {away + 2, away + 1, low}, {away + 1, away + 2, low}};
    const std::array<std::span<const Point>, 2> ends{std::span<const Point>(), end};
    scene.move_to(ends);
    return scene;
}

TEST(SafeStep, IsTheWholeStepWhereThatIsFree)
{
    const deformable::MovingScene scene = falling_triangle(1.0, 0.7);
    const SafeStep safe = safe_step(scene, {.clearance = 0.25});
    EXPECT_EQ(safe.step, 1.0);
    EXPECT_EQ(safe.outcome, Outcome::free);
    EXPECT_FALSE(safe.contact);
    EXPECT_EQ(safe.tested_steps, 0);
    EXPECT_EQ(positions_at(scene, 1, safe.step)[0], scene.end(1, 0));
}

TEST(SafeStep, StopsShortOfTheClearance)
{
    const deformable::MovingScene scene = falling_triangle(1.0, 2.0);
    const SafeStep safe = safe_step(scene, {.clearance = 0.25, .keep = 0.0});
    EXPECT_EQ(safe.outcome, Outcome::contact);
    EXPECT_LT(safe.step, 0.375);
    EXPECT_GT(safe.step, 0.375 - 1e-8);
    EXPECT_EQ(safe.tested_steps, 0);
    EXPECT_GT(positions_at(scene, 1, safe.step)[0][2], 0.25);
}

TEST(SafeStep, IsNoneFromATouch)
{
    const SafeStep safe = safe_step(falling_triangle(0.0, -1.0));
    EXPECT_EQ(safe.step, 0.0);
    EXPECT_EQ(safe.outcome, Outcome::touching_at_start);
}

TEST(SafeStep, IsAnythingWhereNothingMoves)
{
    EXPECT_EQ(safe_step(falling_triangle(1.0, 0.0), {.clearance = 10.0}).step, 1.0);
    EXPECT_EQ(safe_step(deformable::MovingScene{}, {.clearance = 10.0}).step, 1.0);
}

TEST(SafeStep, GivesWayToTheRoundingOfPositions)
{
    // So far from the origin that the height is eight units in the last place: the exact motion is free up to t = 1/2,
    // but the positions shortly before round onto the plane.
    const double away = 0x1p40, unit = 0x1p-12;
    const deformable::MovingScene scene = falling_triangle(4 * unit, 8 * unit, away);
    const SafeStep safe = safe_step(scene);
    EXPECT_GT(first_contact(scene).safe_until, 0.499999);
    EXPECT_GT(safe.tested_steps, 1);
    EXPECT_GT(safe.step, 0.25);
    EXPECT_GE(positions_at(scene, 1, safe.step)[0][2], away + unit);
    expect_safe(scene, {});
}

TEST(SafeStep, GivesWayToTheRoundingOfFastMotions)
{
    // The same of a motion that is long compared with the rounding: only the candidates of the first search are tested again.
    const double away = 0x1p20, unit = 0x1p-32;
    for (const double height : {1.0, 2.0, 3.0, 4.0, 7.0, 1000.0}) {
        SCOPED_TRACE(height);
        const deformable::MovingScene scene = falling_triangle(height * unit, 1.0, away);
        const SafeStep safe = safe_step(scene, {.tolerance = 1e-15});
        EXPECT_GT(safe.step, 0.0);
        EXPECT_GE(safe.tested_steps, 1);
        EXPECT_LE(safe.tested_steps, 100);
        EXPECT_FALSE(safe.all_shorter_steps);
        EXPECT_GE(positions_at(scene, 1, safe.step)[0][2], away + unit);
        EXPECT_LT(safe.step, height * unit);  // when it touches
        EXPECT_TRUE(brute_force_approaches(shortened(scene, safe.step), {}, safe.start).empty());
    }
    EXPECT_GT(safe_step(falling_triangle(2.0 * unit, 1.0, away), {.tolerance = 1e-15}).tested_steps, 1);
}

TEST(SafeStep, EndsWhereTheGapIsLostInRounding)
{
    // One unit above, a fall of one unit: every step that moves at all rounds to a touch, or does not move.
    const double away = 0x1p40, unit = 0x1p-12;
    const deformable::MovingScene scene = falling_triangle(unit, unit, away);
    const SafeStep safe = safe_step(scene);
    EXPECT_EQ(safe.outcome, Outcome::contact);
    EXPECT_EQ(positions_at(scene, 1, safe.step)[0][2], away + unit);
    EXPECT_LE(safe.tested_steps, 100);
    expect_safe(scene, {});
}

TEST(PositionAt, IsTheStartTheEndOrBetween)
{
    Random random(54);
    for (int i = 0; i < 100'000; ++i) {
        Point a, b;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            a[axis] = std::ldexp(random.signed_unit(), random.between(-30, 30));
            b[axis] = random.chance(0.2) ? random.nudged(a[axis], 3)
                                         : std::ldexp(random.signed_unit(), random.between(-30, 30));
        }
        EXPECT_EQ(deformable::position_at(a, b, 0.0), a);
        EXPECT_EQ(deformable::position_at(a, b, 1.0), b);
        const double step = random.pick({random.unit(), 1.0 - 0x1p-53, 0x1p-60});
        const Point at = deformable::position_at(a, b, step);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            EXPECT_GE(at[axis], std::min(a[axis], b[axis]));
            EXPECT_LE(at[axis], std::max(a[axis], b[axis]));
            const double size = std::max(std::abs(a[axis]), std::abs(b[axis]));
            EXPECT_NEAR(at[axis], a[axis] + step * (b[axis] - a[axis]), 4e-16 * size);
        }
    }
}

TEST(PositionAt, IsFiniteForTheGreatestDoubles)
{
    const double greatest = std::numeric_limits<double>::max();
    const Point at = deformable::position_at({greatest, -greatest, 0.0}, {-greatest, greatest, greatest}, 0.5);
    EXPECT_EQ(at, (Point{0.0, 0.0, greatest / 2}));
}

TEST(SafeStep, RefusesWhatIsNoStep)
{
    const deformable::MovingScene scene = falling_triangle(1.0, 2.0);
    EXPECT_THROW((void)positions_at(scene, 0, 1.5), std::invalid_argument);
    EXPECT_THROW((void)positions_at(scene, 0, std::numeric_limits<double>::quiet_NaN()), std::invalid_argument);
    EXPECT_THROW((void)safe_step(scene, {.clearance = -1.0}), std::invalid_argument);
}

}  // namespace
}  // namespace tocca::safe_step_test
