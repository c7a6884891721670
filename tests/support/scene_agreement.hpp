// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "support/scene_reference.hpp"

namespace tocca::support {

/// How the other verbs differ from the answers of first_contact and all_contacts, or these from each other; and the same
/// questions asked with other numbers of threads, another SIMD target, and of the parts in another order. Nothing when all fit.
[[nodiscard]] std::optional<std::string> find_disagreement(const SceneCase& c, const Answer& first, const Answers& all);

/// What one or many random scenes came to.
struct SceneTally {
    static constexpr std::size_t outcome_count = 7;

    std::array<std::size_t, outcome_count> outcomes = {};
    /// Of each kind of pairs, how many were asked about, and how many are in contact.
    std::array<std::size_t, scene_pair_names.size()> pairs = {}, contacts = {};
    std::size_t misses = 0, differences = 0;
    std::vector<std::string> faults = {};

    void add(const SceneTally& other);
    /// What should occur in a long run and did not.
    [[nodiscard]] std::vector<std::string> missing() const;
    /// All counts in a few lines.
    [[nodiscard]] std::string text() const;
};

/// Asks a scene by all verbs, checks the answers by brute force at up to so many times, and counts what it saw; faults
/// begin with `name`.
void check_scene(const SceneCase& c, const std::string& name, std::size_t max_times, SceneTally& tally);

}  // namespace tocca::support
