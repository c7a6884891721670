// SPDX-License-Identifier: Apache-2.0
#include "simulation/incremental_potential.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

namespace tocca::simulation {
namespace {

double dot(const Positions& a, const Positions& b) { return a.cwiseProduct(b).sum(); }

/// The inverses of the 3x3 blocks on the diagonal of the Hessian; 0 where a vertex is fixed.
std::vector<Eigen::Matrix3d> inverse_diagonal(const Derivatives& derivatives)
{
    std::vector<Eigen::Matrix3d> inverse(static_cast<std::size_t>(derivatives.diagonal.size()));
    for (std::size_t i = 0; i < inverse.size(); ++i) {
        inverse[i] = derivatives.diagonal[static_cast<Eigen::Index>(i)] * Eigen::Matrix3d::Identity();
    }
    for (const HessianBlock& block : derivatives.blocks) {
        for (std::size_t i = 0; i < 4; ++i) {
            const double weight = block.stencil.weights[i];
            inverse[block.stencil.vertices[i]] += weight * weight * block.inner;
        }
    }
    for (std::size_t i = 0; i < inverse.size(); ++i) {
        const bool fixed = derivatives.diagonal[static_cast<Eigen::Index>(i)] == 0.0;
        inverse[i] = fixed ? Eigen::Matrix3d(Eigen::Matrix3d::Zero()) : Eigen::Matrix3d(inverse[i].inverse());
    }
    return inverse;
}

Positions product(const std::vector<Eigen::Matrix3d>& diagonal, const Positions& x)
{
    Positions y(3, x.cols());
    for (Eigen::Index i = 0; i < x.cols(); ++i) y.col(i) = diagonal[static_cast<std::size_t>(i)] * x.col(i);
    return y;
}

}  // namespace

double Barrier::energy(double distance) const
{
    if (distance >= reach) return 0.0;
    if (distance <= 0.0) return std::numeric_limits<double>::infinity();
    return -stiffness * (distance - reach) * (distance - reach) * std::log(distance / reach);
}

double Barrier::slope(double distance) const
{
    if (distance >= reach) return 0.0;
    const double below = distance - reach;
    return -stiffness * (2.0 * below * std::log(distance / reach) + below * below / distance);
}

double Barrier::curvature(double distance) const
{
    if (distance >= reach) return 0.0;
    const double relative = (distance - reach) / distance;
    return -stiffness * (2.0 * std::log(distance / reach) + 4.0 * relative - relative * relative);
}

Positions Derivatives::product(const Positions& direction) const
{
    Positions result = direction * diagonal.asDiagonal();
    for (const HessianBlock& block : blocks) {
        const Eigen::Vector3d inner = block.inner * block.stencil.of(direction);
        for (std::size_t i = 0; i < 4; ++i) result.col(block.stencil.vertices[i]) += block.stencil.weights[i] * inner;
    }
    for (Eigen::Index i = 0; i < diagonal.size(); ++i) {
        if (diagonal[i] == 0.0) result.col(i).setZero();
    }
    return result;
}

Eigen::SparseMatrix<double> Derivatives::hessian() const
{
    std::vector<Eigen::Triplet<double>> entries;
    const auto add = [&](Eigen::Index a, Eigen::Index b, const Eigen::Matrix3d& block) {
        if (diagonal[a] == 0.0 || diagonal[b] == 0.0) return;
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 3; ++column) {
                entries.emplace_back(static_cast<int>(3 * a) + row, static_cast<int>(3 * b) + column,
                                     block(row, column));
            }
        }
    };
    for (Eigen::Index i = 0; i < diagonal.size(); ++i) add(i, i, diagonal[i] * Eigen::Matrix3d::Identity());
    for (const HessianBlock& block : blocks) {
        for (std::size_t i = 0; i < 4; ++i) {
            for (std::size_t j = 0; j < 4; ++j) {
                const double weight = block.stencil.weights[i] * block.stencil.weights[j];
                if (weight != 0.0) add(block.stencil.vertices[i], block.stencil.vertices[j], weight * block.inner);
            }
        }
    }
    Eigen::SparseMatrix<double> matrix(3 * diagonal.size(), 3 * diagonal.size());
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
}

IncrementalPotential::IncrementalPotential(const World& world, const State& state,
                                           const std::vector<NearContact>& contacts, const Setup& setup)
    : world_(world),
      setup_(setup),
      start_(state.positions),
      wanted_(world.targets(state.schedule_time, state.positions))
{
    const double h = setup.time_step;
    const Positions accelerations = world.accelerations(state.positions, state.velocities);
    weights_ = Eigen::VectorXd::Zero(wanted_.cols());
    for (Eigen::Index i = 0; i < wanted_.cols(); ++i) {
        const auto vertex = static_cast<std::size_t>(i);
        if (world.roles()[vertex] == Role::free) {
            wanted_.col(i) = start_.col(i) + h * state.velocities.col(i) + h * h * accelerations.col(i);
            weights_[i] = world.masses()[vertex] / (h * h);
        } else if (world.roles()[vertex] == Role::driven) {
            weights_[i] = setup.drive * world.mean_mass() / (h * h);
        }
    }
    const double coefficient = world.surroundings().friction;
    if (coefficient == 0.0) return;
    for (const NearContact& contact : contacts) {
        const double distance = contact.difference.norm();
        const double force = distance > 0.0 ? -setup.barrier.slope(distance) : 0.0;
        if (force <= 0.0) continue;
        frictions_.push_back({contact.stencil, contact.difference / distance, coefficient * force});
    }
}

LocalExpansion IncrementalPotential::friction_expansion(const LaggedFriction& friction,
                                                        const Positions& positions) const
{
    const double hold = setup_.slip * setup_.time_step;
    Eigen::Vector3d slide = friction.stencil.of(positions) - friction.stencil.of(start_);
    slide -= friction.normal * friction.normal.dot(slide);
    const double y = slide.norm();
    const double part = std::min(y / hold, 1.0);
    const double energy = y < hold ? y * part * (1.0 - part / 3.0) : y - hold / 3.0;
    LocalExpansion result = radial_expansion(slide, friction.most * energy, friction.most * part * (2.0 - part),
                                             friction.most * 2.0 * (1.0 - part) / hold);
    const Eigen::Matrix3d tangent = Eigen::Matrix3d::Identity() - friction.normal * friction.normal.transpose();
    result.hessian = tangent * result.hessian * tangent;
    return result;
}

double IncrementalPotential::energy(const Positions& positions, const std::vector<NearContact>& contacts) const
{
    double sum = 0.0;
    for (Eigen::Index i = 0; i < positions.cols(); ++i) {
        sum += 0.5 * weights_[i] * (positions.col(i) - wanted_.col(i)).squaredNorm();
    }
    for (const LengthTerm& term : world_.terms()) sum += simulation::energy(term, positions);
    for (const NearContact& contact : contacts) sum += setup_.barrier.energy(contact.difference.norm());
    for (const LaggedFriction& friction : frictions_) sum += friction_expansion(friction, positions).energy;
    return sum;
}

Derivatives IncrementalPotential::derivatives(const Positions& positions,
                                              const std::vector<NearContact>& contacts) const
{
    Derivatives result = {.gradient = (positions - wanted_) * weights_.asDiagonal(), .diagonal = weights_};
    result.blocks.reserve(world_.terms().size() + contacts.size() + frictions_.size());
    const auto add = [&](const Stencil& stencil, const LocalExpansion& local) {
        for (std::size_t i = 0; i < 4; ++i) {
            result.gradient.col(stencil.vertices[i]) += stencil.weights[i] * local.gradient;
        }
        result.blocks.push_back({stencil, local.hessian});
    };
    for (const LengthTerm& term : world_.terms()) add(term.stencil, expansion(term, positions));
    for (const NearContact& contact : contacts) {
        const double distance = contact.difference.norm();
        if (distance == 0.0 || distance >= setup_.barrier.reach) continue;
        // The weights are those of the closest points: to first order their change does not matter.
        add(contact.stencil, radial_expansion(contact.difference, setup_.barrier.energy(distance),
                                              setup_.barrier.slope(distance), setup_.barrier.curvature(distance)));
    }
    for (const LaggedFriction& friction : frictions_) add(friction.stencil, friction_expansion(friction, positions));
    for (Eigen::Index i = 0; i < weights_.size(); ++i) {
        if (weights_[i] == 0.0) result.gradient.col(i).setZero();
    }
    return result;
}

Positions newton_direction(const Derivatives& derivatives, double residual, int max_iterations)
{
    const auto inverse = inverse_diagonal(derivatives);
    Positions direction = Positions::Zero(3, derivatives.gradient.cols());
    Positions rest = -derivatives.gradient;
    Positions scaled = product(inverse, rest);
    Positions search = scaled;
    double product_before = dot(rest, scaled);
    const double enough = residual * residual * product_before;
    for (int i = 0; i < max_iterations && product_before > enough; ++i) {
        const Positions image = derivatives.product(search);
        const double curvature = dot(search, image);
        if (!(curvature > 0.0)) break;
        const double step = product_before / curvature;
        direction += step * search;
        rest -= step * image;
        scaled = product(inverse, rest);
        const double product_now = dot(rest, scaled);
        search = scaled + (product_now / product_before) * search;
        product_before = product_now;
    }
    return direction;
}

}  // namespace tocca::simulation
