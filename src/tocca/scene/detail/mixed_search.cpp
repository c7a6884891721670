// SPDX-License-Identifier: Apache-2.0
#include "tocca/scene/detail/mixed_search.hpp"

#include <limits>
#include <tuple>

#include "tocca/base/error.hpp"
#include "tocca/bvh/rss_tree.hpp"
#include "tocca/scene/detail/start_state.hpp"

namespace tocca::scene::detail {

namespace {

/// A pair whose gap is at least this part of its size is bounded again before it is opened, as in the search of bodies.
constexpr float room = 0.125F;

}  // namespace

bool MixedSearch::Found::before(const Found& other) const
{
    // Features may be those of several pairs of triangles, whose distances differ in rounding: the first of them counts.
    const auto order_of = [](const Found& found) {
        const rigid::FoundContact& c = found.contact;
        return std::tuple(c.when.lower, !c.when.touching, c.contact.kind, c.contact.objects, c.contact.vertices,
                          found.corners, c.pair.b);
    };
    return order_of(*this) < order_of(other);
}

MixedSearch::MixedSearch(const MixedPair& pair, const rigid::ContactLevels& levels, const rigid::RssKernel& kernel)
    : pair_(pair), levels_(levels), kernel_(kernel)
{}

void MixedSearch::add_group(const Group& group)
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

void MixedSearch::push_earliest_of(std::uint32_t group)
{
    const Group& pairs = groups_[group];
    Entry earliest = {std::numeric_limits<double>::infinity(), group, 0};
    for (std::uint32_t lane = 0; lane < RssNode::width; ++lane) {
        if (has_lane(pairs.waiting, lane) && pairs.time[lane] < earliest.time) {
            earliest.time = pairs.time[lane];
            earliest.lane = lane;
        }
    }
    if (pairs.waiting == 0 || earliest.time > horizon())
        spare_groups_.push_back(group);
    else
        waiting_.push(earliest.time, earliest);
}

const rigid::MovingFrame& MixedSearch::frame_at(double time)
{
    if (time != frame_time_) {
        frame_ = pair_.body.motion.at(time);
        frame_time_ = time;
    }
    return frame_;
}

rigid::SearchResult MixedSearch::run(const rigid::SearchLimits& limits)
{
    start(limits);
    advance(std::numeric_limits<double>::infinity());
    return result();
}

void MixedSearch::start(const rigid::SearchLimits& limits)
{
    groups_.clear();
    spare_groups_.clear();
    waiting_.clear();
    best_.reset();
    ties_.clear();
    followed_.clear();
    spent_at_.reset();
    patience_ = 512;
    statistics_ = {};
    limits_ = limits;
    const RssTree& tree = pair_.body.body.tree();
    if (!pair_.object.root() || tree.empty()) return;
    grid_ = rigid::TimeGrid(levels_.threshold, pair_.closing_speed);
    Group all = {.node = *pair_.object.root(), .waiting = used_lanes(tree.nodes()[0])};
    all.time.fill(limits.from);
    bound(limits.from, all);
    add_group(all);
}

std::optional<double> MixedSearch::next_time() const
{
    if (waiting_.empty() || ended_early()) return std::nullopt;
    const double time = std::max(limits_.from, waiting_.earliest_span());
    return time > horizon() ? std::nullopt : std::optional(time);
}

bool MixedSearch::may_only_tie(double time) const
{
    return best_ && levels_.time_tolerance == 0.0 && grid_.from(time) >= best_->contact.when.lower;
}

// Triangles that start near each other have their own grid, and may begin before the next time of the common one.
bool MixedSearch::set_ties_aside(std::uint32_t place)
{
    Group& group = groups_[place];
    const RssNode& node = body_node(group);
    const double near = widened(pair_, levels_.contact() + levels_.threshold);
    rigid::RssAnswer answer;
    kernel_.answer(
        rigid::rss_question(volume_at(pair_.object, group.node, 0.0).query(near + pair_.error), node, frame_at(0.0)),
        node, answer);
    ++statistics_.node_pairs;
    const auto ties = static_cast<LaneMask>(group.waiting & lanes_apart(answer));
    if (ties != 0) ties_.push_back({group.node, group.body_node, ties});
    group.waiting = without(group.waiting, ties);
    return group.waiting != 0;
}

void MixedSearch::advance(double while_at_most)
{
    for (std::optional<double> next = next_time(); next && *next <= while_at_most; next = next_time()) {
        if (limits_.stop.stop_requested()) throw Error(ErrorCode::interrupted, "stopped on request");
        if (spent() < limits_.budget)
            advance_first();
        else
            spent_at_ = std::max(limits_.from, waiting_.earliest());
    }
}

rigid::SearchResult MixedSearch::result() const
{
    double safe_until = limit();
    if (spent_at_) safe_until = std::min(safe_until, *spent_at_);
    if (ended_early() && !waiting_.empty())
        safe_until = std::min(safe_until, std::max(limits_.from, waiting_.earliest()));
    rigid::SearchResult result = {
        .safe_until = safe_until, .undecided = spent_at_.has_value(), .statistics = statistics_};
    if (best_) result.found = best_->contact;
    return result;
}

std::optional<rigid::FoundContact> MixedSearch::named() const
{
    if (!best_) return std::nullopt;
    ContactsAtOnce contacts = {.found = best_->contact, .followed = followed_, .others = ties_};
    contacts.on_grid = grid_.from(contacts.found.when.lower) == contacts.found.when.lower;
    if (touches_at_start()) {
        waiting_.for_each([&](const Entry& entry) {
            const Group& group = groups_[entry.group];
            contacts.others.push_back({group.node, group.body_node, group.waiting});
        });
    }
    return named_contact(pair_, levels_, contacts);
}

void MixedSearch::advance_first()
{
    const Entry first = waiting_.pop();
    if (first.time > horizon()) {
        spare_groups_.push_back(first.group);
        return;
    }
    if (may_only_tie(first.time) && !set_ties_aside(first.group)) {
        spare_groups_.push_back(first.group);
        return;
    }
    if (!has_lane(groups_[first.group].waiting, first.lane)) {
        push_earliest_of(first.group);
        return;
    }
    Group& group = groups_[first.group];
    const RssNode& node = body_node(group);
    if (has_lane(group.roomy, first.lane)) {
        bound(first.time, group);
    } else if (pair_.object.is_leaf(group.node) && is_primitive(node, first.lane)) {
        const LaneMask lane = lane_bit(first.lane);
        const std::optional<double> free_until =
            follow(first, {group.node, primitive(node, first.lane)}, !has_lane(group.glanced, first.lane),
                   group.iterations[first.lane]);
        group.glanced = static_cast<LaneMask>(group.glanced | lane);
        if (free_until)
            group.time[first.lane] = *free_until;
        else
            group.waiting = without(group.waiting, lane);
    } else {
        open(first);
    }
    push_earliest_of(first.group);
}

void MixedSearch::open(const Entry& first)
{
    const Group& group = groups_[first.group];
    LaneMask kept = 0;
    if (!pair_.object.is_leaf(group.node)) kept = lanes_to_keep(body_node(group), group.waiting, group.size);
    if (has_lane(kept, first.lane))
        open_object(first.time, first.group, kept);
    else
        open_body(first.time, first.group, first.lane);
}

/// Replaces the pairs of some volumes with a node by those of the same volumes with its children.
void MixedSearch::open_object(double time, std::uint32_t group, LaneMask lanes)
{
    Group below = groups_[group];
    groups_[group].waiting = without(groups_[group].waiting, lanes);
    below.waiting = lanes;
    below.glanced = 0;
    for (const NodeId child : pair_.object.children(below.node)) {
        Group half = below;
        half.node = child;
        bound(time, half);
        if (half.waiting != 0) add_group(half);
    }
}

/// Replaces the pair of a volume with a node by those of the volumes below it with the same node.
void MixedSearch::open_body(double time, std::uint32_t group, std::uint32_t lane)
{
    Group& above = groups_[group];
    above.waiting = without(above.waiting, lane_bit(lane));
    Group below = {.node = above.node, .body_node = body_node(above).child[lane]};
    below.waiting = used_lanes(body_node(below));
    below.time.fill(time);
    below.iterations.fill(above.iterations[lane]);
    bound(time, below);
    if (below.waiting != 0) add_group(below);
}

/// Advances all waiting pairs of a group from a time, as far as they are proven free then; drops those beyond the limit.
void MixedSearch::bound(double time, Group& group)
{
    const RssNode& node = body_node(group);
    const MovingVolume volume = volume_at(pair_.object, group.node, time);
    const rigid::RssQuestion question =
        rigid::rss_question(volume.query(levels_.contact() + pair_.error), node, frame_at(time));
    rigid::RssAnswer answer;
    kernel_.answer(question, node, answer);
    ++statistics_.node_pairs;
    group.size = size_of(volume.volume);
    group.roomy = 0;
    const float size = static_cast<float>(group.size / question.unit);
    const double last = horizon();
    for (std::uint32_t lane = 0; lane < RssNode::width; ++lane) {
        if (!has_lane(group.waiting, lane)) continue;
        ++statistics_.node_tests;
        count_iterations(group.iterations[lane], 1);
        // The sum is rounded; a step too small to show in it is not taken.
        const double next = time + static_cast<double>(answer.step[lane]) - 0x1p-51;
        group.time[lane] = std::max(group.time[lane], next);
        if (group.time[lane] > last) group.waiting = without(group.waiting, lane_bit(lane));
        const float own = question.node_unit * (node.half_u[lane] + node.half_v[lane] + node.radius[lane]);
        if (answer.gap[lane] > room * (size + own) && next > time)
            group.roomy = static_cast<LaneMask>(group.roomy | lane_bit(lane));
    }
}

/// Advances two triangles as long as they are among the earliest. Returns the time up to which they are free then; empty when
/// they are done with.
std::optional<double> MixedSearch::follow(const Entry& first, const MixedPrimitives& primitives, bool first_time,
                                          std::uint32_t& iterations)
{
    const double level = levels_.contact(), near = level + 0.125 * levels_.threshold;
    MixedTriangles triangles(pair_, primitives);
    double time = first.time;
    for (bool glancing = first_time;; glancing = false) {
        if (glancing)
            triangles.glance_at(time, frame_at(time));
        else
            triangles.move_to(time, frame_at(time));
        ++statistics_.triangle_tests;
        count_iterations(iterations, 1);
        const double next = time + triangles.free_step(level) - 0x1p-51;
        // So near that its own walk decides; so it does where steps vanish in rounding.
        if (triangles.state().lower <= near || !(next > time)) {
            if (glancing) continue;
            return try_contact(time, primitives, iterations);
        }
        time = next;
        if (time > horizon()) return std::nullopt;
        if (spent() >= limits_.budget || TimeBuckets<Entry>::in_later_span(time, first.time)) return time;
    }
}

void MixedSearch::count_iterations(std::uint32_t& iterations, std::uint64_t more)
{
    iterations += static_cast<std::uint32_t>(more);
    statistics_.iterations = std::max<std::uint64_t>(statistics_.iterations, iterations);
}

/// Follows two triangles from the start, though they are known to be free up to a time. If this takes too long for now,
/// returns the time up to which they are free: another pair may end the search before they come up again, and then they get
/// twice the patience.
std::optional<double> MixedSearch::try_contact(double time, const MixedPrimitives& primitives,
                                               std::uint32_t& iterations)
{
    const std::uint64_t left = limits_.budget - std::min(limits_.budget, spent());
    const rigid::WalkResult result = consider(primitives, std::min(left, patience_));
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

/// Follows two triangles from the start, and keeps their contact if it is the first.
rigid::WalkResult MixedSearch::consider(const MixedPrimitives& primitives, std::uint64_t budget)
{
    MixedTriangles triangles(pair_, primitives);
    const rigid::WalkResult result = rigid::walk_pair(triangles, levels_, {.until = limit(), .steps = budget});
    if (!result.contact) return result;
    triangles.move_to(result.contact->lower);
    Found found = {.contact = {.pair = {pair_.object.slot(primitives.leaf), primitives.primitive},
                               .when = *result.contact,
                               .contact = contact_of(pair_, primitives, triangles.state())},
                   .corners = pair_.object.corners(primitives.leaf)};
    found.contact.contact.toc = {result.contact->lower, result.contact->upper};
    if (!best_ || result.contact->lower < best_->contact.when.lower) {
        followed_.clear();
        ties_.clear();
    }
    followed_.push_back(primitives);
    if (!best_ || found.before(*best_)) best_ = found;
    return result;
}

}  // namespace tocca::scene::detail
