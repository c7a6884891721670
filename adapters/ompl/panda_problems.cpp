// SPDX-License-Identifier: Apache-2.0
// Solves the MotionBenchMaker problems of a Panda arm with OMPL's RRTConnect: with every motion proven free by tocca, and with
// OMPL's own validator, which samples motions, whose paths tocca is then asked about. Ends with 1 if a path that was
// planned with proofs is not proven free.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "adapters/ompl/plan_path.hpp"
#include "tocca/base/error.hpp"
#include "tocca/io/planning_request.hpp"
#include "tocca/io/planning_scene.hpp"
#include "tocca/io/robot_file.hpp"

namespace {

using namespace tocca;
using namespace tocca::planning;
using Json = nlohmann::ordered_json;

struct Options {
    std::filesystem::path data = std::filesystem::path("..") / "shared" / "data";
    std::filesystem::path json;
    std::string family;  // all, if empty
    std::size_t problems = 1000;
    std::uint32_t seed = 1;
    PlanningOptions planning = {.seconds = 30.0, .simplify_seconds = 1.0};
};

/// What tocca says about a path as a whole.
enum class Verdict : unsigned char {
    free,       ///< proven
    near,       ///< comes within the threshold, but is not proven to go through anything
    crosses,    ///< proven to go through something
    undecided,  ///< neither is proven
};

const char* name_of(Verdict verdict)
{
    switch (verdict) {
        case Verdict::free: return "free";
        case Verdict::near: return "near";
        case Verdict::crosses: return "crosses";
        case Verdict::undecided: break;
    }
    return "undecided";
}

/// The worst that is proven of a motion that is not free.
Verdict verdict_of_motion(const RobotChecker& checker, const JointMotion& motion)
{
    const Answers contacts = all_contacts(checker, motion);
    const bool crosses = !contacts.start.inside.empty() ||
                         std::any_of(contacts.contacts.begin(), contacts.contacts.end(),
                                     [](const Contact& contact) { return contact.crosses_at.has_value(); });
    if (crosses) return Verdict::crosses;
    return contacts.outcome == Outcome::undecided ? Verdict::undecided : Verdict::near;
}

Verdict verdict_of(const RobotChecker& checker, const Eigen::MatrixXd& path)
{
    const PathAnswer report = check_path(checker, path, {.only_collides = true});
    Verdict worst = Verdict::free;
    for (std::size_t i = 0; i < report.edges.size(); ++i) {
        if (report.edges[i].outcome == Outcome::free) continue;
        const auto row = static_cast<Eigen::Index>(i);
        const Verdict verdict = verdict_of_motion(checker, {path.row(row).transpose(), path.row(row + 1).transpose()});
        if (verdict == Verdict::crosses) return verdict;
        worst = worst == Verdict::undecided ? worst : verdict;
    }
    return worst;
}

/// A way of planning and all that became of it.
struct Tally {
    const char* name;
    MotionCheck motions;
    std::vector<double> seconds = {};  // of solved problems
    std::size_t unsolved = 0;
    std::vector<Verdict> found = {};
    std::vector<Verdict> simplified = {};
    std::uint64_t motions_asked = 0;
};

Json plan_with(Tally& tally, const PlanningProblem& problem, PlanningOptions options)
{
    options.motions = tally.motions;
    const Plan plan = plan_path(problem, options);
    tally.motions_asked += plan.motions.proven + plan.motions.refused;
    Json json = {{"solved", plan.solved},
                 {"seconds", plan.seconds},
                 {"motions_valid", plan.motions.proven},
                 {"motions_refused", plan.motions.refused}};
    if (!plan.solved) {
        ++tally.unsolved;
        fmt::print("  {:<8} not solved in {:.1f} s\n", tally.name, plan.seconds);
        return json;
    }
    tally.seconds.push_back(plan.seconds);
    tally.found.push_back(verdict_of(problem.checker, plan.found));
    json["path"] = {{"motions", plan.found.rows() - 1}, {"verdict", name_of(tally.found.back())}};
    fmt::print("  {:<8} {:8.3f} s, {:5} motions asked; path of {:3} motions: {}", tally.name, plan.seconds,
               plan.motions.proven + plan.motions.refused, plan.found.rows() - 1, name_of(tally.found.back()));
    if (plan.simplified.rows() > 0) {
        tally.simplified.push_back(verdict_of(problem.checker, plan.simplified));
        json["simplified"] = {{"seconds", plan.simplify_seconds},
                              {"motions", plan.simplified.rows() - 1},
                              {"verdict", name_of(tally.simplified.back())}};
        fmt::print("; simplified, {:3}: {}", plan.simplified.rows() - 1, name_of(tally.simplified.back()));
    }
    fmt::print("\n");
    return json;
}

std::size_t count(const std::vector<Verdict>& verdicts, Verdict verdict)
{
    return static_cast<std::size_t>(std::count(verdicts.begin(), verdicts.end(), verdict));
}

Json json_of(const std::vector<Verdict>& verdicts)
{
    Json json = Json::object();
    for (const Verdict verdict : {Verdict::free, Verdict::near, Verdict::crosses, Verdict::undecided})
        json[name_of(verdict)] = count(verdicts, verdict);
    return json;
}

void print_verdicts(const char* what, const std::vector<Verdict>& verdicts)
{
    fmt::print("  {:<12} {} proven free, {} proven to go through something, {} within the threshold, {} undecided\n",
               what, count(verdicts, Verdict::free), count(verdicts, Verdict::crosses), count(verdicts, Verdict::near),
               count(verdicts, Verdict::undecided));
}

Json summary_of(Tally& tally)
{
    std::sort(tally.seconds.begin(), tally.seconds.end());
    double total = 0.0;
    for (const double seconds : tally.seconds) total += seconds;
    const std::size_t solved = tally.seconds.size();
    const double mean = solved > 0 ? total / static_cast<double>(solved) : 0.0;
    const double median = solved > 0 ? tally.seconds[solved / 2] : 0.0;
    const double worst = solved > 0 ? tally.seconds.back() : 0.0;
    fmt::print("{}: {} of {} solved, {:.3f} s on average, median {:.3f} s, worst {:.3f} s; {} motions asked\n",
               tally.name, solved, solved + tally.unsolved, mean, median, worst, tally.motions_asked);
    print_verdicts("as found", tally.found);
    if (!tally.simplified.empty()) print_verdicts("simplified", tally.simplified);
    return {{"solved", solved},
            {"problems", solved + tally.unsolved},
            {"seconds_mean", mean},
            {"seconds_median", median},
            {"seconds_worst", worst},
            {"motions_asked", tally.motions_asked},
            {"paths", json_of(tally.found)},
            {"simplified", json_of(tally.simplified)}};
}

struct ProblemFiles {
    std::string name;
    std::filesystem::path scene;
    std::filesystem::path request;
};

/// Every sceneNNNN.yaml that has a requestNNNN.yaml beside it, in the order of their names.
std::vector<ProblemFiles> problems_in(const std::filesystem::path& folder, const Options& options)
{
    std::vector<std::filesystem::path> families;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (entry.is_directory() && (options.family.empty() || name == options.family))
            families.push_back(entry.path());
    }
    std::sort(families.begin(), families.end());
    std::vector<ProblemFiles> problems;
    for (const std::filesystem::path& family : families) {
        std::vector<ProblemFiles> members;
        for (const auto& entry : std::filesystem::directory_iterator(family)) {
            const std::string stem = entry.path().stem().string();
            if (!stem.starts_with("scene") || entry.path().extension() != ".yaml") continue;
            const std::string number = stem.substr(5);
            const std::filesystem::path request = family / ("request" + number + ".yaml");
            if (!std::filesystem::exists(request)) continue;
            members.push_back({family.filename().string() + "/" + number, entry.path(), request});
        }
        std::sort(members.begin(), members.end(),
                  [](const ProblemFiles& a, const ProblemFiles& b) { return a.name < b.name; });
        members.resize(std::min(members.size(), options.problems));
        problems.insert(problems.end(), members.begin(), members.end());
    }
    return problems;
}

/// The joints that own the values of a group.
std::vector<std::string> joints_of(const Robot& robot, const std::vector<std::size_t>& values)
{
    std::vector<std::string> joints;
    for (const std::size_t value : values) {
        const std::string& joint = robot.joints()[joint_of(robot, value)].name;
        if (joints.empty() || joints.back() != joint) joints.push_back(joint);
    }
    return joints;
}

PlanningProblem load(const ProblemFiles& files, const Robot& robot, const SrdfFile& srdf)
{
    const PlanningScene scene = load_scene(files.scene);
    const PlanningRequest request = read_planning_request(files.request, robot);
    RobotInScene placed = place_robot(robot, scene, request.state);
    PlanningProblem problem = {
        .checker = RobotChecker(placed.robot, placed.scene), .start = request.start, .goal = request.goals.front()};
    if (!request.group.empty()) problem.joints = joints_of(robot, group_values(robot, srdf, request.group));
    return problem;
}

int solve_all(const Options& options)
{
    const std::filesystem::path folder = options.data / "robots" / "mbm_panda";
    const RobotFile file = read_robot(folder / "panda.urdf", {.srdf = (folder / "panda.srdf").string()});
    const Robot robot(file.parts);
    Tally proven = {"proven", MotionCheck::proven};
    Tally sampled = {"sampled", MotionCheck::sampled};
    Json problems = Json::array();
    for (const ProblemFiles& files : problems_in(folder / "problems", options)) {
        fmt::print("{}\n", files.name);
        const PlanningProblem problem = load(files, robot, file.srdf);
        Json json = {{"name", files.name}};
        json["proven"] = plan_with(proven, problem, options.planning);
        json["sampled"] = plan_with(sampled, problem, options.planning);
        problems.push_back(std::move(json));
        std::fflush(stdout);
    }
    Json report = {{"schema", "tocca.panda-problems/1"}, {"seed", options.seed}};
    report["proven"] = summary_of(proven);
    report["sampled"] = summary_of(sampled);
    report["problems"] = std::move(problems);
    if (!options.json.empty()) {
        std::ofstream out(options.json);
        out << report.dump(1) << "\n";
        if (!out.flush()) throw Error(ErrorCode::unwritable_file, "cannot write", {.file = options.json.string()});
    }
    const bool all_free = count(proven.found, Verdict::free) == proven.found.size() &&
                          count(proven.simplified, Verdict::free) == proven.simplified.size();
    return all_free ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv)
{
    Options options;
    CLI::App app(
        "Solves the MotionBenchMaker problems of a Panda arm, with proven motions and with sampled ones.\n"
        "Example: ompl_panda_problems --problems 2 --json panda.json");
    app.add_option("--data", options.data, "folder that has robots/mbm_panda")->capture_default_str();
    app.add_option("--family", options.family, "problems of one folder only, such as cage_panda");
    app.add_option("--problems", options.problems, "of each folder, at most")->capture_default_str();
    app.add_option("--seconds", options.planning.seconds, "for each path, at most")->capture_default_str();
    app.add_option("--simplify", options.planning.simplify_seconds, "seconds for making it shorter; 0: not done")
        ->capture_default_str();
    app.add_option("--seed", options.seed, "of the planner, 1 or more")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    app.add_option("--json", options.json, "file for all results");
    CLI11_PARSE(app, argc, argv);
    try {
        seed_planners(options.seed);
        return solve_all(options);
    } catch (const std::exception& error) {
        fmt::print(stderr, "ompl_panda_problems: {}\n", error.what());
        return 2;
    }
}
