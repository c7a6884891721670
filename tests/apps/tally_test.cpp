// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/output/tally.hpp"

#include <gtest/gtest.h>

#include <initializer_list>

#include "apps/tocca/terminal/exit_code.hpp"

namespace tocca::app::tally_test {
namespace {

Tally tally_of(std::initializer_list<Outcome> outcomes)
{
    Tally tally;
    for (const Outcome outcome : outcomes) tally.add(outcome);
    return tally;
}

/// What the shell is told of some outcomes, and what the reader is.
std::pair<int, std::string> said(std::initializer_list<Outcome> outcomes, const std::optional<double>& clearance = {})
{
    const Tally tally = tally_of(outcomes);
    return {exit_code_of(tally.verdict()), tally_text(tally, "step", clearance)};
}

using Said = std::pair<int, std::string>;

TEST(Tally, ExitCodeAndSentenceAgree)
{
    EXPECT_EQ(said({}), Said(ExitCode::undecided, "no step was checked"));
    EXPECT_EQ(said({Outcome::free, Outcome::free}), Said(ExitCode::free, "2 steps: free, proven"));
    EXPECT_EQ(said({Outcome::free, Outcome::undecided}), Said(ExitCode::undecided, "2 steps: undecided"));
    EXPECT_EQ(said({Outcome::undecided, Outcome::contact, Outcome::free}),
              Said(ExitCode::contact, "3 steps: 1 in contact"));
    EXPECT_EQ(said({Outcome::touching_at_start}), Said(ExitCode::contact, "1 step: 1 in contact"));
    EXPECT_EQ(said({Outcome::crossing_at_start, Outcome::inside, Outcome::inside, Outcome::contact}),
              Said(ExitCode::contact, "4 steps: 1 crosses at the start, 2 start inside a solid, 1 in contact"));
    EXPECT_EQ(said({Outcome::near_at_start, Outcome::contact, Outcome::contact}, 0.5),
              Said(ExitCode::contact, "3 steps: 1 starts nearer than 0.5, 2 come within 0.5"));
}

TEST(Tally, CountsEveryOutcome)
{
    Tally tally;
    for (int i = 0; i <= static_cast<int>(Outcome::undecided); ++i) tally.add(static_cast<Outcome>(i));
    EXPECT_EQ(tally.answered(), 7U);
    EXPECT_EQ(tally.in_contact(), 5U);
    EXPECT_EQ(tally.with(Outcome::undecided), 1U);
    EXPECT_EQ(tally.verdict(), Verdict::contact);
}

}  // namespace
}  // namespace tocca::app::tally_test
