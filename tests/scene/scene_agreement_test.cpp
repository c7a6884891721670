// SPDX-License-Identifier: Apache-2.0
// Random scenes of meshes, bodies and robots against brute force, and all ways of asking about them against each other.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/effort.hpp"
#include "support/scene_agreement.hpp"

namespace tocca::scene_agreement_test {
namespace {

using support::effort;
using support::SceneCase;
using support::SceneTally;

TEST(SceneAgreement, NothingComesNearerThanProvenAndAllVerbsAndOrdersAgree)
{
    SceneTally tally;
    const std::size_t count = effort(600);
    for (std::size_t i = 0; i < count; ++i) {
        support::check_scene(support::random_scene_case(95'000'000'000 + i), "scene " + std::to_string(i) + ": ", 200,
                             tally);
    }
    EXPECT_EQ(tally.faults, std::vector<std::string>());
    if (count < 200) return;
    EXPECT_GT(tally.outcomes[static_cast<std::size_t>(Outcome::free)], count / 10);
    EXPECT_GT(tally.outcomes[static_cast<std::size_t>(Outcome::contact)], count / 10);
    for (std::size_t i = 0; i < tally.pairs.size(); ++i) EXPECT_GT(tally.pairs[i], 0U) << support::scene_pair_names[i];
}

// What brute force is worth: most answers that are wrong are found out, but for contacts that only graze.
TEST(SceneAgreement, BruteForceTellsAMissedContact)
{
    std::size_t contacts = 0, told = 0;
    for (std::size_t i = 0; i < effort(120); ++i) {
        const SceneCase c = support::random_scene_case(96'000'000'000 + i);
        const Answers all = all_contacts(c.scene, c.options);
        if (all.outcome != Outcome::contact) continue;
        ++contacts;
        Answers wrong = all;
        wrong.contacts.erase(wrong.contacts.begin());
        wrong.outcome = Outcome::free;
        wrong.safe_until = c.options.until;
        wrong.contact.reset();
        wrong.pair.reset();
        wrong.start = {};
        const bool compared = *c.options.budget >= 1'000 && all.undecided.empty();
        EXPECT_EQ(support::find_disagreement(c, all, wrong).has_value(), compared) << "scene " << i;
        told += support::find_fault(c, wrong, wrong, 2'000) ? 1 : 0;
    }
    EXPECT_GT(contacts, 0U);
    EXPECT_GE(told, contacts * 3 / 4);
}

}  // namespace
}  // namespace tocca::scene_agreement_test
