// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/detail/world_candidates.hpp"

#include <algorithm>
#include <utility>

#include "tocca/answer/number_pairs.hpp"
#include "tocca/bvh/tree_topology.hpp"
#include "tocca/bvh/tree_traversal.hpp"
#include "tocca/rigid/body_motion.hpp"
#include "tocca/rigid/crossing.hpp"
#include "tocca/rigid/detail/rigid_question.hpp"
#include "tocca/rigid/detail/world_box.hpp"

namespace tocca::rigid::detail {

namespace {

/// Which pairs are checked.
class WorldFilter {
public:
    WorldFilter(const RigidWorld& world, const QueryOptions& options)
        : world_(world), groups_(options.ignored_groups), pairs_(options.ignored_pairs), accept_(options.accept_objects)
    {}

    [[nodiscard]] bool accepts(BodyId a, BodyId b) const { return lists(a, b) && (!accept_ || accept_(a, b)); }

    /// Whether no list leaves the pair out.
    [[nodiscard]] bool lists(BodyId a, BodyId b) const
    {
        return !groups_.contains(world_.options(a).group, world_.options(b).group) && !pairs_.contains(a, b);
    }

private:
    const RigidWorld& world_;
    NumberPairs groups_;
    NumberPairs pairs_;
    const std::function<bool(BodyId, BodyId)>& accept_;
};

/// A tree over the boxes of the bodies that have one.
class BodyTree {
public:
    BodyTree(std::vector<BodyId> bodies, const std::vector<MovingBox>& boxes, int threads)
        : bodies_(std::move(bodies)), topology_(build_tree(boxes, {}, threads))
    {
        boxes_.resize(inner_count());
        for (const std::uint32_t i : topology_.order) boxes_.push_back(boxes[i]);
        for (std::size_t node = inner_count(); node-- > 0;) {
            boxes_[node] = boxes_[topology_.children[node][0]];
            extend(boxes_[node], boxes_[topology_.children[node][1]]);
        }
    }

    [[nodiscard]] std::size_t leaf_count() const { return topology_.order.size(); }
    [[nodiscard]] std::size_t inner_count() const { return topology_.children.size(); }
    [[nodiscard]] bool is_leaf(NodeId node) const { return node >= inner_count(); }
    [[nodiscard]] const std::array<NodeId, 2>& children(NodeId node) const { return topology_.children[node]; }
    [[nodiscard]] const MovingBox& box(NodeId node) const { return boxes_[node]; }
    [[nodiscard]] BodyId body(NodeId leaf) const { return bodies_[topology_.order[leaf - inner_count()]]; }

private:
    std::vector<BodyId> bodies_;
    TreeTopology topology_;
    std::vector<MovingBox> boxes_;
};

/// Half of the largest distance at which this body may be in contact with another as small, but for rounding: a pair's
/// threshold is of the smaller body, and those that start within two thresholds are checked from there. The boxes of
/// bodies hold what a pair adds for rounding.
double contact_share(const QueryOptions& options, const RigidBody& body, double thickness)
{
    const double threshold = options.threshold.value_or(1e-5 * body.diameter());
    return (0.5 * (options.clearance + thickness) + threshold) * (1.0 + 0x1p-40) + 1024.0 * least_length;
}

/// How near the middles of two boxes come to each other, squared, in relation to the diagonals at the start.
double approach(const MovingBox& a, const MovingBox& b)
{
    const auto corner = [](const BoxCorner& at) -> Eigen::Vector3d {
        return {static_cast<double>(at.at[0]), static_cast<double>(at.at[1]), static_cast<double>(at.at[2])};
    };
    const Eigen::Vector3d start =
        0.5 * (corner(a.lower_start) + corner(a.upper_start) - corner(b.lower_start) - corner(b.upper_start));
    const Eigen::Vector3d end =
        0.5 * (corner(a.lower_end) + corner(a.upper_end) - corner(b.lower_end) - corner(b.upper_end));
    const Eigen::Vector3d way = end - start;
    const double length = way.squaredNorm();
    const double time = length > 0.0 ? std::clamp(-start.dot(way) / length, 0.0, 1.0) : 0.0;
    const double size = (corner(a.upper_start) - corner(a.lower_start)).squaredNorm() +
                        (corner(b.upper_start) - corner(b.lower_start)).squaredNorm();
    const double nearest = (start + time * way).squaredNorm() / size;
    // Boxes that reach to infinity have no middle; NaN would not sort.
    return nearest >= 0.0 ? nearest : 0.0;
}

}  // namespace

std::vector<PairCandidate> world_candidates(const RigidWorld& world, const QueryOptions& options)
{
    std::vector<BodyId> bodies;
    std::vector<MovingBox> boxes;
    for (std::size_t i = 0; i < world.body_count(); ++i) {
        const auto id = static_cast<BodyId>(i);
        const std::optional<MovingBox>& box = world.moving_box(id);
        if (!box) continue;
        bodies.push_back(id);
        boxes.push_back(widened(*box, contact_share(options, *world.body(id), world.options(id).thickness)));
    }
    const BodyTree tree(std::move(bodies), boxes, options.threads);

    const WorldFilter filter(world, options);
    std::vector<PairCandidate> candidates;
    // Only of two bodies is it worth knowing from when on they may meet.
    const auto meet = [&](NodeId a, NodeId b) {
        return may_meet(tree.box(a), tree.box(b)) ? std::optional(0.0) : std::nullopt;
    };
    const auto too_late = [](double) { return false; };
    const auto visit = [&](NodeId leaf_a, NodeId leaf_b) {
        const std::optional<TimeInterval> times = overlap_times(tree.box(leaf_a), tree.box(leaf_b));
        if (!times || times->lower > options.until) return;
        const BodyId a = std::min(tree.body(leaf_a), tree.body(leaf_b));
        const BodyId b = std::max(tree.body(leaf_a), tree.body(leaf_b));
        if (filter.accepts(a, b)) candidates.push_back({times->lower, {.objects = {a, b}}});
    };
    Traversal(tree, tree, meet, too_late, visit).within();

    return candidates;
}

bool has_pairs(const RigidWorld& world, const QueryOptions& options)
{
    const WorldFilter filter(world, options);
    std::vector<BodyId> bodies;
    for (std::size_t i = 0; i < world.body_count(); ++i) {
        const auto id = static_cast<BodyId>(i);
        if (!world.moving_box(id)) continue;
        if (std::any_of(bodies.begin(), bodies.end(), [&](BodyId other) { return filter.lists(other, id); }))
            return true;
        bodies.push_back(id);
    }
    return false;
}

void sort_by_approach(const RigidWorld& world, std::vector<PairCandidate>& candidates)
{
    std::vector<std::pair<double, PairCandidate>> keyed;
    keyed.reserve(candidates.size());
    for (const PairCandidate& candidate : candidates) {
        keyed.emplace_back(
            approach(*world.moving_box(candidate.objects.objects[0]), *world.moving_box(candidate.objects.objects[1])),
            candidate);
    }
    std::stable_sort(keyed.begin(), keyed.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
    std::transform(keyed.begin(), keyed.end(), candidates.begin(), [](const auto& entry) { return entry.second; });
}

PairQuestions world_questions(const RigidWorld& world, const QueryOptions& options)
{
    const auto options_of = [&world, &options](const PairCandidate& pair, double until, Statistics* work) {
        const auto& [a, b] = pair.objects.objects;
        const double thickness = 0.5 * (world.options(a).thickness + world.options(b).thickness);
        return options_of_pair(options, options.clearance + thickness, until, work);
    };
    const auto asked = [&world](const PairCandidate& pair, const QueryOptions& of_pair, const auto& verb) {
        const auto& [a, b] = pair.objects.objects;
        return verb(*world.body(a), world.motion(a), *world.body(b), world.motion(b), of_pair);
    };
    return {.first_contact =
                [=](const PairCandidate& pair, double until, Statistics& work) {
                    const auto verb = [](const auto&... x) { return tocca::first_contact(x...); };
                    return named_after(asked(pair, options_of(pair, until, &work), verb), pair.objects);
                },
            .collision_outcome =
                [=, &options](const PairCandidate& pair, Statistics& work) {
                    const auto verb = [](const auto&... x) { return tocca::collision_outcome(x...); };
                    return asked(pair, options_of(pair, options.until, &work), verb);
                },
            .starts_near =
                [=](const PairCandidate& pair) {
                    const QueryOptions start = options_of(pair, 0.0, nullptr);
                    if (start.clearance == 0.0) return false;
                    const auto& [a, b] = pair.objects.objects;
                    const RigidQuestion question(*world.body(a), world.motion(a), *world.body(b), world.motion(b),
                                                 start);
                    return starts_within(question.bodies(), start.clearance);
                }};
}

}  // namespace tocca::rigid::detail
