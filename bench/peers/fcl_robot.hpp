// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <memory>

#include "tocca/robot/robot_query.hpp"

namespace tocca::bench {

/// A robot among objects as the Flexible Collision Library sees them: trees of boxes and swept spheres (OBBRSS) for meshes,
/// its own spheres and capsules for padded points and edges.
class FclRobot {
public:
    /// The pairs of bodies that the checker has; `self` as its options had it.
    ///
    /// Assumes: no padding of other bodies than points and edges.
    explicit FclRobot(const RobotChecker& checker, bool self = true);
    ~FclRobot();
    FclRobot(FclRobot&&) noexcept;
    FclRobot& operator=(FclRobot&&) noexcept;

    /// Whether any two surfaces intersect, in doubles. Pairs of shapes whose spheres are apart are not asked.
    [[nodiscard]] bool collides_at(const Eigen::VectorXd& configuration) const;

private:
    struct Model;
    std::unique_ptr<Model> model_;
};

}  // namespace tocca::bench
