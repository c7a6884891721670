// SPDX-License-Identifier: Apache-2.0
#include "tocca/answer/contact_islands.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "support/effort.hpp"
#include "support/random.hpp"

namespace tocca::contact_islands_test {
namespace {

using Near = FeaturePair::Near;
using Islands = std::vector<std::uint32_t>;

Contact contact(PairKind kind, std::array<std::uint32_t, 4> vertices, std::array<std::uint32_t, 2> objects)
{
    Contact result;
    result.kind = kind;
    result.vertices = vertices;
    result.objects = objects;
    return result;
}

TEST(ContactIslands, AreConnectedByCommonVertices)
{
    constexpr PairKind vf = PairKind::vertex_face, ee = PairKind::edge_edge;
    const std::vector<Contact> contacts{contact(vf, {0, 1, 2, 3}, {0, 1}), contact(ee, {8, 9, 4, 5}, {0, 1}),
                                        contact(vf, {6, 3, 4, 7}, {0, 1}), contact(ee, {0, 1, 2, 3}, {2, 2}),
                                        contact(vf, {0, 30, 31, 32}, {0, 1})};
    // The third has vertex 3 of object 1 in common with the first, and 4 with the second.
    EXPECT_EQ(contact_islands(contacts), (Islands{0, 0, 0, 1, 0}));
    // Without object 1, vertex 0 of object 0 still connects two.
    EXPECT_EQ(contact_islands(contacts, {1}), (Islands{0, 1, 2, 3, 0}));
    EXPECT_EQ(contact_islands(contacts, {2, 1, 0}), (Islands{0, 1, 2, 3, 4}));
    EXPECT_TRUE(contact_islands(std::vector<Contact>{}).empty());
}

/// Spreads numbers along common vertices until nothing changes.
Islands slow_islands(const std::vector<Near>& pairs, const std::vector<std::uint32_t>& resting)
{
    Islands islands(pairs.size());
    for (std::uint32_t i = 0; i < pairs.size(); ++i) islands[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        std::map<std::array<std::uint32_t, 2>, std::uint32_t> of_vertex;
        for (int pass = 0; pass < 2; ++pass) {
            for (std::size_t i = 0; i < pairs.size(); ++i) {
                for (std::size_t c = 0; c < 4; ++c) {
                    const std::uint32_t object =
                        pairs[i].objects[c >= (pairs[i].kind == PairKind::edge_edge ? 2U : 1U)];
                    if (std::find(resting.begin(), resting.end(), object) != resting.end()) continue;
                    std::uint32_t& least =
                        of_vertex.try_emplace({object, pairs[i].vertices[c]}, islands[i]).first->second;
                    changed = changed || least != islands[i];
                    least = islands[i] = std::min(least, islands[i]);
                }
            }
        }
    }
    std::map<std::uint32_t, std::uint32_t> numbers;
    for (std::uint32_t& island : islands)
        island = numbers.try_emplace(island, static_cast<std::uint32_t>(numbers.size())).first->second;
    return islands;
}

TEST(ContactIslands, EqualThoseFoundBySpreading)
{
    support::Random random(7);
    for (std::size_t i = 0; i < support::effort(300); ++i) {
        std::vector<Near> pairs(random.below(20));
        for (Near& pair : pairs) {
            pair.kind = random.pick({PairKind::vertex_face, PairKind::edge_edge});
            for (std::uint32_t& vertex : pair.vertices) vertex = static_cast<std::uint32_t>(random.below(30));
            for (std::uint32_t& object : pair.objects) object = static_cast<std::uint32_t>(random.below(3));
        }
        const std::vector<std::uint32_t> resting = random.chance(0.5) ? Islands{} : Islands{2, 0};
        EXPECT_EQ(contact_islands(pairs, resting), slow_islands(pairs, resting));
    }
}

}  // namespace
}  // namespace tocca::contact_islands_test
