// SPDX-License-Identifier: Apache-2.0
#include "simulation/length_term.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <random>

#include "simulation/incremental_potential.hpp"
#include "tocca/mesh/shapes.hpp"

namespace tocca::length_term_test {
namespace {

using namespace simulation;

Positions random_positions(unsigned seed, Eigen::Index count)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> coordinate(-1.0, 1.0);
    Positions positions(3, count);
    for (Eigen::Index i = 0; i < positions.size(); ++i) positions.data()[i] = coordinate(random);
    return positions;
}

Positions positions_of(const TriangleMesh& mesh)
{
    Positions positions(3, static_cast<Eigen::Index>(mesh.vertex_count()));
    for (std::size_t i = 0; i < mesh.vertex_count(); ++i) {
        positions.col(static_cast<Eigen::Index>(i)) = Eigen::Vector3d(mesh.positions()[i].data());
    }
    return positions;
}

std::vector<LengthTerm> all_terms(const TriangleMesh& mesh)
{
    auto terms = stretch_terms(mesh, 3.0);
    const auto bending = bending_terms(mesh, 0.1);
    terms.insert(terms.end(), bending.begin(), bending.end());
    return terms;
}

double sum_of_energies(const std::vector<LengthTerm>& terms, const Positions& x)
{
    double sum = 0.0;
    for (const LengthTerm& term : terms) sum += energy(term, x);
    return sum;
}

/// Gradients against central differences of energies, Hessians against those of gradients wherever nothing was clipped.
TEST(LengthTerm, DerivativesAreThoseOfTheEnergy)
{
    const TriangleMesh mesh = ico_sphere({.radius = 0.4, .subdivisions = 0}).mesh();
    const Positions x = random_positions(1, static_cast<Eigen::Index>(mesh.vertex_count()));
    constexpr double step = 1e-6;
    std::size_t unclipped = 0;
    for (const LengthTerm& term : all_terms(mesh)) {
        const LocalExpansion local = expansion(term, x);
        const bool stretched = term.stencil.of(x).norm() > term.rest;
        for (std::size_t i = 0; i < 4; ++i) {
            if (term.stencil.weights[i] == 0.0) continue;
            for (int axis = 0; axis < 3; ++axis) {
                Positions plus = x, minus = x;
                plus(axis, term.stencil.vertices[i]) += step;
                minus(axis, term.stencil.vertices[i]) -= step;
                const double slope = (energy(term, plus) - energy(term, minus)) / (2.0 * step);
                const double scale = term.stiffness * (1.0 + term.stencil.of(x).norm()) * 10.0;
                EXPECT_NEAR(term.stencil.weights[i] * local.gradient[axis], slope, 1e-7 * scale);
                if (!stretched) continue;
                ++unclipped;
                const Eigen::Vector3d change =
                    (expansion(term, plus).gradient - expansion(term, minus).gradient) / (2.0 * step);
                const Eigen::Vector3d told = term.stencil.weights[i] * local.hessian.col(axis);
                EXPECT_LT((change - told).norm(), 1e-6 * scale);
            }
        }
    }
    EXPECT_GT(unclipped, 50U);
}

TEST(LengthTerm, RigidMotionsCostNothing)
{
    for (const Shape& shape :
         {sheet({.columns = 5, .rows = 4}), ico_sphere({.subdivisions = 1}), tube({.segments = 9})}) {
        const TriangleMesh mesh = shape.mesh();
        const auto terms = all_terms(mesh);
        const Positions rest = positions_of(mesh);
        const Eigen::Matrix3d turn =
            Eigen::AngleAxisd(1.2, Eigen::Vector3d(1.0, -2.0, 0.5).normalized()).toRotationMatrix();
        const Positions moved = (turn * rest).colwise() + Eigen::Vector3d(3.0, -1.0, 2.0);
        EXPECT_LT(sum_of_energies(terms, moved), 1e-24);
        EXPECT_GT(sum_of_energies(terms, 1.1 * rest), 1e-3);
    }
}

TEST(LengthTerm, FoldingCostsBendingOnly)
{
    const TriangleMesh mesh = sheet({.columns = 2, .rows = 1}).mesh();
    Positions folded = positions_of(mesh);
    // About the line x = 0.5, which is an edge of the sheet: lengths stay.
    for (Eigen::Index i = 0; i < folded.cols(); ++i) {
        if (folded(0, i) > 0.6) folded.col(i) = Eigen::Vector3d(0.5, folded(1, i), 0.5);
    }
    EXPECT_LT(sum_of_energies(stretch_terms(mesh, 1.0), folded), 1e-24);
    EXPECT_GT(sum_of_energies(bending_terms(mesh, 1.0), folded), 0.1);
}

TEST(LengthTerm, WeightsAddUpToNothing)
{
    for (const LengthTerm& term : all_terms(ico_sphere({.subdivisions = 1}).mesh())) {
        const auto& w = term.stencil.weights;
        EXPECT_NEAR(w[0] + w[1] + w[2] + w[3], 0.0, 1e-12);
    }
}

TEST(Barrier, DerivativesAreThoseOfTheEnergy)
{
    const Barrier barrier = {.reach = 0.5, .stiffness = 2.0};
    for (const double d : {0.01, 0.1, 0.3, 0.45, 0.499}) {
        const double step = 1e-6 * d;
        EXPECT_NEAR(barrier.slope(d), (barrier.energy(d + step) - barrier.energy(d - step)) / (2.0 * step),
                    1e-6 * std::abs(barrier.slope(d)) + 1e-9);
        EXPECT_NEAR(barrier.curvature(d), (barrier.slope(d + step) - barrier.slope(d - step)) / (2.0 * step),
                    1e-6 * std::abs(barrier.curvature(d)));
        EXPECT_LT(barrier.slope(d), 0.0);
        EXPECT_GT(barrier.curvature(d), 0.0);
    }
    EXPECT_EQ(barrier.energy(0.5), 0.0);
    EXPECT_EQ(barrier.slope(0.6), 0.0);
    EXPECT_GT(barrier.energy(1e-200), barrier.energy(1e-100));
}

}  // namespace
}  // namespace tocca::length_term_test
