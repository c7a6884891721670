// SPDX-License-Identifier: Apache-2.0
#include "simulation/length_term.hpp"

#include <Eigen/Geometry>
#include <algorithm>

#include "tocca/mesh/adjacency.hpp"

namespace tocca::simulation {
namespace {

Eigen::Vector3d position(const TriangleMesh& mesh, VertexId vertex)
{
    return Eigen::Vector3d(mesh.positions()[vertex].data());
}

VertexId corner_opposite(const FaceVertices& face, const EdgeVertices& edge)
{
    for (const VertexId corner : face) {
        if (corner != edge[0] && corner != edge[1]) return corner;
    }
    return edge[0];
}

double area(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c)
{
    return 0.5 * (b - a).cross(c - a).norm();
}

/// The cotangent of the angle at `corner`.
double cotangent(const Eigen::Vector3d& corner, const Eigen::Vector3d& b, const Eigen::Vector3d& c)
{
    return (b - corner).dot(c - corner) / (b - corner).cross(c - corner).norm();
}

}  // namespace

LocalExpansion radial_expansion(const Eigen::Vector3d& vector, double energy, double slope, double curvature)
{
    LocalExpansion result = {.energy = energy};
    const double length = vector.norm();
    if (length == 0.0) {
        // Where the slope vanishes the function is quadratic there; elsewhere it has no gradient.
        if (slope == 0.0) result.hessian = std::max(curvature, 0.0) * Eigen::Matrix3d::Identity();
        return result;
    }
    const Eigen::Vector3d direction = vector / length;
    const double across = std::max(slope / length, 0.0);
    result.gradient = slope * direction;
    result.hessian =
        across * Eigen::Matrix3d::Identity() + (std::max(curvature, 0.0) - across) * direction * direction.transpose();
    return result;
}

double energy(const LengthTerm& term, const Positions& positions)
{
    const double stretch = term.stencil.of(positions).norm() - term.rest;
    return 0.5 * term.stiffness * stretch * stretch;
}

LocalExpansion expansion(const LengthTerm& term, const Positions& positions)
{
    const Eigen::Vector3d vector = term.stencil.of(positions);
    const double stretch = vector.norm() - term.rest;
    return radial_expansion(vector, 0.5 * term.stiffness * stretch * stretch, term.stiffness * stretch, term.stiffness);
}

std::vector<LengthTerm> stretch_terms(const TriangleMesh& mesh, double stiffness)
{
    std::vector<LengthTerm> terms;
    for (const auto& [a, b] : mesh.edges()) {
        terms.push_back({.stencil = {{a, b, a, a}, {1.0, -1.0, 0.0, 0.0}},
                         .stiffness = stiffness,
                         .rest = (position(mesh, a) - position(mesh, b)).norm()});
    }
    return terms;
}

std::vector<LengthTerm> bending_terms(const TriangleMesh& mesh, double stiffness)
{
    std::vector<LengthTerm> terms;
    const Incidence faces = faces_of_edges(mesh);
    for (EdgeId edge = 0; edge < mesh.edges().size(); ++edge) {
        if (faces.count(edge) != 2) continue;
        const EdgeVertices ends = mesh.edges()[edge];
        const std::array<std::uint32_t, 4> vertices = {ends[0], ends[1],
                                                       corner_opposite(mesh.faces()[faces.of(edge)[0]], ends),
                                                       corner_opposite(mesh.faces()[faces.of(edge)[1]], ends)};
        std::array<Eigen::Vector3d, 4> x;
        for (std::size_t i = 0; i < 4; ++i) x[i] = position(mesh, vertices[i]);
        const double both_areas = area(x[0], x[1], x[2]) + area(x[0], x[1], x[3]);
        if (both_areas == 0.0) continue;
        const double a2 = cotangent(x[0], x[1], x[2]), b2 = cotangent(x[1], x[0], x[2]);
        const double a3 = cotangent(x[0], x[1], x[3]), b3 = cotangent(x[1], x[0], x[3]);
        LengthTerm term = {.stencil = {vertices, {b2 + b3, a2 + a3, -a2 - b2, -a3 - b3}},
                           .stiffness = 3.0 * stiffness / both_areas};
        Eigen::Vector3d sum = Eigen::Vector3d::Zero();
        for (std::size_t i = 0; i < 4; ++i) sum += term.stencil.weights[i] * x[i];
        const double scale = (x[0] - x[1]).norm();
        // What a flat mesh has left is rounding.
        term.rest = sum.norm() > 1e-6 * scale ? sum.norm() : 0.0;
        terms.push_back(term);
    }
    return terms;
}

}  // namespace tocca::simulation
