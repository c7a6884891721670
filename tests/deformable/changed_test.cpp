// SPDX-License-Identifier: Apache-2.0
// QueryOptions::changed: the answers are those about the pairs with a changed vertex, however the search is done.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "deformable/gap_reference.hpp"
#include "scenes/answer_hash.hpp"
#include "scenes/deforming_scene.hpp"
#include "support/effort.hpp"
#include "tocca/deformable/free_times.hpp"
#include "tocca/deformable/intersections.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/deformable/moving_mesh.hpp"
#include "tocca/deformable/near_pairs.hpp"
#include "tocca/deformable/safe_fractions.hpp"
#include "tocca/deformable/safe_step.hpp"

namespace tocca::changed_test {
namespace {

using deformable::MovingScene;
using deformable::ObjectId;
using support::draw_scene;
using support::effort;
using support::moving_families;
using support::MovingFamily;
using support::Random;

using Lists = std::vector<std::vector<std::uint32_t>>;

/// The vertices that have changed, in the order of the caller and to look into.
class Changed {
public:
    Changed(const MovingScene& scene, Random& random, double share)
    {
        for (ObjectId object = 0; object < scene.object_count(); ++object) {
            std::vector<std::uint32_t>& own = lists_.emplace_back();
            for (VertexId v = 0; v < scene.object(object).mesh.vertex_count(); ++v) {
                if (!random.chance(share)) continue;
                own.insert(random.chance(0.5) ? own.begin() : own.end(), v);
                if (random.chance(0.1)) own.push_back(v);
                all_.insert({object, v});
            }
        }
    }

    [[nodiscard]] const Lists& lists() const { return lists_; }
    [[nodiscard]] bool empty() const { return all_.empty(); }
    template <std::size_t count>
    [[nodiscard]] bool contains(ObjectId object, const std::array<std::uint32_t, count>& vertices) const
    {
        return std::ranges::any_of(vertices, [&](VertexId v) { return all_.contains({object, v}); });
    }
    [[nodiscard]] bool contains(const FeaturePair& pair) const
    {
        const std::size_t second = pair.kind == PairKind::vertex_face ? 1 : 2;
        for (std::size_t i = 0; i < 4; ++i) {
            if (all_.contains({pair.objects[i < second ? 0 : 1], pair.vertices[i]})) return true;
        }
        return false;
    }
    [[nodiscard]] bool contains(const Intersection& pair) const
    {
        return contains(pair.objects[0], pair.edge) || contains(pair.objects[1], pair.face);
    }

private:
    Lists lists_;
    std::set<std::pair<ObjectId, VertexId>> all_;
};

void expect_same_contacts(const std::vector<Contact>& found, const std::vector<Contact>& wanted)
{
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_TRUE(support::same(found[i], wanted[i])) << i;
}

void expect_same_start(const Start& found, const Start& wanted)
{
    EXPECT_EQ(found.near, wanted.near);
    EXPECT_EQ(found.near_count, wanted.near_count);
    ASSERT_EQ(found.near_pairs.size(), wanted.near_pairs.size());
    for (std::size_t i = 0; i < found.near_pairs.size(); ++i) {
        EXPECT_EQ(found.near_pairs[i].vertices, wanted.near_pairs[i].vertices);
        EXPECT_EQ(found.near_pairs[i].distance, wanted.near_pairs[i].distance);
    }
    EXPECT_EQ(found.crossing_count, wanted.crossing_count);
    EXPECT_EQ(found.crossings, wanted.crossings);
}

/// What all verbs say of a scene with `changed` is what they say of another copy of it about the same pairs by a
/// predicate, and of all contacts and intersections those with a changed vertex.
void expect_filtered(const MovingScene& scene, const MovingScene& copy, const Changed& changed,
                     const QueryOptions& options)
{
    QueryOptions found = options, wanted = options;
    found.changed = changed.lists();
    wanted.accept = [&](const FeaturePair& pair) {
        return changed.contains(pair) && (!options.accept || options.accept(pair));
    };
    EXPECT_EQ(collides(scene, found), collides(copy, wanted));

    const Answer first = first_contact(scene, found), first_wanted = first_contact(copy, wanted);
    EXPECT_TRUE(first.only_changed && !first_wanted.only_changed);
    EXPECT_EQ(first.outcome, first_wanted.outcome);
    EXPECT_EQ(scenes::hash_of(first), scenes::hash_of(first_wanted));
    expect_same_start(first.start, first_wanted.start);
    EXPECT_TRUE(first.nothing_checked || !changed.empty());

    const Answers all = all_contacts(scene, found), all_wanted = all_contacts(copy, wanted);
    EXPECT_TRUE(all.only_changed);
    EXPECT_EQ(scenes::hash_of(static_cast<const Answer&>(all)),
              scenes::hash_of(static_cast<const Answer&>(all_wanted)));
    expect_same_contacts(all.contacts, all_wanted.contacts);
    expect_same_start(all.start, all_wanted.start);
    std::vector<Contact> of_all = all_contacts(copy, options).contacts;
    std::erase_if(of_all, [&](const Contact& contact) { return !changed.contains(contact.features()); });
    expect_same_contacts(all.contacts, of_all);

    const SafeStep step = safe_step(scene, found), step_wanted = safe_step(copy, wanted);
    EXPECT_TRUE(step.only_changed);
    EXPECT_EQ(scenes::hash_of(static_cast<const Answer&>(step)),
              scenes::hash_of(static_cast<const Answer&>(step_wanted)));
    EXPECT_EQ(step.step, step_wanted.step);
    EXPECT_EQ(step.all_shorter_steps, step_wanted.all_shorter_steps);
    EXPECT_EQ(step.limited_by.has_value(), step_wanted.limited_by.has_value());
}

void expect_filtered_at(const MovingScene& scene, const MovingScene& copy, const Changed& changed, double time,
                        int threads)
{
    const QueryOptions options{.changed = changed.lists(), .threads = threads};
    std::vector<Intersection> wanted = intersections(copy, time);
    std::erase_if(wanted, [&](const Intersection& pair) { return !changed.contains(pair); });
    EXPECT_EQ(intersections(scene, time, options), wanted);
    EXPECT_EQ(intersects(scene, time, options), !wanted.empty());
    if (time != 0.0 && time != 1.0) return;
    std::vector<FeaturePair::Near> near = near_pairs(copy, 0.05, time);
    std::erase_if(near, [&](const FeaturePair::Near& pair) { return !changed.contains(pair); });
    const std::vector<FeaturePair::Near> found = near_pairs(scene, 0.05, time, options);
    ASSERT_EQ(found.size(), near.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(found[i].vertices, near[i].vertices);
        EXPECT_EQ(found[i].distance, near[i].distance);
    }
}

class ChangedVertices : public testing::TestWithParam<MovingFamily> {};

TEST_P(ChangedVertices, AnswerForTheirPairsAlone)
{
    Random random(17);
    // Gaps among coordinates of all magnitudes take long to decide.
    const bool wide = GetParam() == MovingFamily::far_and_wide;
    for (std::size_t i = 0; i < effort(wide ? 15 : 45); ++i) {
        SCOPED_TRACE(i);
        const bool thick = !wide && random.chance(0.3);
        MovingScene scene = thick ? draw_thick_scene(random, GetParam(), 0.1) : draw_scene(random, GetParam()).scene();
        const MovingScene copy = scene;
        if (random.chance(0.4)) scene.keep_candidates(random.pick({1e-3, 0.1}));
        if (random.chance(0.4)) scene.keep_front(random.pick({20U, 100'000U}));
        QueryOptions options{.threads = random.pick({1, 2}), .target = random.pick({"", "EMU128"})};
        if (!wide && random.chance(0.3)) options.clearance = random.pick({1e-6, 0.05});
        if (random.chance(0.2)) options.until = 0.5;
        if (random.chance(0.2)) options.self = false;
        if (random.chance(0.2)) options.between = false;
        if (random.chance(0.2))
            options.accept = [](const FeaturePair& pair) { return pair.kind == PairKind::edge_edge; };
        // What is kept and what is proven of all pairs serves the changed ones, too.
        if (random.chance(0.6)) (void)all_contacts(scene, options);
        const Changed changed(scene, random, random.pick({0.0, 0.05, 0.2, 1.0}));
        expect_filtered(scene, copy, changed, options);
        for (const double time : {0.0, 1.0, 0.375}) expect_filtered_at(scene, copy, changed, time, options.threads);
    }
}

INSTANTIATE_TEST_SUITE_P(Families, ChangedVertices, testing::ValuesIn(moving_families),
                         [](const auto& tested) { return std::string(to_string(tested.param)); });

TEST(ChangedVerticesOfALargeScene, AnswerForTheirPairsAloneFromFrameToFrame)
{
    const scenes::DeformingScene cloth = scenes::deforming_scene("cloth-over-ball", 6000).value();
    std::vector<deformable::SceneObject> objects;
    for (TriangleMesh& mesh : scenes::meshes_at(cloth, 40)) objects.push_back({std::move(mesh), {}});
    MovingScene scene(std::move(objects)), copy = scene;
    scene.keep_candidates(0.01);
    scene.keep_front(200'000);
    Random random(5);
    for (int frame = 41; frame < 45; ++frame) {
        const scenes::ScenePositions next = cloth.positions(frame);
        const std::vector<std::span<const Point>> spans(next.begin(), next.end());
        scene.move_to(spans);
        copy.move_to(spans);
        const Changed changed(scene, random, 0.01);
        for (const int threads : {1, 2}) expect_filtered(scene, copy, changed, {.threads = threads});
        expect_filtered_at(scene, copy, changed, 0.5, 2);
    }
}

TEST(ChangedVerticesWork, IsThatOfTheirPairs)
{
    const scenes::DeformingScene cloth = scenes::deforming_scene("cloth-over-ball", 6000).value();
    std::vector<deformable::SceneObject> objects;
    for (TriangleMesh& mesh : scenes::meshes_at(cloth, 40)) objects.push_back({std::move(mesh), {}});
    MovingScene scene(std::move(objects));
    const scenes::ScenePositions next = cloth.positions(41);
    scene.move_to(std::vector<std::span<const Point>>(next.begin(), next.end()));
    Statistics all, few;
    (void)all_contacts(scene, {.assume_start_free = true, .statistics = &all});
    (void)all_contacts(scene, {.changed = Lists{{7}}, .assume_start_free = true, .statistics = &few});
    EXPECT_LT(few.node_tests, all.node_tests / 50);
    EXPECT_LT(few.elementary_tests, all.elementary_tests / 50);
    EXPECT_GT(few.node_tests, 0U);
}

/// Two triangles facing each other; the upper falls through the lower.
MovingMesh falling()
{
    MovingMesh mesh(
        TriangleMesh({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 1}, {2, 1, 1}, {1, 2, 1}}, {{0, 1, 2}, {3, 4, 5}}));
    mesh.move_to(std::vector<Point>{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, -1}, {2, 1, -1}, {1, 2, -1}});
    return mesh;
}

TEST(ChangedVerticesProofs, AreNotRememberedForTheNextStep)
{
    // The upper triangle falls through the lower one, which nobody asks about.
    MovingMesh mesh = falling();
    ASSERT_FALSE(intersects(mesh, 0.0));
    for (const Lists& nothing : {Lists{{}}}) {
        const Answer answer = first_contact(mesh, {.changed = nothing});
        EXPECT_EQ(answer.outcome, Outcome::free);
        EXPECT_TRUE(answer.only_changed && answer.nothing_checked);
        EXPECT_FALSE(collides(mesh, {.changed = nothing}));
        EXPECT_EQ(safe_step(mesh, {.changed = nothing}).step, 1.0);
    }
    EXPECT_EQ(first_contact(mesh, {.changed = Lists{{0}}}).outcome, Outcome::contact);
    const std::vector<Point> half{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, -1}, {2, 1, 0.5}, {1, 2, 0.5}};
    mesh.set_end(half);
    EXPECT_EQ(safe_step(mesh, {.changed = Lists{{}}}).step, 1.0);
    mesh.move_to(half);
    EXPECT_EQ(first_contact(mesh).outcome, Outcome::crossing_at_start);
    EXPECT_EQ(first_contact(mesh, {.changed = Lists{{3}}}).outcome, Outcome::crossing_at_start);
    EXPECT_EQ(first_contact(mesh, {.changed = Lists{{}}}).outcome, Outcome::free);
}

std::string sentence_of(const MovingMesh& mesh, const Lists& changed)
{
    try {
        (void)first_contact(mesh, {.changed = changed});
    } catch (const std::invalid_argument& fault) {
        return fault.what();
    }
    return "";
}

TEST(ChangedVerticesLists, AreRefusedWithTheirPlace)
{
    const MovingMesh mesh = falling();
    EXPECT_EQ(sentence_of(mesh, {{0, 5}}), "");
    const std::string fault = sentence_of(mesh, {{0, 6, 2}});
    EXPECT_NE(fault.find("vertex 6"), std::string::npos) << fault;
    EXPECT_NE(fault.find("object 0"), std::string::npos) << fault;
    EXPECT_NE(sentence_of(mesh, {}).find("one list"), std::string::npos);
    EXPECT_NE(sentence_of(mesh, {{}, {}}).find("one list"), std::string::npos);
    const QueryOptions options{.changed = Lists{{0}}};
    EXPECT_THROW((void)intersects(mesh, 0.5, {.changed = Lists{{6}}}), std::invalid_argument);
    EXPECT_THROW((void)free_radii(mesh, 0.1, 0.0, options), std::invalid_argument);
    EXPECT_THROW((void)safe_fractions(mesh, options), std::invalid_argument);
    EXPECT_THROW((void)free_times(mesh, all_contacts(mesh, options)), std::invalid_argument);
}

}  // namespace
}  // namespace tocca::changed_test
