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

using rigid::detail::BodyPairAnswer;
using rigid::detail::WorldCandidate;

/// Pairs are asked in waves, each with what the waves before have found: the first of one pair, then twice as many up to
/// this. So no answer depends on which thread is the faster.
constexpr std::size_t greatest_wave = 32;
/// Where no answer spares another one.
constexpr std::size_t independent_wave = 1024;

/// The first contact of all is looked for up to this time; then, if there is none, up to twice that, and so on. So a
/// pair that stays near for long without touching is followed only as far as the world needs.
constexpr double first_horizon = 0x1p-6;

/// The order of pairs that are not free; see first_contact.
auto order_of(const BodyPairAnswer& pair)
{
    const int rank = pair.outcome == Outcome::undecided ? 2 : pair.outcome == Outcome::near_at_start ? 1 : 0;
    return std::tuple(!is_at_start(pair.outcome), pair.safe_until, rank, pair.bodies);
}

/// A long list of pairs in the making. It grows in blocks, so that growing never holds two copies.
class GrowingList {
public:
    void add(const BodyPairAnswer& pair)
    {
        if (blocks_.empty() || blocks_.back().size() == block_size) blocks_.emplace_back().reserve(first_or_full());
        blocks_.back().push_back(pair);
        ++size_;
    }

    /// All of them; the list is empty then.
    [[nodiscard]] std::vector<BodyPairAnswer> take()
    {
        std::vector<BodyPairAnswer> pairs;
        pairs.reserve(std::exchange(size_, 0));
        for (std::vector<BodyPairAnswer>& block : blocks_) {
            pairs.insert(pairs.end(), block.begin(), block.end());
            std::vector<BodyPairAnswer>().swap(block);
        }
        blocks_.clear();
        return pairs;
    }

private:
    // Some 60 MB: allocators give so large a block back to the system at once.
    static constexpr std::size_t block_size = 1U << 18U;

    [[nodiscard]] std::size_t first_or_full() const { return blocks_.size() > 1 ? block_size : 0; }

    std::vector<std::vector<BodyPairAnswer>> blocks_;
    std::size_t size_ = 0;
};

/// A world and how it is asked.
class WorldSearch {
public:
    WorldSearch(const RigidWorld& world, const QueryOptions& options) : world_(world), options_(options)
    {
        require(!world.moved_from(), "the world was moved from");
        require_floating_point();
        check_options(options, Subject::world);
        // An unknown target is refused, also where there are no two bodies to ask about.
        (void)rigid::rss_kernel(options.target);
        candidates_ = rigid::detail::world_candidates(world, options_);
        statistics_.near_pairs = candidates_.size();
    }

    [[nodiscard]] bool nothing_checked() const
    {
        return candidates_.empty() && !rigid::detail::has_pairs(world_, options_);
    }

    [[nodiscard]] Outcome collision_outcome();
    [[nodiscard]] std::optional<BodyPairAnswer> first_contact();
    [[nodiscard]] std::vector<BodyPairAnswer> all_contacts();
    /// Whether any two bodies start within the clearance.
    [[nodiscard]] bool starts_within_clearance();

    /// Adds what it took to the statistics that the caller wants.
    void count() const { add_work(options_, statistics_); }

private:
    /// The first contact as far as there is one up to a time; what is found beyond that need not be the first.
    [[nodiscard]] std::optional<BodyPairAnswer> first_contact_by(double horizon);
    /// The next candidates that may touch by a time, at most so many of them; progress is reported before.
    std::span<const WorldCandidate> next_wave(std::size_t size, double until);
    /// How two bodies are asked about, up to a time.
    [[nodiscard]] QueryOptions pair_options(double until) const;
    /// The answers to a wave, in its order, up to a time.
    std::vector<BodyPairAnswer> ask(std::span<const WorldCandidate> wave, double until);

    const RigidWorld& world_;
    QueryOptions options_;
    std::vector<WorldCandidate> candidates_;
    std::size_t next_ = 0;
    std::size_t reported_ = 0;  // how many of the candidates, by `progress`
    bool near_start_ = false;   // a pair that was asked starts within the clearance
    Statistics statistics_;
};

std::span<const WorldCandidate> WorldSearch::next_wave(std::size_t size, double until)
{
    if (options_.stop.stop_requested()) throw Error(ErrorCode::interrupted, "stopped on request");
    if (options_.progress && next_ > reported_) {
        reported_ = next_;
        options_.progress(static_cast<double>(next_) / static_cast<double>(candidates_.size()));
    }
    const std::size_t first = next_;
    while (next_ < candidates_.size() && next_ < first + size && candidates_[next_].time <= until) ++next_;
    statistics_.searched_pairs += next_ - first;
    return std::span<const WorldCandidate>(candidates_).subspan(first, next_ - first);
}

QueryOptions WorldSearch::pair_options(double until) const
{
    return {.clearance = options_.clearance,
            .threshold = options_.threshold,
            .tolerance = options_.tolerance,
            .until = until,
            .budget = options_.budget,
            .target = options_.target,
            .stop = options_.stop};
}

std::vector<BodyPairAnswer> WorldSearch::ask(std::span<const WorldCandidate> wave, double until)
{
    std::vector<BodyPairAnswer> answers(wave.size());
    std::vector<Statistics> work(wave.size());
    for_each_piece(wave.size(), options_.threads, [&](std::size_t i) {
        QueryOptions options = pair_options(until);
        options.statistics = &work[i];
        const BodyId a = wave[i].a, b = wave[i].b;
        answers[i] = rigid::detail::named_after(
            tocca::first_contact(*world_.body(a), world_.motion(a), *world_.body(b), world_.motion(b), options), a, b);
    });
    for (const BodyPairAnswer& answer : answers) near_start_ = near_start_ || answer.near;
    for (const Statistics& part : work) statistics_ += part;
    return answers;
}

Outcome WorldSearch::collision_outcome()
{
    rigid::detail::sort_by_approach(world_, candidates_);
    std::atomic<bool> undecided = false;
    for (std::size_t size = 1;; size = std::min(2 * size, greatest_wave)) {
        const std::span<const WorldCandidate> wave = next_wave(size, options_.until);
        if (wave.empty()) return undecided ? Outcome::undecided : Outcome::free;
        std::atomic<bool> found = false;
        const QueryOptions options = pair_options(options_.until);
        for_each_piece(wave.size(), options_.threads, [&](std::size_t i) {
            const BodyId a = wave[i].a, b = wave[i].b;
            if (found) return;
            const Outcome outcome =
                tocca::collision_outcome(*world_.body(a), world_.motion(a), *world_.body(b), world_.motion(b), options);
            if (outcome == Outcome::contact) found = true;
            if (outcome == Outcome::undecided) undecided = true;
        });
        if (found) return Outcome::contact;
    }
}

std::optional<BodyPairAnswer> WorldSearch::first_contact()
{
    for (double horizon = first_horizon;; horizon *= 2.0) {
        std::optional<BodyPairAnswer> best = first_contact_by(std::min(horizon, options_.until));
        if (horizon >= options_.until) return best;
        // What is only near at the start was asked up to the horizon and no further.
        if (!best || (best->outcome == Outcome::near_at_start && best->safe_until >= horizon)) continue;
        if (best->safe_until <= horizon) return best;
    }
}

std::optional<BodyPairAnswer> WorldSearch::first_contact_by(double horizon)
{
    std::optional<BodyPairAnswer> best;
    // A pair that crosses within the time tolerance is in contact that much before it comes near.
    const double tolerance = options_.tolerance.value_or(0.0);
    double until = std::min(options_.until, horizon + tolerance);
    next_ = 0;
    for (std::size_t size = 1;; size = std::min(2 * size, greatest_wave)) {
        const std::span<const WorldCandidate> wave = next_wave(size, until);
        if (wave.empty()) return best;
        for (const BodyPairAnswer& answer : ask(wave, until)) {
            if (answer.outcome == Outcome::free) continue;
            if (!best || order_of(answer) < order_of(*best)) best = answer;
        }
        if (!best) continue;
        // Of what touches at the start the candidates with lower numbers were asked before.
        if (is_at_start(best->outcome)) return best;
        until = std::min(until, best->safe_until + tolerance);
    }
}

std::vector<BodyPairAnswer> WorldSearch::all_contacts()
{
    base::detail::ListLimit limit(options_.max_contacts, "pairs of bodies");
    rigid::detail::BodyCopies copies(world_);
    GrowingList found;
    const auto list = [&](const BodyPairAnswer& answer) {
        if (answer.outcome == Outcome::free) return;
        limit.add(1);
        found.add(answer);
    };
    std::vector<WorldCandidate> asked, copied;
    while (true) {
        const std::span<const WorldCandidate> wave = next_wave(independent_wave, options_.until);
        if (wave.empty()) break;
        asked.clear();
        copied.clear();
        for (const WorldCandidate& pair : wave) (copies.claim(pair.a, pair.b) ? asked : copied).push_back(pair);
        for (const BodyPairAnswer& answer : ask(asked, options_.until)) {
            copies.keep(answer);
            list(answer);
        }
        for (const WorldCandidate& pair : copied) list(copies.answer(pair.a, pair.b));
        statistics_.searched_pairs -= copied.size();
    }
    std::vector<BodyPairAnswer> pairs = found.take();
    std::sort(pairs.begin(), pairs.end(),
              [](const BodyPairAnswer& x, const BodyPairAnswer& y) { return order_of(x) < order_of(y); });
    return pairs;
}

bool WorldSearch::starts_within_clearance()
{
    if (near_start_ || options_.clearance == 0.0) return near_start_;
    // A search that ended at the start has left out pairs that were to come after.
    const QueryOptions start = pair_options(0.0);
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
    const std::optional<BodyPairAnswer> best = search.first_contact();
    Answer result{.safe_until = options.until, .nothing_checked = search.nothing_checked()};
    if (best) {
        result.outcome = best->outcome;
        result.safe_until = best->safe_until;
        result.contact = best->contact;
        result.pair = ObjectPair{.objects = best->bodies};
        result.threshold = best->threshold;
        result.start.near = search.starts_within_clearance();
    }
    search.count();
    return result;
}

Answers all_contacts(const RigidWorld& world, const QueryOptions& options)
{
    WorldSearch search(world, options);
    const std::vector<BodyPairAnswer> pairs = search.all_contacts();
    Answers result;
    result.safe_until = options.until;
    result.nothing_checked = search.nothing_checked();
    if (!pairs.empty()) {
        const BodyPairAnswer& first = pairs.front();
        result.outcome = first.outcome;
        result.safe_until = first.safe_until;
        result.contact = first.contact;
        result.pair = ObjectPair{.objects = first.bodies};
        result.threshold = first.threshold;
        result.start.near = search.starts_within_clearance();
    }
    for (const BodyPairAnswer& pair : pairs) {
        const ObjectPair objects{.objects = pair.bodies};
        if (pair.contact) result.contacts.push_back(*pair.contact);
        if (pair.outcome == Outcome::inside) result.start.inside.push_back(objects);
        if (pair.outcome == Outcome::undecided) result.undecided.push_back({objects, pair.safe_until});
        if (pair.near) result.start.near_objects.push_back(objects);
    }
    std::sort(result.start.near_objects.begin(), result.start.near_objects.end(),
              [](const ObjectPair& x, const ObjectPair& y) { return x.objects < y.objects; });
    search.count();
    return result;
}

SafeStep safe_step(const RigidWorld& world, const QueryOptions& options)
{
    SafeStep result{first_contact(world, options)};
    result.step = result.safe_until;
    return result;
}

}  // namespace tocca
