// SPDX-License-Identifier: Apache-2.0
// Questions about a part of the step: QueryOptions::until.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "deformable/gap_reference.hpp"
#include "support/effort.hpp"
#include "tocca/deformable/free_times.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/deformable/safe_step.hpp"

namespace tocca::until_test {
namespace {

using support::effort;
using support::MovingFamily;
using support::Random;
using support::same;

bool begins_by(const Contact& contact, double until) { return contact.toc.upper == 0.0 || contact.toc.lower < until; }

/// What the verbs say of [0, until] is what they say of the whole step, as far as it begins by then.
void expect_part(const deformable::MovingScene& scene, QueryOptions options, double until)
{
    const Answers whole = all_contacts(scene, options);
    options.until = until;
    std::vector<Contact> expected;
    for (const Contact& contact : whole.contacts) {
        if (begins_by(contact, until)) expected.push_back(contact);
    }
    const Answers part = all_contacts(scene, options);
    EXPECT_EQ(part.until, until);
    EXPECT_TRUE(std::equal(part.contacts.begin(), part.contacts.end(), expected.begin(), expected.end(),
                           [](const Contact& x, const Contact& y) { return same(x, y); }))
        << part.contacts.size() << " contacts, not " << expected.size();
    EXPECT_EQ(part.start.near_count, whole.start.near_count);
    EXPECT_EQ(part.start.crossings, whole.start.crossings);

    const Answer first = first_contact(scene, options);
    EXPECT_EQ(first.outcome, part.outcome);
    EXPECT_EQ(first.safe_until, part.safe_until);
    EXPECT_EQ(first.contact.has_value(), !expected.empty());
    if (expected.empty() && first.outcome != Outcome::crossing_at_start) {
        EXPECT_EQ(first.safe_until, until);
        EXPECT_EQ(first.outcome, first.start.near ? Outcome::near_at_start : Outcome::free);
    }
    EXPECT_EQ(collides(scene, options), first.outcome != Outcome::free);

    const SafeStep step = safe_step(scene, options);
    EXPECT_LE(step.step, first.safe_until);
    // Apart from the step it is the answer of first_contact.
    EXPECT_EQ(step.outcome, first.outcome);
    EXPECT_EQ(step.safe_until, first.safe_until);
    EXPECT_EQ(step.start.near_count, first.start.near_count);
    if (is_at_start(step.outcome) || step.step == 0.0) return;
    // Proven for the rounded positions, so that the next step needs no test of its start.
    deformable::MovingScene next = scene;
    std::vector<std::vector<Point>> end;
    for (deformable::ObjectId object = 0; object < scene.object_count(); ++object)
        end.push_back(positions_at(scene, object, step.step));
    const std::vector<std::span<const Point>> ends(end.begin(), end.end());
    std::vector<std::vector<Point>> start;
    for (deformable::ObjectId object = 0; object < scene.object_count(); ++object)
        start.push_back(positions_at(scene, object, 0.0));
    const std::vector<std::span<const Point>> starts(start.begin(), start.end());
    next.set_step(starts, ends);
    options.until = 1.0;
    EXPECT_TRUE(brute_force_approaches(next, options, step.start).empty());
}

class UntilFamily : public testing::TestWithParam<MovingFamily> {};

TEST_P(UntilFamily, IsTheFirstPartOfTheWholeStep)
{
    Random random(77);
    const std::size_t draws = effort(GetParam() == MovingFamily::far_and_wide ? 2 : 12);
    for (std::size_t i = 0; i < draws; ++i) {
        SCOPED_TRACE(i);
        const deformable::MovingScene scene = draw_scene(random, GetParam()).scene();
        const double until = random.pick({0.0, 0.25, 0.5, random.unit(), 1.0});
        expect_part(scene, {}, until);
        expect_part(scene, {.clearance = 0.05 * size_of(scene)}, until);
        // With few cells many contacts are in that of the end.
        for (const double tolerance : {0.25, 0.01}) {
            expect_part(scene, {.tolerance = tolerance}, until);
            expect_part(scene, {.clearance = 0.05 * size_of(scene), .tolerance = tolerance}, until);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Deformable, UntilFamily, testing::ValuesIn(support::moving_families),
                         [](const auto& family) { return std::string(to_string(family.param)); });

TEST(Until, BoundsTheTimesOfFeaturesThatTouchNothing)
{
    Random random(5);
    const deformable::MovingScene scene = draw_scene(random, MovingFamily::at_rest).scene();
    const FreeTimes times = free_times(scene, 0, all_contacts(scene, {.until = 0.5, .self = false, .between = false}));
    for (const double time : times.vertices) EXPECT_EQ(time, 0.5);
    for (const double time : times.faces) EXPECT_EQ(time, 0.5);
}

/// A step whose first part was proven free says nothing about where it ends.
TEST(Until, ProvesNothingForTheNextStep)
{
    const TriangleMesh triangle({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
    const TriangleMesh needle({{0.2, 0.2, 1.0}, {0.2, 0.2, 2.0}}, {}, {{0, 1}});
    deformable::MovingScene scene(std::vector<deformable::SceneObject>{{triangle, {}}, {needle, {}}});
    const std::vector<Point> through = {{0.2, 0.2, -0.5}, {0.2, 0.2, 0.5}};
    scene.move_to({std::span<const Point>(), std::span<const Point>(through)});
    EXPECT_EQ(first_contact(scene, {.until = 0.25}).outcome, Outcome::free);
    EXPECT_FALSE(collides(scene, {.until = 0.25}));
    scene.move_to({std::span<const Point>(), std::span<const Point>()});
    EXPECT_EQ(first_contact(scene).outcome, Outcome::crossing_at_start);
}

}  // namespace
}  // namespace tocca::until_test
