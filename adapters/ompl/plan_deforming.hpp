// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "adapters/ompl/deforming_motion_validator.hpp"
#include "adapters/ompl/deforming_world.hpp"
#include "adapters/ompl/motion_tally.hpp"
#include "tocca/answer/options.hpp"

namespace tocca::planning {

/// From where to where the bodies of a world are to go.
struct DeformingProblem {
    std::string name;
    std::shared_ptr<const DeformingWorld> world;
    Eigen::VectorXd start;
    Eigen::VectorXd goal;
    /// The longest motion that a planner tries, as a length in the space of states.
    double range = 0.0;
};

struct DeformingPlanOptions {
    std::uint32_t seed = 1;   ///< of the states that are tried
    double seconds = 60.0;    ///< until a path is found
    QueryOptions query = {};  ///< of proofs; a stop requested here ends planning
};

/// A path between start and goal, if one was found.
struct DeformingPlan {
    bool solved = false;
    /// One state in a row; no rows if none was found.
    Eigen::MatrixXd found = {};
    /// Some of its states, which are farther apart: from each one goes to the last one that can be reached from it by one
    /// proven motion.
    Eigen::MatrixXd shortened = {};
    double seconds = 0.0;      ///< until it was found, or given up
    MotionTally motions = {};  ///< that were asked about until then
    DeformingProver::Tally queries = {};
};

/// The sum of the distances from row to row.
[[nodiscard]] double length_of_path(const Eigen::MatrixXd& path);

/// Plans with OMPL's RRTConnect.
///
/// Guarantee: each motion from row to row is proven free, as DeformingMotionValidator says. The same path for the same seed,
///            whatever the number of threads and whatever was planned before, if `seconds` suffice.
/// Throws:    as DeformingProver; std::invalid_argument for a start or a goal with another number of values, out of bounds or
///            not free, with the bodies that are in the way; for a seed of 0, and a range that is not positive.
[[nodiscard]] DeformingPlan plan_deforming(const DeformingProblem& problem, const DeformingPlanOptions& options = {});

/// What tocca says about a path as a whole.
struct DeformingPathProof {
    std::size_t motions = 0;
    std::size_t free_motions = 0;  ///< along which no time decreases, either
    std::size_t free_states = 0;   ///< without any edge and face of the meshes that have a point in common
    double rounding_error = 0.0;   ///< DeformingWorld::rounding_error
    double seconds = 0.0;

    [[nodiscard]] bool proven() const { return motions > 0 && free_motions == motions && free_states == motions + 1; }
};

/// Asks anew about every motion, in a scene of its own, and about the intersections at every state: nothing that planning left
/// behind is used.
[[nodiscard]] DeformingPathProof prove_path(const DeformingWorld& world, const Eigen::MatrixXd& path,
                                            const QueryOptions& options = {});

/// Throws: Error (unwritable_file) unless the folder is empty or does not exist yet: the frames of a longer path would be read
///         with those of the next one.
void require_new_folder(const std::filesystem::path& folder);

/// Writes the meshes at every row of a path as frames that `tocca mesh` reads: "bar_0000.ply", "bar_0001.ply" and so on for
/// bodies that follow a value, a single "spine.ply" for those at rest; blanks in names become underscores. Reading them gives
/// the doubles that were proven.
///
/// Returns: the texts to give to `tocca mesh --object`, body by body.
/// Throws:  Error (unwritable_file), also as require_new_folder.
std::vector<std::string> write_path(const DeformingWorld& world, const Eigen::MatrixXd& path,
                                    const std::filesystem::path& folder);

}  // namespace tocca::planning
