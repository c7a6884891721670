// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/best_contact.hpp"

#include <tuple>

namespace tocca::rigid {

namespace {

/// Features may be those of several pairs of triangles, whose distances differ in rounding: the first of them counts.
auto order_of(const FoundContact& found)
{
    return std::tuple(found.when.lower, !found.when.touching, found.contact.kind, found.contact.objects,
                      found.contact.vertices, found.pair.a, found.pair.b);
}

}  // namespace

WalkResult BestContact::consider(const TrianglePair& pair, double until, std::uint64_t budget)
{
    const WalkResult result = walk(bodies_, pair, levels_, {.until = limit(until), .steps = budget});
    if (!result.contact) return result;
    const MovingFrame frame_a = bodies_.a.motion.at(result.contact->lower);
    const MovingFrame frame_b = bodies_.b.motion.at(result.contact->lower);
    const PairState state = examine(bodies_, place(bodies_, pair, frame_a, frame_b));
    FoundContact found = {.pair = pair, .when = *result.contact, .contact = contact_of(bodies_, pair, state)};
    found.contact.toc = {found.when.lower, found.when.upper};
    if (!best_ || order_of(found) < order_of(*best_)) best_ = found;
    return result;
}

}  // namespace tocca::rigid
