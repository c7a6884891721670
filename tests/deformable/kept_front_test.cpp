// SPDX-License-Identifier: Apache-2.0
// deformable::MovingScene::keep_front: where the last search ended has no part in any answer.
#include <gtest/gtest.h>

#include <span>
#include <thread>
#include <vector>

#include "scenes/deforming_scene.hpp"
#include "support/brute_force_contacts.hpp"
#include "support/effort.hpp"
#include "support/moving_families.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/deformable/step_tree.hpp"

namespace tocca::kept_front_test {
namespace {

using support::draw_scene;
using support::effort;
using support::moving_families;
using support::MovingFamily;
using support::Random;
using support::same;
using support::SceneInstance;

void expect_same(const deformable::MovingScene& with, const deformable::MovingScene& without,
                 const QueryOptions& options)
{
    Statistics found_work, wanted_work;
    const auto counted = [&](Statistics& work) {
        QueryOptions copy = options;
        copy.statistics = &work;
        return copy;
    };
    const Answers found = all_contacts(with, counted(found_work)), wanted = all_contacts(without, counted(wanted_work));
    ASSERT_EQ(found.contacts.size(), wanted.contacts.size());
    for (std::size_t i = 0; i < found.contacts.size(); ++i) EXPECT_TRUE(same(found.contacts[i], wanted.contacts[i]));
    EXPECT_EQ(found.outcome, wanted.outcome);
    EXPECT_EQ(found.safe_until, wanted.safe_until);
    EXPECT_EQ(found_work.elementary_tests, wanted_work.elementary_tests);
    EXPECT_EQ(collides(with, options), collides(without, options));
    EXPECT_EQ(first_contact(with, options).safe_until, first_contact(without, options).safe_until);
}

/// Other end positions: some vertices go back, some on, some elsewhere.
std::vector<std::vector<Point>> next_positions(const SceneInstance& instance, Random& random)
{
    std::vector<std::vector<Point>> next;
    for (const support::MovingInstance& object : instance.objects) {
        next.push_back(object.end);
        for (std::size_t v = 0; v < next.back().size(); ++v) {
            if (random.chance(0.3)) next.back()[v] = object.mesh.positions()[v];
            if (random.chance(0.1)) next.back()[v][random.below(3)] += 0.1 * random.signed_unit();
        }
    }
    return next;
}

QueryOptions draw_filter(Random& random, std::size_t objects)
{
    QueryOptions filter;
    filter.self = random.chance(0.7);
    filter.between = random.chance(0.7);
    const auto draw_object = [&] { return static_cast<deformable::ObjectId>(random.below(objects)); };
    if (random.chance(0.3)) filter.ignored_pairs.push_back({draw_object(), draw_object()});
    if (random.chance(0.2)) {
        filter.accept = [](const FeaturePair& pair) { return pair.kind == PairKind::vertex_face; };
    }
    return filter;
}

class KeptFront : public testing::TestWithParam<MovingFamily> {};

TEST_P(KeptFront, ChangesNoAnswerOverStepsAndFilters)
{
    Random random(11);
    for (std::size_t i = 0; i < effort(6); ++i) {
        const SceneInstance instance = draw_scene(random, GetParam());
        deformable::MovingScene with = instance.scene(), without = with;
        with.keep_front(random.pick({1U, 20U, 1'000'000U}));
        for (int step = 0; step < 4; ++step) {
            SCOPED_TRACE(testing::Message() << "scene " << i << ", step " << step);
            QueryOptions options = draw_filter(random, instance.objects.size());
            options.threads = random.pick({1, 2});
            expect_same(with, without, options);
            expect_same(with, without, {});
            const std::vector<std::vector<Point>> next = next_positions(instance, random);
            const std::vector<std::span<const Point>> spans(next.begin(), next.end());
            with.move_to(spans);
            without.move_to(spans);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Families, KeptFront, testing::ValuesIn(moving_families),
                         [](const auto& tested) { return std::string(to_string(tested.param)); });

/// A scene at its first frame.
deformable::MovingScene first_frame(const scenes::DeformingScene& scene)
{
    std::vector<deformable::SceneObject> objects;
    for (TriangleMesh& mesh : scenes::meshes_at(scene, 0)) objects.push_back({std::move(mesh), {}});
    return deformable::MovingScene(std::move(objects));
}

void move_to_frame(deformable::MovingScene& moving, const scenes::DeformingScene& scene, int frame)
{
    const scenes::ScenePositions next = scene.positions(frame);
    moving.move_to(std::vector<std::span<const Point>>(next.begin(), next.end()));
}

TEST(KeptFrontSequence, ChangesNoAnswerWhereTreesAreBuiltAnew)
{
    const scenes::DeformingScene scene = scenes::deforming_scene("twisting-cloth", 4000).value();
    deformable::MovingScene with = first_frame(scene), without = with;
    with.keep_front(1'000'000);
    int forgotten = 0, kept = 0;
    for (int frame = 1; frame < scene.frames; frame += 2) {
        SCOPED_TRACE(frame);
        const bool had = with.tree().front().last() != nullptr;
        move_to_frame(with, scene, frame);
        move_to_frame(without, scene, frame);
        const bool has = with.tree().front().last() != nullptr;
        forgotten += had && !has ? 1 : 0;
        kept += has ? 1 : 0;
        expect_same(with, without, {});
    }
    EXPECT_GT(forgotten, 0);
    EXPECT_GT(kept, 0);
}

TEST(KeptFrontSequence, SavesComparisons)
{
    const scenes::DeformingScene scene = scenes::deforming_scene("cloth-over-ball", 4000).value();
    deformable::MovingScene with = first_frame(scene), without = with;
    with.keep_front(1'000'000);
    for (int frame = 1; frame < 4; ++frame) {
        move_to_frame(with, scene, frame);
        move_to_frame(without, scene, frame);
        Statistics warm, usual;
        (void)all_contacts(with, {.statistics = &warm});
        (void)all_contacts(without, {.statistics = &usual});
        EXPECT_GT(usual.leaf_pairs, 0U);
        EXPECT_EQ(warm.leaf_pairs, usual.leaf_pairs);
        if (frame > 1) {
            EXPECT_LT(5 * warm.node_tests, 4 * usual.node_tests);
        }
    }
}

TEST(KeptFrontSequence, GoesWithCopiesAndNotIntoOtherScenes)
{
    const scenes::DeformingScene small = scenes::deforming_scene("cloth-over-ball", 1000).value();
    const scenes::DeformingScene large = scenes::deforming_scene("bouncing-balls", 2000).value();
    deformable::MovingScene scene = first_frame(small);
    scene.keep_front(1'000'000);
    move_to_frame(scene, small, 1);
    (void)all_contacts(scene);
    deformable::MovingScene copy = scene;
    EXPECT_EQ(copy.tree().front().last(), scene.tree().front().last());
    move_to_frame(copy, small, 2);
    move_to_frame(scene, small, 2);
    expect_same(copy, scene, {});

    // More meshes make another scene.
    scene = first_frame(large);
    EXPECT_FALSE(scene.tree().front().last());
    scene.keep_front(1'000'000);
    for (int frame = 1; frame < 4; ++frame) {
        deformable::MovingScene fresh = first_frame(large);
        move_to_frame(fresh, large, frame - 1);
        move_to_frame(fresh, large, frame);
        move_to_frame(scene, large, frame);
        expect_same(scene, fresh, {});
    }
    const deformable::MovingScene moved = std::move(scene);
    EXPECT_THROW(scene.keep_front(1), std::invalid_argument);  // NOLINT(bugprone-use-after-move): what is tested
}

TEST(KeptFrontSequence, ServesThreadsThatAskAtTheSameTime)
{
    const scenes::DeformingScene scene = scenes::deforming_scene("cloth-over-ball", 2000).value();
    deformable::MovingScene with = first_frame(scene);
    with.keep_front(1'000'000);
    for (int frame = 40; frame < 43; ++frame) {
        move_to_frame(with, scene, frame);
        std::vector<Answers> answers(3);
        {
            std::vector<std::jthread> threads;
            for (Answers& answer : answers)
                threads.emplace_back([&with, &answer] { answer = all_contacts(with, {.threads = 1}); });
        }
        for (const Answers& answer : answers) {
            ASSERT_EQ(answer.contacts.size(), answers[0].contacts.size());
            for (std::size_t i = 0; i < answer.contacts.size(); ++i)
                EXPECT_TRUE(same(answer.contacts[i], answers[0].contacts[i]));
        }
    }
}

}  // namespace
}  // namespace tocca::kept_front_test
