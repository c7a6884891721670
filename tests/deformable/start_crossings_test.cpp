// SPDX-License-Identifier: Apache-2.0
// Steps that do not start free, and what is proven from one step to the next.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <tuple>
#include <vector>

#include "support/brute_force_contacts.hpp"
#include "support/brute_force_intersections.hpp"
#include "support/effort.hpp"
#include "support/random.hpp"
#include "tocca/deformable/free_times.hpp"
#include "tocca/deformable/intersections.hpp"
#include "tocca/deformable/safe_step.hpp"
#include "tocca/deformable/step_tree.hpp"
#include "tocca/mesh/shapes.hpp"

namespace tocca::start_crossings_test {
namespace {

using support::brute_force_contacts;
using support::brute_force_crossings;
using support::effort;
using support::outcome_of;
using support::Random;
using support::same;

using Positions = std::vector<std::vector<Point>>;

std::vector<std::span<const Point>> spans_of(const Positions& positions)
{
    return {positions.begin(), positions.end()};
}

Shape jittered(Random& random, Shape shape, double size)
{
    for (Point& point : shape.positions) {
        for (double& x : point) x += size * random.signed_unit();
    }
    return shape;
}

/// A ball, a box, or a sheet that may pass through itself.
Shape draw_shape(Random& random)
{
    switch (random.below(4)) {
        case 0: return ico_sphere({.radius = random.pick({0.3, 1.0}), .subdivisions = 0});
        case 1: return box({.lengths = {1, 1, random.pick({1.0, 0.5})}, .cells = {1, 1, 1}});
        case 2: return sheet({.columns = 2, .rows = 2, .width = 1.5, .depth = 1.5});
        default:
            return jittered(random, sheet({.columns = 2, .rows = 2, .width = 1, .depth = 1}), random.pick({0.1, 0.8}));
    }
}

/// Two or three shapes: apart, touching in a plane or a vertex, overlapping, one within the other, or the same twice.
std::vector<deformable::SceneObject> draw_objects(Random& random)
{
    std::vector<deformable::SceneObject> objects;
    const std::size_t count = 2 + random.below(2);
    for (std::size_t i = 0; i < count; ++i) {
        const double far = random.pick({0.0, 0.2, 0.5, 1.0, 2.0, 2.5, 4.0});
        const Point offset = random.chance(0.5) ? Point{far, 0, 0} : Point{0.3 * far, 0.1, far};
        objects.push_back({translated(draw_shape(random), offset).mesh(),
                           {.group = static_cast<std::uint32_t>(random.below(2)), .self = random.chance(0.8)}});
    }
    return objects;
}

Positions start_of(const std::vector<deformable::SceneObject>& objects)
{
    Positions positions;
    for (const deformable::SceneObject& object : objects)
        positions.emplace_back(object.mesh.positions().begin(), object.mesh.positions().end());
    return positions;
}

/// The next frame: at rest, a little motion, a large one, or something else altogether.
Positions draw_next(Random& random, Positions positions)
{
    for (std::vector<Point>& object : positions) {
        const double way = random.pick({0.0, 0.0, 0.01, 0.3, 2.0});
        const Point offset{way * random.signed_unit(), way * random.signed_unit(), way * random.signed_unit()};
        const double own = random.pick({0.0, 0.0, 0.001, 0.5});
        for (Point& point : object) {
            for (std::size_t axis = 0; axis < 3; ++axis) point[axis] += offset[axis] + own * random.signed_unit();
        }
    }
    return positions;
}

QueryOptions draw_filter(Random& random)
{
    QueryOptions filter{.self = random.chance(0.6), .between = random.chance(0.8)};
    if (random.chance(0.2)) filter.ignored_pairs = {{1, 0}};
    if (random.chance(0.2)) filter.ignored_groups = {{0, 1}};
    if (random.chance(0.15)) {
        const auto odd = static_cast<VertexId>(random.below(4));
        const bool none = random.chance(0.3);
        filter.accept = [odd, none](const FeaturePair& pair) { return !none && pair.vertices[0] % 4 != odd; };
    }
    return filter;
}

/// All that the verbs say about a step.
struct Said {
    Outcome outcome = Outcome::free;
    double safe_until = 1.0;
    std::optional<Contact> contact = {};
    Start start = {};
    double step = 1.0;
};

enum class Verb { collides, first_contact, all_contacts, safe_step };

Said ask(const deformable::MovingScene& scene, Verb verb, const QueryOptions& options)
{
    switch (verb) {
        case Verb::collides: return {.outcome = collides(scene, options) ? Outcome::contact : Outcome::free};
        case Verb::first_contact: {
            const Answer first = first_contact(scene, options);
            return {first.outcome, first.safe_until, first.contact, first.start};
        }
        case Verb::all_contacts: {
            const Answers all = all_contacts(scene, options);
            return {all.outcome, all.safe_until, all.contact, all.start};
        }
        case Verb::safe_step: break;
    }
    const SafeStep safe = safe_step(scene, options);
    return {safe.outcome, safe.safe_until, safe.contact, safe.start, safe.step};
}

void expect_same(const Said& found, const Said& wanted)
{
    EXPECT_EQ(found.outcome, wanted.outcome);
    EXPECT_EQ(found.safe_until, wanted.safe_until);
    ASSERT_EQ(found.contact.has_value(), wanted.contact.has_value());
    if (found.contact) {
        EXPECT_TRUE(same(*found.contact, *wanted.contact));
    }
    EXPECT_EQ(found.start.crossing_count, wanted.start.crossing_count);
    EXPECT_EQ(found.start.crossings, wanted.start.crossings);
    EXPECT_EQ(found.start.near, wanted.start.near);
    EXPECT_EQ(found.start.near_count, wanted.start.near_count);
    EXPECT_EQ(found.start.near_pairs.size(), wanted.start.near_pairs.size());
    EXPECT_EQ(found.start.assumed_free, wanted.start.assumed_free);
    EXPECT_EQ(found.step, wanted.step);
}

/// A scene that remembers nothing.
deformable::MovingScene fresh(const std::vector<deformable::SceneObject>& objects, const Positions& start,
                              const Positions& end)
{
    deformable::MovingScene scene(objects, 1);
    scene.set_step(spans_of(start), spans_of(end), 1);
    return scene;
}

/// The laws that hold for all verbs, and the answer in rational arithmetic.
void expect_by_brute_force(const deformable::MovingScene& scene, const QueryOptions& filter)
{
    QueryOptions options = filter;
    options.threads = 1;
    const std::vector<Contact> contacts = brute_force_contacts(scene, filter);
    const std::vector<Intersection> crossings = brute_force_crossings(scene, filter);
    const Outcome outcome = outcome_of(contacts, !crossings.empty());
    const Answer first = first_contact(scene, options);
    EXPECT_EQ(first.outcome, outcome);
    EXPECT_EQ(first.start.crossings, crossings);
    EXPECT_EQ(first.start.crossing_count, crossings.size());
    EXPECT_FALSE(first.start.assumed_free);
    EXPECT_EQ(first.contact.has_value(), !contacts.empty());
    EXPECT_EQ(collides(scene, options), outcome != Outcome::free);
    EXPECT_EQ(all_contacts(scene, options).outcome, outcome);
    EXPECT_EQ(first.safe_until == 0.0,
              is_at_start(outcome) || (first.contact && first.contact->sooner_than_any_double));
    const SafeStep safe = safe_step(scene, options);
    EXPECT_EQ(safe.outcome, outcome);
    EXPECT_LE(safe.step, first.safe_until);
}

/// Which outcomes have come up: a test that draws one kind only says little.
class OutcomeCounts {
public:
    void add(Outcome outcome) { ++counts_[static_cast<std::size_t>(outcome)]; }
    [[nodiscard]] std::size_t of(Outcome outcome) const { return counts_[static_cast<std::size_t>(outcome)]; }

private:
    std::array<std::size_t, 7> counts_ = {};
};

TEST(StartCrossings, EqualBruteForceOverAllEdgesAndFaces)
{
    Random random(71);
    OutcomeCounts outcomes;
    for (std::size_t i = 0; i < std::max<std::size_t>(effort(450), 150); ++i) {
        SCOPED_TRACE(i);
        const std::vector<deformable::SceneObject> objects = draw_objects(random);
        const Positions start = start_of(objects);
        const deformable::MovingScene scene = fresh(objects, start, draw_next(random, start));
        const QueryOptions filter = random.chance(0.5) ? QueryOptions{} : draw_filter(random);
        expect_by_brute_force(scene, filter);
        outcomes.add(first_contact(scene, filter).outcome);
    }
    for (const Outcome outcome :
         {Outcome::free, Outcome::contact, Outcome::touching_at_start, Outcome::crossing_at_start})
        EXPECT_GT(outcomes.of(outcome), 5U) << to_string(outcome);
}

/// Goes through random steps, with random questions about each, and compares every answer with that of a scene that has
/// been asked nothing before.
class StepsAndQuestions {
public:
    explicit StepsAndQuestions(Random& random)
        : random_(random), objects_(draw_objects(random)), start_(start_of(objects_)), end_(start_), scene_(objects_, 1)
    {}

    void go_on()
    {
        take_step();
        const std::size_t questions = 1 + random_.below(3);
        for (std::size_t i = 0; i < questions; ++i) ask_one();
    }

    [[nodiscard]] const OutcomeCounts& outcomes() const { return outcomes_; }
    [[nodiscard]] std::size_t spared() const { return spared_; }

private:
    void take_step()
    {
        Positions before = end_;
        switch (random_.below(6)) {
            case 0:
            case 1:
            case 2:  // goes on from the end
                start_ = std::move(before);
                end_ = draw_next(random_, start_);
                scene_.move_to(spans_of(end_), 1);
                return;
            case 3:  // from where the last safe step led
                for (deformable::ObjectId object = 0; object < scene_.object_count(); ++object)
                    before[object] = positions_at(scene_, object, safe_);
                start_ = std::move(before);
                break;
            case 4: break;  // another end from the same start
            default:        // nearly from the end
                start_ = std::move(before);
                start_[0][0][0] = random_.nudged(start_[0][0][0] + random_.pick({0.0, 0.0, 0.7}), 1);
                break;
        }
        end_ = draw_next(random_, start_);
        scene_.set_step(spans_of(start_), spans_of(end_), 1);
    }

    void ask_one()
    {
        const double clearance = random_.pick({0.0, 0.0, 0.0, 0.02});
        QueryOptions options = random_.chance(0.5) ? QueryOptions{} : draw_filter(random_);
        options.clearance = clearance;
        options.assume_start_free = random_.chance(0.15);
        options.threads = 1;
        const Verb verb = random_.pick({Verb::collides, Verb::first_contact, Verb::all_contacts, Verb::safe_step});
        if (scene_.tree().proofs().start_is_uncrossed(options)) ++spared_;
        const Said found = ask(scene_, verb, options);
        expect_same(found, ask(fresh(objects_, start_, end_), verb, options));
        if (verb == Verb::safe_step) safe_ = found.step;
        if (verb != Verb::collides) outcomes_.add(found.outcome);
    }

    Random& random_;
    std::vector<deformable::SceneObject> objects_;
    Positions start_;
    Positions end_;
    deformable::MovingScene scene_;
    double safe_ = 1.0;
    OutcomeCounts outcomes_;
    std::size_t spared_ = 0;
};

TEST(StartCrossings, WhatWasAskedBeforeChangesNoAnswer)
{
    Random random(72);
    std::size_t spared = 0, crossing = 0, free = 0;
    for (std::size_t i = 0; i < effort(250); ++i) {
        SCOPED_TRACE(i);
        StepsAndQuestions scene(random);
        for (int step = 0; step < 6; ++step) {
            SCOPED_TRACE(step);
            scene.go_on();
        }
        if (testing::Test::HasFailure()) return;
        spared += scene.spared();
        crossing += scene.outcomes().of(Outcome::crossing_at_start);
        free += scene.outcomes().of(Outcome::free);
    }
    // Proofs were made use of, and not only where nothing ever crosses.
    EXPECT_GT(spared, effort(250));
    EXPECT_GT(crossing, effort(250));
    EXPECT_GT(free, effort(250));
}

/// Two balls that overlap by half, and move together.
deformable::MovingScene overlapping_balls()
{
    const Shape ball = ico_sphere({.radius = 1.0, .subdivisions = 2});
    deformable::MovingScene scene(
        {{ball.mesh(), {.name = "a"}}, {translated(ball, {1.0, 0.05, 0.02}).mesh(), {.name = "b"}}});
    const Positions next{translated(ball, {0, 0, 1}).positions, translated(ball, {1.0, 0.05, 1.02}).positions};
    scene.move_to(spans_of(next));
    return scene;
}

TEST(StartCrossings, BallsThatOverlapAreNotFree)
{
    const deformable::MovingScene scene = overlapping_balls();
    const Answer first = first_contact(scene);
    EXPECT_EQ(first.outcome, Outcome::crossing_at_start);
    EXPECT_EQ(first.safe_until, 0.0);
    EXPECT_GT(first.start.crossing_count, 20U);
    const std::vector<Intersection> meetings = intersections(scene, 0.0);
    EXPECT_EQ(first.start.crossing_count,
              static_cast<std::uint64_t>(
                  std::count_if(meetings.begin(), meetings.end(), [](const Intersection& x) { return x.crosses; })));
    EXPECT_TRUE(collides(scene));
    EXPECT_EQ(all_contacts(scene).outcome, Outcome::crossing_at_start);
    EXPECT_EQ(safe_step(scene).step, 0.0);
    EXPECT_EQ(first_contact(scene, {.between = false}).outcome, Outcome::free);
    EXPECT_TRUE(first_contact(scene, {.list_start = false}).start.crossings.empty());
}

TEST(StartCrossings, AreNotLookedForIfTheCallerSaysSo)
{
    const deformable::MovingScene scene = overlapping_balls();
    const Answer first = first_contact(scene, {.assume_start_free = true});
    EXPECT_EQ(first.outcome, first.contact ? Outcome::contact : Outcome::free);
    EXPECT_TRUE(first.start.assumed_free);
    EXPECT_EQ(first.start.crossing_count, 0U);
    EXPECT_TRUE(all_contacts(scene, {.assume_start_free = true}).start.assumed_free);
    EXPECT_TRUE(safe_step(scene, {.assume_start_free = true}).start.assumed_free);
    // What was assumed is not proven.
    EXPECT_EQ(first_contact(scene).outcome, Outcome::crossing_at_start);
}

TEST(StartCrossings, EndTheFreeTimesOfTheirFeatures)
{
    const deformable::MovingScene scene = overlapping_balls();
    const Answers contacts = all_contacts(scene);
    const FreeTimes times = free_times(scene, 0, contacts);
    const auto never_free = [](const std::vector<double>& of) { return std::count(of.begin(), of.end(), 0.0); };
    EXPECT_GT(never_free(times.edges), 0);
    EXPECT_GT(never_free(times.faces), never_free(times.edges) / 2);
    EXPECT_THROW((void)free_times(scene, 0, all_contacts(scene, {.list_start = false})), std::invalid_argument);
}

/// A needle above a plate that it can fall through.
class Needle {
public:
    Needle()
        : scene_({{TriangleMesh({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {{0, 1, 2}}), {}},
                  {TriangleMesh({{1, 1, 1}, {1, 1, 2}}, {}, {{0, 1}}), {}}})
    {}

    Outcome go_to(double low, const QueryOptions& options = {})
    {
        const std::vector<Point> next{{1, 1, low}, {1, 1, low + 1}};
        const std::array<std::span<const Point>, 2> ends{std::span<const Point>(), next};
        scene_.move_to(ends);
        return first_contact(scene_, options).outcome;
    }

private:
    deformable::MovingScene scene_;
};

TEST(StartCrossings, AStepThatFollowsAContactIsTestedAgain)
{
    Needle needle;
    EXPECT_EQ(needle.go_to(0.5), Outcome::free);
    EXPECT_EQ(needle.go_to(-0.5), Outcome::contact);
    EXPECT_EQ(needle.go_to(-0.25), Outcome::crossing_at_start);
    EXPECT_EQ(needle.go_to(-0.5), Outcome::crossing_at_start);
    EXPECT_EQ(needle.go_to(-3.0), Outcome::crossing_at_start);
    EXPECT_EQ(needle.go_to(-4.0), Outcome::free);
}

TEST(StartCrossings, AStepThatIsFreeByAFilterProvesNothingForTheNext)
{
    const std::array<QueryOptions, 4> blind{{{.accept = [](const FeaturePair&) { return false; }},
                                             {.between = false},
                                             {.ignored_pairs = {{0, 1}}},
                                             {.ignored_groups = {{0, 0}}}}};
    for (const QueryOptions& filter : blind) {
        Needle needle;
        EXPECT_EQ(needle.go_to(0.5), Outcome::free);
        EXPECT_EQ(needle.go_to(-0.5, filter), Outcome::free);
        EXPECT_EQ(needle.go_to(-0.25), Outcome::crossing_at_start);
    }
    Needle needle;
    EXPECT_EQ(needle.go_to(-0.5), Outcome::contact);
    EXPECT_EQ(needle.go_to(-0.25, {.assume_start_free = true}), Outcome::free);
    EXPECT_EQ(needle.go_to(-0.5), Outcome::crossing_at_start);
}

/// The start is searched in the first step only, as long as the steps are free.
TEST(StartCrossings, AreProvenAbsentFromStepToStep)
{
    const Shape ball = ico_sphere({.radius = 1.0, .subdivisions = 1});
    deformable::MovingScene scene({{ball.mesh(), {}}, {translated(ball, {3, 0, 0}).mesh(), {}}});
    const auto proven = [&](const QueryOptions& filter = {}) {
        return scene.tree().proofs().start_is_uncrossed(filter);
    };
    const auto go_to = [&](double x) {
        const Positions next{translated(ball, {x, 0, 0}).positions, {}};
        scene.move_to(spans_of(next));
    };
    go_to(0.1);
    EXPECT_FALSE(proven());
    EXPECT_FALSE(collides(scene));
    EXPECT_TRUE(proven());
    go_to(0.2);
    EXPECT_TRUE(proven());
    EXPECT_TRUE(proven({.self = false, .ignored_groups = {{0, 0}}}));
    // Of fewer pairs, of less than the scene, or assumed: no proof for more.
    EXPECT_EQ(first_contact(scene, {.self = false}).outcome, Outcome::free);
    go_to(0.3);
    EXPECT_FALSE(proven());
    EXPECT_TRUE(proven({.self = false}));
    EXPECT_EQ(first_contact(scene, {.accept = [](const FeaturePair&) { return false; }}).outcome, Outcome::free);
    EXPECT_EQ(first_contact(scene, {.assume_start_free = true}).outcome, Outcome::free);
    go_to(0.4);
    EXPECT_FALSE(proven());
    // A safe step proves where it leads.
    go_to(3.0);
    const SafeStep safe = safe_step(scene);
    EXPECT_EQ(safe.outcome, Outcome::contact);
    const Positions reached{positions_at(scene, 0, safe.step), positions_at(scene, 1, safe.step)};
    scene.set_step(spans_of(reached), spans_of(Positions{ball.positions, {}}));
    EXPECT_TRUE(proven());
    EXPECT_EQ(first_contact(scene).outcome, Outcome::free);
    // Another end from the same start; and another start.
    scene.set_step(spans_of(reached), spans_of(reached));
    EXPECT_TRUE(proven());
    scene.set_step(spans_of(Positions{ball.positions, {}}), spans_of(reached));
    EXPECT_FALSE(proven());
}

}  // namespace
}  // namespace tocca::start_crossings_test
