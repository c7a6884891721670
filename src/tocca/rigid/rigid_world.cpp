// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/rigid_world.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
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

/// A world and the query options.
class WorldSearch {
public:
    WorldSearch(const RigidWorld& world, const QueryOptions& options)
        : world_(checked(world, options)),
          options_(options),
          waves_(detail::world_candidates(world, options), detail::world_questions(world, options), options)
    {}

    [[nodiscard]] bool nothing_checked() { return waves_.candidates().empty() && !detail::has_pairs(world_, options_); }

    [[nodiscard]] Outcome collision_outcome()
    {
        detail::sort_by_approach(world_, waves_.candidates());
        return waves_.collision_outcome();
    }
    [[nodiscard]] std::optional<PairAnswer> first_contact() { return waves_.first_contact(options_.until); }
    /// The pairs that are not free.
    [[nodiscard]] std::deque<PairAnswer> all_contacts();
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
        (void)rss_kernel(options.target);
        return world;
    }

    const RigidWorld& world_;
    const QueryOptions& options_;
    PairWaves waves_;
};

std::deque<PairAnswer> WorldSearch::all_contacts()
{
    base::ListLimit limit(options_.max_contacts, "pairs of bodies");
    detail::BodyCopies copies(world_);
    std::deque<PairAnswer> found;
    waves_.ask_all(
        [&](const PairCandidate& pair) { return copies.claim(pair.objects.objects[0], pair.objects.objects[1]); },
        [&](const PairCandidate& pair, const PairAnswer* asked) {
            if (asked != nullptr) copies.keep(*asked);
            const PairAnswer answer =
                asked != nullptr ? *asked : copies.answer(pair.objects.objects[0], pair.objects.objects[1]);
            if (answer.outcome == Outcome::free) return;
            limit.add(1);
            found.push_back(answer);
        });
    return found;
}

}  // namespace

BodyId RigidWorld::add(std::shared_ptr<const RigidBody> body, const RigidMotion& motion,
                       const WorldBodyOptions& options)
{
    require(!moved_from(), "the world was moved from");
    require(body != nullptr, "the body to add must not be null");
    require(!body->moved_from(), "a rigid body was moved from");
    require(bodies_.size() < std::numeric_limits<BodyId>::max(), "too many bodies: a world can hold fewer than 2^32");
    require(options.thickness >= 0.0 && std::isfinite(options.thickness),
            "the thickness of a body must be finite and not negative");
    const std::optional<MovingBox> box = detail::body_box(*body, motion);
    bodies_.push_back({std::move(body), motion, options, box});
    return static_cast<BodyId>(bodies_.size() - 1);
}

void RigidWorld::move(BodyId id, const RigidMotion& motion)
{
    Body& moved = bodies_.at(id);
    moved.box = detail::body_box(*moved.body, motion);
    moved.motion = motion;
}

void RigidWorld::move(std::span<const RigidMotion> motions)
{
    require(motions.size() == bodies_.size(), "there must be one motion for every body of the world");
    std::vector<std::optional<MovingBox>> boxes;
    for (std::size_t i = 0; i < bodies_.size(); ++i) boxes.push_back(detail::body_box(*bodies_[i].body, motions[i]));
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        bodies_[i].box = boxes[i];
        bodies_[i].motion = motions[i];
    }
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
    Answer result = answer_of(best, options.until);
    result.nothing_checked = search.nothing_checked();
    if (best) result.start.near = search.starts_near();
    search.count();
    return result;
}

Answers all_contacts(const RigidWorld& world, const QueryOptions& options)
{
    WorldSearch search(world, options);
    Answers result = answers_of(search.all_contacts(), options.until);
    result.nothing_checked = search.nothing_checked();
    if (result.pair) result.start.near = search.starts_near();
    sort_by_objects(result.start.near_objects);
    search.count();
    return result;
}

SafeStep safe_step(const RigidWorld& world, const QueryOptions& options)
{
    return SafeStep::to_safe_until(first_contact(world, options));
}

}  // namespace tocca::rigid
