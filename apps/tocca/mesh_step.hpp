// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tocca/deformable/mesh_query.hpp"

namespace tocca::app {

/// What is asked about each step.
enum class Verb { first_contact, all_contacts, collides };

[[nodiscard]] std::string_view to_string(Verb verb);

/// The answer about one step.
struct StepAnswer {
    std::size_t step = 0;  ///< from frame `step` to the next
    std::vector<std::string> from = {};
    std::vector<std::string> to = {};
    /// Of `collides` there is no contact, and safe_until is 0 unless the step is free.
    FirstContact first = {};
    std::array<std::uint64_t, 2> counts = {};  ///< of all contacts, indexed by PairKind
    MeshStatistics statistics = {};            ///< of `collides` none
    double move_seconds = 0.0;
    double answer_seconds = 0.0;
    double write_seconds = 0.0;
};

/// An answer, and the contacts it is about.
struct StepResult {
    StepAnswer answer;
    std::vector<Contact> contacts;  ///< all, or the first
};

/// Throws: Error (interrupted) after a stop request.
[[nodiscard]] StepResult answer_step(const MovingScene& scene, Verb verb, const MeshQueryOptions& options);

}  // namespace tocca::app
