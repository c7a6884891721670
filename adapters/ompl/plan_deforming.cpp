// SPDX-License-Identifier: Apache-2.0
#include "adapters/ompl/plan_deforming.hpp"

#include <fmt/core.h>
#include <ompl/base/PlannerTerminationCondition.h>
#include <ompl/base/ProblemDefinition.h>
#include <ompl/base/ScopedState.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/datastructures/NearestNeighborsLinear.h>
#include <ompl/geometric/PathGeometric.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <system_error>

#include "adapters/ompl/proven_motion_validator.hpp"
#include "tocca/base/error.hpp"
#include "tocca/io/write_mesh.hpp"
#include "tocca/scene/scene_query.hpp"

namespace tocca::planning {

namespace {

namespace ob = ::ompl::base;
namespace og = ::ompl::geometric;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

class Clock {
public:
    [[nodiscard]] double seconds() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Draws the same states for the same seed, whatever the program has drawn before.
class SeededSampler : public ob::RealVectorStateSampler {
public:
    SeededSampler(const ob::StateSpace* space, std::uint32_t seed) : RealVectorStateSampler(space)
    {
        rng_.setLocalSeed(seed);
    }
};

void check(const DeformingProblem& problem, const DeformingPlanOptions& options)
{
    require(problem.world != nullptr, "a deforming world must be given");
    const auto values = static_cast<Index>(problem.world->values().size());
    require(problem.start.size() == values && problem.goal.size() == values,
            "start and goal must have as many numbers as the deforming world has values");
    require(problem.range > 0.0, "the range of a planning problem must be positive");
    require(options.seed > 0, "the seed of a planner must be 1 or more");
}

/// Two bodies that an answer about a state is about; they may be the same.
std::optional<std::array<std::uint32_t, 2>> objects_in_the_way(const Answer& answer)
{
    if (!answer.start.crossings.empty()) return answer.start.crossings.front().objects;
    if (answer.contact) return answer.contact->objects;
    if (answer.pair) return answer.pair->objects;
    return std::nullopt;
}

/// What is wrong with a state, as a planner would not say.
///
/// Throws: std::invalid_argument for a state out of bounds or that is not free, with the bodies that are in the way.
void require_free(const DeformingProblem& problem, const DeformingProver& prover, const char* which,
                  const VectorXd& state)
{
    const std::string what = "the " + std::string(which) + " of '" + problem.name + "' ";
    const std::vector<StateValue>& values = problem.world->values();
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double value = state[static_cast<Index>(i)];
        if (!(values[i].lower <= value && value <= values[i].upper))
            throw std::invalid_argument(what + fmt::format("has {} = {}, out of its bounds {} to {}", values[i].name,
                                                           value, values[i].lower, values[i].upper));
    }
    const Answer answer = prover.first_contact(state, state);
    if (answer.outcome == Outcome::free) return;
    std::string bodies;
    if (const auto objects = objects_in_the_way(answer)) {
        const auto name = [&](std::uint32_t object) { return "'" + problem.world->bodies()[object].name + "'"; };
        bodies = ": " + name((*objects)[0]) + " and " + name((*objects)[1]);
    }
    throw std::invalid_argument(what + "is not free (" + std::string(to_string(answer.outcome)) + ")" + bodies);
}

MatrixXd rows_of(const ob::StateSpace& space, const og::PathGeometric& path)
{
    MatrixXd rows(static_cast<Index>(path.getStateCount()), static_cast<Index>(space.getDimension()));
    for (std::size_t i = 0; i < path.getStateCount(); ++i)
        rows.row(static_cast<Index>(i)) = values_of(space, path.getState(static_cast<unsigned int>(i))).transpose();
    return rows;
}

/// From each state to the last one that it reaches by one proven motion. Only states of the path are used, so that nothing
/// is rounded anew.
MatrixXd shortened(const MatrixXd& path, const DeformingProver& prover)
{
    const auto reaches = [&](Index from, Index to) {
        try {
            return !prover.collides(path.row(from).transpose(), path.row(to).transpose());
        } catch (const Error& error) {
            if (error.code() == ErrorCode::interrupted) return false;
            throw;
        }
    };
    std::vector<Index> kept = {0};
    while (kept.back() + 1 < path.rows()) {
        // Times along the path do not decrease, so neither do they from a state to a later one.
        Index next = path.rows() - 1;
        while (next > kept.back() + 1 && !reaches(kept.back(), next)) --next;
        kept.push_back(next);
    }
    return path(kept, Eigen::all);
}

std::string file_stem(std::string name)
{
    std::ranges::replace_if(
        name, [](unsigned char c) { return c == ' ' || c == '/' || c == '%' || c == '*' || c == '?' || c == '['; },
        '_');
    return name;
}

}  // namespace

double length_of_path(const MatrixXd& path)
{
    double length = 0.0;
    for (Index row = 0; row + 1 < path.rows(); ++row) length += (path.row(row + 1) - path.row(row)).norm();
    return length;
}

DeformingPlan plan_deforming(const DeformingProblem& problem, const DeformingPlanOptions& options)
{
    check(problem, options);
    const ob::StateSpacePtr space = deforming_state_space(*problem.world);
    space->setStateSamplerAllocator(
        [seed = options.seed](const ob::StateSpace* of) { return std::make_shared<SeededSampler>(of, seed); });
    const auto information = std::make_shared<ob::SpaceInformation>(space);
    const auto prover = std::make_shared<const DeformingProver>(problem.world, options.query);
    const auto validator = prove_motions(information, prover);
    information->setup();
    try {
        require_free(problem, *prover, "start", problem.start);
        require_free(problem, *prover, "goal", problem.goal);
    } catch (const Error& error) {
        if (error.code() == ErrorCode::interrupted) return {};
        throw;
    }

    ob::ScopedState<> start(information), goal(information);
    write_values(problem.start, start.get());
    write_values(problem.goal, goal.get());
    const auto definition = std::make_shared<ob::ProblemDefinition>(information);
    definition->setStartAndGoalStates(start, goal);
    og::RRTConnect planner(information);
    planner.setProblemDefinition(definition);
    planner.setRange(problem.range);
    // The default one draws numbers of its own.
    planner.setNearestNeighbors<::ompl::NearestNeighborsLinear>();
    planner.setup();

    DeformingPlan plan;
    const Clock planning;
    const ob::PlannerStatus status = planner.solve(ob::plannerOrTerminationCondition(
        ob::timedPlannerTerminationCondition(options.seconds), until_stopped(options.query.stop)));
    plan.seconds = planning.seconds();
    plan.motions = validator->tally();
    plan.queries = prover->tally();
    plan.solved = status == ob::PlannerStatus::EXACT_SOLUTION;
    if (!plan.solved) return plan;
    plan.found = rows_of(*space, *definition->getSolutionPath()->as<og::PathGeometric>());
    plan.shortened = shortened(plan.found, *prover);
    return plan;
}

DeformingPathProof prove_path(const DeformingWorld& world, const MatrixXd& path, const QueryOptions& options)
{
    const Clock proving;
    DeformingPathProof proof = {.rounding_error = world.rounding_error()};
    const QueryOptions instant = {.ignored_pairs = options.ignored_pairs,
                                  .ignored_groups = options.ignored_groups,
                                  .threads = options.threads,
                                  .target = options.target,
                                  .stop = options.stop};
    for (Index row = 0; row < path.rows(); ++row) {
        const bool last = row + 1 == path.rows();
        const WorldPositions from = world.positions(path.row(row).transpose());
        const WorldPositions to = last ? from : world.positions(path.row(row + 1).transpose());
        Scene scene = world.scene();
        for (PartId part = 0; part < scene.part_count(); ++part) scene.move(part, from[part], to[part]);
        proof.free_states += intersections(scene, 0.0, instant).empty() ? 1 : 0;
        if (last) break;
        ++proof.motions;
        const bool forward = world.may_follow(path.row(row).transpose(), path.row(row + 1).transpose());
        proof.free_motions += forward && first_contact(scene, options).outcome == Outcome::free ? 1 : 0;
    }
    proof.seconds = proving.seconds();
    return proof;
}

void require_new_folder(const std::filesystem::path& folder)
{
    std::error_code failed;
    const auto kind = std::filesystem::status(folder, failed).type();
    if (kind == std::filesystem::file_type::not_found) return;
    if (kind != std::filesystem::file_type::directory)
        throw Error(ErrorCode::unwritable_file, "there is something else than a folder", {.file = folder.string()});
    const bool empty = std::filesystem::is_empty(folder, failed);
    if (failed || !empty)
        throw Error(ErrorCode::unwritable_file,
                    "the folder is not empty: frames of another path would be read with those of this one",
                    {.file = folder.string()});
}

std::vector<std::string> write_path(const DeformingWorld& world, const MatrixXd& path,
                                    const std::filesystem::path& folder)
{
    require_new_folder(folder);
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed)
        throw Error(ErrorCode::unwritable_file, "the folder cannot be made: " + failed.message(),
                    {.file = folder.string()});
    std::vector<std::string> objects;
    for (std::size_t body = 0; body < world.bodies().size(); ++body) {
        const DeformingBody& one = world.bodies()[body];
        const std::string stem = file_stem(one.name);
        if (one.modes.empty()) {
            objects.push_back((folder / (stem + ".ply")).string());
            write_mesh(objects.back(), one.mesh.positions(), one.mesh.faces());
            continue;
        }
        objects.push_back((folder / (stem + "_*.ply")).string());
        std::vector<Point> positions;
        for (Index row = 0; row < path.rows(); ++row) {
            world.positions(body, path.row(row).transpose(), positions);
            write_mesh(folder / fmt::format("{}_{:04}.ply", stem, row), positions, one.mesh.faces());
        }
    }
    return objects;
}

}  // namespace tocca::planning
