// SPDX-License-Identifier: Apache-2.0
#include "adapters/ode/contact_manifold.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "scenes/seeded_random.hpp"
#include "tocca/mesh/shapes.hpp"

namespace tocca::ode::contact_manifold_test {
namespace {

using Eigen::Vector3d;

NearFeatures near(const Vector3d& point, const Vector3d& normal, double distance)
{
    NearFeatures features;
    features.distance = distance;
    features.contact.objects = {0, 1};
    features.contact.point = point;
    features.contact.normal = normal;
    return features;
}

TEST(ContactManifold, OfNothingIsNothing) { EXPECT_TRUE(contact_manifold({}, {.spacing = 1.0}).empty()); }

TEST(ContactManifold, FeaturesWithoutANormalAreLeftOut)
{
    const std::vector<NearFeatures> features = {near(Vector3d::Zero(), Vector3d::Zero(), 0.0)};
    EXPECT_TRUE(contact_manifold(features, {.spacing = 1.0}).empty());
}

TEST(ContactManifold, NormalsPointToTheFirstBodyWhicheverHasTheVertex)
{
    NearFeatures features = near(Vector3d::Zero(), Vector3d::UnitZ(), 0.5);
    EXPECT_EQ(contact_manifold({features}, {}).at(0).normal, Vector3d::UnitZ());
    features.contact.objects = {1, 0};
    EXPECT_EQ(contact_manifold({features}, {}).at(0).normal, -Vector3d::UnitZ());
}

TEST(ContactManifold, OfFeaturesThatSayTheSameTheNearestStays)
{
    const std::vector<NearFeatures> features = {near({0.1, 0, 0}, Vector3d(0.5, 0, 1).normalized(), 0.3),
                                                near({0, 0, 0}, Vector3d::UnitZ(), 0.2),
                                                near({0, 0.1, 0}, Vector3d::UnitZ(), 0.4)};
    const std::vector<ContactPoint> points = contact_manifold(features, {.spacing = 0.2});
    ASSERT_EQ(points.size(), 1U);
    EXPECT_EQ(points[0].distance, 0.2);
}

TEST(ContactManifold, BothSidesOfAGrooveStay)
{
    const std::vector<NearFeatures> features = {near({0, 0, 0}, Vector3d(1, 0, 1).normalized(), 0.2),
                                                near({0, 0, 0}, Vector3d(-1, 0, 1).normalized(), 0.2)};
    EXPECT_EQ(contact_manifold(features, {.spacing = 1.0}).size(), 2U);
}

TEST(ContactManifold, FewPointsAreSpreadToTheCorners)
{
    std::vector<NearFeatures> features;
    for (int x = 0; x <= 10; ++x)
        for (int y = 0; y <= 10; ++y) features.push_back(near(Vector3d(x, y, 0), Vector3d::UnitZ(), 0.01));
    const std::vector<ContactPoint> points = contact_manifold(features, {.spacing = 0.5, .greatest_points = 4});
    ASSERT_EQ(points.size(), 4U);
    for (const Vector3d& corner : {Vector3d(0, 0, 0), Vector3d(10, 0, 0), Vector3d(0, 10, 0), Vector3d(10, 10, 0)}) {
        EXPECT_TRUE(std::any_of(points.begin(), points.end(), [&](const ContactPoint& point) {
            return point.point == corner;
        })) << corner.transpose();
    }
}

TEST(ContactManifold, TheNearestIsAlwaysThereAndEveryFeatureIsStoodFor)
{
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        scenes::SeededRandom random(seed);
        std::vector<NearFeatures> features;
        for (int i = 0; i < 60; ++i) {
            const Vector3d normal(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
            features.push_back(near({random.unit(), random.unit(), random.unit()}, normal.normalized(), random.unit()));
        }
        const double spacing = 0.3;
        const auto nearest = std::min_element(features.begin(), features.end(),
                                              [](const auto& a, const auto& b) { return a.distance < b.distance; });
        const std::vector<ContactPoint> few = contact_manifold(features, {.spacing = spacing, .greatest_points = 5});
        ASSERT_EQ(few.size(), 5U);
        EXPECT_EQ(few[0].point, nearest->contact.point);

        const std::vector<ContactPoint> all = contact_manifold(features, {.spacing = spacing, .greatest_points = 100});
        for (const NearFeatures& feature : features) {
            EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const ContactPoint& point) {
                return point.distance <= feature.distance && (point.point - feature.contact.point).norm() < spacing &&
                       point.normal.dot(feature.contact.normal) > 0.3;
            }));
        }

        std::reverse(features.begin(), features.end());
        const std::vector<ContactPoint> reversed =
            contact_manifold(features, {.spacing = spacing, .greatest_points = 5});
        for (std::size_t i = 0; i < few.size(); ++i) EXPECT_EQ(few[i].point, reversed[i].point);
    }
}

TEST(ContactManifold, OfABoxOnAFloorHoldsTheCorners)
{
    const RigidBody box(tocca::box({.lengths = {1, 1, 1}, .cells = {5, 5, 5}}).mesh());
    const RigidBody floor(tocca::box({.lengths = {4, 4, 1}, .cells = {7, 7, 1}}).mesh());
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.translation().z() = 1.001;
    const std::vector<NearFeatures> features = near_features(box, pose, floor, Eigen::Isometry3d::Identity(), 0.002);
    const std::vector<ContactPoint> points = contact_manifold(features, {.spacing = 0.004, .greatest_points = 8});
    ASSERT_EQ(points.size(), 8U);
    Eigen::AlignedBox3d around;
    for (const ContactPoint& point : points) {
        EXPECT_NEAR(point.normal.z(), 1.0, 1e-9);
        EXPECT_NEAR(point.distance, 0.001, 1e-9);
        around.extend(point.point);
    }
    EXPECT_NEAR(around.sizes().x(), 1.0, 1e-9);
    EXPECT_NEAR(around.sizes().y(), 1.0, 1e-9);
}

}  // namespace
}  // namespace tocca::ode::contact_manifold_test
