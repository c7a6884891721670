// SPDX-License-Identifier: Apache-2.0
// Plans for an arm among boxes and for a board through a window with OMPL's RRTConnect, every motion proven free by tocca,
// and asks tocca about each path as a whole afterwards. Ends with 1 if a path is missing or not proven free.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <exception>

#include "adapters/ompl/plan_path.hpp"
#include "adapters/ompl/planning_problems.hpp"

namespace {

using namespace tocca;
using namespace tocca::planning;

/// Whether a path is proven free from beginning to end.
bool print_proof(const char* what, const RobotChecker& checker, const Eigen::MatrixXd& path)
{
    const PathAnswer report = check_path(checker, path, {.only_collides = true});
    fmt::print("  {:<12} {} motions, {}\n", what, path.rows() - 1,
               report.outcome == Outcome::free ? "all proven free" : to_string(report.outcome));
    return report.outcome == Outcome::free;
}

bool plan_and_prove(const char* name, const PlanningProblem& problem, const PlanningOptions& options)
{
    fmt::print("{}, {} pairs of bodies\n", name, problem.checker.pair_count());
    const Plan plan = plan_path(problem, options);
    fmt::print("  {:<12} {:.3f} s, {} motions proven free, {} refused\n", plan.solved ? "planned" : "not solved",
               plan.seconds, plan.motions.proven, plan.motions.refused);
    if (!plan.solved) return false;
    bool proven = print_proof("as found", problem.checker, plan.found);
    if (plan.simplified.rows() > 0) proven = print_proof("simplified", problem.checker, plan.simplified) && proven;
    const Eigen::MatrixXd& path = plan.simplified.rows() > 0 ? plan.simplified : plan.found;
    for (Eigen::Index row = 0; row < path.rows(); ++row) {
        fmt::print("   ");
        for (const double value : path.row(row)) fmt::print(" {:7.3f}", value);
        fmt::print("\n");
    }
    return proven;
}

}  // namespace

int main(int argc, char** argv)
{
    std::uint32_t seed = 1;
    PlanningOptions options = {.seconds = 60.0, .simplify_seconds = 1.0};
    CLI::App app(
        "Plans for an arm among boxes and a board through a window, with proven motions.\n"
        "Example: ompl_plan_arm --seed 7");
    app.add_option("--seed", seed, "of the planner, 1 or more")->capture_default_str()->check(CLI::PositiveNumber);
    app.add_option("--seconds", options.seconds, "for each path, at most")->capture_default_str();
    app.add_option("--simplify", options.simplify_seconds, "seconds for making it shorter")->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    try {
        seed_planners(seed);
        const bool arm = plan_and_prove("arm among boxes", arm_among_boxes(), options);
        const bool board = plan_and_prove("board through a window", board_through_window(), options);
        return arm && board ? 0 : 1;
    } catch (const std::exception& error) {
        fmt::print(stderr, "ompl_plan_arm: {}\n", error.what());
        return 2;
    }
}
