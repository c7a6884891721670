// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/contact_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tocca/base/error.hpp"
#include "tocca/bvh/rss_tree.hpp"
#include "tocca/rigid/crossing.hpp"
#include "tocca/rigid/detail/facing_volumes.hpp"

namespace tocca::rigid {

namespace {

/// A pair whose gap is at least this part of its size is bounded again before it is opened: bodies that pass each other at a
/// small distance would open everything else. Measured: an eighth is best, a sixteenth and a quarter are nearly as good.
constexpr float room = 0.125F;

/// Searches with this many node pairs bound flat faces more tightly; most end earlier.
constexpr std::uint64_t closer_after = 512;

}  // namespace

ContactSearch::ContactSearch(const MovingBodies& bodies, const ContactLevels& levels, const RssKernel& kernel)
    : bodies_(bodies),
      trees_{bodies.a.body.tree(), bodies.b.body.tree()},
      levels_(levels),
      kernel_(kernel),
      best_(bodies, levels)
{}

void ContactSearch::add_group(const Group& group)
{
    std::uint32_t place = 0;
    if (spare_groups_.empty()) {
        place = static_cast<std::uint32_t>(groups_.size());
        groups_.push_back(group);
    } else {
        place = spare_groups_.back();
        spare_groups_.pop_back();
        groups_[place] = group;
    }
    push_earliest_of(place);
}

void ContactSearch::push_earliest_of(std::uint32_t group)
{
    const Group& pairs = groups_[group];
    Entry earliest = {std::numeric_limits<double>::infinity(), 0.0, group, 0, pairs.depth};
    for (std::uint32_t lane = 0; lane < RssNode::width; ++lane) {
        if ((pairs.waiting >> lane & 1U) != 0 && pairs.time[lane] < earliest.time) {
            earliest.time = pairs.time[lane];
            earliest.lane = static_cast<std::uint16_t>(lane);
        }
    }
    if (pairs.waiting == 0 || earliest.time > horizon()) {
        spare_groups_.push_back(group);
        return;
    }
    earliest.first_contact = grid_.from(earliest.time);
    heap_.push_back(earliest);
    std::push_heap(heap_.begin(), heap_.end(), Later{groups_});
}

void ContactSearch::move_frames_to(double time)
{
    if (time == frames_time_) return;
    frame_a_ = bodies_.a.motion.at(time);
    frame_b_ = bodies_.b.motion.at(time);
    frames_time_ = time;
}

SearchResult ContactSearch::run(const SearchLimits& limits, std::span<const TrianglePair> hints)
{
    start(limits, hints);
    advance(std::numeric_limits<double>::infinity());
    return result();
}

void ContactSearch::start(const SearchLimits& limits, std::span<const TrianglePair> hints)
{
    groups_.clear();
    spare_groups_.clear();
    heap_.clear();
    best_.restart();
    near_start_.reset();
    spent_at_.reset();
    patience_ = 512;
    statistics_ = {};
    limits_ = limits;
    if (bodies_.a.body.tree().empty() || bodies_.b.body.tree().empty()) return;
    grid_ = TimeGrid(bodies_, levels_.threshold);
    for (const TrianglePair& hint : hints) {
        std::uint32_t iterations = 0;
        (void)try_contact(0.0, hint, iterations);
    }
    spent_at_.reset();
    // What touches at the start must be found in the same order with and without hints.
    if (touches_at_start()) best_.restart();
    add_group({.time = {limits.from}, .waiting = 1});
}

std::optional<double> ContactSearch::next_time() const
{
    if (heap_.empty() || spent_at_ || touches_at_start() || (limits_.any && best_.found())) return std::nullopt;
    const double time = front_time();
    return time > horizon() ? std::nullopt : std::optional(time);
}

double ContactSearch::front_time() const
{
    const Entry& front = heap_.front();
    // Others that may be in contact as early may be proven free for a shorter time, but not up to the time of the grid before.
    return std::max({0.0, limits_.from, std::min(front.time, grid_.before(front.first_contact))});
}

bool ContactSearch::only_ties_left()
{
    if (heap_.empty() || !best_.found() || levels_.time_tolerance > 0.0) return false;
    if (heap_.front().first_contact < best_.found()->when.lower) return false;
    if (!near_start_) near_start_ = starts_within(bodies_, levels_.contact() + levels_.threshold);
    return !*near_start_;
}

void ContactSearch::advance(double while_at_most)
{
    for (std::optional<double> next = next_time(); next && *next <= while_at_most; next = next_time()) {
        if (limits_.stop.stop_requested()) throw Error(ErrorCode::interrupted, "stopped on request");
        if (only_ties_left())
            heap_.clear();
        else if (spent() < limits_.budget)
            advance_first();
        else
            spent_at_ = *next;
    }
}

SearchResult ContactSearch::result() const
{
    double safe_until = limit();
    if (spent_at_) safe_until = std::min(safe_until, *spent_at_);
    const bool ended_early = spent_at_ || (limits_.any && best_.found());
    if (ended_early && !heap_.empty()) safe_until = std::min(safe_until, front_time());
    return {.found = best_.found(),
            .safe_until = safe_until,
            .undecided = spent_at_.has_value(),
            .statistics = statistics_};
}

void ContactSearch::advance_first()
{
    std::pop_heap(heap_.begin(), heap_.end(), Later{groups_});
    const Entry first = heap_.back();
    heap_.pop_back();
    Group& group = groups_[first.group];
    group.waiting = static_cast<std::uint8_t>(group.waiting & ~(1U << first.lane));
    if ((group.roomy >> first.lane & 1U) != 0) {
        group.waiting = static_cast<std::uint8_t>(group.waiting | 1U << first.lane);
        bound(first.time, group);
        push_earliest_of(first.group);
        return;
    }
    const RssSlot opened = group.opened(first.lane), kept = group.kept;
    const SlotPair slots = group.opens_a ? SlotPair{opened, kept} : SlotPair{kept, opened};
    const std::optional<TrianglePair> pair = trees_.triangles(slots);
    if (!pair) {
        const double later = statistics_.node_pairs < closer_after ? first.time : facing_until(first.time, slots);
        if (grid_.from(later) > first.first_contact) {
            group.time[first.lane] = later;
            group.waiting = static_cast<std::uint8_t>(group.waiting | 1U << first.lane);
        } else {
            open(first.time, group, first.lane, slots);
        }
    } else {
        const unsigned lane = 1U << first.lane;
        const std::optional<double> free_until =
            follow(first.time, *pair, (group.glanced & lane) == 0, group.iterations[first.lane]);
        group.glanced = static_cast<std::uint8_t>(group.glanced | lane);
        if (free_until) {
            group.time[first.lane] = *free_until;
            group.waiting = static_cast<std::uint8_t>(group.waiting | lane);
        }
    }
    push_earliest_of(first.group);
}

void ContactSearch::open(double time, const Group& above, std::uint32_t lane_above, const SlotPair& pair)
{
    const OpenedPair opened = trees_.open(pair);
    const std::uint32_t iterations = above.iterations[lane_above];
    Group group = {.node = opened.node,
                   .kept = opened.kept,
                   .opens_a = opened.opens_a,
                   .depth = static_cast<std::uint16_t>(above.depth + 1)};
    const RssNode& node = trees_.node(opened);
    for (std::uint32_t lane = 0; lane < RssNode::width; ++lane) {
        if (node.child[lane] == RssNode::no_child) continue;
        group.time[lane] = time;
        group.iterations[lane] = iterations;
        group.waiting = static_cast<std::uint8_t>(group.waiting | 1U << lane);
    }
    bound(time, group);
    if (group.waiting != 0) add_group(group);
}

/// Advances all waiting pairs of a group from a time, as far as they are proven free then; drops those beyond the limit.
void ContactSearch::bound(double time, Group& group)
{
    move_frames_to(time);
    const RssTree& opened = (group.opens_a ? bodies_.a : bodies_.b).body.tree();
    const RigidBody& kept_body = (group.opens_a ? bodies_.b : bodies_.a).body;
    const Rss volume = kept_body.tree().volume(group.kept);
    const RssNode& node = opened.nodes()[group.node];
    RssQuery kept = {
        .volume = volume, .frame = group.opens_a ? frame_b_ : frame_a_, .level = levels_.contact() + bodies_.error};
    std::array<Eigen::Vector3d, 3> corners;
    if (const std::uint32_t child = kept_body.tree().child(group.kept); TreePair::is_primitive(child)) {
        corners = kept_body.corners(child & ~RssNode::primitive_bit);
        kept.triangle = &corners;
    }
    const RssQuestion question = rss_question(kept, node, group.opens_a ? frame_a_ : frame_b_);
    RssAnswer answer;
    kernel_.answer(question, node, answer);
    ++statistics_.node_pairs;
    group.roomy = 0;
    const float size = static_cast<float>(volume.size() / question.unit);
    for (std::uint32_t lane = 0; lane < RssNode::width; ++lane) {
        if ((group.waiting >> lane & 1U) == 0) continue;
        ++statistics_.node_tests;
        count_iterations(group.iterations[lane], 1);
        // The sum is rounded; a step too small to show in it is not taken.
        const double next = time + static_cast<double>(answer.step[lane]) - 0x1p-51;
        group.time[lane] = std::max(group.time[lane], next);
        const auto bit = static_cast<std::uint8_t>(1U << lane);
        if (group.time[lane] > horizon()) group.waiting = static_cast<std::uint8_t>(group.waiting & ~bit);
        const float own = question.node_unit * (node.half_u[lane] + node.half_v[lane] + node.radius[lane]);
        if (answer.gap[lane] > room * (size + own) && next > time)
            group.roomy = static_cast<std::uint8_t>(group.roomy | bit);
    }
}

double ContactSearch::facing_until(double time, const SlotPair& pair)
{
    move_frames_to(time);
    ++statistics_.node_pairs;
    const Rss a = trees_.a.volume(pair.a), b = trees_.b.volume(pair.b);
    const double step = detail::facing_step({a, frame_a_}, {b, frame_b_}, levels_.contact(), bodies_.error);
    return std::max(time, time + step - 0x1p-51);
}

/// Advances two triangles as long as they are the earliest. Returns the time up to which they are free then; empty when
/// they are done.
std::optional<double> ContactSearch::follow(double time, const TrianglePair& pair, bool first_time,
                                            std::uint32_t& iterations)
{
    const double level = levels_.contact(), near = level + 0.125 * levels_.threshold;
    for (bool glancing = first_time;; glancing = false) {
        move_frames_to(time);
        const PlacedPair placed = place(bodies_, pair, frame_a_, frame_b_);
        const PairState state = glancing ? glance(bodies_, placed) : examine(bodies_, placed);
        ++statistics_.triangle_tests;
        count_iterations(iterations, 1);
        const double next = time + free_step(placed, state, frame_a_, frame_b_, level) - 0x1p-51;
        // So near that its own walk decides; so it does where steps vanish in rounding.
        if (state.lower <= near || !(next > time)) {
            if (glancing) continue;
            return try_contact(time, pair, iterations);
        }
        time = next;
        if (time > horizon()) return std::nullopt;
        const bool others_first = !heap_.empty() && grid_.from(time) > heap_.front().first_contact;
        if (spent() >= limits_.budget || others_first) return time;
    }
}

void ContactSearch::count_iterations(std::uint32_t& iterations, std::uint64_t more)
{
    iterations += static_cast<std::uint32_t>(more);
    statistics_.iterations = std::max<std::uint64_t>(statistics_.iterations, iterations);
}

/// Follows two triangles from the start, though they are known to be free up to a time. If this takes too long for now,
/// returns the time up to which they are free: another pair may end the search before they come up again, and then they get
/// twice the patience.
std::optional<double> ContactSearch::try_contact(double time, const TrianglePair& pair, std::uint32_t& iterations)
{
    const std::uint64_t left = limits_.budget - std::min(limits_.budget, spent());
    const WalkResult result = best_.consider(pair, limits_.until, std::min(left, patience_));
    statistics_.triangle_tests += result.steps;
    count_iterations(iterations, result.steps);
    if (!result.spent) return std::nullopt;
    const double free_until = std::max(time, *result.spent);
    if (patience_ < left) {
        patience_ *= 2;
        return free_until;
    }
    spent_at_ = std::min(spent_at_.value_or(free_until), free_until);
    return std::nullopt;
}

}  // namespace tocca::rigid
