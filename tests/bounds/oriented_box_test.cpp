// SPDX-License-Identifier: Apache-2.0
#include "tocca/bounds/oriented_box.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <vector>

#include "support/effort.hpp"
#include "support/random.hpp"

namespace tocca::oriented_box_test {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using support::effort;
using support::Random;
using Real = long double;

Vector3d any_vector(Random& random) { return {random.signed_unit(), random.signed_unit(), random.signed_unit()}; }

/// The coordinates of a point along the axes as they are stored.
Eigen::Matrix<Real, 3, 1> coordinates(const OrientedBox& box, const Vector3d& point)
{
    const Eigen::Matrix<Real, 3, 3> axes = box.axes.cast<Real>();
    return axes.inverse() * (point.cast<Real>() - box.centre.cast<Real>());
}

TEST(OrientedBox, HoldsThePointsItIsFittedTo)
{
    Random random(1);
    for (std::size_t round = 0; round < effort(4'000); ++round) {
        const double scale = random.pick({1e-9, 1.0, 1e6});
        const Vector3d offset = random.pick({0.0, 1.0, 1e6}) * scale * any_vector(random);
        const Matrix3d axes =
            Eigen::Quaterniond(Eigen::Vector4d(any_vector(random).homogeneous())).normalized().matrix();
        // Solid, flat, on a line, in one place.
        Vector3d lengths = any_vector(random).cwiseAbs();
        const int dimensions = random.between(0, 3);
        for (int i = dimensions; i < 3; ++i) lengths[i] = 0.0;
        std::vector<Vector3d> points(1 + random.below(60));
        for (Vector3d& point : points) point = offset + scale * (axes * lengths.cwiseProduct(any_vector(random)));

        const OrientedBox box = fit_oriented_box(points);
        const double rounding = 0x1p-43 * (scale + offset.cwiseAbs().maxCoeff());
        Eigen::Matrix<Real, 3, 1> reach = Eigen::Matrix<Real, 3, 1>::Zero();
        for (const Vector3d& point : points) reach = reach.cwiseMax(coordinates(box, point).cwiseAbs());
        for (Eigen::Index i = 0; i < 3; ++i) {
            ASSERT_LE(reach[i], static_cast<Real>(box.half_lengths[i]));
            ASSERT_LE(box.half_lengths[i], static_cast<double>(reach[i]) + rounding);
        }
        ASSERT_LT((box.axes.transpose() * box.axes - Matrix3d::Identity()).norm(), 1e-14);
        ASSERT_GT(box.axes.determinant(), 0.9);
    }
}

TEST(OrientedBox, LiesAlongWhatIsLong)
{
    const Vector3d along = Vector3d(1.0, 2.0, -2.0) / 3.0;
    std::vector<Vector3d> rod;
    for (int i = 0; i <= 100; ++i) rod.emplace_back(0.1 * i * along);
    const OrientedBox turned = fit_oriented_box(rod);
    EXPECT_NEAR(turned.half_lengths.maxCoeff(), 5.0, 1e-10);
    EXPECT_NEAR(turned.half_lengths.sum(), 5.0, 1e-10);
    EXPECT_NEAR(std::abs(turned.axes.col(0).dot(along)), 1.0, 1e-12);

    // What lies along the coordinate axes stays along them, also when it spreads otherwise.
    std::vector<Vector3d> corners;
    for (int i = 0; i < 8; ++i) corners.emplace_back(i & 1, 2 * (i >> 1 & 1), 3 * (i >> 2));
    corners.insert(corners.end(), 50, corners[0]);
    corners.insert(corners.end(), 50, corners[7]);
    const OrientedBox straight = fit_oriented_box(corners);
    EXPECT_EQ(straight.axes, Matrix3d::Identity());
    EXPECT_LT((straight.half_lengths - Vector3d(0.5, 1.0, 1.5)).norm(), 1e-12);
}

TEST(OrientedBox, OfOnePoint)
{
    const OrientedBox box = fit_oriented_box(std::vector<Vector3d>{{1.0, 2.0, 3.0}});
    EXPECT_EQ(box.centre, Vector3d(1.0, 2.0, 3.0));
    EXPECT_LT(box.half_lengths.maxCoeff(), 1e-12);
}

}  // namespace
}  // namespace tocca::oriented_box_test
