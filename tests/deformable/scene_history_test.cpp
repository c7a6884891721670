// SPDX-License-Identifier: Apache-2.0
// Scenes that were moved in every way against scenes built anew: what was there before has no part in any answer.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "scenes/answer_hash.hpp"
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

std::vector<std::span<const Point>> spans_of(const Positions& positions) { return {positions.begin(), positions.end()}; }

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
                for (std::size_t o = 0; o < end_.size(); ++o) start_[o] = positions_at(scene_, static_cast<ObjectId>(o), step);
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
