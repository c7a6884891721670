// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/safe_fractions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "deformable/gap_reference.hpp"
#include "support/effort.hpp"
#include "tocca/deformable/moving_mesh.hpp"
#include "tocca/deformable/safe_step.hpp"
#include "tocca/elementary/batch.hpp"

namespace tocca::safe_fractions_test {
namespace {

using support::draw_moving;
using support::effort;
using support::moving_families;
using support::MovingFamily;
using support::Random;
using support::scene_of;

using Fractions = std::vector<std::vector<double>>;

/// The scene with the same start that goes to the rounded positions of the fractions.
deformable::MovingScene shortened(const deformable::MovingScene& scene, const Fractions& fractions)
{
    std::vector<std::vector<Point>> start, end;
    for (deformable::ObjectId object = 0; object < scene.object_count(); ++object) {
        start.push_back(positions_at(scene, object, 0.0));
        end.push_back(deformable::positions_at(start.back(), positions_at(scene, object, 1.0), fractions[object]));
    }
    deformable::MovingScene result = scene;
    const std::vector<std::span<const Point>> starts(start.begin(), start.end()), ends(end.begin(), end.end());
    result.set_step(starts, ends);
    return result;
}

double least_of(const Fractions& fractions)
{
    double least = 1.0;
    for (const std::vector<double>& own : fractions) {
        for (const double fraction : own) least = std::min(least, fraction);
    }
    return least;
}

/// Whether the vertices of a pair that move all have fraction 0.
bool stays(const deformable::MovingScene& scene, const FeaturePair& pair, const Fractions& fractions)
{
    const std::size_t second = pair.kind == PairKind::vertex_face ? 1 : 2;
    for (std::size_t i = 0; i < 4; ++i) {
        const std::uint32_t object = pair.objects[i < second ? 0 : 1], vertex = pair.vertices[i];
        if (scene.start(object, vertex) != scene.end(object, vertex) && fractions[object][vertex] > 0.0) return false;
    }
    return true;
}

class SafeFractionsFamily : public testing::TestWithParam<MovingFamily> {};

TEST_P(SafeFractionsFamily, AreNeverContradicted)
{
    Random random(81);
    for (std::size_t i = 0; i < effort(GetParam() == MovingFamily::far_and_wide ? 4 : 60); ++i) {
        SCOPED_TRACE(i);
        const deformable::MovingScene scene =
            random.chance(0.5) ? scene_of(draw_moving(random, GetParam())) : draw_thick_scene(random, GetParam(), 0.05);
        const double clearance = random.pick({0.0, 0.0, 0.05 * size_of(scene)});
        const QueryOptions options{.clearance = clearance};
        const SafeStep uniform = safe_step(scene, options);
        const Fractions fractions = safe_fractions(scene, options);
        if (uniform.step == 1.0) {
            EXPECT_EQ(least_of(fractions), 1.0);
        }
        if (uniform.outcome == Outcome::crossing_at_start) {
            EXPECT_EQ(least_of(fractions), 0.0);
            continue;
        }
        // Pair by pair, by another way than the library's.
        const deformable::MovingScene tested = shortened(scene, fractions);
        for (const Contact& contact : brute_force_approaches(tested, options, all_contacts(tested, options).start)) {
            EXPECT_EQ(contact.toc.upper, 0.0);
            EXPECT_TRUE(stays(scene, contact.features(), fractions));
        }
    }
}

TEST_P(SafeFractionsFamily, DoNotDependOnThreadsAndTargets)
{
    Random random(82);
    for (std::size_t i = 0; i < effort(GetParam() == MovingFamily::far_and_wide ? 1 : 5); ++i) {
        const deformable::MovingScene scene = support::draw_scene(random, GetParam()).scene();
        const Fractions wanted = safe_fractions(scene, {.clearance = 0.01, .threads = 1});
        for (const std::string& target : simd_targets()) {
            for (const int threads : {1, 2, 5})
                EXPECT_EQ(safe_fractions(scene, {.clearance = 0.01, .threads = threads, .target = target}), wanted);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Deformable, SafeFractionsFamily, testing::ValuesIn(moving_families),
                         [](const auto& family) { return std::string(to_string(family.param)); });

/// A row of triangles of one mesh that fall by two; under the first one an obstacle waits at half of the way.
deformable::MovingScene falling_row()
{
    std::vector<Point> start, end;
    std::vector<FaceVertices> faces;
    for (VertexId i = 0; i < 4; ++i) {
        const double x = 10.0 * i;
        for (const Point& point : {Point{x, 0, 1}, Point{x + 1, 0, 1}, Point{x, 1, 1}}) {
            start.push_back(point);
            end.push_back({point[0], point[1], point[2] - 2.0});
        }
        faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    deformable::MovingScene scene(
        {{TriangleMesh(start, faces), {}}, {TriangleMesh({{-5, -5, 0}, {5, -5, 0}, {0, 5, 0}}, {{0, 1, 2}}), {}}});
    const std::vector<std::span<const Point>> ends{end, {}};
    scene.move_to(ends);
    return scene;
}

TEST(SafeFractions, HoldBackWhatIsNearAContactAlone)
{
    const deformable::MovingScene scene = falling_row();
    const Fractions fractions = safe_fractions(scene, {.clearance = 0.25});
    for (std::size_t v = 0; v < 3; ++v) EXPECT_NEAR(fractions[0][v], 0.375, 1e-8);
    for (std::size_t v = 3; v < 12; ++v) EXPECT_EQ(fractions[0][v], 1.0);
    EXPECT_NEAR(safe_step(scene, {.clearance = 0.25, .keep = 0.0}).step, 0.375, 1e-8);
}

TEST(SafeFractions, RefuseWhatMeansNothing)
{
    const deformable::MovingScene scene = falling_row();
    EXPECT_THROW((void)safe_fractions(scene, {.until = 0.5}), std::invalid_argument);
    const std::vector<Point> start(3), end(3);
    EXPECT_THROW((void)deformable::positions_at(start, end, std::vector<double>{0.5}), std::invalid_argument);
    EXPECT_THROW((void)deformable::positions_at(start, end, std::vector<double>{0.5, 2.0, 0.0}), std::invalid_argument);
    EXPECT_TRUE(safe_fractions(deformable::MovingScene()).empty());
}

TEST(SafeFractions, WhatTouchesAtRestHoldsBackNothing)
{
    // Two resting triangles that touch, and a mesh that moves away from everything.
    deformable::MovingScene scene({{TriangleMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}), {}},
                                   {TriangleMesh({{0, 0, 0}, {-1, 0, 0}, {0, -1, 0}}, {{0, 1, 2}}), {}},
                                   {TriangleMesh({{0, 0, 5}, {1, 0, 5}, {0, 1, 5}}, {{0, 1, 2}}), {}}});
    const std::vector<Point> end{{0, 0, 9}, {1, 0, 9}, {0, 1, 9}};
    const std::vector<std::span<const Point>> ends{{}, {}, end};
    scene.move_to(ends);
    EXPECT_EQ(safe_step(scene).step, 0.0);
    EXPECT_EQ(least_of(safe_fractions(scene)), 1.0);
}

}  // namespace
}  // namespace tocca::safe_fractions_test
