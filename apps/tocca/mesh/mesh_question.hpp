// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/deformable/intersections.hpp"
#include "tocca/deformable/mesh_query.hpp"

namespace tocca::app {

/// What is asked about each step, by its name in the library.
enum class Verb { first_contact, all_contacts, collides, safe_step };

[[nodiscard]] std::string_view to_string(Verb verb);

struct StepQuestion {
    Verb verb = Verb::first_contact;
    std::optional<double> clearance = {};            ///< ask when features come this near, in units of length
    bool start_intersections = false;                ///< ask for edges through faces at the start, too
    std::optional<std::uint64_t> max_contacts = {};  ///< that are listed; by default as the number of triangles says
    QueryOptions query = {};
};

/// How many edges and faces intersect at the start of a step.
struct IntersectionCounts {
    std::uint64_t pairs = 0;
    std::uint64_t crossing = 0;  ///< of them
};

/// The answer about one step.
struct StepAnswer {
    std::size_t step = 0;  ///< from frame `step` to the next
    std::vector<std::string> from = {};
    std::vector<std::string> to = {};
    /// Of `collides` there is no contact, nothing about the start, and safe_until is 0 unless the step is free. What is
    /// wrong at the start is counted and not listed.
    Answer first = {};
    std::array<std::uint64_t, 2> counts = {};         ///< of all contacts, indexed by PairKind
    double safe_step = 1.0;                           ///< of that verb
    bool all_shorter_steps = false;                   ///< are safe, too
    std::optional<Intersection> first_crossing = {};  ///< of the edges through faces at the start
    IntersectionCounts start_intersections = {};

    Statistics statistics = {};  ///< of `collides` none
    double move_seconds = 0.0;
    double answer_seconds = 0.0;
    double intersection_seconds = 0.0;
    double write_seconds = 0.0;
};

/// An answer, and what it is about.
struct StepResult {
    StepAnswer answer;
    std::vector<Contact> contacts;            ///< all, or the first
    std::vector<Intersection> intersections;  ///< at the start, touching ones too, if asked for
};

/// Throws: Error (interrupted) after a stop request.
[[nodiscard]] StepResult answer_step(const deformable::MovingScene& scene, const StepQuestion& question);

}  // namespace tocca::app
