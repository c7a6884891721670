// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/detail/contact_search.hpp"

#include <algorithm>
#include <tuple>

#include "tocca/base/error.hpp"

namespace tocca::detail {

namespace {

bool is_primitive(std::uint32_t child) { return (child & RssNode::primitive_bit) != 0; }

/// The order of contacts: by time, then by features.
auto order_of(const FoundContact& found)
{
    return std::tuple(found.when.lower, found.contact.kind, found.contact.objects, found.contact.vertices);
}

}  // namespace

ContactSearch::ContactSearch(const MovingBodies& bodies, const ContactLevels& levels, const RssKernel& kernel)
    : bodies_(bodies), levels_(levels), kernel_(kernel)
{}

void ContactSearch::push(const Entry& entry)
{
    heap_.push_back(entry);
    std::push_heap(heap_.begin(), heap_.end(), Later());
}

ContactSearch::Entry ContactSearch::pop()
{
    std::pop_heap(heap_.begin(), heap_.end(), Later());
    const Entry entry = heap_.back();
    heap_.pop_back();
    return entry;
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
    heap_.clear();
    best_.reset();
    spent_at_.reset();
    statistics_ = {};
    limits_ = limits;
    if (!bodies_.a.body.tree().empty() && !bodies_.b.body.tree().empty()) {
        for (const TrianglePair& hint : hints) try_contact(hint);
        if (limits.from <= limit()) push({limits.from, {}, {}});
    }

    while (!heap_.empty() && heap_.front().time <= limit() && !spent_at_) {
        if (spent() >= limits_.budget) spent_at_ = heap_.front().time;
        if (limits.stop.stop_requested()) throw Error(ErrorCode::interrupted, "stopped on request");
        if (spent_at_) break;
        open(pop());
    }
    return {.found = best_,
            .safe_until = spent_at_ ? std::min(*spent_at_, limit()) : limit(),
            .undecided = spent_at_.has_value(),
            .statistics = statistics_};
}

void ContactSearch::open(const Entry& entry)
{
    const RssTree& tree_a = bodies_.a.body.tree();
    const RssTree& tree_b = bodies_.b.body.tree();
    const std::uint32_t child_a = tree_a.child(entry.a), child_b = tree_b.child(entry.b);
    if (is_primitive(child_a) && is_primitive(child_b)) {
        follow(entry, {child_a & ~RssNode::primitive_bit, child_b & ~RssNode::primitive_bit});
        return;
    }
    move_frames_to(entry.time);
    const Rss volume_a = tree_a.volume(entry.a), volume_b = tree_b.volume(entry.b);
    // The larger of the two is opened.
    const bool opens_a = is_primitive(child_b) || (!is_primitive(child_a) && volume_a.size() > volume_b.size());
    const std::uint32_t opened = opens_a ? child_a : child_b;
    const RssNode& node = (opens_a ? tree_a : tree_b).nodes()[opened];
    const RssQuery kept = {.volume = opens_a ? volume_b : volume_a,
                           .frame = opens_a ? frame_b_ : frame_a_,
                           .level = levels_.contact() + bodies_.error};
    RssAnswer answer;
    kernel_.answer(rss_question(kept, node, opens_a ? frame_a_ : frame_b_), node, answer);
    ++statistics_.node_pairs;

    for (std::uint32_t lane = 0; lane < RssNode::width; ++lane) {
        if (node.child[lane] == RssNode::no_child) continue;
        ++statistics_.node_tests;
        // The sum is rounded; what a step is too small to show, is not taken.
        const double time = std::max(entry.time, entry.time + static_cast<double>(answer.step[lane]) - 0x1p-51);
        if (time > limit()) continue;
        const RssSlot slot = {opened * static_cast<std::uint32_t>(RssNode::width) + lane};
        push({time, opens_a ? slot : entry.a, opens_a ? entry.b : slot});
    }
}

void ContactSearch::follow(Entry entry, const TrianglePair& pair)
{
    const double level = levels_.contact(), near = level + 0.125 * levels_.threshold;
    while (true) {
        move_frames_to(entry.time);
        const PlacedPair placed = place(bodies_, pair, frame_a_, frame_b_);
        const PairState state = examine(bodies_, placed);
        ++statistics_.triangle_tests;
        if (state.lower <= near) {
            try_contact(pair);
            return;
        }
        const double step = free_step(placed, state, frame_a_, frame_b_, level);
        const double next = entry.time + step - 0x1p-51;
        // So near that steps vanish in rounding: its own walk decides.
        if (!(next > entry.time)) {
            try_contact(pair);
            return;
        }
        entry.time = next;
        if (entry.time > limit()) return;
        if (spent() >= limits_.budget || (!heap_.empty() && entry.time > heap_.front().time)) {
            push(entry);
            return;
        }
    }
}

void ContactSearch::try_contact(const TrianglePair& pair)
{
    const std::uint64_t left = limits_.budget - std::min(limits_.budget, spent());
    const WalkResult result = walk(bodies_, pair, levels_, {.until = limit(), .steps = left});
    statistics_.triangle_tests += result.steps;
    if (result.spent) {
        spent_at_ = std::min(spent_at_.value_or(*result.spent), *result.spent);
        return;
    }
    if (!result.contact) return;
    if (limits_.confirm && !limits_.confirm(pair)) return;
    move_frames_to(result.contact->lower);
    const PairState state = examine(bodies_, place(bodies_, pair, frame_a_, frame_b_));
    FoundContact found = {.pair = pair, .when = *result.contact, .contact = contact_of(bodies_, pair, state)};
    found.contact.toc = {found.when.lower, found.when.upper};
    if (!best_ || order_of(found) < order_of(*best_)) best_ = found;
}

}  // namespace tocca::detail
