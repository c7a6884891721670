// SPDX-License-Identifier: Apache-2.0
#include "support/robot_sampling.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>

#include "tocca/rigid/placed_bodies.hpp"
#include "tocca/robot/configuration.hpp"

namespace tocca::bench {
namespace {

using Eigen::VectorXd;

/// A shape and where it is.
struct PlacedShape {
    const RobotShape& shape;
    Eigen::Isometry3d pose;
};

PlacedShape placed_shape(const RobotChecker& checker, const std::vector<Eigen::Isometry3d>& poses, std::uint32_t body,
                         std::uint32_t shape)
{
    const std::size_t links = checker.robot().links().size();
    if (body < links) return {checker.robot().links()[body].shapes.at(shape), poses[body]};
    const Obstacle& object = checker.scene().objects.at(body - links);
    return {object.shapes.at(shape), object.pose};
}

/// How far the shapes of a contact are from each other at its time.
double distance_at(const RobotChecker& checker, const JointMotion& motion, const Answer& first)
{
    const auto poses = checker.robot().poses(configuration_at(checker.robot(), motion, first.safe_until));
    const ObjectPair& pair = first.pair.value();
    const PlacedShape a = placed_shape(checker, poses, pair.objects[0], pair.shapes[0]);
    const PlacedShape b = placed_shape(checker, poses, pair.objects[1], pair.shapes[1]);
    const double between = distance(*a.shape.body, a.pose, *b.shape.body, b.pose).lower;
    return std::max(0.0, between - a.shape.padding - b.shape.padding);
}

}  // namespace

std::optional<double> first_contact_by_samples(const Robot& robot, const StaticTest& touches, const JointMotion& motion,
                                               std::size_t poses)
{
    for (std::size_t i = 0; i < poses; ++i) {
        const double time = static_cast<double>(i) / static_cast<double>(poses - 1);
        if (touches(configuration_at(robot, motion, time))) return time;
    }
    return std::nullopt;
}

RobotCheck check(const RobotChecker& checker, const std::optional<double>& threshold, const StaticTest& touches,
                 std::span<const JointMotion> motions, const RobotMeasurement& measured, std::size_t poses)
{
    RobotCheck result;
    for (std::size_t i = 0; i < motions.size(); ++i) {
        const RobotAnswer& answer = measured.answers[i];
        if (answer.at_start) continue;
        const Answer& first = answer.first.value();
        for (std::size_t k = 0; k < poses; ++k) {
            const double time = first.safe_until * static_cast<double>(k) / static_cast<double>(poses - 1);
            if (touches(configuration_at(checker.robot(), motions[i], time))) ++result.touching;
        }
        result.poses += poses;
        if (!threshold || first.outcome != Outcome::contact) continue;
        const double distance = distance_at(checker, motions[i], first);
        result.farthest = std::max(result.farthest, distance);
        if (distance > *threshold * (1.0 + 1e-9)) ++result.apart;
    }
    return result;
}

}  // namespace tocca::bench
