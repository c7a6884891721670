// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "simulation/contact_scene.hpp"
#include "simulation/world.hpp"

namespace tocca::simulation {

/// The barrier energy -stiffness * (d - reach)^2 ln(d / reach) for distances d below the reach, 0 beyond it. It grows
/// without bound as d goes to 0.
struct Barrier {
    double reach = 1e-3;
    double stiffness = 1.0;  ///< N per metre

    [[nodiscard]] double energy(double distance) const;
    [[nodiscard]] double slope(double distance) const;
    [[nodiscard]] double curvature(double distance) const;
};

/// Friction of a pair over a step, with the normal and the force of the pair when the step began.
struct LaggedFriction {
    Stencil stencil = {};
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();
    double most = 0.0;  ///< the largest friction force: coefficient times normal force
};

/// A term of a Hessian: its block for any two vertices i and j of the stencil is weight_i * weight_j * inner.
struct HessianBlock {
    Stencil stencil = {};
    Eigen::Matrix3d inner = Eigen::Matrix3d::Zero();
};

/// A gradient and a positive semidefinite Hessian, the sum of a diagonal and blocks. Vertices whose diagonal is 0 are
/// fixed.
struct Derivatives {
    Positions gradient;
    Eigen::VectorXd diagonal;  ///< one entry per vertex
    std::vector<HessianBlock> blocks = {};

    [[nodiscard]] Positions product(const Positions& direction) const;
    /// The Hessian as a matrix over the coordinates of all vertices, vertex by vertex.
    [[nodiscard]] Eigen::SparseMatrix<double> hessian() const;
};

/// The energy whose minimum is the next state of implicit Euler: inertia, elasticity, contact, friction, and springs
/// that pull driven vertices to where they should be.
class IncrementalPotential {
public:
    struct Setup {
        double time_step = 0.01;
        Barrier barrier = {};
        double drive = 1e4;  ///< spring stiffness of driven vertices, in mean masses per squared time step
        double slip = 1e-3;  ///< metres per second below which friction is static
    };

    /// `contacts` are the near pairs at the start of the step, from which friction is computed.
    IncrementalPotential(const World& world, const State& state, const std::vector<NearContact>& contacts,
                         const Setup& setup);

    [[nodiscard]] double energy(const Positions& positions, const std::vector<NearContact>& contacts) const;
    [[nodiscard]] Derivatives derivatives(const Positions& positions, const std::vector<NearContact>& contacts) const;

private:
    [[nodiscard]] LocalExpansion friction_expansion(const LaggedFriction& friction, const Positions& positions) const;

    const World& world_;
    Setup setup_;
    Positions start_, wanted_;  // wanted: by inertia or by the schedule
    Eigen::VectorXd weights_;   // of the squared distance from `wanted_`; 0: fixed
    std::vector<LaggedFriction> frictions_;
};

/// The direction -H^-1 g, by conjugate gradients to a relative residual.
[[nodiscard]] Positions newton_direction(const Derivatives& derivatives, double residual, int max_iterations);

}  // namespace tocca::simulation
