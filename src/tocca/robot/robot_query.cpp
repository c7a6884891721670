// SPDX-License-Identifier: Apache-2.0
#include "tocca/robot/robot_query.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "tocca/robot/detail/motion_search.hpp"

namespace tocca {

namespace {

using robot::detail::MotionSearch;
using robot::detail::MovingShapes;
using robot::detail::NearShapes;
using robot::detail::RobotMotion;

/// The search for one motion, of the pairs that boxes leave.
MotionSearch search_of(const RobotChecker& checker, const JointMotion& joint_motion, const QueryOptions& options)
{
    const RobotChecker::Data& data = checker.data();
    RobotMotion motion(data.robot, joint_motion);
    robot::detail::check_query(data.robot, joint_motion, options);
    std::vector<NearShapes> pairs =
        near_pairs(data, motion, data.demand_of(options), robot::detail::last_time(options));
    return {data, std::move(motion), std::move(pairs), options};
}

}  // namespace

bool collides(const RobotChecker& checker, const JointMotion& motion, const QueryOptions& options)
{
    return collision_outcome(checker, motion, options) != Outcome::free;
}

Outcome collision_outcome(const RobotChecker& checker, const JointMotion& motion, const QueryOptions& options)
{
    return search_of(checker, motion, options).collision_outcome();
}

Answer first_contact(const RobotChecker& checker, const JointMotion& motion, const QueryOptions& options)
{
    return search_of(checker, motion, options).first_contact();
}

Answers all_contacts(const RobotChecker& checker, const JointMotion& motion, const QueryOptions& options)
{
    return search_of(checker, motion, options).all_contacts();
}

SafeStep safe_step(const RobotChecker& checker, const JointMotion& motion, const QueryOptions& options)
{
    return SafeStep::to_safe_until(first_contact(checker, motion, options));
}

bool collides_at(const RobotChecker& checker, const Eigen::VectorXd& configuration)
{
    const RobotChecker::Data& data = checker.data();
    const RobotMotion motion(data.robot, {configuration, configuration});
    const RobotChecker::Data::Demand demand = data.demand_of({});
    const std::vector<NearShapes> near = robot::detail::near_pairs(data, motion, demand, 1.0);
    return std::any_of(near.begin(), near.end(), [&](const NearShapes& pair) {
        return MovingShapes(data, motion, pair, demand).near_at_start();
    });
}

Answer first_contact(const Robot& robot, const JointMotion& motion, const RobotScene& scene,
                     const RobotCheckOptions& check, const QueryOptions& options)
{
    return first_contact(RobotChecker(robot, scene, check), motion, options);
}

}  // namespace tocca
