// SPDX-License-Identifier: Apache-2.0
#include "simulation/incremental_potential.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <random>

#include "tocca/mesh/shapes.hpp"

namespace tocca::incremental_potential_test {
namespace {

using namespace simulation;
using simulation::Obstacle;

/// A cloth just above another one, held at a corner, with a sliding obstacle below.
World small_world()
{
    World world({.drag = 0.0, .friction = 0.5});
    const Shape cloth = sheet({.columns = 4, .rows = 4});
    world.add(Cloth{.name = "upper", .rest = translated(cloth, {0.03, 0.02, 0.01}).mesh(), .held = {0}});
    world.add(Cloth{.name = "lower", .rest = cloth.mesh()});
    const Shape plate = translated(sheet({.columns = 1, .rows = 1}), {0.01, 0.01, -0.01});
    world.add(Obstacle{"plate", plate.mesh(), [plate](double time) {
                           return translated(plate, {0.1 * time, 0.0, 0.0}).positions;
                       }});
    return world;
}

class Potential : public ::testing::Test {
protected:
    Potential()
    {
        std::mt19937 random(3);
        std::uniform_real_distribution<double> small(-2e-3, 2e-3);
        for (Eigen::Index i = 0; i < state.positions.size(); ++i) state.velocities.data()[i] = 100.0 * small(random);
        for (Eigen::Index i = 0; i < moved.size(); ++i) moved.data()[i] += small(random);
        for (std::size_t i = 0; i < world.vertex_count(); ++i) {
            if (world.roles()[i] == Role::fixed) {
                moved.col(static_cast<Eigen::Index>(i)) = state.positions.col(static_cast<Eigen::Index>(i));
            }
        }
        state.schedule_time = 0.01;
    }

    const IncrementalPotential::Setup setup = {.time_step = 0.01, .barrier = {.reach = 0.03, .stiffness = 5.0}};
    World world = small_world();
    State state = start_of(world);
    ContactScene scene = ContactScene(world, 1);
    Positions moved = state.positions;
};

TEST_F(Potential, GradientIsThatOfTheEnergyWithContactsAnew)
{
    const IncrementalPotential potential(world, state, scene.near_contacts(state.positions, 0.03), setup);
    const auto contacts = scene.near_contacts(moved, 0.03);
    ASSERT_GT(contacts.size(), 50U);
    const Derivatives derivatives = potential.derivatives(moved, contacts);
    constexpr double step = 1e-7;
    const double scale = derivatives.gradient.cwiseAbs().maxCoeff();
    for (Eigen::Index i = 0; i < moved.size(); ++i) {
        if (derivatives.diagonal[i / 3] == 0.0) {
            EXPECT_EQ(derivatives.gradient.data()[i], 0.0);
            continue;
        }
        Positions plus = moved, minus = moved;
        plus.data()[i] += step;
        minus.data()[i] -= step;
        const double slope = (potential.energy(plus, scene.near_contacts(plus, 0.03)) -
                              potential.energy(minus, scene.near_contacts(minus, 0.03))) /
                             (2.0 * step);
        EXPECT_NEAR(derivatives.gradient.data()[i], slope, 1e-4 * scale) << i;
    }
}

TEST_F(Potential, HessianIsPositiveAndSolved)
{
    const IncrementalPotential potential(world, state, scene.near_contacts(state.positions, 0.03), setup);
    const Derivatives derivatives = potential.derivatives(moved, scene.near_contacts(moved, 0.03));
    const Eigen::SparseMatrix<double> hessian = derivatives.hessian();
    const Eigen::MatrixXd dense = Eigen::MatrixXd(hessian);
    EXPECT_LT((dense - dense.transpose()).cwiseAbs().maxCoeff(), 1e-9 * dense.cwiseAbs().maxCoeff());
    EXPECT_GE(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(dense).eigenvalues().minCoeff(),
              -1e-9 * dense.cwiseAbs().maxCoeff());
    // Products of the blocks are those of the matrix.
    Positions direction = Positions::Random(3, moved.cols());
    for (Eigen::Index i = 0; i < direction.cols(); ++i) {
        if (derivatives.diagonal[i] == 0.0) direction.col(i).setZero();
    }
    const Positions product = derivatives.product(direction);
    const Eigen::VectorXd by_matrix = dense * direction.reshaped();
    EXPECT_LT((product.reshaped() - by_matrix).norm(), 1e-9 * by_matrix.norm());
    // The direction is that of Newton.
    const Positions newton = newton_direction(derivatives, 1e-12, 5000);
    EXPECT_LT((derivatives.product(newton) + derivatives.gradient).norm(), 1e-6 * derivatives.gradient.norm());
    EXPECT_LT(newton.cwiseProduct(derivatives.gradient).sum(), 0.0);
    // Fixed vertices do not move.
    EXPECT_EQ(newton.col(0).norm(), 0.0);
}

}  // namespace
}  // namespace tocca::incremental_potential_test
