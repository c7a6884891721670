// SPDX-License-Identifier: Apache-2.0
#include "tocca/rigid/detail/body_copies.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace tocca::rigid::detail {
namespace {

/// All that makes a body of a world what it is: which RigidBody, its motion and its thickness.
using Traits = std::array<std::uint64_t, 41>;

Traits traits_of(const RigidWorld& world, BodyId id)
{
    const RigidMotion& motion = world.motion(id);
    Traits traits = {};
    auto* next = traits.data();
    const auto add = [&](const double* numbers, std::size_t count) {
        next = std::transform(numbers, numbers + count, next, [](double x) { return std::bit_cast<std::uint64_t>(x); });
    };
    add(motion.from.data(), 16);
    add(motion.to.data(), 16);
    add(motion.reference.data(), 3);
    if (motion.rotation) add(motion.rotation->data(), 3);
    traits[38] = motion.rotation ? 1 : 0;
    traits[40] = std::bit_cast<std::uint64_t>(world.options(id).thickness);
    traits[39] = reinterpret_cast<std::uintptr_t>(world.body(id).get());
    return traits;
}

std::uint64_t hash_of(const Traits& traits)
{
    std::uint64_t hash = 0;
    for (const std::uint64_t trait : traits) hash = keyed_hash(hash ^ trait);
    return hash;
}

}  // namespace

BodyCopies::BodyCopies(const RigidWorld& world) : original_(world.body_count()), has_copies_(world.body_count())
{
    std::vector<std::pair<std::uint64_t, BodyId>> hashed;
    hashed.reserve(world.body_count());
    for (BodyId id = 0; id < world.body_count(); ++id) hashed.emplace_back(hash_of(traits_of(world, id)), id);
    std::sort(hashed.begin(), hashed.end());
    for (std::size_t i = 0, first = 0; i < hashed.size(); ++i) {
        if (hashed[i].first != hashed[first].first) first = i;
        const BodyId id = hashed[i].second, candidate = hashed[first].second;
        original_[id] = id;
        if (i == first || traits_of(world, id) != traits_of(world, candidate)) continue;
        original_[id] = candidate;
        has_copies_[id] = has_copies_[candidate] = true;
    }
}

std::optional<std::uint64_t> BodyCopies::key(BodyId a, BodyId b) const
{
    if (!has_copies_[a] && !has_copies_[b]) return std::nullopt;
    return static_cast<std::uint64_t>(original_[a]) << 32U | original_[b];
}

bool BodyCopies::claim(BodyId a, BodyId b)
{
    const auto pair = key(a, b);
    return !pair || answers_.try_emplace(*pair).second;
}

void BodyCopies::keep(const PairAnswer& answer)
{
    if (const auto pair = key(answer.objects.objects[0], answer.objects.objects[1])) answers_[*pair] = answer;
}

PairAnswer BodyCopies::answer(BodyId a, BodyId b) const
{
    PairAnswer copy = answers_.at(key(a, b).value());
    if (copy.contact) {
        for (std::uint32_t& object : copy.contact->objects) object = object == copy.objects.objects[0] ? a : b;
    }
    copy.objects.objects = {a, b};
    return copy;
}

}  // namespace tocca::rigid::detail
