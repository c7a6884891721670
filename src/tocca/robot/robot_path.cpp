// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "tocca/base/error.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca {

namespace {

RobotFirstContact check_edge(const RobotChecker& checker, const JointMotion& motion, const RobotPathOptions& options)
{
    if (!options.only_collides) return first_contact(checker, motion, options.motion);
    RobotFirstContact answer;
    if (!collides(checker, motion, options.motion)) return answer;
    answer.outcome = Outcome::contact;
    answer.safe_until = 0.0;
    return answer;
}

}  // namespace

RobotPathReport check_path(const RobotChecker& checker, const Eigen::MatrixXd& path, const RobotPathOptions& options)
{
    require(path.rows() >= 2, "a path must have two configurations or more");
    require(path.cols() == static_cast<Eigen::Index>(checker.robot().value_count()),
            "a configuration must have as many values as the robot has");
    require(options.threads >= 0, "the number of threads must not be negative");
    const auto edges = static_cast<std::size_t>(path.rows() - 1);
    RobotPathReport report;
    report.edges.resize(edges);
    // Edges after the first that is not free are left out, whichever threads are done first.
    std::atomic<std::size_t> last = edges;
    const std::thread::id caller = std::this_thread::get_id();
    std::mutex mutex;
    std::size_t done = 0;
    for_each_piece(edges, options.threads, [&](std::size_t edge) {
        if (!options.stop_at_contact || edge <= last) {
            const auto row = static_cast<Eigen::Index>(edge);
            report.edges[edge] = check_edge(checker, {path.row(row), path.row(row + 1)}, options);
            if (report.edges[edge].outcome != Outcome::free) {
                for (std::size_t known = last; edge < known && !last.compare_exchange_weak(known, edge);) {
                }
            }
        }
        const std::lock_guard lock(mutex);
        ++done;
        if (options.progress && std::this_thread::get_id() == caller)
            options.progress(static_cast<double>(done) / static_cast<double>(edges));
    });
    const auto touches = std::find_if(report.edges.begin(), report.edges.end(),
                                      [](const RobotFirstContact& edge) { return edge.outcome != Outcome::free; });
    report.free_edges = static_cast<std::size_t>(touches - report.edges.begin());
    if (touches != report.edges.end()) {
        report.outcome = touches->outcome;
        report.safe_until = touches->safe_until;
        if (options.stop_at_contact) report.edges.erase(touches + 1, report.edges.end());
    }
    return report;
}

}  // namespace tocca
