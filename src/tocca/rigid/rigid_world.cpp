// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/rigid_world.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/base/list_limit.hpp"
#include "tocca/rigid/detail/body_copies.hpp"
#include "tocca/rigid/detail/world_box.hpp"
#include "tocca/rigid/detail/world_candidates.hpp"
#include "tocca/rigid/pair_waves.hpp"
#include "tocca/rigid/rss_kernel.hpp"

namespace tocca::rigid {

namespace {

using rigid::PairAnswer;
using rigid::PairCandidate;
using rigid::PairWaves;

/// A long list of pairs in the making. It grows in blocks, so that growing never holds two copies.
class GrowingList {
public:
    void add(const PairAnswer& pair)
    {
        if (blocks_.empty() || blocks_.back().size() == block_size) blocks_.emplace_back().reserve(first_or_full());
        blocks_.back().push_back(pair);
        ++size_;
    }

    /// All of them; the list is empty then.
    [[nodiscard]] std::vector<PairAnswer> take()
    {
        std::vector<PairAnswer> pairs;
        pairs.reserve(std::exchange(size_, 0));
        for (std::vector<PairAnswer>& block : blocks_) {
            pairs.insert(pairs.end(), block.begin(), block.end());
            std::vector<PairAnswer>().swap(block);
        }
        blocks_.clear();
        return pairs;
    }

private:
    // Some 60 MB: allocators give so large a block back to the system at once.
    static constexpr std::size_t block_size = 1U << 18U;

    [[nodiscard]] std::size_t first_or_full() const { return blocks_.size() > 1 ? block_size : 0; }

    std::vector<std::vector<PairAnswer>> blocks_;
    std::size_t size_ = 0;
};

/// A world and the query options.
class WorldSearch {
public:
    WorldSearch(const RigidWorld& world, const QueryOptions& options)
        : world_(checked(world, options)),
          options_(options),
          waves_(rigid::detail::world_candidates(world, options), rigid::detail::world_questions(world, options),
                 options)
    {}

    [[nodiscard]] bool nothing_checked()
    {
        return waves_.candidates().empty() && !rigid::detail::has_pairs(world_, options_);
    }

    [[nodiscard]] Outcome collision_outcome()
    {
        rigid::detail::sort_by_approach(world_, waves_.candidates());
        return waves_.collision_outcome();
    }
    [[nodiscard]] std::optional<PairAnswer> first_contact() { return waves_.first_contact(options_.until); }
    /// The pairs that are not free, by order_of.
    [[nodiscard]] std::vector<PairAnswer> all_contacts();
    [[nodiscard]] bool starts_near() const { return waves_.starts_near(); }

    /// Adds the work done to the caller's statistics.
    void count() const { add_work(options_, waves_.statistics()); }

private:
    [[nodiscard]] static const RigidWorld& checked(const RigidWorld& world, const QueryOptions& options)
    {
        require(!world.moved_from(), "the world was moved from");
        require_floating_point();
        check_options(options, Subject::world);
        // An unknown target is refused, also where there are no two bodies to ask about.
        (void)rigid::rss_kernel(options.target);
        return world;
    }

    const RigidWorld& world_;
    const QueryOptions& options_;
    PairWaves waves_;
};

std::vector<PairAnswer> WorldSearch::all_contacts()
{
    base::ListLimit limit(options_.max_contacts, "pairs of bodies");
    rigid::detail::BodyCopies copies(world_);
    GrowingList found;
    waves_.ask_all(
        [&](const PairCandidate& pair) { return copies.claim(pair.objects.objects[0], pair.objects.objects[1]); },
        [&](const PairCandidate& pair, const PairAnswer* asked) {
            if (asked != nullptr) copies.keep(*asked);
            const PairAnswer answer =
                asked != nullptr ? *asked : copies.answer(pair.objects.objects[0], pair.objects.objects[1]);
            if (answer.outcome == Outcome::free) return;
            limit.add(1);
            found.add(answer);
        });
    std::vector<PairAnswer> pairs = found.take();
    std::sort(pairs.begin(), pairs.end(),
              [](const PairAnswer& x, const PairAnswer& y) { return order_of(x) < order_of(y); });
    return pairs;
}

}  // namespace

bool overlap(const SweptBox& a, const SweptBox& b)
{
    return (a.lower.array() <= b.upper.array()).all() && (b.lower.array() <= a.upper.array()).all();
}

BodyId RigidWorld::add(std::shared_ptr<const RigidBody> body, const RigidMotion& motion,
                       const WorldBodyOptions& options)
{
    require(!moved_from(), "the world was moved from");
    require(body != nullptr, "the body to add must not be null");
    require(!body->moved_from(), "a rigid body was moved from");
    require(bodies_.size() < std::numeric_limits<BodyId>::max(), "too many bodies: a world can hold fewer than 2^32");
    require(options.thickness >= 0.0 && std::isfinite(options.thickness),
            "the thickness of a body must be finite and not negative");
    const std::optional<MovingBox> box = rigid::detail::body_box(*body, motion);
    bodies_.push_back({std::move(body), motion, options, box});
    return static_cast<BodyId>(bodies_.size() - 1);
}

void RigidWorld::move(BodyId id, const RigidMotion& motion)
{
    Body& moved = bodies_.at(id);
    moved.box = rigid::detail::body_box(*moved.body, motion);
    moved.motion = motion;
}

std::optional<SweptBox> RigidWorld::swept_box(BodyId id) const
{
    const std::optional<MovingBox>& moving = moving_box(id);
    if (!moving) return std::nullopt;
    SweptBox box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto k = static_cast<Eigen::Index>(axis);
        box.lower[k] = static_cast<double>(std::min(moving->lower_start.at[axis], moving->lower_end.at[axis]));
        box.upper[k] = static_cast<double>(std::max(moving->upper_start.at[axis], moving->upper_end.at[axis]));
    }
    return box;
}

bool collides(const RigidWorld& world, const QueryOptions& options)
{
    return collision_outcome(world, options) != Outcome::free;
}

Outcome collision_outcome(const RigidWorld& world, const QueryOptions& options)
{
    WorldSearch search(world, options);
    const Outcome outcome = search.collision_outcome();
    search.count();
    return outcome;
}

Answer first_contact(const RigidWorld& world, const QueryOptions& options)
{
    WorldSearch search(world, options);
    const std::optional<PairAnswer> best = search.first_contact();
    Answer result{.safe_until = options.until, .nothing_checked = search.nothing_checked()};
    if (best) {
        result.outcome = best->outcome;
        result.safe_until = best->safe_until;
        result.contact = best->contact;
        result.pair = best->objects;
        result.threshold = best->threshold;
        result.start.near = search.starts_near();
    }
    search.count();
    return result;
}

Answers all_contacts(const RigidWorld& world, const QueryOptions& options)
{
    WorldSearch search(world, options);
    const std::vector<PairAnswer> pairs = search.all_contacts();
    Answers result;
    result.safe_until = result.until = options.until;
    result.nothing_checked = search.nothing_checked();
    if (!pairs.empty()) {
        const PairAnswer& first = pairs.front();
        result.outcome = first.outcome;
        result.safe_until = first.safe_until;
        result.contact = first.contact;
        result.pair = first.objects;
        result.threshold = first.threshold;
        result.start.near = search.starts_near();
    }
    for (const PairAnswer& pair : pairs) rigid::add_to_lists(pair, result);
    rigid::sort_near_objects(result.start);
    search.count();
    return result;
}

SafeStep safe_step(const RigidWorld& world, const QueryOptions& options)
{
    SafeStep result{first_contact(world, options)};
    result.step = result.safe_until;
    return result;
}

}  // namespace tocca::rigid
