// SPDX-License-Identifier: Apache-2.0
// What must not change an answer: names of points, units of length, place and axes; the direction of time keeps the
// Boolean.
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <vector>

#include "support/effort.hpp"
#include "support/print_query.hpp"
#include "support/query_mix.hpp"
#include "support/random.hpp"
#include "support/transforms.hpp"
#include "tocca/elementary/all_contacts.hpp"
#include "tocca/elementary/collides.hpp"
#include "tocca/elementary/first_contact.hpp"

namespace tocca::invariance_test {
namespace {

using support::effort;
using support::Random;

constexpr std::array kinds{PairKind::vertex_face, PairKind::edge_edge};

/// What a first contact says about time.
struct Timing {
    Outcome outcome;
    double safe_until;
    std::optional<TimeInterval> toc;
    bool sooner_than_any_double;

    friend bool operator==(const Timing&, const Timing&) = default;
};

Timing timing(const PairRows& rows, PairKind kind)
{
    const Answer first = first_contact(rows, kind);
    return {first.outcome, first.safe_until, first.contact ? std::optional{first.contact->toc} : std::nullopt,
            first.contact && first.contact->sooner_than_any_double};
}

/// `change` may leave a query out by returning nothing.
template <typename Change>
void expect_same_timing(std::uint64_t seed, Change change)
{
    for (const PairKind kind : kinds) {
        Random random(seed);
        std::size_t compared = 0;
        for (const PairRows& rows : support::query_mix(seed, kind, effort(10'000))) {
            const std::optional<PairRows> changed = change(rows, kind, random);
            if (!changed) continue;
            ++compared;
            ASSERT_TRUE(timing(rows, kind) == timing(*changed, kind))
                << support::text_of(rows, kind) << "\nchanged to " << support::text_of(*changed, kind);
        }
        EXPECT_GT(compared, effort(10'000) / 4);
    }
}

TEST(Invariance, UnderTheOrderOfPointsAndSides)
{
    expect_same_timing(1'000, [](const PairRows& rows, PairKind kind, Random& random) {
        return std::optional{support::permuted(rows, kind, random)};
    });
}

TEST(Invariance, UnderTheOrderAndDirectionOfAxes)
{
    expect_same_timing(1'100, [](const PairRows& rows, PairKind, Random& random) {
        return std::optional{support::axes_permuted(rows, random)};
    });
}

TEST(Invariance, UnderScalingByPowersOfTwo)
{
    expect_same_timing(1'200, [](const PairRows& rows, PairKind, Random& random) {
        return support::scaled_exactly(rows, support::scaling_exponent(random));
    });
}

TEST(Invariance, UnderExactTranslation)
{
    expect_same_timing(1'300, [](const PairRows& rows, PairKind, Random& random) {
        std::array<double, 3> shift{};
        for (double& x : shift) x = random.between(-64, 64) * random.pick({1.0, 0x1p-10, 0x1p10});
        return support::translated_exactly(rows, shift);
    });
}

TEST(Invariance, OfTheBooleanUnderReversalOfTime)
{
    for (const PairKind kind : kinds) {
        for (const PairRows& rows : support::query_mix(1'400, kind, effort(10'000))) {
            ASSERT_EQ(collides(rows, kind), collides(support::reversed_in_time(rows), kind))
                << support::text_of(rows, kind);
        }
    }
}

TEST(Invariance, OfAllContactsUnderReversalOfTime)
{
    for (const PairKind kind : kinds) {
        for (const PairRows& rows : support::query_mix(1'500, kind, effort(3'000))) {
            const std::vector<Contact> forward = all_contacts(rows, kind).contacts;
            const std::vector<Contact> backward = all_contacts(support::reversed_in_time(rows), kind).contacts;
            ASSERT_EQ(forward.size(), backward.size()) << support::text_of(rows, kind);
            for (std::size_t i = 0; i < forward.size(); ++i) {
                const Contact& mirror = backward[forward.size() - 1 - i];
                ASSERT_NEAR(forward[i].toc.upper, 1.0 - mirror.end->upper, 4e-9) << support::text_of(rows, kind);
                ASSERT_NEAR(forward[i].end->upper, 1.0 - mirror.toc.upper, 4e-9) << support::text_of(rows, kind);
            }
        }
    }
}

}  // namespace
}  // namespace tocca::invariance_test
