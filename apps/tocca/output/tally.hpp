// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tocca/answer/outcome.hpp"
#include "tocca/report/verdict.hpp"

namespace tocca::app {

/// How many answers of a run have which outcome.
class Tally {
public:
    void add(Outcome outcome);

    [[nodiscard]] std::uint64_t answered() const;
    [[nodiscard]] std::uint64_t with(Outcome outcome) const;
    /// Answers that are neither `free` nor `undecided`.
    [[nodiscard]] std::uint64_t in_contact() const;
    [[nodiscard]] Verdict verdict() const;

private:
    std::array<std::uint64_t, 7> counts_ = {};  // indexed by Outcome
};

/// What the command says to the shell about all that was asked. Nothing is free that was not checked.
[[nodiscard]] int exit_code_of(Verdict verdict);

/// What was found, in few words: "free, proven", "2 cross at the start, 1 in contact", "undecided". Empty for nothing.
[[nodiscard]] std::string found_text(const Tally& tally, const std::optional<double>& clearance);

/// A tally of things such as "step" in one line: "3 steps: free, proven", "3 steps: 2 cross at the start, 1 in contact".
[[nodiscard]] std::string tally_text(const Tally& tally, std::string_view noun, const std::optional<double>& clearance);

}  // namespace tocca::app
