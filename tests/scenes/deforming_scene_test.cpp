// SPDX-License-Identifier: Apache-2.0
#include "scenes/deforming_scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "support/effort.hpp"
#include "tocca/deformable/mesh_query.hpp"

namespace tocca::scenes::deforming_scene_test {
namespace {

/// The step from a frame to the next one.
deformable::MovingScene step_of(const DeformingScene& scene, int frame)
{
    std::vector<deformable::SceneObject> objects;
    for (TriangleMesh& mesh : meshes_at(scene, frame)) objects.push_back({.mesh = std::move(mesh), .options = {}});
    deformable::MovingScene moving(std::move(objects));
    const ScenePositions next = scene.positions(frame + 1);
    moving.move_to(std::vector<std::span<const Point>>(next.begin(), next.end()));
    return moving;
}

class DeformingScenes : public testing::TestWithParam<DeformingSceneEntry> {};

TEST_P(DeformingScenes, HaveTheSizeAskedFor)
{
    const auto expect_size = [&](std::size_t asked, double error) {
        const double size = static_cast<double>(triangle_count(GetParam().make(asked)));
        EXPECT_NEAR(size, static_cast<double>(asked), error * static_cast<double>(asked));
    };
    expect_size(GetParam().triangles, 0.04);
    expect_size(1'000, 0.35);
    expect_size(10'000, 0.15);
    expect_size(support::effort(1'000'000), 0.1);
}

TEST_P(DeformingScenes, AreValidMeshesInEveryFrame)
{
    const DeformingScene scene = GetParam().make(2'000);
    EXPECT_EQ(scene.name, GetParam().name);
    ASSERT_GE(scene.frames, 2);
    ASSERT_FALSE(scene.objects.empty());
    std::set<std::string> names;
    for (const DeformingObject& object : scene.objects) EXPECT_TRUE(names.insert(object.name).second) << object.name;
    for (int frame = 0; frame < scene.frames; ++frame) {
        const std::vector<TriangleMesh> meshes = meshes_at(scene, frame);  // throws for what is not finite or no vertex
        ASSERT_EQ(meshes.size(), scene.objects.size());
        for (const TriangleMesh& mesh : meshes) {
            EXPECT_TRUE(mesh.degenerate_faces().empty()) << frame;
            EXPECT_TRUE(mesh.isolated_vertices().empty()) << frame;
        }
    }
}

TEST_P(DeformingScenes, AreTheSameInAnyOrderOfFrames)
{
    const DeformingScene one = GetParam().make(1'500), other = GetParam().make(1'500);
    EXPECT_EQ(one.frames, other.frames);
    const int last = one.frames - 1;
    const ScenePositions end = one.positions(last), start = one.positions(0);
    EXPECT_NE(start, end);
    EXPECT_EQ(other.positions(0), start);
    EXPECT_EQ(other.positions(last), end);
    EXPECT_EQ(one.positions(last), end);
    for (std::size_t i = 0; i < one.objects.size(); ++i) EXPECT_EQ(one.objects[i].faces, other.objects[i].faces);
}

TEST_P(DeformingScenes, MoveALittleFromFrameToFrame)
{
    // Further than the whole scene would be no motion but a jump.
    const DeformingScene scene = GetParam().make(1'500);
    int compared = 0;
    for (int frame = 0; frame + 1 < scene.frames; ++frame) {
        const ScenePositions from = scene.positions(frame), to = scene.positions(frame + 1);
        if (scene.changing_faces && scene.changing_faces(frame) != scene.changing_faces(frame + 1)) continue;
        double greatest = 0, extent = 0;
        for (std::size_t object = 0; object < from.size(); ++object) {
            ASSERT_EQ(from[object].size(), to[object].size());
            for (std::size_t i = 0; i < from[object].size(); ++i) {
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    greatest = std::max(greatest, std::abs(to[object][i][axis] - from[object][i][axis]));
                    extent = std::max(extent, std::abs(from[object][i][axis] - from[0][0][axis]));
                }
            }
        }
        EXPECT_LT(greatest, 0.25 * extent) << frame;
        ++compared;
    }
    EXPECT_GT(compared, 0);
}

TEST_P(DeformingScenes, TouchInSomeStep)
{
    const DeformingScene scene = GetParam().make(support::effort(20'000) == 20'000 ? 20'000 : 10'000);
    int touching = 0;
    for (int frame = scene.frames - 2; frame >= 0 && touching == 0; --frame) {
        if (scene.changing_faces && scene.changing_faces(frame) != scene.changing_faces(frame + 1)) continue;
        if (collides(step_of(scene, frame))) ++touching;
    }
    EXPECT_EQ(touching, 1);
}

INSTANTIATE_TEST_SUITE_P(All, DeformingScenes, testing::ValuesIn(deforming_scenes()), [](const auto& parameter) {
    std::string name(parameter.param.name);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

TEST(DeformingScene, IsFoundByName)
{
    std::set<std::string_view> names;
    for (const DeformingSceneEntry& entry : deforming_scenes()) EXPECT_TRUE(names.insert(entry.name).second);
    ASSERT_TRUE(deforming_scene("snake", 2'000));
    EXPECT_EQ(deforming_scene("snake", 2'000)->name, "snake");
    EXPECT_FALSE(deforming_scene("no such scene"));
    EXPECT_FALSE(deforming_scene(""));
}

TEST(DeformingScene, StartsFreeWhereItSaysSo)
{
    for (const char* name : {"cloth-over-ball", "cloth-in-funnel", "twisting-cloth", "remeshing-cloth", "crash",
                             "snake", "bar-and-spheres", "heart-among-organs"}) {
        EXPECT_FALSE(collides(step_of(deforming_scene(name, 10'000).value(), 0))) << name;
    }
    // The knot that breaks is so coarse that its tube passes through itself; no pair touches before the ball arrives.
    const deformable::MovingScene exploding = step_of(deforming_scene("exploding-model", 10'000).value(), 0);
    EXPECT_EQ(first_contact(exploding).outcome, Outcome::crossing_at_start);
    EXPECT_FALSE(collides(exploding, QueryOptions{.assume_start_free = true}));
}

TEST(BarAndSpheres, HasTheTrianglesOfThePaper)
{
    const DeformingScene scene = deforming_scene("bar-and-spheres").value();
    EXPECT_EQ(triangle_count(scene), 636U);
    EXPECT_EQ(scene.objects.size(), 4U);
}

TEST(RemeshingCloth, ChangesItsTrianglesBetweenFramesOfOneShape)
{
    const DeformingScene scene = deforming_scene("remeshing-cloth", 3'000).value();
    int changes = 0;
    for (int frame = 0; frame + 1 < scene.frames; ++frame) {
        const auto before = scene.changing_faces(frame), after = scene.changing_faces(frame + 1);
        if (before == after) continue;
        ++changes;
        // The vertices of the cloth before it was refined come first, and the ball keeps its own.
        const ScenePositions from = scene.positions(frame), to = scene.positions(frame + 1);
        EXPECT_EQ(from[1], to[1]);
        EXPECT_TRUE(std::equal(from[0].begin(), from[0].begin() + 400, to[0].begin())) << frame;
    }
    EXPECT_EQ(changes, 7);
}

TEST(ClothOverBall, HasTheFramesAndPartsOfTheSequenceItStandsFor)
{
    const DeformingScene scene = deforming_scene("cloth-over-ball").value();
    EXPECT_EQ(scene.frames, 94);
    EXPECT_EQ(scene.objects.size(), 1U);
}

}  // namespace
}  // namespace tocca::scenes::deforming_scene_test
