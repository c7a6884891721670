// SPDX-License-Identifier: Apache-2.0
#include "study/robot_study.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <tuple>
#include <utility>

#include "study/convex_hull.hpp"
#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/rigid/crossing.hpp"
#include "tocca/robot/detail/motion_search.hpp"

namespace tocca::study {

namespace {

using rigid::ContactLevels;
using rigid::ContactSearch;
using rigid::MovingBodies;
using rigid::RssKernel;
using rigid::SearchResult;
using robot::detail::MotionSearch;
using robot::detail::MovingShapes;
using robot::detail::NearShapes;
using robot::detail::RobotMotion;
using Data = RobotChecker::Data;

/// The places of the vertices that belong to a body.
std::vector<Point> used_positions(const RigidBody& body)
{
    const auto positions = body.mesh().positions();
    if (body.ignored_vertices() == 0) return {positions.begin(), positions.end()};
    const auto ignored = body.mesh().isolated_vertices();
    std::vector<Point> used;
    for (VertexId v = 0; v < positions.size(); ++v) {
        if (!std::binary_search(ignored.begin(), ignored.end(), v)) used.push_back(positions[v]);
    }
    return used;
}

std::shared_ptr<const RobotHulls::Hull> hull_of(const RigidBody& body)
{
    const std::optional<ConvexHull> hull = convex_hull(used_positions(body));
    if (!hull) return nullptr;
    try {
        return std::make_shared<RobotHulls::Hull>(
            RobotHulls::Hull{RigidBody(hull->shape.mesh(), {.solid = true, .threads = 1}), hull->outside});
    } catch (const Error& error) {
        // So flat that rounding leaves no inside: its surface would tell nothing of what is within.
        if (error.code() != ErrorCode::malformed_mesh) throw;
        return nullptr;
    }
}

/// Every pair of shapes that is checked, from the start on.
std::vector<NearShapes> all_pairs(const Data& data, const Data::Demand& demand)
{
    std::vector<NearShapes> pairs;
    for (Data::ShapeId a = 0; a < data.link_shapes; ++a) {
        for (Data::ShapeId b = data.link_shapes; b < data.shapes.size(); ++b) {
            if (const auto clearance = data.clearance_of(data.shapes[a].body, data.shapes[b].body, demand))
                pairs.push_back({a, b, *clearance});
        }
    }
    for (const Data::ShapePair& pair : data.link_pairs)
        pairs.push_back({pair.a, pair.b, pair.clearance.value_or(demand.clearance)});
    return pairs;
}

std::vector<NearShapes> pairs_of(const Data& data, const RobotMotion& motion, const RobotStudyOptions& options)
{
    const Data::Demand demand = data.demand_of(options.query);
    const double until = robot::detail::last_time(options.query);
    switch (options.boxes) {
        case LinkBoxMethod::taylor: return near_pairs(data, motion, demand, until);
        case LinkBoxMethod::interval:
            return near_pairs(data, motion, demand, until, robot::detail::BoxArithmetic::interval);
        case LinkBoxMethod::none: break;
    }
    return all_pairs(data, demand);
}

/// The hulls of two shapes on their way, and the search for their contact.
///
/// Hulls in contact may be those of shapes further apart: what is proven of them must hold for these, all that counts as
/// padding here.
struct HullPair {
    MovingBodies bodies;
    ContactLevels levels;
    ContactSearch search;

    HullPair(const MovingShapes& shapes, const RobotHulls::Hull& a, const RobotHulls::Hull& b, const RssKernel& kernel)
        : bodies{{a.body, shapes.bodies().a.motion}, {b.body, shapes.bodies().b.motion}, shapes.bodies().error},
          levels{.threshold =
                     std::max(shapes.levels().threshold, 1e-3 * std::min(shapes.a().diameter, shapes.b().diameter)),
                 .padding =
                     (shapes.levels().contact() + shapes.levels().threshold + a.outside + b.outside) * (1.0 + 0x1p-40)},
          search(bodies, levels, kernel)
    {}
};

/// Follows pairs of shapes, where there are hulls these first.
class HullsFirst {
public:
    HullsFirst(MotionSearch& search, const RobotStudyOptions& options)
        : search_(search),
          options_(options),
          kernel_(rigid::rss_kernel(options.query.target)),
          begun_(search.pairs().size()),
          hulls_(search.pairs().size())
    {}

    /// As MotionSearch::advance.
    std::optional<double> advance(std::size_t pair, double while_at_most)
    {
        if (!begun_[pair]) begin(pair);
        if (hulls_[pair]) {
            ContactSearch& hulls = hulls_[pair]->search;
            hulls.limit_to(search_.horizon());
            hulls.advance(while_at_most);
            if (const std::optional<double> next = hulls.next_time()) return next;
            const SearchResult result = hulls.result();
            statistics_ += result.statistics;
            hulls_[pair].reset();
            if (!result.found && !result.undecided) {
                ++statistics_.searched_pairs;
                return std::nullopt;
            }
            search_.start(pair, std::max(search_.pairs()[pair].from, result.safe_until), search_.limit());
        }
        return search_.advance(pair, while_at_most);
    }

    /// The answer; adds what the hulls took to the statistics as well.
    [[nodiscard]] Answer first_found() const
    {
        Statistics work = statistics_;
        for (const std::unique_ptr<HullPair>& open : hulls_) {
            if (!open) continue;
            work += open->search.result().statistics;
            ++work.searched_pairs;
        }
        add_work(options_.query, work);
        return search_.first_found();
    }

private:
    void begin(std::size_t pair)
    {
        begun_[pair] = true;
        if (options_.hulls == nullptr) return;
        const NearShapes& near = search_.pairs()[pair];
        const RobotHulls::Hull *a = options_.hulls->of(near.a), *b = options_.hulls->of(near.b);
        if (a == nullptr || b == nullptr) return;
        auto hulls = std::make_unique<HullPair>(search_.shapes(pair), *a, *b, kernel_);
        // A hull's surface tells nothing of what is within it.
        if (rigid::starts_inside(hulls->bodies)) return;
        hulls->search.start({.from = near.from,
                             .until = search_.horizon(),
                             .budget = options_.query.budget.value_or(robot::detail::default_budget),
                             .stop = options_.query.stop});
        hulls_[pair] = std::move(hulls);
    }

    MotionSearch& search_;
    const RobotStudyOptions& options_;
    const RssKernel& kernel_;
    std::vector<bool> begun_;
    std::vector<std::unique_ptr<HullPair>> hulls_;  // while these are followed
    Statistics statistics_;  // of hulls that are done with, as searched pairs those that spared their shapes
};

}  // namespace

RobotHulls::RobotHulls(const RobotChecker& checker, int threads) : hulls_(checker.data().shapes.size())
{
    const std::vector<Data::Shape>& shapes = checker.data().shapes;
    for_each_piece(shapes.size(), threads, [&](std::size_t i) { hulls_[i] = hull_of(*shapes[i].surface); });
}

Answer study_first_contact(const RobotChecker& checker, const JointMotion& motion, const RobotStudyOptions& options)
{
    const Data& data = checker.data();
    require(options.hulls == nullptr || options.hulls->size() == data.shapes.size(),
            "the hulls must be those of the checker");
    RobotMotion robot_motion(data.robot, motion);
    robot::detail::check_query(data.robot, motion, options.query);
    std::vector<NearShapes> pairs = pairs_of(data, robot_motion, options);
    MotionSearch search(data, std::move(robot_motion), std::move(pairs), options.query);
    HullsFirst followed(search, options);

    struct Waiting {
        double time;
        std::size_t pair;

        bool operator>(const Waiting& other) const { return std::tie(time, pair) > std::tie(other.time, other.pair); }
    };
    std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting;
    for (std::size_t pair = 0; pair < search.pairs().size(); ++pair) waiting.push({search.pairs()[pair].from, pair});
    while (!waiting.empty() && waiting.top().time <= search.horizon()) {
        const std::size_t pair = waiting.top().pair;
        waiting.pop();
        const bool to_its_end = options.order == RobotSearchOrder::pair_by_pair || waiting.empty();
        const double until = to_its_end ? std::numeric_limits<double>::infinity() : waiting.top().time;
        if (const std::optional<double> next = followed.advance(pair, until)) waiting.push({*next, pair});
    }
    return followed.first_found();
}

}  // namespace tocca::study
