// SPDX-License-Identifier: Apache-2.0
#include "simulation/stepper.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>

#include "simulation/implicit_stepper.hpp"
#include "simulation/run.hpp"
#include "simulation/show_piece.hpp"
#include "tocca/mesh/shapes.hpp"

namespace tocca::stepper_test {
namespace {

using namespace simulation;

class BothSteppers : public ::testing::TestWithParam<const char*> {
protected:
    [[nodiscard]] std::unique_ptr<Stepper> stepper(const World& world, double distance, int threads = 1) const
    {
        return stepper_of_name(GetParam(), world, *judge, {.distance = distance, .threads = threads});
    }

    std::unique_ptr<Judge> judge = exact_judge();
};

INSTANTIATE_TEST_SUITE_P(Steppers, BothSteppers, ::testing::Values("implicit", "impact"),
                         [](const auto& param) { return std::string(param.param); });

TEST_P(BothSteppers, KeepsMomentumWithoutForces)
{
    World world({.gravity = Eigen::Vector3d::Zero(), .damping = 0.0});
    world.add(Cloth{.name = "cloth", .rest = sheet({.columns = 6, .rows = 6}).mesh()});
    State state = start_of(world);
    // A wave that stretches and bends the cloth as it goes.
    for (Eigen::Index i = 0; i < state.positions.cols(); ++i) {
        const double x = state.positions(0, i);
        state.velocities.col(i) = Eigen::Vector3d(0.3 + x, -0.2, x * x);
    }
    const auto momentum = [&] {
        Eigen::Vector3d sum = Eigen::Vector3d::Zero();
        for (Eigen::Index i = 0; i < state.positions.cols(); ++i) {
            sum += world.masses()[static_cast<std::size_t>(i)] * state.velocities.col(i);
        }
        return sum;
    };
    const Eigen::Vector3d before = momentum();
    const auto steps =
        GetParam() == std::string("impact")
            ? stepper(world, 1e-3)
            : std::make_unique<ImplicitStepper>(
                  world, *judge,
                  ImplicitOptions{.max_iterations = 30, .tolerance = 1e-8, .residual = 1e-9, .threads = 1});
    EXPECT_EQ(run(state, *steps, 10).crossing_steps, 0);
    EXPECT_LT((momentum() - before).norm(), 1e-6 * before.norm());
}

TEST_P(BothSteppers, FallsAsGravitySays)
{
    World world({.damping = 0.0});
    world.add(Cloth{.name = "cloth", .rest = sheet({.columns = 3, .rows = 3}).mesh()});
    State state = start_of(world);
    const auto steps = stepper(world, 1e-3);
    (void)run(state, *steps, 10);
    // Implicit Euler: h^2 g (1 + 2 + ... + 10).
    const double fallen = 9.81 * 1e-4 * 55.0;
    for (Eigen::Index i = 0; i < state.positions.cols(); ++i)
        EXPECT_NEAR(state.positions(2, i), -fallen, 1e-3 * fallen);
}

TEST_P(BothSteppers, PinsHold)
{
    World world;
    const TriangleMesh mesh = sheet({.columns = 8, .rows = 8}).mesh();
    world.add(Cloth{.name = "cloth", .rest = mesh, .held = {0, 8}});
    State state = start_of(world);
    const auto steps = stepper(world, 2e-3);
    const RunSummary summary = run(state, *steps, 60);
    EXPECT_EQ(summary.crossing_steps, 0);
    EXPECT_EQ(summary.stalled_steps, 0);
    for (const Eigen::Index pin : {0, 8}) EXPECT_TRUE(state.positions.col(pin) == world.start().col(pin));
    EXPECT_LT(state.positions.row(2).minCoeff(), -0.3);
}

TEST_P(BothSteppers, DrivenVerticesFollowTheirSchedule)
{
    World world({.gravity = Eigen::Vector3d::Zero()});
    const Shape shape = sheet({.columns = 4, .rows = 4});
    const Schedule schedule = [shape](double time) { return translated(shape, {0.0, 0.0, 0.2 * time}).positions; };
    world.add(Cloth{.name = "cloth", .rest = shape.mesh(), .held = {0, 1, 2, 3, 4}, .schedule = schedule});
    State state = start_of(world);
    const auto steps = stepper(world, 1e-3);
    EXPECT_EQ(run(state, *steps, 50).waiting_steps, 0);
    EXPECT_NEAR(state.schedule_time, 0.5, 1e-9);
    for (Eigen::Index i = 0; i <= 4; ++i) EXPECT_NEAR(state.positions(2, i), 0.1, 1e-3);
}

TEST_P(BothSteppers, WindBlows)
{
    World world({.gravity = Eigen::Vector3d::Zero(), .wind = {0.0, 0.0, 3.0}, .drag = 0.6});
    world.add(Cloth{.name = "flag", .rest = sheet({.columns = 4, .rows = 4}).mesh(), .held = {0}});
    State state = start_of(world);
    const auto steps = stepper(world, 1e-3);
    (void)run(state, *steps, 10);
    EXPECT_GT(state.positions(2, state.positions.cols() - 1), 1e-3);
}

TEST_P(BothSteppers, AreTheSameForAnyNumberOfThreads)
{
    const auto piece = show_piece("drape", 1'000);
    Positions first;
    for (const int threads : {1, 2, 5}) {
        State state = start_of(piece->world);
        const auto steps = stepper(piece->world, 2e-3, threads);
        const RunSummary summary = run(state, *steps, 25);
        EXPECT_GT(summary.contacts, 0U);
        if (threads == 1) first = state.positions;
        EXPECT_TRUE(state.positions == first);
    }
}

/// Every show piece, for as long as a test may take: nothing crosses, nothing stalls.
class ShowPieces : public ::testing::TestWithParam<std::tuple<const char*, const char*>> {};

INSTANTIATE_TEST_SUITE_P(Pieces, ShowPieces,
                         ::testing::Combine(::testing::Values("drape", "twist", "funnel", "press", "skirt"),
                                            ::testing::Values("implicit", "impact")),
                         [](const auto& param) {
                             return std::string(std::get<0>(param.param)) + "_" + std::get<1>(param.param);
                         });

TEST_P(ShowPieces, GoOnWithoutCrossings)
{
    const auto [name, kind] = GetParam();
    const auto piece = show_piece(name, 1'000);
    ASSERT_TRUE(piece);
    const auto judge = exact_judge();
    StepperSettings settings = settings_for(*piece);
    settings.threads = 1;
    const auto stepper = stepper_of_name(kind, piece->world, *judge, settings);
    State state = start_of(piece->world);
    ASSERT_EQ(stepper->contact_scene().crossings(state.positions), 0U);
    const RunSummary summary = run(state, *stepper, 40);
    EXPECT_EQ(summary.steps, 40);
    EXPECT_EQ(summary.crossing_steps, 0);
    EXPECT_EQ(summary.stalled_steps, 0);
    EXPECT_TRUE(state.positions.allFinite());
    EXPECT_GT((state.positions - piece->world.start()).norm(), 0.0);
}

TEST(ShowPieces, AreListed)
{
    for (const ShowPieceEntry& entry : show_pieces()) EXPECT_TRUE(show_piece(entry.name, 1'000)) << entry.name;
    EXPECT_FALSE(show_piece("none", 1'000));
}

}  // namespace
}  // namespace tocca::stepper_test
