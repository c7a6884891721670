// SPDX-License-Identifier: Apache-2.0
#include "tocca/answer/contact_islands.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "tocca/base/disjoint_sets.hpp"

namespace tocca {
namespace {

/// A vertex, and a contact that names it.
struct NamedVertex {
    std::uint32_t object, vertex, contact;

    [[nodiscard]] bool same(const NamedVertex& other) const { return object == other.object && vertex == other.vertex; }
    // NOLINTNEXTLINE(modernize-use-nullptr): of the comparison that is made
    friend auto operator<=>(const NamedVertex&, const NamedVertex&) = default;
};

/// `Pair` has the members of FeaturePair.
template <class Pair>
std::vector<std::uint32_t> islands_of(const std::vector<Pair>& pairs, std::vector<std::uint32_t> resting)
{
    std::sort(resting.begin(), resting.end());
    std::vector<NamedVertex> named;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const Pair& pair = pairs[i];
        for (std::size_t corner = 0; corner < 4; ++corner) {
            const std::uint32_t object = pair.objects[corner < (pair.kind == PairKind::vertex_face ? 1U : 2U) ? 0 : 1];
            if (std::binary_search(resting.begin(), resting.end(), object)) continue;
            named.push_back({object, pair.vertices[corner], static_cast<std::uint32_t>(i)});
        }
    }
    std::sort(named.begin(), named.end());
    base::DisjointSets sets(pairs.size());
    for (std::size_t i = 1; i < named.size(); ++i) {
        if (named[i].same(named[i - 1])) sets.join(named[i].contact, named[i - 1].contact);
    }
    std::vector<std::uint32_t> islands(pairs.size());
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
        const std::uint32_t first = sets.find(i);
        islands[i] = first == i ? count++ : islands[first];
    }
    return islands;
}

}  // namespace

std::vector<std::uint32_t> contact_islands(const std::vector<Contact>& contacts,
                                           const std::vector<std::uint32_t>& resting)
{
    return islands_of(contacts, resting);
}

std::vector<std::uint32_t> contact_islands(const std::vector<FeaturePair::Near>& pairs,
                                           const std::vector<std::uint32_t>& resting)
{
    return islands_of(pairs, resting);
}

}  // namespace tocca
