// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tocca/answer/answer.hpp"
#include "tocca/answer/options.hpp"
#include "tocca/robot/robot.hpp"
#include "tocca/robot/robot_scene.hpp"

namespace tocca {

/// A motion from one configuration to another: every value changes at constant speed; the orientations of ball and floating
/// joints turn the shorter way, also at constant speed.
struct JointMotion {
    Eigen::VectorXd from;
    Eigen::VectorXd to;
};

/// What is checked, and how near counts as contact: all that concerns the robot and the scene rather than one motion.
struct RobotCheckOptions {
    bool self = true;  ///< links against each other too
    /// The minimum clearance of pairs without their own. A query may demand more, not less.
    double clearance = 0.0;
    /// Separate clearances for two links, or a link and an obstacle, by name, larger or smaller than that of the others;
    /// those of a link that no joint moves and an obstacle have no effect. A query may demand more here too.
    struct PairClearance {
        std::string a, b;
        double clearance = 0.0;
    };
    std::vector<PairClearance> pair_clearances = {};
    /// The threshold of queries that set none.
    std::optional<double> threshold = {};
};

/// A robot among objects, prepared for many queries: the pairs to check, boxes, trees. It is immutable: any number of
/// threads may query one, and copies share the large data. A checker that was moved from can be assigned to; any other use
/// is refused (std::invalid_argument).
class RobotChecker {
public:
    /// Throws: Error (malformed_robot) for names in the scene or the options that do not exist or are not unique;
    ///         std::invalid_argument for lengths that are negative or NaN.
    RobotChecker(Robot robot, RobotScene scene, const RobotCheckOptions& options = {});

    [[nodiscard]] const Robot& robot() const;
    [[nodiscard]] const RobotScene& scene() const;
    /// What can touch, and the names: links by number, then the objects of the scene.
    [[nodiscard]] std::size_t body_count() const;
    [[nodiscard]] const std::string& body_name(std::uint32_t body) const;
    /// The number of pairs of shapes checked, of two links or of a link and an obstacle. If there are none, as for a robot
    /// without collision geometry, every answer is free and says nothing.
    [[nodiscard]] std::size_t pair_count() const;

    struct Data;
    [[nodiscard]] const Data& data() const;

private:
    std::shared_ptr<const Data> data_;
};

/// Whether the motion is not proven free: exactly if `first_contact` has an outcome other than `free`. Ends as soon as
/// either is known. A spent budget counts as true; collision_outcome distinguishes it.
///
/// Guarantee: false is proven. true: shapes are proven to cross at some time, or come nearer than the threshold, or it is
///            undecided.
[[nodiscard]] bool collides(const RobotChecker& checker, const JointMotion& motion, const QueryOptions& options = {});

/// What `collides` knows: `free`, `undecided` where the budget is spent or the doubles cannot tell, or else `contact`,
/// whatever and whenever it is.
[[nodiscard]] Outcome collision_outcome(const RobotChecker& checker, const JointMotion& motion,
                                        const QueryOptions& options = {});

/// The first contact: the motion is free up to safe_until, and there two shapes are within the threshold.
///
/// Guarantee: `free` and safe_until are proven for the exact motion. A function of the robot, the scene, the motion and the
///            options: not of the SIMD target or the number of threads, unless the budget is spent.
/// Throws:    std::invalid_argument for configurations of another length; Error as Robot::poses; Error (interrupted).
[[nodiscard]] Answer first_contact(const RobotChecker& checker, const JointMotion& motion,
                                   const QueryOptions& options = {});

/// The first contact of each pair of bodies.
[[nodiscard]] Answers all_contacts(const RobotChecker& checker, const JointMotion& motion,
                                   const QueryOptions& options = {});

/// The largest time up to which the motion is proven free, as `first_contact` finds it: 1 when all of it is.
[[nodiscard]] SafeStep safe_step(const RobotChecker& checker, const JointMotion& motion,
                                 const QueryOptions& options = {});

/// Whether anything touches, or is within its clearance, at a configuration; a solid that holds another body counts.
///
/// Guarantee: false is proven for the exact poses. true: they touch, or are nearer to it than rounding can tell.
[[nodiscard]] bool collides_at(const RobotChecker& checker, const Eigen::VectorXd& configuration);

/// For a single query, without a checker to keep.
[[nodiscard]] Answer first_contact(const Robot& robot, const JointMotion& motion, const RobotScene& scene,
                                   const RobotCheckOptions& check = {}, const QueryOptions& options = {});

/// The edges of a path in order.
struct PathAnswer {
    Outcome outcome = Outcome::free;  ///< of the first edge that is not free
    /// The edges up to this one are proven free, of clearances too, as is this part of the next.
    std::size_t free_edges = 0;
    double safe_until = 1.0;
    std::vector<Answer> edges = {};
};

/// Checks the motions between consecutive configurations (rows) of a path.
///
/// Guarantee: the same answer for any number of threads.
/// Throws:    std::invalid_argument for fewer than two rows, for another number of columns than the robot has values, and
///            for options that do not apply.
[[nodiscard]] PathAnswer check_path(const RobotChecker& checker, const Eigen::MatrixXd& path,
                                    const QueryOptions& options = {});

}  // namespace tocca
