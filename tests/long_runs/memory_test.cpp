// SPDX-License-Identifier: Apache-2.0
// A program that asks for days must not grow. Each test asks the same small question again and again and compares the
// resident memory before and after. TOCCA_LONG_RUNS=1 asks a million questions and makes 100,000 bodies and scenes.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "support/effort.hpp"
#include "support/poses.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/deformable/safe_step.hpp"
#include "tocca/elementary/batch.hpp"
#include "tocca/elementary/first_contact.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/rigid/placed_bodies.hpp"
#include "tocca/rigid/rigid_query.hpp"
#include "tocca/rigid/rigid_world.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::memory_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using support::at;

/// In KB; 0 where the system does not tell.
std::size_t resident_memory()
{
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("VmRSS:")) return std::stoul(line.substr(6));
    }
    return 0;
}

bool asked_for_all()
{
    const char* given = std::getenv("TOCCA_LONG_RUNS");
    return given != nullptr && std::string(given) == "1";
}

/// So many times, a fiftieth of it unless all is asked for.
std::size_t times(std::size_t all) { return asked_for_all() ? all : support::effort(all / 50); }

/// Asks `count` times after a fifth of that, in which caches and pools fill. What an arena leaks, 7 KB a time, would be
/// hundreds of times the room that is left to the allocator.
void expect_no_growth(std::size_t count, const std::function<void(std::size_t)>& ask)
{
    for (std::size_t i = 0; i < count / 5 + 100; ++i) ask(i);
    const std::size_t before = resident_memory();
    for (std::size_t i = 0; i < count; ++i) ask(i);
    const std::size_t after = resident_memory();
    if (after == 0) GTEST_SKIP() << "memory is not compared: the system does not tell it";
    if (support::slow_build) GTEST_SKIP() << "memory is not compared: this build keeps memory that was freed";
    EXPECT_LE(after, before + 3072) << "KB, after " << count << " times; before: " << before << " KB";
}

constexpr int threads = 2;

TEST(LongRuns, ParallelLoops)
{
    expect_no_growth(times(1'000'000), [](std::size_t i) { for_each_piece(2 + i % 7, threads, [](std::size_t) {}); });
}

TEST(LongRuns, ParallelLoopsWithinEachOtherThatThrow)
{
    expect_no_growth(times(100'000), [](std::size_t) {
        const auto inner = [](std::size_t piece) {
            for_each_piece(4, threads, [&](std::size_t k) {
                if (piece == 1 && k == 2) throw std::runtime_error("no");
            });
        };
        EXPECT_THROW(for_each_piece(3, threads, inner), std::runtime_error);
    });
}

TEST(LongRuns, ManyThreadsThatComeAndGo)
{
    expect_no_growth(times(50'000), [](std::size_t) {
        std::vector<std::jthread> callers;
        for (int i = 0; i < 2; ++i) {
            callers.emplace_back([] { for_each_piece(4, threads, [](std::size_t) {}); });
        }
    });
}

TEST(LongRuns, ElementaryQuestions)
{
    const VertexFace pair = {{Vector3d(0.2, 0.2, 1), Vector3d(0.2, 0.2, -1)},
                             {Vector3d(0, 0, 0), Vector3d(0, 0, 0)},
                             {Vector3d(1, 0, 0), Vector3d(1, 0, 0)},
                             {Vector3d(0, 1, 0), Vector3d(0, 1, 0)}};
    const std::vector<PairRows> rows(5000, rows_of(pair));
    expect_no_growth(times(10'000), [&](std::size_t) {
        EXPECT_TRUE(collides(rows, PairKind::vertex_face, {.threads = threads})[0] != 0);
    });
    expect_no_growth(times(200'000), [&](std::size_t) { EXPECT_TRUE(first_contact(pair).contact.has_value()); });
}

TEST(LongRuns, MeshQuestions)
{
    TriangleMesh sheet_mesh = sheet({.columns = 12, .rows = 12}).mesh();
    std::vector<Point> low(sheet_mesh.positions().begin(), sheet_mesh.positions().end()), high = low;
    for (std::size_t i = 0; i < high.size(); ++i) high[i][2] += (i % 3 == 0) ? 0.2 : -0.1;
    deformable::MovingScene scene({{sheet_mesh, {}}, {translated(sheet({}), {0, 0, 0.5}).mesh(), {}}}, threads);
    const std::vector<Point> still(scene.object(1).mesh.positions().begin(), scene.object(1).mesh.positions().end());
    expect_no_growth(times(50'000), [&](std::size_t i) {
        scene.move_to({i % 2 == 0 ? high : low, still}, threads);
        (void)first_contact(scene, {.threads = threads});
        (void)all_contacts(scene, {.threads = threads});
    });
}

TEST(LongRuns, RigidQuestions)
{
    const RigidBody a(box({}).mesh(), {.solid = true}), b(ico_sphere({.radius = 0.5, .subdivisions = 1}).mesh());
    expect_no_growth(times(200'000), [&](std::size_t i) {
        const RigidMotion motion = translation(at(0, 0.01 * static_cast<double>(i % 10), 3), {0, 0, -4});
        EXPECT_EQ(first_contact(a, motion, b, at_rest(at(0, 0, 0))).outcome, Outcome::contact);
    });
}

TEST(LongRuns, WorldQuestions)
{
    const auto body = std::make_shared<const RigidBody>(box({}).mesh(), RigidBodyOptions{.threads = 1});
    rigid::RigidWorld world;
    for (int i = 0; i < 20; ++i) {
        world.add(body, translation(at(1.2 * i, 0, 0.3 * (i % 3)), {-0.3 * i, 0, 0}));
    }
    expect_no_growth(times(20'000), [&](std::size_t i) {
        world.move(0, translation(at(0, 0, 0), {0, 0.01 * static_cast<double>(i % 5), 0}));
        EXPECT_NE(first_contact(world, {.threads = threads}).outcome, Outcome::free);
        EXPECT_TRUE(collides(world, {.threads = threads}));
        if (i % 10 == 0) {
            EXPECT_FALSE(all_contacts(world, {.threads = threads}).contacts.empty());
        }
    });
}

Robot slide()
{
    RobotParts parts;
    parts.name = "slide";
    parts.links = {{.name = "rail"}, {.name = "block", .shapes = {box_shape({0.2, 0.2, 0.2}, at(0, 0, 0))}}};
    Joint joint;
    joint.name = "slide";
    joint.type = Joint::Type::prismatic;
    joint.parent = "rail";
    joint.child = "block";
    joint.axis = Vector3d::UnitX();
    parts.joints = {joint};
    return Robot(std::move(parts));
}

TEST(LongRuns, RobotQuestions)
{
    const RobotChecker checker(slide(), {.objects = {{.name = "wall", .shapes = {box_shape({1, 1, 1}, at(3, 0, 0))}}}});
    Eigen::MatrixXd path(9, 1);
    for (Eigen::Index i = 0; i < path.rows(); ++i) path(i, 0) = 0.4 * static_cast<double>(i);
    expect_no_growth(times(20'000), [&](std::size_t) {
        EXPECT_EQ(check_path(checker, path, {.threads = threads}).outcome, Outcome::contact);
    });
}

TEST(LongRuns, BodiesAndScenesThatComeAndGo)
{
    const TriangleMesh ball = ico_sphere({.subdivisions = 1}).mesh(), plane = sheet({.columns = 4, .rows = 4}).mesh();
    expect_no_growth(times(100'000), [&](std::size_t) {
        const RigidBody body(ball, {.solid = true, .threads = threads});
        EXPECT_GT(body.diameter(), 0.0);
    });
    expect_no_growth(times(100'000), [&](std::size_t) {
        const deformable::MovingScene scene({{ball, {}}, {plane, {}}}, threads);
        EXPECT_GT(scene.triangle_count(), 0U);
    });
    expect_no_growth(times(20'000), [&](std::size_t) {
        const RobotChecker checker(slide(), {});
        EXPECT_EQ(checker.body_count(), 2U);
    });
}

}  // namespace
}  // namespace tocca::memory_test
