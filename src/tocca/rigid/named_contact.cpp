// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/named_contact.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <vector>

#include "tocca/rigid/crossing.hpp"
#include "tocca/rigid/placed_search.hpp"

namespace tocca::rigid {

namespace {

/// From so many pairs in contact at most one is chosen.
constexpr std::size_t max_candidates = 256;

struct Candidate {
    TrianglePair pair;
    PairState state;
};

}  // namespace

FoundContact named_contact(const MovingBodies& bodies, const ContactLevels& levels, const FoundContact& found)
{
    if (found.when.touching || levels.time_tolerance > 0.0) return found;
    if (starts_within(bodies, levels.contact() + levels.threshold)) return found;
    const double time = found.when.lower;
    const MovingFrame frame_a = bodies.a.motion.at(time), frame_b = bodies.b.motion.at(time);
    std::vector<Candidate> candidates;
    for_each_near_pair({bodies.a.body, bodies.b.body, frame_a, frame_b, bodies.error}, levels.contact(),
                       std::numeric_limits<std::uint64_t>::max(), [&](const TrianglePair& pair) {
                           const PairState state = examine(bodies, place(bodies, pair, frame_a, frame_b));
                           if (state.upper <= levels.contact()) candidates.push_back({pair, state});
                           return candidates.size() < max_candidates;
                       });
    // None: where rounding ended the search before anything came as near.
    if (candidates.empty()) return found;
    const auto distance = [](const Candidate& candidate) { return candidate.state.nearest.distance; };
    double least = distance(candidates.front());
    for (const Candidate& candidate : candidates) least = std::min(least, distance(candidate));
    const double as_near = least * (1.0 + 0x1p-40) + 2.0 * bodies.error;

    FoundContact named = found;
    const auto order_of = [](const FoundContact& contact) {
        return std::tuple(contact.contact.kind, contact.contact.objects, contact.contact.vertices, contact.pair.a,
                          contact.pair.b);
    };
    bool first = true;
    for (const Candidate& candidate : candidates) {
        if (distance(candidate) > as_near) continue;
        FoundContact next = {
            .pair = candidate.pair, .when = found.when, .contact = contact_of(bodies, candidate.pair, candidate.state)};
        next.when.distance = distance(candidate);
        next.contact.toc = found.contact.toc;
        if (first || order_of(next) < order_of(named)) named = next;
        first = false;
    }
    return named;
}

}  // namespace tocca::rigid
