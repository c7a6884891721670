// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca {

namespace {

/// Edges checked between two calls of `progress`: enough to keep all threads busy.
constexpr std::size_t least_block = 64;

Answer check_edge(const RobotChecker& checker, const JointMotion& motion, QueryOptions options)
{
    const bool only_collides = std::exchange(options.only_collides, false);
    options.stop_at_contact = false;
    options.progress = {};
    if (!only_collides) return first_contact(checker, motion, options);
    Answer answer{.outcome = collision_outcome(checker, motion, options), .nothing_checked = checker.pair_count() == 0};
    if (answer.outcome != Outcome::free) answer.safe_until = 0.0;
    return answer;
}

bool is_free(const Answer& edge) { return edge.outcome == Outcome::free; }

}  // namespace

PathAnswer check_path(const RobotChecker& checker, const Eigen::MatrixXd& path, const QueryOptions& options)
{
    require(path.rows() >= 2, "a path must have at least two configurations");
    require(path.cols() == static_cast<Eigen::Index>(checker.robot().value_count()),
            "a configuration must have as many values as the robot has");
    check_options(options, Subject::path);
    const auto edges = static_cast<std::size_t>(path.rows() - 1);
    PathAnswer report;
    report.edges.resize(edges);
    const bool in_blocks = options.progress || options.stop_at_contact;
    const std::size_t block = in_blocks ? std::max(least_block, edges / 64) : edges;
    std::vector<Statistics> work(options.statistics != nullptr ? edges : 0);
    for (std::size_t begin = 0; begin < edges; begin += block) {
        const std::size_t end = std::min(edges, begin + block);
        for_each_piece(end - begin, options.threads, [&](std::size_t i) {
            const auto row = static_cast<Eigen::Index>(begin + i);
            QueryOptions edge_options = options;
            if (options.statistics != nullptr) edge_options.statistics = &work[begin + i];
            report.edges[begin + i] = check_edge(checker, {path.row(row), path.row(row + 1)}, edge_options);
        });
        if (options.progress) options.progress(static_cast<double>(end) / static_cast<double>(edges));
        const auto first = report.edges.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto last = report.edges.begin() + static_cast<std::ptrdiff_t>(end);
        if (options.stop_at_contact && !std::all_of(first, last, is_free)) break;
    }
    if (options.statistics != nullptr) {
        for (const Statistics& part : work) *options.statistics += part;
    }
    const auto touches = std::find_if_not(report.edges.begin(), report.edges.end(), is_free);
    report.free_edges = static_cast<std::size_t>(touches - report.edges.begin());
    if (touches != report.edges.end()) {
        report.outcome = touches->outcome;
        report.safe_until = touches->start.near ? 0.0 : touches->safe_until;
        if (options.stop_at_contact) report.edges.erase(touches + 1, report.edges.end());
    }
    return report;
}

}  // namespace tocca
