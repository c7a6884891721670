// SPDX-License-Identifier: Apache-2.0
// Plans for bodies that deform among obstacles that deform, with OMPL's RRTConnect, every motion proven free by tocca. Every
// path is proven once more from its states alone, and written as a sequence of meshes. Ends with 1 if a path is missing or
// not proven.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "adapters/ompl/deforming_problems.hpp"
#include "adapters/ompl/path_strategies.hpp"
#include "adapters/ompl/plan_deforming.hpp"
#include "adapters/ompl/plan_path.hpp"

namespace {

using namespace tocca;
using namespace tocca::planning;

struct Options {
    std::vector<std::string> problems = {"bar", "heart"};
    std::uint32_t seeds = 10;
    std::uint32_t first_seed = 1;
    bool strategies = false;
    std::filesystem::path output;
    DeformingPlanOptions planning = {.seconds = 300.0, .query = {.threads = 1}};
};

DeformingProblem problem_named(const std::string& name)
{
    return name == "bar" ? bar_among_spheres() : heart_among_organs();
}

std::filesystem::path folder_of(const Options& options, const std::string& name, std::uint32_t seed)
{
    return options.output / fmt::format("{}_{}", name, seed);
}

void print_head(const DeformingProblem& problem)
{
    fmt::print("{}: {} triangles, {} values, positions rounded by at most {:.1g}\n", problem.name,
               problem.world->triangle_count(), problem.world->values().size(), problem.world->rounding_error());
    fmt::print("{:>6} {:>9} {:>9} {:>7} {:>7} {:>8} {:>10} {:>8} {:>7} {:>10} {:>7}  {}\n", "seed", "seconds",
               "processor", "edges", "free", "queries", "ms a query", "motions", "length", "shortened", "length",
               "proof");
}

std::string words_of(const DeformingPathProof& proof)
{
    if (proof.proven()) return "proven";
    return fmt::format("{} of {} motions free, {} of {} states", proof.free_motions, proof.motions, proof.free_states,
                       proof.motions + 1);
}

/// What the strategies of Curtis, Tamstorf, Manocha 2008 take for the motions of a path; whether all agree that it is free.
bool print_strategies(const DeformingWorld& world, const Eigen::MatrixXd& path)
{
    const auto motions = static_cast<double>(path.rows() - 1);
    bool all_free = true;
    for (const StrategyCost& cost : compare_strategies(world, path)) {
        const std::string tests =
            cost.name == "tocca" ? "-" : fmt::format("{:.0f}", static_cast<double>(cost.elementary_tests) / motions);
        fmt::print("       {:<16} {:>10} elementary tests a motion {:>10.3f} ms a motion, {}\n", cost.name, tests,
                   1e3 * cost.seconds / motions, cost.free ? "free" : "not free");
        all_free = all_free && cost.free;
    }
    return all_free;
}

/// Whether a path was found, and all of it is proven.
bool solve(const Options& options, const std::string& name, const DeformingProblem& problem, std::uint32_t seed)
{
    DeformingPlanOptions planning = options.planning;
    planning.seed = seed;
    const std::clock_t begin = std::clock();
    const DeformingPlan plan = plan_deforming(problem, planning);
    const double processor = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    const std::uint64_t edges = plan.motions.proven + plan.motions.refused;
    const double per_query =
        plan.queries.queries > 0 ? 1e3 * processor / static_cast<double>(plan.queries.queries) : 0.0;
    fmt::print("{:>6} {:>9.2f} {:>9.2f} {:>7} {:>7} {:>8} {:>10.3f} ", seed, plan.seconds, processor, edges,
               plan.motions.proven, plan.queries.queries, per_query);
    if (!plan.solved) {
        fmt::print("not solved\n");
        return false;
    }
    const DeformingPathProof found = prove_path(*problem.world, plan.found, options.planning.query);
    const DeformingPathProof shorter = prove_path(*problem.world, plan.shortened, options.planning.query);
    fmt::print("{:>8} {:>7.2f} {:>10} {:>7.2f}  {}\n", found.motions, length_of_path(plan.found), shorter.motions,
               length_of_path(plan.shortened), words_of(found.proven() ? shorter : found));
    std::fflush(stdout);
    if (!options.output.empty()) {
        std::string command = "tocca mesh";
        for (const std::string& object : write_path(*problem.world, plan.shortened, folder_of(options, name, seed)))
            command += " --object '" + object + "'";
        fmt::print("       {}\n", command);
    }
    return (options.strategies ? print_strategies(*problem.world, plan.found) : true) && found.proven() &&
           shorter.proven();
}

/// Solves the problem with every seed.
bool solve_all(const Options& options, const std::string& name)
{
    const DeformingProblem problem = problem_named(name);
    for (std::uint32_t i = 0; i < options.seeds && !options.output.empty(); ++i)
        require_new_folder(folder_of(options, name, options.first_seed + i));
    print_head(problem);
    std::fflush(stdout);
    std::uint32_t proven = 0;
    for (std::uint32_t i = 0; i < options.seeds; ++i)
        proven += solve(options, name, problem, options.first_seed + i) ? 1 : 0;
    fmt::print("{} of {} solved and proven\n\n", proven, options.seeds);
    return proven == options.seeds;
}

}  // namespace

int main(int argc, char** argv)
{
    Options options;
    CLI::App app(
        "Plans for a bar that bends its way among spheres, and for a heart that is taken out from among organs which "
        "arrive;\n"
        "bodies and obstacles deform, and every motion is proven free.\n"
        "Example: ompl_plan_deformable --problem bar --seeds 3 --output paths");
    app.add_option("--problem", options.problems, "bar or heart; both by default")
        ->check(CLI::IsMember({"bar", "heart"}))
        ->take_all();
    app.add_option("--seeds", options.seeds, "plans for each problem, each with a seed of its own")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    app.add_option("--first-seed", options.first_seed, "the others follow")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    app.add_option("--seconds", options.planning.seconds, "for each path, at most")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    app.add_option("--threads", options.planning.query.threads, "of each proof; 0: all available; paths are the same")
        ->capture_default_str()
        ->check(CLI::NonNegativeNumber);
    app.add_flag("--strategies", options.strategies,
                 "what the strategies of a paper (docs/strategies.md) take for the motions of each path");
    app.add_option(
        "--output", options.output,
        "folder for the paths as meshes, a folder for each problem and seed, which must not exist or be empty");
    CLI11_PARSE(app, argc, argv);
    try {
        seed_planners(1);  // draws nothing, but keeps OMPL quiet
        bool all_proven = true;
        for (const std::string& name : options.problems) all_proven = solve_all(options, name) && all_proven;
        return all_proven ? 0 : 1;
    } catch (const std::exception& error) {
        fmt::print(stderr, "ompl_plan_deformable: {}\n", error.what());
        return 2;
    }
}
