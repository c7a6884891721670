// SPDX-License-Identifier: Apache-2.0
#include "tocca/robot/detail/motion_search.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <limits>
#include <queue>
#include <tuple>
#include <utility>

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/list_limit.hpp"
#include "tocca/rigid/crossing.hpp"
#include "tocca/rigid/named_contact.hpp"
#include "tocca/rigid/pair_answer.hpp"
#include "tocca/robot/configuration.hpp"

namespace tocca::robot::detail {

namespace {

using rigid::ContactSearch;
using rigid::SearchResult;

}  // namespace

void check_query(const Robot& robot, const JointMotion& motion, const QueryOptions& options)
{
    check_options(options, Subject::robot);
    if (options.check_limits) check_limits(robot, motion);
}

double last_time(const QueryOptions& options) { return std::min(1.0, options.until + options.tolerance.value_or(0.0)); }

MotionSearch::MotionSearch(const RobotChecker::Data& data, RobotMotion motion, std::vector<NearShapes> pairs,
                           const QueryOptions& options)
    : data_(data),
      options_(options),
      demand_(data.demand_of(options)),
      tolerance_(options.tolerance.value_or(0.0)),
      kernel_(rigid::rss_kernel(options.target)),
      motion_(std::move(motion)),
      near_(std::move(pairs)),
      shapes_(near_.size()),
      searches_(near_.size())
{
    // By bodies before shapes, so that the first of several is the same in all verbs.
    std::sort(near_.begin(), near_.end(), [&](const NearShapes& x, const NearShapes& y) {
        return std::tuple(x.from, bodies_of(x), x.a, x.b) < std::tuple(y.from, bodies_of(y), y.a, y.b);
    });
    statistics_.object_pairs = data_.pair_count;
    statistics_.near_pairs = near_.size();
}

const MovingShapes& MotionSearch::shapes(std::size_t pair)
{
    if (!shapes_[pair])
        shapes_[pair] = std::make_unique<MovingShapes>(data_, motion_, near_[pair], demand_, tolerance_);
    return *shapes_[pair];
}

double MotionSearch::horizon() const { return std::min(1.0, limit() + tolerance_); }

void MotionSearch::start(std::size_t pair, double from, double until)
{
    const MovingShapes& moving = shapes(pair);
    searches_[pair] = std::make_unique<ContactSearch>(moving.bodies(), moving.levels(), kernel_);
    searches_[pair]->start({.from = from,
                            .until = until,
                            .budget = options_.budget.value_or(default_budget),
                            .stop = options_.stop,
                            .any = any_});
    ++statistics_.searched_pairs;
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

std::optional<double> MotionSearch::advance(std::size_t pair, double while_at_most)
{
    if (!searches_[pair]) start(pair, near_[pair].from, options_.until);
    ContactSearch& search = *searches_[pair];
    search.limit_to(limit());
    search.advance(while_at_most);
    const bool unlimited = !best_;
    const SearchResult result = search.result();
    consider(pair, result);
    const std::optional<double> next = search.next_time();
    if (next) return next;
    if (result.undecided && (!undecided_at_ || result.safe_until < *undecided_at_)) {
        undecided_at_ = result.safe_until;
        undecided_pair_ = pair;
    }
    const bool down_to_triangles = result.statistics.triangle_tests > 0;
    if (result.found || (unlimited && down_to_triangles)) ++statistics_.finished_pairs;
    return std::nullopt;
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
        if (first.time > horizon()) break;
        waiting.pop();
        const double others = waiting.empty() ? std::numeric_limits<double>::infinity() : waiting.top().time;
        if (const std::optional<double> next = advance(first.pair, others)) waiting.push({*next, first.pair});
    }
}

/// The first pair of which one starts within the other.
std::optional<std::size_t> MotionSearch::first_inside()
{
    std::optional<std::size_t> first;
    for (std::size_t pair = 0; pair < near_.size() && near_[pair].from == 0.0; ++pair) {
        if (rigid::starts_inside(shapes(pair).bodies())) {
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

void MotionSearch::note_near_start(std::optional<std::size_t> pair, Answer& answer)
{
    answer.start.near = pair.has_value();
    // Of what is undecided nobody knows that it comes no nearer.
    if (!pair || answer.outcome != Outcome::free) return;
    answer.outcome = Outcome::near_at_start;
    answer.pair = object_pair(*pair);
}

rigid::FoundContact MotionSearch::named_contact(const FoundPair& found)
{
    const MovingShapes& moving = shapes(found.pair);
    return rigid::named_contact(moving.bodies(), moving.levels(), found.found);
}

std::optional<double> MotionSearch::penetration(const FoundPair& found)
{
    const MovingShapes& moving = shapes(found.pair);
    return rigid::penetration_after(moving.bodies(), named_contact(found), moving.levels().threshold);
}

Answer MotionSearch::answer(const FoundPair& found)
{
    const MovingShapes& moving = shapes(found.pair);
    const rigid::FoundContact named = named_contact(found);
    Answer result{
        .safe_until = named.when.lower, .pair = object_pair(found.pair), .threshold = moving.levels().threshold};
    if (found.undecided) {
        result.outcome = Outcome::undecided;
        return result;
    }
    result.outcome = named.when.touching ? Outcome::touching_at_start : Outcome::contact;
    Contact contact = moving.placed(named.contact);
    contact.proof = Proof::within;
    contact.distance = std::max(0.0, named.when.distance - moving.levels().padding);
    contact.threshold = moving.levels().threshold;
    contact.crosses_at = rigid::penetration_after(moving.bodies(), named, moving.levels().threshold);
    result.contact = contact;
    return result;
}

Answer MotionSearch::inside(std::size_t pair)
{
    return {.outcome = Outcome::inside, .safe_until = 0.0, .pair = object_pair(pair)};
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
    count();
    if (best_) return best_->undecided ? Outcome::undecided : Outcome::contact;
    return undecided_at_ ? Outcome::undecided : Outcome::free;
}

Answer MotionSearch::first_contact()
{
    run();
    return first_found();
}

Answer MotionSearch::first_found()
{
    Answer result{.safe_until = options_.until};
    if (best_) result = answer(*best_);
    if (undecided_at_ && *undecided_at_ < result.safe_until) {
        result = {.outcome = Outcome::undecided,
                  .safe_until = *undecided_at_,
                  .pair = ObjectPair{.objects = bodies(undecided_pair_)},
                  .threshold = shapes(undecided_pair_).levels().threshold};
    }
    // Of all that is wrong at the start the first bodies count, as in all_contacts.
    const std::optional<std::size_t> holding = first_inside();
    if (holding && (result.outcome != Outcome::touching_at_start || bodies(*holding) < result.pair->objects))
        result = inside(*holding);
    note_near_start(first_within_clearance(), result);
    result.nothing_checked = data_.pair_count == 0;
    count();
    return result;
}

Answers MotionSearch::all_contacts()
{
    // Pairs of the same bodies beside each other.
    std::vector<std::size_t> order(near_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
        return std::tuple(bodies(x), near_[x].a, near_[x].b) < std::tuple(bodies(y), near_[y].a, near_[y].b);
    });
    base::ListLimit limit_of_list(options_.max_contacts, "pairs of bodies");
    std::deque<rigid::PairAnswer> pairs;
    std::vector<ObjectPair> near;
    for (std::size_t i = 0; i < order.size();) {
        const std::array<std::uint32_t, 2> pair_bodies = bodies(order[i]);
        std::optional<double> undecided;
        double undecided_threshold = 0.0;
        std::optional<std::size_t> holding;
        std::optional<std::size_t> within_clearance;
        best_.reset();
        for (; i < order.size() && bodies(order[i]) == pair_bodies; ++i) {
            start(order[i], near_[order[i]].from, limit());
            searches_[order[i]]->advance(std::numeric_limits<double>::infinity());
            const SearchResult result = searches_[order[i]]->result();
            consider(order[i], result);
            if (result.undecided && !(undecided && *undecided <= result.safe_until)) {
                undecided = result.safe_until;
                undecided_threshold = shapes(order[i]).levels().threshold;
            }
            statistics_ += result.statistics;
            ++statistics_.finished_pairs;
            if (!holding && near_[order[i]].from == 0.0 && rigid::starts_inside(shapes(order[i]).bodies()))
                holding = order[i];
            if (!within_clearance && starts_within_clearance(order[i])) within_clearance = order[i];
            searches_[order[i]].reset();
        }
        Answer first{.safe_until = options_.until};
        if (best_) first = answer(*best_);
        if (undecided && *undecided < first.safe_until)
            first = {.outcome = Outcome::undecided, .safe_until = *undecided, .threshold = undecided_threshold};
        if (holding && first.outcome != Outcome::touching_at_start) first = inside(*holding);
        if (first.outcome == Outcome::undecided && !first.pair) first.pair = ObjectPair{.objects = pair_bodies};
        note_near_start(within_clearance, first);
        if (within_clearance) near.push_back(object_pair(*within_clearance));
        if (first.outcome == Outcome::free) continue;
        limit_of_list.add(1);
        pairs.push_back({.objects = *first.pair,
                         .outcome = first.outcome,
                         .safe_until = first.safe_until,
                         .threshold = first.threshold,
                         .contact = first.contact});
    }
    Answers all = rigid::answers_of(std::move(pairs), options_.until);
    all.start.near_objects = std::move(near);
    all.start.near = !all.start.near_objects.empty();
    all.nothing_checked = data_.pair_count == 0;
    count();
    return all;
}

void MotionSearch::count() const
{
    Statistics work = statistics_;
    for (const std::unique_ptr<ContactSearch>& search : searches_) {
        if (search) work += search->result().statistics;
    }
    add_work(options_, work);
}

}  // namespace tocca::robot::detail
