// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "study/contact_study.hpp"
#include "support/brute_force_contacts.hpp"
#include "support/effort.hpp"
#include "support/moving_families.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/deformable/moving_mesh.hpp"
#include "tocca/geometry/triangle_intersection.hpp"

namespace tocca::study::contact_study_test {
namespace {

using support::brute_force_contacts;
using support::draw_moving;
using support::draw_scene;
using support::effort;
using support::moving_families;
using support::MovingFamily;
using support::Random;
using support::same;
using support::scene_of;

constexpr std::array strategies{Strategy::basic, Strategy::no_dupl, Strategy::adj, Strategy::r_tri,
                                Strategy::separate_trees};
constexpr std::array volumes{BoundingVolume::aabb, BoundingVolume::kdop14, BoundingVolume::kdop18,
                             BoundingVolume::kdop26};
constexpr std::array all_layers{TreeLayers::swept, TreeLayers::kinetic, TreeLayers::hybrid};
constexpr std::array assignments{Assignment::greedy, Assignment::uniform, Assignment::maximal};

/// Every exact way to find contacts, but for combinations that come to the same.
std::vector<StudyOptions> exact_ways()
{
    std::vector<StudyOptions> ways;
    for (const Strategy strategy : strategies) {
        for (const BoundingVolume volume : volumes) {
            for (const TreeLayers layers : all_layers) {
                const StudyOptions plain{.strategy = strategy, .volume = volume, .layers = layers, .lower_levels = 2};
                ways.push_back(plain);
                StudyOptions with_times = plain;
                with_times.overlap_times = true;
                if (layers != TreeLayers::swept) ways.push_back(with_times);
                StudyOptions with_segments = plain;
                with_segments.segment_box = true;
                if (strategy != Strategy::basic && strategy != Strategy::no_dupl) ways.push_back(with_segments);
            }
        }
        for (const Assignment assignment : assignments)
            ways.push_back(
                {.strategy = strategy, .assignment = assignment, .local_advancement = LocalAdvancement::accelerator});
    }
    return ways;
}

std::string describe(const StudyOptions& way)
{
    std::string text;
    for (const std::string_view part : {to_string(way.strategy), to_string(way.volume), to_string(way.layers),
                                        to_string(way.assignment), to_string(way.local_advancement)})
        text += std::string(part) + " ";
    return text + (way.overlap_times ? "times " : "") + (way.segment_box ? "segments" : "");
}

void expect_same(const std::vector<Contact>& found, const std::vector<Contact>& wanted)
{
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) ASSERT_TRUE(same(found[i], wanted[i])) << "contact " << i;
}

void expect_ways(const deformable::MovingScene& scene, const std::vector<StudyOptions>& ways)
{
    const std::vector<Contact> wanted = brute_force_contacts(scene);
    for (const StudyOptions& way : ways) {
        SCOPED_TRACE(describe(way));
        expect_same(study_contacts(scene, way).contacts, wanted);
    }
}

class StrategiesOfFamily : public testing::TestWithParam<MovingFamily> {};

TEST_P(StrategiesOfFamily, AllFindTheContactsOfBruteForce)
{
    Random random(51);
    for (std::size_t i = 0; i < effort(20); ++i) {
        SCOPED_TRACE(i);
        expect_ways(scene_of(draw_moving(random, GetParam())), exact_ways());
    }
}

TEST_P(StrategiesOfFamily, AllFindTheContactsOfSeveralObjects)
{
    Random random(52);
    const std::vector<StudyOptions> ways = exact_ways();
    for (std::size_t i = 0; i < effort(20); ++i) {
        SCOPED_TRACE(i);
        std::vector<StudyOptions> some;
        for (int j = 0; j < 5; ++j) some.push_back(ways[random.below(ways.size())]);
        expect_ways(draw_scene(random, GetParam()).scene(), some);
    }
}

TEST_P(StrategiesOfFamily, FindTheFirstContactAndWhetherThereIsOne)
{
    Random random(53);
    for (std::size_t i = 0; i < effort(15); ++i) {
        SCOPED_TRACE(i);
        const deformable::MovingScene scene = scene_of(draw_moving(random, GetParam()));
        // The published methods look for events alone.
        const Answer wanted = first_contact(scene, QueryOptions{.assume_start_free = true});
        for (const Strategy strategy : strategies) {
            for (const TreeLayers layers : all_layers) {
                for (const LocalAdvancement advancement : {LocalAdvancement::off, LocalAdvancement::accelerator}) {
                    for (const bool culling : {false, true}) {
                        const StudyOptions way{.strategy = strategy,
                                               .volume = volumes[random.below(4)],
                                               .layers = layers,
                                               .local_advancement = advancement,
                                               .temporal_culling = culling};
                        SCOPED_TRACE(describe(way));
                        EXPECT_EQ(study_collides(scene, way).collides, wanted.contact.has_value());
                        const StudyFirstContact found = study_first_contact(scene, way);
                        EXPECT_EQ(found.outcome, wanted.outcome);
                        EXPECT_EQ(found.safe_until, wanted.safe_until);
                        ASSERT_EQ(found.contact.has_value(), wanted.contact.has_value());
                        if (found.contact) {
                            EXPECT_TRUE(same(*found.contact, *wanted.contact));
                        }
                    }
                }
            }
        }
    }
}

TEST_P(StrategiesOfFamily, FeatureCullingMakesTheSameTestsEachOnce)
{
    Random random(54);
    for (std::size_t i = 0; i < effort(20); ++i) {
        const deformable::MovingScene scene = scene_of(draw_moving(random, GetParam()));
        for (const BoundingVolume volume : volumes) {
            for (const TreeLayers layers : all_layers) {
                const auto counts = [&](Strategy strategy, bool segments = false) {
                    return study_contacts(
                               scene,
                               {.strategy = strategy, .volume = volume, .layers = layers, .segment_box = segments})
                        .counts;
                };
                const StudyCounts r_tri = counts(Strategy::r_tri), adj = counts(Strategy::adj);
                const StudyCounts separate = counts(Strategy::separate_trees), basic = counts(Strategy::basic);
                const StudyCounts no_dupl = counts(Strategy::no_dupl), segments = counts(Strategy::r_tri, true);
                for (const StudyCounts& other : {adj, separate}) {
                    EXPECT_EQ(other.vertex_face_tests, r_tri.vertex_face_tests);
                    EXPECT_EQ(other.edge_edge_tests, r_tri.edge_edge_tests);
                }
                EXPECT_LE(r_tri.vertex_face_tests, no_dupl.vertex_face_tests);
                EXPECT_LE(r_tri.edge_edge_tests, no_dupl.edge_edge_tests);
                EXPECT_LE(no_dupl.elementary_tests(), basic.elementary_tests());
                EXPECT_LE(segments.vertex_face_tests, r_tri.vertex_face_tests);
                EXPECT_EQ(segments.edge_edge_tests, r_tri.edge_edge_tests);
                EXPECT_EQ(basic.triangle_pairs, r_tri.triangle_pairs);
            }
        }
    }
}

/// Edges and faces of a scene at its start, one by one.
std::vector<EdgeFaceIntersection> brute_force_intersections(const deformable::MovingScene& scene)
{
    std::vector<EdgeFaceIntersection> found;
    for (deformable::ObjectId a = 0; a < scene.object_count(); ++a) {
        const TriangleMesh& first = scene.object(a).mesh;
        std::vector<EdgeVertices> edges(first.edges().begin(), first.edges().end());
        for (const VertexId v : first.isolated_vertices()) edges.push_back({v, v});
        for (const EdgeVertices& e : edges) {
            for (deformable::ObjectId b = 0; b < scene.object_count(); ++b) {
                for (const FaceVertices& f : scene.object(b).mesh.faces()) {
                    const auto has = [&](VertexId v) { return f[0] == v || f[1] == v || f[2] == v; };
                    if (a == b && (has(e[0]) || has(e[1]))) continue;
                    if (segment_meets_triangle({scene.start(a, e[0]), scene.start(a, e[1])},
                                               {scene.start(b, f[0]), scene.start(b, f[1]), scene.start(b, f[2])}))
                        found.push_back({e, f, a, b});
                }
            }
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

TEST_P(StrategiesOfFamily, FindTheEdgesThatMeetFacesAtTheStart)
{
    Random random(55);
    for (std::size_t i = 0; i < effort(20); ++i) {
        const deformable::MovingScene scene = draw_scene(random, GetParam()).scene();
        const std::vector<EdgeFaceIntersection> wanted = brute_force_intersections(scene);
        for (const BoundingVolume volume : volumes) {
            for (const Assignment assignment : assignments) {
                const auto study = [&](Strategy strategy, bool segments = false) {
                    return study_intersections(
                        scene,
                        {.strategy = strategy, .volume = volume, .segment_box = segments, .assignment = assignment});
                };
                const StudyIntersections basic = study(Strategy::basic), no_dupl = study(Strategy::no_dupl);
                const StudyIntersections r_tri = study(Strategy::r_tri), segments = study(Strategy::r_tri, true);
                for (const StudyIntersections* result : {&basic, &no_dupl, &r_tri, &segments})
                    EXPECT_EQ(result->intersections, wanted);
                EXPECT_GE(basic.edge_face_tests, no_dupl.edge_face_tests);
                EXPECT_GE(no_dupl.edge_face_tests, r_tri.edge_face_tests);
                EXPECT_GE(r_tri.edge_face_tests, segments.edge_face_tests);
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Study, StrategiesOfFamily, testing::ValuesIn(moving_families),
                         [](const auto& family) { return std::string(to_string(family.param)); });

TEST(Strategies, AnEmptySceneIsFree)
{
    for (const StudyOptions& way : exact_ways()) {
        EXPECT_TRUE(study_contacts(deformable::MovingScene{}, way).contacts.empty());
        EXPECT_FALSE(study_collides(deformable::MovingScene{}, way).collides);
        EXPECT_EQ(study_first_contact(deformable::MovingScene{}, way).safe_until, 1.0);
    }
}

TEST(Strategies, ObjectsThatMayNotTouchThemselvesDoNot)
{
    Random random(56);
    for (int i = 0; i < 20; ++i) {
        const support::SceneInstance drawn = draw_scene(random, MovingFamily::soup);
        std::vector<deformable::SceneObject> objects;
        std::vector<std::span<const Point>> ends;
        for (const support::MovingInstance& object : drawn.objects) {
            objects.push_back({object.mesh, {.self = random.chance(0.5)}});
            ends.emplace_back(object.end);
        }
        deformable::MovingScene scene(std::move(objects));
        scene.move_to(ends);
        for (const Strategy strategy : strategies)
            expect_same(study_contacts(scene, {.strategy = strategy}).contacts, all_contacts(scene).contacts);
    }
}

TEST(Strategies, ARefittedStudyFindsWhatANewOneDoes)
{
    Random random(57);
    for (int i = 0; i < 30; ++i) {
        const support::MovingInstance drawn = draw_moving(random, MovingFamily::sheet);
        MovingMesh mesh(drawn.mesh);
        const StudyOptions way{.strategy = strategies[random.below(5)],
                               .volume = volumes[random.below(4)],
                               .layers = all_layers[random.below(3)]};
        ContactStudy study(mesh, way);
        EXPECT_GT(study.bytes(), 0U);
        mesh.move_to(drawn.end);
        study.refit(mesh);
        expect_same(study.all_contacts().contacts, all_contacts(mesh).contacts);
    }
    ContactStudy study(MovingMesh(draw_moving(random, MovingFamily::sheet).mesh), {});
    EXPECT_THROW(study.refit(deformable::MovingScene{}), std::invalid_argument);
}

TEST(Strategies, TemporalCullingAndAdvancementSaveTests)
{
    Random random(58);
    std::uint64_t all = 0, culled = 0, advanced = 0;
    for (int i = 0; i < 60; ++i) {
        const deformable::MovingScene scene = scene_of(draw_moving(random, MovingFamily::soup));
        const auto tests = [&](bool culling, LocalAdvancement advancement) {
            return study_first_contact(scene, {.local_advancement = advancement, .temporal_culling = culling})
                .counts.elementary_tests();
        };
        all += tests(false, LocalAdvancement::off);
        culled += tests(true, LocalAdvancement::off);
        advanced += tests(true, LocalAdvancement::accelerator);
    }
    EXPECT_LE(culled, all);
    EXPECT_LT(2 * advanced, all);
}

TEST(LocalAdvancementJudge, MissesNothingAndReportsNearMisses)
{
    Random random(59);
    std::size_t extra = 0, contacts = 0;
    for (const MovingFamily family : {MovingFamily::soup, MovingFamily::sheet, MovingFamily::fan}) {
        for (int i = 0; i < 30; ++i) {
            const deformable::MovingScene scene = scene_of(draw_moving(random, family));
            const std::vector<Contact> exact = all_contacts(scene).contacts;
            const StudyResult judged =
                study_contacts(scene, {.local_advancement = LocalAdvancement::judge, .threshold = 1e-3});
            const ContactDifferences result = differences(judged.contacts, exact);
            EXPECT_EQ(result.missed, 0U);
            EXPECT_LT(result.greatest_delay, 1e-9) << "advancement never passes a contact";
            EXPECT_EQ(judged.contacts.size(), exact.size() + result.extra);
            extra += result.extra;
            contacts += exact.size();
        }
    }
    EXPECT_GT(contacts, 100U);
    EXPECT_GT(extra, 0U);
}

TEST(ContactDifferences, CountsBothWays)
{
    const auto contact = [](std::uint32_t vertex, double time) {
        return Contact{.toc = {time, time}, .vertices = {vertex, 1, 2, 3}};
    };
    const ContactDifferences result =
        differences({contact(4, 0.5), contact(6, 0.25), contact(7, 0.5)}, {contact(5, 0.5), contact(6, 0.5)});
    EXPECT_EQ(result.missed, 1U);
    EXPECT_EQ(result.extra, 2U);
    EXPECT_EQ(result.greatest_advance, 0.25);
    EXPECT_EQ(result.greatest_delay, 0.0);
}

TEST(Strategies, RefuseBadOptions)
{
    EXPECT_THROW((void)study_contacts(deformable::MovingScene{}, {.tolerance = 0.0}), std::invalid_argument);
    EXPECT_THROW((void)study_contacts(deformable::MovingScene{}, {.threshold = -1.0}), std::invalid_argument);
    EXPECT_THROW((void)study_contacts(deformable::MovingScene{}, {.lower_levels = -1}), std::invalid_argument);
    EXPECT_THROW((void)study_intersections(deformable::MovingScene{}, {.strategy = Strategy::adj}),
                 std::invalid_argument);
    EXPECT_THROW((void)study_intersections(deformable::MovingScene{}, {.strategy = Strategy::separate_trees}),
                 std::invalid_argument);
}

}  // namespace
}  // namespace tocca::study::contact_study_test
