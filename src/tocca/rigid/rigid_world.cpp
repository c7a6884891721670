// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/rigid_world.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <span>
#include <tuple>
#include <utility>

#include "tocca/base/detail/list_limit.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/rigid/detail/body_copies.hpp"
#include "tocca/rigid/detail/crossing.hpp"
#include "tocca/rigid/detail/rigid_question.hpp"
#include "tocca/rigid/detail/world_box.hpp"
#include "tocca/rigid/detail/world_candidates.hpp"

namespace tocca {

namespace {

using rigid::detail::WorldCandidate;

/// Pairs are asked in waves, each with what the waves before have found: the first of one pair, then twice as many up to
/// this. So no answer depends on which thread is the faster.
constexpr std::size_t greatest_wave = 32;
/// Where no answer spares another one.
constexpr std::size_t independent_wave = 1024;

/// The first contact of all is looked for up to this time; then, if there is none, up to twice that, and so on. So a
/// pair that stays near for long without touching is followed only as far as the world needs.
constexpr double first_horizon = 0x1p-6;

/// The order of WorldContacts.
auto order_of(const BodyPairContact& pair)
{
    const Outcome outcome = pair.first.outcome;
    const int rank = outcome == Outcome::undecided ? 2 : outcome == Outcome::near_at_start ? 1 : 0;
    return std::tuple(!is_at_start(outcome), pair.first.safe_until, rank, pair.bodies);
}

/// A long list of pairs in the making. It grows in blocks, so that growing never holds two copies.
class GrowingList {
public:
    void add(const BodyPairContact& pair)
    {
        if (blocks_.empty() || blocks_.back().size() == block_size) blocks_.emplace_back().reserve(first_or_full());
        blocks_.back().push_back(pair);
        ++size_;
    }

    /// All of them; the list is empty then.
    [[nodiscard]] std::vector<BodyPairContact> take()
    {
        std::vector<BodyPairContact> pairs;
        pairs.reserve(std::exchange(size_, 0));
        for (std::vector<BodyPairContact>& block : blocks_) {
            pairs.insert(pairs.end(), block.begin(), block.end());
            std::vector<BodyPairContact>().swap(block);
        }
        blocks_.clear();
        return pairs;
    }

private:
    // Some 60 MB: allocators give so large a block back to the system at once.
    static constexpr std::size_t block_size = 1U << 18U;

    [[nodiscard]] std::size_t first_or_full() const { return blocks_.size() > 1 ? block_size : 0; }

    std::vector<std::vector<BodyPairContact>> blocks_;
    std::size_t size_ = 0;
};

/// A world and how it is asked.
class WorldSearch {
public:
    WorldSearch(const RigidWorld& world, const WorldQueryOptions& options) : world_(world), options_(options)
    {
        require(!world.moved_from(), "the world was moved from");
        require_floating_point();
        require(options.threads >= 0, "the number of threads must not be negative");
        if (options_.stop.stop_possible()) options_.pair.stop = options_.stop;
        // Options are refused as they are for two bodies, also where there are no two bodies to ask about.
        static const RigidBody nothing{TriangleMesh()};
        (void)tocca::first_contact(nothing, {}, nothing, {}, options_.pair);
        candidates_ = rigid::detail::world_candidates(world, options_);
        statistics_.candidates = candidates_.size();
    }

    [[nodiscard]] bool nothing_checked() const
    {
        return candidates_.empty() && !rigid::detail::has_pairs(world_, options_);
    }

    [[nodiscard]] Outcome collision_outcome();
    [[nodiscard]] std::optional<BodyPairContact> first_contact();
    [[nodiscard]] std::vector<BodyPairContact> all_contacts();
    /// Whether any two bodies start within the clearance.
    [[nodiscard]] bool starts_within_clearance();

    [[nodiscard]] const WorldStatistics& statistics() const { return statistics_; }

private:
    /// The first contact as far as there is one up to a time; what is found beyond that need not be the first.
    [[nodiscard]] std::optional<BodyPairContact> first_contact_by(double horizon);
    /// The next candidates that may touch by a time, at most so many of them; progress is reported before.
    std::span<const WorldCandidate> next_wave(std::size_t size, double until);
    /// The answers to a wave, in its order, up to a time.
    std::vector<BodyPairContact> ask(std::span<const WorldCandidate> wave, double until);

    const RigidWorld& world_;
    WorldQueryOptions options_;
    std::vector<WorldCandidate> candidates_;
    std::size_t next_ = 0;
    std::size_t reported_ = 0;  // how many of the candidates, by `progress`
    bool near_start_ = false;   // a pair that was asked starts within the clearance
    WorldStatistics statistics_;
};

std::span<const WorldCandidate> WorldSearch::next_wave(std::size_t size, double until)
{
    if (options_.pair.stop.stop_requested()) throw Error(ErrorCode::interrupted, "stopped on request");
    if (options_.progress && next_ > reported_) {
        reported_ = next_;
        options_.progress(static_cast<double>(next_) / static_cast<double>(candidates_.size()));
    }
    const std::size_t first = next_;
    while (next_ < candidates_.size() && next_ < first + size && candidates_[next_].time <= until) ++next_;
    statistics_.asked += next_ - first;
    return std::span<const WorldCandidate>(candidates_).subspan(first, next_ - first);
}

std::vector<BodyPairContact> WorldSearch::ask(std::span<const WorldCandidate> wave, double until)
{
    RigidQueryOptions options = options_.pair;
    options.until = until;
    std::vector<BodyPairContact> answers(wave.size());
    for_each_piece(wave.size(), options_.threads, [&](std::size_t i) {
        const BodyId a = wave[i].a, b = wave[i].b;
        BodyPairContact& answer = answers[i];
        answer.bodies = {a, b};
        answer.first =
            tocca::first_contact(*world_.body(a), world_.motion(a), *world_.body(b), world_.motion(b), options);
        if (!answer.first.contact) return;
        for (std::uint32_t& object : answer.first.contact->objects) object = object == 0 ? a : b;
    });
    for (const BodyPairContact& answer : answers) {
        near_start_ = near_start_ || answer.first.starts_within_clearance;
        statistics_.pairs.node_pairs += answer.first.statistics.node_pairs;
        statistics_.pairs.node_tests += answer.first.statistics.node_tests;
        statistics_.pairs.triangle_tests += answer.first.statistics.triangle_tests;
        statistics_.pairs.iterations = std::max(statistics_.pairs.iterations, answer.first.statistics.iterations);
    }
    return answers;
}

Outcome WorldSearch::collision_outcome()
{
    rigid::detail::sort_by_approach(world_, candidates_);
    std::atomic<bool> undecided = false;
    for (std::size_t size = 1;; size = std::min(2 * size, greatest_wave)) {
        const std::span<const WorldCandidate> wave = next_wave(size, options_.pair.until);
        if (wave.empty()) return undecided ? Outcome::undecided : Outcome::free;
        std::atomic<bool> found = false;
        for_each_piece(wave.size(), options_.threads, [&](std::size_t i) {
            const BodyId a = wave[i].a, b = wave[i].b;
            if (found) return;
            const Outcome outcome = tocca::collision_outcome(*world_.body(a), world_.motion(a), *world_.body(b),
                                                             world_.motion(b), options_.pair);
            if (outcome == Outcome::contact) found = true;
            if (outcome == Outcome::undecided) undecided = true;
        });
        if (found) return Outcome::contact;
    }
}

std::optional<BodyPairContact> WorldSearch::first_contact()
{
    for (double horizon = first_horizon;; horizon *= 2.0) {
        std::optional<BodyPairContact> best = first_contact_by(std::min(horizon, options_.pair.until));
        if (horizon >= options_.pair.until) return best;
        // What is only near at the start was asked up to the horizon and no further.
        if (!best || (best->first.outcome == Outcome::near_at_start && best->first.safe_until >= horizon)) continue;
        if (best->first.safe_until <= horizon) return best;
    }
}

std::optional<BodyPairContact> WorldSearch::first_contact_by(double horizon)
{
    std::optional<BodyPairContact> best;
    // A pair that crosses within the time tolerance is in contact that much before it comes near.
    const double tolerance = options_.pair.time_tolerance;
    double until = std::min(options_.pair.until, horizon + tolerance);
    next_ = 0;
    for (std::size_t size = 1;; size = std::min(2 * size, greatest_wave)) {
        const std::span<const WorldCandidate> wave = next_wave(size, until);
        if (wave.empty()) return best;
        for (const BodyPairContact& answer : ask(wave, until)) {
            if (answer.first.outcome == Outcome::free) continue;
            if (!best || order_of(answer) < order_of(*best)) best = answer;
        }
        if (!best) continue;
        // Of what touches at the start the candidates with lower numbers were asked before.
        if (is_at_start(best->first.outcome)) return best;
        until = std::min(until, best->first.safe_until + tolerance);
    }
}

std::vector<BodyPairContact> WorldSearch::all_contacts()
{
    base::detail::ListLimit limit(options_.max_contacts, "pairs of bodies");
    rigid::detail::BodyCopies copies(world_);
    GrowingList found;
    const auto list = [&](const BodyPairContact& answer) {
        if (answer.first.outcome == Outcome::free) return;
        limit.add(1);
        found.add(answer);
    };
    std::vector<WorldCandidate> asked, copied;
    while (true) {
        const std::span<const WorldCandidate> wave = next_wave(independent_wave, options_.pair.until);
        if (wave.empty()) break;
        asked.clear();
        copied.clear();
        for (const WorldCandidate& pair : wave) (copies.claim(pair.a, pair.b) ? asked : copied).push_back(pair);
        for (const BodyPairContact& answer : ask(asked, options_.pair.until)) {
            copies.keep(answer);
            list(answer);
        }
        for (const WorldCandidate& pair : copied) list(copies.answer(pair.a, pair.b));
        statistics_.asked -= copied.size();
    }
    std::vector<BodyPairContact> pairs = found.take();
    std::sort(pairs.begin(), pairs.end(),
              [](const BodyPairContact& x, const BodyPairContact& y) { return order_of(x) < order_of(y); });
    return pairs;
}

bool WorldSearch::starts_within_clearance()
{
    if (near_start_ || options_.pair.clearance == 0.0) return near_start_;
    // A search that ended at the start has left out pairs that were to come after.
    RigidQueryOptions start = options_.pair;
    start.until = 0.0;
    return std::any_of(candidates_.begin(), candidates_.end(), [&](const WorldCandidate& candidate) {
        if (candidate.time > 0.0) return false;
        const BodyId a = candidate.a, b = candidate.b;
        const rigid::detail::RigidQuestion question(*world_.body(a), world_.motion(a), *world_.body(b),
                                                    world_.motion(b), start);
        return rigid::detail::starts_within(question.bodies(), start.clearance);
    });
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
    require(body != nullptr, "a world needs a body to add");
    require(!body->moved_from(), "a rigid body was moved from");
    require(bodies_.size() < std::numeric_limits<BodyId>::max(), "a world has fewer than 2^32 bodies");
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

bool collides(const RigidWorld& world, const WorldQueryOptions& options)
{
    return collision_outcome(world, options) != Outcome::free;
}

Outcome collision_outcome(const RigidWorld& world, const WorldQueryOptions& options)
{
    return WorldSearch(world, options).collision_outcome();
}

WorldFirstContact first_contact(const RigidWorld& world, const WorldQueryOptions& options)
{
    WorldSearch search(world, options);
    const std::optional<BodyPairContact> best = search.first_contact();
    WorldFirstContact result;
    result.statistics = search.statistics();
    result.safe_until = options.pair.until;
    result.nothing_checked = search.nothing_checked();
    if (!best) return result;
    static_cast<BodiesAnswer&>(result) = static_cast<const BodiesAnswer&>(best->first);
    result.bodies = best->bodies;
    result.starts_within_clearance = search.starts_within_clearance();
    return result;
}

WorldContacts all_contacts(const RigidWorld& world, const WorldQueryOptions& options)
{
    WorldSearch search(world, options);
    WorldContacts result;
    result.pairs = search.all_contacts();
    result.statistics = search.statistics();
    result.safe_until = options.pair.until;
    result.nothing_checked = search.nothing_checked();
    if (result.pairs.empty()) return result;
    result.outcome = result.pairs.front().first.outcome;
    result.safe_until = result.pairs.front().first.safe_until;
    result.starts_within_clearance = search.starts_within_clearance();
    return result;
}

double safe_step(const RigidWorld& world, const WorldQueryOptions& options)
{
    return first_contact(world, options).safe_until;
}

}  // namespace tocca
