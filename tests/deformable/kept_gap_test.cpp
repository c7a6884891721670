// SPDX-License-Identifier: Apache-2.0
// What safe_step keeps of the distance of every pair: the rule of safe_step.hpp in rational arithmetic, over one step, any
// shorter one and many steps in a row.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "deformable/gap_reference.hpp"
#include "support/effort.hpp"
#include "tocca/deformable/safe_step.hpp"

namespace tocca::kept_gap_test {
namespace {

using deformable::MovingScene;
using support::draw_moving;
using support::effort;
using support::moving_families;
using support::MovingFamily;
using support::Random;
using support::Rational;
using support::scene_of;

double gap_of(const MovingScene& scene, const QueryOptions& options, const FeaturePair& pair)
{
    const auto [a, b] = pair.objects;
    return options.clearance + 0.5 * (scene.object(a).options.thickness + scene.object(b).options.thickness);
}

/// A bound on all that doubles may add to a distance or a gap of the scene.
double tolerance_of(const MovingScene& scene)
{
    double size = 0.0;
    for (deformable::ObjectId object = 0; object < scene.object_count(); ++object) {
        for (VertexId v = 0; v < scene.object(object).mesh.vertex_count(); ++v) {
            for (const Point& point : {scene.start(object, v), scene.end(object, v)})
                for (const double x : point) size = std::max(size, std::abs(x));
        }
    }
    return 0x1p-44 * size;
}

/// The rule, from the distance at the start.
double kept(double distance, double gap, const QueryOptions& options)
{
    if (distance <= gap) return options.near_fraction.value_or(0.75) * distance;
    return gap + options.keep.value_or(0.1) * std::min(distance - gap, options.reach.value_or(gap));
}

/// The distance of a pair at the start, from exact numbers; infinite where its square is too large for a double.
double start_distance(const PairRows& rows, PairKind kind)
{
    return std::sqrt(support::squared_distance_at(rows, kind, 0).convert_to<double>());
}

/// A scene with the given start and end of each object.
void set_step(MovingScene& scene, const MovingScene& from, double start, double end)
{
    std::vector<std::vector<Point>> starts, ends;
    for (deformable::ObjectId object = 0; object < from.object_count(); ++object) {
        starts.push_back(positions_at(from, object, start));
        ends.push_back(positions_at(from, object, end));
    }
    scene.set_step(std::vector<std::span<const Point>>(starts.begin(), starts.end()),
                   std::vector<std::span<const Point>>(ends.begin(), ends.end()));
}

/// Whether every pair keeps its gap in the motion to the rounded positions of a step.
void expect_kept(const MovingScene& scene, const QueryOptions& options, double step)
{
    MovingScene shortened = scene;
    set_step(shortened, scene, 0.0, step);
    const double tolerance = tolerance_of(scene);
    for (const FeaturePair& pair : support::all_feature_pairs(scene)) {
        const PairRows rows = support::rows_of(shortened, pair);
        const double gap = gap_of(scene, options, pair), reach = options.reach.value_or(gap);
        if (start_far_apart(rows, pair.kind, gap + reach + tolerance) &&
            !elementary::decide_gap(rows, pair.kind, gap + reach, 30).contact)
            continue;
        const double demanded = kept(start_distance(rows, pair.kind), gap, options) - tolerance;
        if (!(demanded > 0.0)) continue;
        EXPECT_GT(support::squared_distance_at(rows, pair.kind, 1), Rational(demanded) * Rational(demanded));
        EXPECT_FALSE(elementary::decide_gap(rows, pair.kind, demanded, 30).contact);
    }
}

/// Whether, exactly, no pair falls to the gap of first_contact in the motion to the rounded positions of a step.
void expect_gaps_of_contact(const MovingScene& scene, const QueryOptions& options, double step, const Start& start)
{
    MovingScene shortened = scene;
    set_step(shortened, scene, 0.0, step);
    EXPECT_TRUE(brute_force_approaches(shortened, options, start).empty()) << "step " << step;
}

/// The least step that the rule allows: until the first pair may have used up its room, at the speed of its fastest points.
double least_step(const MovingScene& scene, const QueryOptions& options)
{
    double least = 1.0;
    const double tolerance = tolerance_of(scene);
    for (const FeaturePair& pair : support::all_feature_pairs(scene)) {
        const PairRows rows = support::rows_of(scene, pair);
        std::array<double, 2> speeds = {};
        for (std::size_t i = 0; i < 4; ++i) {
            const double x = rows[12 + 3 * i] - rows[3 * i], y = rows[13 + 3 * i] - rows[3 * i + 1],
                         z = rows[14 + 3 * i] - rows[3 * i + 2];
            double& speed = speeds[i < (pair.kind == PairKind::vertex_face ? 1U : 2U) ? 0 : 1];
            speed = std::max(speed, std::hypot(x, y, z));
        }
        const double distance = start_distance(rows, pair.kind);
        const double room = distance - kept(distance, gap_of(scene, options, pair), options) - tolerance;
        const double time = std::max(0.0, room) / (speeds[0] + speeds[1]);
        if (time < least) least = time;
    }
    // A bracket is a cell of the grid, or half as wide as it is late.
    return std::max(0.5 * least, least - 0x1p-29);
}

void expect_rule_of_step(const MovingScene& scene, const QueryOptions& options, Random& random)
{
    const SafeStep safe = safe_step(scene, options);
    const Answer first = first_contact(
        scene,
        {.clearance = options.clearance, .near_fraction = options.near_fraction, .tolerance = options.tolerance});
    EXPECT_LE(safe.step, first.safe_until);
    EXPECT_EQ(safe.outcome, first.outcome);
    if (is_at_start(safe.outcome)) {
        EXPECT_EQ(safe.step, 0.0);
        EXPECT_FALSE(safe.all_shorter_steps);
        return;
    }
    EXPECT_GT(safe.step, 0.0);
    EXPECT_EQ(safe.step < 1.0, safe.limited_by.has_value());
    expect_kept(scene, options, safe.step);
    if (safe.tested_steps == 0) {
        EXPECT_GE(safe.step, least_step(scene, options));
    }
    if (!safe.all_shorter_steps) return;
    EXPECT_EQ(safe.tested_steps, 0);
    for (int i = 0; i < 4; ++i) {
        const double shorter = random.pick({safe.step * random.unit(), std::ldexp(safe.step, -random.between(0, 50))});
        expect_kept(scene, options, shorter);
        expect_gaps_of_contact(scene, options, shorter, safe.start);
    }
}

class KeptGapFamily : public testing::TestWithParam<MovingFamily> {};

TEST_P(KeptGapFamily, IsThatOfTheRule)
{
    Random random(61);
    const bool wide = GetParam() == MovingFamily::far_and_wide;
    for (std::size_t i = 0; i < effort(wide ? 2 : 10); ++i) {
        SCOPED_TRACE(i);
        const MovingScene scene = scene_of(draw_moving(random, GetParam()));
        const double size = std::min(size_of(scene), 0x1p900);
        expect_rule_of_step(scene, {.clearance = 0.05 * size}, random);
        expect_rule_of_step(scene, {.reach = 0.02 * size}, random);
        expect_rule_of_step(scene,
                            {.clearance = random.pick({0.0, 0.001 * size, 0.1 * size}),
                             .near_fraction = random.pick({0.0, 0.5, 0.9}),
                             .keep = random.pick({0.0, 0.5, 0.99}),
                             .reach = random.pick({0.0, 1e-12 * size, 0.1 * size})},
                            random);
    }
}

TEST_P(KeptGapFamily, IsThatOfTheRuleForThickObjects)
{
    Random random(62);
    for (std::size_t i = 0; i < effort(GetParam() == MovingFamily::far_and_wide ? 1 : 4); ++i) {
        SCOPED_TRACE(i);
        expect_rule_of_step(draw_thick_scene(random, GetParam(), 0.1), {.keep = 0.3}, random);
    }
}

TEST_P(KeptGapFamily, DoesNotDependOnThreadsAndTargets)
{
    Random random(63);
    for (std::size_t i = 0; i < effort(GetParam() == MovingFamily::far_and_wide ? 1 : 4); ++i) {
        const MovingScene scene = support::draw_scene(random, GetParam()).scene();
        const double reach = random.pick({0.0, 0.01 * size_of(scene)});
        if (!std::isfinite(reach)) continue;
        const SafeStep wanted = safe_step(scene, {.reach = reach, .threads = 1});
        for (const std::string& target : simd_targets()) {
            for (const int threads : {1, 3}) {
                const SafeStep found = safe_step(scene, {.reach = reach, .threads = threads, .target = target});
                EXPECT_EQ(found.step, wanted.step);
                EXPECT_EQ(found.all_shorter_steps, wanted.all_shorter_steps);
                EXPECT_EQ(found.tested_steps, wanted.tested_steps);
                ASSERT_EQ(found.limited_by.has_value(), wanted.limited_by.has_value());
                if (found.limited_by) {
                    EXPECT_TRUE(support::same(*found.limited_by, *wanted.limited_by));
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Deformable, KeptGapFamily, testing::ValuesIn(moving_families),
                         [](const auto& family) { return std::string(to_string(family.param)); });

/// A triangle `height` above another falls by `fall`.
MovingScene falling(double height, double fall)
{
    MovingScene scene({{TriangleMesh({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {{0, 1, 2}}), {}},
                       {TriangleMesh({{1, 1, height}, {2, 1, height}, {1, 2, height}}, {{0, 1, 2}}), {}}});
    const double low = height - fall;
    const std::vector<Point> end{{1, 1, low}, {2, 1, low}, {1, 2, low}};
    const std::array<std::span<const Point>, 2> ends{std::span<const Point>(), end};
    scene.move_to(ends);
    return scene;
}

void expect_step(const MovingScene& scene, const QueryOptions& options, double step)
{
    const SafeStep safe = safe_step(scene, options);
    EXPECT_LT(safe.step, step);
    EXPECT_GT(safe.step, step - 1e-8);
    ASSERT_TRUE(safe.limited_by);
    EXPECT_EQ(safe.limited_by->toc.lower, safe.step);
    EXPECT_EQ(safe.tested_steps, 0);
    EXPECT_TRUE(safe.all_shorter_steps);
}

TEST(KeptGap, IsAPartOfTheDistanceBeyondTheGap)
{
    expect_step(falling(1.0, 2.0), {.clearance = 0.25}, 0.3625);                           // keeps 0.25 + 0.1 * 0.25
    expect_step(falling(0.3, 2.0), {.clearance = 0.25}, 0.0225);                           // 0.25 + 0.1 * 0.05
    expect_step(falling(1.0, 2.0), {.clearance = 0.25, .keep = 0.0}, 0.375);               // 0.25
    expect_step(falling(1.0, 2.0), {.clearance = 0.25, .keep = 0.5, .reach = 0.5}, 0.25);  // 0.25 + 0.5 * 0.5
    expect_step(falling(1.0, 2.0), {.reach = 0.5}, 0.475);                                 // 0.05
    expect_step(falling(1.0, 2.0), {.reach = 50.0}, 0.45);                                 // 0.1
}

TEST(KeptGap, OfANearPairIsAPartOfItsDistance)
{
    expect_step(falling(0.2, 0.4), {.clearance = 0.25}, 0.125);                       // keeps 0.75 * 0.2
    expect_step(falling(0.25, 0.5), {.clearance = 0.25}, 0.125);                      // at the gap itself
    expect_step(falling(0.2, 0.4), {.clearance = 0.25, .near_fraction = 0.5}, 0.25);  // 0.5 * 0.2
    expect_step(falling(0.2, 0.4), {.clearance = 0.25, .near_fraction = 0.0}, 0.5);
}

TEST(KeptGap, LimitsAStepThatIsFree)
{
    const MovingScene scene = falling(1.0, 0.74);
    const SafeStep safe = safe_step(scene, {.clearance = 0.25});
    EXPECT_EQ(safe.outcome, Outcome::free);
    EXPECT_EQ(safe.safe_until, 1.0);
    EXPECT_FALSE(safe.contact);
    EXPECT_NEAR(safe.step, 0.725 / 0.74, 1e-8);
    ASSERT_TRUE(safe.limited_by);
    EXPECT_NEAR(std::abs(safe.limited_by->normal[2]), 1.0, 1e-12);
    EXPECT_EQ(safe_step(scene, {.clearance = 0.25, .keep = 0.0}).step, 1.0);
}

TEST(KeptGap, IsNothingWithoutAGap)
{
    const SafeStep safe = safe_step(falling(1.0, 2.0));
    EXPECT_GT(safe.step, 0.5 - 1e-8);
    EXPECT_EQ(safe.tested_steps, 1);
    EXPECT_FALSE(safe.all_shorter_steps);
    ASSERT_TRUE(safe.limited_by && safe.contact);
    EXPECT_TRUE(support::same(*safe.limited_by, *safe.contact));
}

TEST(KeptGap, OfFeaturesThatNeverComeNearAllowsAllShorterSteps)
{
    EXPECT_TRUE(safe_step(falling(100.0, 1.0)).all_shorter_steps);
    EXPECT_TRUE(safe_step(falling(1.0, 0.5), {.clearance = 0.1}).all_shorter_steps);
    EXPECT_TRUE(safe_step(falling(1.0, 0.0), {.clearance = 0.1}).all_shorter_steps);
    EXPECT_TRUE(safe_step(MovingScene{}).all_shorter_steps);
    EXPECT_FALSE(safe_step(falling(0.0, -1.0), {.clearance = 0.1}).all_shorter_steps);  // touches
}

/// Presses one mesh against another, again and again, each time by `push(frame, random)` per vertex.
template <class Push>
void press(MovingScene scene, const QueryOptions& options, int frames, const Push& push)
{
    Random random(64);
    for (int frame = 0; frame < frames && !testing::Test::HasFailure(); ++frame) {
        SCOPED_TRACE(frame);
        std::vector<Point> start = positions_at(scene, 1, 0.0), end;
        const Point by = push(frame, random);
        for (const Point& point : start) end.push_back({point[0] + by[0], point[1] + by[1], point[2] + by[2]});
        const std::array<std::span<const Point>, 2> starts{std::span<const Point>(), start},
            ends{std::span<const Point>(), end};
        scene.set_step(starts, ends);
        const SafeStep safe = safe_step(scene, options);
        ASSERT_GT(safe.step, 0.0);
        ASSERT_GE(safe.step, least_step(scene, options));
        if (frame % 50 < 5) expect_kept(scene, options, safe.step);
        MovingScene there = scene;
        set_step(there, scene, safe.step, safe.step);
        ASSERT_EQ(first_contact(there).outcome, Outcome::free);
        for (const FeaturePair& pair : support::all_feature_pairs(there)) {
            if (pair.objects[0] == pair.objects[1]) continue;
            const Rational gap(options.clearance);
            ASSERT_GT(support::squared_distance_at(support::rows_of(there, pair), pair.kind, 0), gap * gap);
        }
        scene = there;
    }
}

TEST(KeptGap, DoesNotErodeUnderSteadyPressure)
{
    // The distance beyond the gap is a tenth after each step, down to the rounding of coordinates.
    press(falling(1.0, 0.0), {.clearance = 0.25}, static_cast<int>(effort(1000)), [](int, Random&) {
        return Point{0.0, 0.0, -0.5};
    });
    press(falling(1.0, 0.0), {.reach = 0.25}, static_cast<int>(effort(1000)), [](int, Random&) {
        return Point{0.001, 0.002, -0.5};
    });
}

TEST(KeptGap, GoesOnUnderChangingPressure)
{
    const auto push = [](int frame, Random& random) {
        return Point{0.1 * random.signed_unit(), 0.1 * random.signed_unit(),
                     frame % 7 == 6 ? 0.05 : -0.1 * random.unit()};
    };
    press(falling(1.0, 0.0), {.clearance = 0.25, .keep = 0.5}, static_cast<int>(effort(1000)), push);
    press(falling(1.0, 0.0), {.reach = 0.25}, static_cast<int>(effort(1000)), push);
}

TEST(KeptGap, AllowsForTheRoundingOfAllShorterSteps)
{
    // So far from the origin that a unit in the last place of the coordinates, 2^-10, is a large part of what is kept.
    Random random(65);
    for (std::size_t i = 0; i < effort(300); ++i) {
        SCOPED_TRACE(i);
        const double away = 0x1.8p42, gap = 64.0;
        const auto near = [&](double x) { return away + 1000.0 * (x + 0.3 * random.signed_unit()); };
        MovingScene scene(
            {{TriangleMesh({{near(0), near(0), away}, {near(4), near(0), away}, {near(0), near(4), away}}, {{0, 1, 2}}),
              {}},
             {TriangleMesh({{near(1), near(1), near(1)}, {near(2), near(1), near(1)}, {near(1), near(2), near(1)}},
                           {{0, 1, 2}}),
              {}}});
        std::vector<Point> end = positions_at(scene, 1, 0.0);
        for (Point& point : end) {
            for (double& x : point) x -= 1000.0 * random.unit();
            point[2] -= 2000.0;
        }
        const std::array<std::span<const Point>, 2> ends{std::span<const Point>(), end};
        scene.move_to(ends);
        const QueryOptions options{.clearance = gap, .keep = 0.0};
        const SafeStep safe = safe_step(scene, options);
        if (is_at_start(safe.outcome)) continue;
        EXPECT_TRUE(safe.all_shorter_steps);
        expect_gaps_of_contact(scene, options, safe.step, safe.start);
        // The last of the steps are the tightest.
        for (int j = 0; j < 40; ++j) {
            const double less = std::ldexp(random.unit(), -random.between(0, 45));
            expect_gaps_of_contact(scene, options, safe.step * (1.0 - less), safe.start);
        }
    }
}

TEST(KeptGap, RefusesOptionsThatAreNotOfSafeSteps)
{
    const MovingScene scene = falling(1.0, 2.0);
    EXPECT_THROW((void)first_contact(scene, {.keep = 0.1}), std::invalid_argument);
    EXPECT_THROW((void)collides(scene, {.reach = 0.1}), std::invalid_argument);
    EXPECT_THROW((void)safe_step(scene, {.keep = 1.0}), std::invalid_argument);
    EXPECT_THROW((void)safe_step(scene, {.reach = -1.0}), std::invalid_argument);
    const double greatest = std::numeric_limits<double>::max();
    EXPECT_THROW((void)safe_step(scene, {.clearance = greatest, .keep = 0.9, .reach = greatest}),
                 std::invalid_argument);
}

}  // namespace
}  // namespace tocca::kept_gap_test
