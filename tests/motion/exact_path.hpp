// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include "tocca/motion/rigid_path.hpp"

/// The motion of RigidPath's definition, evaluated with a hundred digits.
namespace tocca::exact {

using Real = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<100>, boost::multiprecision::et_off>;
using Vector = std::array<Real, 3>;
using Matrix = std::array<Vector, 3>;  // rows

inline Vector vector(const Eigen::Vector3d& v) { return {Real(v.x()), Real(v.y()), Real(v.z())}; }

inline Vector sum(const Vector& a, const Vector& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline Vector scaled(const Real& factor, const Vector& a) { return {factor * a[0], factor * a[1], factor * a[2]}; }
inline Vector difference(const Vector& a, const Vector& b) { return sum(a, scaled(-1, b)); }
inline Real dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Real length(const Vector& a) { return sqrt(dot(a, a)); }

inline Vector cross(const Vector& a, const Vector& b)
{
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

inline Vector product(const Matrix& m, const Vector& x) { return {dot(m[0], x), dot(m[1], x), dot(m[2], x)}; }

/// The rotation nearest to a matrix near one: the polar factor, as the mean of a matrix and its inverse transpose,
/// repeated.
inline Matrix nearest_rotation(const Eigen::Matrix3d& matrix)
{
    Matrix m;
    for (int i = 0; i < 3; ++i) m[static_cast<std::size_t>(i)] = vector(matrix.row(i).transpose());
    for (int pass = 0; pass < 8; ++pass) {
        const Matrix cofactors = {cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1])};
        const Real determinant = dot(m[0], cofactors[0]);
        for (std::size_t i = 0; i < 3; ++i) m[i] = scaled(Real(0.5), sum(m[i], scaled(1 / determinant, cofactors[i])));
    }
    return m;
}

/// `v` turned by the rotation axis times angle.
inline Vector turned(const Vector& rotation, const Vector& v)
{
    const Real angle = length(rotation);
    if (angle == 0) return v;
    const Vector axis = scaled(1 / angle, rotation);
    const Vector across = cross(axis, v);
    const Real half = sin(angle / 2);
    return sum(v, sum(scaled(sin(angle), across), scaled(2 * half * half, cross(axis, across))));
}

/// Where the body point x is at time t.
inline Vector place(const RigidPath& path, const Matrix& start_rotation, double t, const Eigen::Vector3d& x)
{
    const Vector arm = product(start_rotation, difference(vector(x), vector(path.reference())));
    const Vector reference = sum(vector(path.start()), scaled(Real(t), vector(path.velocity())));
    return sum(reference, turned(scaled(Real(t), vector(path.angular_velocity())), arm));
}

/// Where a pose, with the nearest rotation, puts x.
inline Vector place(const Eigen::Isometry3d& pose, const Eigen::Vector3d& x)
{
    return sum(product(nearest_rotation(pose.linear()), vector(x)), vector(pose.translation()));
}

inline double distance(const Vector& a, const Vector& b) { return static_cast<double>(length(difference(a, b))); }

}  // namespace tocca::exact
