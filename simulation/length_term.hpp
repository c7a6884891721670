// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <vector>

#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca::simulation {

/// Positions (or other vectors) of all vertices, one column per vertex.
using Positions = Eigen::Matrix3Xd;

/// Up to four vertices with a weight each; they define a vector, the sum of weight * position. The weights add up to 0,
/// so that a common translation does not change the vector. Stretch, bending, contact and friction are functions of
/// such vectors.
struct Stencil {
    std::array<std::uint32_t, 4> vertices = {};
    std::array<double, 4> weights = {};  ///< 0 for unused places

    [[nodiscard]] Eigen::Vector3d of(const Positions& positions) const
    {
        Eigen::Vector3d sum = Eigen::Vector3d::Zero();
        for (std::size_t i = 0; i < 4; ++i) sum += weights[i] * positions.col(vertices[i]);
        return sum;
    }
};

/// The elastic energy stiffness / 2 * (|stencil| - rest)^2.
struct LengthTerm {
    Stencil stencil = {};
    double stiffness = 0.0;
    double rest = 0.0;
};

/// A function of one vector to second order: energy, gradient, and the Hessian with negative eigenvalues set to 0.
struct LocalExpansion {
    double energy = 0.0;
    Eigen::Vector3d gradient = Eigen::Vector3d::Zero();
    Eigen::Matrix3d hessian = Eigen::Matrix3d::Zero();
};

/// The expansion of a function f(|vector|) with first and second derivatives `slope` and `curvature`.
[[nodiscard]] LocalExpansion radial_expansion(const Eigen::Vector3d& vector, double energy, double slope,
                                              double curvature);

[[nodiscard]] double energy(const LengthTerm& term, const Positions& positions);
[[nodiscard]] LocalExpansion expansion(const LengthTerm& term, const Positions& positions);

/// A spring along every edge of the mesh; its rest length is that of the edge.
[[nodiscard]] std::vector<LengthTerm> stretch_terms(const TriangleMesh& mesh, double stiffness);

/// A bending term at every edge of two faces: the vector of the quadratic bending model, with its length in the mesh as
/// rest length. For a flat mesh the rest length is 0 and the energy is quadratic.
///
/// Source: Bergou, Wardetzky, Harmon, Zorin, Grinspun 2006, "A Quadratic Bending Model for Inextensible Surfaces".
[[nodiscard]] std::vector<LengthTerm> bending_terms(const TriangleMesh& mesh, double stiffness);

}  // namespace tocca::simulation
