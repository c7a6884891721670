// SPDX-License-Identifier: Apache-2.0
#include "tocca/robot/robot_query.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <queue>
#include <tuple>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/rigid/detail/crossing.hpp"
#include "tocca/rigid/detail/named_contact.hpp"
#include "tocca/robot/detail/pair_search.hpp"

namespace tocca {

namespace {

using rigid::detail::SearchLimits;
using rigid::detail::SearchResult;
using robot::detail::MovingShapes;
using robot::detail::NearPair;
using robot::detail::PairSearch;
using robot::detail::RobotMotion;

void check(const RobotQueryOptions& options)
{
    require(options.time_tolerance >= 0.0, "the time tolerance must not be negative");
    require(options.until >= 0.0 && options.until <= 1.0, "`until` must be in [0, 1]");
}

void check_limits(const Robot& robot, const JointMotion& motion)
{
    for (const Eigen::VectorXd* end : {&motion.from, &motion.to}) {
        if (const auto broken = robot.limit_broken(*end)) throw Error(ErrorCode::joint_limit, *broken);
    }
}

void add(RigidStatistics& total, const RigidStatistics& part)
{
    total.node_pairs += part.node_pairs;
    total.node_tests += part.node_tests;
    total.triangle_tests += part.triangle_tests;
    total.iterations = std::max(total.iterations, part.iterations);
}

/// A contact found, of which pair of shapes.
struct FoundPair {
    std::size_t pair = 0;
    rigid::detail::FoundContact found;
    bool undecided = false;  ///< neither resolved nor proven to cross
};

/// One motion of one checker.
class MotionSearch {
public:
    MotionSearch(const RobotChecker& checker, const JointMotion& motion, const RobotQueryOptions& options)
        : data_(checker.data()),
          options_(options),
          kernel_(rigid::detail::rss_kernel(options.target)),
          motion_(data_.robot, motion)
    {
        check(options);
        if (options.check_limits) check_limits(data_.robot, motion);
        // What crosses within the tolerance after the end is in contact before it.
        near_ = robot::detail::near_pairs(data_, motion_, options.boxes,
                                          std::min(1.0, options.until + options.time_tolerance));
        // By bodies before shapes, so that the first of several is the same in all verbs.
        std::sort(near_.begin(), near_.end(), [&](const NearPair& x, const NearPair& y) {
            return std::tuple(x.from, bodies_of(x), x.a, x.b) < std::tuple(y.from, bodies_of(y), y.a, y.b);
        });
        shapes_.resize(near_.size());
        searches_.resize(near_.size());
        statistics_.pairs = data_.pair_count;
        statistics_.near_pairs = near_.size();
    }

    [[nodiscard]] Outcome collision_outcome();
    [[nodiscard]] RobotFirstContact first_contact();
    [[nodiscard]] RobotContacts all_contacts();

private:
    [[nodiscard]] const MovingShapes& shapes(std::size_t pair);
    [[nodiscard]] PairSearch& search(std::size_t pair, double until);
    [[nodiscard]] auto order_of(const FoundPair& found) const;
    /// Runs until no pair can touch before the first contact found, or any is found where any will do.
    void run();
    void consider(std::size_t pair, const SearchResult& result);
    [[nodiscard]] std::optional<std::size_t> first_inside();
    [[nodiscard]] bool starts_within_clearance(std::size_t pair);
    [[nodiscard]] std::optional<std::size_t> first_within_clearance();
    /// Says of an answer that is free otherwise which pair starts within its clearance, if one does.
    void note_near_start(std::optional<std::size_t> pair, RobotFirstContact& answer);
    [[nodiscard]] rigid::detail::FoundContact named_contact(const FoundPair& found);
    /// A time soon after a contact at which the shapes are proven to cross, if one is found.
    [[nodiscard]] std::optional<double> penetration(const FoundPair& found);
    [[nodiscard]] RobotFirstContact answer(const FoundPair& found);
    [[nodiscard]] RobotFirstContact inside(std::size_t pair);
    [[nodiscard]] std::array<RobotBodyId, 2> bodies_of(const NearPair& pair) const
    {
        return {data_.shapes[pair.a].body, data_.shapes[pair.b].body};
    }
    [[nodiscard]] std::array<RobotBodyId, 2> bodies(std::size_t pair) const { return bodies_of(near_[pair]); }
    [[nodiscard]] double limit() const { return best_ ? best_->found.when.lower : options_.until; }

    const RobotChecker::Data& data_;
    const RobotQueryOptions& options_;
    const rigid::detail::RssKernel& kernel_;
    RobotMotion motion_;
    std::vector<NearPair> near_;
    std::vector<std::unique_ptr<MovingShapes>> shapes_;
    std::vector<std::unique_ptr<PairSearch>> searches_;
    std::optional<FoundPair> best_;
    std::optional<double> undecided_at_;
    std::size_t undecided_pair_ = 0;
    bool any_ = false;  // any contact will do
    RobotStatistics statistics_;
};

const MovingShapes& MotionSearch::shapes(std::size_t pair)
{
    if (!shapes_[pair])
        shapes_[pair] = std::make_unique<MovingShapes>(data_, motion_, near_[pair], options_.time_tolerance);
    return *shapes_[pair];
}

PairSearch& MotionSearch::search(std::size_t pair, double until)
{
    if (!searches_[pair]) {
        const SearchLimits limits = {
            .from = near_[pair].from, .until = until, .budget = options_.budget, .stop = options_.stop, .any = any_};
        searches_[pair] = std::make_unique<PairSearch>(shapes(pair), kernel_, limits);
        ++statistics_.started_pairs;
    }
    return *searches_[pair];
}

auto MotionSearch::order_of(const FoundPair& found) const
{
    const Contact& contact = found.found.contact;
    // Features may be those of several pairs of triangles, whose distances differ in rounding.
    // What is undecided comes last of what is at the same time, as in all_contacts.
    return std::tuple(found.found.when.lower, found.undecided, !found.found.when.touching, bodies(found.pair),
                      near_[found.pair].a, near_[found.pair].b, contact.kind, contact.objects, contact.vertices,
                      found.found.pair.a, found.found.pair.b);
}

void MotionSearch::consider(std::size_t pair, const SearchResult& result)
{
    if (!result.found) return;
    FoundPair found = {pair, *result.found};
    found.undecided = !shapes(pair).resolved() && !penetration(found);
    if (!best_ || order_of(found) < order_of(*best_)) best_ = found;
}

void MotionSearch::run()
{
    struct Waiting {
        double time;
        std::size_t pair;

        bool operator>(const Waiting& other) const { return std::tie(time, pair) > std::tie(other.time, other.pair); }
    };
    std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting;
    for (std::size_t pair = 0; pair < near_.size(); ++pair) waiting.push({near_[pair].from, pair});
    while (!waiting.empty() && !(any_ && best_ && !best_->undecided)) {
        const Waiting first = waiting.top();
        if (first.time > std::min(1.0, limit() + options_.time_tolerance)) break;
        waiting.pop();
        PairSearch& search = this->search(first.pair, options_.until);
        search.limit_to(limit());
        const bool all_pairs = options_.order == RobotSearchOrder::one_heap && !waiting.empty();
        search.advance(all_pairs ? waiting.top().time : std::numeric_limits<double>::infinity());
        const bool unlimited = !best_;
        const SearchResult result = search.result();
        consider(first.pair, result);
        if (const std::optional<double> next = search.next_time()) {
            waiting.push({*next, first.pair});
        } else {
            if (result.undecided && (!undecided_at_ || result.safe_until < *undecided_at_)) {
                undecided_at_ = result.safe_until;
                undecided_pair_ = first.pair;
            }
            const bool down_to_triangles = result.statistics.triangle_tests > 0;
            if (result.found || (unlimited && down_to_triangles)) ++statistics_.finished_pairs;
        }
    }
    for (const std::unique_ptr<PairSearch>& search : searches_) {
        if (search) add(statistics_.search, search->result().statistics);
    }
}

/// The first pair of which one starts within the other.
std::optional<std::size_t> MotionSearch::first_inside()
{
    std::optional<std::size_t> first;
    for (std::size_t pair = 0; pair < near_.size() && near_[pair].from == 0.0; ++pair) {
        if (rigid::detail::starts_inside(shapes(pair).bodies())) {
            first = pair;
            break;
        }
    }
    return first;
}

bool MotionSearch::starts_within_clearance(std::size_t pair)
{
    return near_[pair].from == 0.0 && near_[pair].clearance > 0.0 && shapes(pair).within_clearance_at_start();
}

std::optional<std::size_t> MotionSearch::first_within_clearance()
{
    for (std::size_t pair = 0; pair < near_.size() && near_[pair].from == 0.0; ++pair) {
        if (starts_within_clearance(pair)) return pair;
    }
    return std::nullopt;
}

void MotionSearch::note_near_start(std::optional<std::size_t> pair, RobotFirstContact& answer)
{
    answer.starts_within_clearance = pair.has_value();
    // Of what is undecided nobody knows that it comes no nearer.
    if (!pair || answer.outcome != Outcome::free) return;
    answer.outcome = Outcome::near_at_start;
    answer.bodies = bodies(*pair);
    answer.shapes = {shapes(*pair).a().index, shapes(*pair).b().index};
}

rigid::detail::FoundContact MotionSearch::named_contact(const FoundPair& found)
{
    const MovingShapes& moving = shapes(found.pair);
    return rigid::detail::named_contact(moving.bodies(), moving.levels(), found.found);
}

std::optional<double> MotionSearch::penetration(const FoundPair& found)
{
    const MovingShapes& moving = shapes(found.pair);
    return rigid::detail::penetration_after(moving.bodies(), named_contact(found), moving.levels().threshold);
}

RobotFirstContact MotionSearch::answer(const FoundPair& found)
{
    const MovingShapes& moving = shapes(found.pair);
    const rigid::detail::FoundContact named = named_contact(found);
    RobotFirstContact result;
    result.safe_until = named.when.lower;
    result.bodies = bodies(found.pair);
    result.shapes = {moving.a().index, moving.b().index};
    result.threshold_used = moving.levels().threshold;
    result.penetrates_at = rigid::detail::penetration_after(moving.bodies(), named, moving.levels().threshold);
    if (found.undecided) {
        result.outcome = Outcome::undecided;
        return result;
    }
    result.outcome = named.when.touching ? Outcome::touching_at_start : Outcome::contact;
    result.contact = moving.placed(named.contact);
    result.distance = std::max(0.0, named.when.distance - moving.levels().padding);
    return result;
}

RobotFirstContact MotionSearch::inside(std::size_t pair)
{
    RobotFirstContact result;
    result.outcome = Outcome::inside;
    result.safe_until = 0.0;
    result.bodies = bodies(pair);
    result.shapes = {shapes(pair).a().index, shapes(pair).b().index};
    return result;
}

Outcome MotionSearch::collision_outcome()
{
    any_ = true;
    // Shapes that pass through each other mostly do so here; a miss costs next to nothing.
    for (const double part : {1.0, 0.5, 0.25, 0.75, 0.0}) {
        const double time = part * options_.until;
        for (std::size_t pair = 0; pair < near_.size(); ++pair) {
            if (near_[pair].from <= time && shapes(pair).touch_at(time)) return Outcome::contact;
        }
    }
    if (first_within_clearance() || first_inside()) return Outcome::contact;
    run();
    if (best_) return best_->undecided ? Outcome::undecided : Outcome::contact;
    return undecided_at_ ? Outcome::undecided : Outcome::free;
}

RobotFirstContact MotionSearch::first_contact()
{
    run();
    RobotFirstContact result;
    result.safe_until = options_.until;
    if (best_) result = answer(*best_);
    if (undecided_at_ && *undecided_at_ < result.safe_until) {
        result = {};
        result.outcome = Outcome::undecided;
        result.safe_until = *undecided_at_;
        result.bodies = bodies(undecided_pair_);
        result.threshold_used = shapes(undecided_pair_).levels().threshold;
    }
    // Of all that is wrong at the start the first bodies count, as in all_contacts.
    const std::optional<std::size_t> holding = first_inside();
    if (holding && (result.outcome != Outcome::touching_at_start || bodies(*holding) < result.bodies))
        result = inside(*holding);
    note_near_start(first_within_clearance(), result);
    result.nothing_checked = data_.pair_count == 0;
    result.statistics = statistics_;
    return result;
}

RobotContacts MotionSearch::all_contacts()
{
    // Pairs of the same bodies beside each other.
    std::vector<std::size_t> order(near_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
        return std::tuple(bodies(x), near_[x].a, near_[x].b) < std::tuple(bodies(y), near_[y].a, near_[y].b);
    });
    RobotContacts all;
    for (std::size_t i = 0; i < order.size();) {
        const std::array<RobotBodyId, 2> pair_bodies = bodies(order[i]);
        std::optional<double> undecided;
        double undecided_threshold = 0.0;
        std::optional<std::size_t> holding;
        std::optional<std::size_t> within_clearance;
        best_.reset();
        for (; i < order.size() && bodies(order[i]) == pair_bodies; ++i) {
            PairSearch& search = this->search(order[i], limit());
            search.advance(std::numeric_limits<double>::infinity());
            const SearchResult result = search.result();
            consider(order[i], result);
            if (result.undecided && !(undecided && *undecided <= result.safe_until)) {
                undecided = result.safe_until;
                undecided_threshold = shapes(order[i]).levels().threshold;
            }
            add(statistics_.search, result.statistics);
            ++statistics_.finished_pairs;
            if (!holding && near_[order[i]].from == 0.0 && rigid::detail::starts_inside(shapes(order[i]).bodies()))
                holding = order[i];
            if (!within_clearance && starts_within_clearance(order[i])) within_clearance = order[i];
            searches_[order[i]].reset();
        }
        RobotFirstContact first;
        first.safe_until = options_.until;
        if (best_) first = answer(*best_);
        if (undecided && *undecided < first.safe_until) {
            first = {};
            first.outcome = Outcome::undecided;
            first.safe_until = *undecided;
            first.threshold_used = undecided_threshold;
        }
        if (holding && first.outcome != Outcome::touching_at_start) first = inside(*holding);
        if (first.outcome == Outcome::undecided) first.bodies = pair_bodies;
        note_near_start(within_clearance, first);
        all.starts_within_clearance = all.starts_within_clearance || within_clearance.has_value();
        if (first.outcome != Outcome::free) all.pairs.push_back({pair_bodies, first});
    }
    const auto key = [](const RobotPairContact& pair) {
        const Outcome outcome = pair.first.outcome;
        const int rank = outcome == Outcome::undecided ? 2 : outcome == Outcome::near_at_start ? 1 : 0;
        return std::tuple(!is_at_start(outcome), pair.first.safe_until, rank, pair.bodies);
    };
    std::sort(all.pairs.begin(), all.pairs.end(),
              [&](const RobotPairContact& x, const RobotPairContact& y) { return key(x) < key(y); });
    all.safe_until = options_.until;
    all.nothing_checked = data_.pair_count == 0;
    if (!all.pairs.empty()) {
        all.outcome = all.pairs.front().first.outcome;
        all.safe_until = all.pairs.front().first.safe_until;
    }
    all.statistics = statistics_;
    return all;
}

}  // namespace

bool collides(const RobotChecker& checker, const JointMotion& motion, const RobotQueryOptions& options)
{
    return collision_outcome(checker, motion, options) != Outcome::free;
}

Outcome collision_outcome(const RobotChecker& checker, const JointMotion& motion, const RobotQueryOptions& options)
{
    return MotionSearch(checker, motion, options).collision_outcome();
}

RobotFirstContact first_contact(const RobotChecker& checker, const JointMotion& motion,
                                const RobotQueryOptions& options)
{
    return MotionSearch(checker, motion, options).first_contact();
}

RobotContacts all_contacts(const RobotChecker& checker, const JointMotion& motion, const RobotQueryOptions& options)
{
    return MotionSearch(checker, motion, options).all_contacts();
}

double safe_step(const RobotChecker& checker, const JointMotion& motion, const RobotQueryOptions& options)
{
    return first_contact(checker, motion, options).safe_until;
}

bool collides_at(const RobotChecker& checker, const Eigen::VectorXd& configuration)
{
    const RobotChecker::Data& data = checker.data();
    const RobotMotion motion(data.robot, {configuration, configuration});
    const std::vector<NearPair> near = robot::detail::near_pairs(data, motion, LinkBoxMethod::taylor, 1.0);
    return std::any_of(near.begin(), near.end(),
                       [&](const NearPair& pair) { return MovingShapes(data, motion, pair).near_at_start(); });
}

RobotFirstContact first_contact(const Robot& robot, const JointMotion& motion, const RobotScene& scene,
                                const RobotCheckOptions& check, const RobotQueryOptions& options)
{
    return first_contact(RobotChecker(robot, scene, check), motion, options);
}

}  // namespace tocca
