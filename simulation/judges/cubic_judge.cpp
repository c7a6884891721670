// SPDX-License-Identifier: Apache-2.0
#include "simulation/judges/cubic_judge.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace tocca::simulation {
namespace {

constexpr double distance_tolerance = 1e-6, weight_tolerance = 1e-6;

double volume(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c)
{
    return a.dot(b.cross(c));
}

bool is_weight(double weight) { return weight >= -weight_tolerance && weight <= 1.0 + weight_tolerance; }

bool vertex_in_face(const std::array<Eigen::Vector3d, 4>& x)
{
    const Eigen::Vector3d u = x[2] - x[1], v = x[3] - x[1], p = x[0] - x[1], n = u.cross(v);
    const double area = n.squaredNorm();
    if (area == 0.0) return false;
    const double beta = p.cross(v).dot(n) / area, gamma = u.cross(p).dot(n) / area;
    return is_weight(beta) && is_weight(gamma) && is_weight(1.0 - beta - gamma) &&
           std::abs(p.dot(n)) < distance_tolerance * std::sqrt(area);
}

bool edges_meet(const std::array<Eigen::Vector3d, 4>& x)
{
    const Eigen::Vector3d u = x[1] - x[0], v = x[3] - x[2], w = x[2] - x[0], n = u.cross(v);
    const double area = n.squaredNorm();
    if (area == 0.0) return false;
    const double s = w.cross(v).dot(n) / area, r = w.cross(u).dot(n) / area;
    return is_weight(s) && is_weight(r) && std::abs(w.dot(n)) < distance_tolerance * std::sqrt(area);
}

}  // namespace

std::vector<RootBracket> root_brackets(double a, double b, double c, double d)
{
    const auto value = [&](double t) { return a + t * (b + t * (c + t * d)); };
    // Between its extremes the cubic is monotonous.
    std::vector<double> ends = {0.0};
    const double discriminant = c * c - 3.0 * b * d;
    if (discriminant >= 0.0) {
        const double q = -(c + std::copysign(std::sqrt(discriminant), c));
        std::vector<double> extremes;
        if (d != 0.0) extremes.push_back(q / (3.0 * d));
        if (q != 0.0) extremes.push_back(b / q);
        std::sort(extremes.begin(), extremes.end());
        for (const double t : extremes) {
            if (t > 0.0 && t < 1.0) ends.push_back(t);
        }
    }
    ends.push_back(1.0);
    std::vector<RootBracket> brackets;
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
        const double at_low = value(ends[i]), at_high = value(ends[i + 1]);
        if (at_low == 0.0)
            brackets.push_back({ends[i], ends[i]});
        else if ((at_low < 0.0) != (at_high < 0.0))
            brackets.push_back({ends[i], ends[i + 1]});
    }
    return brackets;
}

std::vector<double> roots_in_unit_interval(double a, double b, double c, double d)
{
    const auto value = [&](double t) { return a + t * (b + t * (c + t * d)); };
    std::vector<double> roots;
    for (auto [low, high] : root_brackets(a, b, c, d)) {
        const bool rises = value(low) < 0.0;
        for (int k = 0; k < 60 && high - low > 1e-15; ++k) {
            const double middle = 0.5 * (low + high);
            ((value(middle) < 0.0) == rises ? low : high) = middle;
        }
        roots.push_back(0.5 * (low + high));
    }
    return roots;
}

std::optional<double> CubicJudge::touches_at(const MovingPair& pair) const
{
    std::array<Eigen::Vector3d, 3> x, v;
    for (std::size_t i = 0; i < 3; ++i) {
        x[i] = pair.start[i + 1] - pair.start[0];
        v[i] = pair.end[i + 1] - pair.end[0] - x[i];
    }
    const double a = volume(x[0], x[1], x[2]);
    const double b = volume(v[0], x[1], x[2]) + volume(x[0], v[1], x[2]) + volume(x[0], x[1], v[2]);
    const double c = volume(x[0], v[1], v[2]) + volume(v[0], x[1], v[2]) + volume(v[0], v[1], x[2]);
    const double d = volume(v[0], v[1], v[2]);
    for (const double time : roots_in_unit_interval(a, b, c, d)) {
        const auto points = pair.at(time);
        if (pair.kind == PairKind::vertex_face ? vertex_in_face(points) : edges_meet(points)) return time;
    }
    return std::nullopt;
}

}  // namespace tocca::simulation
