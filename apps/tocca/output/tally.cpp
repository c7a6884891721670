// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/output/tally.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <numeric>
#include <vector>

#include "apps/tocca/terminal/exit_code.hpp"
#include "apps/tocca/terminal/human_text.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca::app {

void Tally::add(Outcome outcome) { ++counts_[static_cast<std::size_t>(outcome)]; }

std::uint64_t Tally::answered() const { return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0}); }

std::uint64_t Tally::with(Outcome outcome) const { return counts_[static_cast<std::size_t>(outcome)]; }

std::uint64_t Tally::in_contact() const { return answered() - with(Outcome::free) - with(Outcome::undecided); }

Verdict Tally::verdict() const
{
    Verdict verdict = Verdict::nothing;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        if (counts_[i] > 0) verdict = joined(verdict, verdict_of(static_cast<Outcome>(i)));
    }
    return verdict;
}

int exit_code_of(Verdict verdict)
{
    switch (verdict) {
        case Verdict::free: return ExitCode::free;
        case Verdict::contact: return ExitCode::contact;
        case Verdict::undecided:
        case Verdict::nothing: break;
    }
    return ExitCode::undecided;
}

std::string found_text(const Tally& tally, const std::optional<double>& clearance)
{
    switch (tally.verdict()) {
        case Verdict::free: return "free, proven";
        case Verdict::undecided: return "undecided";
        case Verdict::nothing: return "";
        case Verdict::contact: break;
    }
    std::vector<std::string> parts;
    const auto add = [&](std::uint64_t count, const std::string& one, const std::string& many) {
        if (count > 0) parts.push_back(with_commas(count) + " " + (count == 1 ? one : many));
    };
    const bool keeps_gap = clearance.value_or(0.0) > 0.0;
    const std::string gap = keeps_gap ? shortest_text(*clearance) : "the clearance";
    add(tally.with(Outcome::crossing_at_start), "crosses at the start", "cross at the start");
    add(tally.with(Outcome::inside), "starts inside a solid", "start inside a solid");
    add(tally.with(Outcome::near_at_start), "starts nearer than " + gap, "start nearer than " + gap);
    const std::uint64_t touching = tally.with(Outcome::contact) + tally.with(Outcome::touching_at_start);
    if (keeps_gap) {
        add(touching, "comes within " + gap, "come within " + gap);
    } else {
        add(touching, "in contact", "in contact");
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string tally_text(const Tally& tally, std::string_view noun, const std::optional<double>& clearance)
{
    if (tally.verdict() == Verdict::nothing) return fmt::format("no {} was checked", noun);
    return counted(tally.answered(), noun) + ": " + found_text(tally, clearance);
}

}  // namespace tocca::app
