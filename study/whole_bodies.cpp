// SPDX-License-Identifier: Apache-2.0
#include "study/whole_bodies.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/bvh/rss_tree.hpp"
#include "tocca/rigid/best_contact.hpp"
#include "tocca/rigid/detail/rigid_question.hpp"
#include "tocca/rigid/slot_pair.hpp"

namespace tocca::study {

namespace {

using rigid::BestContact;
using rigid::ContactLevels;
using rigid::MovingBodies;
using rigid::MovingFrame;
using rigid::OpenedPair;
using rigid::PairState;
using rigid::PlacedPair;
using rigid::SearchLimits;
using rigid::SearchResult;
using rigid::SlotPair;
using rigid::TreePair;
using rigid::TrianglePair;
using rigid::detail::RigidQuestion;

/// Moves both bodies on by the least step of all pairs, again and again.
class WholeBodies {
public:
    WholeBodies(const RigidQuestion& question, const ContactLevels& levels, const SearchLimits& limits,
                double upper_levels)
        : kernel_(question.kernel()),
          bodies_(question.bodies()),
          levels_(levels),
          limits_(limits),
          best_(bodies_, levels),
          least_a_(upper_levels * bodies_.a.body.tree().root().size()),
          least_b_(upper_levels * bodies_.b.body.tree().root().size())
    {}

    SearchResult run()
    {
        double time = limits_.from;
        bool upper = true;
        while (time <= horizon() && !spent()) {
            if (limits_.stop.stop_requested()) throw Error(ErrorCode::interrupted, "stopped on request");
            ++statistics_.iterations;
            const double step = least_step(time, upper);
            if (spent()) break;
            // Steps of the upper levels that get short are no better than none.
            if (upper && step < 1e-3) {
                upper = false;
                if (step <= 0.0) continue;
            }
            time = std::max(time, time + step - 0x1p-51);
        }
        const bool undecided = time <= horizon();
        SearchResult result = {.found = best_.found(),
                               .safe_until = std::min(time, limit()),
                               .undecided = undecided,
                               .statistics = statistics_};
        if (!undecided) result.safe_until = limit();
        return result;
    }

private:
    struct Pair {
        double step;
        SlotPair slots;
    };

    [[nodiscard]] double limit() const { return best_.limit(limits_.until); }
    /// What crosses within the time tolerance of the limit is in contact before it.
    [[nodiscard]] double horizon() const { return std::min(1.0, limit() + levels_.time_tolerance); }
    [[nodiscard]] bool spent() const { return statistics_.node_pairs + statistics_.triangle_tests >= limits_.budget; }

    /// How long all pairs stay free from a time on: at least this.
    double least_step(double time, bool upper)
    {
        frame_a_ = bodies_.a.motion.at(time);
        frame_b_ = bodies_.b.motion.at(time);
        double least = 2.0;
        stack_.assign(1, {0.0, {}});
        while (!stack_.empty() && !spent()) {
            const Pair pair = stack_.back();
            stack_.pop_back();
            if (pair.step < least) look_below(pair, upper, least);
        }
        return least;
    }

    void look_below(const Pair& pair, bool upper, double& least)
    {
        const TreePair trees = {bodies_.a.body.tree(), bodies_.b.body.tree()};
        if (const std::optional<TrianglePair> triangles = trees.triangles(pair.slots)) {
            least = upper ? pair.step : std::min(least, triangle_step(*triangles));
            return;
        }
        const bool small =
            trees.a.volume(pair.slots.a).size() < least_a_ && trees.b.volume(pair.slots.b).size() < least_b_;
        if (upper && small) {
            least = pair.step;
            return;
        }
        const OpenedPair opened = trees.open(pair.slots);
        const auto answer = trees.ask(kernel_, opened, frame_a_, frame_b_, levels_.contact() + bodies_.error);
        ++statistics_.node_pairs;
        const std::size_t first = stack_.size();
        for (std::uint32_t lane = 0; lane < RssNode::width; ++lane) {
            if (trees.node(opened).child[lane] == RssNode::no_child) continue;
            ++statistics_.node_tests;
            const double step = static_cast<double>(answer.step[lane]);
            if (step < least) stack_.push_back({step, opened.pair(lane)});
        }
        // The most promising next.
        std::sort(stack_.begin() + static_cast<std::ptrdiff_t>(first), stack_.end(),
                  [](const Pair& x, const Pair& y) { return x.step > y.step; });
    }

    /// Of a pair of triangles; those near contact are followed to their end and limit no step any more.
    double triangle_step(const TrianglePair& pair)
    {
        const std::uint64_t name = std::uint64_t{pair.a} << 32U | pair.b;
        if (settled_.contains(name)) return 2.0;
        const PlacedPair placed = rigid::place(bodies_, pair, frame_a_, frame_b_);
        const PairState state = examine(bodies_, placed);
        ++statistics_.triangle_tests;
        const double level = levels_.contact();
        const double step = free_step(placed, state, frame_a_, frame_b_, level);
        if (state.lower > level + 0.125 * levels_.threshold && step > 0x1p-50) return step;
        settled_.insert(name);
        statistics_.triangle_tests += best_.consider(pair, limits_.until, ~std::uint64_t{0}).steps;
        return 2.0;
    }

    const rigid::RssKernel& kernel_;
    const MovingBodies& bodies_;
    ContactLevels levels_;
    const SearchLimits& limits_;
    BestContact best_;
    double least_a_, least_b_;
    MovingFrame frame_a_, frame_b_;
    std::vector<Pair> stack_;
    std::unordered_set<std::uint64_t> settled_;
    Statistics statistics_;
};

}  // namespace

Answer first_contact_of_whole_bodies(const RigidBody& a, const RigidMotion& motion_a, const RigidBody& b,
                                     const RigidMotion& motion_b, const WholeBodiesOptions& options)
{
    const RigidQuestion question(a, motion_a, b, motion_b, options.query);
    const ContactLevels levels = question.levels();
    SearchResult found = {.safe_until = options.query.until};
    if (const std::optional<double> from = question.from()) {
        found = WholeBodies(question, levels, question.limits(*from), options.upper_levels).run();
    }
    add_work(options.query, found.statistics);
    return question.answer(question.named(found));
}

}  // namespace tocca::study
