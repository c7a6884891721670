// SPDX-License-Identifier: Apache-2.0
// Scenes that were moved in every way against scenes built anew: what was there before has no part in any answer.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "scenes/answer_hash.hpp"
#include "scenes/deforming_scene.hpp"
#include "support/effort.hpp"
#include "support/moving_families.hpp"
#include "tocca/base/error.hpp"
#include "tocca/deformable/intersections.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/deformable/safe_step.hpp"
#include "tocca/deformable/step_tree.hpp"

namespace tocca::scene_history_test {
namespace {

using deformable::MovingScene;
using deformable::ObjectId;
using support::draw_scene;
using support::effort;
using support::moving_families;
using support::MovingFamily;
using support::Random;
using support::SceneInstance;

using Positions = std::vector<std::vector<Point>>;

std::vector<std::span<const Point>> spans_of(const Positions& positions)
{
    return {positions.begin(), positions.end()};
}

/// A scene with a history, and what its step should be.
class Moved {
public:
    explicit Moved(const SceneInstance& instance) : instance_(instance), scene_(instance.scene())
    {
        for (const support::MovingInstance& object : instance.objects) {
            start_.emplace_back(object.mesh.positions().begin(), object.mesh.positions().end());
            end_.push_back(object.end);
        }
    }

    [[nodiscard]] const MovingScene& scene() const { return scene_; }
    [[nodiscard]] MovingScene& scene() { return scene_; }

    /// The same step in a scene without a history.
    [[nodiscard]] MovingScene anew() const
    {
        std::vector<deformable::SceneObject> objects;
        for (ObjectId object = 0; object < scene_.object_count(); ++object) objects.push_back(scene_.object(object));
        MovingScene fresh(std::move(objects));
        fresh.set_step(spans_of(start_), spans_of(end_), 1);
        return fresh;
    }

    /// Moves on in one of the ways there are; objects that are left out rest, or stay as they are.
    void move(Random& random, int threads)
    {
        const Positions old_start = start_, old_end = end_;
        switch (random.below(6)) {
            case 0: {  // a line search: shorter and longer trials, of all objects or of some
                Positions trial = end_;
                const double step = random.pick({0.5, 0.25, 1.0, 0.9, 1e-6});
                for (std::size_t o = 0; o < trial.size(); ++o) {
                    if (random.chance(0.3)) {
                        trial[o].clear();
                        continue;
                    }
                    for (std::size_t v = 0; v < trial[o].size(); ++v)
                        trial[o][v] = deformable::position_at(start_[o][v], end_[o][v], step);
                    end_[o] = trial[o];
                }
                scene_.set_end(spans_of(trial), threads);
                break;
            }
            case 1: {  // other ends, for some vertices
                disturb(random, end_);
                scene_.set_end(spans_of(end_), threads);
                break;
            }
            case 2: {  // on from the end, some objects at rest
                start_ = end_;
                Positions next = end_;
                disturb(random, next);
                end_ = next;
                for (std::size_t o = 0; o < next.size(); ++o) {
                    if (!random.chance(0.4)) continue;
                    next[o].clear();
                    end_[o] = start_[o];
                }
                scene_.move_to(spans_of(next), threads);
                break;
            }
            case 3: {  // another step
                disturb(random, start_);
                disturb(random, end_);
                scene_.set_step(spans_of(start_), spans_of(end_), threads);
                break;
            }
            case 4: {  // on from where it was safe to go
                const double step = safe_step(scene_, {.threads = threads}).step;
                for (std::size_t o = 0; o < end_.size(); ++o)
                    start_[o] = positions_at(scene_, static_cast<ObjectId>(o), step);
                disturb(random, end_);
                scene_.set_step(spans_of(start_), spans_of(end_), threads);
                break;
            }
            default: {  // as it was at first
                for (std::size_t o = 0; o < end_.size(); ++o) {
                    const std::span<const Point> first = instance_.objects[o].mesh.positions();
                    start_[o].assign(first.begin(), first.end());
                    end_[o] = instance_.objects[o].end;
                }
                scene_.set_step(spans_of(start_), spans_of(end_), threads);
            }
        }
    }

private:
    static void disturb(Random& random, Positions& positions)
    {
        const double size = random.pick({0.0, 1e-9, 1e-3, 0.1});
        for (std::vector<Point>& object : positions) {
            if (random.chance(0.3)) continue;
            for (Point& point : object) {
                if (random.chance(0.5)) point[random.below(3)] += size * random.signed_unit();
            }
        }
    }

    const SceneInstance& instance_;
    MovingScene scene_;
    Positions start_, end_;
};

/// What a scene answers, by the hashes of all that answers hold.
std::vector<std::string> answers_of(const MovingScene& scene, const QueryOptions& options)
{
    std::vector<std::string> found;
    const Answers all = all_contacts(scene, options);
    found.push_back(scenes::hash_of(all));
    found.push_back(scenes::hash_of(all.contacts));
    found.push_back(scenes::hash_of(first_contact(scene, options)));
    found.emplace_back(collides(scene, options) ? "collides" : "free");
    const SafeStep safe = safe_step(scene, options);
    found.push_back(scenes::hash_of(safe) + " " + std::to_string(safe.step));
    return found;
}

void expect_as_anew(const Moved& moved, const QueryOptions& options)
{
    const MovingScene fresh = moved.anew();
    const deformable::StepTree &step = moved.scene().tree(), &wanted = fresh.tree();
    ASSERT_EQ(step.vertex_boxes().size(), wanted.vertex_boxes().size());
    for (ObjectId object = 0; object < fresh.object_count(); ++object) {
        for (VertexId v = 0; v < fresh.object(object).mesh.vertex_count(); ++v) {
            ASSERT_EQ(moved.scene().start(object, v), fresh.start(object, v));
            ASSERT_EQ(moved.scene().end(object, v), fresh.end(object, v));
            const MovingBox &box = step.vertex_boxes()[step.place(object, v)],
                            &other = wanted.vertex_boxes()[wanted.place(object, v)];
            ASSERT_TRUE(contains(box, other) && contains(other, box));
        }
    }
    EXPECT_EQ(step.motion_scale().max_motion, wanted.motion_scale().max_motion);
    if (step.tree().leaf_count() > 0) {
        EXPECT_TRUE(contains(step.tree().nodes()[0], wanted.tree().nodes()[0]) &&
                    contains(wanted.tree().nodes()[0], step.tree().nodes()[0]));
    }
    EXPECT_EQ(answers_of(moved.scene(), options), answers_of(fresh, options));
    for (const double time : {0.0, 1.0, 0.375})
        EXPECT_EQ(intersections(moved.scene(), time), intersections(fresh, time));
}

class SceneHistory : public testing::TestWithParam<MovingFamily> {};

TEST_P(SceneHistory, HasNoPartInAnyAnswer)
{
    Random random(91);
    for (std::size_t i = 0; i < effort(5); ++i) {
        const SceneInstance instance = draw_scene(random, GetParam());
        Moved moved(instance);
        const double slack = random.pick({0.0, 1e-6, 1e-2, 0.2});
        moved.scene().keep_candidates(slack, random.pick({std::size_t{3}, std::size_t{100'000}}));
        for (int step = 0; step < 6; ++step) {
            SCOPED_TRACE(testing::Message() << "scene " << i << ", step " << step);
            const int threads = random.pick({1, 2});
            QueryOptions options{.threads = threads, .target = random.pick({"", "EMU128"})};
            if (random.chance(0.3)) options.clearance = random.pick({1e-6, 0.05});
            if (random.chance(0.2)) options.until = 0.5;
            if (random.chance(0.2)) options.self = false;
            if (random.chance(0.8)) expect_as_anew(moved, options);
            moved.move(random, threads);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Families, SceneHistory, testing::ValuesIn(moving_families),
                         [](const auto& tested) { return std::string(to_string(tested.param)); });

/// A cloth over a ball, and the step from one frame on.
struct Frames {
    scenes::DeformingScene scene = scenes::deforming_scene("cloth-over-ball", 2000).value();
    Positions start = scene.positions(40), end = scene.positions(41);

    [[nodiscard]] MovingScene at_start() const
    {
        std::vector<deformable::SceneObject> objects;
        for (TriangleMesh& mesh : scenes::meshes_at(scene, 40)) objects.push_back({std::move(mesh), {}});
        return MovingScene(std::move(objects));
    }
    [[nodiscard]] Positions between(double step) const
    {
        Positions all = start;
        for (std::size_t o = 0; o < all.size(); ++o) {
            for (std::size_t v = 0; v < all[o].size(); ++v)
                all[o][v] = deformable::position_at(start[o][v], end[o][v], step);
        }
        return all;
    }
};

/// How many of the searches of `collides` were answered by kept candidates, with the same answer as without.
std::uint64_t kept_searches(const MovingScene& scene, MovingScene& plain, const Positions& start, const Positions& end,
                            const QueryOptions& asked)
{
    plain.set_step(spans_of(start), spans_of(end));
    Statistics work;
    QueryOptions options = asked;
    options.statistics = &work;
    const Answers found = all_contacts(scene, options);
    const std::uint64_t kept = work.kept_searches;
    options.statistics = nullptr;
    EXPECT_EQ(scenes::hash_of(found.contacts), scenes::hash_of(all_contacts(plain, options).contacts));
    EXPECT_EQ(answers_of(scene, options), answers_of(plain, options));
    return kept;
}

TEST(KeptCandidates, ServeTrialsAndSmallMovesAndOthersNot)
{
    const Frames frames;
    MovingScene scene = frames.at_start(), plain = scene;
    const double slack = 1e-3;
    scene.keep_candidates(slack);
    scene.set_step(spans_of(frames.start), spans_of(frames.end));
    EXPECT_EQ(kept_searches(scene, plain, frames.start, frames.end, {}), 0U);
    EXPECT_EQ(kept_searches(scene, plain, frames.start, frames.end, {}), 1U);
    for (const double step : {0.5, 0.25, 0.125, 0.9}) {
        const Positions trial = frames.between(step);
        scene.set_end(spans_of(trial));
        EXPECT_EQ(kept_searches(scene, plain, frames.start, trial, {}), 1U) << step;
    }
    // On from a trial, back again, and a little beside it.
    Positions from = frames.between(0.5), to = frames.between(0.75);
    scene.set_step(spans_of(from), spans_of(to));
    EXPECT_EQ(kept_searches(scene, plain, from, to, {}), 1U);
    for (Point& point : to[0]) point[0] += 0.9 * slack;
    scene.set_end(spans_of(to));
    EXPECT_EQ(kept_searches(scene, plain, from, to, {}), 1U);
    for (Point& point : to[0]) point[0] += 0.2 * slack;
    scene.set_end(spans_of(to));
    EXPECT_EQ(kept_searches(scene, plain, from, to, {}), 0U);
    EXPECT_EQ(kept_searches(scene, plain, from, to, {}), 1U);
    // A gap within the reach is served, a larger one and another choice of pairs are not. (The step keeps more than the gap,
    // and is asked about last.)
    EXPECT_EQ(kept_searches(scene, plain, from, to, {.clearance = 1.9 * slack}), 1U);
    EXPECT_EQ(kept_searches(scene, plain, from, to, {.clearance = 5.0 * slack}), 0U);
    EXPECT_EQ(kept_searches(scene, plain, from, to, {.clearance = 5.0 * slack}), 1U);
    EXPECT_EQ(kept_searches(scene, plain, from, to, {}), 1U);
    EXPECT_EQ(kept_searches(scene, plain, from, to, {.self = false}), 0U);
    EXPECT_EQ(kept_searches(scene, plain, from, to, {.self = false, .target = "EMU128"}), 1U);
    const auto faces_only = [](const FeaturePair& pair) { return pair.kind == PairKind::vertex_face; };
    EXPECT_EQ(kept_searches(scene, plain, from, to, {.self = false, .accept = faces_only}), 1U);
    // Copies take it along; what is turned off, or too long, is not kept.
    const MovingScene copy = scene;
    EXPECT_EQ(kept_searches(copy, plain, from, to, {.self = false}), 1U);
    scene.keep_candidates(0.0);
    EXPECT_EQ(kept_searches(scene, plain, from, to, {}), 0U);
    EXPECT_EQ(kept_searches(scene, plain, from, to, {}), 0U);
    scene.keep_candidates(slack, 10);
    EXPECT_EQ(kept_searches(scene, plain, from, to, {}), 0U);
    EXPECT_EQ(kept_searches(scene, plain, from, to, {}), 0U);
    EXPECT_THROW(scene.keep_candidates(-1.0), std::invalid_argument);
    EXPECT_THROW(scene.keep_candidates(std::nan("")), std::invalid_argument);
}

TEST(KeptCandidates, StrayIsABoundOfTheDistanceFromTheReference)
{
    using deformable::MovingVertex;
    const deformable::detail::KeptCandidates kept{
        .reference = {MovingVertex{{0, 0, 0}, {8, 0, 0}}, MovingVertex{{1, 1, 1}, {1, 5, 1}}}};
    const auto stray = [&](const Point& a, const Point& b, const Point& c, const Point& d) {
        return kept.stray(std::vector<MovingVertex>{{a, b}, {c, d}});
    };
    EXPECT_NEAR(stray({0, 0, 0}, {8, 0, 0}, {1, 1, 1}, {1, 5, 1}), 0.0, 1e-13);
    EXPECT_GT(stray({0, 0, 0}, {8, 0, 0}, {1, 1, 1}, {1, 5, 1}), 0.0);
    EXPECT_NEAR(stray({0, 0, 0}, {4, 0, 0}, {1, 1, 1}, {1, 3, 1}), 0.0, 1e-13);
    EXPECT_NEAR(stray({6, 0, 0}, {2, 0, 0}, {1, 4, 1}, {1, 2, 1}), 0.0, 1e-13) << "backwards";
    EXPECT_NEAR(stray({0, 0, 0}, {4, 0, 0}, {1, 1, 1}, {1, 5, 1}), 2.0, 1e-13) << "at another speed";
    EXPECT_NEAR(stray({0, 0, 0}, {8, 0, 0.25}, {1, 1.125, 1}, {1, 5, 1}), 0.25, 1e-13);
    const deformable::detail::KeptCandidates rest{.reference = {MovingVertex{{1, 2, 3}, {1, 2, 3}}}};
    EXPECT_NEAR(rest.stray(std::vector<MovingVertex>{{{1, 2, 3.5}, {1, 1.75, 3}}}), 0.5, 1e-13);
    const deformable::detail::KeptCandidates vast{.reference = {MovingVertex{{-1e308, 0, 0}, {1e308, 0, 0}}}};
    EXPECT_TRUE(std::isinf(vast.stray(std::vector<MovingVertex>{{{-1e308, 0, 0}, {1e308, 0, 0}}})));
}

TEST(MotionScale, OfASceneThatCameBackToRestIsForgotten)
{
    // Coordinates that are no floats: their boxes are not points, and motion is measured by boxes.
    const std::vector<Point> corners{{0.1, 0.2, 0.3}, {1.1, 0.2, 0.3}, {0.1, 1.2, 0.3}};
    std::vector<Point> higher = corners;
    for (Point& point : higher) point[2] += 1.0;
    const MovingScene rest({{TriangleMesh(corners, {{0, 1, 2}}), {}}, {TriangleMesh({}, {}), {}}});
    MovingScene back = rest;
    back.move_to({higher, {}});
    EXPECT_GT(back.tree().motion_scale().max_motion, 0.9F);
    back.move_to({corners, {}});
    back.set_step(std::vector<std::span<const Point>>{corners, {}}, std::vector<std::span<const Point>>{corners, {}});
    EXPECT_EQ(back.tree().motion_scale().max_motion, rest.tree().motion_scale().max_motion);
    EXPECT_GT(rest.tree().motion_scale().max_motion, 0.0F);
}

TEST(SetEnd, KeepsTheStartAndWhatIsProvenOfIt)
{
    const auto square = [](double z) -> std::vector<Point> { return {{0, 0, z}, {1, 0, z}, {0, 1, z}}; };
    MovingScene scene({{TriangleMesh(square(0), {{0, 1, 2}}), {}}, {TriangleMesh(square(1), {{0, 1, 2}}), {}}});
    const std::vector<Point> near = square(0.5), through = square(-1);
    const std::vector<std::span<const Point>> trial{{}, through}, shorter{{}, near};
    scene.move_to(trial);
    EXPECT_TRUE(collides(scene));
    EXPECT_FALSE(scene.tree().proofs().start_is_uncrossed({}));
    scene.set_end(shorter);
    EXPECT_EQ(scene.start(1, 0), (Point{0, 0, 1}));
    EXPECT_EQ(scene.end(1, 0), (Point{0, 0, 0.5}));
    EXPECT_EQ(scene.end(0, 1), (Point{1, 0, 0}));
    EXPECT_FALSE(collides(scene));
    EXPECT_TRUE(scene.tree().proofs().start_is_uncrossed({}));
    scene.set_end(trial);
    EXPECT_TRUE(scene.tree().proofs().start_is_uncrossed({})) << "the start is the same";
    EXPECT_TRUE(collides(scene));
    const std::vector<Point> few(2), broken(3, Point{0, std::nan(""), 0});
    EXPECT_THROW(scene.set_end(std::vector<std::span<const Point>>{{}, few}), std::invalid_argument);
    EXPECT_THROW(scene.set_end(std::vector<std::span<const Point>>{{}}), std::invalid_argument);
    EXPECT_THROW(scene.set_end(std::vector<std::span<const Point>>{{}, broken}), Error);
    EXPECT_TRUE(collides(scene));
}

}  // namespace
}  // namespace tocca::scene_history_test
